import { z } from "zod";
import { readData } from "../../../languages/data.ts";
import { isRecord } from "../../../text/is-record.ts";
import { readJson } from "../../../text/json.ts";
import { dataMark, WEB_TOOLS } from "../../provenance/provenance.ts";
import { cloudTools, mayGoOut, NOT_TOLD, type SafeTextTools, safeText, toldText } from "./cloud-policy.ts";

const list = z.string().transform((words): ReadonlySet<string> => new Set(words.split(" ")));
/** What no home has to itself, see egress.yaml. */
const WORDS = readData(
  "shared/egress.yaml",
  z.strictObject({ states: list, units: list, attributes: list, fields: list, protocol: list }),
  "free",
);
const CODE = /^[a-z]{2,20}(?:_[a-z]{2,20}){0,4}$/;
const NUMBER = /^[+-]?\d{1,9}(?:[.,]\d{1,6})?$/;
const MOMENT = /^(?:\d{4}-\d{2}-\d{2}[T ])?\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const SPAN = /^\d{1,5} (?:s|min|h|days)(?: \d{1,2} min)?$/;
/** `2026-11-22 09:30 on`, `2026-11-22 09:00 min 20.1 mean 21 max 22`. */
const CHANGE = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}) (.{1,60})$/;
const NUMBERS_OF_SPAN = /^min -?[\d.]+ mean -?[\d.]+ max -?[\d.]+$/;

type Answer = Readonly<Record<string, unknown>>;
/** How a field of an answer is told; undefined where it is not. */
type Shape = (value: unknown, tools: SafeTextTools, answer: Answer) => unknown;

/** What the home's own tools answer, field by field; what is not here is not told. */
const SHAPES: readonly (readonly [fields: string, shape: Shape])[] = [
  ["ok", (value) => value === true],
  ["more hidden attributes_left_out min max earlier_changes_left_out", (value) => (typeof value === "number" ? value : undefined)],
  ["error outcome", (value) => (CODE.test(wordOf(value)) || WORDS.states.has(wordOf(value)) ? value : undefined)],
  ["message how_to_expose note problem", (value, tools) => toldText(wordOf(value), tools)],
  ["problems domains", (value, tools) => listOf(value).map((one) => (CODE.test(wordOf(one)) ? one : toldText(wordOf(one), tools)))],
  ["entity_id", (value, { names, marks }) => names.idOf(wordOf(value), marks)],
  ["entities", (value, tools) => Object.fromEntries(idsIn(value).flatMap((entityId) => entryOf(entityId, tools)))],
  [
    "nearest",
    (value, tools) =>
      idsIn(value).flatMap((near) => {
        if (!near.includes(".")) return toldText(near, tools);
        return mayGoOut(near) ? (tools.names.idOf(near, tools.marks) ?? []) : [];
      }),
  ],
  ["name area", nameOf],
  ["state", plainOf],
  ["unit", (value) => (WORDS.units.has(wordOf(value)) ? value : undefined)],
  ["last_changed from to", (value) => (MOMENT.test(wordOf(value)) ? withoutZone(wordOf(value)) : undefined)],
  ["unchanged_for", (value) => (SPAN.test(wordOf(value)) ? value : undefined)],
  ["data_from", (value) => originMark(wordOf(value))],
  ["attributes", (value) => (isRecord(value) ? attributesOf(value) : undefined)],
  [
    "results",
    (value, tools) =>
      listOf(value)
        .filter(isRecord)
        .map((row) => fields(row, tools)),
  ],
  [
    "hours_per_state",
    (value) => (isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([state]) => isPlainValue(state))) : undefined),
  ],
  ["changes spans", (value) => listOf(value).map(changeOf)],
];
const HOME_FIELDS: ReadonlyMap<string, Shape> = new Map(
  SHAPES.flatMap(([names, shape]) => names.split(" ").map((name) => [name, shape] as const)),
);

