import type { Clockwork } from "../../../attention/trigger.ts";
import { LONGEST_TEXT } from "../../../automations/intent.ts";
import type { Catalogue } from "../../../languages/catalogue.ts";
import type { SaidTime } from "../../../languages/said-times.ts";
import { type Spoken, whatIn } from "../../../recognition/spoken.ts";
import { oneLine, quotable } from "../../wording/phrases.ts";

/** Of a sentence, or of a name that is not the assistant's, as it is quoted. */
export const LONGEST_PART = 100;
/** What is done is understood, and not what starts it. */
export const START = Symbol("start");

/** When, of a sentence that changes an automation and says nothing else: "make it 8 pm", "only on weekdays", "not on Sundays". */
export function changedTime(
  { times, bare, changes }: Spoken,
  text: string,
  before: readonly number[],
  timing: Clockwork & { readonly now: number },
): SaidTime | undefined {
  const said = bare(text).replaceAll(",", "");
  const read = (what: string | undefined) => {
    const found = what === undefined ? undefined : times.read(what, timing);
    return found && !found.isVague && found.rest === "" ? found.said : undefined;
  };
  const { weekdays: without, ...more } = read(whatIn(changes.skip, said)) ?? {};
  const left = before.filter((day) => without?.includes(day) === false);
  if (left.length > 0 && Object.keys(more).length === 0) return { weekdays: left };
  const instead = whatIn(changes.instead, said);
  const clock = instead === undefined ? undefined : times.timeIn(instead);
  return clock ? { clock } : read(whatIn(changes.only, said) ?? instead ?? said);
}

interface AskedAssistant {
  /** What the sentence says without it: the words that ask stand for it, so that what starts it is found beside them. */
  readonly sentence: string;
  /** Undefined where what is asked may go on with what starts it. */
  readonly what: string | undefined;
}

/** What the assistant is to be asked: to the end of the sentence where something stands before it, else with what starts it somewhere behind. */
export function askedIn(sentence: string, { asksAssistant }: Spoken): AskedAssistant | undefined {
  const found = asksAssistant.exec(sentence);
  const what = found?.groups?.["what"];
  if (!found || what === undefined) return undefined;
  if (found.index === 0) return { sentence, what: undefined };
  return { sentence: sentence.slice(0, sentence.length - what.length).replace(/(?<![\s:,])[\s:,]+$/, ""), what };
}

/** Undefined where something else than the question is left, or it is too long. */
export function instructionOf({ sentence, what }: AskedAssistant, rest: string, { asksAssistant }: Spoken): string | undefined {
  const found = asksAssistant.exec(`${rest} ${what ?? ""}`.trim());
  const said = found?.index === 0 ? found.groups?.["what"] : undefined;
  const isAll = what === undefined || (said === what && sentence.endsWith(rest));
  return isAll && said !== undefined && said.length <= LONGEST_TEXT ? said : undefined;
}

/** What to say of a sentence, or of that part of it, which nothing comes of. */
export function unclearText(catalogue: Catalogue, kind: "automation" | "script", part: string | typeof START | undefined): string {
  if (kind === "script") return catalogue.text("script.unclear");
  if (part === START) return catalogue.text("automation.unclear-start");
  return part
    ? catalogue.text("automation.unclear-part", { part: quotable(oneLine(part, LONGEST_PART)) })
    : catalogue.text("automation.unclear");
}
