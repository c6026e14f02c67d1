import { egressWords } from "../../languages/egress-words.ts";
import { spokenNumbers } from "../../languages/spoken-digits.ts";
import { asciiDigit, plainLetters } from "../../text/fold.ts";
import { inOneScript, pairs, SMALL_CAPITALS } from "../../text/look-alikes.ts";
import { toPattern } from "../../text/pattern.ts";

/** A text as detectors read it, with the way back: `text[i]` comes from `starts[i]` up to `ends[i]` of what was given. */
export interface ReadText {
  readonly text: string;
  /** Undefined while every sign stands where it stood. */
  readonly places: { readonly starts: readonly number[]; readonly ends: readonly number[] } | undefined;
}

const PLAIN = /^[\n\x20-\x7e]*$/;
const INVISIBLE = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]$/u;
/** Letters in boxes and flags' letters, which no normal form takes apart: where each alphabet begins. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6];
/** Letters that nobody sees and models read (Unicode, "Tags"). */
const FIRST_TAG = 0xe0020;
/** Letters of scripts that nobody here writes in that look like Latin ones (Cherokee, Lisu, Coptic, Armenian; confusables.txt). */
const RARE_SCRIPTS = pairs(
  "ᎠDᎡRᎢTᎥiᎪGᎫJᎬEᎳWᎷMᎻHᎽYᏀGᏃZᏎ4ᏏbᏒRᏔWᏕSᏙVᏚSᏞLᏟCᏢPᏦKᏧdᏴBꓐBꓑPꓓDꓔTꓖGꓗKꓙJꓚCꓜZꓝFꓟMꓠNꓡLꓢSꓣRꓦVꓧHꓪWꓫXꓬYꓮAꓰEꓲIꓳOꓴUⲟoⲣpⲥcⲒIⲢPⲤCⲎHⲔKⲘMⲚNⲦTօoսuոnհhցgաw",
);
const CAPITAL_PLAIN: Readonly<Record<string, string>> = { Ø: "O", Æ: "AE", Œ: "OE", Ł: "L", Đ: "D", Ð: "D", Þ: "TH" };

/** Reads a text with plain letters: without accents, invisible signs, styled letters, digits of other scripts and look-alikes. Capitals stay. Linear. */
export function readText(source: string): ReadText {
  if (PLAIN.test(source)) return { text: source, places: undefined };
  return readPieces([{ text: source, from: 0, to: source.length }]);
}

/** What stands at `from` up to `to` of a source: its signs one by one, or something else that stands for all of it. */
interface TextPiece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly isOther?: boolean;
}

/** The same for a text made of pieces of its source and of what stands for some. */
function readPieces(pieces: readonly TextPiece[]): ReadText {
  const starts: number[] = [];
  const ends: number[] = [];
  let read = "";
  for (const { text, from, to, isOther } of pieces) {
    let at = from;
    for (const sign of text) {
      const plain = plainSign(sign);
      read += plain;
      for (let count = 0; count < plain.length; count += 1) {
        starts.push(isOther ? from : at);
        ends.push(isOther ? to : at + sign.length);
      }
      at += sign.length;
    }
  }
  return { text: inOneScript(read), places: { starts, ends } };
}

/** The place in the source of what was found from `from` up to `to` (not included) of the read text. */
export function sourcePlace({ places }: ReadText, from: number, to: number): { readonly from: number; readonly to: number } {
  if (!places) return { from, to };
  return { from: places.starts[from] ?? from, to: places.ends[to - 1] ?? to };
}

export function withoutInvisible(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "");
}

/** Four single signs in a row are no sentence but a spelled word. */
const SPELLED = /(?<!\S)\S(?:[ \t]\S(?!\S)){3,}/g;

/** The same text with spelled words joined ("0 5 4 1", "a n n a @ x . o r g"); undefined where nothing is spelled. */
export function joinSpelled({ text, places }: ReadText): ReadText | undefined {
  const gaps = new Set<number>();
  for (const { 0: run, index } of text.matchAll(SPELLED)) for (let at = index + 1; at < index + run.length; at += 2) gaps.add(at);
  if (gaps.size === 0) return undefined;
  const kept = Array.from({ length: text.length }, (_, at) => at).filter((at) => !gaps.has(at));
  return {
    text: kept.map((at) => text.charAt(at)).join(""),
    places: { starts: kept.map((at) => places?.starts[at] ?? at), ends: kept.map((at) => places?.ends[at] ?? at + 1) },
  };
}

function plainSign(sign: string): string {
  if (sign <= "\x7f") return sign < " " && sign !== "\n" ? " " : sign;
  const code = sign.codePointAt(0) ?? 0;
  if (code >= FIRST_TAG && code < FIRST_TAG + 95) return String.fromCharCode(32 + code - FIRST_TAG);
  const box = BOXED.find((first) => code >= first && code < first + 26);
  if (box !== undefined) return String.fromCharCode(65 + code - box);
  const small = SMALL_CAPITALS.get(sign) ?? RARE_SCRIPTS.get(sign);
  if (small !== undefined) return small;
  if (INVISIBLE.test(sign)) return "";
  if (/^\p{Pd}$/u.test(sign)) return "-";
  if (/^[‘’ʼ´`׳]$/.test(sign)) return "'";
  if (sign === "。") return ".";
  if (/^\s$/u.test(sign)) return sign === "\u2028" || sign === "\u2029" ? "\n" : " ";
  const plain = sign
    .normalize("NFKD")
    .replaceAll(/(?![\u3099\u309a])\p{Mn}/gu, "")
    .normalize("NFC");
  if (/^\p{Nd}$/u.test(plain)) return asciiDigit(plain);
  return CAPITAL_PLAIN[plain] ?? plainLetters(plain);
}

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
