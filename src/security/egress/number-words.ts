import { egressWords } from "../../languages/egress-words.ts";
import { spokenNumbers } from "../../languages/spoken-digits.ts";
import { toPattern } from "../../text/pattern.ts";
import { type ReadText, readPieces, readText, sourcePlace, type TextPiece } from "./read-text.ts";

/** What may stand between two numbers of one row. */
const GAP = `(?:[^\\p{L}\\d]{0,3}|\\s(?:${egressWords.network.dot})\\s)`;
const BETWEEN = toPattern(`^${GAP}$`, "u");
const BESIDE = toPattern(`^${GAP}\\d`, "u");
const BEHIND = toPattern(`\\d${GAP}$`, "u");
const LONGEST_GAP = 12;

/** A text with digits for its number words ("zero three zero", "zwoelf"), with the way back; undefined without any. An article alone is no number. */
export function readDigits(source: string): ReadText | undefined {
  const view = readText(source);
  const edits = spokenNumbers(view.text.toLowerCase());
  const numbers = edits.filter(({ from, to, text }, at) => {
    if (text !== "1") return true;
    const [last, next] = [edits[at - 1], edits[at + 1]];
    if ((last && BETWEEN.test(view.text.slice(last.to, from))) || (next && BETWEEN.test(view.text.slice(to, next.from)))) return true;
    return BESIDE.test(view.text.slice(to, to + LONGEST_GAP)) || BEHIND.test(view.text.slice(Math.max(0, from - LONGEST_GAP), from));
  });
  if (numbers.length === 0) return undefined;
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const number of numbers) {
    const { from, to } = sourcePlace(view, number.from, number.to);
    pieces.push({ text: source.slice(done, from), from: done, to: from }, { text: number.text, from, to, isOther: true });
    done = to;
  }
  return readPieces([...pieces, { text: source.slice(done), from: done, to: source.length }]);
}
