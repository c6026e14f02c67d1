import { toPattern } from "../../text/pattern.ts";
import { choices, RELATION, SELF } from "../facts/people-words.ts";
import { isThing } from "./thing-words.ts";

/** Before the subject of a clause. */
const LEAD = toPattern(
  `^[\\s"'“„«¿¡(-]*(?:(?:${choices(
    "and but so also well ok okay hey hi hello oh yes no please btw fyi remember note save that because since when if und aber ja nein bitte übrigens also merk dir dass daß weil da wenn denn et mais " +
      "oui non car que parce si quand y pero porque sí cuando en maar ja nee omdat dat want als",
  )})(?![\\p{L}’'-])[\\s,:]*)*`,
  "iu",
);
const MINE = "my|our|mein\\p{L}*|unser\\p{L}*|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|mijn|onze|ons";
const THE = "the|der|die|das|le|la|les|el|los|las|de|het";
const WORD = `(?!(?:${choices("and or und oder et ou y o en of i ich je yo ik")})(?![\\p{L}’'-]))[\\p{L}\\p{N}][\\p{L}\\p{N}’'-]*`;
/** What people do, and things do not. */
const LIVES =
  "likes?|loves?|prefers?|hates?|dislikes?|enjoys?|drinks?|eats?|smokes?|wants?|sleeps?|wakes?|gets? up|got up|go(?:es)? to (?:bed|sleep)|mag|mögen|liebt|lieben|hasst|trinkt|trinken|isst|essen|raucht|möchten?|schläft|schlafen|wacht|" +
  "steht|stehen|bevorzugt|verträgt|préfère|adore|aime|déteste|boit|mange|dort|veut|voudrait|se (?:lève|couche|levanta|acuesta)|prefiere|odia|bebe|duerme|quiere|houdt|haat|drinkt|eet|slaapt|rookt|lust|slikt";
/** Of people, of their health and what they eat. */
export const HEALTH =
  "(?:allerg|alérg|alerg|intoleran|vegan|vegetar|végane|végét|diabet|diabét|pregnant|schwanger|enceinte|embaraz|zwanger|c[eo]eliac|celíac|cœliaque|lactose|laktose|gluten|lactosa|אלרג|טבעונ|צמחונ|סוכרת)\\p{L}*";
const IS = "is|are|was|were|['’]s|ist|sind|war|est|sont|était|es|son|está|zijn";
/** What the subject of a sentence does. */
export const DOES =
  `${LIVES}|${IS}|has|have|had|does|did|can|can['’]t|cannot|will|would|should|must|needs?|takes?|took|gets?|got|goes|go|lives?|works?|wears?|plays?|listens?|sets?|rises?|rings?|starts?|begins?|ends?|comes?|leaves?|weighs?|` +
  "suffers?|reads?|watches|uses?|speaks?|drives?|just|also|always|never|usually|only|often|really|doesn['’]t|isn['’]t|" +
  "hat|haben|kann|darf|soll|sollte|muss|will|braucht|brauchen|nimmt|nehmen|geht|gehen|heißt|lebt|wohnt|arbeitet|hört|spielt|liest|fährt|kommt|beginnt|leidet|wird|bekommt|kriegt|" +
  "a|ont|peut|doit|prend|va|s['’]appelle|vit|habite|travaille|écoute|joue|lit|porte|souffre|supporte|n['’]\\p{L}+|ne|tiene|tienen|puede|debe|necesita|toma|come|va|se|le|no|vive|trabaja|escucha|juega|lee|lleva|sufre|" +
  "heeft|hebben|kan|moet|wil|wilt|neemt|staat|gaat|wordt|heet|woont|werkt|luistert|speelt|leest|draagt|gebruikt";
