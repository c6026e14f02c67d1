import { z } from "zod";
import { isCommonWord } from "../../languages/common-words.ts";
import { readData } from "../../languages/data.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import { folded } from "../../text/fold.ts";
import { HOME_WORDS } from "./words.ts";

const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split("|")));
/** Countries and their parts behind a town, and streets that every town has one of: they tell hardly anything. */
const { regions: REGIONS, streets: EVERYWHERE } = readData("shared/places.yaml", z.strictObject({ regions: list, streets: list }), "known");
/** Letters and digits in the Netherlands and the United Kingdom, digits elsewhere, behind a country's letters in some. */
const LETTERED = /(?<![\p{L}\d])(?:[1-9]\d{3} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?![\p{L}\d])/iu;
const DIGITS = /(?<![\p{L}\d-])(?:[A-Z]{1,3}-)?(\d{4,7})(?:-\d{4})?(?![\p{L}\d])/u;
const COMPASS = /^(?:north|south|east|west|nord|sud|ost) /;
const TOWN_WORDS = 4;

/** An address in its parts: the street, the postcode, and the town, about which more may be asked. */
export function addressWords(value: string): readonly HomeWord[] {
  if (!/[\d,;\n]/.test(value) || /@|:\/\//.test(value)) return [];
  const parts = partsOf(value.replace(HOME_WORDS.told, "").replaceAll(HOME_WORDS.inATown, ", "));
  const at = Math.max(
    0,
    parts.findIndex((part) => /\d/.test(part) && postcodeIn(part) === undefined && !HOME_WORDS.withinAHouse.test(part)),
  );
  const street = parts[at] ?? "";
  const rest = parts.filter((_, index) => index !== at);
  const places = placesIn(rest);
  const towns = places.flatMap(({ kind, text }) => (kind === "town" ? text : []));
  const named = /\d/.test(street) ? streetWords([street, ...towns].join(", ")) : isPlace(street) ? [toWord(street)] : [];
  return [...places, ...rest.flatMap(postcodeWords), ...named];
}

/** In one row the postcode parts the street and the town, or an English word for street does. */
function partsOf(value: string): readonly string[] {
  const parts = value.split(/[,;\n]/);
  const [row = ""] = parts;
  if (parts.length === 1) {
    const found = LETTERED.exec(row) ?? DIGITS.exec(row);
    const english = row.replace(HOME_WORDS.englishStreet, "$1, ");
    if (english !== row) parts.splice(0, 1, ...english.split(", "));
    else if (found && found.index > 0) parts.splice(0, 1, row.slice(0, found.index), row.slice(found.index));
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The town of a fact that names one, without the country behind it; an address if it is one after all. */
export function townWords(value: string): readonly HomeWord[] {
  const plain = value.replace(HOME_WORDS.since, "").replace(HOME_WORDS.told, "");
  if (/\d/.test(plain) && postcodeIn(plain) === undefined) return addressWords(plain);
  const places = placesIn(plain.split(/[,;\n/]/).map((part) => part.trim()));
  return [...places, ...postcodeWords(plain)];
}

export function postcodeWords(text: string): readonly HomeWord[] {
  const postcode = postcodeIn(text);
  return postcode === undefined ? [] : [toWord(postcode)];
}

/** What stands beside the postcode is the town, if that is no state; what stands before it is nearer. Without a postcode all are towns. */
function placesIn(parts: readonly string[]): readonly HomeWord[] {
  const named = parts
    .map((part) => ({ name: nameIn(part), hasPostcode: postcodeIn(part) !== undefined }))
    .filter(({ name }) => isPlace(name));
  const beside = named.findLast(({ hasPostcode }) => hasPostcode);
  return named.flatMap(({ name }): readonly HomeWord[] => {
    if (beside !== undefined && beside.name !== name) return [toWord(name)];
    const short = HOME_WORDS.byARiver.exec(name)?.[1];
    return [name, ...(short === undefined ? [] : [short])].map((text) => ({ text, kind: "town" }));
  });
}

function nameIn(part: string): string {
  return part
    .replace(LETTERED, " ")
    .replace(DIGITS, " ")
    .replaceAll(HOME_WORDS.besideTown, " ")
    .replaceAll(/\s{1,20}/g, " ")
    .trim();
}

function isPlace(name: string): boolean {
  const words = name.split(" ");
  if (/\d/.test(name) || !/\p{L}{3}|[א-ת]{2}/u.test(name) || words.length > TOWN_WORDS) return false;
  const plain = folded(name).replaceAll("-", " ");
  return !REGIONS.has(plain) && !REGIONS.has(plain.replace(COMPASS, "")) && !words.every((word) => isCommonWord(folded(word)));
}

function postcodeIn(part: string): string | undefined {
  return LETTERED.exec(part)?.[0] ?? DIGITS.exec(part)?.[1];
}

function toWord(text: string): HomeWord {
  return { text, kind: "address" };
}

/** Numbers of a house and its parts, before or behind the street. */
const HOUSE_NUMBER =
  /(?<![\p{L}\d])(?:no\.?|nr\.?|n°)? ?\d{1,5}(?:\s?[a-z](?!\p{L}))?(?:[-/]\d{1,4}[a-z]?)?(?: (?:bis|ter)(?!\p{L}))?(?![\p{L}\d])/giu;
const STREET_WORDS = 5;

/** A street by name, without the number; German ones in short form too. A street that every town has counts only beside its town. */
function streetWords(address: string): readonly HomeWord[] {
  const [first = "", ...rest] = address.split(/[,;\n]/);
  if (!/\d/.test(first) || first.includes("@")) return [];
  const street = first
    .replaceAll(HOUSE_NUMBER, " ")
    .replaceAll(/\s{1,20}/g, " ")
    .trim();
  if (!/\p{L}{3}/u.test(street) || street.split(" ").length > STREET_WORDS) return [];
  if (EVERYWHERE.has(folded(street))) {
    const towns = rest.map((part) => part.replaceAll(/[^\p{L}\s-]/gu, "").trim()).filter((town) => /\p{L}{3}/u.test(town));
    return towns.flatMap((town) => [`${street} ${town}`, `${town} ${street}`]).map(toWord);
  }
  const short = street.replace(/(?<=\p{L}{3})(?:straße|strasse)$/iu, "str");
  return [...new Set([street, short])].map(toWord);
}
