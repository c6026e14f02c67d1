import { toPattern } from "../../text/pattern.ts";
import { isCommonWord } from "./sanitizer-common-words.ts";
import { isOfTheWorld } from "./sanitizer-public.ts";

interface Place {
  readonly from: number;
  readonly to: number;
}

const word = (list: string) => `(?<![a-zא-ת])(?:${list})(?![a-zא-ת])`;
/** Somebody is brought or fetched, or goes to bed: nobody asks so of a stranger. */
const CARE =
  "pick(?:s|ing)? up|drop(?:s|ping)? off|collect|fetch|bedtime|nap ?time|hol(?:e|t|en)(?= [^.?!]{1,40} ab(?![a-z]))|abholen|abholt|abgeholt|hinbringen|wegbringen|bringen|schlafenszeit|bettzeit|chercher|recuperer|deposer|emmener|heure du coucher|" +
  "recoger|buscar|llevar|hora de dormir|ophalen|brengen|wegbrengen|halen|bedtijd|לאסוף|להביא|לקחת|איסוף|השכבה";
const ACTIVITY =
  "practice|training|rehearsal|lessons?|class|course|ballet|football|soccer|hockey|basketball|handball|volleyball|rugby|baseball|swimming|swim|tennis|piano|guitar|violin|karate|judo|gymnastics|dance|dancing|choir|scouts|tutoring|" +
  "school|preschool|kindergarten|daycare|nursery|playdate|sleepover|party|therapy|physio|appointment|dentist|doctor|orthodontist|vet|shift|camp|" +
  "[a-z]{3,14}(?:training|kurs|unterricht|stunde|verein|turnier|probe)|fussball|schwimmen|schwimmkurs|schwimmunterricht|unterricht|kurs|turnen|ballett|reiten|chor|klavier|gitarre|geige|tanzen|nachhilfe|therapie|logopadie|ergotherapie|termin|arzttermin|zahnarzt|kinderarzt|arzt|tierarzt|schule|kita|hort|schicht|probe|" +
  "entrainement|cours|foot|piscine|danse|natation|solfege|ecole|creche|garderie|college|dentiste|medecin|orthophoniste|rendez-vous|rdv|" +
  "entrenamiento|entreno|clases?|natacion|futbol|baile|baloncesto|colegio|cole|guarderia|dentista|medico|pediatra|cita|" +
  "voetbal|zwemles|zwemmen|muziekles|les|dansles|opvang|creche|tandarts|dokter|huisarts|afspraak|bijles|" +
  "חוג|אימון|שיעור|גן|בית ספר|רופא|רופאה|כדורגל|כדורסל|בלט|שחייה|גיטרה|פסנתר|טיפול|צהרון";
const SAID = toPattern(word(`${CARE}|${ACTIVITY}`), "gi");
const IS_CARE = toPattern(`^(?:${CARE})$`, "i");
const IS_SAID = toPattern(`^(?:${CARE}|${ACTIVITY})(?![a-zא-ת])`, "i");
/** So far from the word for it the name of who does it stands. */
const WITHIN = 56;
/** What follows a first name with a capital and is no surname. */
const NO_SURNAME =
  /^(?:at|in|to|every|until|till|from|on|um|bis|ab|jeden|am|im|zur|zum|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|die|mit|don|fre|son|maa|din|woe|don|vri|zat|zon)/i;

/**
 * What somebody of the home does, by a name of the home that may be too short or common to count by itself: "Ben football practice", "pick up Mia". A
 * name that is a word of every day has to be written as a name behind what is done with whom.
 */
export function activitiesOf(text: string, names: readonly Place[]): readonly Place[] {
  if (names.length === 0) return [];
  const found: Place[] = [];
  let next = 0;
  for (const { 0: said, index } of text.matchAll(SAID)) {
    const to = index + said.length;
    while ((names[next]?.to ?? index) < index - WITHIN) next += 1;
    // both come in the text's order: the nearest few are looked at
    const near = names.slice(next, next + 4).filter((name) => name.from < to + WITHIN && (name.to <= index || name.from >= to));
    const whose = near.find((name) => isDoneBy(text, name, { from: index, to }));
    if (whose) found.push({ from: Math.min(whose.from, index), to: Math.max(whose.to, to) });
  }
  return found;
}

function isDoneBy(text: string, name: Place, activity: Place): boolean {
  const between = text.slice(Math.min(name.to, activity.to), Math.max(name.from, activity.from));
  if (/[.?!;\n]/.test(between)) return false;
  const written = text.slice(name.from, name.to);
  // an airport: "pick up at MIA"
  if (/^\p{Lu}{3}$/u.test(written) && /(?:at|to|from) $/i.test(text.slice(Math.max(0, name.from - 6), name.from))) return false;
  if (isCommonWord(written.toLowerCase())) {
    const isCare = IS_CARE.test(text.slice(activity.from, activity.to)) && name.from > activity.to;
    return isCare && /^\p{Lu}\p{Ll}/u.test(written) && /^ (?:a |la |le )?$/.test(between);
  }
  const behind = /^ (\p{Lu}\p{Ll}+)/u.exec(text.slice(name.to, name.to + WITHIN))?.[1];
  if (behind !== undefined && !IS_SAID.test(behind) && !NO_SURNAME.test(behind)) return false;
  return !isOfTheWorld(text, name);
}
