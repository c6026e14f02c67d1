import { z } from "zod";
import { withoutAccents } from "../text/fold.ts";
import type { Language } from "./catalogue.ts";
import { readData } from "./data.ts";

const words = z.string().default("");
const templates = z.array(z.string()).default([]);
const byName = z.record(z.string(), z.string()).default({});
const templatesByName = z.record(z.string(), z.array(z.string())).default({});

const days = z.strictObject({
  /** Words before a day: "on", "this"; the first is that before a date. */
  lead: z.string(),
  /** Words behind which the name of a day is none: "las 7 de la mañana". */
  notBehind: words,
  next: z.string(),
  last: z.string(),
  weekend: z.string(),
  /** Between the day and the month of a date. */
  of: z.string(),
  /** What a day has behind it: "tomorrow's forecast". */
  possessive: z.string().default("(?!)"),
  /** Parts of a day, behind it. */
  parts: z.record(z.enum(["morning", "afternoon", "evening", "night"]), z.string()),
  /** What has words of its own: by the day from today on and its part, `0 night` is "tonight"; by another unit, `1 week`. */
  named: byName,
});

const bySun = z.strictObject({ sunset: templates, sunrise: templates }).prefault({});

/** How people say when, in `later.yaml`. Words are alternatives of patterns; slots: `duration`, `clock` (or `h` and `m`), `weekdays`, `part`, `what`. */
const later = z.strictObject({
  /** What each unit of time is called, numbers of minutes that have names ("half an hour"), and "a" before a unit; what joins two durations or weekdays. */
  units: z.strictObject({ second: words, minute: words, hour: words, day: words, week: words }).prefault({}),
  amounts: byName,
  one: words,
  and: words,
  /** What joins two of which one is enough. */
  or: words,
  /** From now on; for so long; again and again. */
  after: templates,
  lasts: templates,
  every: templates,
  /** On the same weekdays, where `Intl` has other names for them than people, and what may stand behind one of several; on the days of each week. */
  weekdays: z.string().optional(),
  weekdayEnding: words,
  weekly: templates,
  /** From one weekday (`first`) to another (`last`). */
  weekdaySpans: templates,
  daily: templates,
  /** Every second one (`nth`) of the days or weekdays; on a day of each month (`dom`); what each ordinal is called, and how one in digits ends. */
  everyNth: templates,
  monthly: templates,
  ordinals: byName,
  ordinalEnding: words,
  workdays: templates,
  weekends: templates,
  /** Each morning, each night. */
  parts: templates,
  /** What stands before a time of day, with its space; from one time of day (`start`) to another (`until`); only the end. */
  at: words,
  spans: templates,
  until: templates,
  /** Times of day without that, by the minutes that they lie behind what is said ("half past"); what says which half of the day is meant; times with a name. */
  clocks: templatesByName,
  /** What stands behind an amount that looks like a time: "um 2 runter". */
  amountOf: words,
  am: words,
  pm: words,
  moments: templatesByName,
  sun: bySun,
  /** The same as a time from or until which something is. */
  suns: z.strictObject({ sunset: words, sunrise: words }).prefault({}),
  /** So long (`duration`) before and after that. */
  sunBefore: bySun,
  sunAfter: bySun,
  /** An event of a calendar (`what`) begins or ends; so long (`duration`) before it begins. */
  events: z.strictObject({ start: templates, end: templates, before: templates }).prefault({}),
  /** In which time of day (`start`), by which light, and with whom at home something is only done; `both` says that they are two. */
  windows: z
    .strictObject({
      after: templates,
      before: templates,
      down: templates,
      up: templates,
      away: templates,
      home: templates,
      everybody: templates,
    })
    .prefault({}),
  /** Words of a later time that name none, and of the present. */
  vague: templates,
  atOnce: words,
  /** Words that begin a condition, and those of them that wait for it to come about. */
  conditions: templates,
  whens: templates,
  /** Words of a condition under which to be told of it, which else may be about now: "if". */
  ifs: templates,
  /** Words of a condition that must not be so: "unless". */
  unless: templates,
  /** Words of a condition that only limits what begins otherwise: "while". */
  whiles: templates,
  /** Words of a condition of which each time counts: "whenever". */
  each: templates,
  /** How long it has to be so: "longer than". */
  longer: templates,
  /** That `what` does not answer. */
  silent: templates,
  /** Conditions: that `what` is `state`, comes into one (by name), happens or is pressed (`happens`; `rings` of the doorbell), is above or below an `amount`, is done; that somebody (`what`, or who speaks) leaves or comes, home or to a `place`; the question whether `what` is `state`. */
  isSo: templates,
  /** That `what` is not `state`; without a state that somebody is not at home. */
  isNot: templates,
  becomes: templatesByName,
  /** Something is detected: what it is (`what`) and where, or what detects it. */
  detects: templates,
  /** The same is detected no more. */
  clears: templates,
  happens: templates,
  rings: templates,
  above: templates,
  below: templates,
  done: templates,
  leaves: templates,
  comes: templates,
  whether: words,
  /** Sentences that are only for later; how `what` is switched on that somebody is woken with. */
  remind: templates,
  wake: templates,
  wakeWith: words,
  timer: templates,
  /** Conditions under which to be told of them: "tell me". */
  tell: templates,
  /** Somebody of the household (`to`) to be told something (`what`): after a conjunction, right behind their name, and reminded; without what, where it is what comes about. Who is meant by "me". */
  relay: templates,
  relayPlain: templates,
  relayWhen: templates,
  remindOther: templates,
  /** What somebody is told who is not to hear it. */
  nothing: words,
  selves: words,
  /** All people of the house; what stands between two who are told something. */
  everyone: words,
  joint: words,
  /** What is said before or behind a reminder that matters. */
  important: words,
  /** Something (`what`) to be watched, and told of once it is so (`so`). */
  watch: templates,
  /** Of what was just planned: so much (`duration`) later or earlier, not on a day (`what`), not at all, at another time (`what`), of an automation only then (`what`); so much more for a timer; what was told once more. */
  changes: z
    .strictObject({
      later: templates,
      earlier: templates,
      skip: templates,
      cancel: templates,
      instead: templates,
      only: templates,
      timer: templates,
      again: templates,
    })
    .prefault({}),
});

