import { toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import { SELF, SELF_SUBJECT, words } from "../facts/people-words.ts";
import { piecesOf, withoutJoining } from "./clauses.ts";
import { asksOfSelf, isForeignText, isInJest, isOnlySupposed, isOrder, isOver, isUnsure } from "./hypothetical.ts";
import { withoutPasted } from "./pasted.ts";
import { withoutUnwanted } from "./unwanted.ts";

const QUESTION = /[?？؟][\s"'”’»)]*$|^\s*¿/u;
/** Before a word for oneself: it begins what a question tells beside what it asks ("could you remember that I …"). */
const TELLS =
  "that|because|since|as|remember|note|save|know|dass|daß|weil|da|merken|notieren|weißt|weisst|qu['’]|que|parce que|sais|porque|sabes|recuerda|dat|omdat|weet|onthouden";
const AND = "and|but|so|also|und|aber|et|mais|y|pero|en|maar";
const TELLS_OF_SELF = toPattern(
  `(?:^[\\s"'“„«]*(?:(?:${AND})\\s+)?|(?<!\\p{L})(?:${TELLS})\\s*)(?:${SELF}|(?<=qu['’])[jm]['’]\\p{L})|(?<!\\p{L})ש(?:אני|אנחנו|לי)(?!\\p{L})`,
  "iu",
);

/** Somebody says, writes or believes something. */
const SPEECH = words(
  "said says saying texted texts emailed e-mailed mailed posted told tells claims claimed thinks believes wrote writes mentioned suggests sagt sagte gesagt meint meinte glaubt erzählt erzählte schreibt schrieb geschrieben gemailt gesimst geschickt schickt schickte " +
    "disait pense croit écrit écrivait envoie envoyé raconte dice dijo dicen cree piensa escribió escribe mandó zegt zei vindt denkt vertelde schreef schrijft appte stuurde mailde אמר אמרה אומר אומרת חושב חושבת כתב כתבה",
);
const SPEAKER_SELF = words("i we i've i'd i'm i’ve i’d i’m ich wir habe je j'ai nous yo nosotr[oa]s ik wij אני אנחנו");
/** German and Dutch put the one who spoke behind: "gestern sagte ich". */
const SPOKE = /^(?:sagte|meinte|erzählte|schrieb|zei|vertelde|schreef)$/u;
/** Goes on about whoever was quoted. */
const HE_OR_SHE = /^(?:he|she|they|er|il|elle|ils|elles|él|ella|ellos|hij|zij|הוא|היא)(?!\p{L})/iu;
const QUOTATION = /["“„«][^"“”„«»]*["”“»]/gu;
/** A quotation in which somebody speaks of themselves: it is no name. */
const QUOTED_SELF = toPattern(
  `["“„«‘](?=[^"“”„«»‘’]{0,400}${SELF_SUBJECT})[^"“”„«»]{0,400}["”“»’]|(?<![\\p{L}\\p{N}])'(?=(?:${SELF_SUBJECT}))[^\\n]{0,400}'(?!\\p{L})`,
  "giu",
);
/** Goes on with what was asked: "did I say | that I am vegan". */
const GOES_ON = /^\s*(?:that|dass|daß|que|qu['’]|dat|if|whether|ob|or|oder|ou|o|of)(?![\p{L}\p{N}])/iu;

/**
 * What of a message a person tells themselves: not questions, but for what these tell of the person ("I'm vegan, what can I cook?"); not what they
 * report that others say ("Ben said he likes it warm"), not what is only supposed, over, an order, a text to be translated,
 * or to be forgotten.
 */
export function tellingPart(message: string): string {
  const said = withoutUnwanted(withoutPasted(message, isReported));
  if (splitSentences(said).some(({ text }) => isForeignText(text))) return "";
  const isReport = splitSentences(said).some(({ text }) => piecesOf(text).some(isReported));
  let isOfOther = false;
  return notInJest(splitSentences(isReport ? said.replaceAll(QUOTATION, ". ") : said.replaceAll(QUOTED_SELF, ". ")).map(({ text }) => text))
    .flatMap((text) => {
      const own = ownClauses(text);
      isOfOther = own !== text || (isOfOther && HE_OR_SHE.test(text));
      if (isOfOther && own === text) return [];
      const meant = meantIn(own);
      return QUESTION.test(text) ? tellingClauses(meant) : meant;
    })
    .filter((text) => text !== "")
    .join("\n");
}

/** "I'm vegan. Just kidding!": neither is told. */
function notInJest(sentences: readonly string[]): readonly string[] {
  return sentences.filter((_, index) => {
    const next = sentences[index + 1] ?? "";
    return !(wordsOf(next).length <= LONGEST_JEST && isInJest(next));
  });
}

const LONGEST_JEST = 4;

/** Of a sentence what is so, and not asked, supposed, over or wanted now; as it is where all of it is so. */
function meantIn(sentence: string): string {
  if (isOnlySupposed(sentence)) return "";
  const all = piecesOf(sentence);
  let isDropped = false;
  const meant = all.filter((piece, index) => {
    const text = withoutJoining(piece);
    if (isDropped && GOES_ON.test(text)) return false;
    // "when I get up, drink I …": German and Dutch turn the main clause round
    const isFirst = index === 0 || wordsOf(all[index - 1] ?? "").length <= LONGEST_ASIDE - 1;
    isDropped = asksOfSelf(text, isFirst) || isOver(text) || isUnsure(text) || isOrder(text);
    return !isDropped;
  });
  if (meant.length < all.length) return meant.join(", ");
  return sentence;
}

/** Of a question what tells something of the person. */
function tellingClauses(question: string): readonly string[] {
  return piecesOf(question).filter((clause) => TELLS_OF_SELF.test(clause));
}

/** A sentence up to where somebody else is quoted; all of it where nobody is, nothing where the quotation comes first. */
function ownClauses(sentence: string): string {
  const clauses = piecesOf(sentence);
  const from = clauses.findIndex(isReported);
  if (from < 0) return sentence;
  const isBehind = from > 0 && from === clauses.length - 1 && wordsOf(clauses[from] ?? "").length <= LONGEST_ASIDE;
  return isBehind ? "" : clauses.slice(0, from).join(", ");
}

/** "…, says Ben": what it quotes stands before. */
const LONGEST_ASIDE = 3;

/** True if a clause has a word for speech whose speaker is not the person ("that said" has none). */
function isReported(clause: string): boolean {
  const all = wordsOf(clause);
  return all.some((word, index) => {
    if (!SPEECH.test(word) || all[index - 1] === "that") return false;
    const speaker = [all[index - 1], all[index - 2], SPOKE.test(word) ? all[index + 1] : undefined];
    return !speaker.some((one) => one !== undefined && SPEAKER_SELF.test(one));
  });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu) ?? [];
}
