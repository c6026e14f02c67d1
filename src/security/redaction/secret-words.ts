import { toPattern } from "../../text/pattern.ts";

/** Words that mean a secret wherever they stand: English, German, French, Spanish, Dutch, Hebrew, and the word for "password" in others. */
const SECRET_WORDS = words(
  "password passwords passwd passphrase passcode passcodes pw pwd puk puks pin pins pincode cvv cvc otp credential credentials login logins seedphrase " +
    "alarmcode doorcode gatecode unlockcode accesscode apikey wifikey wlankey wifipass wlanpass " +
    "passwort passwörter kennwort kennwörter losung losungswort codewort geheimwort geheimzahl geheimnummer geheimcode zugangscode türcode alarmkennwort " +
    "pinnummer zugangsdaten kreditkarte kreditkartennummer wlanschlüssel netzwerkschlüssel " +
    "contraseña contraseñas clave claves motdepasse mdp identifiants digicode wachtwoord wachtwoorden toegangscode pincodes deurcode alarmcodes creditcard codewoord " +
    "סיסמה סיסמא סיסמאות סיסמת ססמה ססמא פין senha senhas parola parole-chiave hasło hasła пароль пароля паролем пароли رمز şifre şifresi lösenord passord adgangskode " +
    "salasana jelszó heslo lozinka parolă κωδικός पासवर्ड",
);
/** Of scripts that put no space between words. */
const SECRET_SIGNS = /密码|密碼|口令|暗号|パスワード|暗証番号|비밀번호|รหัสผ่าน/u;
const COMPOUND =
  /(?:passwort|kennwort|wachtwoord|password|losungswort|geheimzahl|(?:tür|tor|garagen?|alarm|safe|tresor|schloss|zugangs|zutritts|entsperr|deur|poort|kluis|slot|toegangs|door|gate|access|entry|lock|pin)codes?|(?:alarm|karten|handy|tür|tuer|bank|sim)pin)$/u;
const DOOR_CODE =
  "(?:alarm|door|gate|safe|access|security|lock|unlock|entry|garage|keypad|shed|vault|building|tür|haustür|tor|tresor|deur|poort|kluis|wi-?fi|wlan|router)";
const SECRET_PHRASES = toPattern(
  [
    "mots? de passe|mot-de-passe|code (?:secret|d['’]alarme|d['’]accès|de la porte|du portail|(?:du )?wi-?fi)",
    `${DOOR_CODE}[ -]?(?:codes?|kode|combinations?|key|schlüssel|sleutel|clé|clave|pass)(?!\\p{L})`,
    "(?:clé|clave|código|llave|senha|code) (?:du |de la |de l['’]|del |de |do )?(?:wi-?fi|wlan)",
    "(?:key|schlüssel|sleutel) (?:for|of|to|für|vom|zum|van|voor) (?:the |our |das |unser |het |ons )?(?:wi-?fi|wlan|router)",
    "(?:seed|recovery|backup|wallet) (?:phrase|words?|seed)|mnemonic(?: phrase| words?)?(?:[:=]| is |[ :=]*$)|wiederherstellungs(?:phrase|wörter|schlüssel)|phrase de récupération|frase (?:de recuperación|semilla)|herstel(?:zin|woorden)",
    "(?:security|secret) (?:question|answer)|(?:sicherheits|geheim)frage|question (?:de sécurité|secrète)|pregunta (?:de seguridad|secreta)|(?:be)?veiligheidsvraag|beveiligingsvraag|שאלת ה?(?:אבטחה|ביטחון)",
    "mother(?:['’]?s)? maiden name|maiden name of my mother|mädchenname(?:n)? (?:meiner|der) mutter|nom de jeune fille de ma mère|apellido de soltera de mi madre|meisjesnaam van mijn moeder|(?<!\\p{L})code ?words?(?!\\p{L})",
    "api[ -]?key|credit ?card|card number|carte (?:bancaire|bleue|de crédit)|tarjeta de crédito|כרטיס אשראי",
    "código (?:secreto|(?:de |del )(?:la |el )?(?:alarma|puerta|portón|portal|tarjeta|acceso|garaje|entrada|caja fuerte))|número (?:secreto|de (?:la )?(?:tarjeta|cuenta))",
    "קוד ?(?:סודי|ה?סודי|[הל]?אזעקה|[הל]?כניסה|[הל]?דלת|[הל]?שער|[הל]?כספת|[הל]?בניין)|הקוד הסודי",
    "secret (?:word|code|key|number|answer)|(?:access|api|auth|bearer|login|refresh) token|client secret|geheime[rs]? (?:code|wort|zahl)",
    "код(?:а|ом)? (?:от|доступа|домофона)|كلمة (?:المرور|السر)|الرقم السري|kata sandi|mật khẩu|código da (?:porta|alarme)",
    "(?<!\\p{L})codes?(?:[:=]| is:?| ist:?| lautet:?) ?\\d|log(?:ged|ging)? ?in with(?!\\p{L})",
    "(?:account|e-?mail|laptop|computer|network|guest|netflix|login) pass(?!\\p{L})",
    "(?<!\\p{L})(?<!(?:ski|bus|boarding|day|season|mountain|train|monthly|annual|lift|rail) )pass(?:[:=]| is (?!valid|in|at|from|for|good|expired|on)|[ :=]*$)",
  ]
    .map((part) => `(?:${part})`)
    .join("|"),
  "u",
);

