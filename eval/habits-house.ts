import { createLocalDays, type HomeSpan, momentAt, sunEvent, weekdayOf } from "../src/memory/habits/calendar.ts";
import { createRandom, normal, type Random } from "../src/memory/habits/series.ts";
import type { HouseRecord, KnownCause, OwnAction, StateSample } from "../src/memory/habits/user-actions.ts";
import type { HabitAction } from "../src/storage/facts/habits.ts";
import { noiseThings } from "./habits-noise.ts";

/** Something that people of the house do at a time of their own. */
export interface PlantedHabit {
  readonly subject: string;
  readonly action: HabitAction;
  readonly value?: number;
  /** `all`, `workdays` or `weekends`. */
  readonly days: "all" | "workdays" | "weekends";
  /** Minute of the day. */
  readonly minute: number;
  readonly followsSun?: boolean;
}

/** One month of a household, generated; the same seed gives the same month. */
export interface GeneratedHouse {
  readonly timeZone: string;
  readonly place: { readonly latitude: number; readonly longitude: number };
  readonly entityIds: readonly string[];
  readonly areaOf: (entityId: string) => string | undefined;
  /** What a database of states knows: no causes. */
  readonly record: HouseRecord;
  /** Who made each change. */
  readonly makers: ReadonlyMap<string, readonly { readonly at: number; readonly by: Maker }[]>;
  /** What the logbook would say of the last ten days. */
  readonly logbook: ReadonlyMap<string, readonly KnownCause[]>;
  readonly own: readonly OwnAction[];
  readonly planted: readonly PlantedHabit[];
}

/** A change of the house before it is written: who made it is known here only. */
interface Change extends StateSample {
  readonly entityId: string;
  readonly by: Maker;
}

/** `later`: an automation that waited before it acted. */
type Maker = "hand" | "automation" | "later" | "own";

const MINUTE_MS = 60_000;
const LOGBOOK_DAYS = 10;
/** Clocks are changed within this month: habits follow the wall clock. */
const FIRST_DAY = Date.parse("2026-10-12") / 86_400_000;
export const MONTH_DAYS = 31;

/** The four examples that the product is promised with, and others like them. `spread` is a standard deviation in minutes. */
const HABITS: readonly (PlantedHabit & { readonly spread: number; readonly from?: number; readonly until?: number })[] = [
  { subject: "climate.bedroom", action: "set", value: 22, days: "all", minute: 1_320, spread: 6 },
  { subject: "lights@bedroom", action: "off", days: "all", minute: 1_370, spread: 7 },
  { subject: "media_player.living_room_tv", action: "on", days: "workdays", minute: 1_140, spread: 8 },
  { subject: "cover.garage_door", action: "open", days: "workdays", minute: 450, spread: 6 },
  { subject: "switch.coffee_machine", action: "on", days: "all", minute: 405, spread: 8 },
  { subject: "switch.waffle_iron", action: "on", days: "weekends", minute: 560, spread: 10 },
  { subject: "lock.front_door", action: "lock", days: "all", minute: 1_350, spread: 10 },
  { subject: "light.kitchen", action: "on", days: "workdays", minute: 1_085, spread: 10 },
  { subject: "light.garden", action: "on", days: "all", minute: 0, spread: 6, followsSun: true },
  { subject: "light.desk_lamp", action: "on", days: "workdays", minute: 525, spread: 7 },
  { subject: "light.child_lamp", action: "off", days: "all", minute: 1_215, spread: 8 },
  { subject: "fan.bedroom_fan", action: "on", days: "all", minute: 1_285, spread: 7, from: 15 },
  { subject: "media_player.speaker", action: "on", days: "all", minute: 1_050, spread: 6, until: 17 },
];

