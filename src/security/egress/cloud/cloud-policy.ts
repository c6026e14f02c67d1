import { egressWords } from "../../../languages/egress-words.ts";
import { withDigits } from "../../../languages/spoken-digits.ts";
import { withEdits } from "../../../text/text-edits.ts";
import { WEB_TOOLS } from "../../provenance/provenance.ts";
import { secrecyOf } from "../../redaction/personal-secrets.ts";
import type { Sensitivity } from "../../redaction/sensitivity.ts";
import type { CloudNames, Marks } from "./cloud-names.ts";

/** What the options let go to a model outside the house. Names, addresses and private facts never go, whatever they say. */
export interface CloudPolicy {
  /** `cloud_llm_send_profile`: facts that are public. */
  readonly sendProfile: boolean;
  /** `cloud_llm_send_ha_state`: what there is in the home and how it is, under marks; with it the tools that read and act. */
  readonly sendHomeState: boolean;
}

/** Finds what is private in a text: identifiers and the home's own words, however they are written. */
export interface PrivateFinder {
  find(text: string): readonly { readonly from: number; readonly to: number; readonly kind: string }[];
}

const PROFILE_TOOLS = ["get_user_profile", "update_user_profile"];
const HOME_TOOLS = ["get_ha_entities", "get_entity_state", "get_entity_history", "call_ha_service"];

/** The tools that a model outside may be offered. All others, new ones too, are for the model at home: what they answer is not known here. */
export function cloudTools({ sendProfile, sendHomeState }: CloudPolicy): ReadonlySet<string> {
  return new Set([...WEB_TOOLS, ...(sendProfile ? PROFILE_TOOLS : []), ...(sendHomeState ? HOME_TOOLS : [])]);
}

/** Whether an answer that a model outside gave may be told to one again: its turn used no tool of which it may not know, or that tells of people. */
export function maySendAnswer(toolsUsed: readonly string[], policy: CloudPolicy): boolean {
  const allowed = cloudTools({ ...policy, sendProfile: false });
  return toolsUsed.every((tool) => allowed.has(tool));
}

/** Where people are, what they plan and whom they know is no state of the home. */
const DOMAINS_AT_HOME = new Set("person device_tracker zone geo_location calendar todo camera image stt tts notify".split(" "));

/** Whether things of that domain may be spoken of with a model outside. */
export function mayGoOut(entityId: string): boolean {
  return !DOMAINS_AT_HOME.has(entityId.split(".")[0] ?? "");
}

export function maySendFact({ sensitivity }: { readonly sensitivity: Sensitivity | undefined }, { sendProfile }: CloudPolicy): boolean {
  return sendProfile && sensitivity === "public";
}

/** Words in whose place a mark may stand, so that the rest of a text still means something. All other kinds keep the text at home. */
const REPLACEABLE = new Map([
  ["person", "person"],
  ["pet", "pet"],
  ["room", "room"],
  ["device", "device"],
  ["entity", "id"],
  ["town", "town"],
  ["network", "network"],
  ["host", "network"],
  ["profile", "private"],
  ["own", "word"],
]);

/** A text as it may leave, or the kind of what keeps it at home. */
export type SafeText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly kind: string };

/** A text with marks for names. What identifies somebody or opens something would leave the rest to be guessed from: then none of it may leave. */
export function safeText(text: string, { names, finder, marks }: SafeTextTools): SafeText {
  // what stands in brackets or quotes is read without them too
  const views = [text, text.replaceAll(MARKS_AROUND, " ")];
  const hard = views.flatMap((view) => finder.find(view)).find(({ kind }) => !REPLACEABLE.has(kind));
  if (hard) return { ok: false, kind: hard.kind };
  if (mayOpen(text)) return { ok: false, kind: "secret" };
  const hidden = names.hide(text, marks);
  const found = finder.find(marks.covered(hidden)).map(({ from, to, kind }) => ({ from, to, kind, word: REPLACEABLE.get(kind) }));
  const kept = found.find(({ word }) => word === undefined);
  if (kept) return { ok: false, kind: kept.kind };
  const edits = found.map(({ from, to, word = "" }) => ({
    from,
    to,
    text: marks.of(word, { name: marks.reveal(hidden.slice(from, to)) }),
  }));
  return { ok: true, text: withEdits(hidden, edits) };
}

export const NOT_TOLD = "(not told)";

/** The same for one text among others, which says so itself when it may not leave. */
export function toldText(text: string, tools: SafeTextTools): string {
  const safe = safeText(text, tools);
  return safe.ok ? safe.text : NOT_TOLD;
}

const MARKS_AROUND = /[()[\]{}"'«»„“”‘’*_`|]/g;

export interface SafeTextTools {
  readonly names: CloudNames;
  readonly finder: PrivateFinder;
  readonly marks: Marks;
}

const cues = egressWords.cloud;

/** What may be a code: three digits or more, or letters and digits mixed. */
const CODES = /\d(?:[\s.,/#*–-]{0,3}\d){2,11}|(?=[\p{L}\d]{0,30}\d)(?=[\p{L}\d]{0,30}\p{L})[\p{L}\d]{5,30}/gu;

/** Whether a number in digits of any script or in words may open something. The time of an alarm does not. */
function mayOpen(text: string): boolean {
  const digits = withDigits(text).replaceAll("\n", " ");
  const untimed = cues.code.test(digits) ? digits : digits.replaceAll(cues.time, "");
  return [text, untimed].some((said) =>
    said.matchAll(CODES).some(([run]) => secrecyOf({ key: "", value: `(${run})`, said, isNumberKey: true }) !== "none"),
  );
}
