import { classesOf } from "./claim-words.ts";

/** A sentence longer than this says what it says in its first words; bounds the time of a text without full stops. */
const MAX_CHARS = 400;

/** `15:02`, `3 pm`, `15 h 30`, `15 Uhr`: when something happened. */
const CLOCK =
  /\b\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?(?:uhr|h|am|pm|a\.m\.?|p\.m\.?))?(?![\d%°])|\b\d{1,2}\s?(?:uhr|am|pm|a\.m\.?|p\.m\.?|h(?:\s?\d{2})?)(?!\p{L})/giu;
const NUMBER = /[-+−]?\d+(?:[.,]\d+)*/g;
/** What stands in quotation marks is a name or somebody's words, never the assistant's own. Not the marks inside Hebrew acronyms. */
const QUOTED = /(?<!\p{L})["“„«״]\s?[^"“”„«»״\n]{1,80}\s?["“”»״](?!\p{L})/gu;
const TOKEN = /‹\p{L}+›|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*['’]?|[✅☑✔👍🔒🔓💡❌⚠]|[?:…,;→()]/gu;

/** The words of a sentence as the model reads them: lower case, marks of Markdown gone, numbers, times and quotations as tokens. */
export function claimTokens(sentence: string): readonly string[] {
  const bare = sentence
    .slice(0, MAX_CHARS)
    .normalize("NFC")
    .replace(/[*_`#>~|]+/g, "")
    .replace(/^[\s•–—-]+/, "");
  const unquoted = bare.replace(QUOTED, " ‹quote› ");
  const text = /[\p{L}\p{N}]/u.test(unquoted.replace("‹quote›", "")) ? unquoted : bare;
  return (
    text
      .replace(CLOCK, " ‹clock› ")
      .replace(NUMBER, " ‹number› ")
      .toLowerCase()
      .replaceAll("’", "'")
      .match(TOKEN) ?? []
  );
}

/**
 * The features of a sentence as 24-bit hashes, each once: words, pairs and triples of words, pairs with one word between, what begins and
 * ends it, what kinds of small words stand in its main clause, and pieces of words, which carry the endings that languages mark tense and person by.
 */
export function claimFeatures(sentence: string): ReadonlySet<number> {
  const read = claimTokens(sentence);
  const tokens = read.filter((token) => token !== ",");
  const found = new Set<number>();
  const [first = "", second = ""] = tokens;
  const last = tokens.findLast((token) => /\p{L}/u.test(token)) ?? "";
  const add = (kind: string, value: string) => found.add(hash(kind, value));
  tokens.forEach((token, at) => {
    const next = tokens[at + 1] ?? "$";
    const third = tokens[at + 2] ?? "$";
    add("1", token);
    add("2", `${token} ${next}`);
    add("3", `${token} ${next} ${third}`);
    add("s", `${token} ${third}`);
    for (const piece of pieces(token)) add("c", piece);
    add("o2", `${token} ${outline(next)}`);
    add("o3", `${token} ${outline(third)}`);
    add("oo", `${outline(token)} ${outline(next)}`);
    if (token.length <= SHORT_WORD) for (const piece of pieces(last)) if (piece.startsWith("-")) add("f$", `${token} ${piece}`);
  });
  add("^", first);
  add("^2", `${first} ${second}`);
  for (const piece of pieces(first)) add("^c", piece);
  add("$", last);
  for (const piece of pieces(last)) add("$c", piece);
  add("n", tokens.length <= 2 ? String(tokens.length) : tokens.length <= 4 ? "4" : tokens.length <= 8 ? "8" : "many");
  for (const sign of ["?", "‹clock›", "‹number›", "‹quote›"]) if (tokens.includes(sign)) add("^sign", `${first} ${sign}`);
  const comma = read.indexOf(",");
  const main = classesOf(comma >= LEAST_MAIN_WORDS ? read.slice(0, comma) : tokens);
  add("main", main.join(" "));
  for (const name of main) {
    add("main1", name);
    add("main^", `${name} ${first}`);
    for (const other of main) if (name < other) add("main2", `${name} ${other}`);
  }
  for (const name of classesOf(tokens)) add("any", name);
  return found;
}

/** `Okay, …` and `Sure, …`: what stands before the first comma is the main clause only if it has more words. */
const LEAST_MAIN_WORDS = 3;

/** Words up to this many letters are mostly auxiliaries, pronouns and particles: they are read together with how the sentence ends. */
const SHORT_WORD = 5;

/** The shape of a longer word, `ge…et`: verbs that the model never saw share it with those that it saw. */
function outline(token: string): string {
  return token.length <= SHORT_WORD ? token : `${token.slice(0, 2)}…${token.slice(-2)}`;
}

/** Beginnings and endings of a word, two to four letters. */
function pieces(token: string): readonly string[] {
  if (!/^\p{L}{3,}/u.test(token)) return [];
  const result: string[] = [];
  for (let length = 1; length <= 4 && length < token.length; length += 1) {
    result.push(`${token.slice(0, length)}-`, `-${token.slice(-length)}`);
  }
  return result;
}

/** FNV-1a, mixed once more and cut to 24 bits: of 16,000 known features one in a thousand unknown ones looks like one. */
function hash(kind: string, value: string): number {
  let bits = 0x811c9dc5;
  const text = `${kind}|${value}`;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  bits ^= bits >>> 15;
  return Math.imul(bits, 0x2c1b3c6d) >>> 8;
}
