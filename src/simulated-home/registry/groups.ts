import type { Change } from "../devices/device.ts";
import { domainOf } from "../ids.ts";
import type { StateMachine } from "../states.ts";

/** Which state of a member makes the whole group show it, and what the group shows otherwise. */
const RULES: Readonly<Record<string, { readonly any: readonly string[]; readonly shows: string; readonly otherwise: string }>> = {
  lock: { any: ["unlocked", "open", "unlocking"], shows: "unlocked", otherwise: "locked" },
  cover: { any: ["open", "opening", "closing"], shows: "open", otherwise: "closed" },
};
const SWITCHED = { any: ["on"], shows: "on", otherwise: "off" };

/** What a group shows of its members; undefined when none of them has a state. */
export function groupState(entityId: string, members: readonly string[], states: Pick<StateMachine, "get">): Change | undefined {
  const rows = members.flatMap((member) => states.get(member) ?? []);
  const first = rows[0];
  if (!first) return undefined;
  const domain = domainOf(entityId) === "group" ? domainOf(first.entityId) : domainOf(entityId);
  const { any, shows, otherwise } = RULES[domain] ?? SWITCHED;
  const state = rows.some((row) => any.includes(row.state)) ? shows : otherwise;
  if (domainOf(entityId) !== "light") return { state };
  const levels = rows.map(({ attributes }) => attributes["brightness"]).filter((level) => typeof level === "number");
  const brightness = levels.length > 0 ? Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length) : null;
  return { state, attributes: { brightness } };
}
