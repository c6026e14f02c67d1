import { beginsByAsking } from "../../languages/asking.ts";
import { LANGUAGES, messagesOf } from "../../languages/catalogue.ts";
import { monthNames, weekdayNames } from "../../text/calendar-names.ts";
import { toPattern } from "../../text/pattern.ts";
import { EMPTY_HOME, tellsAccess, tellsMatter } from "../redaction/sensitivity.ts";

/** A time of day, or a count of days: digits alone, with minutes, or with what stands for an hour. */
const TIME =
  /(?<![\p{L}\d.,:/$€£-])(?:[0-3]?\d\.[01]?\d\.|(?:[01]?\d|2[0-4])(?:[:.h]\d{2})?)(?: ?(?:h|am|pm|uhr|uur))?(?![\p{L}\d%°]|[.,:]\d)/iu;
const EMPTY = toPattern(`${EMPTY_HOME}`, "iu");

/** Names of days and months in the languages of the product. */
const DAYS = LANGUAGES.flatMap((language) => [...weekdayNames(language), ...monthNames(language, "long")]).filter(
  (name) => name !== "may" && name !== "mars",
);

/**
 * Whether a question tells of the people who ask it: two of a word for the first person, a time or day, and a matter of health, money and the like; or an
 * empty house. A question that asks why or how in general is everybody's: a time and a word for an address or phone tell nothing in it. The languages' messages have the words. `text` in plain letters, with digits for numbers.
 */
export function createPersonalFinder(): (text: string) => boolean {
  const words = LANGUAGES.flatMap((language) => messagesOf(language).get("egress.first-person")?.split("|") ?? []);
  const self = toPattern(`(?<![\\p{L}\\d])(?:${[...new Set(words)].join("|")})(?!\\p{L})`, "iu");
  const day = toPattern(`(?<!\\p{L})(?:${[...new Set(DAYS.map((name) => name.toLowerCase()))].join("|")})s?(?!\\p{L})`, "iu");
  return (text) => {
    if (EMPTY.test(text)) return true;
    const isGeneral = beginsByAsking(text);
    const isTimed = !isGeneral && (TIME.test(text) || day.test(text));
    const signs = [self.test(text), isTimed, tellsMatter(text) || (!isGeneral && tellsAccess(text))];
    return signs.filter(Boolean).length > 1;
  };
}
