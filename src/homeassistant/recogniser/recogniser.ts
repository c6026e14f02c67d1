import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readData } from "../../languages/data.ts";
import type { Logger } from "../../observability/logger.ts";
import { toPattern } from "../../text/pattern.ts";
import { endsAsking } from "../../text/sentences.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { CommandError, HomeUnreachableError } from "../connection/errors.ts";
import type { Home } from "../registry/home.ts";
import { CAMERA_IMAGE, type ServiceCall } from "../services/services.ts";
import { asListItem, holdsFreeText, type IntentReading, NO_MATCH, readIntent } from "./intents.ts";
import type { Reading } from "./readings.ts";

/** A question about states that was recognised: what is asked of which entities. */
export interface StateQuestion {
  readonly entityIds: readonly string[];
  /** The state asked about (`locked`, `on`, `open`), for yes/no and "which" questions; undefined asks "what is it". */
  readonly state: string | undefined;
  /** True if one thing was named; false for "are any / which … in the kitchen". */
  readonly named: boolean;
  /** The attribute asked for, if not the state: `current_temperature`. */
  readonly attribute: string | undefined;
  /** Which of them measure no more than this; instead of a state. */
  readonly atMost?: number;
  /** Whether all of them, or any, are so, and which or how many: answered over all of them. */
  readonly whether?: "all" | "any" | "which" | "count";
  /** With `whether`: the state that each would be in: a window is a sensor or a cover. */
  readonly states?: Readonly<Record<string, string>>;
  /** With `whether`: the states in which each rests, where the question is whether they rest (`isAsked`) or not: what is on its way does not. */
  readonly rest?: { readonly isAsked: boolean; readonly states: Readonly<Record<string, readonly string[]>> };
  /** With `whether`: entities that are called so and whose states do not tell it. */
  readonly untold?: readonly string[];
}

/** A sentence that fits a few things and means one of them. */
export interface SeveralMeant {
  /** The options are readings of a sentence with slips of spelling. */
  readonly isGuess?: boolean;
  /** The words that fit all of them. */
  readonly what: string;
  /** They are rooms, with what fits in each. */
  readonly isRooms?: boolean;
  /** The name of each thing, and the sentence with that name in it; a line for each of several. */
  readonly options: readonly { readonly label: string; readonly sentence: string }[];
}

export type RecognisedPart =
  /** `ifListed`: no list was named, and what is said of something that is on none is no change of a list. */
  | { readonly kind: "action"; readonly call: ServiceCall; readonly ifListed?: boolean }
  | { readonly kind: "question"; readonly question: StateQuestion }
  | { readonly kind: "reading"; readonly reading: Reading };

export type Recognition =
  /** `reading`: the sentence as it was read after slips of spelling were corrected. */
  | { readonly hit: true; readonly parts: readonly RecognisedPart[]; readonly reading?: string }
  /** `reason` is for the log only. */
  | {
      readonly hit: false;
      readonly reason: "off" | "absent" | "no_match" | "ambiguous" | "unknown_intent" | "custom_sentence" | "partial" | "error";
    }
  | ({ readonly hit: false; readonly reason: "several" } & SeveralMeant);

export type MissReason = Extract<Recognition, { hit: false }>["reason"];

/** What the matcher made of a sentence that it could not place. */
export interface MatcherHint {
  readonly intent: string;
  /** Slots that it could fill, normalised. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Texts that it could not, by slot. */
  readonly unplaced: Readonly<Record<string, string>>;
}

/** What knows the things of the home better than the matcher. */
export interface SentencePlacing {
  /** Reads a question whether all or any of some entities are so; `ambiguous` if it is one and its set is not known. The matcher does not tell it from "which of them". */
  readonly universal: (sentence: string, language: string) => IntentReading;
  readonly place: PlaceSentence;
  /** The few sentences that may be meant by one with slips of spelling. */
  readonly corrected: (sentence: string, language: string) => readonly string[];
}

/** Reads a sentence that the matcher did not place. */
export type PlaceSentence = (sentence: string, language: string, hint: MatcherHint | undefined) => IntentReading;

/** The first sentence of a language takes Home Assistant up to 0.7 s on a fast machine (measured), later ones milliseconds. */
const RECOGNISE_TIMEOUT_MS = 2_000;
/** Commands are short; a long text is talk for the model, and matching it would only cost Home Assistant time. */
export const LONGEST_SENTENCE = 250;

