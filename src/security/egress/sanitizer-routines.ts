import { toPattern } from "../../text/pattern.ts";
import { findAbsences, withTimeAway } from "./sanitizer-absences.ts";
import { activitiesOf } from "./sanitizer-activities.ts";
import type { PrivateSpan } from "./sanitizer-span.ts";
import { TIME } from "./sanitizer-times.ts";

const VERB =
  "(?:get|gets|getting|wake|wakes|waking|stand|stands) up|gets? back from (?:work|school|daycare)|(?:go(?:es|ing)?|leav(?:e|es|ing)) (?:away )?(?:on|for) (?:a |our )?(?:vacation|holidays?|trip)|wakes?|leaves? (?:home|the house|for (?:work|school))|goes? to (?:bed|sleep|school|work|kindergarten|daycare)|(?:comes?|gets?|returns?|is|am|are|isn't|aren't|won't be|will not be|will be)(?: never| usually| always| only| not)? (?:back |at )?home(?! (?:alone|depot|office|assistant|insurance|page|improvement))|" +
  "(?:is|am|are|is not|are not|will be|won't be) (?:all |both |home |there )?(?:away|out(?! of (?!town|the (?:house|country)))|alone|asleep|abroad|on (?:vacation|holiday)|not (?:at )?home|at (?:school|work|practice|daycare))|sleeps?|takes? (?:a )?(?:shower|bath|nap|the bus|(?:his|her|my|their) (?:medication|pills|insulin))|works? (?:nights|late|from)|picks? up|" +
  "steh(?:e|t|en)? [^.?!]{0,24}auf|aufsteht|aufstehe|geh(?:e|t|en)? [^.?!]{0,24}(?:ins bett|schlafen|zur (?:schule|arbeit)|aus dem haus)|komm(?:e|t|en)? [^.?!]{0,24}(?:heim|nach hause)|verlass\\w{1,2} das haus|verlasst das haus|schlaft|schlafe|(?:ist|bin|sind|bleibt|bleiben) (?:(?:[^.?!]|(?<=\\d)\\.){0,32} )?(?:weg|allein|alleine|verreist|im urlaub|in (?:den )?ferien|(?:nicht|nie|niemand|keiner) (?:da(?! ?s)|zuhause|zu hause|daheim))|(?:fahr|flieg|geh|verreis)(?:e|en|t) (?:(?:[^.?!]|(?<=\\d)\\.){0,32} )?in (?:den |die )?(?:urlaub|ferien)|(?:fahr|flieg)(?:e|en|t) (?:[^.?!]{0,24} )?(?:weg|fort)|verreis(?:e|en|t)|arbeite(?:t|n)? (?:[a-z]{2,12} ){0,3}(?:nachts|von|bis)|" +
  "(?:me |se |nous nous |on se )?(?:leve|levons|couche|couchons|reveille|reveillons)|(?:par(?:s|t|tons|tent)|partir(?:ai|ons|ont|a)) (?:au travail|a l'ecole|en (?:vacances|voyage|week-?end))|rentre(?:nt|ons)?|quitte(?:nt|ons)? la maison|dort|dors|(?:suis|est|sont|sera|seront|reste|restent|serons) (?:tou(?:te)?s? )?(?:seule?s?|absente?s?|en vacances)|(?:suis|serai|sommes|serons|seront) pas (?:la|a la maison|chez nous)|(?:sommes|serons) (?:absente?s|en vacances|partis)|" +
  "(?:me |se |nos )?(?:levanta|levanto|levantamos|despierta|despierto|acuesta|acuesto|duerme|duermo)|sale (?:de casa|al trabajo|al colegio)|salgo de casa|llega a casa|llego a casa|(?:esta|estan|estara|estaran|se quedan?) (?:sol[oa]s?|solit[oa]s?|fuera|de (?:vacaciones|viaje))|no (?:estamos|estoy|estaremos|estare)(?: en casa)?|(?:estamos|estoy|estaremos|estare) (?:fuera|de vacaciones|de viaje)|(?:nos vamos|me voy|se van?) de (?:vacaciones|viaje)|va al colegio|" +
  "sta(?:at|an)? [^.?!]{0,24}op|opstaat|ga(?:at|an)? [^.?!]{0,24}(?:naar bed|slapen|naar (?:school|het werk))|kom(?:t|en)? [^.?!]{0,24}thuis|slaapt|(?:is|ben|zijn|blijven) (?:[^.?!]{0,24} )?(?:alleen|weg|niet thuis|op (?:vakantie|reis))|ga(?:an|at)? [^.?!]{0,24}op (?:vakantie|reis)|werkt? (?:[a-z]{2,12} ){0,3}van|vertrekt|verlaat het huis|" +
  "קמ(?:ה|ים)?|קם|מתעורר[a-zא-ת]{0,2}|הולכ?[a-zא-ת]{0,2} (?:לישון|לבית הספר|לגן|לעבודה)|יוצא[a-zא-ת]{0,2} (?:מהבית|לעבודה|לבית הספר)|חוזר[a-zא-ת]{0,2} הביתה|ישנ?[a-zא-ת]{0,2}|לבד|לא בבית|בחופשה";
