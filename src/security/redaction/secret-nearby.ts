import { withoutExplained } from "./explained-numbers.ts";
import { saysSecret } from "./secret-words.ts";

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
export interface Told {
  readonly sentence: string;
  readonly beside: readonly string[];
}

/** Where a value comes from: sentences that hold it, else those that hold words of it, else all. */
export function whereTold(said: string, value: string): readonly Told[] {
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
export function isSaidAsSecret({ sentence, beside }: Told, value: string): boolean {
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
