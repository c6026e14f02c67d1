import { seededRandom } from "../bench/faults-random.ts";
import type { FindingKind } from "../src/attention/finding-kinds.ts";
import { normal } from "../src/memory/habits/series.ts";
import { DAY, HOUR, MINUTE } from "../tests/fakes/finding-world.ts";
import { AWAY_HOUR, furnish, HOME_HOUR, MEASURED, PLUGS, READINGS } from "./attention-house.ts";
import type { FamilyWorld } from "./attention-world.ts";

/** Something amiss that the family has to be told of. */
export interface Planted {
  readonly kind: FindingKind;
  readonly entityId: string;
  /** From when on it stands as long as its rule asks (ms). */
  readonly dueAt: number;
}

interface DayEvent {
  readonly at: number;
  readonly run: () => void;
}

/** Days until what is usual is known. */
const LEARNED_DAYS = 62;
const HOLIDAYS: readonly (readonly [from: number, until: number])[] = [
  [190, 204],
  [355, 362],
];
const DOORS = ["front", "terrace", "gate"];
const WINDOWS = ["kitchen", "bath", "bedroom", "office"];
const LIGHTS = ["kitchen", "hall", "bath", "bedroom", "office", "garden"];
const DETECTORS = ["binary_sensor.smoke_hall", "binary_sensor.smoke_kitchen", "binary_sensor.gas_cellar"];

