import { numberBeside, type PlacedWord, placedIn, withDigits } from "./spoken-digits.ts";

/** "Siebenhundertelf", "zevenhonderdelf", with what stands around "hundred". */
const GERMANIC = /^(\p{L}{0,6}?)(?:hundert|honderd)(?:und|en)?(\p{L}{0,16})$/u;
/** "Setecientos", "quinientos", "ciento". */
const SPANISH = /^(dos|tres|cuatro|quin|seis|sete|ocho|nove)?c?ient[oa]s?$/;
const SPANISH_UNITS: Readonly<Record<string, string>> = { quin: "5", sete: "7", nove: "9" };
const HUNDRED = /^(?:hundred|cents?|מאות)$/;
const JOINING = /^(?:and|und|et|y|en|ו)$/;
/** Before a word of its own the number says what there is so much of. */
const BEFORE_WORD =
  /^\s+(?!(?:opens?|unlocks?|gets?|lets?|is|for|on|at|to|then|and|und|et|y|en|öffnet|ist|für|ouvre|est|abre|es|opent|voor)(?!\p{L}))\p{L}/u;

/** A text as `withDigits` gives it, and of spoken hundreds one number, too: "seven hundred and eleven" is 711. */
export function withHundreds(text: string): string {
  const plain = withDigits(text);
  const tokens = placedIn(plain, /ו(?=-?\d)|[\p{L}\p{M}]+|\d+/gu);
  let shown = "";
  let done = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const found = hundredsAt(tokens, at);
    const [first, last] = [tokens[at], tokens[found?.last ?? at]];
    if (!found || !first || !last || BEFORE_WORD.test(plain.slice(last.to, last.to + 20))) continue;
    shown += plain.slice(done, first.from) + found.digits;
    done = last.to;
    at = found.last;
  }
  return shown + plain.slice(done);
}

function hundredsAt(tokens: readonly PlacedWord[], at: number): { readonly digits: string; readonly last: number } | undefined {
  const [word = "", next = ""] = [tokens[at]?.text, tokens[at + 1]?.text];
  const [, before, behind = ""] = GERMANIC.exec(word) ?? [];
  const spanish = SPANISH.exec(word);
  const isApart = HUNDRED.test(next) || (/^(?:hundert|honderd)$/.test(next) && !spanish);
  const unit = isApart ? unitOf(word) : spanish ? spanishUnit(spanish[1]) : before === undefined ? undefined : unitOf(before || "1");
  if (unit === undefined) return undefined;
  const end = isApart ? at + 1 : at;
  if (behind !== "" && !isApart) {
    const rest = numberOf(behind);
    return rest === undefined ? undefined : { digits: joined(unit, rest), last: end };
  }
  const skipped = JOINING.test(tokens[end + 1]?.text ?? "") ? 2 : 1;
  // Hebrew writes its "and" on the number, and teens as two words
  const rest = numberOf((tokens[end + skipped]?.text ?? "").replace(/^ו(?=\p{L})/u, ""));
  if (rest === undefined) return { digits: joined(unit, 0), last: end };
  const isTeen = rest < 10 && tokens[end + skipped + 1]?.text === "10";
  return { digits: joined(unit, isTeen ? rest + 10 : rest), last: end + skipped + (isTeen ? 1 : 0) };
}

function joined(unit: string, rest: number): string {
  return unit + String(rest).padStart(2, "0");
}

function spanishUnit(word: string | undefined): string {
  return word === undefined ? "1" : (SPANISH_UNITS[word] ?? unitOf(word) ?? "1");
}

function unitOf(word: string): string | undefined {
  if (/^an?$/.test(word)) return "1";
  const number = numberOf(word);
  return number !== undefined && number > 0 && number < 10 ? String(number) : undefined;
}

function numberOf(word: string): number | undefined {
  return /^\d{1,2}$/.test(word) ? Number(word) : numberBeside(word);
}
