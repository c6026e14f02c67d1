import { isRecord } from "../../text/is-record.ts";
import { canonicalJson } from "../../text/json.ts";
import { isKnown } from "../registry/state-words.ts";
import type { EntityState, StateStore } from "../registry/states.ts";
import type { ResolvedCall, ServiceCall } from "../services/services.ts";

/** Attributes that a service can set back. */
const SETTABLE = [
  ...["brightness", "color_temp_kelvin", "hs_color", "percentage", "preset_mode", "current_position", "current_tilt_position"],
  ...["temperature", "target_temp_low", "target_temp_high", "humidity", "fan_mode", "volume_level", "is_volume_muted", "source"],
] as const;
/** The most members of a group whose states are kept. */
const MOST_MEMBERS = 50;

type Before = Readonly<Record<string, unknown>>;

/** Called before an action, gives what tells after it what was otherwise before: the state and what a service can set back, of a group of its members. */
export function changedFrom(entityId: string, states: Pick<StateStore, "get">): (isMoving: boolean) => { readonly before?: Before } {
  const before = states.get(entityId);
  const members = [before?.attributes["entity_id"] ?? []].flat().slice(0, MOST_MEMBERS).map(String);
  // a group says nothing of its members; how those were is known only now
  const kept = members.map((member) => [member, differing(states.get(member), undefined)] as const);
  return (isMoving) => {
    // what is on its way may not have changed yet
    const changed =
      members.length > 0 ? { members: Object.fromEntries(kept) } : differing(before, isMoving ? undefined : states.get(entityId));
    return Object.keys(changed).length > 0 ? { before: changed } : {};
  };
}

function differing(before: EntityState | undefined, after: EntityState | undefined): Before {
  if (!before) return {};
  const values = [
    ["state", before.state, after?.state] as const,
    ...SETTABLE.map((name) => [name, before.attributes[name], after?.attributes[name]] as const),
  ];
  const changed = values.filter(([, was, is]) => was !== undefined && was !== null && JSON.stringify(was) !== JSON.stringify(is));
  return Object.fromEntries(changed.map(([name, was]) => [name, was]));
}

/** Services without fields that bring a state back, by domain. */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(
    ["switch", "input_boolean", "siren", "remote", "humidifier", "automation"].map((domain) => [
      domain,
      { on: "turn_on", off: "turn_off" },
    ]),
  ),
  light: { off: "turn_off" },
  fan: { on: "turn_on", off: "turn_off" },
  cover: { open: "open_cover", closed: "close_cover" },
  valve: { open: "open_valve", closed: "close_valve" },
  lock: { locked: "lock", unlocked: "unlock" },
  vacuum: { docked: "return_to_base", cleaning: "start", paused: "pause", idle: "stop" },
  lawn_mower: { docked: "dock", mowing: "start_mowing", paused: "pause" },
  alarm_control_panel: {
    disarmed: "alarm_disarm",
    ...Object.fromEntries(["home", "away", "night", "vacation"].map((mode) => [`armed_${mode}`, `alarm_arm_${mode}`])),
  },
  media_player: { off: "turn_off", standby: "turn_off", playing: "media_play", paused: "media_pause" },
};

/** Services with the field that takes a state, by domain. */
const VALUES: Readonly<Record<string, readonly [service: string, field: string]>> = {
  climate: ["set_hvac_mode", "hvac_mode"],
  input_number: ["set_value", "value"],
  number: ["set_value", "value"],
  counter: ["set_value", "value"],
  input_select: ["select_option", "option"],
  select: ["select_option", "option"],
};

/** Services that set attributes back, by domain: the service, and its field for each attribute. */
const ATTRIBUTES: Readonly<Record<string, readonly (readonly [service: string, fields: Readonly<Record<string, string>>])[]>> = {
  fan: [
    ["set_percentage", { percentage: "percentage" }],
    ["set_preset_mode", { preset_mode: "preset_mode" }],
  ],
  cover: [
    ["set_cover_position", { current_position: "position" }],
    ["set_cover_tilt_position", { current_tilt_position: "tilt_position" }],
  ],
  valve: [["set_valve_position", { current_position: "position" }]],
  climate: [
    ["set_temperature", { temperature: "temperature", target_temp_low: "target_temp_low", target_temp_high: "target_temp_high" }],
    ["set_preset_mode", { preset_mode: "preset_mode" }],
    ["set_fan_mode", { fan_mode: "fan_mode" }],
    ["set_humidity", { humidity: "humidity" }],
  ],
  water_heater: [["set_temperature", { temperature: "temperature" }]],
  humidifier: [["set_humidity", { humidity: "humidity" }]],
  media_player: [
    ["volume_set", { volume_level: "volume_level" }],
    ["volume_mute", { is_volume_muted: "is_volume_muted" }],
    ["select_source", { source: "source" }],
  ],
};

/** Positions that a cover's or valve's own state says. */
const TRAVELLED: ReadonlySet<unknown> = new Set([0, 100]);

