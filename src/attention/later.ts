import { unitsOf } from "../entity-search/entity-text.ts";
import type { HomeTimes } from "../languages/said-days.ts";
import type { SaidTime } from "../languages/said-times.ts";
import { NEGATION } from "../memory/facts/polarity.ts";
import { fits, matches, type Spoken, spokenIn } from "../recognition/spoken.ts";
import { toCaseless } from "../text/pattern.ts";

/** Commands are short. */
const LONGEST = 250;
/** How many readings of a sentence are tried. */
const MOST_WISHES = 12;

/** "The day after tomorrow at half past six in the evening". */
const MOST_TIME_WORDS = 11;

/** A message in quotation marks is told as it stands. */
const QUOTED = /^["“„«»‚‘'](.+)["”“»«’‘']$/u;

const DENIAL = toCaseless(`^${NEGATION}`);

/** What is to be told later: something to be reminded of, to be woken, a timer, that something came about; or to others (`to`, as they are called, "" for whoever speaks; undefined for a name that nobody has). */
export interface SaidPlan {
  readonly kind: "reminder" | "wake" | "timer" | "tell" | "relay";
  readonly to?: readonly string[] | undefined;
  /** What is to be told somebody says when, too, which may be a part of it. */
  readonly isUnclear?: boolean;
  /** The person said that it matters. */
  readonly isImportant?: boolean;
  /** What to be reminded of, what to be woken with, what the timer is for; "" for none. */
  readonly what: string;
}

/** What may be wanted later: the sentence without the words that say when, and what has to happen first. */
export interface Wish {
  readonly rest: string;
  /** Empty for one that is not understood: "unless", "while". */
  readonly condition?: string;
  /** How long that has to be so. */
  readonly forMs?: number | undefined;
  /** Each time that it comes about, and not the next alone. */
  readonly repeats?: boolean;
  readonly plan?: SaidPlan | undefined;
}

/** A message that speaks of a later time, or of a condition. */
export interface ForLater {
  /** Likeliest first. */
  readonly wishes: readonly Wish[];
  readonly said: SaidTime;
  /** The words for the time name none, or several. */
  readonly isVague: boolean;
  /** The time, or the condition, stands before all else. */
  readonly isFirst: boolean;
}

export type FindForLater = ReturnType<typeof createForLater>;

/** Whom a sentence may name; "everyone" are those of the household. */
export interface SaidNames {
  readonly known: readonly string[];
  readonly household: readonly string[];
}

/** Finds what is not for now, by the words of the language; undefined for a message without any. */
export function createForLater({ names }: { readonly names: SaidNames }) {
  return (
    text: string,
    language: string,
    now: HomeTimes & { readonly now: number; readonly isAutomation?: boolean },
  ): ForLater | undefined => {
    const spoken = spokenIn(language);
    if (!spoken || text.length > LONGEST || spoken.asks(text)) return undefined;
    const said = spoken.bare(text);
    const plain = said.replace(spoken.important, "");
    const found = readPlain(plain, spoken, now);
    if (plain === said || !found) return found;
    return { ...found, wishes: found.wishes.map((wish) => ({ ...wish, ...(wish.plan && { plan: { ...wish.plan, isImportant: true } }) })) };
  };

  function readPlain(
    whole: string,
    spoken: Spoken,
    now: HomeTimes & { readonly now: number; readonly isAutomation?: boolean },
  ): ForLater | undefined {
    const timer = timerIn(whole, spoken);
    if (timer) return timer;
    const relayed = relayIn(whole, spoken, names, now);
    if (relayed) return withClause(relayed, spoken, now);
    const longer = spoken.times.longer(whole) ?? bareSpanIn(whole, spoken, now);
    const sentence = longer?.rest ?? whole;
    for (const { what, so } of matches(spoken.watch, sentence.replaceAll(",", ""))) {
      if (what === undefined || so === undefined) continue;
      const condition = heldIn(`${what} ${so}`, spoken, longer?.ms);
      return { wishes: [{ rest: sentence, plan: { kind: "tell", what: "" }, ...condition }], said: {}, isVague: false, isFirst: false };
    }
    const read = spoken.times.read(sentence, now);
    // "to practise for 20 minutes" is a part of what to be reminded of, "is open for 20 minutes" of a condition
    const isSpan = read?.said.lasts !== undefined || read?.said.until !== undefined;
    const isConditional = isSpan && spoken.conditions.test(read.rest);
    spoken.conditions.lastIndex = 0;
    const isTold = isSpan && (isConditional || planIn(read.rest, spoken)?.kind === "reminder");
    const timed = isTold ? spoken.times.read(sentence, now, { ends: false }) : read;
    const { said = {}, rest = sentence } = timed ?? {};
    const [condition] = rest.matchAll(spoken.conditions);
    // how long it has to be so is read with the condition; "when I come home for 5 minutes" may mean either
    const isHeld = isConditional && (now.isAutomation === true || condition?.index === 0 || lastsIn(rest, condition, spoken));
    const isVague = timed?.isVague === true && !(isHeld && !read.isVague);
    const isTimed = rest !== sentence || isVague;
    const plain: Wish = { rest, plan: planIn(rest, spoken) ?? (now.isAutomation ? relayedIn(rest, spoken, names, now) : undefined) };
    // "remind me at 5 to ask if he comes": what to be reminded of may be any words
    const isWhole = condition === undefined || (isTimed && plain.plan !== undefined);
    const isFirst = !sentence.startsWith(rest.split(" ")[0] ?? "");
    if (isWhole)
      return isTimed || plain.plan || longer ? { wishes: [plain], said, isVague: isVague || longer !== undefined, isFirst } : undefined;
    const repeats = fits(spoken.each, condition[0]);
    const isAwaited = repeats || fits(spoken.whens, condition[0]);
    const isTellable = isAwaited || fits(spoken.ifs, condition[0]);
    const wishes = aroundCondition(rest, condition, spoken).map((wish) => {
      const plan = planIn(wish.rest, spoken) ?? relayedIn(wish.rest, spoken, names, now);
      const held = heldIn(wish.condition ?? "", spoken, longer?.ms);
      // "if it is open" may ask how it is now, "if it stays open for 5 minutes" does not
      const isKnown = plan?.kind === "tell" || now.isAutomation || held.forMs !== undefined ? isTellable : isAwaited;
      return { ...wish, repeats, ...(isKnown ? held : { condition: "" }), plan };
    });
    return { wishes: wishes.slice(0, MOST_WISHES), said, isVague, isFirst: condition.index === 0 };
  }
}

/** "When the window has been open ten minutes turn off …": a span that nothing else reads is the condition's; with the sentence without it. */
function bareSpanIn(sentence: string, spoken: Spoken, now: HomeTimes & { readonly now: number }) {
  const [condition] = sentence.matchAll(spoken.conditions);
  const { said = {}, isVague = false } = (condition && spoken.times.read(sentence, now)) ?? {};
  if (!condition || !isVague || Object.keys(said).length > 0) return undefined;
  const start = condition.index + condition[0].length - (condition.groups?.["first"]?.length ?? 0);
  const words = sentence.slice(start).split(" ");
  for (let count = words.length; count > 1; count -= 1) {
    const [, text = "", comma = ""] = /^(.*?)(,?)$/.exec(words.slice(0, count).join(" ")) ?? [];
    const held = spoken.held(text.trim());
    if (held)
      return {
        ms: held.ms,
        rest: `${sentence.slice(0, start)}${text.startsWith(" ") ? " " : ""}${held.rest}${comma} ${words.slice(count).join(" ")}`.trim(),
      };
  }
  return undefined;
}

/** Whether the condition at the end is of a state, which lasts. */
function lastsIn(sentence: string, condition: RegExpExecArray | undefined, spoken: Spoken): boolean {
  const held = condition && spoken.held(trimmed(sentence.slice(condition.index + condition[0].length)));
  return held !== undefined && fits(spoken.isSo, held.rest);
}

/** A condition without the words that say how long it has to be so. */
function heldIn(condition: string, spoken: Spoken, forMs: number | undefined): Pick<Wish, "condition" | "forMs"> {
  const held = forMs === undefined ? spoken.held(condition) : undefined;
  return { condition: held?.rest ?? condition, forMs: held?.ms ?? forMs };
}

/** "Set a timer for pasta, 9 minutes". */
function timerIn(sentence: string, { times, timer, fillers }: Spoken): ForLater | undefined {
  const found = times.duration(sentence);
  const rest = found?.rest ?? sentence;
  for (const template of timer) {
    const set = template.exec(rest);
    const what = set?.groups?.["what"] ?? "";
    // a name before the word for a timer has no article: "pause the pasta timer" is about one that runs
    const units = unitsOf(what);
    const isName = what === "" || (units.length > 0 && (rest.endsWith(what) || !units.some((unit) => fillers.has(unit))));
    if (set && isName) {
      const plan = { kind: "timer" as const, what };
      // of two timers in one sentence neither is set
      const isOne = found !== undefined && times.duration(rest) === undefined;
      return { wishes: [{ rest, plan }], said: isOne ? { after: found.ms } : {}, isVague: false, isFirst: false };
    }
  }
  return undefined;
}

/** "Tell Ben that dinner is ready": the words behind the name are told as they are; only before them stands when. What is not to be told is none. */
function relayIn(
  sentence: string,
  spoken: Spoken,
  names: SaidNames,
  now: HomeTimes & { readonly now: number; readonly isAutomation?: boolean },
): ForLater | undefined {
  const { times, relay, relayPlain, remindOther } = spoken;
  if (!speaksToOthers(sentence, spoken)) return undefined;
  const leading = leadingTime(sentence, spoken, now);
  const leads = leading?.isVague ? undefined : leading;
  const text = leads?.rest ?? sentence;
  const [condition] = text.matchAll(spoken.conditions);
  if (condition && whomIn(trimmed(text.slice(0, condition.index)), spoken, names) !== undefined) return undefined;
  const result = (plan: SaidPlan, said: SaidTime, isVague = false): ForLater => ({
    ...{ wishes: [{ rest: text, plan }], said: { ...leads?.said, ...said }, isVague },
    isFirst: true,
  });
  for (const { to, what } of groupsOf(relay, text)) {
    const named = whoIn(to, names, spoken);
    if (named) {
      if (denies(named.rest, spoken)) return undefined;
      const when = named.rest === "" ? undefined : times.read(named.rest, now);
      const isRead = named.rest === "" || (when?.rest === "" && !when.isVague && isMoment(when.said));
      return result({ kind: "relay", to: named.to, what }, when?.said ?? {}, !isRead);
    }
    if (!spoken.selves.test(to) && !to.includes(" ")) return result({ kind: "relay", what }, {});
  }
  for (const { to, what } of groupsOf(relayPlain, text)) {
    const named = whoIn(`${to} ${what}`, names, spoken);
    // "tell Ben and turn on the light" says nothing to Ben
    if (!named || named.rest === "" || spoken.joints(` ${named.rest}`)[0]?.before === "") continue;
    const when = leadingTime(named.rest, spoken, now);
    const told = when?.rest ?? named.rest;
    if (denies(named.rest, spoken) || denies(told, spoken)) return undefined;
    // a day alone may be what is told of: "tomorrow is a holiday"
    const isRead = !when || (told !== "" && !when.isVague && !leads && isMoment(when.said));
    return result({ kind: "relay", to: named.to, what: told }, when?.said ?? {}, !isRead);
  }
  const { said = {}, rest = sentence, isVague = false } = times.read(sentence, now) ?? {};
  for (const { to, what } of groupsOf(remindOther, rest)) {
    const named = whoIn(to, names, spoken);
    if (named?.rest === "") return result({ kind: "relay", to: named.to, what }, said, isVague || Object.keys(said).length === 0);
  }
  return undefined;
}

/** Whether somebody is told or reminded from one of its first words on; before that word may stand when, which costs more to read. */
function speaksToOthers(sentence: string, { relay, relayPlain, remindOther }: Spoken): boolean {
  const words = sentence.split(" ");
  const templates = [...relay, ...relayPlain, ...remindOther];
  return words.slice(0, MOST_TIME_WORDS + 1).some((_, at) => {
    const text = words.slice(at).join(" ");
    return fits(templates, text);
  });
}

/** "Tell Ben that dinner is ready when the oven is done": that is when, if the home can tell it; "that dinner is at eight" may be a part of the message. */
function withClause(found: ForLater, spoken: Spoken, now: HomeTimes & { readonly now: number }): ForLater {
  const [wish] = found.wishes;
  const plan = wish?.plan;
  if (!wish || plan?.to === undefined || found.isVague || Object.keys(found.said).length > 0) return found;
  const quoted = QUOTED.exec(plan.what)?.[1];
  if (quoted !== undefined) return { ...found, wishes: [{ ...wish, plan: { ...plan, what: quoted } }] };
  const unclear: Wish = { ...wish, condition: "", plan: { ...plan, isUnclear: true } };
  const [condition] = plan.what.matchAll(spoken.conditions);
  if (!condition) {
    const read = spoken.times.read(plan.what, now);
    return read && (read.isVague || isMoment(read.said)) ? { ...found, wishes: [unclear] } : found;
  }
  const repeats = fits(spoken.each, condition[0]);
  if (!repeats && !fits(spoken.whens, condition[0])) return { ...found, wishes: [unclear] };
  const wishes = aroundCondition(plan.what, condition, spoken).map(({ rest, condition: text = "" }): Wish => {
    return { ...unclear, repeats, ...heldIn(text, spoken, undefined), plan: { ...plan, isUnclear: true, what: rest } };
  });
  return { ...found, wishes: [...wishes, unclear].slice(0, MOST_WISHES) };
}

/** Who is told what comes about. */
function whomIn(sentence: string, spoken: Spoken, names: SaidNames): readonly string[] | undefined {
  for (const { to = "" } of matches(spoken.relayWhen, sentence)) {
    const named = whoIn(to, names, spoken);
    if (named?.rest === "") return named.to;
  }
  return undefined;
}

/** What somebody else is told once something comes about: without a time of its own. */
function relayedIn(
  sentence: string,
  spoken: Spoken,
  names: SaidNames,
  now: HomeTimes & { readonly now: number; readonly isAutomation?: boolean },
): SaidPlan | undefined {
  const to = whomIn(sentence, spoken, names);
  if (to !== undefined) return { kind: "relay", to, what: "" };
  const found = relayIn(sentence, spoken, names, now);
  const plan = found?.wishes[0]?.plan;
  return plan?.to === undefined || found?.isVague || Object.keys(found?.said ?? {}).length > 0 ? undefined : plan;
}

/** The longest beginning of a sentence that says nothing but when, and what stands behind it. */
function leadingTime(sentence: string, { times }: Spoken, now: HomeTimes & { readonly now: number; readonly isAutomation?: boolean }) {
  const words = sentence.split(" ");
  for (let count = Math.min(MOST_TIME_WORDS, words.length); count > 0; count -= 1) {
    const read = times.read(words.slice(0, count).join(" ").replace(/,$/, ""), now);
    if (read?.rest === "") return { ...read, rest: words.slice(count).join(" ") };
  }
  return undefined;
}

/** More than a day, and more than how long. */
function isMoment(said: SaidTime): boolean {
  return Object.keys(said).some((key) => !["day", "part", "lasts", "until"].includes(key));
}

/** "Tell Ben nothing", "on no account": what it begins with says that it is not to be told. */
function denies(text: string, spoken: Spoken): boolean {
  const said = spoken.unprefixed(spoken.bare(text));
  return DENIAL.test(said) || spoken.nothing.test(said);
}

function groupsOf(templates: readonly RegExp[], text: string): readonly { readonly to: string; readonly what: string }[] {
  return matches(templates, text).flatMap(({ to, what }) => (to === undefined || what === undefined ? [] : { to, what }));
}

/** Whom a text names first, one or several ("Anna and Ben", "everyone"), and what stands behind that. The speaker is named only beside others. */
function whoIn(
  text: string,
  names: SaidNames,
  spoken: Spoken,
  others: readonly string[] = [],
): { readonly to: readonly string[]; readonly rest: string } | undefined {
  const [all] = spoken.everyone.exec(text) ?? [];
  const [self] = spoken.selfFirst.exec(text) ?? [];
  const named = nameIn(text, names.known);
  const said = named?.name ?? all ?? self;
  if (said === undefined) return undefined;
  const behind = text.slice(said.length);
  const to = [...new Set([...others, ...(named ? [named.name] : all === undefined ? [""] : names.household)])];
  const [joint] = spoken.joint.exec(behind) ?? [];
  const more = joint === undefined ? undefined : whoIn(behind.slice(joint.length), names, spoken, to);
  if (more && (!joint?.startsWith(",") || more.rest === "")) return more;
  return to.some((one) => one !== "") ? { to, rest: behind.replace(/^[\s,:]{1,4}/, "") } : undefined;
}

/** The longest of some names that a text begins with, and what stands behind it. */
function nameIn(text: string, names: readonly string[]): { readonly name: string; readonly rest: string } | undefined {
  const said = text.toLowerCase();
  const [name] = names
    .filter((one) => said === one.toLowerCase() || (/^[\s,:]/.test(text.slice(one.length)) && said.startsWith(one.toLowerCase())))
    .toSorted((one, other) => other.length - one.length);
  return name === undefined ? undefined : { name, rest: text.slice(name.length).replace(/^[\s,:]{1,4}/, "") };
}

function planIn(sentence: string, { remind, wake, tell }: Spoken): SaidPlan | undefined {
  for (const [kind, templates] of [
    ["reminder", remind],
    ["wake", wake],
    ["tell", tell],
  ] as const) {
    const [found] = matches(templates, sentence);
    if (found) return { kind, what: trimmed(found["what"] ?? "") };
  }
  return undefined;
}

/** What stands before a condition, with what stands behind it if it is a reminder; where the condition stands first, what may be left behind it: after its comma, or from any of its words on. */
function aroundCondition(sentence: string, { index: at, groups, 0: words }: RegExpExecArray, spoken: Spoken): readonly Wish[] {
  const before = trimmed(sentence.slice(0, at));
  // where a condition is written with the word behind it, that word belongs to what has to happen
  const behind = trimmed(sentence.slice(at + words.length - (groups?.["first"]?.length ?? 0)));
  const parted = (index: number) => ({
    rest: trimmed(`${before} ${trimmed(behind.slice(index))}`),
    condition: trimmed(behind.slice(0, index)),
  });
  const commas = behind.includes(",") ? [parted(behind.lastIndexOf(","))] : [];
  const splits = [...behind.matchAll(/ /g)].map(({ index }) => parted(index));
  // "is open for 5 minutes turn on the light": the span belongs to the condition that it stands behind
  const held = new Set(splits.flatMap(({ condition }) => spoken.held(condition)?.rest ?? []));
  const anywhere = splits.filter(({ condition }) => !held.has(condition));
  const parts = [...commas, ...anywhere].filter(({ rest, condition }) => rest !== "" && condition !== "");
  if (before === "") return parts;
  // "remind me when I get home to feed the cat": only behind it stands what of
  const reminders = planIn(before, spoken)?.what ? [] : parts.filter(({ rest }) => planIn(rest, spoken)?.kind === "reminder");
  return [{ rest: before, condition: behind }, ...reminders];
}

function trimmed(text: string): string {
  return text.replace(/^[ ,:]+/, "").replace(/(?<![ ,])[ ,]+$/, "");
}
