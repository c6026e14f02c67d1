import { withHundreds } from "../../text/spoken-hundreds.ts";
import { isPhone, isWhatKeySays, withoutExplained } from "./explained-numbers.ts";
import { hasAccountNumber, hasCardNumber } from "./payment-numbers.ts";
import { isOpeningWord } from "./secret-openings.ts";
import { redactSecretTexts } from "./secret-texts.ts";
import { isBareValueOf, isValueOfThing } from "./secret-things.ts";
import { holdsWayIn, isWayIn } from "./secret-ways.ts";
import { saysAccess, saysCode, saysNumber, saysNumbered, saysSecret } from "./secret-words.ts";
import { isRecoveryWords, spellsWayIn } from "./spelled-letters.ts";

/** What is to be remembered, and what the person said, if that is known. */
interface Proposed {
  readonly key: string;
  readonly value: string;
  readonly said?: string | undefined;
}

/** Nothing but digits: a number that says nothing of what it is for. */
const BARE_DIGITS = /^[\s#*]*\d(?:[\s./–-]{0,2}\d){3,}[\s#*]*$/;
/** Digits that belong together and to no word: "47 11", "12-34-56"; of those with letters see `mixedIn`. */
const DIGIT_RUN = /(?<![\p{L}\p{N}])\d(?:[\s.,/#*–-]{0,2}\d)*(?![\p{L}\p{N}])/gu;
const SHORTEST_CODE = 3;
/** Digits of door codes that are spoken of one sentence after the door. */
const SHORTEST_BESIDE = 4;
const SHORTEST_MIXED = 5;
/** Of papers and accounts. */
const SHORTEST_NUMBER = 5;
/** "A123456789", "A 123 456 789" */
const LETTER_AND_DIGITS = /(?<![\p{L}\d])\p{L}[ .-]?\d(?:[ .-]?\d){7,}(?![\p{L}\d])/u;
const DIGITS_OF_YEAR = 4;
/** So often letters and digits take turns in what is made up by a machine; names of models change less. */
const RANDOM_CHANGES = 5;
const SHORTEST_RANDOM = 8;

/**
 * True for what opens doors or accounts, or may do so: codes, PINs, passwords, keys and tokens, numbers of cards, accounts and papers, in digits of
 * every script or in words. What was said around the value counts as much as the key that a model chose. Takes time in proportion.
 */
export function looksSecret({ key, value, said = "" }: Proposed): boolean {
  const [name, text] = [withHundreds(key), withHundreds(value).replaceAll("\n", " ")];
  const own = `${name} ${text}`;
  if (redactSecretTexts(value) !== value || hasCardNumber(own) || hasAccountNumber(own) || hasRandomWord(own)) return true;
  if (saysSecret(own) || saysSecret(name)) return true;
  const told =
    text.trim() === "" ? [] : whereTold(withHundreds(said), digitsIn(name).length > 0 ? `${text} ${digitsIn(name).join(" ")}` : text);
  if (told.some((one) => isSaidAsSecret(one, text))) return true;
  const sentences = told.map(({ sentence }) => sentence);
  if (
    isWordThatOpens(name, text, sentences) ||
    holdsWayIn(text, [name, ...sentences]) ||
    sentences.some((sentence) => isWayIn(sentence, text)) ||
    isWayIn(text, text)
  )
    return true;
  return isCodeOf(name, text, told);
}

/** Letters and words by which one gets in somewhere, or gets a wallet back. */
function isWordThatOpens(name: string, text: string, sentences: readonly string[]): boolean {
  if (
    spellsWayIn(text, [name, ...sentences]) ||
    sentences.some((sentence) => sentence.includes(text.trim()) && spellsWayIn(sentence, [name]))
  )
    return true;
  if (isBareValueOf(name, text, sentences) || isRecoveryWords(name, text, sentences.join(" "))) return true;
  return [...sentences, text].some((sentence) => isOpeningWord(sentence, text) || isValueOfThing(sentence, text));
}

/** Digits that nothing explains, or that a word for codes, doors, papers or accounts stands beside. */
function isCodeOf(name: string, text: string, told: readonly Told[]): boolean {
  const own = `${name} ${text}`;
  const sentences = told.map(({ sentence }) => sentence);
  const hasCode = [own, ...told.flatMap(({ sentence, beside }) => [sentence, ...beside])].some(saysCode);
  const hasAccess = [own, ...sentences].some(saysAccess);
  const isOpening = sentences.some(saysAccess) || (saysAccess(name) && countDigits(text) > DIGITS_OF_YEAR);
  if (!hasCode && (isPhone(name, text) || (!isOpening && isWhatKeySays(name, text)))) return false;

  const explained = explainedIn([own, ...sentences]);
  const single = digitsIn(own).filter((digits) => !explained.has(digits));
  const open = single.filter(({ length }) => length >= SHORTEST_CODE);
  const mixed = mixedIn(own).filter((word) => !explained.has(word));
  if (BARE_DIGITS.test(text) && open.length > 0) return true;
  if (hasCode && open.length + mixed.length > 0) return true;
  if (hasAccess && open.length > 0) return true;
  // "left 12, right 34"
  if (hasCode && hasAccess && single.join("").length >= SHORTEST_BESIDE) return true;
  if (told.some(({ beside }) => beside.some(saysAccess)) && open.some(({ length }) => length >= SHORTEST_BESIDE)) return true;
  // of insurances, clients and papers: a letter, and many digits
  if (single.concat(mixed).length > 0 && [own, ...sentences].some(saysNumber) && LETTER_AND_DIGITS.test(own)) return true;
  const long = open.some(({ length }) => length >= SHORTEST_NUMBER) || mixed.some((word) => countDigits(word) >= SHORTEST_NUMBER);
  return long && [own, ...sentences].some(saysNumbered);
}

/** Numbers and words with digits that say in one of the texts what they are, and in none stand without. */
function explainedIn(texts: readonly string[]): ReadonlySet<string> {
  const rest = texts.map(withoutExplained);
  const numbers = (some: readonly string[]) => some.flatMap((text) => [...digitsIn(text), ...mixedIn(text)]);
  const [own = "", ...said] = rest;
  // the sentence tells more than a key and a value that a model cut out of it
  const open = new Set(numbers(said.length > 0 ? said : [own]));
  return new Set(numbers(texts).filter((number) => !open.has(number)));
}

function digitsIn(text: string): readonly string[] {
  return [...text.matchAll(DIGIT_RUN)].map(([run]) => run.replaceAll(/\D/g, ""));
}

function mixedIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length >= SHORTEST_MIXED && /\d/.test(word) && /\p{L}/u.test(word));
}

function hasRandomWord(text: string): boolean {
  return (text.match(/[a-z\d]+/g) ?? []).some(
    (word) => word.length >= SHORTEST_RANDOM && (word.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0) >= RANDOM_CHANGES,
  );
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, "").length;
}