/** Generates a month from `firstDay` on. `entities` is how many things there are in all, most of them used at no time of their own. */
export function generateHouse(seed: number, { entities = 100, firstDay = FIRST_DAY } = {}): GeneratedHouse {
  const random = createRandom(seed);
  const timeZone = "Europe/Berlin";
  const place = { latitude: 52.5, longitude: 13.4 };
  const localTime = createLocalDays(timeZone);
  const at = (day: number, minute: number) => Math.round(momentAt(localTime, firstDay + day, minute) + random() * MINUTE_MS);
  const holiday = 10 + Math.floor(random() * 3);
  const isAway = (day: number) => day >= holiday && day < holiday + 5;
  const isWork = (day: number) => ![0, 6].includes(weekdayOf(firstDay + day));
  const isOn = ({ days }: PlantedHabit, day: number) => days === "all" || (days === "workdays") === isWork(day);
  const shift = new Map(HABITS.map(({ subject }, index) => [subject, index < 4 ? 0 : Math.round((random() - 0.5) * 8) * 5]));
  const changes: Change[] = [];
  const runs: number[] = [];
  const own: OwnAction[] = [];
  const departures = new Map<number, number>();

  for (const habit of HABITS) {
    const own = range(habit.from ?? 0, habit.until ?? MONTH_DAYS).filter((day) => !isAway(day) && isOn(habit, day));
    // two to fourteen days of a hundred are missed, whichever
    const missed = new Set(range(0, Math.floor(own.length * (0.02 + random() * 0.12))).map(() => own[Math.floor(random() * own.length)]));
    for (const day of own.filter((one) => !missed.has(one))) {
      const sunset = sunEvent("sunset", at(day, 720), place) ?? 0;
      const time = habit.followsSun
        ? sunset + (10 + habit.spread * normal(random)) * MINUTE_MS
        : at(day, habit.minute + (shift.get(habit.subject) ?? 0) + habit.spread * normal(random));
      changes.push(...aroundHabit(habit, time, random));
      if (habit.subject === "cover.garage_door") departures.set(day, Math.round(time + 4 * MINUTE_MS));
    }
  }

  // automations keep their times to the second; some act a while after they ran
  for (let day = 0; day < MONTH_DAYS; day += 1) {
    const byAutomation = (entityId: string, minute: number, state: string, target?: number, lateMinutes = 0) => {
      const run = momentAt(localTime, firstDay + day, minute);
      runs.push(run);
      const time = run + 100 + Math.floor(random() * 1_200) + lateMinutes * MINUTE_MS;
      changes.push({ entityId, at: time, state, by: lateMinutes > 0 ? "later" : "automation", ...(target !== undefined && { target }) });
    };
    byAutomation("light.porch", 1_080, "on");
    byAutomation("light.porch", 1_080, "off", undefined, 300);
    byAutomation("climate.bedroom", 360, "heat", 19);
    byAutomation("cover.blinds", 420, "open");
    byAutomation("cover.blinds", 1_200, "closed");
    if (isAway(day)) {
      byAutomation("light.kitchen", 1_100 + Math.floor(random() * 40), "on");
      byAutomation("light.kitchen", 1_300, "off");
      continue;
    }
    const asked = at(day, 390);
    own.push({ entityIds: ["switch.heater"], at: asked, endedAt: asked + 900 });
    changes.push({ entityId: "switch.heater", at: asked + 400, state: "on", by: "own" });
    changes.push({ entityId: "switch.heater", at: at(day, 500 + random() * 400), state: "off", by: "hand" });
  }

  const noise = noiseThings(entities - HABITS.length - 6, random);
  for (let day = 0; day < MONTH_DAYS; day += 1) {
    if (isAway(day)) continue;
    const [wake, bed] = [430 + 40 * normal(random), 1_370 + 40 * normal(random)];
    for (const thing of noise) {
      for (const { minute, state, target } of thing.day(isWork(day), wake, bed)) {
        changes.push({ entityId: thing.entityId, at: at(day, minute), state, by: "hand", ...(target !== undefined && { target }) });
      }
    }
  }

  const from = momentAt(localTime, firstDay, 0);
  const to = momentAt(localTime, firstDay + MONTH_DAYS, 200);
  const { samples, logbook, makers } = written(changes, from, to);
  const areas = new Map([...noise.map(({ entityId, areaId }) => [entityId, areaId] as const)]);
  return {
    ...{ timeZone, place, logbook, makers, own },
    entityIds: [...samples.keys()],
    areaOf: (entityId) => (/^light\.bedroom_/.test(entityId) ? "bedroom" : areas.get(entityId)),
    record: {
      from,
      to,
      samples,
      hasAllRuns: true,
      runs: runs.sort((a, b) => a - b),
      causes: new Map(),
      home: homeSpans({ isAway, departures, at, from, to }),
    },
    planted: HABITS.filter(({ until }) => until === undefined).map((habit) => ({
      ...habit,
      minute: habit.minute + (shift.get(habit.subject) ?? 0),
    })),
  };
}

