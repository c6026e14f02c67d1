import { conditionsOf, type Draft, factFrom, isPlain, notSo, onDays, retimed } from "../../../automations/from-sentence.ts";
import { type AutomationCondition, LONGEST_TEXT, watchedIn } from "../../../automations/intent.ts";
import type { SaidTime } from "../../../languages/said-times.ts";
import { fits, type Spoken } from "../../../recognition/spoken.ts";
import { canonicalJson } from "../../../text/json.ts";
import type { TurnInput } from "../../state.ts";
import type { Planning } from "../planning.ts";
import { entitiesOf, MOST_SHORT_WORDS, type Reading } from "./automation-reading.ts";

/** A sentence has few conditions, and a condition few words: each reading may ask Home Assistant. */
const MOST_CLAUSES = 3;
const MOST_WORDS = 14;
/** "Every weekday at half past six in the evening". */
const MOST_TIME_WORDS = 10;
const HALF_DAY = 12;

/** A clause that begins with a conjunction, and what stands around it. */
interface Clause {
  readonly conjunction: string;
  /** It may only limit what begins otherwise. */
  readonly isLimit: boolean;
  /** It must not be so: "unless". */
  readonly isTurned: boolean;
  readonly text: string;
  readonly before: string;
  readonly behind: string;
}

interface FactReading extends Reading {
  readonly spoken: Spoken;
}

export interface ClauseReading extends FactReading {
  /** A whole sentence that says one thing which starts it; what else has to be so may be what it tells. */
  readonly read: (sentence: string, limits?: readonly AutomationCondition[]) => Promise<Draft | undefined>;
  /** A text with the names of the things that a pronoun in it stands for. */
  readonly named: (text: string, entityIds: readonly string[]) => readonly string[];
}

export interface ClausesDependencies {
  readonly planning: Pick<Planning, "condition">;
  /** What several messages tell, all or any of them, in one. */
  readonly listed: (language: string, texts: readonly string[], isAny: boolean) => string;
}