/** Words that stand in answers as keys: none of them is the home's. */
export const RESULT_WORDS: ReadonlySet<string> = new Set([...HOME_FIELDS.keys(), ...WORDS.attributes, ...WORDS.fields]);

/** A word, number or time that needs no look: it says nothing of who lives here. */
export function isPlainValue(text: string): boolean {
  return WORDS.states.has(text) || NUMBER.test(text) || MOMENT.test(text) || SPAN.test(text) || text === NOT_TOLD;
}

/** What a model outside is told of a tool's answer (JSON), field by field; undefined for a tool that it is not offered. */
export function cloudResult(tool: string, content: string, tools: SafeTextTools): string | undefined {
  if (!cloudTools({ sendProfile: true, sendHomeState: true }).has(tool)) return undefined;
  const answer = readJson(content);
  if (tool === "get_user_profile" || tool === "update_user_profile")
    return JSON.stringify(isRecord(answer) ? profile(answer, tools) : { ok: false });
  if (WEB_TOOLS.has(tool)) return JSON.stringify(fromWeb(answer ?? content, tools));
  return JSON.stringify(isRecord(answer) ? fields(answer, tools) : { ok: false, error: "not_told" });
}

function fields(answer: Answer, tools: SafeTextTools): Record<string, unknown> {
  const { entity_id: id } = answer;
  if (typeof id === "string" && !mayGoOut(id)) return { ok: false, error: "not_told" };
  const told = Object.entries(answer).flatMap(([field, value]): [string, unknown][] => {
    const one = (HOME_FIELDS.get(field) ?? (WORDS.attributes.has(field) ? plainOf : undefined))?.(value, tools, answer);
    return one === undefined ? [] : [[field, one]];
  });
  return Object.fromEntries(told);
}

/** An entity's own name is its mark. */
function nameOf(value: unknown, tools: SafeTextTools, { entity_id: id, name }: Answer): string {
  const own = name === value && typeof id === "string" ? tools.names.nameOf(id, tools.marks) : undefined;
  return own ?? toldText(wordOf(value), tools);
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The mark as it is always written: a word of it may be a name of this home. What is unclear is from outside. */
function originMark(written: string): string {
  return dataMark((["document", "home"] as const).find((origin) => written === dataMark(origin)) ?? "outside");
}

function idsIn(value: unknown): readonly string[] {
  const all = isRecord(value) ? Object.values(value) : listOf(value);
  return all.flatMap((one) => (typeof one === "string" ? [one] : []));
}

function entryOf(entityId: string, { names, marks }: SafeTextTools): readonly [string, string][] {
  if (!mayGoOut(entityId)) return [];
  const [id, name] = [names.idOf(entityId, marks), names.nameOf(entityId, marks)];
  return name !== undefined && id !== undefined ? [[name, id]] : [];
}

function attributesOf(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const told = Object.entries(attributes).flatMap(([name, value]): [string, unknown][] => {
    const plain = WORDS.attributes.has(name) ? plainOf(value) : undefined;
    return plain === undefined || plain === NOT_TOLD ? [] : [[name, plain]];
  });
  return Object.fromEntries(told);
}

/** A state or an attribute as it may be told: numbers and words that all homes have. */
export function plainOf(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(plainOf).filter((one) => one !== NOT_TOLD);
  return typeof value === "string" && isPlainValue(value) ? value : NOT_TOLD;
}

function changeOf(change: unknown): string {
  const [, at, what = ""] = CHANGE.exec(String(change)) ?? [];
  if (at === undefined) return NOT_TOLD;
  return `${at} ${isPlainValue(what) || NUMBERS_OF_SPAN.test(what) ? what : NOT_TOLD}`;
}

/** Only what everybody may know, without where and when it was said. */
function profile(answer: Answer, tools: SafeTextTools): Record<string, unknown> {
  const facts = listOf(answer["facts"]).flatMap((fact) => {
    if (!isRecord(fact) || fact["sensitivity"] !== "public") return [];
    const [key, value] = [safeText(String(fact["key"]), tools), safeText(String(fact["value"]), tools)];
    return key.ok && value.ok ? [{ key: key.text, value: value.text }] : [];
  });
  const { ok, error, message } = fields(answer, tools);
  return {
    ok,
    ...(error !== undefined && { error }),
    ...(message !== undefined && { message }),
    ...(answer["facts"] !== undefined && { facts }),
  };
}

function fromWeb(answer: unknown, tools: SafeTextTools): unknown {
  if (!isRecord(answer)) return outside(answer, tools);
  const { data_from: mark, ...rest } = answer;
  return { ...Object(outside(rest, tools)), ...(typeof mark === "string" && { data_from: originMark(mark) }) };
}

/** Of a search or a page: sentence by sentence, so that one number in it does not cost the rest. */
function outside(value: unknown, tools: SafeTextTools): unknown {
  if (typeof value === "string") {
    const sentences = value.split(/(?<=[.!?]\s)|(?<=\n)/).map((sentence) => toldText(sentence, tools));
    const text = sentences.join("");
    return tools.finder.find(text).length === 0 ? text : toldText(text, tools);
  }
  if (Array.isArray(value)) return value.map((one) => outside(one, tools));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (CODE.test(key) ? [[key, outside(one, tools)] as const] : [])));
}

