import type { Operation, Property, StateMeaning } from "./meanings.ts";

/**
 * How people of one language tell a house what to do and ask it how things are. Templates are as {@link templateRegex} reads them; slots:
 * `what` a thing or several, `where` a place said apart from it, `item` free text, `number` with its unit, `property`, `color` and `state` words of this language.
 */
export interface SentenceLanguage {
  /** Words before a sentence that change nothing: "could you please". */
  readonly openings: readonly string[];
  /** Words before a question alone: "do you know". */
  readonly askings: readonly string[];
  readonly closings: readonly string[];
  /** Words inside a phrase that say nothing of the thing. None that stands for one of several: "a lamp" is any, "that lamp" the one of before. */
  readonly fillers: string;
  /** Words before the name of a place. */
  readonly prepositions: string;
  /** Words that say how many, or what to do: where they stand beside a thing the sentence is no simple one. */
  readonly doubtful: string;
  /** Items of a list that point to what was said before. */
  readonly pronouns: string;
  /** Words before what is left out. */
  readonly except: readonly string[];
  /** What people call things of a kind (a domain, or a domain's class) besides Home Assistant's names for it. */
  readonly things: Readonly<Record<string, string>>;
  /** Words before a phrase for all that it fits, and for the two. */
  readonly all: readonly string[];
  readonly both: readonly string[];
  /** Words for all things of a place, of whatever kind. */
  readonly everything: readonly string[];
  /** Words between two things. */
  readonly and: readonly string[];
  readonly commands: Readonly<Record<Operation, readonly string[]>>;
  /** With `number`, or `color`. */
  readonly settings: readonly string[];
  readonly lists: readonly string[];
  readonly units: { readonly percent: string; readonly degrees: string };
  readonly properties: Readonly<Record<Property, string>>;
  /** Words by the name that Home Assistant knows the colour by. */
  readonly colors: Readonly<Record<string, string>>;
  readonly states: Readonly<Partial<Record<StateMeaning, string>>>;
  /** Is it so; which are so; with `what` and `state`. */
  readonly yesOrNo: readonly string[];
  readonly which: readonly string[];
  /** Whether all there is that can be so is `state`; whether anything is; whether everybody is. */
  readonly everythingIs: readonly string[];
  readonly anythingIs: readonly string[];
  readonly everybodyIs: readonly string[];
  /** Whether any of `what` is `state`. */
  readonly anyIs?: readonly string[];
  /** The verb of `yesOrNo` stands in the plural. */
  readonly isPlural?: boolean;
  /** Of people alone, with `state`. */
  readonly who: readonly string[];
  /** What is it, with `what`. */
  readonly value: readonly string[];
  /** The same of a measurement that the question's words stand for. */
  readonly measured: Readonly<Record<"temperature" | "humidity" | "battery" | "brightness" | "volume", readonly string[]>>;
  readonly where: readonly string[];
}
