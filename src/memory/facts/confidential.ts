import { toPattern } from "../../text/pattern.ts";

/** In English, German, French, Spanish, Dutch and Hebrew. */
const CONFIDENTIAL = toPattern(
  `(?<!\\p{L})(?:${[
    "keep (?:it|this|that) (?:to yourself|secret|private|quiet|between us)|between (?:us|you and me)|in confidence|confidential|(?:don['’]?t|do not|never) (?:tell|mention|let)|not a word to|hush|secret(?:ly)?|surprise|" +
      "(?:must|may|should|can)(?:n['’]?t| ?not| never) (?:know|find out|hear|learn)|(?:must|may|should) (?:know|hear|learn) nothing|not supposed to (?:know|find out)|(?:does|do)(?:n['’]?t| not) (?:yet )?know|nobody (?:else )?knows|without \\p{L}+ knowing",
    "unter uns|verrat\\p{L}* (?:es |das )?(?:niemand|keine|nicht)|(?:sag|erzähl)\\p{L}* (?:es |das |davon )?(?:niemand|keine|nicht|(?:\\p{L}+ ){1,2}nicht)|behalt\\p{L}* (?:es |das )?für dich|überrasch\\p{L}*|(?:streng )?geheim\\p{L}*|vertraulich|kein wort zu|" +
      "(?:darf|soll|dürfen|sollen)(?: \\p{L}+){0,3} (?:wissen|erfahren|merken|hören)|weiß (?:noch |davon |von )*nichts",
    "entre nous|ne (?:le )?dis|garde (?:ça|cela|le) pour toi|surprise|secr[eè]te?|confidentiel|n['’]en parle|ne (?:doit|doivent|peut|sait|savent)(?: \\p{L}+){0,3}(?: (?:savoir|apprendre|rien|pas))|sans qu",
    "no se lo digas|no (?:le |les )?(?:digas|cuentes)|entre nosotros|guárdalo|sorpresa|(?:en )?secreto|confidencial|no (?:debe|deben|puede|pueden|tiene que) (?:saber(?:lo)?|enterarse)|no (?:lo )?sabe|sin que",
    "niet verder|onder ons|hou het voor je|verrass\\p{L}*|geheim\\p{L}*|vertrouwelijk|(?:mag|mogen|moet|weet)(?: \\p{L}+){0,3} (?:niet|niks|niets)(?: van)?(?: weten| horen)?|vertel\\p{L}* (?:het |dit )?(?:niemand|niet|(?:\\p{L}+ ){1,2}niet)",
    "בינינו|אל ת(?:ספר|גל)\\p{L}*|הפתעה|מסיבת הפתעה|ב?סוד(?:י)?|אסור (?:ש|ל)\\p{L}+ (?:ל?דעת|[ית]דע)|לא (?:יודע|יודעת|לספר)",
  ].join("|")})(?!\\p{L})`,
  "iu",
);

/** Presents, and what is hidden: told of, they are found. Not the paper they are wrapped in, and nobody who is present. */
const PRESENT = toPattern(
  `(?<!\\p{L})(?:${[
    "(?<!(?:is|are|be|was|were|been|at|the|always|never|not|nobody|somebody|someone|anybody|anyone|everybody|everyone|when|while|if|we|they|i|(?:paper|bags?|ribbons?) for)\\s)presents?(?!\\p{L})(?!\\s+(?:day|time|moment|owner|tenant|state|setting))|the presents?(?!\\s+(?:day|time|moment|owner|tenant|state|setting|boiler|system))",
    "(?<!(?:das|ein|dem|des|kein|mit|(?:paper|bags?|ribbons?) for)\\s)gifts?(?![\\s-]*(?:wrap|paper|bag|card|shop))|stocking (?:fillers?|stuffers?)|engagement ring|(?:we|i)(?:['’]ve| have)? (?:hid|hidden|stashed)|(?:is|are) hidden from",
    "\\p{L}*geschenke?[ns]?|verlobungsring|versteckt\\p{L}* wir|(?:habe|haben|hab)(?: \\p{L}+){0,6} versteckt|wichtel\\p{L}*",
    "(?<!papiers? )cadeaux?|étrennes|bague de fiançailles|(?:ai|avons|a) caché\\p{L}*",
    "(?<!papel de )regal(?:o|ito)s?|anillo de compromiso|(?:he|hemos) escondido|escondí|escondimos",
    "\\p{L}*cadeau(?:['’]?s|tjes?)?|verlovingsring|(?:heb|hebben)(?: \\p{L}+){0,6} verstopt",
    "(?<!נייר )[ולבמשהכ]{0,2}מתנ(?:ה|ות|ת|תי)|טבעת אירוסין|החבא(?:תי|נו)|הסתר(?:תי|נו)",
  ].join("|")})(?!\\p{L})`,
  "iu",
);

/** True if a message wants what it tells to be kept among few, or tells of a present. */
export function isConfidential(said: string): boolean {
  return CONFIDENTIAL.test(said) || PRESENT.test(said);
}
