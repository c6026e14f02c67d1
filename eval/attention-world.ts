import { FindingWorld, HOUR } from "../tests/fakes/finding-world.ts";

/** What Home Assistant would keep of the year: hourly statistics of sensors, and when the alarm was armed. */
export class FamilyWorld extends FindingWorld {
  readonly #hours = new Map<string, { readonly start: number; min: number; max: number; sum: number; count: number }>();

  measures(entityId: string, value: number): void {
    this.set(entityId, String(value));
    const start = Math.floor(this.now / HOUR) * HOUR;
    const hour = this.#hours.get(entityId);
    if (hour?.start === start) {
      hour.min = Math.min(hour.min, value);
      hour.max = Math.max(hour.max, value);
      hour.sum += value;
      hour.count += 1;
      return;
    }
    const rows = this.rows.get(entityId) ?? [];
    if (hour) rows.push({ ...hour, end: hour.start + HOUR, mean: hour.sum / hour.count });
    this.rows.set(entityId, rows);
    this.#hours.set(entityId, { start, min: value, max: value, sum: value, count: 1 });
  }

  arms(state: string): void {
    const panel = "alarm_control_panel.house";
    this.set(panel, state);
    this.changes.set(panel, [...(this.changes.get(panel) ?? []), { at: this.now, state }]);
  }
}
