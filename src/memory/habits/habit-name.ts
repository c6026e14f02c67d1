import type { HabitRow } from "../../storage/facts/habits.ts";
import { toPattern } from "../../text/pattern.ts";

/** A habit in English, as code says it, and what its thing is called in the home. */
export interface HabitWords {
  readonly sentence: string;
  readonly thing: string;
}

const LONGEST = 160;
/** Signs that do not show could turn the text around; those by which Persian and Indian languages join their letters may stand. */
const HIDDEN = /[^\P{C}\u200c\u200d]|[\p{Zl}\p{Zp}]/u;
/** Markdown, and whatever a chat makes a link of: `example.org` as well. */
const MARKUP = /[*_`~#<>[\]|\\@]|:\/\/|\p{L}\.\p{L}/u;

/**
 * What a model said for a habit, if it may be shown: one short line with the thing's name, all numbers and times of the sentence, and no others.
 * Else undefined.
 */
export function checkedName(said: string, { sentence, thing }: HabitWords): string | undefined {
  const name = said.trim().normalize();
  const called = thing.normalize();
  const isLine = name !== "" && name.length <= LONGEST && !HIDDEN.test(name) && name.includes(called);
  if (!isLine || name === sentence.normalize()) return undefined;
  const rest = withoutNumbers(name.replace(called, " "), sentence.normalize().replace(called, " "));
  return rest === undefined || /\p{N}/u.test(rest) || MARKUP.test(rest) ? undefined : name;
}

/** What a model called a habit, for a reader of that language; undefined where there is nothing. */
export function nameFor({ name }: Pick<HabitRow, "name">, language: string): string | undefined {
  return name && isSameLanguage(name.language, language) ? name.text : undefined;
}

/** Of BCP 47 tags: `de` and `de-AT` are one, `zh-CN` and `zh-TW` are written in different ways. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || written(one) === written(other);
}

function written(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag;
  }
}

/** The text without each number of the sentence, once; undefined if one is missing. */
function withoutNumbers(text: string, sentence: string): string | undefined {
  const clocks = [...sentence.matchAll(/(\d\d):(\d\d)/g)].map(([, hour, minute]) => clockPattern(Number(hour), minute ?? ""));
  const numbers = [...sentence.replaceAll(/\d\d:\d\d/g, " ").matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => numberPattern(number));
  let rest = text;
  for (const pattern of [...clocks, ...numbers]) {
    const less = rest.replace(pattern, " ");
    if (less === rest) return undefined;
    rest = less;
  }
  return rest;
}

/** `07:30`, `7.30`, `7 h 30`, `7時30`. */
function clockPattern(hour: number, minute: string): RegExp {
  return toPattern(`(?<!\\d)0?${hour}\\s?[:.hH：時时]\\s?${minute}(?!\\d)`, "u");
}

/** `22.5`, `22,5`. */
function numberPattern(number: string): RegExp {
  const digits = number.replace(".", "[.,]").replace("-", "[-−]");
  return toPattern(`(?<![\\d−-])${digits}(?!\\d)`, "u");
}