function withoutZone(moment: string): string {
  return moment.replace(/(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/, "");
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** How services are called: of no home in particular. */
const SERVICE =
  /^[a-z_]{2,40}\.(?:turn_(?:on|off)|toggle|(?:un)?lock|open(?:_\w+)?|close(?:_\w+)?|stop(?:_\w+)?|set_\w+|start|pause|press|trigger|media_\w+|volume_\w+|alarm_\w+|return_to_base|locate|dock|select_\w+|increment|decrement)$/;

export function isPlainService(text: string): boolean {
  return SERVICE.test(text);
}

/** The last look at a request's body (JSON): the kind of private word in it, if any. `fixed` are the service's own texts. What cannot be read is not sent. */
export function privateInBody(
  body: string,
  { fixed, ...tools }: SafeTextTools & { readonly fixed: ReadonlySet<string> },
): string | undefined {
  const long = [...fixed].filter((text) => text.length > LONG).toSorted((one, other) => other.length - one.length);
  const look = (text: string): string | undefined => {
    if (fixed.has(text) || WORDS.protocol.has(text) || isPlainValue(text) || isPlainService(text)) return undefined;
    const nested = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
    if (nested !== undefined) return walk(nested, false);
    const own = long.reduce((rest, one) => (rest.includes(one) ? rest.replaceAll(one, "\n") : rest), text);
    const bare = tools.marks.covered(own);
    return tools.names.names(bare) ? "name" : tools.finder.find(bare)[0]?.kind;
  };
  const walk = (value: unknown, isWire: boolean): string | undefined => {
    if (typeof value === "string") return look(value);
    if (Array.isArray(value)) return firstOf(value.values().map((one) => walk(one, isWire)));
    if (!isRecord(value)) return undefined;
    const entries = Object.entries(value).values();
    return firstOf(
      entries.map(([key, one]) => {
        if (isWire && OPAQUE.has(key)) return undefined;
        return (WORDS.protocol.has(key) || RESULT_WORDS.has(key) ? undefined : look(key)) ?? walk(one, isWire && !INNER.has(key));
      }),
    );
  };
  const read = readJson(body);
  return read === undefined ? "unreadable" : walk(read, true);
}

/** Texts that are long enough to be looked for within others: the fixed part of a system message. */
const LONG = 40;

/** Numbers of calls, and what the model outside gave along with them to get back: so in the protocols' own objects, anything in what tools are given and say. */
const OPAQUE = new Set(["id", "tool_call_id", "thoughtSignature", "thought_signature"]);
const INNER = new Set(["arguments", "args", "response"]);

function firstOf(found: IteratorObject<string | undefined>): string | undefined {
  return found.find((kind) => kind !== undefined);
}