/** They begin a sentence, and are no names. */
const NO_NAME = toPattern(
  `^(?:${choices(
    "i it this that these those there here what which who whom whose how when where why while everything everybody something nothing nobody all both each one we you he she they today tonight tomorrow now " +
      "then usually always never mostly sometimes often normally maybe please only just still let monday tuesday wednesday thursday friday saturday sunday january february march april june july august " +
      "september october november december es das dies dieser diese dieses hier dort da was wer wie wo wann man alles nichts man ich wir du sie er heute jetzt immer meistens manchmal oft normalerweise " +
      "morgens mittags nachmittags abends nachts tagsüber wochentags werktags am im ce cela ça c tout tous rien on il elle ils elles je nous tu vous qui que quoi quand où comment aujourd toujours jamais souvent " +
      "esto eso este esta todo todos nada aquí allí qué quién cuándo dónde cómo hoy siempre nunca yo tú usted él ella me te nos lo la dit die deze alles niets hier daar wat wie waar hoe vandaag altijd nooit ik jij hij zij wij men er",
  )})$`,
  "iu",
);
const MINE_FIRST = toPattern(
  `^(?:${MINE})\\s+((?:${WORD})(?:\\s+${WORD}){0,2}?)(?=\\s+(?:${DOES})(?![\\p{L}])|['’]s\\s|\\s*[:,]?\\s*$)`,
  "iu",
);
const MINE_ANYHOW = toPattern(`^(?:${MINE})\\s+(${WORD})`, "iu");
const THE_FIRST = toPattern(
  `^(?:${THE})\\s+(${WORD}(?:\\s+${WORD}){0,2}?)(?=\\s+(?:(?:${LIVES})|(?:${IS})\\s+(?:\\p{L}+\\s+)?${HEALTH})(?!\\p{L}))`,
  "iu",
);
const CAPITAL = "\\p{Lu}[\\p{L}’-]+";
const NAMED = toPattern(
  `^(${CAPITAL}(?:\\s+(?:(?:and|und|et|y|en|&)\\s+)?${CAPITAL}){0,2}?)(?=(?:\\s+(?:${DOES})(?!\\p{L}))|['’]s\\s)`,
  "u",
);
const ANYBODY = toPattern(`^(${WORD})(?=\\s+(?:gets? up|goes to (?:bed|sleep)|(?:${IS})\\s+(?:\\p{L}+\\s+)?${HEALTH})(?!\\p{L}))`, "iu");
/** "baby takes vitamin D", "wife likes it warm" */
const RELATED = toPattern(`^(${RELATION})(?=\\s+(?:${DOES})(?!\\p{L}))`, "iu");

/** Where the subject of what begins at `from` in a clause ends, if it is somebody or something else than who speaks, of whom nothing is known. */
export function unknownSubject(
  clause: string,
  from: number,
  about: ReadonlySet<string>,
): { readonly start: number; readonly end: number } | undefined {
  const rest = clause.slice(from);
  const start = from + (LEAD.exec(rest)?.[0].length ?? 0);
  const text = clause.slice(start);
  const found =
    MINE_FIRST.exec(text) ?? MINE_ANYHOW.exec(text) ?? THE_FIRST.exec(text) ?? NAMED.exec(text) ?? ANYBODY.exec(text) ?? RELATED.exec(text);
  const [whole, subject] = [found?.[0] ?? "", found?.[1] ?? ""];
  // of "my guru's diet" the guru counts
  const words = (subject.split(/['’]s(?!\p{L})/u)[0] ?? "").toLowerCase().split(/\s+/);
  if (words[0] === undefined || words[0] === "" || words.some((word) => isThing(word) || isOf(about, word))) return undefined;
  if (NO_NAME.test(words[0].replace(/['’].*/u, "")) || SPEAKER.test(words[0])) return undefined;
  return { start, end: start + whole.length };
}

const SPEAKER = toPattern(`^${SELF}`, "iu");
const STEM = 4;

/** True if a word is in a key, in another form perhaps. */
function isOf(about: ReadonlySet<string>, word: string): boolean {
  if (about.has(word)) return true;
  return word.length >= STEM && [...about].some((other) => other.length >= STEM && (other.startsWith(word) || word.startsWith(other)));
}
