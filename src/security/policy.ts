import { createHash } from "node:crypto";

/** A call as policy judges it: exact entity ids, nothing symbolic. Same shape as homeassistant's ResolvedCall. */
export interface JudgedCall {
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is known of a target when the decision is made. */
export interface TargetFacts {
  readonly entityId: string;
  readonly deviceClass: string | undefined;
}

export type Role = "owner" | "adult" | "child" | "guest";

/** The seed's M7 lists (plan §M7), as the options hold them. Entries are domains, or services where it says so. */
export interface PolicyLists {
  readonly allowedDomains: readonly string[];
  readonly restrictedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
  /** Services, `domain.service`. */
  readonly requireConfirmation: readonly string[];
}

export interface DecisionInput {
  readonly actionId: string;
  readonly call: JudgedCall;
  readonly targets: readonly TargetFacts[];
  readonly lists: PolicyLists;
  /** Whether Home Assistant lists the service. */
  readonly serviceExists: boolean;
  /** The request is old: what it asks for may not be wanted any more. */
  readonly late: boolean;
  /** The same service and target ended `unknown` earlier in this session. */
  readonly unknownBefore: boolean;
  /** The arguments' hash that a person said yes to, if one did. */
  readonly approvedHash?: string;
  /** Milliseconds since the epoch, when the decision is made. */
  readonly now: number;
}

export type Verdict =
  | { readonly outcome: "allow"; readonly rule: string; readonly permit: Permit }
  | { readonly outcome: "confirm"; readonly rule: string }
  | { readonly outcome: "deny"; readonly rule: string };

/** A permit is used at once; one that was kept is worth nothing. */
const PERMIT_LIFETIME_MS = 5_000;

const issued = new WeakSet<object>();
const MINT = Symbol("mint");

/** The right to make one exact call, once, now. Only `decide` makes one; `spendPermit` tells at run time. */
class PermitToAct {
  readonly actionId: string;
  readonly call: JudgedCall;
  readonly expiresAt: number;

  constructor(mint: typeof MINT, actionId: string, call: JudgedCall, expiresAt: number) {
    if (mint !== MINT) throw new TypeError("a permit is made by policy only");
    this.actionId = actionId;
    this.call = call;
    this.expiresAt = expiresAt;
    Object.freeze(this);
    issued.add(this);
  }

  /** Takes the permit back: true the first time for a permit that policy made and whose time has not passed, false ever after. */
  static spend(permit: PermitToAct, now: number): boolean {
    return issued.delete(permit) && now <= permit.expiresAt;
  }
}

export type Permit = PermitToAct;
export const spendPermit = PermitToAct.spend;

/** Domains whose every service needs a person's yes, whatever the lists say. */
const CONFIRM_DOMAINS: ReadonlySet<string> = new Set([
  "lock",
  "alarm_control_panel",
  "valve",
  "siren",
  "script",
  "automation",
  "scene",
  "mqtt",
  "button",
  "input_button",
  // what runs code or writes raw to devices
  "shell_command",
  "python_script",
  "pyscript",
  "rest_command",
  "command_line",
  "zwave_js",
  "zha",
  "modbus",
  "knx",
  "esphome",
  "remote",
  "hassio",
  "backup",
  "recorder",
  "update",
  "system_log",
  "logger",
  "persistent_notification",
  "notify",
  "tts",
  "camera",
  "input_text",
]);

/** Services that would do something to the house behind the gate's back: sentences run as commands, our own way to the chats. */
const BYPASSING_DOMAINS: ReadonlySet<string> = new Set(["conversation", "telegram_bot", "assist_satellite", "ai_task"]);

const CONFIRM_COVER_CLASSES: ReadonlySet<string> = new Set(["garage", "door", "gate"]);

/** Domains that do nothing outside a room's comfort: the only ones that go without a yes. Everything not named here asks. */
const FREE_DOMAINS: ReadonlySet<string> = new Set([
  "light",
  "switch",
  "fan",
  "climate",
  "humidifier",
  "media_player",
  "cover",
  "vacuum",
  "input_boolean",
  "input_number",
  "input_select",
  "input_datetime",
  "number",
  "select",
  "timer",
  "counter",
  "todo",
  "shopping_list",
  "water_heater",
  "lawn_mower",
  "calendar",
  "weather",
]);

/** Services of free domains that hand a device raw commands. */
const RAW_SERVICES: ReadonlySet<string> = new Set(["vacuum.send_command"]);

/** Targets by another name: what they stand for was not looked at, so a person does. */
const SYMBOLIC_FIELDS: readonly string[] = ["device_id", "area_id", "floor_id", "label_id"];

/** Same call, same hash: SHA-256 over service, sorted entity ids and data with sorted keys. */
export function hashCall(call: JudgedCall): string {
  return createHash("sha256")
    .update(JSON.stringify([call.service, [...call.entityIds].sort(), canonical(call.data)]))
    .digest("hex");
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, canonical(inner)]));
}