/** Calls that bring a thing back to what it was; none where no service does. Its mode comes first, then what that mode has. */
function restoring(entityId: string, { members, state, ...before }: Before): readonly ServiceCall[] {
  if (isRecord(members)) return Object.entries(members).flatMap(([member, was]) => (isRecord(was) ? restoring(member, was) : []));
  const [domain = ""] = entityId.split(".");
  const call = (service: string, data: ServiceCall["data"] = {}): ServiceCall => ({
    service: `${domain}.${service}`,
    target: { entityId: [entityId] },
    data,
  });
  if (domain === "light" && state !== "off") {
    const { brightness, color_temp_kelvin, hs_color } = before;
    const colour = color_temp_kelvin === undefined ? { hs_color } : { color_temp_kelvin };
    const data = Object.fromEntries(Object.entries({ brightness, ...colour }).filter(([, value]) => value !== undefined));
    return state === undefined && Object.keys(data).length === 0 ? [] : [call("turn_on", data)];
  }
  const travels = "current_position" in before && !TRAVELLED.has(before.current_position);
  const own = typeof state === "string" && !travels ? STATES[domain]?.[state] : undefined;
  const [service = "", field = ""] = (typeof state === "string" ? VALUES[domain] : undefined) ?? [];
  const isOff = state === "off" || state === "standby";
  const byState = [...(own === undefined ? [] : [call(own)]), ...(service === "" ? [] : [call(service, { [field]: settingOf(state) })])];
  // what a thing had while it was off, or comes back to by its state, is its own business
  if (isOff || (own !== undefined && domain !== "fan")) return byState;
  const byAttributes = (ATTRIBUTES[domain] ?? []).flatMap(([name, fields]) => {
    const data = Object.entries(fields).flatMap(([attribute, as]) => (attribute in before ? [[as, before[attribute]] as const] : []));
    return data.length === 0 ? [] : [call(name, Object.fromEntries(data))];
  });
  return [...byState, ...byAttributes];
}

/** The calls that bring what a call sets back to how it is now; undefined where that is not known of one of its things, or no service does. */
export function bringingBack(
  { service, entityIds }: Pick<ResolvedCall, "service" | "entityIds">,
  states: Pick<StateStore, "get">,
): readonly ServiceCall[] | undefined {
  const calls = entityIds.map((entityId) => {
    const { before } = changedFrom(entityId, states)(true);
    return before && isKnown(states.get(entityId)?.state) ? restoring(entityId, setBy(service, before)) : [];
  });
  return calls.length === 0 || calls.some(({ length }) => length === 0) ? undefined : joined(calls.flat());
}

/** Of how a thing is what a service sets: a setting, or its state; a light has both in one. */
function setBy(service: string, before: Before): Before {
  const [domain = "", name] = service.split(".");
  if (domain === "light" || "members" in before) return before;
  const [, fields = { state: "" }] = ATTRIBUTES[domain]?.find(([own]) => own === name) ?? [];
  return Object.fromEntries(Object.entries(before).filter(([attribute]) => Object.hasOwn(fields, attribute)));
}

function settingOf(state: unknown): unknown {
  return state !== "" && Number.isFinite(Number(state)) ? Number(state) : state;
}

/** Items that Home Assistant finds by an id of its own cannot be put back by their words. */
const ITEM_ID = /^[\da-f-]{20,}$/i;

/** The change of a list the other way round. */
const LISTED: Readonly<Record<string, (data: ServiceCall["data"]) => readonly (readonly [service: string, data: ServiceCall["data"]])[]>> =
  {
    "todo.add_item": ({ item }) => [["todo.remove_item", { item }]],
    "todo.remove_item": ({ item }) => [item].flat().flatMap((one) => (ITEM_ID.test(String(one)) ? [] : [["todo.add_item", { item: one }]])),
    "todo.update_item": ({ item, rename, status }) => [
      [
        "todo.update_item",
        {
          item: rename ?? item,
          ...(rename !== undefined && { rename: item }),
          ...(status !== undefined && { status: status === "completed" ? "needs_action" : "completed" }),
        },
      ],
    ],
  };

/** An action that was done, with what its things were before. */
interface Done {
  readonly service: string;
  readonly data: ServiceCall["data"];
  readonly targets: readonly { readonly entityId: string; readonly outcome: string; readonly before?: Before | undefined }[];
}

/** Outcomes after which nothing is otherwise than before. */
const UNCHANGED: ReadonlySet<string> = new Set(["already", "failed", "no-change"]);

/** The calls that take an action back, by what its things were before, and the things (or "" for a call without any) of which it cannot be taken back. */
export function inverseOf({ service, data, targets }: Done): { readonly calls: readonly ServiceCall[]; readonly left: readonly string[] } {
  const changed = targets.filter(({ outcome }) => !UNCHANGED.has(outcome));
  const found = changed.map(({ entityId, before = {} }) => {
    const listed = LISTED[service]?.(data).map(([name, fields]) => ({ service: name, target: { entityId: [entityId] }, data: fields }));
    return { entityId, calls: listed ?? restoring(entityId, before) };
  });
  return {
    calls: joined(found.flatMap(({ calls }) => calls)),
    left: found.flatMap(({ entityId, calls }) => (calls.length === 0 ? entityId : [])),
  };
}

/** Calls that differ in their things alone as one. */
function joined(calls: readonly ServiceCall[]): readonly ServiceCall[] {
  const alike = Map.groupBy(calls, ({ service, data }) => canonicalJson([service, data]));
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? { ...first, target: { entityId: [first, ...others].flatMap(({ target }) => target.entityId ?? []) } } : [],
  );
}
