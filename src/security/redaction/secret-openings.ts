import { toPattern } from "../../text/pattern.ts";
import { isSmallWord } from "../../text/plain-words.ts";
import { isAccessThing, isEntered, thingWordsOf, withThingsAsWords } from "./access-things.ts";

// All texts are as `withDigits` gives them: small letters, and digits for numbers.

/** A part of a sentence that stands by itself; "to" and "then" go on with what is said. */
const PARTS = /[;:]|(?<!\p{L})(?:because|weil|parce que|porque|omdat|כי)(?!\p{L})/u;
const OPENS =
  "(?:will |does |wird )?(?:opens?|unlocks?|disarms?|öffnet|öffnen|entsperrt|entriegelt|entschärft|ouvre|ouvrent|déverrouille|débloque|désactive|abre|abren|desbloquea|desactiva|opent|ontgrendelt|פותח|פותחת|פותחים)";
const MAKES_OPEN = "(?:macht|schließt|sperrt|maakt|doet|krijgt|bekommt)";
/** "Gets you into", "bringt dich in", "te fait entrer dans", "te deja entrar en", "geeft toegang tot", "מכניס אותך ל". */
const LETS_IN =
  "(?:(?:gets|lets|brings|takes|logs|signs) (?:you|me|us|one|people|anyone|everyone|them|him|her) (?:in ?to|onto|on|in|past|through)|(?:gives|grants) (?:(?:you|me|us|one) )?access to|" +
  "(?:bringt|lässt) (?:dich|mich|uns|einen|jeden) (?:in|ins|auf|an|durch)|(?:gibt|gewährt) (?:dir |mir |uns |einem )?zugang zu[mr]?|" +
  "(?:te |me |nous |vous )?(?:fait|permet d['’]|laisse) ?entrer (?:dans|sur)|(?:te |me |nous |vous )?donne accès (?:à|au|aux)|(?:te |me |nos )?(?:deja|permite|hace) entrar (?:en|al?)|(?:te |me |nos )?da acceso (?:a|al)|" +
  "(?:brengt|laat) (?:je|me|ons|iedereen) (?:in|op|binnen in)|geeft (?:je |me |ons )?toegang tot|(?:מכניס|מכניסה) (?:אותך |אותי |אותנו )?ל?)";
