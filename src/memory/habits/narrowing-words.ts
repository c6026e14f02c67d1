import { toPattern } from "../../text/pattern.ts";

/** What people say of days in one language, in small letters. */
export interface Words {
  readonly never: RegExp;
  readonly not: RegExp;
  readonly only: RegExp;
  /** The opposite of "only". */
  readonly notOnly: RegExp;
  readonly weekend: RegExp;
  readonly workdays: RegExp;
  /** Sunday first. */
  readonly days: readonly RegExp[];
  /** Short names that are words of other meaning too, Sunday first: of a range alone ("Mo-Fr"). */
  readonly short: readonly string[];
}

export const LANGUAGES: Readonly<Record<string, Words>> = {
  en: {
    never: /^(?:no|never|wrong|not true|forget it|refuse|not a habit)$/,
    not: /\b(?:not|except|without|never|no)\b/,
    notOnly: /\bnot (?:only|just)\b/,
    only: /\bonly\b/,
    weekend: /\bweek-?ends?\b/,
    workdays: /\b(?:work-?days?|week-?days?|working days?|(?:during|in) the week)\b/,
    days: ["sun", "mon", "tues?", "wed(?:nes)?", "thu(?:rs)?", "fri", "sat(?:ur)?"].map(englishDay),
    short: ["su", "mo", "tu", "we", "th", "fr", "sa"],
  },
  de: {
    never: /^(?:nein|nie|falsch|stimmt nicht|vergiss es)$/,
    not: /\b(?:nicht|außer|ohne|nie|keine?)(?![\p{L}])/u,
    notOnly: /\bnicht (?:nur|bloß|allein)(?!\p{L})/u,
    only: /\bnur\b/,
    weekend: /\bwochenenden?s?\b/,
    workdays: /\b(?:werktags?|werktagen?|arbeitstagen?|wochentags?|wochentagen?|unter der woche)\b/,
    // "Sonn- und Feiertage"; "frei" alone is no Friday
    days: [
      "sonn(?:tag|-)",
      "mon(?:tag|-)",
      "diens(?:tag|-)",
      "mittwoch",
      "donners(?:tag|-)",
      "frei(?:tag|-)",
      "(?:sams(?:tag|-)|sonnabend)",
    ].map((day) => toPattern(`(?<!\\p{L})${day}(?:e?n?s?)(?!\\p{L})`, "u")),
    short: ["so", "mo", "di", "mi", "do", "fr", "sa"],
  },
  fr: {
    never: /^(?:non|jamais|faux|c['’]est faux|oublie(?:-le|-la)?)$/,
    not: /(?<!\p{L})(?:pas|sauf|jamais|hormis|excepté|sans)(?!\p{L})/u,
    notOnly: /(?<!\p{L})pas (?:seulement|uniquement|que)(?!\p{L})/u,
    only: /(?<!\p{L})(?:seulement|uniquement|que)(?!\p{L})/u,
    weekend: /\bweek-?ends?\b|fins? de semaine/,
    workdays: /(?<!\p{L})(?:jours? ouvrables?|jours? ouvrés?|jours? de (?:la )?semaine|en semaine|la semaine)(?!\p{L})/u,
    days: named(["dimanches?", "lundis?", "mardis?", "mercredis?", "jeudis?", "vendredis?", "samedis?"]),
    short: ["dim", "lun", "mar", "mer", "jeu", "ven", "sam"],
  },
  es: {
    never: /^(?:no|nunca|falso|no es cierto|olvídalo)$/,
    not: /(?<!\p{L})(?:no|menos|excepto|salvo|nunca|sin)(?!\p{L})/u,
    notOnly: /(?<!\p{L})no (?:solo|sólo|solamente|únicamente)(?!\p{L})/u,
    only: /(?<!\p{L})(?:solo|sólo|solamente|únicamente)(?!\p{L})/u,
    weekend: /(?<!\p{L})(?:fin(?:es)? de semana|finde)(?!\p{L})/u,
    workdays: /(?<!\p{L})(?:días? laborables?|entre semana|días? de (?:trabajo|semana)|de diario)(?!\p{L})/u,
    days: named(["domingos?", "lunes", "martes", "miércoles", "jueves", "viernes", "sábados?"]),
    short: ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"],
  },
  nl: {
    never: /^(?:nee|nooit|fout|klopt niet|vergeet het)$/,
    not: /(?<!\p{L})(?:niet|behalve|zonder|nooit|geen)(?!\p{L})/u,
    notOnly: /(?<!\p{L})niet (?:alleen|enkel|slechts)(?!\p{L})/u,
    only: /(?<!\p{L})(?:alleen|enkel|slechts)(?!\p{L})/u,
    weekend: /(?<!\p{L})weekend(?:en|s)?(?!\p{L})/u,
    workdays: /(?<!\p{L})(?:werkdag(?:en)?|weekdag(?:en)?|doordeweekse?(?: dagen)?|door de week)(?!\p{L})/u,
    days: named([
      "zondag(?:en|s)?",
      "maandag(?:en|s)?",
      "dinsdag(?:en|s)?",
      "woensdag(?:en|s)?",
      "donderdag(?:en|s)?",
      "vrijdag(?:en|s)?",
      "zaterdag(?:en|s)?",
    ]),
    short: ["zo", "ma", "di", "wo", "do", "vr", "za"],
  },
  he: {
    never: /^(?:לא|אף פעם|לא נכון|תשכח|תשכחי)$/,
    not: /(?<!\p{L})(?:לא|חוץ|בלי|אף פעם)(?!\p{L})/u,
    notOnly: /(?<!\p{L})לא רק(?!\p{L})/u,
    only: /(?<!\p{L})רק(?!\p{L})/u,
    weekend: /(?<!\p{L})ב?(?:סוף|סופי|סופ"ש) ?ה?שבוע/u,
    workdays: /(?<!\p{L})[בה]?(?:ימי (?:חול|עבודה)|אמצע השבוע)(?!\p{L})/u,
    days: ["ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת"].map((day) =>
      toPattern(`(?<!\\p{L})[בהמלו]{0,2}${day}(?!\\p{L})`, "u"),
    ),
    short: ["א'", "ב'", "ג'", "ד'", "ה'", "ו'", "ש'"],
  },
};

/** Short names are words of other meaning too: they count behind "on", beside another day, and where nothing follows "not sun". */
function englishDay(day: string): RegExp {
  const any = "(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:days?)?";
  const between = "(?: ?(?:[-–—/&+]|and|or|to|till?|until|through|thru) ?| )";
  const places = [`(?<=\\bon )${day}`, `(?<=\\b${any}${between})${day}`, `${day}(?=${between}${any}\\b)`];
  return toPattern(`\\b(?:${day}days?|${places.join("|")}|(?<=\\b(?:not|only|except|no|without) )${day}(?=$))\\b`);
}

/** Whole words. */
function named(days: readonly string[]): readonly RegExp[] {
  return days.map((day) => toPattern(`(?<!\\p{L})${day}(?!\\p{L})`, "u"));
}
