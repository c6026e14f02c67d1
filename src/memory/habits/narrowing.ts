import type { Weekday } from "./local-days.ts";

/** What a person says against a habit: all of it, or some of its days. */
export type Narrowing =
  | { readonly kind: "never" }
  | { readonly kind: "without"; readonly weekdays: readonly Weekday[] }
  | { readonly kind: "unclear" };

interface Words {
  readonly never: RegExp;
  readonly not: RegExp;
  readonly only: RegExp;
  readonly weekend: RegExp;
  readonly workdays: RegExp;
  /** Sunday first. */
  readonly days: readonly RegExp[];
}

const ALL: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

const LANGUAGES: Readonly<Record<string, Words>> = {
  en: {
    never: /^(?:no|never|wrong|not true|forget it|refuse|not a habit)$/,
    not: /\b(?:not|except|but not|without|never)\b/,
    only: /\bonly\b/,
    weekend: /\bweek-?ends?\b/,
    workdays: /\b(?:work-?days?|week-?days?|working days?)\b/,
    days: ["sun", "mon", "tue(?:s)?", "wed(?:nes)?", "thu(?:rs)?", "fri", "sat(?:ur)?"].map((day) => new RegExp(`\\b${day}(?:days?)?\\b`)),
  },
  de: {
    never: /^(?:nein|nie|falsch|stimmt nicht|vergiss es)$/,
    not: /\b(?:nicht|außer|ohne|nie)(?![\p{L}])/u,
    only: /\bnur\b/,
    weekend: /\bwochenenden?s?\b/,
    workdays: /\b(?:werktags?|werktagen?|arbeitstagen?|wochentags?|wochentagen?)\b/,
    days: ["sonn", "mon", "diens", "mittwoch", "donners", "frei", "sams"].map((day) => new RegExp(`\\b${day}(?:tage?n?s?|s)?\\b`)),
  },
  fr: {
    never: /^(?:non|jamais|faux|c['’]est faux|oublie(?:-le|-la)?)$/,
    not: /(?<!\p{L})(?:pas|sauf|jamais|hormis|excepté|sans)(?!\p{L})/u,
    only: /(?<!\p{L})(?:seulement|uniquement|que)(?!\p{L})/u,
    weekend: /\bweek-?ends?\b|fins? de semaine/,
    workdays: /(?<!\p{L})(?:jours? ouvrables?|jours? ouvrés?|jours? de semaine|en semaine)(?!\p{L})/u,
    days: named(["dimanches?", "lundis?", "mardis?", "mercredis?", "jeudis?", "vendredis?", "samedis?"]),
  },
  es: {
    never: /^(?:no|nunca|falso|no es cierto|olvídalo)$/,
    not: /(?<!\p{L})(?:no|menos|excepto|salvo|nunca|sin)(?!\p{L})/u,
    only: /(?<!\p{L})(?:solo|sólo|solamente|únicamente)(?!\p{L})/u,
    weekend: /(?<!\p{L})(?:fin(?:es)? de semana|finde)(?!\p{L})/u,
    workdays: /(?<!\p{L})(?:días? laborables?|entre semana|días? de trabajo)(?!\p{L})/u,
    days: named(["domingos?", "lunes", "martes", "miércoles", "jueves", "viernes", "sábados?"]),
  },
  nl: {
    never: /^(?:nee|nooit|fout|klopt niet|vergeet het)$/,
    not: /(?<!\p{L})(?:niet|behalve|zonder|nooit|geen)(?!\p{L})/u,
    only: /(?<!\p{L})(?:alleen|enkel|slechts)(?!\p{L})/u,
    weekend: /(?<!\p{L})weekend(?:en|s)?(?!\p{L})/u,
    workdays: /(?<!\p{L})(?:werkdag(?:en)?|weekdag(?:en)?|doordeweeks)(?!\p{L})/u,
    days: named([
      "zondag(?:en|s)?",
      "maandag(?:en|s)?",
      "dinsdag(?:en|s)?",
      "woensdag(?:en|s)?",
      "donderdag(?:en|s)?",
      "vrijdag(?:en|s)?",
      "zaterdag(?:en|s)?",
    ]),
  },
  he: {
    never: /^(?:לא|אף פעם|לא נכון|תשכח|תשכחי)$/,
    not: /(?<!\p{L})(?:לא|חוץ|בלי|אף פעם)(?!\p{L})/u,
    only: /(?<!\p{L})רק(?!\p{L})/u,
    weekend: /(?<!\p{L})ב?(?:סוף|סופי|סופ"ש) ?ה?שבוע/u,
    workdays: /(?<!\p{L})[בה]?ימי (?:חול|עבודה)(?!\p{L})/u,
    days: ["ראשון", "שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת"].map((day) => new RegExp(`(?<!\\p{L})[בה]?${day}(?!\\p{L})`, "u")),
  },
};

/** Reads "no", "not on weekends", "only on workdays", "except Mondays and Fridays" in any language that there are words for; `weekend` is the country's. */
export function readNarrowing(said: string, weekend: readonly Weekday[]): Narrowing {
  const text = said.toLowerCase().replaceAll(/[.!,]/g, " ").replaceAll(/\s+/g, " ").trim();
  const readings = Object.values(LANGUAGES).map((words) => readIn(words, text, weekend));
  return readings.find(({ kind }) => kind !== "unclear") ?? { kind: "unclear" };
}

function readIn(words: Words, text: string, weekend: readonly Weekday[]): Narrowing {
  if (words.never.test(text)) return { kind: "never" };
  const named = new Set<Weekday>();
  if (words.weekend.test(text)) for (const day of weekend) named.add(day);
  if (words.workdays.test(text)) for (const day of ALL) if (!weekend.includes(day)) named.add(day);
  ALL.forEach((day) => {
    if (words.days[day]?.test(text)) named.add(day);
  });
  if (named.size === 0) return { kind: "unclear" };
  if (words.only.test(text)) return { kind: "without", weekdays: ALL.filter((day) => !named.has(day)) };
  return words.not.test(text) ? { kind: "without", weekdays: ALL.filter((day) => named.has(day)) } : { kind: "unclear" };
}

/** Whole words. */
function named(days: readonly string[]): readonly RegExp[] {
  return days.map((day) => new RegExp(`(?<!\\p{L})${day}(?!\\p{L})`, "u"));
}
