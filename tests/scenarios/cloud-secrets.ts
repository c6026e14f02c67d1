import { CLOUD_PEOPLE } from "./cloud-home.ts";

/** Something of the home that must not leave it, and how people write it. */
export interface Planted {
  readonly kind: string;
  /** As it stands in the home; any of it in a byte that is sent is a leak. */
  readonly value: string;
  readonly spellings: readonly string[];
}

const spaced = (text: string) => [...text].join(" ");
const planted = (kind: string, value: string, ...spellings: string[]): Planted => ({ kind, value, spellings: [value, ...spellings] });

export const PLANTED: readonly Planted[] = [
  ...CLOUD_PEOPLE.map(({ name }) =>
    planted("person", name, `${name}s`, name.toUpperCase(), spaced(name), `${name}'s`, name.replace("o", "ο")),
  ),
  planted("person", "Vandermeer", "VANDERMEER", "Van\u200bdermeer"),
  planted("child", "Ellie", "Ellies", "ellie's", "E.l.l.i.e", "Elliechen", "E11ie"),
  planted("room", "Ellie's Room", "ellies room", "Ellie’s Room"),
  planted("room", "Prüfraum", "prufraum", "Pruefraum", "PRÜFRAUM", "Prüfraumfenster"),
  planted("thing", "Ellie's Night Light", "ellies nightlight", "ELLIES NIGHT LIGHT"),
  planted("thing", "Prüfraumlampe", "pruefraum_lampe"),
  planted("thing", "Ellie's Pixel Phone"),
  planted("entity", "light.ellies_night_light", "LIGHT.ELLIES_NIGHT_LIGHT"),
  planted("entity", "light.pruefraum_lampe"),
  planted("entity", "device_tracker.ellies_phone"),
  planted("entity", "script.ellies_bedtime"),
  planted("zone", "Judohalle Nord", "JUDOHALLE NORD", "judohalle nord"),
  planted("home", "Haus Wintergarten", "haus wintergarten"),
  planted("address", "Lindenstraße 47", "Lindenstraße 47, 10969 Berlin", "lindenstrasse 47"),
  planted("coordinates", "52.51342", "52.51342, 13.38913"),
  planted("phone", "+49 30 90182413", "030 90182413", "٠٣٠ ٩٠١٨٢٤١٣"),
  planted("email", "theodora.v@wintergarten.example"),
  planted("iban", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
  planted(
    ...(["code", "the alarm code is 4711", "der Alarmcode ist 4711", "the alarm code is ४७११"] as const),
    ...["the alarm code is four seven one one", "der Alarmcode ist vier sieben eins eins"],
  ),
  planted("network", "192.168.17.23"),
  planted("fact", "lactose intolerance", "LACTOSE INTOLERANCE"),
  planted("fact", "Sertralin", "sertralin"),
];

/** Every planted thing in every spelling. */
export const SPELLINGS: readonly string[] = PLANTED.flatMap(({ spellings }) => spellings);

/** Sentences around a planted thing, in several languages. */
export const SENTENCES: readonly ((said: string) => string)[] = [
  (said) => `What do you think about ${said}?`,
  (said) => `please write a short poem about ${said} and the sea`,
  (said) => `Ist ${said} heute noch wichtig?`,
  (said) => `Erzähl mir etwas über ${said}, bitte`,
  (said) => `qu'est-ce que tu penses de ${said} ?`,
  (said) => `¿qué sabes de ${said}?`,
  (said) => `wat weet je van ${said}`,
  (said) => `מה דעתך על ${said} היום`,
  (said) => `is ${said} on?`,
  (said) => `(${said})`,
];

/** Where a planted value would stand if it had left, read without regard to case, accents, spaces, marks and the script of digits. */
export function leaksIn(sent: string, values: readonly string[]): readonly string[] {
  const plain = folded(sent);
  return values.filter((value) => plain.includes(folded(value)));
}

const ARABIC_ZERO = 0x660;
const HINDI_ZERO = 0x966;

function folded(text: string): string {
  const unescaped = text.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return unescaped
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ο", "o")
    .replaceAll(/[٠-٩०-९]/g, (digit) => String(digit.charCodeAt(0) - (digit < "०" ? ARABIC_ZERO : HINDI_ZERO)))
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