/** A family's year, day by day: what they do, what their devices do by themselves, and what is planted. */
export function createFamily(world: FamilyWorld, seed: number) {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const about = (middle: number, spread: number) => middle + spread * Math.max(-2, Math.min(2, normal(random)));
  const pick = <One>(items: readonly One[]): One => items[Math.floor(random() * items.length)] as One;
  const planted: Planted[] = [];
  const lastPlanted = new Map<string, number>();
  const batteries = new Map<string, number>();
  /** Sensors that a planted value holds until then (ms). */
  const stuck = new Map<string, { readonly until: number; readonly value: number }>();
  const gone = new Map<string, number>();
  furnish(world);

  function plant(kind: FindingKind, entityId: string, dueAt: number): void {
    planted.push({ kind, entityId, dueAt });
    lastPlanted.set(entityId, dueAt);
  }

  /** Not so soon after the last: the same again within a week is told less by design. */
  function isFree(entityId: string, at: number): boolean {
    return at - (lastPlanted.get(entityId) ?? Number.NEGATIVE_INFINITY) > 8 * DAY;
  }

  function measure(entityId: string, value: number): void {
    if ((gone.get(entityId) ?? 0) > world.now) return;
    const held = stuck.get(entityId);
    world.measures(entityId, held && held.until > world.now ? held.value : value);
  }

  /** Everything that happens on a day, in order. */
  function day(index: number, start: number): readonly DayEvent[] {
    const events: DayEvent[] = [];
    const on = (minute: number, run: () => void) => void events.push({ at: start + Math.round(minute * MINUTE), run });
    const set = (minute: number, entityId: string, state: string) => on(minute, () => world.set(entityId, state));
    const during = (minute: number, length: number, entityId: string, [one, other]: readonly [string, string] = ["on", "off"]) => {
      set(minute, entityId, one);
      set(minute + length, entityId, other);
    };
    const isHoliday = HOLIDAYS.some(([from, until]) => index >= from && index < until);
    const isWork = index % 7 < 5;
    const warmth = outside(index);
    const isLearned = index > LEARNED_DAYS;

    // what sensors tell
    for (let minute = 0; minute < 1_440; minute += 10)
      on(minute + between(0, 5), () => {
        const hour = minute / 60;
        for (const [entityId, valueAt] of READINGS)
          measure(entityId, valueAt({ hour, isHome: !isHoliday && (hour < AWAY_HOUR || hour > HOME_HOUR), outside: warmth(hour), random }));
      });
    for (let hour = 0; hour < 24; hour += 1)
      on(60 * hour, () => world.set("weather.home", "sunny", { temperature: warmth(hour), temperature_unit: "°C" }));
    for (const entityId of MEASURED.batteries) {
      const before = batteries.get(entityId) ?? between(20, 100);
      const level = before - between(0, 0.5);
      batteries.set(entityId, level);
      // a device reports a little more or less each time
      for (const minute of [100, 460, 820, 1_180]) {
        const told = Math.round(level + between(-1, 1));
        on(minute, () => measure(entityId, told));
        if (told > 15 || lastPlanted.has(entityId)) continue;
        plant("battery", entityId, start + minute * MINUTE + HOUR);
      }
      // the family changes it weeks later
      if (level < 9) {
        batteries.set(entityId, 100);
        lastPlanted.delete(entityId);
      }
    }

    // what devices do by themselves
    if (random() < 0.4) {
      const entityId = pick([...READINGS.keys()]);
      const minute = between(0, 1_380);
      on(minute, () => {
        gone.set(entityId, world.now + between(1, 60) * MINUTE);
        world.set(entityId, "unavailable");
      });
    }
    if (index % 7 === 2) {
      const minute = between(600, 1_200);
      const before = new Map<string, string>();
      on(minute, () => {
        for (const { entityId, state } of [...world.all()]) {
          before.set(entityId, state);
          if (!entityId.startsWith("person.")) world.set(entityId, "unavailable");
        }
      });
      on(minute + 1.5, () => {
        for (const [entityId, state] of before) if (world.get(entityId)?.state === "unavailable") world.set(entityId, state);
      });
    }
    const contact = `binary_sensor.${pick(DOORS)}_door`;
    const flutter = between(480, 1_300);
    for (let time = 0; time < 12; time += 1) during(flutter + time / 20, 0.02, contact);

    if (isHoliday) return events.sort((one, other) => one.at - other.at);

    // the day of the family
    const wake = about(390, 12);
    const bed = about(1_335, 14);
    on(wake, () => world.arms("disarmed"));
    const leaves = isWork ? about(490, 8) : random() < 0.5 ? about(660, 20) : undefined;
    const returns = leaves === undefined ? undefined : isWork ? about(1_020, 15) : about(900, 20);
    const isHomeAt = (minute: number) => leaves === undefined || returns === undefined || minute < leaves - 10 || minute > returns + 5;
    const atHome = () => {
      for (;;) {
        const minute = between(wake + 20, bed - 90);
        if (isHomeAt(minute) && isHomeAt(minute + 80)) return minute;
      }
    };
    let armsWhenLeaving = true;
    let leftOn: string | undefined;
    if (leaves !== undefined && returns !== undefined) {
      if (index % 31 === 7 && isFree("left-on", start)) {
        leftOn = `light.${pick(LIGHTS)}`;
        plant("left-on", "left-on", start + Math.round((leaves + 10) * MINUTE));
        set(leaves - 20, leftOn, "on");
      }
      if (index % 37 === 9 && isFree("alarm-off", start)) {
        armsWhenLeaving = false;
        plant("alarm-off", "alarm-off", start + Math.round((leaves + 10) * MINUTE));
      }
      if (armsWhenLeaving) on(leaves - 1, () => world.arms("armed_away"));
      set(leaves - 15, "person.ben", "not_home");
      set(leaves, "person.anna", "not_home");
      set(returns, "person.anna", "home");
      set(returns + 25, "person.ben", "home");
      plant("arrived", "person.ben", start + Math.round((returns + 25) * MINUTE));
      on(returns + 1, () => world.arms("disarmed"));
      for (const light of LIGHTS) {
        if (`light.${light}` !== leftOn) set(leaves - 2, `light.${light}`, "off");
        set(returns + 2, `light.${light}`, "off");
      }
      set(leaves - 3, "media_player.tv", "off");
    }
    // a phone loses the network
    if (random() < 0.2) during(atHome(), between(1, 6), "person.anna", ["not_home", "home"]);
    for (let time = 0; time < 8; time += 1) during(atHome(), between(1, 60), `light.${pick(LIGHTS)}`);
    for (let time = 0; time < 10; time += 1) during(atHome(), between(0.2, 4), `binary_sensor.${pick(DOORS)}_door`);
    during(atHome(), between(0.5, 6), "cover.garage", ["open", "closed"]);
    for (let time = 0; time < 3; time += 1) {
      const minute = atHome();
      const isWarm = warmth(minute / 60) >= 19;
      during(minute, isWarm && minute > 900 && minute < 1_100 ? between(60, 200) : between(5, 24), `binary_sensor.${pick(WINDOWS)}_window`);
    }

    // machines
    for (const [plug, curve] of PLUGS) {
      if (plug.share < random()) continue;
      const from = plug.atNight ? between(5, 100) : atHome();
      let minute = from;
      for (const [watts, minutes] of curve(random)) {
        for (let past = 0; past < minutes; past += 3) on(minute + past, () => measure(plug.entityId, watts + Math.round(between(0, 3))));
        minute += minutes;
      }
      on(minute, () => measure(plug.entityId, 1));
      if (plug.isMachine) plant("finished", plug.entityId, start + Math.round((minute + 10) * MINUTE));
    }

    // a night
    const isForgotten = index > 20 && index % 29 === 11;
    if (!isForgotten) on(bed, () => world.arms("armed_night"));
    // half an hour after it is armed on most nights
    else if (isFree("alarm_control_panel.house", start)) plant("alarm-night", "alarm_control_panel.house", start + 1_365 * MINUTE);

    // what is planted
    const opens = (every: number, entityId: string, length: number, standing: number, states?: readonly [string, string]) => {
      if (index % every !== 3 || !isFree(entityId, start)) return;
      const minute = atHome();
      during(minute, Math.min(length, 1_310 - minute), entityId, states);
      // nobody airs in a hurry then
      const isAired = entityId.endsWith("window") && warmth(Math.floor(minute / 60)) >= 18;
      if (!isAired && minute + standing < 1_305) plant("open", entityId, start + Math.round((minute + standing) * MINUTE));
    };
    opens(11, "binary_sensor.cellar_door", 70, 15);
    opens(23, "binary_sensor.attic_window", 75, 30);
    opens(17, "cover.shed", 60, 15, ["open", "closed"]);
    if (index % 90 === 40) {
      const entityId = pick(DETECTORS);
      const minute = between(0, 1_430);
      during(minute, 9, entityId);
      plant("danger", entityId, start + Math.round(minute * MINUTE));
      // the other one smells it soon after
      if (entityId === "binary_sensor.smoke_hall") during(minute + 0.4, 8, "binary_sensor.smoke_kitchen");
    }
    if (index % 80 === 50) {
      const minute = between(0, 1_400);
      for (const entityId of ["binary_sensor.water_bath", "binary_sensor.water"]) during(minute, 30, entityId);
      plant("leak", "binary_sensor.water_bath", start + Math.round(minute * MINUTE));
    }
    if (index % 45 === 30) {
      const entityId = pick(["sensor.shed_temperature", "sensor.attic_humidity"]);
      const minute = between(500, 1_000);
      on(minute, () => {
        gone.set(entityId, world.now + 2.5 * DAY);
        world.set(entityId, "unavailable");
      });
      plant("unavailable", entityId, start + Math.round((minute + 120) * MINUTE));
    }
    const sticks = (kind: FindingKind, entityId: string, value: number, length: number) => {
      const minute = Math.floor(between(500, 900) / 10) * 10 + 6;
      on(minute, () => {
        stuck.set(entityId, { until: world.now + length, value });
        world.measures(entityId, value);
      });
      plant(kind, entityId, start + (minute + 60) * MINUTE);
    };
    if (isLearned && index % 60 === 35) sticks("warm", "sensor.freezer_temperature", -8, 5 * HOUR);
    if (isLearned && index % 60 === 5) sticks("warm", "sensor.fridge_temperature", 13, 5 * HOUR);
    if (isLearned && index % 50 === 20) sticks("unusual", pick(["sensor.bath_humidity", "sensor.office_co2"]), 4_000, 30 * HOUR);
    return events.sort((one, other) => one.at - other.at);
  }

  return { planted, day };
}

/** The weather of a day: warm in July, cold in January, and another each day. */
function outside(index: number): (hour: number) => number {
  const season = 10 - 10 * Math.cos((2 * Math.PI * (index - 15)) / 365);
  const front = 4 * Math.sin(index / 3.1) + 2 * Math.sin(index / 1.7);
  return (hour) => Math.round(10 * (season + front + 4 * Math.sin((2 * Math.PI * (hour - 9)) / 24))) / 10;
}
