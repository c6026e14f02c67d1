import { toPattern } from "../../text/pattern.ts";
import { saysAccess, saysCode } from "./secret-words.ts";

// All texts are as `withDigits` gives them: small letters, and digits for numbers.

/** "Left 12 right 34": how dials of safes are turned. */
const TURN =
  "(?:left|right|clockwise|anti-?clockwise|links(?:herum)?|rechts(?:herum)?|gauche|droite|izquierda|derecha|linksom|rechtsom|שמאלה|ימינה)";
const TURNS = toPattern(
  `(?<!\\p{L})(?:(?:${TURN}\\s+(?:to |auf |à |a la |op |naar )?\\d{1,2}(?!\\d)[\\s,;.–-]*){2,}|(?:\\d{1,2}\\s+(?:to the |nach |à |a la |naar )?${TURN}(?!\\p{L})[\\s,;.–-]*){2,})`,
  "u",
);

const NET =
  "(?:wi-?fi|wifi|w-?lan|router|hotspot|network|netzwerk|netz|réseau|red|netwerk|netflix|laptop|computer|pc|nas|server|account|konto|vpn|וו?יי?[ -]?פיי?|רשת|מחשב)";
/** Nothing that one has: "with my laptop", "mit dem Handy", "with a key". */
const WORD_ITSELF =
  "(?!(?:my|your|the|an?|our|his|her|de[mnr]|die|das|einem?r?|meine[mr]?|unsere[mr]?|mon|ma|le|la|les|une?|votre|notre|mi|el|los|una?|mijn|de|het|een|ה\\p{L})\\s)\\S";
const INTO =
  "(?:in|into|on|onto|ins?|im|to|au|le|du|la|en|el|al|a la|op|de|het|auf)\\s+(?:the |our |my |das |dem |unser |unserem |le |notre |el |la |nuestro |het |de |ons )?";
/** What says how one gets in, up to the end of which it is the secret. */
const WAYS: readonly RegExp[] = [
  // "to get into the wifi type …", "ins WLAN kommt man mit …"
  toPattern(
    `(?:get|getting|log|sign|connect|kom|gelangt|einlogg|anmeld|verbind|connecte|entrer?|accède|entra|entrar|conecta|conectar|accede|inlogg|נכנס|מתחבר)\\p{L}*.{0,20}?(?<!\\p{L})(?:${INTO})?[הבל]{0,2}${NET}(?!\\p{L}).{0,25}?(?<!\\p{L})(?:(?:with|using|mit|avec|con|met|עם)\\s+${WORD_ITSELF}|(?:type|typing|enter|say|tippe?|tippt|gib|tape|tapez|tecle|escrib|pon|typ|toets|מקלידים|הקלד)\\p{L}*\\s)`,
    "u",
  ),
  toPattern(
    `${INTO}${NET}(?!\\p{L}).{0,12}?(?<!\\p{L})(?:kommt?|komm|kom|gelangt|geht|connecte|entra|entre)\\p{L}*.{0,15}?(?<!\\p{L})(?:mit|avec|con|met)\\s+${WORD_ITSELF}`,
    "u",
  ),
  toPattern(
    `(?<!\\p{L})${NET}(?!\\p{L}).{0,40}?(?<!\\p{L})(?:you|we|one|they) (?:can )?(?:get|log|come) ?in(?:to it)? (?:with|by|using) ${WORD_ITSELF}`,
    "u",
  ),
  toPattern(
    `(?<!\\p{L})(?:for|für|pour|para|voor) (?:the |our |das |le |el |het |de )?${NET}(?!\\p{L}) (?:you|we|one|i|just) (?:type|enter|punch in|key in)(?!\\p{L})`,
    "u",
  ),
  /(?<!\p{L})(?:keypad|key pad|touchpad|pin ?pad|code panel|tastenfeld|codeschloss|clavier à code|teclado de la puerta|codepaneel|toetsenpaneel) (?:is |will |just )?(?:wants?|takes|expects|accepts|opens with|unlocks with|will|möchte|braucht|veut|attend|quiere|wil)(?!\p{L})(?! (?:\d+ (?:aa|volt|batter)|an? |new |batter))/u,
  /(?<!\p{L})(?:safe|tresor|lockbox|coffre-fort|caja fuerte|kluis|כספת)(?!\p{L}).{0,12}(?<!\p{L})(?:opens?|unlocks?|geht auf|öffnet|s['’]ouvre|se abre|gaat open|נפתחת) (?:with|mit|avec|con|met|עם)(?!\p{L})(?! (?:(?:an?|the|my|einem|dem|meinem|une?|una|el|la|een|de) )?(?:key|finger|remote|fob|app|face|schlüssel|clé|llave|sleutel|code|button))/u,
  /(?<!\p{L})(?:open|unlock) (?:the|my|our) (?:safe|lockbox) (?:with|by|using)(?!\p{L})(?! (?:(?:an?|the|my) )?(?:key|finger|remote|fob|app|face|code|button))/u,
];
/** Typed where one gets in: "type 4b7d at the gate"; one enters a garage also on foot. */
const TYPES =
  /(?<!\p{L})(?:type(?! (?:of|fast|quick|slow|blind|a lot|on|with|\d(?![\p{L}\d]| \d)))|punch in|key in|tippe|tape[zr]?|teclea|typ|toets|intoetsen|eintippen|הקלד|הקלידו)(?!\p{L})/u;
/** The signs that unlock a phone. */
const DRAWN =
  /(?<!\p{L})(?:unlock|entsperr|déverrouill|desbloque|ontgrendel)\p{L}*(?!\p{L}).{0,40}(?:pattern|muster|schéma|motif|patrón|patroon|gesture|swipe|drawing)|(?:pattern|muster|schéma|motif|patrón|patroon|swipe).{0,20}(?:unlocks?|entsperr|déverrouill|desbloque|ontgrendel)|entsperrmuster|ontgrendelpatroon/u;
/** What makers put in front of keys, also of short or shortened ones. */
const KEY = /(?<![\w-])(?:sk|pk|rk)[-_](?:[a-z]+[-_])?(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{6,}/u;

/** True if a text holds a key of a maker, or how a safe's dial is turned; `beside`: what was said around it. */
export function holdsWayIn(text: string, beside: readonly string[]): boolean {
  if (KEY.test(text)) return true;
  return TURNS.test(text) && [text, ...beside].some((one) => saysAccess(one) || saysCode(one));
}

/** True if a sentence tells with words of a value how one gets in somewhere: into a safe, a network, a phone. */
export function isWayIn(sentence: string, value: string): boolean {
  const wanted = wordsOf(value);
  const holds = (part: string): boolean => wordsOf(part).some((word) => wanted.includes(word));
  if (DRAWN.test(sentence)) return holds(sentence);
  if (TYPES.test(sentence) && (saysAccess(sentence) || toPattern(`(?<!\\p{L})${NET}(?!\\p{L})`, "u").test(sentence))) {
    return holds(sentence.slice(TYPES.exec(sentence)?.index ?? 0));
  }
  return WAYS.some((way) => {
    const found = way.exec(sentence);
    return found !== null && holds(sentence.slice(found.index));
  });
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
