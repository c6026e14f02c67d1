import { toCaseless } from "../text/pattern.ts";
import type { SaidTime } from "./said-times.ts";
import { templateSource } from "./sentences.ts";

export type Groups = Readonly<Record<string, string | undefined>>;

/** One way to say when, and what it says; undefined for words that look like it and say no time. */
export interface Way<Said = SaidTime> {
  readonly pattern: RegExp;
  /** `left`: the last of its words that say nothing of it. */
  readonly read: (groups: Groups) => { readonly said: Said; readonly left: string } | undefined;
}

/** Makes ways of templates, the longest first. What stands behind an amount (`amountOf`) tells that it is no time. */
export function waysWith(slots: Readonly<Record<string, string>>, amountOf: string) {
  return <Said = SaidTime>(templates: readonly string[], read: (groups: Groups) => Said | undefined, behind = ""): readonly Way<Said>[] =>
    templates
      .toSorted((one, other) => other.length - one.length)
      .map((template) => ({
        pattern: toCaseless(
          `(?<![\\p{L}\\p{N}])${templateSource(template, slots, "[^.?!]+?")}${behind}(?![\\p{L}\\p{N}]|[%°]|\\s?(?:${amountOf || "(?!)"})(?!\\p{L}))`,
        ),
        read(groups) {
          const said = read(groups);
          return said && { said, left: "" };
        },
      }));
}

/** What the first way that a sentence has in it says, and the sentence without that. */
export function taken<Said>(sentence: string, ways: readonly Way<Said>[]): { readonly said: Said; readonly rest: string } | undefined {
  for (const { pattern, read } of ways) {
    const found = pattern.exec(sentence);
    const { said, left } = (found && read(found.groups ?? {})) ?? {};
    if (found && said)
      return { said, rest: [sentence.slice(0, found.index), left, sentence.slice(found.index + found[0].length)].join(" ") };
  }
  return undefined;
}

/** Without the spaces and commas that stood around what was taken. */
export function tidied(text: string): string {
  return text
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(" ,", ",")
    .replace(/^[ ,]+/, "")
    .replace(/(?<![ ,])[ ,]+$/, "");
}