/** Words that mean one beside what looks like a code. */
const CODE_WORDS = words(
  "code codes combination combo key keys token tokens secret secrets kode kod код кода кодом код-доступа schlüssel schlüsselwort zahlenkombination zahlencode clé clave llave " +
    "código códigos sleutel combinatie cijfercode קוד מפתח צירוף",
);
/** Codes and keys that open nothing. */
const OTHER_CODES =
  /(?:zip|post|postal|area|country|dress|error|fault|colou?r|morse|source|bar|qr|diall?ing|discount|fehler|quell|farb|vor|strich)[ -]?codes?|code (?:postal|couleur|barres?|red|review|vestimentaire)|código (?:postal|de barras)|رمز بريدي|الرمز البريدي|(?:to|write|writing|i|we|and) codes?(?!\p{L})/gu;

/** What is opened and closed by codes. */
const ACCESS_WORDS = words(
  "lockbox keybox keysafe schlüsselbox schlüsselkasten schlüsseltresor boîte-à-clés sleutelkluis door doors frontdoor gate gates garage alarm alarms safe lock locks padlock disarm disarming unlock intercom keypad vault shed entrance burglar " +
    "tür türe türen tor tore haustor hoftor gartentor garagentor rolltor einfahrtstor alarmanlage tresor schloss türschloss zahlenschloss vorhängeschloss " +
    "eingang türöffner gegensprechanlage kellertür entschärfen porte portail portillon alarme coffre coffre-fort serrure cadenas interphone puerta portón garaje " +
    "alarma cerradura candado portero deur voordeur poort kluis slot hangslot דלת שער מוסך אזעקה כספת מנעול дверь двери домофон домофона сигнализация замок гараж " +
    "ворота сейф porta portão cofre drzwi brama باب الباب",
);
const CODE_OF =
  /(?<!\p{L})(?:codes?|kode|kod|código|combination|zahlenkombination|קוד|код)(?!\p{L}) (?:for|of|to|on|from|at|für|fürs|der|des|zum?|zur|vom|von|am|du|de|del|para|voor|van|של|от|do)(?!\p{L})(.{0,30})/gu;
/** Papers and accounts, whose numbers are kept by nobody. */
const NUMBERED_WORDS = words(
  "bank sparkasse volksbank raiffeisenbank postbank account accounts konto girokonto kontonummer banque compte banco cuenta rekening rekeningnummer iban bic blz " +
    "חשבון בנק ausweis ausweisnummer personalausweis perso passnummer passport reisepass reisepassnummer ssn sozialversicherungsnummer steuernummer steuer-id dni nie bsn " +
    "identity passeport pasaporte paspoort דרכון זהות",
);

const NUMBER_OF = /(?:number|nummer|numéro|número|insurance|versichert\p{L}*)(?!\p{L})|(?<!\p{L})ה?מספר(?!\p{L})/u;
const NUMBER_OF_THING =
  /(?<!\p{L})(?:model|serial|part|article|order|tracking|flight|version|item|phone|seriell?\p{L}*|serien|modell|artikel|bestell|sendungs|modèle|série|modelo|serie)[- ]?(?:number|nummer|numéro)?(?!\p{L})/u;

/** What is written for letters. */
const LETTERS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", $: "s", "@": "a" };

/** True if a text says of something that it is a password, a PIN or the code of a door. The text is as `withDigits` gives it. */
export function saysSecret(text: string): boolean {
  const known = text.replaceAll(OTHER_CODES, " ");
  return (
    mentions(known, SECRET_WORDS) ||
    SECRET_PHRASES.test(known) ||
    SECRET_SIGNS.test(known) ||
    tokensOf(known).some((token) => COMPOUND.test(token)) ||
    lettersForDigits(known).some((token) => SECRET_WORDS.has(token)) ||
    known.matchAll(CODE_OF).some(([, behind = ""]) => saysAccess(behind))
  );
}

/** True if a text has a word for a code, a key or a token. */
export function saysCode(text: string): boolean {
  return mentions(text.replaceAll(OTHER_CODES, " "), CODE_WORDS);
}

/** True if a text speaks of a door, a lock, an alarm or a safe. */
export function saysAccess(text: string): boolean {
  return tokensOf(text).some((token) => ACCESS_WORDS.has(token) || token.endsWith("tür"));
}

/** True if a text speaks of a bank, an account or a passport. */
export function saysNumbered(text: string): boolean {
  return mentions(text, NUMBERED_WORDS) || /social security|id (?:card|number)|sécurité sociale|carte d['’]identité/.test(text);
}

/** True if a text speaks of somebody's number somewhere, and of no model, phone, order or flight. */
export function saysNumber(text: string): boolean {
  return NUMBER_OF.test(text) && !NUMBER_OF_THING.test(text);
}

/** "passw0rd", "p@ssword". */
function lettersForDigits(text: string): readonly string[] {
  return (text.match(/[\p{L}\d@$]+/gu) ?? []).flatMap((token) =>
    /\p{L}/u.test(token) && /[\d@$]/.test(token) ? [token.replaceAll(/[\d@$]/g, (sign) => LETTERS[sign] ?? sign)] : [],
  );
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.normalize("NFKC").split(/\s+/));
}

function mentions(text: string, list: ReadonlySet<string>): boolean {
  return tokensOf(text).some((token) => list.has(token));
}

/** Words; of a Hebrew or Arabic one also what is behind its small words ("והסיסמה", "الرمز"). */
function tokensOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((token) => {
    if (/^[הובכלמש]{1,3}(?=\p{Script=Hebrew}{2})/u.test(token)) return [token, token.slice(1), token.slice(2)];
    return /^[وبلف]?(?:ال|لل)/u.test(token) ? [token, token.replace(/^[وبلف]?(?:ال|لل)/u, "")] : [token];
  });
}