const form = z.strictObject({
  /** Words before and behind a sentence that change nothing: "could you please"; before a question: "do you know". */
  openings: templates,
  closings: templates,
  askings: templates,
  /** Words inside a phrase that say nothing of the entity. None that stands for one of several: "a lamp" is any, "that lamp" the one of before. */
  fillers: words,
  /** Words before the name of a place. */
  prepositions: words,
  /** Words for the place where somebody speaks, and how a place (`area`) is named at their place. */
  here: z.strictObject({ words: templates, place: words }).prefault({}),
  /** Words that say how many, or what to do: where they stand beside an entity the sentence is no simple one. */
  doubtful: words,
  /** Letters that are written with the word behind them: prepositions, conjunctions, and articles, which are `fillers` too. */
  proclitics: words,
  /** How words end that stand in the plural, besides the s of many languages, as alternatives of a pattern. */
  pluralEndings: words,
  /** Items of a list that point to what was said before. */
  pronouns: words,
  /** Pronouns that are written with the verb before them; alone they are one only at the end of a sentence. */
  enclitics: words,
  /** Words that make what is said to go on a list no item: "not". */
  notItems: words,
  except: templates,
  /** What people call entities of a kind (a domain, or a domain and class) besides Home Assistant's names for it; of several behind a stroke. */
  things: byName,
  /** Words before a phrase for all that it fits, for the two, for everything in a place of whatever kind, and between two entities. */
  all: templates,
  both: templates,
  everything: templates,
  and: templates,
  commands: templatesByName,
  /** With `number`, or `color`. */
  settings: templates,
  /** Changes of a list, with the `item` and perhaps the list (`what`). */
  lists: templatesByName,
  units: z
    .strictObject({ percent: z.string().default("%"), degrees: z.string().default("°"), kelvin: z.string().default("k|kelvin") })
    .prefault({}),
  /** Before the size of a step: "up by 10". */
  by: z.string().default("(?!)"),
  /** What is said in place of a number with its unit: for all, for the least that is still on, for half, for warm and cold white. */
  amounts: byName,
  properties: byName,
  /** Words by the name that Home Assistant knows the colour by. */
  colors: byName,
  /** Words of a state of Home Assistant, as alternatives of a pattern. */
  states: byName,
  /** How it is said that something came into a state: "se encendió". */
  became: byName,
  questions: z
    .strictObject({
      /** Is it so, with `what` and `state`; the same of one alone, where `yesOrNo` has a plural verb; which are so; whether any are. */
      yesOrNo: templates,
      isItSo: templates,
      which: templates,
      anyIs: templates,
      /** How many of `what` are `state`; what there is that is so; whether a place (`where`) has something that is told by the state alone: motion. */
      counted: templates,
      whatIs: templates,
      detected: templates,
      /** Whether all there is that can be so is; whether anything is; whether everybody is; who is. */
      everythingIs: templates,
      anythingIs: templates,
      everybodyIs: templates,
      who: templates,
      /** What `what` is, and where. */
      value: templates,
      where: templates,
    })
    .prefault({}),
  /** The verb of `yesOrNo` is plural. */
  isPlural: z.boolean().default(false),
  /** What `what` is, by measurement. */
  measured: templatesByName,
  /**
   * The sentence before, said of something else (`what`), also in place of what was meant wrongly, and of the one thing like it; said once
   * more; taken back; said to be wrong.
   */
  followUps: z
    .strictObject({
      instead: templates,
      corrected: templates,
      other: templates,
      again: templates,
      undo: templates,
      notThat: templates,
    })
    .prefault({}),
  /** How people say days, as alternatives of patterns. */
  days: days.optional(),
  /** What forecasts, calendars, lists and the past tell, with `when`, `what`, `state`, `item`. */
  readings: templatesByName,
  /** Words that ask for the weather, by what is asked, the first that fits; `neutral` are those that may stand with them. */
  weather: z
    .strictObject({ rain: z.string(), snow: z.string(), wind: z.string(), warmth: z.string(), weather: z.string(), neutral: z.string() })
    .optional(),
  /** What routines are called, by their domain; the slot `routines`. */
  routines: byName,
  /** Sentences that want an automation made of `what`. */
  automate: templates,
  /** What of an automation has the assistant think about what follows: "ask the assistant to". */
  asksAssistant: templates,
  /** Verbs of what something does, each with the form that tells somebody to: "turns" is "turn". */
  imperatives: byName,
  /** A script to be made, with its `name`, that does `what`; a scene of how it is somewhere (`where`) now. */
  scripts: templates,
  scenes: templates,
  /** Questions what an automation would have done, by the number of days. */
  replays: templatesByName,
  /** What was made (`routines` is its kind) to be deleted, by its `name`. */
  removals: templates,
  /** The question what a routine (`name`) would do, without having it done. */
  dryRuns: templates,
  /** Sentences that ask for what a slash command tells, by its name. */
  slash: templatesByName,
  /** What is no business of the home: greetings, thanks, the time. */
  talk: templatesByName,
});

