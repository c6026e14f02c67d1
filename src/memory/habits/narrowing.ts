import { toPattern } from "../../text/pattern.ts";
import type { Weekday } from "./calendar.ts";
import { LANGUAGES, type Words } from "./narrowing-words.ts";

/** What a person says against a habit: all of it, or some of its days. */
export type Narrowing =
  | { readonly kind: "never" }
  | { readonly kind: "without"; readonly weekdays: readonly Weekday[] }
  | { readonly kind: "unclear" };

/** A word that counts: days, or what is said of them. */
type Mark =
  | { readonly kind: "not" | "only" | "but"; readonly start: number; readonly end: number }
  | { readonly kind: "days"; readonly weekdays: readonly Weekday[]; readonly start: number; readonly end: number };
type Days = Extract<Mark, { kind: "days" }>;

const ALL: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
/** Between the first and the last day of several. */
const UP_TO =
  /^\s*(?:-|–|—|to|till?|until|through|thru|bis(?: zum)?|au|jusqu['’]au|al?|hasta(?: el)?|tot(?: en met)?|t\/m|עד)(?: (?:le|el|los))?\s*(?:יום )?$/u;
const BUT = /(?<!\p{L})(?:but|aber|sondern|mais|pero|sino|maar|אבל|אלא)(?!\p{L})/u;
/**
 * Reads "no", "not on weekends", "only Monday to Friday", "on weekdays but not on Fridays" in any language that there are words for; `weekend` is
 * the country's. "Not" and "only" hold for the days behind them, and where there are none for those before.
 */
export function readNarrowing(said: string, weekend: readonly Weekday[]): Narrowing {
  const text = withoutAnswer(said.toLowerCase()).replaceAll(/[.!,]/g, " ").replaceAll(/\s+/g, " ").trim();
  const languages = Object.values(LANGUAGES);
  if (isDoubtful(text) || languages.some(({ notOnly }) => notOnly.test(text))) return { kind: "unclear" };
  const readings = languages.map((words) => readIn(words, text, weekend));
  return readings.find(({ kind }) => kind !== "unclear") ?? { kind: "unclear" };
}

function readIn(words: Words, text: string, weekend: readonly Weekday[]): Narrowing {
  if (words.never.test(text)) return { kind: "never" };
  const excluded = new Set<Weekday>();
  const wanted = new Set<Weekday>();
  let isOnly = false;
  let open: Days[] = [];
  let mode: "not" | "only" | undefined;
  const close = () => {
    if (mode === undefined && !isOnly && excluded.size > 0) open = [];
    for (const day of open.flatMap(({ weekdays }) => weekdays)) (mode === "not" ? excluded : wanted).add(day);
    isOnly ||= mode === "only" && open.length > 0;
    open = [];
    mode = undefined;
  };
  const marks = marksIn(words, text, weekend);
  marks.forEach((mark, index) => {
    if (mark.kind === "days") {
      open.push(mark);
      return;
    }
    const next = marks[index + 1];
    const isBehind = open.length > 0 && mode === undefined && mark.kind !== "but" && next?.kind !== "days";
    if (isBehind) {
      const own = mark.kind === "not" ? partMeant(open) : open;
      open = open.filter((days) => !own.includes(days));
      close();
      open = [...own];
      mode = mark.kind === "not" ? "not" : "only";
    }
    close();
    if (!isBehind && mark.kind !== "but") mode = mark.kind;
  });
  close();
  if (excluded.size === 0 && !isOnly) return { kind: "unclear" };
  return { kind: "without", weekdays: ALL.filter((day) => excluded.has(day) || (wanted.size > 0 && !wanted.has(day))) };
}

/** Of "workdays, Fridays not" the Fridays. */
function partMeant(days: readonly Days[]): readonly Days[] {
  const last = days.at(-1);
  const isPart =
    last && days.slice(0, -1).some((set) => set.weekdays.length > 1 && last.weekdays.every((day) => set.weekdays.includes(day)));
  return last && isPart ? [last] : days;
}

/** What counts of a text, in its order; several days in a row ("Monday to Friday") are one. */
function marksIn(words: Words, text: string, weekend: readonly Weekday[]): readonly Mark[] {
  const days = ALL.flatMap((day) => placesOf(words.days[day], text).map((place): Days => ({ kind: "days", weekdays: [day], ...place })));
  const sets: readonly (readonly [RegExp, readonly Weekday[]])[] = [
    [words.weekend, ALL.filter((day) => weekend.includes(day))],
    [words.workdays, ALL.filter((day) => !weekend.includes(day))],
  ];
  const named = sets.flatMap(([pattern, weekdays]) => placesOf(pattern, text).map((place): Days => ({ kind: "days", weekdays, ...place })));
  const others = (["not", "only"] as const).flatMap((kind) => placesOf(words[kind], text).map((place): Mark => ({ kind, ...place })));
  const buts = placesOf(BUT, text).map((place): Mark => ({ kind: "but", ...place }));
  const all = [...days, ...named, ...shortRanges(words, text), ...others, ...buts].toSorted((one, other) => one.start - other.start);
  const joined: Mark[] = [];
  for (const mark of all) {
    const before = joined.at(-1);
    if (before?.kind === "days" && mark.kind === "days" && UP_TO.test(text.slice(before.end, mark.start))) {
      joined[joined.length - 1] = { ...before, weekdays: daysFromTo(before.weekdays[0], mark.weekdays[0]), end: mark.end };
    } else {
      joined.push(mark);
    }
  }
  return joined;
}

/** "Mo-Fr" */
function shortRanges({ short }: Words, text: string): readonly Days[] {
  const name = `(${short.join("|")})`;
  const range = toPattern(`(?<!\\p{L})[במ]?${name}\\s?(?:[-–—]|bis|to|tot|t/m|a|au|עד)\\s?${name}(?!\\p{L})`, "gu");
  return [...text.matchAll(range)].map((found) => ({
    kind: "days" as const,
    weekdays: daysFromTo(short.indexOf(found[1] ?? "") as Weekday, short.indexOf(found[2] ?? "") as Weekday),
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** From one day to another, also over the end of the week. */
function daysFromTo(first: Weekday | undefined, last: Weekday | undefined): readonly Weekday[] {
  if (first === undefined || last === undefined) return [];
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => ((first + index) % 7) as Weekday);
}

function placesOf(pattern: RegExp | undefined, text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!pattern) return [];
  const found = [...text.matchAll(toPattern(pattern.source, `${pattern.flags.replace("g", "")}g`))];
  return found.map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Words around which no day is simply meant or not: six languages at once, for a question back costs little. */
const DOUBTS: readonly RegExp[] = [
  // one of them, and not all
  /(?<!\p{L})(?:(?:this|next|last|dieses?n?|nächstes?n?|letztes?n?|ce|cette|prochaine?|este|próximo|dit|deze|komend) (?:week|wochenende|fin |\p{L}+day|\p{L}+tag|\p{L}+dag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|(?:השבוע|הקרוב|הזה))/u,
  // more than was known
  /(?<!\p{L})(?:too|as well|instead|stattdessen|dafür|plutôt|en cambio|in plaats|במקום|(?<!not )even|likewise|(?:also|auch|ebenfalls|ook)(?! (?:not|nicht|niet|kein))|aussi|également|también|incluso|גם(?! לא))(?!\p{L})/u,
  // at times, from a day on, and under a condition
  /(?<!\p{L})(?:when(?:ever)?|if|unless|while|since|once|before|after|onwards?|starting|as of|as long as|wenn|falls|solange|sobald|während|seit(?:dem)?|ab|vor|nach|bevor|nachdem|quand|lorsque|si|s['’]il|tant que|pendant que|depuis|avant|après|à partir|cuando|mientras|desde(?!.{1,20} (?:al?|hasta) )|antes|después|a partir|wanneer|als|zolang|sinds|toen|vanaf(?!.{1,20} (?:tot|t\/m) )|voor|na|vóór|כאשר|אם|מאז|לפני|אחרי|החל|כש\p{L}*)(?!\p{L})/u,
  /(?<!\p{L})(?:not|nicht|pas|no|niet|לא) (?:until|till?|bis|jusqu|hasta|tot(?! en met)|עד)(?!\p{L})/u,
  // some of those days
  /(?<!\p{L})(?:not|nicht|pas|no|niet|לא)(?: \p{L}{1,3})? (?:every|each|all|always|necessarily|jede[nmrs]?|alle[nr]?|immer|unbedingt|tous|toutes|chaque|toujours|forcément|todos|todas|cada|siempre|elke|iedere|alle|altijd|כל|תמיד)(?!\p{L})/u,
  /(?<!\p{L})(?:every (?:other|second|third)|sometimes|mostly|often|usually|rarely|jeden (?:zweiten|dritten)|manchmal|meistens|oft|selten|un \p{L}+ sur deux|parfois|souvent|a veces|a menudo|om de|soms|vaak|meestal|לפעמים|לרוב)(?!\p{L})/u,
];
/** An answer before what is right: "no, on Sundays". */
const ANSWER = /^\s*(?:no|nope|nah|nein|nee|non|לא)\s*[,;:–—-]\s*(?=\S)/u;

/** True if a text says of days more than that they are meant or not: of one week, of the sun, "too", "since", "not every". */
function isDoubtful(text: string): boolean {
  return DOUBTS.some((doubt) => doubt.test(text));
}

/** A text without the "no" that answers before it. */
function withoutAnswer(text: string): string {
  return text.replace(ANSWER, "");
}