const answersSchema = z.object({
  results: z.array(
    z
      .object({
        match: z.boolean(),
        intent: z.object({ name: z.string() }).optional(),
        slots: z.record(z.string(), z.unknown()).default({}),
        details: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
        targets: z.record(z.string(), z.unknown()).default({}),
        unmatched_slots: z.record(z.string(), z.unknown()).default({}),
        sentence_template: z.string().default(""),
      })
      .nullable(),
  ),
});

type Answer = z.infer<typeof answersSchema>["results"][number];

/**
 * Home Assistant's own sentence matcher, asked what it would do, without doing it. The whole sentence wins if it matches; its parts count
 * only if all match. Anything unclear is a miss, and the turn goes to the model.
 */
export function createRecogniser({
  connection,
  home,
  enabled,
  placing = { universal: () => NO_MATCH, place: () => NO_MATCH, corrected: () => [] },
  logger,
}: {
  connection: Pick<HomeConnection, "connected" | "command">;
  home: Pick<Home, "find">;
  /** For what the matcher does not place; without it that is a miss. */
  placing?: SentencePlacing;
  enabled: boolean;
  logger: Logger;
}) {
  async function ask(sentences: readonly string[], language: string, signal?: AbortSignal): Promise<readonly Answer[]> {
    const answer = await connection.command<unknown>(
      { type: "conversation/agent/homeassistant/debug", sentences, ...(language && { language }) },
      { timeoutMs: RECOGNISE_TIMEOUT_MS, signal },
    );
    const { results } = answersSchema.parse(answer);
    if (results.length !== sentences.length) throw new Error(`asked ${sentences.length} sentences, got ${results.length} answers`);
    return results;
  }

  async function understand(text: string, language: string, signal?: AbortSignal): Promise<Recognition> {
    const sentence = text.trim();
    if (!enabled) return miss("off");
    if (!connection.connected) return miss("absent");
    if (sentence === "" || sentence.length > LONGEST_SENTENCE) return miss("no_match");
    const parts = sentenceParts(sentence, language);
    const asks = asksRatherThanTells(sentence, language);
    const readAll = async (texts: readonly string[]) =>
      (await ask(texts, language, signal)).map((answer, index) => () => readOrPlace(answer, texts[index] ?? "", language));
    try {
      const [whole = () => NO_MATCH, ...rest] = await readAll([sentence, ...parts]);
      let each: readonly IntentReading[] = [];
      const recognition = decide(whole(), () => (each = rest.map((read) => read())), asks);
      const joined = !recognition.hit && recognition.reason === "partial" ? joinedParts(sentence, parts, each) : [];
      if (joined.length < 2) return recognition;
      const readings = (await readAll(joined)).map((read) => read());
      return readings.every(({ ok }) => ok) ? hit(readings, asks) : recognition;
    } catch (error) {
      const absent = error instanceof HomeUnreachableError || (error instanceof CommandError && error.code === "unknown_command");
      if (!signal?.aborted) logger.warn({ err: error, absent }, "the sentence matcher gave no usable answer");
      return miss(absent ? "absent" : "error");
    }
  }

  function readOrPlace(answer: Answer, sentence: string, language: string): IntentReading {
    try {
      const universal = placing.universal(sentence, language);
      // the matcher would take "are all …" for "which of them are …"
      if (universal.ok || universal.reason === "ambiguous") return universal;
      const reading = withEachItem(read(answer, sentence, home), language);
      if (reading.ok || reading.reason === "custom_sentence") return reading;
      const placed = placing.place(sentence, language, hintOf(answer));
      return placed.ok || placed.reason === "several" ? withEachItem(placed, language) : reading;
    } catch (error) {
      logger.error({ err: error }, "a sentence could not be read");
      return { ok: false, reason: "error" };
    }
  }

  /** What is not understood is read once more by the words that may be meant: if several make sense, one of them is. */
  async function withoutSlips(text: string, language: string, signal?: AbortSignal): Promise<Recognition> {
    const recognition = await understand(text, language, signal);
    const mayHold = !recognition.hit && (recognition.reason === "no_match" || recognition.reason === "partial");
    const corrected = mayHold && text.length <= LONGEST_SENTENCE ? placing.corrected(text, language) : [];
    const readings = await Promise.all(
      corrected.map(async (reading) => ({ reading, understood: await understand(reading, language, signal) })),
    );
    const [only, ...others] = readings.filter(({ understood }) => understood.hit || understood.reason === "several");
    if (!only) return recognition;
    if (others.every(({ understood }) => isDeepStrictEqual(understood, only.understood)))
      return only.understood.hit ? { ...only.understood, reading: only.reading } : only.understood;
    const options = [only, ...others].map(({ reading }) => ({ label: reading, sentence: reading }));
    return { hit: false, reason: "several", isGuess: true, what: text.trim(), options };
  }

  return {
    /** Never throws. */
    async recognise(text: string, language: string, signal?: AbortSignal): Promise<Recognition> {
      const recognition = await withoutSlips(text, language, signal);
      if (!recognition.hit) logger.debug({ reason: recognition.reason }, "a sentence was not recognised");
      return recognition;
    },
  };
}

