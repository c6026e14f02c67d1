import { expect, it } from "vitest";
import { runYear } from "../../eval/attention.ts";

/** Everything that is planted comes at least once in so many days. */
const DAYS = 90;

it("a seed is a year: what is planted is told, in time, and little else", async () => {
  const { figures } = await runYear(3, DAYS);
  expect(figures.told).toBeGreaterThanOrEqual(0.98);
  expect(figures.unwanted_a_week).toBeLessThanOrEqual(1);
  expect(figures).toMatchObject({ in_quiet_hours_not_urgent: 0, median_delay_s: 0 });
  expect((await runYear(3, DAYS)).figures).toEqual(figures);
  expect((await runYear(4, DAYS)).figures).not.toEqual(figures);
});

it("a finder that does not know what is usual fails", async () => {
  const ignorant = { rules: [], armedAfter: () => undefined, nightOf: () => undefined, version: 0 };
  const { figures } = await runYear(3, DAYS, { measured: ignorant });
  expect(figures.told).toBeLessThan(0.98);
  expect(figures.told_of).toMatchObject({ finished: 0, warm: 0, unusual: 0, alarm_night: 0, danger: 1 });
});