/** Templates as `templateRegex` reads them; slots: `what` entities, `where` a place, `item` free text, `number` with its unit, `property`, `color`, `state`, `when` days. */
export type SentenceLanguage = z.infer<typeof form> & { readonly later: z.infer<typeof later> };
export type DayWords = z.infer<typeof days>;

const known = new Map<Language, SentenceLanguage>();

/** Where a language has no commands, it has questions whether all or any are so. Read from disk once: several parts keep some of it. */
export function sentencesOf(language: Language): SentenceLanguage {
  const sentences = known.get(language) ?? {
    ...readData(`${language}/sentences/sentences.yaml`, form),
    later: readData(`${language}/sentences/later.yaml`, later),
  };
  known.set(language, sentences);
  return sentences;
}

/** A template as the source of a pattern, with a group for each slot; a slot that is not in `slots` stands for any words. */
export function templateSource(template: string, slots: Readonly<Record<string, string>>, anyWords = ".+?"): string {
  return (
    template
      // what may be left out takes the space before it along; at the beginning the space behind it
      .replace(/^(?:\[[^[\]]+\]\s)+/, (leading) => leading.replaceAll(/\[([^[\]]+)\]\s/g, "(?:(?:$1) )?"))
      .replaceAll(/\s\[([^[\]]+)\]/g, "(?: (?:$1))?")
      .replaceAll(/\((?!\?)/g, "(?:")
      .replaceAll(/\{(\w+)\}/g, (_, slot: string) => `(?<${slot}>${slots[slot] ?? anyWords})`)
      .replaceAll(/\s+/g, " ")
  );
}

/** Patterns in which an accent may be left out, and an apostrophe be of either kind. */
export function asTyped<Value>(value: Value): Value {
  if (typeof value === "string") {
    const either = (letter: string) => {
      const plain = withoutAccents(letter);
      return /^[a-z]$/i.test(plain) ? `(?:${letter}|${plain})` : letter;
    };
    return value
      .normalize("NFC")
      .replaceAll(/[^\p{ASCII}]/gu, either)
      .replaceAll("'", "(?:'|’)") as Value;
  }
  if (Array.isArray(value)) return value.map(asTyped) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asTyped(one)])) as Value;
}
