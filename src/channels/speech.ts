import { withoutCommands } from "../agent/command.ts";
import { readMarkdown, toPlain } from "../text/markdown-runs.ts";
import { splitSentences } from "../text/sentences.ts";

/** Half a minute of speech; whoever listens to more has forgotten how it began. */
const LONGEST_SPOKEN = 400;

/** An engine reads its name out. */
const PICTOGRAPH = /\p{Extended_Pictographic}\uFE0F? ?/gu;

/** The name of an option: what it does is said before it. */
const OPTION = / ?\([a-z]+(?:_[a-z]+)+\)/g;

/** A text as it is read out: no Markdown, no list, no pictograph, whole sentences. `isCut`: some of them were left out. */
export function spoken(markdown: string): { readonly text: string; readonly isCut: boolean } {
  const lines = toPlain(readMarkdown(markdown))
    .replace(PICTOGRAPH, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/u, "").trim())
    .filter((line) => line !== "");
  const sentences = lines.flatMap((line) => splitSentences(line).map(({ text }) => text.trim())).filter((text) => text !== "");
  let text = "";
  let taken = 0;
  for (const sentence of sentences) {
    if (taken > 0 && text.length + sentence.length > LONGEST_SPOKEN) break;
    text = text === "" ? sentence : `${text}${endsSentence(text) ? " " : ", "}${sentence}`;
    taken += 1;
  }
  const isTooLong = text.length > LONGEST_SPOKEN * 2;
  return { text: isTooLong ? `${text.slice(0, LONGEST_SPOKEN)}…` : text, isCut: isTooLong || taken < sentences.length };
}

/** An answer for a listener, who can neither type a command nor look up an option. Not for a question that somebody approves: it is read out whole. */
export function spokenAnswer(markdown: string): ReturnType<typeof spoken> {
  return spoken(withoutCommands(markdown).replace(OPTION, ""));
}

function endsSentence(text: string): boolean {
  return /[.!?…:;,)\p{Pf}\p{Pe}"״]$/u.test(text);
}

/** Tells what is new of a text that grows, for a listener who cannot take back what was heard. */
export function createAppended() {
  let told = "";
  return {
    /** What is said now is no more than what begins as it was told. */
    next(text: string): string {
      if (!text.startsWith(told)) return "";
      const more = text.slice(told.length);
      told = text;
      return more;
    },
    /** The end, whatever was told before. */
    last(text: string): string {
      return text.startsWith(told) ? text.slice(told.length) : ` ${text}`;
    },
  };
}
