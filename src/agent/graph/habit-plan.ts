import { type Clockwork, type Trigger, weeklyAt } from "../../attention/trigger.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { isGateway } from "../../homeassistant/registry/openings.ts";
import type { ServiceCall } from "../../homeassistant/services/services.ts";
import { LIGHTS_OF_AREA } from "../../memory/habits/user-actions.ts";
import type { KeptPattern } from "../../storage/facts/habits.ts";

/** Nobody looks at the clock for a lamp: a suggestion says a round time. */
const ROUND_MINUTES = 5;
/** What follows the sun so closely happens with it. */
const WITH_SUN_MINUTES = 15;

/** What a habit does, as a plan that repeats. */
export interface HabitPlan {
  readonly calls: readonly ServiceCall[];
  readonly when: Trigger;
}

/** A habit as a plan; undefined for what is not done without a person: what opens or disarms the house, what happens because somebody leaves, and what no plan can tell. */
export function planOfHabit(
  pattern: KeptPattern,
  { home, time, now }: { readonly home: Pick<Home, "find" | "exposed">; readonly time: Clockwork["time"]; readonly now: number },
): HabitPlan | undefined {
  const { subject, days, minute, sun, departs } = pattern;
  const area = subject.startsWith(LIGHTS_OF_AREA) ? subject.slice(LIGHTS_OF_AREA.length) : undefined;
  const entities =
    area === undefined
      ? [home.find(subject) ?? []].flat()
      : home.exposed().filter((entity) => entity.domain === "light" && entity.area?.areaId === area);
  const [first] = entities;
  if (!first || departs || isGateway(first)) return undefined;
  const done = serviceOf(pattern, first.domain);
  if (!done || (sun && Math.abs(sun.minutes) > WITH_SUN_MINUTES)) return undefined;
  const rounded = (Math.round(minute / ROUND_MINUTES) * ROUND_MINUTES) % (24 * 60);
  const when: Trigger = sun
    ? { kind: "sun", event: sun.event, repeats: true, ...(days.weekdays.length < 7 && { weekdays: [...days.weekdays] }) }
    : weeklyAt(days.weekdays, rounded, time.date(now));
  return { calls: [{ ...done, target: { entityId: entities.map(({ entityId }) => entityId) } }], when };
}

function serviceOf({ action, value }: KeptPattern, domain: string): Pick<ServiceCall, "service" | "data"> | undefined {
  switch (action) {
    case "on":
      return { service: `${domain}.turn_on`, data: {} };
    case "off":
      return { service: `${domain}.turn_off`, data: {} };
    case "open":
    case "close":
      return domain === "cover" ? { service: `cover.${action}_cover`, data: {} } : undefined;
    case "lock":
      return { service: "lock.lock", data: {} };
    case "set":
      return domain === "climate" && value !== undefined ? { service: "climate.set_temperature", data: { temperature: value } } : undefined;
    default:
      return undefined;
  }
}