export type Recogniser = ReturnType<typeof createRecogniser>;

function miss(reason: Exclude<MissReason, "several">): Recognition {
  return { hit: false, reason };
}

function hintOf(answer: Answer): MatcherHint | undefined {
  if (!answer?.intent || answer.match) return undefined;
  const unplaced = Object.entries(answer.unmatched_slots).map(([slot, text]) => [slot, String(text).trim()] as const);
  return { intent: answer.intent.name, values: valuesOf(answer), unplaced: Object.fromEntries(unplaced) };
}

function valuesOf({ slots, details }: NonNullable<Answer>): Readonly<Record<string, unknown>> {
  return { ...slots, ...Object.fromEntries(Object.entries(details).map(([slot, { value }]) => [slot, value])) };
}

function read(answer: Answer, sentence: string, home: Pick<Home, "find">): IntentReading {
  if (!answer?.match) return { ok: false, reason: "no_match" };
  if (!answer.intent) return { ok: false, reason: "custom_sentence" };
  const reading = readIntent({ intent: answer.intent.name, values: valuesOf(answer), targets: Object.keys(answer.targets) }, home);
  if (reading.ok && reading.parts.some(isAction) && !namesACommand(sentence, answer.sentence_template, answer.slots)) {
    return { ok: false, reason: "ambiguous" };
  }
  return reading;
}

function decide(whole: IntentReading, readParts: () => readonly IntentReading[], asks: boolean): Recognition {
  if (whole.ok && !holdsFreeText(whole.intent)) return hit([whole], asks);
  if (!whole.ok && whole.reason !== "no_match" && whole.reason !== "several") return miss(whole.reason);
  const parts = readParts();
  if (parts.length > 0 && parts.every((part) => part.ok)) return hit(parts, asks);
  if (whole.ok) return hit([whole], asks);
  if (whole.reason === "several")
    return asks ? miss("ambiguous") : { hit: false, reason: "several", what: whole.what, options: whole.options };
  if (parts.some((part) => !part.ok && part.reason === "custom_sentence")) return miss("custom_sentence");
  return miss(parts.some((part) => part.ok) ? "partial" : "no_match");
}

function hit(readings: readonly IntentReading[], asks: boolean): Recognition {
  const parts = readings.flatMap((reading) => (reading.ok ? reading.parts : []));
  const firstQuestion = parts.findIndex((part) => !isAction(part));
  const lastAction = parts.findLastIndex(isAction);
  // "is the door locked and the light on": the second half is asked, though alone it would be an order
  if (firstQuestion !== -1 && firstQuestion < lastAction) return miss("ambiguous");
  // "kitchen lights on?" wants to know
  if (asks && lastAction !== -1) return miss("ambiguous");
  return { hit: true, parts };
}

/** What a camera sees is shown to who asks for it: that changes nothing. */
function isAction(part: RecognisedPart): boolean {
  return part.kind === "action" && part.call.service !== CAMERA_IMAGE;
}

const OPTIONAL_GROUP = /\[[^[\]]*\]/g;
const SLOT = /\{[^{}]*\}/g;
const RULE = /<[^<>]*>/g;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * True if the sentence says what to do, and does not only name a thing: Home Assistant's matcher takes a bare "bed light" as
 * "turn on the bed light" (template `[<the>] {name}`). Values count as saying it ("bed light 30 %").
 *
 * `template` is the matcher's sentence template, where [] is optional, {} a slot and <> a rule; `slots` the words that filled slots.
 */
