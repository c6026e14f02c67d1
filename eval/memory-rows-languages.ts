import type { Dice } from "./knowledge-dice.ts";
import { asks, type Draft, days, tells } from "./memory-steps.ts";

/** `key` is the model's, in English or in the language of the household; `{v}` in what is told is one of the values. */
interface Row {
  readonly language: string;
  readonly key: string;
  readonly values: readonly string[];
  readonly tell: string;
  readonly ask: string;
  /** In the value that is written down, if it holds more than the value. */
  readonly value?: string;
}

const ROWS: readonly Row[] = [
  {
    language: "de",
    key: "temperature",
    values: ["18,5", "23,5"],
    value: "{v} Grad",
    tell: "ich mag es bei {v} Grad",
    ask: "welche Temperatur mag ich?",
  },
  {
    language: "de",
    key: "Lieblingsfarbe",
    values: ["Türkis", "Ocker"],
    tell: "meine Lieblingsfarbe ist {v}",
    ask: "was ist meine Lieblingsfarbe?",
  },
  { language: "de", key: "wake_time", values: ["6:47", "5:53"], tell: "ich stehe um {v} auf", ask: "was ist meine Weckzeit?" },
  {
    language: "de",
    key: "allergies",
    values: ["Haselnüsse", "Sellerie"],
    tell: "ich bin allergisch gegen {v}",
    ask: "welche Allergien habe ich?",
  },
  { language: "de", key: "hobby", values: ["Imkern", "Fechten"], tell: "mein Hobby ist {v}", ask: "was ist mein Hobby?" },
  {
    language: "de",
    key: "medication",
    values: ["Ramipril", "Metformin"],
    tell: "ich nehme jeden Tag {v}",
    ask: "welche Medikamente nehme ich?",
  },
  {
    language: "fr",
    key: "temperature",
    values: ["18,5", "23,5"],
    value: "{v} degrés",
    tell: "je préfère {v} degrés",
    ask: "quelle température est-ce que j'aime ?",
  },
  {
    language: "fr",
    key: "couleur préférée",
    values: ["turquoise", "ocre"],
    tell: "ma couleur préférée est le {v}",
    ask: "quelle est ma couleur préférée ?",
  },
  { language: "fr", key: "music", values: ["le musette", "le zouk"], tell: "j'aime {v}", ask: "quelle musique est-ce que j'aime ?" },
  { language: "fr", key: "allergies", values: ["noisettes", "céleri"], tell: "je suis allergique : {v}", ask: "quelles allergies ai-je ?" },
  {
    language: "es",
    key: "temperature",
    values: ["18,5", "23,5"],
    value: "{v} grados",
    tell: "prefiero {v} grados",
    ask: "¿qué temperatura me gusta?",
  },
  { language: "es", key: "mascota", values: ["Pancho", "Luna"], tell: "mi mascota se llama {v}", ask: "¿cómo se llama mi mascota?" },
  { language: "es", key: "drink", values: ["horchata", "mate"], tell: "siempre bebo {v}", ask: "¿qué bebida me gusta?" },
  {
    language: "nl",
    key: "temperature",
    values: ["18,5", "23,5"],
    value: "{v} graden",
    tell: "ik wil het graag {v} graden",
    ask: "welke temperatuur vind ik fijn?",
  },
  {
    language: "nl",
    key: "allergies",
    values: ["hazelnoten", "selderij"],
    tell: "ik ben allergisch voor {v}",
    ask: "welke allergieën heb ik?",
  },
  { language: "nl", key: "bedtime", values: ["22:43", "23:17"], tell: "ik ga om {v} naar bed", ask: "wat is mijn bedtijd?" },
  {
    language: "he",
    key: "temperature",
    values: ["18.5", "23.5"],
    value: "{v} מעלות",
    tell: "אני אוהב {v} מעלות",
    ask: "איזו טמפרטורה אני אוהב?",
  },
  { language: "he", key: "allergies", values: ["אגוזים", "שומשום"], tell: "אני אלרגי ל{v}", ask: "אילו אלרגיות יש לי?" },
  { language: "he", key: "favorite_color", values: ["טורקיז", "חרדל"], tell: "הצבע האהוב עליי הוא {v}", ask: "מה הצבע האהוב עליי?" },
  { language: "he", key: "pet", values: ["רקסי", "שוקו"], tell: "לכלב שלי קוראים {v}", ask: "איך קוראים לחיית המחמד שלי?" },
];

/** Told and asked in the languages of the household; what the model calls a thing may be in another. */
export function languageRows(dice: Dice): readonly Draft[] {
  return ROWS.map(({ language, key, values, tell, ask, value = "{v}" }) => {
    const chosen = dice.pick(values);
    return {
      kind: `language_${language}`,
      language,
      steps: [
        tells("owner", tell.replace("{v}", chosen), { key, value: value.replace("{v}", chosen) }),
        days(4),
        asks("owner", ask, [chosen]),
      ],
      keeps: [{ of: "owner", value: chosen }],
    };
  });
}