/** A copy that nobody can change any more: what is judged is what is called. */
function frozenCall({ service, entityIds, data }: JudgedCall): JudgedCall {
  return Object.freeze({ service, entityIds: Object.freeze([...entityIds]), data: deepFreeze(structuredClone(data)) });
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** Decides one call. Pure; deny by default. `rule` names the rule that decided, for the record and the answer. */
export function decide(input: DecisionInput): Verdict {
  const call = frozenCall(input.call);
  const { outcome, rule } = judge({ ...input, call });
  if (outcome === "deny") return { outcome, rule };
  if (outcome === "confirm" && input.approvedHash !== hashCall(call)) return { outcome, rule };
  const permit = new PermitToAct(MINT, input.actionId, call, input.now + PERMIT_LIFETIME_MS);
  return { outcome: "allow", rule: outcome === "confirm" ? `${rule}:approved` : rule, permit };
}

function judge(input: DecisionInput): { outcome: "allow" | "confirm" | "deny"; rule: string } {
  const { call, lists } = input;
  const [domain = ""] = call.service.split(".");
  const touched = touchedEntities(input);
  const domains = new Set([domain, ...touched.map(({ entityId }) => entityId.split(".")[0] ?? "")]);
  const listed = (list: readonly string[]) => [...domains].some((name) => list.includes(name));
  if (!input.serviceExists) return { outcome: "deny", rule: "unknown_service" };
  if (BYPASSING_DOMAINS.has(domain)) return { outcome: "deny", rule: "bypasses_policy" };
  if (listed(lists.blockedDomains) || lists.blockedDomains.includes(call.service)) return { outcome: "deny", rule: "blocked_domain" };
  if (!lists.allowedDomains.includes("*") && ![...domains].every((name) => lists.allowedDomains.includes(name))) {
    return { outcome: "deny", rule: "not_allowed_domain" };
  }
  if (lists.requireConfirmation.includes(call.service)) return { outcome: "confirm", rule: "require_confirmation" };
  if (listed(lists.restrictedDomains)) return { outcome: "confirm", rule: "restricted_domain" };
  const risky = [...domains].find((name) => CONFIRM_DOMAINS.has(name));
  if (risky) return { outcome: "confirm", rule: `risky_domain:${risky}` };
  if (opensEntry(domain, touched)) return { outcome: "confirm", rule: "entry_cover" };
  if (RAW_SERVICES.has(call.service)) return { outcome: "confirm", rule: "raw_service" };
  if (SYMBOLIC_FIELDS.some((field) => Object.hasOwn(call.data, field))) return { outcome: "confirm", rule: "symbolic_target" };
  if (![...domains].every((name) => FREE_DOMAINS.has(name))) return { outcome: "confirm", rule: "unlisted_domain" };
  if (input.unknownBefore) return { outcome: "confirm", rule: "unknown_before" };
  if (input.late) return { outcome: "confirm", rule: "late" };
  return { outcome: "allow", rule: "free_domain" };
}

/** Every entity that the call names, also among its data and also without facts: nothing is free because nobody looked at it. */
function touchedEntities({ call, targets }: DecisionInput): readonly TargetFacts[] {
  const inData = [call.data.entity_id ?? []].flat().flatMap((ids) =>
    String(ids)
      .split(",")
      .map((id) => id.trim().toLowerCase()),
  );
  const known = new Set(targets.map(({ entityId }) => entityId));
  const unseen = [...call.entityIds, ...inData].filter((entityId) => !known.has(entityId));
  return [...targets, ...unseen.map((entityId) => ({ entityId, deviceClass: undefined }))];
}

/** A cover that lets people in, or one of which nobody knows what it is: no class, no facts, no target named. */
function opensEntry(domain: string, touched: readonly TargetFacts[]): boolean {
  if (domain === "cover" && touched.length === 0) return true;
  return touched.some(
    ({ entityId, deviceClass }) => entityId.startsWith("cover.") && (!deviceClass || CONFIRM_COVER_CLASSES.has(deviceClass)),
  );
}
