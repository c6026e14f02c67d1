import { describe, expect, test } from "vitest";
import { effectsOf } from "../../../src/security/effects/effects.ts";
import { actionWorld } from "../action-world.ts";

const HELPER = "input_boolean.visit";
const unlock = { action: "lock.unlock", target: { entity_id: "lock.front" } };
const state = (entity_id: string) => ({ trigger: "state", entity_id });
const when = (triggers: unknown, actions: unknown, more: object = {}) => ({ triggers, actions, ...more });
const never = { trigger: "sun", event: "sunset" };

describe("a chain is followed to its end", () => {
  const on = (entity_id: string) => ({ action: "input_boolean.turn_on", target: { entity_id } });
  const timer = (entity_id: string) => ({ action: "timer.start", target: { entity_id } });
  const ended = (entity_id: string) => ({ trigger: "event", event_type: "timer.finished", event_data: { entity_id } });
  const run = (entity_id: string) => ({ action: "script.turn_on", target: { entity_id } });
  /** Each link causes the next; the last one does what is risky. */
  const chains: Readonly<Record<string, (length: number) => Record<string, unknown>>> = {
    helpers: (length) =>
      chain(
        length,
        (i, next) => ({ [`automation.n${i}`]: when(state(`input_boolean.n${i}`), [next ?? unlock]) }),
        (i) => on(`input_boolean.n${i}`),
      ),
    timers: (length) => ({
      "automation.first": when(state("input_boolean.n0"), [timer("timer.n0")]),
      ...chain(
        length,
        (i, next) => ({ [`automation.n${i}`]: when(ended(`timer.n${i}`), [next ?? unlock]) }),
        (i) => timer(`timer.n${i}`),
      ),
    }),
    scripts: (length) => ({
      "automation.first": when(state("input_boolean.n0"), [run("script.n0")]),
      ...chain(
        length,
        (i, next) => ({ [`script.n${i}`]: { sequence: [next ?? unlock] } }),
        (i) => run(`script.n${i}`),
      ),
    }),
    "scripts and automations": (length) =>
      chain(
        length,
        (i, next) => ({
          [`automation.n${i}`]: when(state(`input_boolean.n${i}`), [run(`script.n${i}`)]),
          [`script.n${i}`]: { sequence: [next ?? unlock] },
        }),
        (i) => on(`input_boolean.n${i}`),
      ),
    "what a siren depends on": (length) => ({
      ...chain(
        length,
        (i, next) => ({ [`automation.n${i}`]: when(state(`input_boolean.n${i}`), [next ?? on(HELPER)]) }),
        (i) => on(`input_boolean.n${i}`),
      ),
      "automation.siren": when(never, [unlock], { conditions: [{ condition: "state", entity_id: HELPER, state: "off" }] }),
    }),
  };
  function chain(length: number, link: (at: number, next: object | undefined) => object, leadTo: (at: number) => object) {
    const links = Array.from({ length }, (_, i) => link(i, i + 1 < length ? leadTo(i + 1) : undefined));
    return Object.assign({}, ...links) as Record<string, unknown>;
  }

  const risk = async (routines: Record<string, unknown>) => {
    const helpers = Object.keys(routines).flatMap((_, i) => [`input_boolean.n${i}`, `timer.n${i}`]);
    const ids = [...helpers, HELPER, ...Object.keys(routines)].map((entityId) => ({ entityId, state: "on" }));
    const { read } = actionWorld({ entities: [...ids, { entityId: "lock.front" }], routines });
    const found = effectsOf(await read("input_boolean.turn_on", "input_boolean.n0"), new Map()).map(({ effect }) => effect);
    return found.filter((effect) => ["unlock", "safeguard", "unknown"].includes(effect));
  };

  const lengths = [8, 9, 12, 20, 40];
  test.each(Object.keys(chains).flatMap((kind) => lengths.map((length) => [kind, length] as const)))(
    "%s, %i links",
    async (kind, length) => {
      expect(await risk(chains[kind]?.(length) ?? {})).toContain(kind === "what a siren depends on" ? "safeguard" : "unlock");
    },
  );

  test.each<[kind: string, length: number]>([
    ["helpers", 300],
    ["helpers", 600],
    ["scripts", 60],
  ])("of %s, %i links ask, whether or not they are followed", async (kind, length) => {
    expect(await risk(chains[kind]?.(length) ?? {})).toEqual([length === 300 ? "unlock" : "unknown"]);
  });
});
