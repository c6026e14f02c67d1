/** Words that give an order away, as they look turned by 13 letters or read backwards. */
const TURNED = /\b(?:vtaber|qvfertneq|sbetrg|cnffjbeq|cerivbhf|vafgehpgvbaf?|flfgrz|cebzcg|frperg)\b/iu;
const BACKWARDS = /\b(?:erongi|dragersid|tegrof|drowssap|suoiverp|snoitcurtsni|metsys|tpmorp|terces)\b/iu;
const BASE64 = /(?<![A-Za-z\d+/_-])[A-Za-z\d+/_-]{20,}={0,2}/gu;
const HEX = /(?<![\da-z])(?:[\da-f]{2}[ ,:]?){10,}(?![\da-z])|(?:\\x[\da-f]{2}){10,}/giu;
const BINARY = /(?<!\d)(?:[01]{8}[ ,]?){8,}/gu;
const MORSE = /(?<![.-])(?:[.-]{1,6}(?: \/ | )){8,}[.-]{1,6}/gu;
const DOTS = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..".split(" ");
/** `i g n o r e`, `i.g.n.o.r.e`: letters alone, with the same sign between them. */
const SPACED = /(?<![\p{L}\p{N}])(?:\p{L}[ .*_-]){5,}\p{L}(?![\p{L}\p{N}])/gu;
const LEET: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" };
/** A word of letters and such digits, letters first or last. */
const LEET_WORD = /(?<![\p{L}\p{N}])(?=[a-z]{0,20}[013457@$])(?=[a-z013457@$]{0,19}[a-z])[a-z013457@$]{4,20}(?![\p{L}\p{N}])/giu;
/** Fewer are model names and sizes. */
const LEAST_LEET_WORDS = 2;
const PIG_LATIN = /\b[a-z]{2,20}ay\b/giu;
/** Of a sentence's words; the weather has a few. */
const PIG_LATIN_SHARE = 0.6;
const LEAST_PIG_LATIN = 4;

/** Reads the sentences of one text in other ways. What does not occur in all of the text is not looked for in each of them. */
export function createReadings(whole: string): (sentence: string) => readonly string[] {
  const ways = WAYS.filter(({ occurs }) => occurs(whole));
  return (sentence) => ways.flatMap(({ occurs, read }) => (occurs(sentence) ? [read(sentence)] : []));
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How a sentence may be disguised, and what it says then. */
const WAYS: readonly { readonly occurs: (text: string) => boolean; readonly read: (text: string) => string }[] = [
  { occurs: (text) => TURNED.test(text), read: turned },
  { occurs: (text) => BACKWARDS.test(text), read: (text) => Array.from(text).reverse().join("") },
  { occurs: (text) => countOf(text, SPACED) > 0, read: (text) => text.replaceAll(SPACED, (run) => run.replaceAll(/[ .*_-]/gu, "")) },
  {
    occurs: (text) => countOf(text, LEET_WORD) >= LEAST_LEET_WORDS,
    read: (text) => text.replaceAll(LEET_WORD, (word) => word.replaceAll(/[013457@$]/gu, (sign) => LEET[sign] ?? sign)),
  },
];

/** Where in a text a sentence is hidden in a code, in no order: base64, hexadecimal, binary, Morse. Nobody writes to people like that. */
export function hiddenSentences(text: string): readonly { readonly from: number; readonly to: number }[] {
  return CODES.flatMap(({ run, read }) =>
    [...text.matchAll(run)]
      .filter(([code]) => isSentence(read(code)))
      .map(({ 0: code, index }) => ({ from: index, to: index + code.length })),
  );
}

const CODES: readonly { readonly run: RegExp; readonly read: (code: string) => string }[] = [
  { run: BASE64, read: (code) => Buffer.from(code, "base64").toString() },
  { run: HEX, read: (code) => Buffer.from(code.replaceAll(/[^\da-f]/giu, ""), "hex").toString("latin1") },
  { run: BINARY, read: (code) => (code.match(/[01]{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join("") },
  { run: MORSE, read: (code) => code.replaceAll(/[.-]+| \/ | /g, (sign) => (sign === " / " ? " " : sign === " " ? "" : letterOf(sign))) },
];

/** Whether some sentence of a text may be pig Latin. */
export function mayHoldPigLatin(text: string): boolean {
  return countOf(text, PIG_LATIN) >= LEAST_PIG_LATIN;
}

/** Pig Latin: most words end on it. */
export function isPigLatin(text: string): boolean {
  const ends = countOf(text, PIG_LATIN);
  return ends >= LEAST_PIG_LATIN && ends / (text.match(/\p{L}+/gu)?.length ?? 1) >= PIG_LATIN_SHARE;
}

function letterOf(sign: string): string {
  const at = DOTS.indexOf(sign);
  return at < 0 ? "\u0000" : String.fromCharCode(97 + at);
}

/** Three words or more, of letters and what stands between words. */
function isSentence(text: string): boolean {
  const words = text.match(/[\p{L}'’]{2,}/gu) ?? [];
  return words.length >= 3 && words.join("").length >= text.length * 0.6 && !/[\p{Cc}\ufffd]/u.test(text.replaceAll(/[\n\r\t]/gu, " "));
}

function turned(text: string): string {
  return text.replaceAll(/[a-z]/giu, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
