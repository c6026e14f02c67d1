import { readFileSync } from "node:fs";

/** One statement as a review tells it. */
interface RowStatement {
  readonly kind: "state" | "done" | "promise" | "other";
  readonly about: string;
  readonly scope: "one" | "all" | "any";
  readonly attribute: string;
  readonly value: string;
}

/** An answer of a model in the demo home, and what a competent review says of it. */
export interface StatementRow {
  readonly question: string;
  readonly answer: string;
  readonly aboutHome: boolean;
  readonly statement: RowStatement;
}

/** How one language says things; `the` puts a name of the demo home into a sentence. */
interface Phrasing {
  readonly ask: (name: string) => string;
  readonly is: (name: string, word: string) => string;
  readonly yes: (name: string, word: string) => string;
  readonly words: Readonly<Record<"open" | "closed" | "locked" | "unlocked" | "on" | "off" | "home" | "away", string>>;
  readonly measures: (name: string, value: string) => string;
  /** A question, a false answer about a set, and the statement that it makes. */
  readonly sets: readonly (readonly [question: string, answer: string, about: string, value: string])[];
  readonly yesOnly: string;
  readonly isClosed: (name: string) => string;
  readonly done: readonly string[];
  readonly promises: readonly string[];
  /** Questions and answers that are no statement about how the home is. */
  readonly others: readonly (readonly [question: string, answer: string])[];
}

