import { saysAccess, saysCode, saysSecret } from "../../languages/secrets.ts";
import { type PrivateSpan, spansOf } from "./spans.ts";

/** Beginnings of words for codes and passwords, and what is opened with them: without one of these there is nothing to look for. */
const MAY_SAY =
  /pass|pin|kombin|code|codig|kode|kod(?!i)|pwd|puk|combin|zahl|kenn|geheim|losung|clave|contrase|senha|hasl|wachtwoord|sleutel|schlussel|cle(?!an|ar)|unlock|disarm|entsperr|entscharf|deaktivier|login|credential|סיסמ|קוד|פין|парол|код/i;
/** Digits that belong together, or letters with digits and signs among them. */
const VALUE =
  /(?<![\p{L}\p{N}.,:/-])(?:\d(?:[ ,./-]{0,3}\d){2,11}|["'„“][^"'“”\n]{4,40}["'“”]|(?=[^\s\d]{0,30}\d)(?=[^\s\p{L}]{0,30}\p{L})[\p{L}\d!@#$%&*+_?.-]{5,40})(?![\p{L}\p{N}])/gu;
const DIGITS = /^\d[\d ,./-]*$/;
const BEFORE = 72;
const BEHIND = 48;
/** What may stand between a word for a code and the code: whose it is, what it opens, and that it is. */
const BETWEEN =
  /^(?:number|nummer|is|was|are|ist|war|lautet|heisst|est|es|son|to|for|of|on|at|the|a|my|our|your|new|old|current|now|with|using|zu|zum|zur|fur|von|vom|der|die|das|dem|den|des|mein\p{L}{0,2}|unser\p{L}{0,2}|neue[rs]?|du|de|la|le|les|l|d|pour|mon|ma|notre|del|el|mi|nuestr[oa]|para|van|voor|het|mijn|onze|ons|code|codes|pin|combination|key|word|safe|door|doors|front|back|side|house|home|garage|gate|shed|building|apartment|office|alarm|system|panel|lock|smart|phone|iphone|handy|sim|visa|card|karte|bank|account|konto|wifi|wi|fi|wlan|router|laptop|computer|login|email|mail|netflix|user|haustur|tur|tor|tresor|schloss|alarmanlage|porte|portail|coffre|alarme|puerta|porton|alarma|caja|fuerte|deur|poort|kluis|של|הוא|היא|לדלת|לבית|לאזעקה|לכספת)$/iu;
/** Makers give the same to all, and faults have numbers too. */
const OF_ALL =
  /(?<!\p{L})(?:default|factory|standard|werks\p{L}*|par defaut|por defecto|standaard|meaning|means|bedeut\p{L}*|signif\p{L}*|error|fault|fehler\p{L}*|example|beispiel|gpio|arduino|esp\d*|hdmi|usb|zip|postal|promo\p{L}*|discount|coupon|gutschein\p{L}*|voucher|qr|bar|dress|source|area|country|html|http|status|obd\p{L}*|dtc|python|java)(?!\p{L})/iu;
const OPENED_WITH =
  /(?<!\p{L})(?:disarm|unlock|entscharf|entsperr|deaktivier|desarm|deverrouill|desbloque|ontgrendel)\p{L}{0,6}(?: [\p{L}'-]{1,20}){0,5} (?:with|using|by|mit|avec|con|met|code|pin|per) (?:code |pin |the code |dem code )?(\d(?:[ ./-]{0,2}\d){3,7})(?![\d%°]|[.,]\d)/giu;
/** "8264 is our door code", "8264 opens the front door". */
const SAID_BEHIND = /^[ ,:=-]{1,3}(?:is|was|ist|war|est|es|=|opens|offnet|oeffnet|as)(?!\p{L})/iu;
const OPENS = /^.{1,4}(?:opens|offnet|oeffnet)/;
const SAID = /(?:(?<!\p{L})(?:is|ist|est|es|lautet)|[:=]) ?$/u;
const OURS = /(?<!\p{L})(?:my|our|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|notre|mi|nuestr[oa]|mijn|onze)(?!\p{L})/u;
const YEAR = /^(?:19|20)\d{2}$/;

/** Codes, PINs and passwords by the words beside them: "front door code 8264", "my password is Sommer2024!". Digits are ASCII. */
export function findCodes(text: string): readonly PrivateSpan[] {
  if (!MAY_SAY.test(text)) return [];
  const opened = spansOf(text, OPENED_WITH, "secret");
  return [...opened, ...spansOf(text, VALUE, "secret", ({ 0: value, index }) => isCode(text, value, index))];
}

function isCode(text: string, value: string, index: number): boolean {
  const before = lastSentence(text.slice(Math.max(0, index - BEFORE), index).toLowerCase());
  const behind = text.slice(index + value.length, index + value.length + BEHIND);
  if (OF_ALL.test(before) || OF_ALL.test(behind)) return false;
  const isQuoted = /^["'„“]/.test(value);
  if (isQuoted || /\d/.test(value)) {
    const told = !YEAR.test(value) || SAID.test(before) || saysAccess(before);
    if (told && isNamed(before, value)) return true;
  }
  if (!SAID_BEHIND.test(behind) || YEAR.test(value)) return false;
  const said = firstSentence(behind).toLowerCase();
  return saysSecret(said) || (saysCode(said) && saysAccess(said)) || (OPENS.test(said) && saysAccess(said));
}

/** Whether the last words before a value are a word for a code, and others that only say whose it is or what it opens. */
function isNamed(before: string, value: string): boolean {
  const words = [...before.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(([word]) => word);
  const isOurs = OURS.test(before);
  const isTold = isOurs || saysAccess(before) || SAID.test(before);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? "";
    const phrase = words.slice(Math.max(0, at - 2), at);
    if (saysSecret(word)) return DIGITS.test(value) || word !== "pin" || isTold;
    // towns of India have pin codes of six digits
    if (word === "code" && phrase.at(-1) === "pin" && /^\d{6}$/.test(value)) return isTold;
    if (saysSecret([...phrase, word].join(" ")) && !saysSecret(phrase.join(" "))) return true;
    if (saysCode(word) && isTold) return true;
    if (!BETWEEN.test(word)) return false;
  }
  return false;
}

function lastSentence(text: string): string {
  return text.slice(Math.max(...["\n", ". ", "? ", "! "].map((end) => text.lastIndexOf(end))) + 1);
}

function firstSentence(text: string): string {
  return text.split(/[\n?!]|\. /u, 1)[0] ?? "";
}
