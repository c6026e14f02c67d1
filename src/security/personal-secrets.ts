import { redactSecretTexts } from "./secret-texts.ts";

/** What is to be remembered, and what the person said, if that is known. */
interface Told {
  readonly key: string;
  readonly value: string;
  readonly said?: string | undefined;
}

/** Words that mean a secret wherever they stand, in English, German, French, Spanish, Dutch and Hebrew. */
const SECRET_WORDS = words(
  "password passwords passwd passphrase passcode pin pins pincode cvv cvc otp credential credentials login logins secret secrets seedphrase " +
    "alarmcode doorcode gatecode unlockcode accesscode apikey token tokens wifikey wlankey " +
    "passwort passwörter kennwort kennwörter geheimzahl geheimnummer zugangscode türcode alarmkennwort pinnummer zugangsdaten kreditkarte kreditkartennummer " +
    "contraseña contraseñas clave claves mot-de-passe motdepasse mdp identifiants wachtwoord wachtwoorden toegangscode pincodes deurcode alarmcodes creditcard " +
    "סיסמה סיסמא סיסמאות ססמה ססמא קוד-סודי פין",
);
const SECRET_PHRASES =
  /mots? de passe|code (?:secret|d['’]alarme|d['’]accès|de la porte|du portail|wi-?fi)|(?:alarm|door|gate|safe|access|security|lock|unlock|wi-?fi|entry|garage)[ _-]?(?:codes?|combinations?|key)\b|(?:seed|recovery) phrase|api[ _-]?key|credit ?card|card number|(?:código|numero|número) (?:de|del|secreto)(?: la)? ?(?:alarma|puerta|tarjeta|acceso)?|carte (?:bancaire|bleue|de crédit)|tarjeta de crédito|קוד (?:סודי|האזעקה|אזעקה|הכניסה|כניסה|הדלת|דלת|השער|הכספת)|כרטיס אשראי/iu;

/** Words that mean one beside what looks like a code. */
const CODE_WORDS = words(
  "code codes combination key keys kode schlüssel zahlenkombination nummer clé clave llave código códigos sleutel combinatie קוד מפתח צירוף",
);
/** What has that many digits, or mixes letters and digits, may be a code. */
const LOOKS_LIKE_CODE = /\d(?:[\s.-]?\d){2,}|(?=[^\s]*\d)(?=[^\s]*\p{L})[^\s]{5,}/u;
/** "You get into the garage with 8806": what opens something, with digits. */
const OPENED_WITH =
  /(?:garage|gate|door|safe|lock|alarm|shed|house|tür|tor|haus|keller|tresor|schloss|porte|portail|coffre|puerta|portón|caja fuerte|deur|poort|kluis|slot).{0,40}(?<!\p{L})(?:with|mit|avec|con|met)\s+\d(?:[\s.-]?\d){2,}/iu;
/** Nothing but digits: a number that says nothing of what it is for. */
const BARE_DIGITS = /^[\s#*]*\d(?:[\s.-]?\d){3,11}[\s#*]*$/;
const YEAR_KEY = /year|birth|jahr|geburt|année|naissance|año|nacimiento|jaar|שנה|שנת|לידה|anniversary|since|seit/iu;
const YEAR = /^(?:19|20)\d{2}$/;
/** So far behind its word, in the same part of a sentence, a secret is said: "the password for the wifi upstairs is …". */
const SAID_WITHIN = 60;

/** True for what opens doors or accounts, or may do so: codes, PINs, passwords, keys and tokens, numbers of cards and accounts. */
export function looksSecret({ key, value, said = "" }: Told): boolean {
  const name = key.replaceAll("_", " ");
  if (redactSecretTexts(value) !== value || hasCardNumber(value) || hasAccountNumber(value)) return true;
  if (mentions(`${name} ${value}`, SECRET_WORDS) || SECRET_PHRASES.test(`${name} ${value}`)) return true;
  if (BARE_DIGITS.test(value) && !(YEAR.test(value.trim()) && YEAR_KEY.test(name))) return true;
  const isCode = LOOKS_LIKE_CODE.test(value);
  if (isCode && (mentions(`${name} ${value}`, CODE_WORDS) || OPENED_WITH.test(`${name} ${value}`))) return true;
  return (isCode && (mentions(said, SECRET_WORDS) || SECRET_PHRASES.test(said))) || followsSecretWord(said, value);
}

/** "The Wi-Fi password is Sunshine", offered as something else. */
function followsSecretWord(said: string, value: string): boolean {
  const text = said.toLowerCase();
  const wanted = value.trim().toLowerCase();
  if (wanted === "") return false;
  return tokensOf(text).some(({ token, end }) => {
    if (!SECRET_WORDS.has(token)) return false;
    const at = text.indexOf(wanted, end);
    return at >= 0 && at - end <= SAID_WITHIN && !/[.,;!?]/.test(text.slice(end, at));
  });
}

function hasCardNumber(text: string): boolean {
  return text.matchAll(/\d(?:[ -]?\d){12,18}/g).some(([run]) => isLuhn(run.replace(/\D/g, "")));
}

/** ISO/IEC 7812-1, annex B. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** An IBAN: ISO 13616. */
function hasAccountNumber(text: string): boolean {
  return text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/gi).some(([run]) => {
    const plain = run.replaceAll(" ", "").toUpperCase();
    const turned = plain.slice(4) + plain.slice(0, 4);
    return [...turned].reduce((rest, char) => Number(`${rest}${Number.parseInt(char, 36)}`) % 97, 0) === 1;
  });
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.normalize("NFC").split(/\s+/));
}

function mentions(text: string, list: ReadonlySet<string>): boolean {
  return tokensOf(text.toLowerCase()).some(({ token }) => list.has(token));
}

/** Words with where they end; of a Hebrew word also the one behind its small words ("והסיסמה"), of a compound one its last part. */
function tokensOf(text: string): readonly { readonly token: string; readonly end: number }[] {
  return [...text.normalize("NFC").matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: token, index }) => {
    const end = index + token.length;
    const bare = /^[הובכלמש]{1,3}(?=\p{Script=Hebrew}{3})/u.test(token)
      ? [token.replace(/^[הובכלמש]/u, ""), token.replace(/^[הובכלמש]{2}/u, "")]
      : [];
    const compound = /(?:passwort|kennwort|wachtwoord|password|pin|code)$/u.exec(token)?.[0];
    return [token, ...bare, ...(compound === undefined || compound.length < 4 || compound === "code" ? [] : [compound])].map((one) => ({
      token: one,
      end,
    }));
  });
}
