import { isHouseholdWord } from "./sanitizer-household-words.ts";
import { isKnownToAll } from "./sanitizer-public-names.ts";

/** Somebody of a work whose first name alone is asked about; the work stands in the question too. */
const IN_WORKS: readonly (readonly [name: RegExp, work: RegExp])[] = [
  [/^ellie/i, /last of us|carl and ellie|pixar/i],
  [/^(?:anna|elsa|olaf)/i, /(?:in|movie|film|disney'?s?) frozen|frozen (?:\d|movie|film|cast|song)|arendelle/i],
  [/^(?:harry|ron|hermione|albus|luna)/i, /hogwarts|harry potter/i],
  [/^(?:luke|leia|rey|anakin|ben)/i, /star wars/i],
  [/^(?:rachel|monica|ross|joey|phoebe)/i, /friends (?:cast|season|episode|finale)/i],
  [/^(?:jonas|martha|ulrich)/i, /(?:netflix|series|serie|in) dark(?!\p{L})|dark (?:netflix|series|season)/iu],
];
const OF_A_WORK =
  /(?<!\p{L})(?:season \d{1,2}(?!\d)|episode \d{1,3}(?!\d)|staffel \d{1,2}(?!\d)|who (?:plays|played|voices|voiced|sings|sang)|actor|actress|cast|voice of|ending|dies?|soundtrack)(?!\p{L})/iu;

/** What stands before and after a name where all the world's work has it: "who plays X in", "the meaning of the name X". */
const PLAYED =
  /(?<!\p{L})(?:who (?:plays|played|portrays|portrayed|voices|voiced|sings|sang)|wer (?:spielt|spielte|sprach|spricht)|qui (?:joue|interprete)|quien (?:interpreta|interpreto|hace de)|wie (?:speelt|speelde)|(?:actor|actress|cast|voice) (?:of|for|who plays))(?: the role of| the character| die rolle(?: der| des)?| le role de| el papel de| de rol van| a| die)? $/iu;
const PLAYED_IN = /^ (?:in|on|from|im|auf|dans|en|de|uit|van) \p{L}/iu;
const SPIELT_HEBREW = /מי (?:משחק|משחקת|מגלמת?|שיחקה?) (?:את )?$/;
const NAME_ITSELF =
  /(?:(?:meaning|origin|popularity|etymology) of (?:the )?(?:first |given |baby )?name|(?:the|boys?|girls?|baby) name|bedeutung (?:des namens|von)|signification du prenom|significado del nombre|betekenis (?:van de )?naam|vorname|der name) $/iu;
const NAME_BEHIND = /^ (?:(?:first |baby )?name (?:meaning|origin|popularity|day)|namens?bedeutung|namenstag)(?!\p{L})/iu;
const TITLED =
  /(?<!\p{L})(?:saint|st\.?|santa|sankt|sainte|sint|hurricane|tropical storm|typhoon|cyclone|hurrikan|orkan|sturmtief|pope|emperor|empress|tsar|queen|king|konigin|konig|reina|reine) $/iu;
/** Whose churches and hospitals stand everywhere: "St Paul's Cathedral". */
const SAINT = /(?<!\p{L})(?:saint|st\.?|sankt|sint) $/iu;
/** Of somebody whose first and last name stand there: what only people have whom the world knows. Just behind the name, or just before it. */
const FAME_BEHIND =
  /^(?: \p{Lu}[\p{L}'-]{1,30})?(?:'s)?(?: (?:new|latest|best|last|first|all|neue[srn]?|beste[srn]?))? (?:movies?|films?|filme|filmography|filmografie|filmographie|discography|diskografie|net worth|albums?|alben|tour dates|imdb|wikipedia|biography|biographie|biografie|actor|actress|singer|schauspieler(?:in)?|soundtrack|oscars?|grammys?)(?!\p{L})/iu;
const FAME_BEFORE =
  /(?<!\p{L})(?:movies|films|filme|albums|songs|biography|filmography|discography|net worth) (?:with|by|of|starring|from|mit|von|avec|de|con|met|van) $/iu;

/** What all the world calls after somebody, right behind the name or before it: prizes, places, laws of nature, what is sold. */
const NAMED_AFTER_BEHIND =
  /^ (?:(?:19|20)\d\d (?:film|movie)|awards?|prize|preistrager|falls|islands?|airport|flughafen|aeroport|aeropuerto|railway station|bahnhof|gare|cathedral|stadium|stadion|arena|museum|musee|museo|palace|monument|national park|nationalpark|county|harbou?r|river|glacier|desert|crater|theorem|paradox|algorithm|nebula|comet|conjecture|tartan|cocktail|magazine|brewery|novel|opera|imdb|lyrics)(?!\p{L})/iu;
const NAMED_AFTER_BEFORE =
  /(?<!\p{L})(?:lake|lac|lago|mount|mont|monte|cape|fort|port|puerto|san|sao|hotel|river|ile|isla|archduke|princess|prince|duke|duchess|prinz|prinzessin|princesse|principe|princesa|prins|prinses|papst|pape|papa|paus|tropensturm|ouragan|huracan|orkaan|storm|tempete|apostel) $/iu;
/** Of some prizes alone the year or what is said at them is enough: "oscar 2027 winners". */
const PRIZE = /^(?:oscar|emmy|tony|hugo|cesar|goya|edgar|bambi|grimme|nelly|logie|juno)s?$/i;
const OF_A_PRIZE =
  /^(?: (?:19|20)\d\d| nominat\p{L}{0,6}| nominee\p{L}{0,2}| nominier\p{L}{0,5}| nomina\p{L}{0,6}| genomineerd\p{L}{0,2}| winners?| winning| gewinner\p{L}{0,5}| winnaars?| gagnants?| ganador\p{L}{0,3}| predictions?| snubs| ceremony| ceremonie| ceremonia| red carpet| host| verleihung| preisverleihung| gala| uitreiking| palmares| מועמד\p{L}{0,4}| זוכ\p{L}{0,3})(?!\p{L})/iu;
const BEFORE_A_PRIZE =
  /(?:best (?:actor|actress|picture|film|director|novel|drama|comedy) |(?:won|wins|win|gewann|gewonnen|gagne|gano|nominated for|verleihung der|ceremonie des|gala de los|premios|premio) (?:the |an |a |den |die |un |el |los |les |einen )?)$/iu;
const THE_PRIZES = /(?<!\p{L})(?:the|die|den|der|les|los|de) (?:oscar|emmy|goya|cesar|tony)s$/iu;
/** Of somebody whose last name stands there in small letters: it may be no word of every day, and nothing that is learned. */
const WORKS_OF =
  /^ (\p{L}{3,20}(?: \p{L}{3,20})?) (?:songs?|lieder|lyrics|albums?|alben|discography|diskografie|filmography|filmografie|net worth|imdb|wikipedia|wiki|movies?|films?|filme|novels?|transfermarkt|quotes|zitate|citations|frases|citaten|chansons?|paroles|canciones|letra|peliculas|liedjes|gedichte|poems|paintings|gemalde|tableaux|cuadros|biography|biografie|biographie|biografia)(?!\p{L})/iu;
const LEARNED =
  /^(?:klavier|piano|gitarre|guitare|guitarra|gitaar|geige|violin|flote|flute|ballett?|tanz|dance|danse|baile|chor|choir|reit|pferd|schwimm|turn|karate|judo|football|fussball|soccer|tennis|hockey|math|mathe|englisch|english|deutsch|bio|chemie|latein|physik|favou?rite|lieblings)/i;

/** What is asked of a child, a patient, a pupil and a household, and of no star. */
const OF_A_HOUSEHOLD =
  /(?<!\p{L})(?:birthday|geburtstag|anniversaire|cumple|verjaardag|party|feier|costume|kostum|school|schul|ecole|colegio|kita(?!\p{L})|kindergarten|kinder|daycare|klasse|class|teacher|lehrer|homework|hausaufgab|termin|appointment|anmeld|registration|kurs|lesson|course|training|unterricht|verein|doctor|arzt|kinderarzt|zahnarzt|tierarzt|frauenarzt|pediatric|paediatric|dentist|hospital|krankenhaus|klinik|clinic|fever|fieber|allerg|adhd|adhs|autis|diagnos|seizure|epilep|diabet|asthma|medic|medik|therap|symptom|sick|krank|schmerz|vaccin|impf|divorce|scheidung|custody|sorgerecht|salary|gehalt|address|adresse|telefon|handy|passwor|vet(?!\p{L})|collar|gift|present(?!\p{L})|geschenk|cadeau|regalo|(?:year|month)s? old|jahre alt|turning \d|near me|pick(?:s|ing)? up|pickup|drop(?:s|ping)? off|abhol|abgeholt|chercher|recoger|ophalen|arriv|ankunft|ankommen|landet|einschul|kundig|born(?!\p{L})|gebor|naissance|nacid|pregnan|schwanger|depress|anxi|angst|cancer|krebs|surgery|insulin|bedtime|sleep|schlaf|potty|diaper|windel|rash|cough|husten|period(?!\p{L})|puberty|pubertat|bully|mobbing|exam|grades|noten(?!\p{L})|zeugnis|nachhilfe|tutor|allowance|taschengeld|lawyer|anwalt|funeral|beerdigung|pocket money|fievre|malad|medecin|enceinte|grossesse|devoirs|garderie|creche|nounou|avocat|fiebre|enferm|embaraz|deberes|guarderia|abogad|sueldo|koorts|ziek|huisarts|tandarts|zwanger|huiswerk|opvang|advocaat|salaris|חום|רופא|גן ילדים|בית ספר|אלרגי|תרופ|גירוש|משכורת|called|named|heisst|genannt)/iu;
const OF_US =
  /(?<!\p{L})(?:my|our|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|mes|notre|nos|mi|mis|nuestr\p{L}{1,2}|mijn|onze|ons)(?!\p{L})|(?:ה(?:בן|בת|ילד|ילדה|אישה|בעל) שלי|שלנו)/iu;

/** A question is hardly longer. */
const NEAR = 160;
/** Phrases about a name stand right beside it. */
const CLOSE = 64;
/** Titles of works that `IN_WORKS` knows have one of these. */
const SERIES = /last of us|pixar|carl and|frozen|arendelle|hogwarts|potter|star wars|friends|dark/i;
const NEXT_WORDS = /^(?:[ -][\p{L}']{1,30}){0,3}/u;
const NEXT_WORD = /^ [\p{L}]{1,30}/u;
const SHORTEST = 4;
const WORDS_BEFORE = /(?:[\p{L}']{1,30}[ -]){0,2}$/u;

/**
 * Whether a first or last name is somebody's whom all the world knows, or stands in a question about a work: "Anna Karenina", "who plays Anna in
 * Frozen", "Mia Farrow movies". A capital letter beside it says nothing, for nouns and titles have it too.
 */
export function isOfTheWorld(text: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const written = text.slice(from, to);
  const [owning = ""] = /^(?:'s|s'|s)(?!\p{L})/u.exec(text.slice(to, to + 3)) ?? [];
  const after = text.slice(to + owning.length, to + owning.length + NEAR);
  // "Victoria's Secret" is known, other things that are somebody's are not; "oscars" is no owner
  if (owning.includes("'") && !SAINT.test(text.slice(Math.max(0, from - CLOSE), from)))
    return (
      isKnownToAll([`${written.toLowerCase()}'s`, ...words(NEXT_WORD.exec(after)?.[0])]) &&
      !OF_US.test(text.slice(Math.max(0, from - NEAR), from))
    );
  const name = written + owning;
  const close = text.slice(Math.max(0, from - CLOSE), from);
  const known = isKnown(name, close, after);
  // most names have nothing beside them that all the world asks about: the long looks come last
  if (!known && !isAskedAbout(name, close, after.slice(0, CLOSE)) && !SERIES.test(text.slice(Math.max(0, from - NEAR), to + NEAR)))
    return false;
  const before = text.slice(Math.max(0, from - NEAR), from);
  if (OF_US.test(before) || OF_US.test(after)) return false;
  if (known) return true;
  if (OF_A_HOUSEHOLD.test(before) || OF_A_HOUSEHOLD.test(after)) return false;
  const near = before + name + after;
  const inWork = IN_WORKS.some(([who, work]) => who.test(name) && work.test(near)) && OF_A_WORK.test(near);
  return inWork || isAskedAbout(name, close, after.slice(0, CLOSE));
}

function isAskedAbout(name: string, before: string, after: string): boolean {
  if (isNamedAfter(name, before, after)) return true;
  if (PLAYED_IN.test(after) && PLAYED.test(before)) return true;
  if (SPIELT_HEBREW.test(before) || NAME_ITSELF.test(before) || NAME_BEHIND.test(after)) return true;
  if (TITLED.test(before) && !/^ (?:and|und|&)/.test(after)) return true;
  const isWritten = /^\p{Lu}/u.test(name) && FAME_NEEDS_NAME.test(after);
  return isWritten && (FAME_BEHIND.test(after) || FAME_BEFORE.test(before));
}

/** Only longer names: of the short ones nearly nothing counts anyway. */
function isNamedAfter(name: string, before: string, after: string): boolean {
  if (name.length < SHORTEST) return false;
  if (NAMED_AFTER_BEHIND.test(after) || (NAMED_AFTER_BEFORE.test(before) && !/^ (?:and|und|et|y|en|&)(?!\p{L})/iu.test(after))) return true;
  if (PRIZE.test(name) && (THE_PRIZES.test(before + name) || OF_A_PRIZE.test(after) || BEFORE_A_PRIZE.test(before))) return true;
  const [, last = ""] = WORKS_OF.exec(after) ?? [];
  return last !== "" && !last.split(" ").some((word) => isHouseholdWord(word.toLowerCase()) || LEARNED.test(word));
}

/** Two capitalised words that are no kind of work themselves: "Ellie Movies" names nobody. */
const FAME_NEEDS_NAME = /^ (?!(?:Movies?|Films?|Filme|Albums?|Songs?|Soundtrack|Tour|Wikipedia)(?!\p{L}))\p{Lu}/u;

function isKnown(name: string, before: string, after: string): boolean {
  const behind = words(NEXT_WORDS.exec(after)?.[0]);
  const ahead = words(WORDS_BEFORE.exec(before)?.[0]);
  const own = name.toLowerCase();
  // "victorias secret"
  const spellings = own.endsWith("s") ? [own, `${own.slice(0, -1)}'s`] : [own];
  return spellings.some((one) =>
    [
      [one, ...behind.slice(0, 1)],
      [one, ...behind.slice(0, 2)],
      [one, ...behind],
      [...ahead.slice(-1), one],
      [...ahead, one],
      [...ahead.slice(-1), one, ...behind.slice(0, 1)],
    ].some(isKnownToAll),
  );
}

function words(text = ""): readonly string[] {
  return text
    .toLowerCase()
    .split(/[ -]/)
    .filter((word) => word !== "");
}