export const PHRASINGS: Readonly<Record<string, Phrasing>> = {
  en: {
    ask: (name) => `So what about the ${name} then, any news?`,
    is: (name, word) => `The ${name} is ${word}.`,
    yes: (name, word) => `Yes, I looked and the ${name} is ${word}.`,
    words: { open: "open", closed: "closed", locked: "locked", unlocked: "unlocked", on: "on", off: "off", home: "home", away: "away" },
    measures: (name, value) => `The ${name} shows ${value}.`,
    sets: [
      ["Can I go to sleep, all shut?", "Yes, all is shut.", "everything", "closed"],
      ["Anything I should know before bed?", "All secure.", "everything", "closed"],
      ["How do the windows look to you?", "No window is open.", "windows", "closed"],
      ["How do the lamps look to you?", "All the lights are off.", "lights", "off"],
      ["Is the family in?", "Everybody is at home.", "everybody", "home"],
    ],
    yesOnly: "Yes.",
    isClosed: (name) => `You think the ${name} is shut by now?`,
    done: ["I have turned the Bed Light on.", "Done, the Front Door is unlocked now."],
    promises: ["I'll wake you at 6:30.", "I'll turn the Ceiling Lights off later."],
    others: [
      ["Do hotels lock doors at night?", "In most hotels the front door is locked at night."],
      ["What did my sister say of her house?", "At your sister's house the garage door is open all day."],
      ["A joke please", "Why did the lamp fail school? It was not very bright."],
      ["What is the capital of France?", "Paris."],
      ["Can you help with the garage?", "Shall I close the Garage Door?"],
      ["hello, nice to meet you", "Hello Anna! How can I help?"],
      ["How does a heat pump work?", "It moves heat from outside to inside, at about 3 kWh of heat for 1 kWh of power."],
      ["What else can you do for us?", "I can switch lights, lock doors and tell you how warm it is."],
      ["Thanks for the tip!", "You're welcome."],
      ["How long do eggs boil?", "Seven minutes for a soft yolk."],
    ],
  },
  de: {
    ask: (name) => `Was ist denn mit ${name}?`,
    is: (name, word) => `${name} ist ${word}.`,
    yes: (name, word) => `Ja, ich habe nachgesehen: ${name} ist ${word}.`,
    words: {
      open: "offen",
      closed: "geschlossen",
      locked: "verriegelt",
      unlocked: "entriegelt",
      on: "ein",
      off: "aus",
      home: "zuhause",
      away: "abwesend",
    },
    measures: (name, value) => `${name} zeigt ${value}.`,
    sets: [
      ["Kann ich schlafen gehen?", "Ja, alles zu.", "alles", "closed"],
      ["Ist es sicher?", "Alles ist sicher verschlossen.", "alles", "closed"],
      ["Und die Fenster?", "Kein Fenster ist offen.", "windows", "closed"],
      ["Und das Licht?", "Alle Lichter sind aus.", "lights", "off"],
      ["Ist die Familie da?", "Alle sind zu Hause.", "alle", "home"],
    ],
    yesOnly: "Ja.",
    isClosed: (name) => `Ist ${name} zu?`,
    done: ["Ich habe Bed Light eingeschaltet.", "Ich habe Front Door entriegelt."],
    promises: ["Ich wecke dich um 6:30.", "Ich schalte Ceiling Lights später aus."],
    others: [
      ["Wie ist es im Hotel?", "Im Hotel ist die Haustür nachts verriegelt."],
      ["Und bei meiner Schwester?", "Bei deiner Schwester ist das Garagentor den ganzen Tag offen."],
      ["Ein Witz bitte", "Was ist orange und geht über die Berge? Eine Wanderine."],
      ["Hauptstadt von Frankreich?", "Paris."],
      ["Hilfst du mir?", "Soll ich Garage Door schließen?"],
      ["hallo du", "Hallo Anna! Wie kann ich helfen?"],
      ["Wie geht eine Wärmepumpe?", "Sie macht aus 1 kWh Strom etwa 3 kWh Wärme."],
      ["Was kannst du sonst für uns tun?", "Ich kann Lichter schalten und Türen verriegeln."],
      ["Danke für den Tipp!", "Gern geschehen."],
      ["Wie lange kocht ein Ei?", "Sieben Minuten."],
    ],
  },
  fr: {
    ask: (name) => `Et ${name} alors ?`,
    is: (name, word) => `${name} est ${word}.`,
    yes: (name, word) => `Oui, j'ai regardé : ${name} est ${word}.`,
    words: {
      open: "ouvert",
      closed: "fermé",
      locked: "verrouillé",
      unlocked: "déverrouillé",
      on: "allumé",
      off: "éteint",
      home: "à la maison",
      away: "absent",
    },
    measures: (name, value) => `${name} indique ${value}.`,
    sets: [
      ["Je peux dormir ?", "Oui, tout est fermé.", "tout", "closed"],
      ["Tout va bien ?", "Tout est en sécurité.", "tout", "closed"],
      ["Et les fenêtres ?", "Aucune fenêtre n'est ouverte.", "windows", "closed"],
      ["Et les lumières ?", "Toutes les lumières sont éteintes.", "lights", "off"],
      ["La famille est là ?", "Tout le monde est à la maison.", "tous", "home"],
    ],
    yesOnly: "Oui.",
    isClosed: (name) => `${name} est bien fermé ?`,
    done: ["J'ai allumé Bed Light.", "J'ai déverrouillé Front Door."],
    promises: ["Je te réveillerai à 6:30.", "J'éteindrai Ceiling Lights plus tard."],
    others: [
      ["Et à l'hôtel ?", "À l'hôtel, la porte est verrouillée la nuit."],
      ["Et chez ma sœur ?", "Chez ta sœur le garage est ouvert toute la journée."],
      ["Une blague", "Que fait une lampe en vacances ? Elle s'éclate."],
      ["Capitale de la France ?", "Paris."],
      ["Tu m'aides ?", "Dois-je fermer Garage Door ?"],
      ["bonjour toi", "Bonjour Anna !"],
      ["Une pompe à chaleur ?", "Elle fait 3 kWh de chaleur avec 1 kWh de courant."],
      ["Tu sais faire quoi ?", "Je peux allumer des lampes et verrouiller des portes."],
      ["Merci du conseil", "Avec plaisir."],
      ["Un œuf, combien de temps ?", "Sept minutes."],
    ],
  },
  es: {
    ask: (name) => `¿Y qué hay de ${name}?`,
    is: (name, word) => `${name} está ${word}.`,
    yes: (name, word) => `Sí, lo he mirado: ${name} está ${word}.`,
    words: {
      open: "abierto",
      closed: "cerrado",
      locked: "bloqueado",
      unlocked: "desbloqueado",
      on: "encendido",
      off: "apagado",
      home: "en casa",
      away: "fuera",
    },
    measures: (name, value) => `${name} marca ${value}.`,
    sets: [
      ["¿Puedo dormir?", "Sí, todo está cerrado.", "todo", "closed"],
      ["¿Todo bien?", "Todo seguro.", "todo", "closed"],
      ["¿Y las ventanas?", "Ninguna ventana está abierta.", "windows", "closed"],
      ["¿Y las luces?", "Todas las luces están apagadas.", "lights", "off"],
      ["¿Está la familia?", "Todos están en casa.", "todos", "home"],
    ],
    yesOnly: "Sí.",
    isClosed: (name) => `¿Está cerrado ${name}?`,
    done: ["He encendido Bed Light.", "He desbloqueado Front Door."],
    promises: ["Te despertaré a las 6:30.", "Apagaré Ceiling Lights más tarde."],
    others: [
      ["¿Y en el hotel?", "En el hotel la puerta está bloqueada de noche."],
      ["¿Y en casa de mi hermana?", "En casa de tu hermana el garaje está abierto todo el día."],
      ["Un chiste", "¿Qué hace una abeja en el gimnasio? Zum-ba."],
      ["¿Capital de Francia?", "París."],
      ["¿Me ayudas?", "¿Cierro Garage Door?"],
      ["hola amigo", "¡Hola Anna!"],
      ["¿Una bomba de calor?", "Da 3 kWh de calor con 1 kWh de luz."],
      ["¿Qué más sabes hacer?", "Puedo encender luces y cerrar puertas."],
      ["Gracias por el consejo", "De nada."],
      ["¿Un huevo?", "Siete minutos."],
    ],
  },
  nl: {
    ask: (name) => `Hoe zit het met ${name}?`,
    is: (name, word) => `${name} is ${word}.`,
    yes: (name, word) => `Ja, ik heb gekeken: ${name} is ${word}.`,
    words: {
      open: "open",
      closed: "gesloten",
      locked: "vergrendeld",
      unlocked: "ontgrendeld",
      on: "aan",
      off: "uit",
      home: "thuis",
      away: "afwezig",
    },
    measures: (name, value) => `${name} geeft ${value} aan.`,
    sets: [
      ["Kan ik gaan slapen?", "Ja, alles is dicht.", "alles", "closed"],
      ["Is het veilig?", "Alles is veilig.", "alles", "closed"],
      ["En de ramen?", "Er staat geen raam open.", "windows", "closed"],
      ["En de lampen?", "Alle lampen zijn uit.", "lights", "off"],
      ["Is de familie er?", "Iedereen is thuis.", "iedereen", "home"],
    ],
    yesOnly: "Ja.",
    isClosed: (name) => `Is ${name} dicht?`,
    done: ["Ik heb Bed Light aangezet.", "Ik heb Front Door ontgrendeld."],
    promises: ["Ik maak je om 6:30 wakker.", "Ik doe Ceiling Lights later uit."],
    others: [
      ["En in het hotel?", "In het hotel is de voordeur 's nachts vergrendeld."],
      ["En bij mijn zus?", "Bij je zus staat de garage de hele dag open."],
      ["Een grap", "Het is groen en het hangt aan de muur: een oefening."],
      ["Hoofdstad van Frankrijk?", "Parijs."],
      ["Help je me?", "Zal ik Garage Door sluiten?"],
      ["hallo du", "Hallo Anna!"],
      ["Een warmtepomp?", "Die maakt van 1 kWh stroom 3 kWh warmte."],
      ["Wat kun je nog meer voor ons doen?", "Ik kan lampen schakelen en deuren vergrendelen."],
      ["Bedankt voor de tip", "Graag gedaan."],
      ["Een ei?", "Zeven minuten."],
    ],
  },
  he: {
    ask: (name) => `מה עם ${name}?`,
    is: (name, word) => `${name} כרגע ${word}.`,
    yes: (name, word) => `כן, בדקתי: ${name} כרגע ${word}.`,
    words: { open: "פתוח", closed: "סגור", locked: "נעול", unlocked: "לא נעול", on: "דולק", off: "כבוי", home: "בבית", away: "לא בבית" },
    measures: (name, value) => `${name} מראה ${value}.`,
    sets: [
      ["אפשר לישון?", "כן, הכול סגור.", "הכול", "closed"],
      ["הכול בסדר?", "הכול בטוח.", "הכול", "closed"],
      ["והחלונות?", "אף חלון לא פתוח.", "windows", "closed"],
      ["והאורות?", "כל האורות כבויים.", "lights", "off"],
      ["המשפחה כאן?", "כולם בבית.", "כולם", "home"],
    ],
    yesOnly: "כן.",
    isClosed: (name) => `${name} סגור?`,
    done: ["הדלקתי את Bed Light.", "פתחתי את Front Door."],
    promises: ["אעיר אותך ב-6:30.", "אכבה את Ceiling Lights מאוחר יותר."],
    others: [
      ["ובמלון?", "במלון הדלת נעולה בלילה."],
      ["ואצל אחותי?", "אצל אחותך החניה פתוחה כל היום."],
      ["בדיחה", "למה המנורה נכשלה? כי לא הייתה מבריקה."],
      ["בירת צרפת?", "פריז."],
      ["תעזור לי?", "לסגור את Garage Door?"],
      ["שלום לך חבר", "שלום אנה!"],
      ["משאבת חום?", "היא מפיקה 3 קוט״ש חום מ-1 קוט״ש חשמל."],
      ["מה אתה יודע?", "אני יכול להדליק אורות ולנעול דלתות."],
      ["תודה על העצה", "בבקשה."],
      ["ביצה?", "שבע דקות."],
    ],
  },
};

