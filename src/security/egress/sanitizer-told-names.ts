import { toPattern } from "../../text/pattern.ts";
import { AILMENT } from "./sanitizer-ailments.ts";
import { isNounToo } from "./sanitizer-noun-names.ts";
import { HOUSEHOLD, OF_ANOTHER, OUR, QUALITY } from "./sanitizer-owned.ts";
import { isOfTheWorld } from "./sanitizer-public.ts";

const ENDS = "(?!\\p{L})";
/** How somebody is, where they are, what they are taken to. */
const STATE =
  "alone|asleep|awake|adopted|afraid|scared|sad|lonely|hurt|teething|crying|overweight|underweight|hyperactive|drunk|missing|failing|expelled|suspended|home(?! (?:depot|office|alone 2))|at (?:home|school|work|daycare|kindergarten)|in (?:bed|hospital|school|daycare)|" +
  "allein|alleine|zuhause|zu hause|daheim|da|traurig|im bett|im krankenhaus|in der (?:schule|kita)|zu (?:dick|dunn|klein)|seule?|a la maison|a l'(?:ecole|hopital)|triste|sol[oa]|en casa|en el (?:cole|colegio|hospital)|malit[oa]|thuis|alleen|op school|in het ziekenhuis|verdrietig|" +
  "לבד|בבית|בבית הספר|בגן";
const SCHOOL =
  "(?:school|preschool|kindergarten|daycare|nursery|doctor|pediatrician|paediatrician|dentist|orthodontist|hospital|potty|homework|schule|kita|krippe|arzt|kinderarzt|zahnarzt|krankenhaus|kieferorthopaden?|nachhilfe|hausaufgaben|zeugnis|ecole|maternelle|creche|medecin|pediatre|dentiste|orthodontiste|hopital|devoirs|" +
  "colegio|cole|escuela|guarderia|medico|pediatra|dentista|hospital|deberes|opvang|dokter|huisarts|tandarts|ziekenhuis|huiswerk|גן|בית ספר|בית הספר|רופאה?|שיעורי בית)";
const ABOUT = `(?:${AILMENT}|(?:${STATE}|${SCHOOL})${ENDS})`;
const SOON =
  "(?: (?:just|still|already|really|always|now|suddenly|probably|also|often|never|schon|wieder|noch|jetzt|immer|heute|gerade|auch|nie|encore|deja|toujours|ya|hoy|siempre|weer|nog|nu|vandaag|altijd))?";
/** Behind a verb these are the one who does it: "dan is hij ziek" has no Dan. */
const NO_OTHER = `(?! (?:it|he|she|you|i|they|er|sie|es|ich|du|wir|il|elle|hij|zij|ze|het|ik|je|jij|u|we|wij)${ENDS})`;
const NO_WORK = `(?!(?:films?|movies?|albums?|songs?|series?|shows?|books?|roles?|episodes?|rolle|buch|lied|actor|singer|player)${ENDS})`;
const between = (most: number) => `(?: ${NO_WORK}[\\p{L}\\d'.,-]{1,16}){0,${most}}? `;
const VERB =
  "(?:is|isn't|was|wasn't|will be|took|tries|tried|refuses|refused|wants|likes|hates|with|about|against|mit|gegen|wegen|tut|has|hasn't|had|gets|got|getting|caught|feels|seems|needs|takes|must|should|may|might|could|can't|won't|doesn't|goes|went|starts|started|suffers|" +
  "ist|war|wird|wurde|hat|hatte|bekommt|kriegt|braucht|nimmt|muss|soll|sollte|darf|kann|will|geht|ging|kommt|fehlt|leidet|fuhlt|est|etait|sera|a|avait|aura|doit|va|prend|n'a|n'est|souffre|s'est|" +
  "es|esta|estaba|tiene|tuvo|ha|necesita|toma|debe|se|le|sufre|was|wordt|werd|heeft|kreeg|krijgt|moet|gaat|neemt|mag|kan)";