/** What begins a sentence that goes on about the one before. */
const GOES_ON =
  /^(?:and |und |et |y |en )?(?:it|its|it's|that|that's|this|which|es|das|er|sie|dies|c['’]est|ça|il|elle|ahora es|eso|esto|het|dat|dit|זה|זו|היא|הוא)(?!\p{L})/u;
const SAYS_WHAT_IT_IS =
  /(?<!\p{L})(?:it|that|this|everything) (?:is|reads|was|became)(?!\p{L})|(?:it|that)['’]s|(?<!\p{L})(?:es|das) (?:ist|lautet|heißt)|c['’]est|(?<!\p{L})(?:het|dat) is(?!\p{L})|es ahora/u;
/** How many sentences back "it" may mean. */
const FARTHEST = 3;
/** Between parts of a sentence that stand by themselves. */
const PARTS = /[,;:](?!\d)|\s[–—-]\s|(?<!\p{L})(?:and|but|und|aber|et|mais|y|pero|en|maar)(?!\p{L})/u;
/** Beginnings of words that say what a value is, so that it is not the secret spoken of beside it; in six languages. */
const SUBJECT =
  /(?<![\p{L}\p{N}])[הובכלמש]{0,2}(?:like|love|prefer|enjoy|hate|favou?rite|eat|drink|coffee|tea|music|song|listen|colou?r|hobb|allerg|diet|vegan|vegetar|born|birthday|sleep|wake|get up|football|temperature|speak|language|film|book|dog|cat|pet|mag(?!\p{L})|lieb|hass|bevorzug|lieber|esse|trink|kaffee|musik|höre|farbe|geboren|geburtstag|schlaf|steh|fußball|temperatur|spreche|sprache|buch|hund|katze|aime|préf|adore|détest|mange|bois|café|musique|écout|couleur|né(?!\p{L})|née|dors|lève|foot|parle|langue|livre|chien|chat|gust|encant|prefier|odio|bebo|música|escucho|alerg|nací|cumpleaños|duermo|levanto|fútbol|hablo|idioma|película|libro|perro|gato|hou|graag|liever|haat|eet|koffie|muziek|luister|kleur|verjaardag|slaap|voetbal|spreek|taal|boek|hond|kat(?!\p{L})|אוהב|מעדיפ|שונא|אוכל|שותה|קפה|מוזיקה|צבע|תחביב|אלרג|טבעונ|נולד|ישן|קם|כדורגל|מדבר|שפה|סרט|כלב|חתול)/u;

/** Sentences that a value was taken from, each with those beside it. All texts are as `withDigits` gives them. */
interface Told {
  readonly sentence: string;
  readonly beside: readonly string[];
}

/** Where a value comes from: sentences that hold it, else those that hold words of it, else all. */
function whereTold(said: string, value: string): readonly Told[] {
  const sentences = said.split("\n").filter((sentence) => sentence.trim() !== "");
  const wanted = value.trim();
  const words = new Set(wordsOf(wanted));
  const holders = sentences.flatMap((sentence, at) => (sentence.includes(wanted) ? [at] : []));
  const sharers = holders.length > 0 ? holders : sentences.flatMap((one, at) => (wordsOf(one).some((word) => words.has(word)) ? [at] : []));
  const chosen = sharers.length > 0 ? sharers : [...sentences.keys()];
  return chosen.map((at) => {
    const sentence = sentences[at] ?? "";
    const back = GOES_ON.test(sentence) ? FARTHEST : 1;
    return { sentence, beside: [...sentences.slice(Math.max(0, at - back), at), ...sentences.slice(at + 1, at + 2)] };
  });
}

/** True if a secret is spoken of where a value was said, and nothing there says that the value is something else. */
function isSaidAsSecret({ sentence, beside }: Told, value: string): boolean {
  const isHere = saysSecret(sentence);
  if (!isHere && !beside.some(saysSecret)) return false;
  const parts = isHere ? sentence.split(PARTS).map((part) => part.trim()) : [sentence];
  const own = isHere ? parts.filter((part) => part.includes(value.trim())) : parts;
  if (own.length === 0 || own.some((part) => saysSecret(part) || !saysWhatItIs(part, value))) return true;
  return [...parts, ...beside].some((part) => GOES_ON.test(part) && saysSecret(part));
}

function saysWhatItIs(part: string, value: string): boolean {
  if (SAYS_WHAT_IT_IS.test(part)) return withoutExplained(value) !== value;
  return SUBJECT.test(part.replaceAll(value.trim(), " ")) || withoutExplained(value) !== value;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]{3,}|\d+/gu) ?? [];
}
