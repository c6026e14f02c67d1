import { splitSentences } from "../security/sentences.ts";

const QUESTION = /[?？؟][\s"'”’»)]*$|^\s*¿/u;

/** Words for oneself, in English, German, French, Spanish, Dutch and Hebrew. */
const SELF = words(
  "i i'm i've i'd i'll me my mine myself we we're we've us our ours ourselves ich mich mir mein\\p{L}* wir uns unser\\p{L}* " +
    "je moi mon ma mes nous notre nos yo me mí mi mis conmigo nosotr[oa]s nos nuestr[oa]s? ik mij mijn wij ons onze " +
    "אני לי אותי שלי עליי עלי אצלי אנחנו לנו אותנו שלנו",
);
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

/** What of a message tells something: all but questions in which the person says nothing of themselves. */
export function tellingPart(said: string): string {
  return splitSentences(said)
    .filter(({ text }) => !QUESTION.test(text) || isOfSelf(text))
    .map(({ text }) => text)
    .join("\n");
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
