import { pause } from "../../homeassistant/connection/pacing.ts";
import { isRecord } from "../../text/is-record.ts";
import type { Bus, Context } from "../bus.ts";
import type { FurnishedBlueprint } from "../furnishing.ts";
import type { House } from "../house.ts";
import { domainOf, hexId, isoTime } from "../ids.ts";
import { Refusal } from "../refusal.ts";
import type { Registries } from "../registries.ts";
import type { StateMachine } from "../states.ts";
import { answers } from "../tables/tables.ts";
import { configId, routineConfig } from "./routine-config.ts";
import { conditionsHold, runSteps, type StepWorld } from "./routine-steps.ts";
import { rendered, type Variables } from "./templates.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Makes a call of a routine (`by`: its entity id); rejects with a Refusal. */
export type NestedCall = (call: {
  readonly by: string;
  readonly service: string;
  readonly data: Fields;
  readonly target: Fields;
  readonly wantsResponse: boolean;
  readonly context: Context;
}) => Promise<unknown>;

export interface RoutineParts {
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly house: House;
  readonly registries: Registries;
  readonly blueprints: readonly FurnishedBlueprint[];
  readonly call: NestedCall;
}

/** Scripts, automations and scenes: each does what its config says by calling services. */
export function createRoutines({ bus, states, house, registries, blueprints, call }: RoutineParts) {
  /** What ends a run, by the entity that runs. */
  const running = new Map<string, AbortController>();
  const traces = createTraces();

  const configOf = (entityId: string): Fields => {
    const furnished = house.furnished(entityId);
    return furnished ? routineConfig(furnished, blueprints) : {};
  };
  const nameOf = (entityId: string) => String(states.get(entityId)?.attributes["friendly_name"] ?? entityId);
  const itemOf = (entityId: string) => {
    const furnished = house.furnished(entityId);
    return furnished && configId(furnished);
  };
  const run = async (
    entityId: string,
    sequence: unknown,
    context: Context,
    variables: Variables,
    paused?: () => void,
    ends?: ReturnType<ReturnType<typeof createTraces>["begin"]>,
  ) => {
    const isScript = domainOf(entityId) === "script";
    const own = new AbortController();
    running.set(entityId, own);
    const last_triggered = isoTime(bus.now());
    house.report(entityId, { ...(isScript && { state: "on" }), attributes: { last_triggered, current: 1 } }, context);
    const world: StepWorld = {
      states,
      call: (service, data, target, wantsResponse) => call({ by: entityId, service, data, target, wantsResponse, context }),
      fire: (type, data) => bus.fire(type, data, context),
      entityOf: (id) => registries.entities.values().find((row) => row["id"] === id)?.entity_id ?? id,
      pause: (ms) => {
        paused?.();
        return pause(ms, own.signal);
      },
      ended: () => own.signal.aborted,
    };
    try {
      await runSteps(sequence, world, variables);
      ends?.(bus.now(), "finished");
    } catch (error) {
      ends?.(bus.now(), "error", error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      running.delete(entityId);
      if (states.get(entityId)) house.report(entityId, { ...(isScript && { state: "off" }), attributes: { current: 0 } }, context);
    }
  };
  /** Runs an automation in a context of its own, whatever its conditions; `source` is what triggered it (`state of switch.wall`), `saw` what it saw. Its failures are nobody's. */
  const trigger = async (entityId: string, cause: Context | undefined, source?: string, saw: Fields = {}): Promise<void> => {
    if (running.has(entityId)) return;
    const context = bus.newContext({ parentId: cause?.id ?? null });
    const [item_id, run_id, config] = [itemOf(entityId), hexId(), configOf(entityId)];
    const about = { name: nameOf(entityId), entity_id: entityId, ...(source && { source }), item_id, run_id };
    const ends = traces.begin({
      ...{ item_id: item_id ?? "", run_id, contextId: context.id, config, startedAt: bus.now() },
      trigger: { idx: "0", platform: source?.split(" ")[0], description: source ?? null, now: isoTime(bus.now()), ...saw },
    });
    bus.fire("automation_triggered", about, context);
    await run(entityId, config["actions"] ?? config["action"], context, {}, undefined, ends).catch((error: unknown) => {
      // Home Assistant only logs and traces what goes wrong in an automation.
      if (!(error instanceof Refusal)) throw error;
    });
  };
  const stopListening = bus.listen((event) => {
    const { entity_id, old_state, new_state } = event.data;
    if (event.event_type !== "state_changed" || !old_state || !new_state) return;
    const [from, to] = [old_state, new_state].map((state) => String((state as Fields)["state"]));
    for (const automation of house.automations) {
      if (states.get(automation)?.state !== "on") continue;
      const config = configOf(automation);
      const triggers = [config["triggers"] ?? config["trigger"] ?? []].flat() as Fields[];
      const fits = triggers.some(
        (each) =>
          each["trigger"] === "state" &&
          [each["entity_id"]].flat().includes(entity_id) &&
          from !== to &&
          isAmong(each["to"], to) &&
          isAmong(each["from"], from) &&
          !(each["not_from"] !== undefined && isAmong(each["not_from"], from)) &&
          !(each["not_to"] !== undefined && isAmong(each["not_to"], to)),
      );
      const fill = (value: unknown) => rendered(value, {}, states);
      if (fits && conditionsHold(config["conditions"] ?? config["condition"], { states, fill }))
        void trigger(automation, event.context, `state of ${String(entity_id)}`, { entity_id, from_state: old_state, to_state: new_state });
    }
  });

  return {
    /** Runs a script to its end in the context of the call; one that runs already is left alone. Rejects with the Refusal of a step. */
    async runScript(entityId: string, variables: Variables, context: Context, paused?: () => void): Promise<void> {
      if (running.has(entityId)) return;
      bus.fire("script_started", { name: nameOf(entityId), entity_id: entityId, item_id: itemOf(entityId), run_id: hexId() }, context);
      await run(entityId, configOf(entityId)["sequence"], context, variables, paused);
    },
    trigger,
    traces,
    end(entityId: string): void {
      running.get(entityId)?.abort();
    },
    /** Brings the entities to the states of a scene, `by` the scene or whoever lists them. */
    async applyScene(by: string, wanted: Fields, context: Context): Promise<void> {
      for (const [entityId, state] of Object.entries(wanted)) {
        const row = states.get(entityId);
        if (!row) continue;
        const calls = callsToState(entityId, state, row.state);
        for (const { service, data } of calls ?? []) {
          await call({ by, service, data: { ...data, entity_id: entityId }, target: {}, wantsResponse: false, context });
        }
        if (calls) continue;
        const { state: shown, ...attributes }: Fields = isRecord(state) ? state : { state };
        house.report(entityId, { state: String(shown), attributes }, context);
      }
    },
    [Symbol.dispose](): void {
      stopListening();
      for (const own of running.values()) own.abort();
    },
  };
}

/** One of several states, or any where none is named. */
function isAmong(wanted: unknown, state: string | undefined): boolean {
  return wanted === undefined || [wanted].flat().some((one) => one === state);
}

const LIGHT = ["brightness", "color_temp_kelvin", "hs_color", "rgb_color", "xy_color", "effect"];
const SWITCHED = ["light", "switch", "input_boolean", "fan", "humidifier", "media_player", "siren", "group"];

interface SceneCall {
  /** `domain.service` */
  readonly service: string;
  readonly data: Fields;
}

/** The calls by which a scene brings an entity to a state, `"on"` or `{ state, … }`. Undefined when there is no service for that. */
function callsToState(entityId: string, wanted: unknown, now: string | undefined): readonly SceneCall[] | undefined {
  const domain = domainOf(entityId);
  const { state: wantedState, ...more }: Fields = isRecord(wanted) ? wanted : { state: wanted };
  const state = typeof wantedState === "boolean" ? (wantedState ? "on" : "off") : String(wantedState);
  const call = (service: string, data: Fields = {}): SceneCall => ({ service: `${domain}.${service}`, data });
  const named = answers.by_state[domain]?.[state];
  if (named) return state === now ? [] : [call(named)];
  if (!SWITCHED.includes(domain) || (state !== "on" && state !== "off")) return undefined;
  const light = state === "on" && domain === "light" ? Object.entries(more).filter(([key]) => LIGHT.includes(key)) : [];
  return [call(`turn_${state}`, Object.fromEntries(light))];
}

/** Home Assistant keeps so many of each automation. */
const MOST_TRACES = 5;

interface Traced {
  readonly item_id: string;
  readonly run_id: string;
  readonly contextId: string;
  readonly trigger: Fields;
  readonly config: Fields;
  readonly startedAt: number;
  endedAt?: number;
  execution?: "finished" | "failed_conditions" | "error";
  error?: string;
}

/** Traces of automations, as `trace/list`, `trace/contexts` and `trace/get` tell them. */
function createTraces() {
  const byItem = new Map<string, Traced[]>();

  const short = ({ item_id, run_id, trigger, startedAt, endedAt, execution, error }: Traced): Fields => ({
    domain: "automation",
    item_id,
    run_id,
    // the first step stands for whichever failed
    last_step: error === undefined ? null : "action/0",
    state: endedAt === undefined ? "running" : "stopped",
    script_execution: execution ?? null,
    timestamp: { start: isoTime(startedAt), finish: endedAt === undefined ? null : isoTime(endedAt) },
    trigger: trigger["description"] ?? null,
    ...(error !== undefined && { error }),
  });

  return {
    /** What to call when the run is through. */
    begin(run: Pick<Traced, "item_id" | "run_id" | "contextId" | "trigger" | "config" | "startedAt">) {
      const traced: Traced = { ...run };
      const kept = byItem.get(run.item_id) ?? [];
      byItem.set(run.item_id, [...kept, traced].slice(-MOST_TRACES));
      return (at: number, execution: Traced["execution"], error?: string): void => {
        Object.assign(traced, { endedAt: at, execution, ...(error !== undefined && { error }) });
      };
    },
    list: (itemId?: string): readonly Fields[] =>
      (itemId === undefined ? [...byItem.values()].flat() : (byItem.get(itemId) ?? [])).map(short),
    contexts: (itemId: string): Fields =>
      Object.fromEntries(
        (byItem.get(itemId) ?? []).map(({ contextId, item_id, run_id }) => [contextId, { domain: "automation", item_id, run_id }]),
      ),
    get(itemId: string, runId: string): Fields {
      const traced = byItem.get(itemId)?.find(({ run_id }) => run_id === runId);
      if (!traced) throw new Refusal("not_found", "The trace could not be found");
      const { trigger, config } = traced;
      return { ...short(traced), config, trace: { "trigger/0": [{ path: "trigger/0", changed_variables: { trigger } }] } };
    },
  };
}