/** `[what opens] opens [what is opened]`, to be read word by word. */
const OPENER = toPattern(`^(.{1,60}?) (?:(?:${OPENS}|${MAKES_OPEN})(?!\\p{L})|${LETS_IN}) ?(.{1,60})$`, "u");
/** "The gate opens with Mellon", "das Tor geht mit Mellon auf", "le portail s'ouvre avec Mellon". */
const OPENED_WITH =
  /^(.{1,60}?) (?:(?:is |gets )?(?:opens?|opened|unlocks?|unlocked|disarms?)|öffnet(?: sich| man)?|geht|lässt sich|wird|s['’]ouvre|se déverrouille|se abre|se desbloquea|gaat|opent|נפתח|נפתחת) (?:on |at |to |open |auf |by )?(?:with|by saying|using|mit|avec|con|met|עם) (.{1,60})$/u;
/** "With Mellon the gate opens", "mit Rosebud kommst du in mein Netflix", "avec X on ouvre le portail". */
const WITH =
  /(?<!\p{L})(?:with|mit|avec|con|met|עם) (.{1,40}?)(?:,| you| one| we| kommt?| kommst| geht| öffnet| tu| on| vous| se| entras?| puedes| kom| gaat| krijg| the| der| die| das| le| la| l['’]| el| de| het| (?=נכנסים|נפתח|פותחים)) ?(.{1,70})$/u;
const COMES_IN =
  /(?<!\p{L})(?:opens?|unlocks?|get(?:s)? in(?:to)?|log ?in(?:to)?|sign in(?:to)?|kommt?|kommst|öffnet|öffnest|geht|auf|ouvres?|entres?|entrer|connecte|abres?|entras?|entrar|opent|open|kom|kun|gaat|krijg|פותחים|נפתח|נפתחת|נכנסים)(?!\p{L})/u;
const SAY =
  /(?<!\p{L})(?:say|saying|speak|whisper|shout|type|enter|dial|use|draw|sag|sage|sagen|sagst|sprich|ruf|nimm|benutze?|verwende|gib|dis|dites|dit|tape[zr]?|utilise[zr]?|di|decir|dices|usa|pon|zeg|zeggen|zegt|gebruik|תגיד|תגידי|אומרים|תגידו|להגיד) (.{1,50}?),? (?:and |und |et |y |en )?(?:(?:to|in order to|um|pour|para|om|dann|damit|then|so|כדי|the|der|die|das|le|la|l['’]|el|de|het|ו(?=ה))(?!\p{L})|(?=ל\p{L}|ות))(.{1,60})$/u;
const OPENING =
  /(?<!\p{L})(?:open(?:s|ed|en)?|unlock\p{L}*|disarm\p{L}*|get in\p{L}*|log in\p{L}*|sign in\p{L}*|(?:zu )?öffnen|auf(?:zu\p{L}+|geht)?|öffnet|entsperren|entriegeln|ins? .{1,20} zu kommen|ouvrir|ouvre|déverrouiller|débloquer|entrer|abrir|abre|desbloquear|entrar|openen|opent|ontgrendelen|לפתוח|נפתחת?|להיכנס|תיפתח|ייפתח)(?!\p{L})/u;

/** "You open the gate with Mellon", "man öffnet das Tor mit Mellon", "to unlock the gate use Mellon". */
const OPEN_WITH =
  /(?<!\p{L})(?:you|to|one|du|man|on|tu|se|je) (?:can |kannst |kann |peux |peut |puede |puedes |kunt |kan )?(?:opens?|unlocks?|get in(?:to)?|log in(?:to)?|öffnet|öffnest|ouvre|ouvres|ouvrir|abre|abrir|opent|openen?) (.{1,40}?),? (?:with|by saying|using|use|mit|avec|con|met) (.{1,50})$/u;
/** "The garage opens if you say abracadabra", "le garage s'ouvre quand on dit abracadabra". */
const OPENS_WHEN =
  /^(.{1,60}?) (?:opens?|unlocks?|öffnet sich|geht auf|s['’]ouvre|se abre|gaat open|opent|נפתח|נפתחת),? (?:if|when|once|as soon as|wenn|sobald|quand|si|cuando|als|כש|אם)(?:you|one|i|we|man|du|ich|on|tu|je| )*(?:say|says|dit|dis|dices|dice|zegt|zeg|אומרים|type|enter|types) (.{1,50})$|^(.{1,60}?) (?:öffnet sich|geht auf|gaat open|opent),? (?:wenn|sobald|als) (?:man|du|ich|je|ik) (.{1,50}) (?:sagt|sagst|sage|zegt)$/u;

/** What opens doors and is no word for it: keys, fingers, devices, helpers, people, and how it goes. */
const OPENER_OF_ITS_OWN = new Set(
  (
    "key keys remote fob app button switch card chip tag nfc rfid bluetooth homekit homelink keycard finger fingers fingerprint thumb thumbprint face faceid touchid touch id hand watch phone voice siri alexa google cortana bixby jarvis assistant home automation " +
    "motor wind draught difficulty force effort noise care ease dad mum mom mama papa grandma grandpa granny daddy mummy mommy people guests kids children neighbours neighbors burglars thieves everything nothing something anything please hey okay ok hello hi " +
    "schlüssel fernbedienung taste knopf karte transponder fingerabdruck gesicht daumen stimme handy sprachbefehl schwung gewalt mühe kraft oma opa mami papi kinder gäste nachbarn alles nichts etwas bitte hallo " +
    "clé clés télécommande bouton carte badge doigt empreinte visage voix téléphone difficulté force papi mamie maman enfants invités tout rien " +
    "llave llaves mando botón tarjeta dedo huella cara voz móvil dificultad fuerza mamá papá abuela abuelo niños todo nada " +
    "sleutel sleutels afstandsbediening knop kaart pasje vinger vingerafdruk gezicht stem telefoon moeite kracht kinderen gasten alles niets מפתח שלט אפליקציה כפתור כרטיס אצבע פנים קול אבא אמא סבא סבתא"
  )
    .normalize("NFKC")
    .split(" "),
);
/** What is mine and still no key: "my birthday", "the name of our dog", "das Wort Sesam". */
const TOLD_OF_A_WORD =
  /(?<!\p{L})(?:birthday|birth date|date of birth|wedding day|anniversary|names?|(?<!pass)words?|magic word|phrase|year|geburtstag|geburtsdatum|hochzeitstag|jahrestag|name|wort|zauberwort|satz|anniversaire|mot|prénom|nom|phrase|cumpleaños|aniversario|palabra|nombre|frase|verjaardag|trouwdag|naam|woord|zin|יום ההולדת|השם|המילה)(?!\p{L})/u;
/** Of a few words, not of a story. */
const MOST_WORDS = 4;
/** What may follow what is opened and says nothing of when or for whom. */
const TRAILING =
  /^(?:too|also|up|auf|as|well|now|for|you|us|me|everyone|auch|jetzt|immer|always|für|dich|uns|aussi|maintenant|también|ahora|ook|nu|open|גם|of|at|the|my|our|your|his|her|der|die|das|dem|den|des|vom|von|mein\p{L}*|unser\p{L}*|dein\p{L}*|le|la|les|l|du|de|d|mon|ma|mes|notre|nos|el|los|las|del|mi|mis|nuestr\p{L}*|het|een|van|mijn|onze?|של|שלי|שלנו|את|ל|to|in|into|on|ins?|im|zu|dans|sur|en|a|al|au|zum|zur|kommen|werden|man|du|tu|on|se|je|you|one|we|will|would|can|it|sich|s|front|back|side|main|garden|cellar|house|home|guest|old|new|office|haus|keller|garten|maison|jardin|casa|jardín|tuin|huis)$/u;

/** True if a sentence tells the word that opens something, in words of the value: "MVII opens the lock", "say abracadabra to open the garage". */
export function isOpeningWord(sentence: string, value: string): boolean {
  const wanted = new Set(thingWordsOf(value));
  return withThingsAsWords(sentence)
    .split(PARTS)
    .some((part) => {
      const [opener, thing] = openingIn(part.trim()) ?? [];
      return opener !== undefined && thing !== undefined && thingWordsOf(`${opener} ${thing}`).some((word) => wanted.has(word));
    });
}

/** What opens, and what is opened. */
function openingIn(part: string): readonly [opener: string, thing: string] | undefined {
  const [, opener, thing] = OPENER.exec(part) ?? [];
  if (opener !== undefined && thing !== undefined && isBareWord(lastPartOf(opener)) && isOnlyThing(thing)) return [opener, thing];
  const [, opened, by] = OPENED_WITH.exec(part) ?? [];
  if (opened !== undefined && by !== undefined && isBareWord(by.replace(/ (?:auf|open)$/, "")) && isOnlyThing(lastPartOf(opened)))
    return [by, opened];
  const [, used, where] = WITH.exec(part) ?? [];
  if (used !== undefined && where !== undefined && COMES_IN.test(part.slice(part.indexOf(used))) && isBareWord(used) && hasThing(where))
    return [used, where];
  const [, entered, key] = OPEN_WITH.exec(part) ?? [];
  if (entered !== undefined && key !== undefined && isBareWord(key) && isOnlyThing(entered)) return [key, entered];
  const [, one, word, other, behind] = OPENS_WHEN.exec(part) ?? [];
  const [closed, spoken] = [one ?? other, word ?? behind];
  if (closed !== undefined && spoken !== undefined && isBareWord(spoken) && isOnlyThing(lastPartOf(closed))) return [spoken, closed];
  const [, said, then] = SAY.exec(part) ?? [];
  if (said !== undefined && then !== undefined && OPENING.test(then) && isBareWord(said) && hasThing(then)) return [said, then];
  return undefined;
}

/** A word or a few that stand without "the" and "my": a name, a number, a made-up word; or what is told to be a word. */
function isBareWord(text: string): boolean {
  const words = thingWordsOf(text);
  if (words.length === 0 || words.length > MOST_WORDS + 1) return false;
  if (TOLD_OF_A_WORD.test(text)) return true;
  return words.length <= MOST_WORDS && words.every((word) => !isSmallWord(word) && !OPENER_OF_ITS_OWN.has(word) && !isAccessThing(word));
}

function isOnlyThing(text: string): boolean {
  const words = thingWordsOf(text);
  // "travel opens doors"
  if (words.length === 1 && /^(?:doors|gates|türen|tore|portes|puertas|deuren|דלתות)$/.test(words[0] ?? "")) return false;
  return words.some(isEntered) && words.every((word) => isEntered(word) || TRAILING.test(word));
}

function hasThing(text: string): boolean {
  return thingWordsOf(text).some(isEntered);
}

/** What stands behind the last comma or "and". */
function lastPartOf(text: string): string {
  return (
    text
      .split(/,|(?<!\p{L})(?:and|but|und|aber|et|mais|y|pero|en|maar|that|dass|que|dat|remember|merk dir)(?!\p{L})/u)
      .at(-1)
      ?.trim() ?? ""
  );
}
