import { egressWords } from "../../languages/egress-words.ts";
import { isArticle, isBesideNumbers, withDigits } from "../../languages/spoken-digits.ts";
import { toPattern } from "../../text/pattern.ts";
import { createKept } from "./name-sounds.ts";
import { type ReadText, readPieces, type TextPiece } from "./read-text.ts";

const WORD = /[\p{L}\p{M}]+|\d{1,12}/gu;
const LONGEST = 24;
/** What may stand between two words of one number. */
const GAP = toPattern(`^(?:[\\s,.;:/-]{1,3}|[\\s,]{1,2}(?:${egressWords.numbers.between}|${egressWords.network.dot})\\s)$`, "iu");
const LONGEST_GAP = 14;
interface NumberWord {
  readonly from: number;
  readonly to: number;
  /** As number words are known, with umlauts. */
  readonly text: string;
  readonly kind: "digits" | "number" | "beside";
}

/** A text with digits for its number words ("zero three zero", "zwoelf"), with the way back; undefined without any. An article alone is no number. */
export function createDigitReader(): (source: string) => ReadText | undefined {
  const known = createKept(numberWord);
  return (source) => {
    const runs = runsOf(source, known);
    return runs.length === 0 ? undefined : written(source, runs);
  };
}

function numberWord(word: string): Pick<NumberWord, "text" | "kind"> | undefined {
  if (word.length > LONGEST) return undefined;
  if (/^\d/.test(word)) return { text: word, kind: "digits" };
  const lower = word.toLowerCase();
  const umlauts = lower.replaceAll("oe", "ö").replaceAll("ue", "ü");
  const text = [lower, umlauts].find((one) => /^\d+$/.test(withDigits(one)));
  if (text !== undefined) return { text, kind: "number" };
  return isBesideNumbers(lower) ? { text: lower, kind: "beside" } : undefined;
}

/** Rows of numbers of which at least one is a word. */
function runsOf(source: string, known: (word: string) => ReturnType<typeof numberWord>): readonly (readonly NumberWord[])[] {
  const runs: NumberWord[][] = [];
  let run: NumberWord[] = [];
  const close = () => {
    if (isNumber(run)) runs.push(run);
    run = [];
  };
  for (const { 0: word, index } of source.matchAll(WORD)) {
    const number = known(word);
    if (!number) continue;
    const last = run.at(-1);
    if (last && (index - last.to > LONGEST_GAP || !GAP.test(source.slice(last.to, index)))) close();
    run.push({ ...number, from: index, to: index + word.length });
  }
  close();
  return runs;
}

function isNumber(run: readonly NumberWord[]): boolean {
  const [only, ...more] = run;
  if (!only || run.every(({ kind }) => kind === "digits")) return false;
  return more.length > 0 ? run.some(({ kind }) => kind !== "beside") : only.kind === "number" && !isArticle(only.text);
}

function written(source: string, runs: readonly (readonly NumberWord[])[]): ReadText {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const run of runs) {
    const [from, to] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0];
    const said = run.map(({ text, from: begins }, at) => source.slice(run[at - 1]?.to ?? begins, begins) + text).join("");
    // commas between numbers in words part groups, never a fraction
    const digits = withDigits(said).replaceAll(/\n|(?<=\d),\s?(?=\d)/g, " ");
    pieces.push({ text: source.slice(done, from), from: done, to: from }, { text: digits, from, to, isOther: true });
    done = to;
  }
  return readPieces([...pieces, { text: source.slice(done), from: done, to: source.length }]);
}
