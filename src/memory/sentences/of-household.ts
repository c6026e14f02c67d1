import { toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import { hitsIn } from "../facts/fact-values.ts";
import { choices, RELATIVE, RELATIVE_OF_HEBREW, words } from "../facts/people-words.ts";
import { namePattern } from "./person-names.ts";
import type { Saying } from "./said-of-self.ts";

/** Of the family also without "my" before them: in a key, at the beginning of a sentence, in Hebrew. */
const FAMILY = toPattern(
  `(?<![\\p{L}\\p{N}])(?:${choices(
    "wife husband hubby hubs missus girlfriend boyfriend fiancée? spouse sons daughters? kids? children child toddlers? teens? teenagers? siblings? parents grand(?:son|daughter|child|children|kids?|mother|father|parents) step(?:son|daughter|mother|father)s? " +
      "ehefrau ehemann sohn söhne tochter töchter kinder schwiegermutter schwiegervater schwiegereltern großeltern geschwister mutti vati enfants? mari belle-mère beau-père beaux-parents " +
      "esposa marido hij[oa]s novi[oa]s? suegr[oa]s? niet[oa]s? vrouw zoon dochters? kinderen schoonouders kleinkinderen",
  )}|[ולבמשהכ]{0,2}(?:${choices("אשתי אישתי בעלי בתי בני ילדיי ילדינו אחותי אחי אמא אבא סבא סבתא הוריי הורינו")})|[ולבמשכ]{0,2}ה(?:${choices("ילד ילדה ילדים ילדות בן בת בנים בנות תינוק תינוקת נכד נכדה נכדים הורים")}))(?:['’]?s|['’])?(?![\\p{L}-])`,
  "giu",
);
/** Words that say in a key alone whose it is. */
const IN_KEY = words("partner son baby mum mom dad mother father brother sister uncle aunt twins");
/** They come to the house, or live beside it; what is known of them is everybody's. */
const OUTSIDER = toPattern(
  `(?:${choices(
    "neighbou?rs? landlord tenant guests? visitors? babysitters? nanny nannies au[\\s-]pair childminder housekeeper maid cleaning[\\s-]\\p{L}+ nachbar(?:n|in)? gast gäste vermieter(?:in)? babysitterin tagesmutter kindermädchen " +
      "putzfrau haushaltshilfe nounou nourrice voisine? invitée?s? vecin[oa]s? invitad[oa]s? niñera canguro buurman buurvrouw poetsvrouw oppas",
  )})['’]?s?$|שכנ?(?:ה|ים)?(?:\\s|$)|מטפלת|שמרטפית|בייביסיטר|מנקה`,
  "iu",
);
const LIKE_THEM = [FAMILY, RELATIVE, RELATIVE_OF_HEBREW];

const ROOM = "(?:(?<!\\p{L})\\p{L}*(?:room|zimmer|kamer)|office|study|büro|desk|bed|bett|lamp|lampe)";
/** What is called after somebody, and is everybody's: "the kids' room", "the baby monitor". */
const THING =
  "toilet|shower|lights?|tv|computer|wifi|network|monitor|gate|locks?|mode|safety|channel|corner|wing|flat|annexe?|doors?|windows?|blinds?|heating|radiator|thermostat|sensor|speaker|plug|area|floor";
const BEHIND = toPattern(`^(?:['’]s?)?\\s+(?:(?:\\p{L}+\\s+)?${ROOM}|${THING})(?!\\p{L})`, "iu");
const ROOM_WORD = `(?:${ROOM}|chambre|bureau|habitación|cuarto|dormitorio|lampe|חדר|החדר)`;
const BEFORE = toPattern(
  `${ROOM_WORD}\\s+(?:of|von|de|van|של|der|des|meine[rs]|unsere[rs])\\s+(?:(?:my|our|the|mein\\p{L}*|unser\\p{L}*|mis?|nuestr\\p{L}+|los|las|la|el|mes|nos|mijn|onze)\\s+)?$`,
  "iu",
);
/** The words of a key come in any order. */
const PLACE_IN_KEY = toPattern(`(?<!\\p{L})(?:${ROOM}|${THING})(?!\\p{L})`, "iu");
/** "das Zimmer der Kinder", "la chambre des enfants" */
const BEFORE_GENITIVE = toPattern(`${ROOM_WORD}\\s+$`, "iu");
const GENITIVE = /^(?:der|des|meine[rs]|unsere[rs])\s/iu;
const FOR =
  /(?<!\p{L})(?:for|für|pour|para|voor|בשביל|עבור)\s+(?:(?:my|our|the|mein\p{L}*|unser\p{L}*|die|den|das|mon|ma|mes|notre|nos|les?|la|mis?|nuestr\p{L}+|l[oa]s|el|mijn|onze?|de)\s+)?$/iu;
/** The longest of what is looked for before somebody. */
const LONGEST_BEFORE = 30;
/** Goes on about whoever was spoken of. */
const GOES_ON = /^\W*(?:he|she|his|her|they|er|sie|seine?|ihre?|il|elle|son|sa|él|ella|su|hij|zij|ze|zijn|haar|הוא|היא|הם|הן)(?!\p{L})/iu;
/** In English things have another word. */
const HE_OR_SHE = /^\W*(?:he|she|his|her)(?!\p{L})/iu;

/**
 * True if a value, its key, or what a person says with it is of one of the household: by one of these names, or by what they are to somebody ("my wife"). Not meant are
 * those who only come to the house (neighbours, guests, cleaners), and what is called after somebody: "the kids' room".
 */
export function isOfHousehold({ key, value }: Saying, said: string, names: readonly string[]): boolean {
  const keyWords = key.name.replaceAll("_", " ");
  const isInKey = IN_KEY.test(keyWords) || saysWho(keyWords, names).length > 0;
  if ((isInKey && !PLACE_IN_KEY.test(keyWords)) || saysWho(value, names).length > 0) return true;
  const sentences = said.split("\n").flatMap((line) => splitSentences(line).map(({ text }) => text));
  const most = Math.max(0, ...sentences.map((text) => hitsIn(value, text).count));
  return sentences.some((text, index) => {
    const found = saysWho(text, names);
    // "It's for my wife." tells it of the sentence before
    if (hitsIn(value, text).count < most) return found.some((start) => FOR.test(text.slice(Math.max(0, start - LONGEST_BEFORE), start)));
    if (found.length > 0) return true;
    const before = sentences.slice(0, index);
    return GOES_ON.test(text) && (index === 0 ? HE_OR_SHE.test(text) : before.some((one) => saysWho(one, names).length > 0));
  });
}

/** Where a text speaks of somebody of the household. */
function saysWho(text: string, names: readonly string[]): readonly number[] {
  const found = [...LIKE_THEM, namePattern(names) ?? []].flat().flatMap((pattern) => [...text.matchAll(pattern)]);
  return found.filter((match) => !OUTSIDER.test(match[0]) && !isPlace(text, match)).map(({ index }) => index);
}

/** A room or a thing that is called after somebody. */
function isPlace(text: string, { 0: who, index }: RegExpExecArray): boolean {
  const [before, behind] = [text.slice(Math.max(0, index - LONGEST_BEFORE), index), text.slice(index + who.length)];
  return BEHIND.test(behind) || BEFORE.test(before) || (GENITIVE.test(who) && BEFORE_GENITIVE.test(before));
}