/** What is short for "are" and "will be": "we're away", "nobody's home". */
const SHORTENED =
  "'(?:m|re|s|ll be) (?:all |both |not )?(?:away|out(?! of (?!town|the (?:house|country)))|alone|asleep|abroad|(?:back )?home|at home|on (?:vacation|holiday)|at (?:school|work|practice|daycare))";
const ROUTINE = toPattern(`(?:(?<![a-zא-ת])(?:${VERB})|(?<=[a-z])(?:${SHORTENED}))(?![a-zא-ת])`, "gi");
/** What tells somebody's day only with a name of this home right before it: "Ben leaves", "Mia's bedtime". */
const OF_A_NAME =
  /(?<![a-zא-ת])(?:leav(?:e|es|ing)|left|arriv(?:e|es|ing)|returns?|returning|bedtime|nap ?time|schedule|routine|fahrt|geht|kommt|schlafenszeit|feierabend|part|arrive|revient|sort|sale|llega|vuelve|regresa|komt|gaat|vertrekt|bedtijd|יוצא[a-zא-ת]{0,2}|מגיע[a-zא-ת]{0,2}|חוזר[a-zא-ת]{0,2}|הולכ?[a-zא-ת]{0,2})(?![a-zא-ת])/gi;
const RIGHT_BEFORE = /^(?:'?s)? (?:(?:always|usually|normally|often|immer|meist|toujours|siempre|altijd) )?$/;
/** "Is Ben away": the name stands within. */
const BE_AROUND =
  /(?<![a-zא-ת])(?:is|are|will|was) (?:[^.?!]{1,24} )(?:be )?(?:away|out|alone|asleep|abroad|home|at (?:home|school|work|practice|daycare)|on (?:vacation|holiday))(?![a-zא-ת])/gi;
/** Verbs that say "I" or "we" themselves. */
const OWN_VERB =
  /^(?:me (?:levanto|despierto|acuesto)|nos (?:levantamos|despertamos|acostamos)|salgo|llego|(?:no )?(?:estamos|estoy|estaremos|estare)|nos vamos|me voy)(?![a-zא-ת])/i;
/** Somebody of the house: I, we, my daughter, the user, nobody home. "Do I", "should we" ask in general. */
const SUBJECT =
  /(?<!(?:do|does|did|should|can|could|would|will|shall|may|might|am|are|if|when|how|why|what time) )(?<![a-zא-ת])(?:i|we|ich|wir|je|j'|nous|yo|nosotros|ik|wij|we)(?![a-zא-ת])(?! (?:should|can|could|need|have|must|want)(?![a-zא-ת]))|(?<![a-zא-ת])(?:my|our|mein[a-zא-ת]{0,2}|unser[a-zא-ת]{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr[a-zא-ת]{1,2}|mijn|onze|ons) (?:[a-zא-ת]{1,20} ){0,2}?(?:son|daughter|wife|husband|sons|daughters|boys?|girls?|twins|teens?|teenagers?|kids?|child|children|baby|toddler|partner|girlfriend|boyfriend|mother|father|mom|mum|dad|sister|brother|family|parents|roommate|house|home|grandma|grandpa|nanny|sohne?|tochter|zwillinge|jungs|madchen|frau|mann|kind|kinder|baby|mutter|vater|oma|opa|bruder|schwester|eltern|freundin|freund|familie|haus|fils|fille|femme|mari|enfants?|bebe|mere|pere|soeur|frere|parents|copine|copain|conjointe?|famille|maison|hijos?|hijas?|gemelos|peques|esposa|mujer|marido|pareja|novi[oa]|herman[oa]|abuel[oa]|padres|ninos?|madre|padre|familia|casa|zoon|zonen|dochters?|tweeling|jongens|meisjes|vrouw|man|vriendin|vriend|kinderen|moeder|vader|ouders|broer|zus|gezin|huis)(?![a-zא-ת])|(?<![a-zא-ת])(?:the user|user|resident|residents|the owner|homeowner|nobody|no one|everyone|everybody|niemand|personne|nadie)(?![a-zא-ת])|(?:אני|אנחנו|הבן|הבת|הילד[a-zא-ת]{0,2}|אשתי|בעלי|אמא|אבא) ?(?:שלי|שלנו)?/gi;
/** That somebody is not there, or there alone: a day tells enough of when, and any home's children are meant. */
const IS_ABSENCE =
  /away|out(?![a-z])|alone|abroad|vacation|holiday|trip|(?:n't|not|never)(?: be)?(?: at| back)? home|be (?:at )?home|nicht da|weg|allein|verreis|urlaub|ferien|zu ?hause|daheim|seul|absent|vacances|voyage|week-?end|partis|sol[oa]s?(?![a-z])|solit|fuera|vacaciones|viaje|alleen|thuis|fort(?![a-z])|pas (?:la|a la maison|chez nous)|no est|vakantie|reis|לבד|לא בבית|בחופשה/i;
const CHILDREN =
  /(?<![a-zא-ת])(?:the|die|das|der|les|l'|los|las|el|la|de|het) ?(?:two |beiden? |deux |dos |twee )?(?:kids?|children|child|boys|girls|twins|teens|kind|kinder|jungs|madchen|zwillinge|kleinen?|enfants?|garcons|filles|petits|jumeaux|jumelles|ninos?|ninas?|hijos|hijas|chicos|peques|gemelos|kinderen|jongens|meisjes|tweeling|kleintjes)(?![a-z])|הילדים|הילדות|התאומים/gi;
/** What parents ask anywhere: how old children have to be for it. */
const ASKED_OF_AGE =
  /(?<![a-z])(?:how (?:old|long)|what age|legal|allowed|law|ab wann|wie lange|alter|durfen|erlaubt|quel age|age|droit|que edad|edad|leeftijd|mogen|hoe lang)(?![a-z])|גיל|מותר/i;
/** One capitalised word before the verb is somebody's first name; two are somebody whom the world knows. */
const NAME_BEFORE =
  /(?:^|[^\p{L} ] ?|(?:^|[^\p{L}])\p{Ll}[\p{L}']{0,20} |^(?:Is|When|Does|If|Because|Since|Wenn|Weil|Quand|Cuando|Als) )(\p{Lu}\p{Ll}{2,20})(?: (?:always|usually|normally|often|immer|meist|toujours|siempre|altijd))? $/u;
const NO_FIRST_NAME =
  /^(?:The|This|That|It|He|She|They|You|One|Who|What|When|Where|Why|How|Which|There|School|Sun|Moon|Baby|Store|Shop|Bus|Train|Santa|Everybody|People|Der|Die|Das|Man|Wer|Was|Wann|Sonne|Les|Le|La|El|Los|Het|De|Qui|Quien|Wie|Amazon|Google|Walmart|Costco|Aldi|Lidl|Ikea|Today|Tomorrow)$/;
const HOW_TO = /(?<![a-z])(?:how|tips|tricks|best way|advice)(?![a-z])[^.?!]{0,48} to $/i;
const WAKES = /wak|reveil|despiert|מתעורר/i;
const AT_NIGHT =
  /(?<![a-z])(?:(?:every|each|all|at|in the|during the|middle of the) night|nachts|jede nacht|in der nacht|(?:chaque|la) nuit|toutes les nuits|cada noche|todas las noches|por la noche|elke nacht|'s nachts)(?![a-z])|(?:כל|ב)[ -]?לילה/i;
/** A title with what it is of: "i work from 9 to 5 song". */
const IS_TITLE = /^(?:i|we|ich|wir|je|nous|yo|ik) [^.?!]{4,32} (?:song|lyrics|songtext|chords|podcast|paroles|letra)$/i;
/** A child that wakes before five, and what to do about it. */
const WAKES_EARLY =
  /(?<![a-z])(?:at|um|a|las|om) (?:3|4|5)(?:[:.h]\d{2})?(?: ?(?:am|uhr|uur|h|heures))?(?: auf| op)? (?:was tun|was hilft|what (?:to|can i) do|help|too early|que faire|que hacer|wat te doen|wat nu)(?![a-z])/i;
/** Subject, verb and time stand so near each other. */
const WITHIN = 56;

/** Somebody's day: who does what when. `names` are places of the home's people, who count as somebody. Without a time it is none. */
export function findRoutines(text: string, names: readonly { readonly from: number; readonly to: number }[]): readonly PrivateSpan[] {
  const found: PrivateSpan[] = [];
  let next = 0;
  for (const { 0: verb, index } of text.matchAll(ROUTINE)) {
    // both come in the text's order
    while ((names[next]?.to ?? index) < index - WITHIN) next += 1;
    const to = index + verb.length;
    const name = names[next];
    const isAbsence = IS_ABSENCE.test(verb);
    const subject = OWN_VERB.test(verb)
      ? index
      : (subjectBefore(text, index, name) ?? subjectAfter(text, to) ?? (isAbsence ? childrenBefore(text, index) : undefined));
    if (subject === undefined || (subject !== name?.from && isAskedByAll(text, index, to))) continue;
    found.push(...(isAbsence ? withTimeAway : withTime)(text, Math.min(subject, index), to));
  }
  const activities = activitiesOf(text, names).flatMap(({ from, to }) => withTime(text, from, to));
  return [...found, ...routinesOfNames(text, names), ...activities, ...findAbsences(text)];
}

/** "How do I get my child to sleep at 8", "I wake up at 3 every night": what parents and the sleepless ask anywhere tells of no one's day. */
function isAskedByAll(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - WITHIN), from);
  if (HOW_TO.test(before) || IS_TITLE.test(text)) return true;
  if (/wak|steh|reveil|leve|despiert|wakker|sta/i.test(text.slice(from, to)) && WAKES_EARLY.test(text.slice(from, to + WITHIN)))
    return true;
  return WAKES.test(text.slice(from, to)) && AT_NIGHT.test(text.slice(Math.max(0, from - WITHIN), to + WITHIN));
}

/** What is said of somebody of the home by their name, which may be too short or common to count by itself. */
function routinesOfNames(text: string, names: readonly { readonly from: number; readonly to: number }[]): readonly PrivateSpan[] {
  if (names.length === 0) return [];
  const found: PrivateSpan[] = [];
  let next = 0;
  const firstFrom = (at: number) => {
    while ((names[next]?.from ?? at) < at) next += 1;
    return names[next];
  };
  for (const { 0: said, index } of text.matchAll(BE_AROUND)) {
    const name = firstFrom(index);
    if (name && name.to < index + said.length) found.push(...withTime(text, index, index + said.length));
  }
  next = 0;
  for (const { 0: said, index } of text.matchAll(OF_A_NAME)) {
    firstFrom(index);
    const name = names[next - 1];
    const between = name && name.to < index && name.to > index - WITHIN ? text.slice(name.to, index) : "";
    if (name && RIGHT_BEFORE.test(between)) found.push(...withTime(text, name.from, index + said.length));
  }
  return found;
}

/** With the time that is said beside it; none without one. */
function withTime(text: string, begins: number, ends: number): readonly PrivateSpan[] {
  const from = Math.max(0, begins - WITHIN / 2);
  const [time] = text.slice(from, ends + WITHIN).matchAll(TIME);
  return time ? [{ from: begins, to: Math.max(ends, from + time.index + time[0].length), kind: "routine" }] : [];
}

function subjectBefore(text: string, verb: number, name: { readonly from: number; readonly to: number } | undefined): number | undefined {
  if (name && name.to <= verb) return name.from;
  const before = text.slice(Math.max(0, verb - WITHIN), verb);
  const said = [...before.matchAll(SUBJECT)].at(-1);
  if (said && !/[.?!;]/.test(before.slice(said.index))) return verb - before.length + said.index;
  const first = NAME_BEFORE.exec(before)?.[1];
  return first === undefined || NO_FIRST_NAME.test(first) ? undefined : verb - first.length - 1;
}

/** "Um 6 steht Anna auf": German, Dutch and Hebrew may have the subject behind. Only somebody of the house counts there. */
function subjectAfter(text: string, verb: number): number | undefined {
  const after = text.slice(verb, verb + 24);
  return /^ (?:ich|wir|mein\w{0,2} \w{2,12}|mijn \w{2,12}|אני|אנחנו)(?!\p{L})/iu.test(after) ? verb : undefined;
}

function childrenBefore(text: string, verb: number): number | undefined {
  const from = Math.max(0, verb - WITHIN);
  const before = text.slice(from, verb);
  const said = [...before.matchAll(CHILDREN)].at(-1);
  return said && !/[.?!;]/.test(before.slice(said.index)) && !ASKED_OF_AGE.test(text.slice(from, verb + WITHIN))
    ? from + said.index
    : undefined;
}