/** Reads what has to be so beside what starts an automation, and several things that start it: "if Ben is home and the window is closed", "when the door or the window opens". */
export function createClauses({ planning, listed }: ClausesDependencies) {
  /** What a clause says that has to be so, all of it; undefined where one part is not understood. */
  async function factsIn({ isTurned, ...clause }: Clause, reading: FactReading): Promise<readonly AutomationCondition[] | undefined> {
    const facts = await saidIn(clause, reading);
    return facts && isTurned ? notSo(facts) : facts;
  }

  async function saidIn(
    { conjunction, text }: Pick<Clause, "conjunction" | "text">,
    reading: FactReading,
  ): Promise<readonly AutomationCondition[] | undefined> {
    const whole = await factIn(conjunction, text, reading);
    if (whole) return whole;
    const { isAny, found } = await partsIn(text, reading.spoken, (part) => factIn(conjunction, part, reading));
    const facts = found?.flat();
    if (!facts || !isAny) return facts;
    return found?.every(({ length }) => length === 1) && facts.every(isPlain) ? [{ kind: "any", of: facts }] : undefined;
  }

  async function factIn(conjunction: string, text: string, { turn, spoken, timing, understand, signal }: FactReading) {
    for (const said of [`${conjunction.replace(/-$/, "")}${text}`, text]) {
      const { said: window, rest } = spoken.times.window(said);
      if (rest === "") return conditionsOf(window, timing);
    }
    const held = spoken.held(text);
    const wish = { rest: "", condition: held?.rest ?? text };
    const awaited = await planning.condition(turn, wish, spoken, understand, signal);
    const fact = awaited && factFrom(awaited, held?.ms);
    return fact && [fact];
  }

  /** An automation that only runs if something else is so; a pronoun on one side stands for what the other names. */
  async function limited(
    sentence: string,
    reading: ClauseReading,
    limits: readonly AutomationCondition[] = [],
  ): Promise<Draft | undefined> {
    const { spoken, named } = reading;
    for (const clause of clausesIn(sentence, spoken)) {
      const rest = `${clause.before} ${clause.behind}`.trim();
      if (rest === "" || !clause.isLimit) continue;
      const facts = (await factsIn(clause, reading)) ?? (await factsOf(clause, rest, reading));
      if (!facts) continue;
      const all = [...limits, ...facts];
      const about = watchedIn({ triggers: [], conditions: [...facts], actions: [] });
      for (const text of [rest, ...named(rest, about)]) {
        const begun = (await whole(text, reading, all)) ?? (await limited(text, reading, all));
        if (begun) return { ...begun, conditions: [...begun.conditions, ...facts] };
      }
    }
    return undefined;
  }

  /** The same of a short clause about what the rest of the sentence has done: "turn off the light if it is on at 11 pm". */
  async function factsOf(clause: Clause, rest: string, reading: ClauseReading): Promise<readonly AutomationCondition[] | undefined> {
    if (clause.text.split(" ").length > MOST_SHORT_WORDS) return undefined;
    const begun = await reading.read(rest);
    for (const text of reading.named(clause.text, entitiesOf(begun?.actions ?? []))) {
      const facts = await factsIn({ ...clause, text }, reading);
      if (facts) return facts;
    }
    return undefined;
  }

  /** What is done when several things start it, as each of them alone has it done: one message tells all. Undefined where they differ. */
  function together({ language }: TurnInput, all: readonly Draft["actions"][], isAny: boolean): Draft["actions"] | undefined {
    const [first = [], ...others] = all;
    if (others.every((one) => canonicalJson(one) === canonicalJson(first))) return first;
    const message = listed(
      language,
      all.flatMap((one) => one.flatMap((step) => (step.kind === "tell" ? step.message : []))),
      isAny,
    );
    const [told = [], ...rest] = all.map((one) => one.map((step) => (step.kind === "tell" ? { ...step, message } : step)));
    return message.length <= LONGEST_TEXT && rest.every((one) => canonicalJson(one) === canonicalJson(told)) ? told : undefined;
  }

  /** An automation that begins at several times: "at 7 and at 19:00". */
  async function atTimes(sentence: string, reading: ClauseReading): Promise<Draft | undefined> {
    const { spoken, timing } = reading;
    for (const { before, behind } of spoken.joints(sentence)) {
      const first = timeAround(before, (words, count) => words.slice(-count), reading);
      const then = first && timeAround(behind, (words, count) => words.slice(0, count), reading);
      if (!then || isMixed(first.said, then.said)) continue;
      const rest = `${before} ${behind.slice(then.text.length)}`.trim();
      const begun = (await reading.read(rest)) ?? (await atTimes(rest, reading));
      // days that only stand behind the last are those of all
      const each = begun && !first.said.weekdays && then.said.weekdays ? onDays(begun, then.said.weekdays) : begun;
      const other = each && retimed({ ...each, triggers: each.triggers.slice(0, 1) }, then.said, timing);
      if (other && canonicalJson(other.conditions) === canonicalJson(each.conditions))
        return { ...each, triggers: [...each.triggers, ...other.triggers] };
    }
    return undefined;
  }

  /** An automation that several things start: any of them, or, where all have to be so, whichever is so last. */
  async function several(sentence: string, reading: ClauseReading): Promise<Draft | undefined> {
    const { spoken } = reading;
    for (const clause of clausesIn(sentence, spoken)) {
      if (clause.isTurned) continue;
      const read = (text: string) => reading.read(`${clause.before} ${clause.conjunction}${text}, ${clause.behind}`.trim());
      const said = spoken.joined(clause.text);
      const [moment = "", ...limits] = said.isAny ? [] : said.parts;
      // what only happens is no longer so when the rest comes about
      if (limits.length > 0 && isMoment(moment, spoken)) {
        const facts = await Promise.all(limits.map((text) => factIn(clause.conjunction, text, reading)));
        const begun = facts.every((one) => one !== undefined) ? await read(moment) : undefined;
        if (begun) return { ...begun, conditions: [...begun.conditions, ...facts.flatMap((one) => one ?? [])] };
        continue;
      }
      const { isAny, found: drafts = [] } = await partsIn(clause.text, spoken, read);
      const [first] = drafts;
      if (!first) continue;
      const actions = together(
        reading.turn,
        drafts.map((one) => one.actions),
        isAny,
      );
      const isAlike = drafts.every(({ conditions }) => canonicalJson(conditions) === canonicalJson(first.conditions));
      if (isAny && actions && isAlike) return { ...first, triggers: drafts.flatMap((one) => one.triggers), actions };
      if (isAny) continue;
      const facts = await factsIn(clause, reading);
      if (!facts || !actions) continue;
      const conditions = new Map([...drafts.flatMap((one) => one.conditions), ...facts].map((one) => [canonicalJson(one), one]));
      return { ...first, triggers: drafts.flatMap((one) => one.triggers), conditions: [...conditions.values()], actions };
    }
    return undefined;
  }

  /** What says one thing that starts it, or several. */
  async function whole(sentence: string, reading: ClauseReading, limits: readonly AutomationCondition[]): Promise<Draft | undefined> {
    return (await reading.read(sentence, limits)) ?? (await atTimes(sentence, reading)) ?? several(sentence, reading);
  }

  return {
    /** What has to be so, of a text that says nothing else: "if the window is closed". */
    async facts(text: string, reading: FactReading): Promise<readonly AutomationCondition[] | undefined> {
      const [whole] = clausesIn(text, reading.spoken);
      return whole?.before === "" && whole.behind === "" ? factsIn(whole, reading) : undefined;
    },

    /** An automation that begins at several times, only runs if something else is so, or that several things start. */
    joined: async (sentence: string, reading: ClauseReading): Promise<Draft | undefined> =>
      (await atTimes(sentence, reading)) ??
      (await limited(sentence, reading)) ??
      (await limited(timeFirst(sentence, reading), reading)) ??
      several(sentence, reading),
  };
}