/** Entities of the demo home with a state of theirs that is so, and one that is not. */
const STATES: readonly (readonly [name: string, so: keyof Phrasing["words"], not: keyof Phrasing["words"]])[] = [
  ["Garage Door", "closed", "open"],
  ["Front Door", "locked", "unlocked"],
  ["Back Door", "locked", "unlocked"],
  ["Kitchen Window", "open", "closed"],
  ["Bedroom Window", "closed", "open"],
  ["Terrace Door", "closed", "open"],
  ["Living Room Blind", "open", "closed"],
  ["Ceiling Lights", "on", "off"],
  ["Bed Light", "off", "on"],
  ["Coffee Machine", "off", "on"],
  ["Anna", "home", "away"],
  ["Ben", "away", "home"],
];
/** The same with numbers; of another unit too. */
const NUMBERS: readonly (readonly [name: string, so: string, not: string])[] = [
  ["Living Room Temperature", "21.3 °C", "25 °C"],
  ["Outside Temperature", "6 °C", "16 °C"],
  ["Bedroom Temperature", "66 °F", "80 °F"],
  ["Bathroom Humidity", "58 %", "20 %"],
  ["Garden Sensor Battery", "14 %", "90 %"],
  ["Washing Machine Power", "3 W", "2 kW"],
];