function namesACommand(sentence: string, template: string, slots: Readonly<Record<string, unknown>>): boolean {
  const spoken = words(sentence);
  for (const word of Object.values(slots).flatMap((text) => words(String(text)))) {
    const at = spoken.indexOf(word);
    if (at !== -1) spoken.splice(at, 1);
  }
  const valued = Object.keys(slots).some((slot) => !["name", "area", "floor", "domain", "device_class"].includes(slot));
  if (valued) return true;
  if (spoken.length === 0) return false;
  if (template === "") return true;
  if (words(required(template)).length > 0) return true;
  // everything but the slots is optional: one of the optional words has to be there, an article is none
  const optional = new Set(words(template.replace(SLOT, " ").replace(RULE, " ")));
  return spoken.some((word) => optional.has(word));
}

/** What of a template has to be said besides slots. Rules for names of places and things are slots by another name. */
function required(template: string): string {
  let rest = template;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(OPTIONAL_GROUP, " ");
  }
  return rest.replace(SLOT, " ").replace(/<(?:name|area|floor)>/g, " ");
}

function words(text: string): string[] {
  return text.toLocaleLowerCase().match(WORD) ?? [];
}

const byLanguage = z.record(z.string(), z.array(z.string()));
/** Words that join two commands in one sentence (punctuation joins in every language), and openings that make an order of a question. */
const { connectors: CONNECTORS, politeOpenings: POLITE_OPENINGS } = readData(
  "shared/sentence-parts.yaml",
  z.strictObject({ connectors: byLanguage, politeOpenings: byLanguage }),
);

/** More commands than this in one message is talk for the model. */
const MOST_PARTS = 4;

/**
 * The commands of a sentence that holds several: "turn on X and turn off Y", "X, dann Y". Empty if there is one only, or too many.
 * `language` is BCP 47; of a language without connectors here only punctuation splits.
 */
export function sentenceParts(sentence: string, language: string): readonly string[] {
  const words = CONNECTORS[primary(language)] ?? [];
  const joined =
    words.length > 0 ? `(?:${words.map((word) => (word.endsWith("-") ? word.slice(0, -1) : `${word}\\s+`)).join("|")})` : "(?!)";
  // a comma splits before a space only: "21,5 degrees" stays whole
  const between = toPattern(`(?<!\\s)\\s*(?:[,;.!?]\\s|\\n|[;，、。；])\\s*(?:${joined})?|(?<!\\s)\\s+${joined}`, "giu");
  const parts = sentence
    .split(between)
    .map((part) => part.replace(/^[\s,;.!?]+|(?<![\s,;.!])[\s,;.!]+$/gu, ""))
    .filter((part) => part !== "");
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [];
}

/** Parts that are not understood together with a neighbour that is: "turn off the lamp and the radio and lock the door". */
function joinedParts(sentence: string, parts: readonly string[], readings: readonly IntentReading[]): readonly string[] {
  const joined: { from: number; to: number; isRead: boolean }[] = [];
  parts.forEach((part, index) => {
    const last = joined.at(-1);
    const isRead = readings[index]?.ok === true;
    const from = sentence.indexOf(part, last?.to);
    const to = from + part.length;
    if (!last || (isRead && last.isRead)) joined.push({ from, to, isRead });
    else Object.assign(last, { to, isRead: isRead || last.isRead });
  });
  return joined.map(({ from, to }) => sentence.slice(from, to));
}

/** "Apples and pears" are two items of a list; what stands in quotation marks is one. */
function withEachItem(reading: IntentReading, language: string): IntentReading {
  if (!reading.ok || !holdsFreeText(reading.intent)) return reading;
  const parts = reading.parts.flatMap((part) => {
    const item = part.kind === "action" ? part.call.data["item"] : undefined;
    if (part.kind !== "action" || typeof item !== "string" || /^[“"„«]/u.test(item)) return [part];
    const items = sentenceParts(item, language);
    return items.length === 0
      ? [part]
      : items.map((one) => ({ ...part, call: { ...part.call, data: { ...part.call.data, item: asListItem(one) ?? "" } } }));
  });
  return { ...reading, parts };
}

/** True if the sentence ends as a question and does not open as a polite order. */
function asksRatherThanTells(sentence: string, language: string): boolean {
  if (!endsAsking(sentence)) return false;
  const start = sentence.toLocaleLowerCase(language === "" ? undefined : primary(language));
  return !(POLITE_OPENINGS[primary(language)] ?? []).some((opening) => start.startsWith(`${opening} `));
}

function primary(language: string): string {
  const [first = ""] = language.toLowerCase().split(/[-_]/);
  return first === "no" ? "nb" : first;
}
