import { splitSentences } from "../security/sentences.ts";

const QUESTION = /[?？؟][\s"'”’»)]*$|^\s*¿/u;

/** Words for oneself, in English, German, French, Spanish, Dutch and Hebrew. */
const SELF_LIST =
  "i i'm i've i'd i'll me my mine myself we we're we've us our ours ourselves ich mich mir mein\\p{L}* wir uns unser\\p{L}* " +
  "je moi mon ma mes nous notre nos yo me mí mi mis conmigo nosotr[oa]s nos nuestr[oa]s? ik mij mijn wij ons onze " +
  "אני לי אותי שלי עליי עלי אצלי אנחנו לנו אותנו שלנו";
const SELF = words(SELF_LIST);
/** "j'aime", "je m'appelle": French joins them to the verb. */
const SELF_JOINED = /(?<!\p{L})[jm]['’]\p{L}/iu;

/** People whom others belong to. */
const RELATIONS =
  "sister brother mother father mum mom dad wife husband partner son daughter child children kid kids baby neighbou?r boss colleague friend girlfriend boyfriend aunt uncle cousin niece " +
  "nephew grandmother grandfather grandma grandpa roommate flatmate landlord " +
  "schwester bruder mutter vater mama papa frau mann sohn tochter kinder nachbar(?:in)? chef(?:in)? kolleg(?:e|in) freund(?:in)? tante onkel cousine nichte neffe oma opa " +
  "sœur frère mère père maman femme mari fils fille enfants? voisine? patronn?e? collègue amie? oncle nièce neveu " +
  "hermana hermano madre padre mamá papá mujer esposa marido esposo hij[oa]s? vecin[oa] jef[ea] colega amig[oa] tía tío " +
  "zus broer moeder vader vrouw man zoon dochter kinderen buurman buurvrouw baas collega vriend(?:in)? oom nicht neef";
const MY = "my|our|mein\\p{L}*|unser\\p{L}*|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?|mijn|onze|ons";
const MY_RELATION = new RegExp(`(?<!\\p{L})(?:${MY})\\s+(${RELATIONS.replaceAll(/\s+/g, "|")})(?:['’]s)?(?!\\p{L})`, "giu");

/** Before a word for oneself: it begins what a question tells beside what it asks ("could you remember that I …"). */
const TELLS =
  "that|because|since|as|remember|note|save|know|dass|daß|weil|da|merken|notieren|weißt|weisst|qu['’]|que|parce que|sais|porque|sabes|recuerda|dat|omdat|weet|onthouden";
const AND = "and|but|so|also|und|aber|et|mais|y|pero|en|maar";
const TELLS_OF_SELF = new RegExp(
  `(?:^[\\s"'“„«]*(?:(?:${AND})\\s+)?|(?<!\\p{L})(?:${TELLS})\\s*)(?:(?:${SELF_LIST.replaceAll(/\s+/g, "|")})(?!\\p{L})|[jm]['’]\\p{L})|(?<!\\p{L})ש(?:אני|אנחנו|לי)(?!\\p{L})`,
  "iu",
);

/** Somebody says, writes or believes something. */
const SPEECH = words(
  "said says saying told tells claims claimed thinks believes wrote writes mentioned suggests sagt sagte gesagt meint meinte glaubt erzählt erzählte schreibt schrieb " +
    "disait pense croit écrit raconte dice dijo dicen cree piensa escribió zegt zei vindt denkt vertelde schreef אמר אמרה אומר אומרת חושב חושבת כתב כתבה",
);
const SPEAKER_SELF = words("i we i've i'd i'm ich wir habe je j'ai nous yo nosotr[oa]s ik wij אני אנחנו");
/** German and Dutch put the one who spoke behind: "gestern sagte ich". */
const SPOKE = /^(?:sagte|meinte|erzählte|schrieb|zei|vertelde|schreef)$/u;
/** Goes on about whoever was quoted. */
const HE_OR_SHE = /^(?:he|she|they|er|il|elle|ils|elles|él|ella|ellos|hij|zij|הוא|היא)(?!\p{L})/iu;
const QUOTATION = /["“„«][^"“”„«»]*["”“»]/gu;

/**
 * What of a message a person tells themselves: not questions, but for what these tell of the person ("I'm vegan, what can I cook?"), and not
 * what they report that others say ("Ben said he likes it warm").
 */
export function tellingPart(said: string): string {
  const isReport = splitSentences(said).some(({ text }) => clausesOf(text).some(isReported));
  let isOfOther = false;
  return splitSentences(isReport ? said.replaceAll(QUOTATION, ". ") : said)
    .flatMap(({ text }) => {
      const own = ownClauses(text);
      isOfOther = own !== text || (isOfOther && HE_OR_SHE.test(text));
      if (isOfOther && own === text) return [];
      return QUESTION.test(text) ? tellingClauses(own) : own;
    })
    .filter((text) => text !== "")
    .join("\n");
}

/** Of a question what tells something of the person. */
function tellingClauses(question: string): readonly string[] {
  return clausesOf(question).filter((clause) => TELLS_OF_SELF.test(clause));
}

/** A sentence up to where somebody else is quoted; all of it where nobody is, nothing where the quotation comes first. */
function ownClauses(sentence: string): string {
  const clauses = clausesOf(sentence);
  const from = clauses.findIndex(isReported);
  if (from < 0) return sentence;
  const isBehind = from > 0 && from === clauses.length - 1 && wordsOf(clauses[from] ?? "").length <= LONGEST_ASIDE;
  return isBehind ? "" : clauses.slice(0, from).join(", ");
}

/** "…, says Ben": what it quotes stands before. */
const LONGEST_ASIDE = 3;

function clausesOf(sentence: string): readonly string[] {
  return sentence
    .split(/(?<=[,;:–—])\s+/u)
    .map((clause) => clause.replace(/[,;–—]$/u, ""))
    .filter((clause) => clause.trim() !== "");
}

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

/**
 * True if a message is about somebody else: it names one of the `others`, or a relation ("my sister"), and has no word for the one who says it.
 * Not if the key says whom it is about.
 */
export function isAboutOthers(said: string, key: string, others: readonly string[]): boolean {
  const about = [...said.matchAll(MY_RELATION)].map(([, relation = ""]) => relation);
  const named = others.filter((name) => name.trim() !== "" && whole(escaped(name.trim())).test(said));
  if (about.length + named.length === 0 || isOfSelf(said.replaceAll(MY_RELATION, " "))) return false;
  const subject = key.toLowerCase().replaceAll("_", " ");
  return ![...about, ...named].some((word) => subject.includes(word.toLowerCase()));
}

function isOfSelf(text: string): boolean {
  return SELF.test(text) || SELF_JOINED.test(text);
}

function words(list: string): RegExp {
  return whole(list.replaceAll(/\s+/g, "|"));
}

function whole(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu");
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