/** What people do beside the habit itself: a thing that goes on goes off again, the lights of a room are used all evening. */
function aroundHabit({ subject, action, value }: PlantedHabit, time: number, random: Random): readonly Change[] {
  const hand = (entityId: string, at: number, state: string, target?: number): Change => ({
    ...{ entityId, at: Math.round(at), state, by: "hand" },
    ...(target !== undefined && { target }),
  });
  const later = (minutes: number) => time + minutes * (0.7 + 0.6 * random()) * MINUTE_MS;
  if (action === "set") return [hand(subject, time, "heat", value)];
  if (subject === "lights@bedroom") {
    const before = [150, 110, 70].map((minutes) => time - minutes * (0.6 + 0.8 * random()) * MINUTE_MS).sort((a, b) => a - b);
    const [first = 0, second = 0, third = 0] = before;
    return [
      hand("light.bedroom_ceiling", first, "on"),
      hand("light.bedroom_ceiling", second, "off"),
      hand("light.bedroom_reading", third, "on"),
      hand("light.bedroom_reading", time, "off"),
    ];
  }
  if (action === "lock") return [hand(subject, time - 6 * 3_600_000 * (0.5 + random()), "unlocked"), hand(subject, time, "locked")];
  if (action === "open") return [hand(subject, time, "opening"), hand(subject, time + 15_000, "open"), hand(subject, later(6), "closed")];
  if (action === "off") return [hand(subject, time - (30 + random() * 150) * MINUTE_MS, "on"), hand(subject, time, "off")];
  return [hand(subject, time, "on"), hand(subject, later(100), "off")];
}

/** As states come: only what changes something, with the state before the month in front. */
function written(changes: readonly Change[], from: number, to: number) {
  const samples = new Map<string, StateSample[]>();
  const logbook = new Map<string, KnownCause[]>();
  const makers = new Map<string, { at: number; by: Maker }[]>();
  for (const { at: moment, entityId, state, target, by } of changes.toSorted((a, b) => a.at - b.at)) {
    const at = Math.round(moment);
    const kept = samples.get(entityId) ?? [firstSample(entityId, from)];
    samples.set(entityId, kept);
    const last = kept.at(-1);
    const held = target ?? last?.target;
    if (last?.state === state && last.target === held) continue;
    kept.push({ at, state, ...(held !== undefined && { target: held }) });
    makers.set(entityId, [...(makers.get(entityId) ?? []), { at, by }]);
    // the logbook knows changes of states only, and those of the days that the recorder keeps
    if (last?.state === state || at < to - LOGBOOK_DAYS * 86_400_000) continue;
    const causes = logbook.get(entityId) ?? [];
    causes.push({ at, isHand: by === "hand", userId: undefined });
    logbook.set(entityId, causes);
  }
  return { samples, logbook, makers };
}

function firstSample(entityId: string, at: number): StateSample {
  const [domain = ""] = entityId.split(".");
  if (domain === "climate") return { at, state: "heat", target: 20 };
  const states: Readonly<Record<string, string>> = { cover: "closed", lock: "unlocked" };
  return { at, state: states[domain] ?? "off" };
}

/** Anna leaves through the garage on workdays, Ben is at home but for the holiday. */
function homeSpans({
  isAway,
  departures,
  at,
  from,
  to,
}: {
  isAway: (day: number) => boolean;
  departures: ReadonlyMap<number, number>;
  at: (day: number, minute: number) => number;
  from: number;
  to: number;
}): readonly HomeSpan[] {
  const spans: HomeSpan[] = [];
  const begun: Record<string, number | undefined> = { anna: from, ben: from };
  const close = (personId: string, end: number) => {
    const start = begun[personId];
    if (start !== undefined) spans.push({ personId, from: start, to: end });
    begun[personId] = undefined;
  };
  for (let day = 0; day < MONTH_DAYS; day += 1) {
    if (isAway(day)) {
      if (!isAway(day - 1)) for (const person of ["anna", "ben"]) close(person, at(day, 300));
      continue;
    }
    for (const person of ["anna", "ben"]) begun[person] ??= at(day, 240);
    const left = departures.get(day);
    if (left === undefined) continue;
    close("anna", left);
    begun["anna"] = at(day, 1_020);
  }
  for (const person of ["anna", "ben"]) close(person, to);
  return spans;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
