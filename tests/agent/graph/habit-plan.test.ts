import { expect, it } from "vitest";
import { planOfHabit } from "../../../src/agent/graph/habit-plan.ts";
import { nextAt } from "../../../src/attention/trigger.ts";
import { homeTime } from "../../../src/homeassistant/home-time.ts";
import type { KeptPattern } from "../../../src/storage/facts/habits.ts";
import { fakeHome } from "../../fakes/home.ts";

const time = homeTime("Europe/Berlin");
/** A Friday. */
const now = time.at("2026-11-27T20:00");
const DAY_MS = 86_400_000;
const home = fakeHome({
  entities: [
    { entityId: "light.hall", name: "Hall Light", area: "Hall" },
    { entityId: "light.hall_lamp", name: "Hall Lamp", area: "Hall" },
    { entityId: "cover.garage", name: "Garage", state: "closed", deviceClass: "garage" },
    { entityId: "lock.front", name: "Front Door", state: "locked" },
  ],
});
const WORKDAYS = { name: "workdays", weekdays: [1, 2, 3, 4, 5] } as const;
const LAMP: KeptPattern = {
  subject: "light.hall",
  action: "on",
  pick: "each",
  days: WORKDAYS,
  minute: 1086,
  spread: 5,
  departs: false,
  people: [],
};

it.each<[string, Partial<KeptPattern>, string | undefined]>([
  ["by the clock, on workdays", {}, "light.turn_on 2026-11-30T18:05"],
  ["every day", { days: { name: "every day", weekdays: [0, 1, 2, 3, 4, 5, 6] } }, "light.turn_on 2026-11-28T18:05"],
  ["with the sun, on workdays", { sun: { event: "sunset", minutes: -3 } }, "light.turn_on 2026-11-30T16:00"],
  ["long after sunset", { sun: { event: "sunset", minutes: 90 } }, undefined],
  ["what opens the house", { subject: "cover.garage", action: "open" }, undefined],
  ["what closes it", { subject: "lock.front", action: "lock", minute: 1380 }, "lock.lock 2026-11-27T23:00"],
  ["unlocking", { subject: "lock.front", action: "unlock" }, undefined],
  ["because somebody leaves", { departs: true }, undefined],
  ["of a thing that is gone", { subject: "light.gone" }, undefined],
])("a habit %s", (_, more, planned) => {
  const plan = planOfHabit({ ...LAMP, ...more }, { home, time, now });
  const sun = (_event: string, after: number) => {
    const today = time.at(`${time.date(after)}T16:00`);
    return today > after ? today : today + DAY_MS;
  };
  const dueAt = plan && nextAt(plan.when, { time, sun, now });
  expect(plan && `${plan.calls[0]?.service} ${time.iso(dueAt ?? 0).slice(0, 16)}`).toBe(planned);
});
