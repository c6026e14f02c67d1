import { toPattern } from "../pattern.ts";
import { textsIn } from "./texts-in.ts";

/** A text that somebody outside the home may have written, and where it stood. */
export interface OutsideText {
  /** The name of the thing or place that it was read from. */
  readonly source: string;
  readonly text: string;
}

/** What an action is about, in the words by which people and texts would mean it. */
export interface ActionWords {
  /** `domain.service`: what an action without targets is about. */
  readonly service: string;
  /** Of each target: names, aliases, room, kind. */
  readonly targets: readonly (readonly string[])[];
  /** The service's arguments. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A title or a name is shorter; in a longer text anything may be written in any way. */
const LONGEST_PLAIN_TEXT = 80;
/** Shorter words are in every text. */
const SHORTEST_WORD = 3;

/** Words that make a text sound like an order, in the languages of the product's lists. A title with one of them is asked about: no more. */
const ORDERS: ReadonlySet<string> = new Set(
  (
    "turn switch open close lock unlock disarm arm start stop run set call execute ignore all everything every activate deactivate press toggle " +
    "schalte schalt öffne öffnen schließe entsperre sperre alle alles jede starte stoppe setze führe aktiviere drücke " +
    "allume éteins ouvre ferme verrouille déverrouille tout toutes tous lance arrête mets active " +
    "enciende apaga abre cierra bloquea desbloquea todo todas todos inicia pon activa " +
    "accendi spegni apri chiudi blocca sblocca tutto tutti tutte avvia imposta attiva " +
    "zet schakel doe ontgrendel vergrendel sluit alles"
  ).split(" "),
);

/**
 * The text from outside that an action may rest on, if any: one that names a target or an argument, sounds like an order, is long, or is
 * written in a script of its own; and any at all when the person's own words are not about the action's targets. Undefined if none of the
 * action can come from there ("turn on the light" beside the title of a song).
 */
export function restsOnOutside(request: string, action: ActionWords, texts: readonly OutsideText[]): OutsideText | undefined {
  const [first] = texts;
  if (!first) return undefined;
  const asked = wordsOf(request);
  const things = action.targets.length === 0 ? [[action.service]] : action.targets;
  const meant = things.every((names) => mentions(asked, names.flatMap(wordsOf)));
  const telling = texts.find(({ text }) => couldTell(text, asked, things, action.data));
  return meant ? telling : (telling ?? first);
}

function couldTell(text: string, asked: readonly string[], things: ActionWords["targets"], data: ActionWords["data"]): boolean {
  if (text.length > LONGEST_PLAIN_TEXT) return true;
  const words = wordsOf(text);
  if (words.some((word) => ORDERS.has(word))) return true;
  if (scriptsOf(text).some((script) => script !== "Latin" && !scriptsOf(asked.join(" ")).includes(script))) return true;
  if (things.some((names) => mentions(words, names.flatMap(wordsOf)))) return true;
  return textsIn(data)
    .flatMap(wordsOf)
    .some((value) => words.includes(value));
}

/** True if one of the words is, begins or ends one of the names, or the other way round ("Licht" of "Küchenlicht", "lights" of "light"). */
function mentions(words: readonly string[], names: readonly string[]): boolean {
  return words.some(
    (word) =>
      word.length >= SHORTEST_WORD &&
      names.some((name) => name.length >= SHORTEST_WORD && (name === word || partOf(word, name) || partOf(name, word))),
  );
}

function partOf(short: string, long: string): boolean {
  return short.length > SHORTEST_WORD && (long.startsWith(short) || long.endsWith(short));
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Han", "Hiragana", "Katakana", "Hangul", "Arabic", "Hebrew", "Thai", "Devanagari"].map(
  (name) => ({ name, letter: toPattern(`\\p{Script=${name}}`, "u") }),
);

/** Writing systems in a text; letters of none that is known here count as one of their own. */
function scriptsOf(text: string): readonly string[] {
  const known = SCRIPTS.filter(({ letter }) => letter.test(text)).map(({ name }) => name);
  const others = SCRIPTS.reduce((rest, { letter }) => rest.replaceAll(toPattern(letter.source, "gu"), ""), text);
  return /\p{L}/u.test(others) ? [...known, "other"] : known;
}