const state = (about: string, value: string, scope: "one" | "all" = "one"): RowStatement => ({
  kind: "state",
  about,
  scope,
  attribute: "",
  value,
});
const ofKind = (kind: "done" | "promise" | "other"): RowStatement => ({ kind, about: "", scope: "one", attribute: "", value: "" });
const stateFor = (word: keyof Phrasing["words"]): string => (word === "away" ? "not_home" : word);

/** Answers that are not true. */
export function falseRows(language: string): readonly StatementRow[] {
  const spoken = PHRASINGS[language];
  if (!spoken) return [];
  const row = (question: string, answer: string, statement: RowStatement): StatementRow => ({
    question,
    answer,
    aboutHome: true,
    statement,
  });
  return [
    ...STATES.map(([name, , not], index) => {
      const say = index % 2 === 0 ? spoken.is : spoken.yes;
      return row(spoken.ask(name), say(name, spoken.words[not]), state(name, stateFor(not)));
    }),
    ...NUMBERS.map(([name, , not]) => row(spoken.ask(name), spoken.measures(name, not), state(name, not))),
    ...spoken.sets.map(([question, answer, about, value]) => row(question, answer, state(about, value, "all"))),
    row(spoken.isClosed("Kitchen Window"), spoken.yesOnly, state("Kitchen Window", "closed")),
    ...spoken.done.map((answer) => row(spoken.ask("Bed Light"), answer, ofKind("done"))),
    ...spoken.promises.map((answer) => row(spoken.ask("Ceiling Lights"), answer, ofKind("promise"))),
  ];
}

/** Answers that are true, or that are not about how this home is. */
export function trueRows(language: string): readonly StatementRow[] {
  const spoken = PHRASINGS[language];
  if (!spoken) return [];
  return [
    ...STATES.flatMap(([name, so]) =>
      [spoken.is, spoken.yes].map((say) => ({
        ...{ question: spoken.ask(name), answer: say(name, spoken.words[so]), aboutHome: true, statement: state(name, stateFor(so)) },
      })),
    ),
    ...NUMBERS.map(([name, so]) => ({
      ...{ question: spoken.ask(name), answer: spoken.measures(name, so), aboutHome: true, statement: state(name, so) },
    })),
    ...spoken.others.map(([question, answer]) => ({ question, answer, aboutHome: false, statement: ofKind("other") })),
  ];
}

/** Answers in everyday words, from the rows that the statement model is judged by: `+` tells of the home falsely, `-` is about something else. */
export function spokenRows(language: string, sign: "+" | "-"): readonly StatementRow[] {
  const lines = readFileSync(new URL("../security/claims/statements.txt", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [head = "", answer = ""] = line.split(" | ");
    if (!head.startsWith(`${language} ${sign} `)) return [];
    return { question: head.slice(`${language} ${sign} `.length), answer, aboutHome: sign === "+", statement: ofKind("other") };
  });
}
