import type { SpokenIn } from "./spoken.ts";

/** Commands are short. */
const LONGEST = 250;
/** How many readings of a sentence are tried. */
const MOST_RESTS = 12;

/** A message that speaks of a later time, or of a condition. */
export interface ForLater {
  /** What it may want then, likeliest first: the sentence without the words that say when. */
  readonly rests: readonly string[];
  /** There is nothing in it for now: a reminder, a timer. */
  readonly isPlan: boolean;
}

export type FindForLater = ReturnType<typeof createForLater>;

/** Finds what is not for now, by the words of the language; undefined for a message without any. */
export function createForLater({ spokenIn }: { readonly spokenIn: SpokenIn }) {
  return (text: string, language: string): ForLater | undefined => {
    const spoken = spokenIn(language);
    if (!spoken || text.length > LONGEST) return undefined;
    const sentence = spoken.bare(text);
    const timeless = tidied(sentence.replaceAll(spoken.times, " "));
    const isPlan = spoken.plans.some((template) => template.test(sentence));
    const [condition] = timeless.matchAll(spoken.conditions);
    if (!condition && timeless === sentence && !isPlan) return undefined;
    const rests = condition ? aroundCondition(timeless, condition.index) : [timeless];
    return { rests: rests.filter((rest) => rest !== "").slice(0, MOST_RESTS), isPlan };
  };
}

/** What stands before a condition; where it stands first, what may be left behind it: after its comma, or from any of its words on. */
function aroundCondition(sentence: string, at: number): readonly string[] {
  const before = tidied(sentence.slice(0, at));
  if (before !== "") return [before];
  const behindComma = sentence.includes(",") ? [tidied(sentence.slice(sentence.lastIndexOf(",") + 1))] : [];
  const words = sentence.split(" ");
  return [...behindComma, ...words.slice(2).map((_, index) => words.slice(index + 2).join(" "))];
}

function tidied(text: string): string {
  return text
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(" ,", ",")
    .replace(/^[ ,]+/, "")
    .replace(/(?<![ ,])[ ,]+$/, "");
}
