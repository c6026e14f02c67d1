import { isSmallWord } from "../../text/plain-words.ts";
import { saysEntered } from "./access-things.ts";
import { saysCode, saysSecret } from "./secret-words.ts";

// All texts are as `withDigits` gives them: small letters, and digits for numbers.

/** "c-h-a-r-l-i-e", "c h a r", "c, h, a, r": letters that stand apart. */
const LETTERS = /(?<![\p{L}\p{N}'’-])\p{L}(?:[ ,.–-]{1,2}[\p{L}\d](?![\p{L}\p{N}'’])){3,}/u;
/** A short one counts if there is nothing else: "a-b-c". */
const ONLY_LETTERS = /^[^\p{L}\p{N}_]*\p{L}(?:[ ,.–-]{1,2}[\p{L}\d]){2,}[^\p{L}\p{N}_]*$/u;
/** "P as in Peter", "P wie Paula", "P comme Pierre", "P de Pedro", "P van Pieter", "א כמו אבא". */
const AS_IN = /(?<!\p{L})(\p{L})(?: as in| like| for| wie| comme| como| de| van| als in| zoals| כמו)(?: in)? (?=\p{L}{2})(\p{L})/gu;
/** Letters that are spelled by words before they mean a word. */
const FEWEST_SPELLED = 2;
/** Alphabets of radio and of telephones. */
const RADIO =
  /(?<!\p{L})(?:(?:alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu|anton|berta|cäsar|dora|emil|friedrich|gustav|heinrich|ida|julius|kaufmann|ludwig|martha|nordpol|otto|paula|quelle|richard|samuel|siegfried|theodor|ulrich|viktor|wilhelm|xanthippe|ypsilon|zacharias)(?!\p{L})[\s,-]*){3,}/u;

/** True if letters are spelled, one by one or by words, beside something that one gets into. */
export function spellsWayIn(text: string, beside: readonly string[]): boolean {
  if (!LETTERS.test(text) && !ONLY_LETTERS.test(text) && !RADIO.test(text) && countAsIn(text) < FEWEST_SPELLED) return false;
  return [text, ...beside].some((one) => saysEntered(one) || saysCode(one) || saysSecret(one));
}

function countAsIn(text: string): number {
  return [...text.matchAll(AS_IN)].filter(([, letter, begins]) => letter === begins).length;
}

/** Wallets have 12 to 24 words (BIP 39), of three to eight letters each. */
const FEWEST_RECOVERY = 12;
const RECOVERY_WORD = /^\p{L}{3,8}$/u;
/** Words that are only said to be kept, and those of wallets. */
const KEPT =
  /^(?:words?|phrases?|seeds?|note|notes|text|list|info|remember|memorize|keep|save|store|write|recovery|backup|wallet|ledger|trezor|metamask|bitcoin|crypto|coinbase|wörter|worte|merke?|notiere?|speicher\p{L}*|mots?|note[zr]?|retiens|retenez|palabras?|recuerda|guarda|anota|woorden|onthoud|bewaar|noteer|מילים|המילים|תזכור|תזכרי|שמור)$/u;

/** True if a text is twelve words or more in a row of which nothing says what they are: how a wallet is got back. */
export function isRecoveryWords(key: string, text: string, sentence: string): boolean {
  const [run, rest] = longestRun(text);
  if (run < FEWEST_RECOVERY) return false;
  const around = sentence === "" ? rest : longestRun(sentence)[1];
  return [...wordsOf(key), ...around].every((word) => isSmallWord(word) || KEPT.test(word) || /^\d+$/.test(word));
}

/** How many bare words stand in a row, numbers before them or not, and what else a text says. */
function longestRun(text: string): readonly [length: number, rest: readonly string[]] {
  const all = [...text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/gu)].map(([token]) => token);
  const tokens = all.filter((token) => !/^(?:\d+|[.)\-–])$/.test(token));
  let best = { from: 0, to: 0 };
  let from = 0;
  tokens.forEach((token, at) => {
    if (!RECOVERY_WORD.test(token) || isSmallWord(token) || KEPT.test(token)) from = at + 1;
    else if (at + 1 - from > best.to - best.from) best = { from, to: at + 1 };
  });
  const rest = [...tokens.slice(0, best.from), ...tokens.slice(best.to)].filter((token) => /\p{L}/u.test(token));
  return [best.to - best.from, rest];
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
