import { createHash } from "node:crypto";
import type { Origin } from "./origin.ts";

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

/** The four lists of the options. Entries are domains, or services where it says so. */
export interface PolicyLists {
  readonly allowedDomains: readonly string[];
  readonly restrictedDomains: readonly string[];
  readonly blockedDomains: readonly string[];
  /** Services, `domain.service`. */
  readonly requireConfirmation: readonly string[];
}

export interface DecisionInput {
  /** Where the request came in. */
  readonly channel: string;
  readonly role: Role;
  /** Of the request itself. */
  readonly origin: Origin;
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

const MINT = Symbol("mint");

/** The right to make one exact call, once, now. Only `decide` makes one; `spendPermit` tells at run time. */
class PermitToAct {
  readonly actionId: string;
  readonly call: JudgedCall;
  readonly expiresAt: number;
  #spent = false;

  constructor(mint: typeof MINT, actionId: string, call: JudgedCall, expiresAt: number) {
    if (mint !== MINT) throw new TypeError("a permit is made by policy only");
    this.actionId = actionId;
    this.call = call;
    this.expiresAt = expiresAt;
    Object.freeze(this);
  }

  /** Takes the permit back: true the first time for a permit that policy made and whose time has not passed, false ever after. */
  static spend(permit: PermitToAct, now: number): boolean {
    // A private field is on what the constructor made and on nothing else: no copy, proxy or heir has it.
    const given: unknown = permit;
    if (typeof given !== "object" || given === null || !(#spent in given) || given.#spent) return false;
    given.#spent = true;
    return now <= given.expiresAt;
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

/** Services that set other entities' states by their data: each of those has a service of its own that can be judged. */
const BYPASSING_SERVICES: ReadonlySet<string> = new Set(["scene.apply", "scene.create", "group.set"]);

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

/** Services of free domains that hand a device raw commands, or any address to fetch. */
const RAW_SERVICES: ReadonlySet<string> = new Set(["vacuum.send_command", "media_player.play_media"]);

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
  const { outcome, rule } = forRole(judge({ ...input, call }), input.role);
  if (outcome === "deny") return { outcome, rule };
  if (outcome === "confirm" && input.approvedHash !== hashCall(call)) return { outcome, rule };
  const permit = new PermitToAct(MINT, input.actionId, call, input.now + PERMIT_LIFETIME_MS);
  return { outcome: "allow", rule: outcome === "confirm" ? `${rule}:approved` : rule, permit };
}

/** Rules that ask because of when something was said, not of what it does: anybody can answer that. */
const HARMLESS_RULES: ReadonlySet<string> = new Set(["late", "unknown_before"]);

/** A guest's yes opens no doors: what is risky is not theirs to allow. */
function forRole(judged: Judgement, role: Role): Judgement {
  const risky = judged.outcome === "confirm" && !HARMLESS_RULES.has(judged.rule);
  return role === "guest" && risky ? { outcome: "deny", rule: `guest:${judged.rule}` } : judged;
}

interface Judgement {
  readonly outcome: "allow" | "confirm" | "deny";
  readonly rule: string;
}

function judge(input: DecisionInput): Judgement {
  const { call, lists } = input;
  const [domain = ""] = call.service.split(".");
  const touched = touchedEntities(input);
  const domains = new Set([domain, ...touched.map(({ entityId }) => entityId.split(".")[0] ?? "")]);
  const listed = (list: readonly string[]) => [...domains].some((name) => list.includes(name));
  if (!input.serviceExists) return { outcome: "deny", rule: "unknown_service" };
  if (BYPASSING_DOMAINS.has(domain) || BYPASSING_SERVICES.has(call.service)) return { outcome: "deny", rule: "bypasses_policy" };
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
  const named = [call.data.entity_id ?? []].flat().flatMap((ids) => wordsOf(String(ids)));
  const inData = textsIn(call.data)
    .flatMap(wordsOf)
    .filter((word) => ENTITY_ID.test(word));
  const known = new Set(targets.map(({ entityId }) => entityId));
  const unseen = [...call.entityIds, ...named, ...inData].filter((entityId) => !known.has(entityId));
  return [...targets, ...unseen.map((entityId) => ({ entityId, deviceClass: undefined }))];
}

const ENTITY_ID = /^[a-z][a-z0-9_]*\.[a-z0-9_]+$/;

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
}

/** All keys and texts of a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** A cover that lets people in, or one of which nobody knows what it is: no class, no facts, no target named. */
function opensEntry(domain: string, touched: readonly TargetFacts[]): boolean {
  if (domain === "cover" && touched.length === 0) return true;
  return touched.some(
    ({ entityId, deviceClass }) => entityId.startsWith("cover.") && (!deviceClass || CONFIRM_COVER_CLASSES.has(deviceClass)),
  );
}