const TELLS = toPattern(`^${SOON} ${VERB}${NO_OTHER}${between(4)}${ABOUT}`, "iu");
const HAS = toPattern(
  `^${SOON} (?:has|had|got|needs|hat|hatte|bekommt|braucht|a|aura|tiene|necesita|heeft|krijgt)${NO_OTHER}${between(2)}${HOUSEHOLD}`,
  "iu",
);
/** Hebrew says "to Tom is fever" and needs no "is". */
const HEBREW = toPattern(
  `^(?= [א-ת]) (?:(?:יש|אין) ל[וה] |יש |עם |היה |הייתה |צריכה? )?(?:\\p{L}{1,12} )?(?:${AILMENT}|(?:לבד|בבית)${ENDS})`,
  "iu",
);
/** What children and pets do and do not, and whom it troubles. */
const DOES = toPattern(
  `^${SOON} (?:(?:won't|will not|doesn't|does not|can't|cannot|refuses to) (?:want to )?(?:sleep|eat|drink|nap|talk|speak|walk|listen|poop|pee|share|behave|read|stop)|keeps (?:waking|crying|hitting|biting|throwing|scratching|wetting|coughing|falling)|(?:fell|hurt|broke|burned|burnt|cut|twisted|injured|lost) (?:off|from|down|out of|his|her|their|a tooth)|wets? (?:the|his|her)|vomits|vomited|throws up|threw up|snores|sleepwalks|cries|screams|bites|limps|swallowed|failed (?:math|maths|english|his|her|school|the exam)|` +
    "(?:schlaft|isst|trinkt|frisst|redet|spricht|hort|lauft|geht|will|mag|kann) (?:(?:noch|immer|gar|sehr|nur|so) )?(?:nicht|nichts|nie|kaum|schlecht|keine?n?)|schreit|weint|hustet|niest|spuckt|beisst|haut|schnarcht|blutet|schlafwandelt|zahnt|humpelt|ubergibt|kotzt|nasst|" +
    "ne (?:dort|mange|veut|parle|marche|boit|fait)|(?:dort|mange|parle|boit) (?:pas|mal|peu|rien)|pleure|tousse|vomit|ronfle|s'est (?:casse|fait|blesse|coupe|brule)|fait (?:pipi|ses dents|des cauchemars)|" +
    "no (?:duerme|come|quiere|habla|camina|bebe|para)|(?:duerme|come) (?:mal|poco)|llora|tose|vomita|muerde|ronca|se (?:ha )?(?:rompio|roto|cayo|caido|corto|quemo|hace pis)|" +
    "(?:slaapt|eet|drinkt|praat|luistert|loopt|wil|kan) (?:(?:nog|heel|zo) )?(?:niet|niets|nooit|slecht|geen|weinig)|huilt|hoest|spuugt|bijt|snurkt|plast|" +
    `לא (?:ישנה?|אוכלת?|רוצה|מדברת?|הולכת?|שותה|נרדמת?|מפסיקה?)|בוכה|משתעלת?|מקיאה?|נושכת?|נפלה?)${ENDS}`,
  "iu",
);
/** How old somebody is: "Mia, 7, broken arm", "Tom 12 Jahre", "Mia turns 7". */
const AGE =
  /^(?:(?:,| is| ist| a| tiene| heeft)?(?: (?:almost|nearly|only|fast|bald|erst|schon|bijna|casi))? \(?\d{1,2},?(?:-| )?(?:years?|yrs?|yo|y\/o|months?|weeks?|jahre?|monate?|wochen|ans|mois|anos|meses|jaar|maanden)(?!\p{L})|, \d{1,2}(?=,|$)| \(\d{1,2}\)| (?:turns|turning|is turning|wird|cumple|fete ses|wordt) (?:\p{L}{2,8} )?\d{1,2}(?!\d)| (?:בן|בת) \d)/iu;
/** A question has its verb before the name: "hat Ben Fieber", "does Tom have ADHD", "is Ben home". */
const ASKED =
  /(?<!\p{L})(?:is|was|are|does|did|has|can|could|should|will|may|hat|hatte|ist|war|muss|kann|soll|darf|wird|est-ce que|est|esta|tiene|estaba|heeft|moet|mag|kan|wenn|weil|dass|because|when|if|since|quand|cuando|als|omdat) $/iu;
const LITTLE =
  "(?: (?:have|has|had|got|a|an|the|too|still|really|very|now|already|be|get|being|to|his|her|not|schon|noch|wieder|jetzt|gerade|heute|auch|die|der|das|den|dem|eine?n?|zur|zum|nicht|de|la|le|les|un|une|des|du|el|los|una|een|op|naar|niet|hohes|starke)){0,4}";
const ANSWERED = toPattern(`^${LITTLE} ${ABOUT}`, "iu");
const WHERE =
  /(?<!\p{L})(?:where(?:'?s| is| was)|wo (?:ist|steckt|bleibt|war)|ou (?:est|se trouve)|donde (?:esta|anda)|waar (?:is|blijft)|איפה) $/iu;
const NOW =
  /^ ?(?:$|[?!.,]|(?:right|now|today|tonight|currently|at|just|gerade|grad|jetzt|heute|maintenant|en ce moment|ahora|hoy|nu|vandaag|עכשיו|כרגע)(?!\p{L}))/iu;
const STRONG =
  "(?:(?:high|bad|severe|mild|recurring|sudden|hohes|starke[rsn]?|leichtes?|gebrochene[rsn]?|forte|grosse|alta|mucha|hoge|erge|\\d{1,2}) )?";
const BROKEN = "(?:arm|bein|finger|fuss|zeh|nase|hand)";
/** "What to get Tom for his 13th birthday". */
const THEIRS = toPattern(
  `^(?: (?:for|about|with|and|to|at|zu|zum|fur|und|an|pour|et|para|en|y|voor|naar|met))? (?:his|her|seine?[mnrs]?|ihre?[mnrs]?|son|sa|ses|su|sus|zijn|haar) ${QUALITY}${HOUSEHOLD}`,
  "iu",
);
/** "Warum weint Mia nachts", "why does Mia cry". */
const DONE =
  /(?<!\p{L})(?:weint|schreit|hustet|schlaft|isst|trinkt|spuckt|beisst|huilt|hoest|slaapt|bijt|llora|duerme|tose|pleure|tousse|dort|בוכה|ישן|ישנה) $/iu;
const DOES_ASKED =
  /^(?: (?:always|keep|still|only|not|often|suddenly))? (?:cry|crying|scream|screaming|wake|waking|hit|hitting|bite|biting|sleep|sleeping|snore|snoring|cough|coughing|vomit|vomiting|eat|eating|wet)(?!\p{L})/iu;
/** Written as a name, somebody's trouble need only be near: "how do we tell Eva about the divorce". */
const NEAR = toPattern(
  `(?<!\\p{L})(?!(?:cancer|krebs|kanker|glasses|brille|bril|gafas|lunettes|speech|medic\\p{L}{1,4})${ENDS})(?:${AILMENT}|(?:kindergarten|preschool|daycare|kita|potty|maternelle|creche|guarderia|kinderopvang)${ENDS})`,
  "iu",
);
const NEAR_WITHIN = 48;
/** A question is hardly longer. */
const QUESTION = 160;
/** Written as a name with nothing behind but what they do or have: "Mia hat eine Murmel verschluckt". */
const ACTS = toPattern(
  `^${SOON} (?:has|had|needs|wants|keeps|refuses|hates|won't|doesn't|hat|hatte|nimmt|lernt|macht|mochte|braucht|bekommt|darf|muss|a|fait|veut|doit|prend|tiene|quiere|necesita|debe|se ha|heeft|wil|moet|doet)${NO_OTHER} (?=\\p{Ll}|\\p{Lu}\\p{Ll})`,
  "u",
);
/** Works, shows, signs of the zodiac, brands and markets have such names too. */
const OF_THE_WORLD =
  /(?<!\p{L})(?:films?|movies?|series?|serien|seasons?|staffel|episodes?|folge|cast|characters?|actor|actress|schauspieler|book|buch|roman|novel|lyrics|songs?|lied|albums?|tour|concert|konzert|scene|show|game|level|award|oscar|grammy|goals?|won|wins|trailer|netflix|zodiac|horoscope?|horoskop|sternzeichen|sign|moon|rising|compatib\p{L}{1,6}|stock|shares?|currency|restaurant|hotel|app|software|version|brand|voice|names?|prenom|vorname)(?!\p{L})/iu;
/** A name and right behind it what ails them: "Tom Epilepsie", "Mia Kita Platz". */
const BESIDE = toPattern(
  `^(?:,|:| -)? ${STRONG}(?!(?:cancer|krebs|kanker|glasses|brille|bril|gafas|lunettes)${ENDS})(?:${AILMENT}|gebrochene[rsn]? ${BROKEN}|(?:kita|krippe|nachhilfe|elternabend|elterngesprach|kindergarten|zeugnis|einschulung|homework|hausaufgaben|daycare|preschool|maternelle|devoirs|guarderia|deberes|opvang|huiswerk|geburtstag|kindergeburtstag|anniversaire|cumpleanos)${ENDS})`,
  "iu",
);
/** Short names that are words of another language, in small letters: Dutch "ik ben ziek" and "dan", Spanish "mia" and "leo", months. */
const WORD_ELSEWHERE = /^(?:ben|dan|mia|leo|jan|jun|al|an|ed|ali|ana|eli|ian|tu|lea|nu|jo|bo|flo|mel|sol|lou|del|des|tim|kit)$/;
const MONTH = /^(?:jan|jun|may|mai|dec)$/i;
/** Dutch "ben" is "am" with a capital too, where a question begins with it. */
const DUTCH_AM = /^ (?:ik|je|jij|ziek|zwanger|verkoud|allerg|autist|depress|epilept|gebroken|werkloos|gepest|diabet|dyslect)/i;
const OURS = toPattern(
  `${OUR} (?:(?:little|big|dear|sweet|poor|kleine[rnms]?|grosse[rnms]?|liebe[rnms]?|petite?|pequen[oa]|lieve) )?$`,
  "iu",
);
/** Of languages in which a short name in small letters is no word. */
const OURS_PLAINLY = /(?<!\p{L})(?:our|unser\w{0,2}|mein\w{0,2}|notre|nuestr\w{1,2}|onze) (?:\p{L}{1,10} )?$/iu;
const MAKE =
  /^(?:[ -](?:tailor|tom|ford|yum|collins|sherman|nevis|hur|sung|hortons|(?:and|&|n|und|et|y|en) (?:jerry|me(?!\p{L}))|san )|'s (?:club|hardware|guide|kitchen))/iu;
const SURNAME = /^ \p{Lu}\p{Ll}/u;
const NO_SURNAME = toPattern(`^ (?:${AILMENT}|${HOUSEHOLD}|${SCHOOL}${ENDS})`, "iu");

/** What is told of somebody by a name too short to count alone: "Tom has ADHD", "unsere Mia schläft nicht", "where is Ben right now". */
export function isToldOf(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const before = text.slice(Math.max(0, from - 40), from);
  const after = text.slice(to, to + 72);
  const name = text.slice(from, to);
  if (OF_ANOTHER.test(before) || MAKE.test(after)) return false;
  if (isNounToo(name.toLowerCase())) return isWritten(name) && isPlainlyIll(before, after);
  if (isOurs(name, before, after)) return true;
  if (/^ben$/i.test(name) && DUTCH_AM.test(after)) return false;
  if (isNearTrouble(text, { from, to }) && !isOfTheWorld(text, { from, to })) return true;
  const isTold =
    THEIRS.test(after) ||
    TELLS.test(after) ||
    HAS.test(after) ||
    DOES.test(after) ||
    (isWritten(name) && ACTS.test(after) && !ASKED.test(before) && !isOfAWork(text, { from, to })) ||
    AGE.test(after) ||
    HEBREW.test(after);
  const isAsked =
    (ASKED.test(before) && (ANSWERED.test(after) || DOES_ASKED.test(after))) ||
    (DONE.test(before) && !WORD_ELSEWHERE.test(name)) ||
    (WHERE.test(before) && NOW.test(after) && !isInitials(name));
  return (isTold || isAsked || isBesideAilment(name, after)) && !isOfTheWorld(text, { from, to });
}

const ILL_BEHIND = toPattern(
  `^${SOON} (?:(?:has|had|hat|hatte|a|tiene|heeft)${between(2)}${AILMENT}|(?:is|ist|est|esta) (?:\\p{L}{1,8} )?(?:sick|ill|krank|malade|enferm[oa]|ziek|allerg\\p{L}{1,8}|alergic[oa]|autis\\p{L}{1,8})${ENDS})`,
  "iu",
);
const ILL_ANSWERED = toPattern(`^${LITTLE} ${AILMENT}`, "iu");
const ILL_ASKED = /(?<!\p{L})(?:hat|ist|has|is|does|est|tiene|heeft) $/iu;

/** A name that is a word of every day tells of somebody where only people can be so: "Max hat Fieber". */
function isPlainlyIll(before: string, after: string): boolean {
  return ILL_BEHIND.test(after) || (ILL_ASKED.test(before) && ILL_ANSWERED.test(after));
}

function isOurs(name: string, before: string, after: string): boolean {
  if (!OURS.test(before) || /^ \d/.test(after) || isInitials(name)) return false;
  if (SURNAME.test(after) && !NO_SURNAME.test(after)) return false;
  return isWritten(name) || OURS_PLAINLY.test(before) || (name.length > 2 && !WORD_ELSEWHERE.test(name));
}

function isNearTrouble(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const name = text.slice(from, to);
  if (!isWritten(name) || MONTH.test(name)) return false;
  const before = text.slice(Math.max(0, from - NEAR_WITHIN), from);
  const after = text.slice(to, to + NEAR_WITHIN);
  if (/\p{Lu}\p{Ll}{1,20} $/u.test(before) && !/(?:^|[.?!] )\p{Lu}\p{Ll}{1,20} $/u.test(before) && !NEAR.test(before)) return false;
  if ((SURNAME.test(after) && !NO_SURNAME.test(after)) || isOfAWork(text, { from, to })) return false;
  return NEAR.test(before.split(/[.?!;\n]/u).at(-1) ?? "") || NEAR.test(after.split(/[.?!;\n]/u).at(0) ?? "");
}

function isOfAWork(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return OF_THE_WORLD.test(text.slice(Math.max(0, from - QUESTION), to + QUESTION));
}

function isBesideAilment(name: string, after: string): boolean {
  return BESIDE.test(after) && !WORD_ELSEWHERE.test(name) && !MONTH.test(name) && !isInitials(name);
}

/** True for a name that is written as one: with a great letter and small ones. */
export function isWritten(name: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(name);
}

/** An airport's or a body's letters: "MIA". */
function isInitials(name: string): boolean {
  return /^\p{Lu}{2,3}$/u.test(name);
}
