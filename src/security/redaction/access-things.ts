import { words } from "../../text/plain-words.ts";
import { saysAccess } from "./secret-words.ts";

/** Networks, and boxes that are there to be locked: what is said to be their value is how one gets in. */
const LOCKED = words(
  "wifi wlan wifis router hotspot network lockbox keybox keysafe safe vault padlock lock keypad " +
    "netzwerk heimnetz schlüsselbox schlüsselkasten schlüsseltresor tresor schloss türschloss zahlenschloss vorhängeschloss fahrradschloss " +
    "réseau boîte-à-clés coffre coffre-fort cadenas serrure candado cerradura netwerk sleutelkluis kluis hangslot slot fietsslot כספת מנעול רשת",
);
/** Accounts and devices that one gets into. */
const ACCOUNTS = words(
  "netflix spotify disney disney+ amazon prime paypal icloud gmail email e-mail mail outlook facebook instagram tiktok whatsapp steam playstation xbox nintendo youtube account accounts konto compte cuenta חשבון " +
    "computer laptop pc mac macbook imac phone iphone smartphone mobile tablet ipad nas server vpn tv rechner handy notebook ordinateur portable téléphone tablette " +
    "ordenador computadora portátil móvil teléfono celular telefoon מחשב טלפון נייד אייפד נטפליקס",
);
/** Things of two words, or written in more than one way. */
const AS_ONE_WORD: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/(?<!\p{L})[הבלמשו]{0,2}ו{1,2}יי?[ -]?פיי?(?!\p{L})/gu, "wifi"],
  [/(?<!\p{L})(?:wi[ -]fi|w-lan)(?!\p{L})/gu, "wifi"],
  [
    /(?<!\p{L})(?:lock|key) box(?!\p{L})|(?<!\p{L})key safe(?!\p{L})|(?<!\p{L})bo[iî]te à clés?(?!\p{L})|(?<!\p{L})caja de llaves(?!\p{L})/gu,
    "lockbox",
  ],
  [/(?<!\p{L})coffre[ -]fort(?!\p{L})|(?<!\p{L})caja fuerte(?!\p{L})/gu, "safe"],
];

/** A text in which every thing that is locked or logged into is one word. All texts are as `withDigits` gives them. */
export function withThingsAsWords(text: string): string {
  return AS_ONE_WORD.reduce((plain, [pattern, word]) => plain.replaceAll(pattern, word), text);
}

/** True for a network, or a box that is there to be locked. */
export function isLockedThing(word: string): boolean {
  return isOneOf(LOCKED, word);
}

/** True for a door, a gate, an alarm, a network, a box: what one opens with a code or a word. */
export function isAccessThing(word: string): boolean {
  return isLockedThing(word) || saysAccess(word);
}

/** True for all that, and for accounts and devices that one gets into. */
export function isEntered(word: string): boolean {
  return isAccessThing(word) || isOneOf(ACCOUNTS, word);
}

/** True if a text speaks of something that one gets into. */
export function saysEntered(text: string): boolean {
  return thingWordsOf(text).some(isEntered);
}

/** The words of a text, with the signs of a password that stand in them. */
export function thingWordsOf(text: string): readonly string[] {
  return withThingsAsWords(text).match(/[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}@!$#*&_+]|['’.-](?=[\p{L}\p{N}]))*/gu) ?? [];
}

/** Hebrew puts its article and its short words in front. */
function isOneOf(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || (/^[הבלמשו]{1,2}\p{Script=Hebrew}{3}/u.test(word) && (list.has(word.slice(1)) || list.has(word.slice(2))));
}