/** It happens, and is not so for some time. */
function isMoment(text: string, { becomes, happens, rings, comes, leaves, isSo }: Spoken): boolean {
  const moments = [...becomes.flatMap(([, templates]) => templates), ...happens, ...rings, ...comes, ...leaves];
  return fits(moments, text) && !fits(isSo, text);
}

/** Each clause of a condition, as far as it may go: the longest first. */
function* clausesIn(sentence: string, spoken: Spoken): Generator<Clause> {
  const { conditions, whens, each, ifs, whiles, unless, provided, onlyBefore, joined } = spoken;
  const found = [...sentence.matchAll(conditions)].filter(([words]) => fits([whens, each, ifs, whiles, unless].flat(), words));
  for (const { index: at, groups, 0: words } of found.slice(0, MOST_CLAUSES)) {
    const length = words.length - (groups?.["first"]?.length ?? 0);
    // some are written with the word behind them
    const isTurned = fits(unless, words);
    const conjunction = isTurned ? `${provided} ` : `${sentence.slice(at, at + length)}${groups?.["first"] === undefined ? " " : ""}`;
    const said = sentence
      .slice(at + length)
      .trim()
      .split(" ");
    const head = sentence.slice(0, at);
    const before = head.trim().replace(onlyBefore, "");
    // where something else may start it, "when" says what does
    const isLimit = found.length === 1 || before !== head.trim() || fits([...ifs, ...whiles, ...unless], words);
    // "is open for 5 minutes": the span belongs to the condition that it stands behind
    const held = new Set<string | undefined>();
    for (let count = Math.min(said.length, MOST_WORDS); count > (isTurned ? 0 : 1); count -= 1) {
      const text = said.slice(0, count).join(" ").replace(/,$/, "");
      const behind = said.slice(count).join(" ");
      // what is joined to it belongs to it
      if (joined(`. ${behind}`).parts[0] !== "." && !held.has(text)) yield { conjunction, isLimit, isTurned, text, before, behind };
      held.add(spoken.held(text)?.rest);
    }
  }
}

/** The longest beginning or end of a text that says a time and nothing else. */
function timeAround(
  text: string,
  cut: (words: readonly string[], count: number) => readonly string[],
  { spoken: { times }, timing }: FactReading,
): { readonly said: SaidTime; readonly text: string } | undefined {
  const words = text.split(" ");
  for (let count = Math.min(MOST_TIME_WORDS, words.length); count > 0; count -= 1) {
    const part = cut(words, count).join(" ");
    const clock = times.timeIn(part);
    if (clock) return { said: { clock }, text: part };
    const read = times.read(part, timing);
    if (read?.rest === "" && !read.isVague) return { said: read.said, text: part };
  }
  return undefined;
}

/** A sentence with the time that stands in its midst said first; "" where it says none. */
function timeFirst(sentence: string, reading: FactReading): string {
  const words = sentence.split(" ");
  for (let at = 1; at < words.length; at += 1) {
    const behind = words.slice(at).join(" ");
    const { said, text = "" } = timeAround(behind, (all, count) => all.slice(0, count), reading) ?? {};
    if (said?.clock ?? said?.sun) return `${text} ${words.slice(0, at).join(" ")}${behind.slice(text.length)}`;
  }
  return "";
}

/** One says which half of the day is meant, and the other may be in either. */
function isMixed(...said: readonly SaidTime[]): boolean {
  const clocks = said.flatMap(({ clock }) => clock ?? []);
  return clocks.some(({ half }) => half !== undefined) && clocks.some(({ half, hour }) => half === undefined && hour <= HALF_DAY);
}

/** A part with the last words of another, and with its first ones. */
function ended(part: string, other: string): readonly string[] {
  const words = other.split(" ").slice(1);
  return words.map((_, at) => `${part} ${words.slice(at).join(" ")}`);
}

function begun(part: string, other: string): readonly string[] {
  const words = other.split(" ").slice(0, -1);
  return words.map((_, at) => `${words.slice(0, words.length - at).join(" ")} ${part}`);
}

/** What is joined in a text, each part read; one without a verb has that of the last or the first: "Anna or Ben is home". */
async function partsIn<One>(text: string, spoken: Spoken, read: (part: string) => Promise<One | undefined>) {
  const { parts, isAny } = spoken.joined(text);
  const found: One[] = [];
  for (const [index, part] of parts.length > 1 ? parts.entries() : []) {
    for (const way of [
      part,
      ...(index === 0 ? [] : begun(part, parts[0] ?? "")),
      ...(part === parts.at(-1) ? [] : ended(part, parts.at(-1) ?? "")),
    ]) {
      const one = await read(way);
      if (one === undefined) continue;
      found.push(one);
      break;
    }
    if (found.length <= index) return { isAny };
  }
  return found.length > 1 ? { isAny, found } : { isAny };
}
