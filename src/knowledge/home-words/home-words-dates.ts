import type { HomeWord } from "../../security/egress/home-words.ts";
import { folded } from "../../text/fold.ts";

const LANGUAGES = ["en", "de", "fr", "es", "nl", "he"];
/** Names of the twelve months, by language, long and short. */
const MONTHS: readonly (readonly string[])[] = LANGUAGES.flatMap((language) =>
  (["long", "short"] as const).map((month) => {
    const { format } = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index) => format(Date.UTC(2000, index, 1)).replace(/\.$/, ""));
  }),
);
const NUMBER_OF = new Map(MONTHS.flatMap((months) => months.map((name, index) => [folded(name), index + 1] as const)));
const IN_NUMBERS = /(?<!\d)(?:(\d{4})[-./](\d{1,2})[-./](\d{1,2})|(\d{1,2})[-./] ?(\d{1,2})[-./] ?(\d{4}))(?!\d)/g;
const IN_WORDS =
  /(?<![\p{L}\d])(?:(\d{1,2})(?:st|nd|rd|th|er|\.)? (?:of |de )?(\p{L}{3,12})\.?,? (?:de |del )?(\d{4})|(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?!\d)/gu;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The whole dates in a private fact, each as people write it in the languages of the product. A day without a year is everybody's. */
export function dateWords(value: string): readonly HomeWord[] {
  const plain = folded(value);
  const days = [...[...plain.matchAll(IN_NUMBERS)].flatMap(numberedDays), ...[...plain.matchAll(IN_WORDS)].flatMap(namedDays)];
  return [...new Set(days.filter(isDay).flatMap(formsOf))].map((text) => ({ text, kind: "date" }));
}

/** With slashes either number may be the month. */
function numberedDays([, year, month, day, first, second, last]: RegExpExecArray): readonly Day[] {
  if (year !== undefined) return [{ year: Number(year), month: Number(month), day: Number(day) }];
  const [one, other] = [Number(first), Number(second)];
  return [
    { year: Number(last), month: other, day: one },
    { year: Number(last), month: one, day: other },
  ];
}

function namedDays([, day, month, year, ahead, behind, last]: RegExpExecArray): readonly Day[] {
  const number = NUMBER_OF.get((month ?? ahead ?? "").replace(/^ב/u, "")) ?? NUMBER_OF.get(month ?? ahead ?? "");
  return number === undefined ? [] : [{ year: Number(year ?? last), month: number, day: Number(day ?? behind) }];
}

function isDay({ year, month, day }: Day): boolean {
  return year > 1880 && year < 2120 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function formsOf({ year, month, day }: Day): readonly string[] {
  const [dd, mm] = [String(day).padStart(2, "0"), String(month).padStart(2, "0")];
  const names = MONTHS.flatMap((months) => months[month - 1] ?? []);
  return [
    ...[`${dd} ${mm} ${year}`, `${day} ${month} ${year}`, `${mm} ${dd} ${year}`, `${month} ${day} ${year}`],
    ...[`${year} ${mm} ${dd}`, `${year} ${month} ${day}`],
    ...names.flatMap((name) => [
      ...[`${day} ${name} ${year}`, `${dd} ${name} ${year}`, `${name} ${day} ${year}`],
      ...[`${day} of ${name} ${year}`, `${day} de ${name} de ${year}`, `${day} de ${name} del ${year}`, `${day} ב${name} ${year}`],
      ...["st", "nd", "rd", "th", "er"].flatMap((end) => [`${day}${end} ${name} ${year}`, `${day}${end} of ${name} ${year}`]),
      ...["st", "nd", "rd", "th"].map((end) => `${name} ${day}${end} ${year}`),
    ]),
  ];
}
