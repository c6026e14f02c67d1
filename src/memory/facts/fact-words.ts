import { normalisedKey } from "./fact-keys.ts";

/**
 * Words that people ask with and that are in no key: "wann stehe ich auf", "when was I born", "what should we cook". By kind of key, in English,
 * German, French, Spanish, Dutch and Hebrew.
 */
const ASKED_WITH: Readonly<Record<string, string>> = {
  temperature: "warm cold heating warmth kalt heizung chaud froid chauffage calor frío calefacción verwarming koud",
  wake_time: "wake get up rise stehe steh aufstehe aufgestanden wache lève réveille levanto despierto sta opstaan wakker קם קמה מתעורר",
  bedtime: "sleep bed asleep schlafe schlaf bett couche dors lit duermo acuesto cama slaap bed ישן ישנה",
  dinner_time: "dinner supper eat esse dîne ceno eet",
  allergies:
    "allergic allergisch allergique alérgico alérgica אלרגי אלרגית tolerate vertrage verträgst eat essen kochen cook cooking cuisiner manger cocinar comer koken eten לבשל לאכול",
  medication: "medicine pills tablets take nehme tabletten prends tomo pastillas neem pillen לוקח לוקחת כדורים",
  diet: "eat eats eating cook cooking food essen esse kochen koche manger mange cuisiner comer como cocinar eten eet koken לאכול אוכל לבשל",
  favorite_food: "eat cook cooking dinner essen esse kochen koche manger mange cuisiner comer como cocinar eten eet koken לאכול לבשל",
  drinks: "drink drinking trinke trinken trinkst bois boire beber bebo drinken שותה לשתות",
  music: "listen songs play höre hören écoute musique escucho luister שומע",
  hobbies: "free time freizeit temps libre tiempo libre vrije tijd",
  pets: "animal pet tier haustier",
  nickname: "call calls named heiße heisse nenne nennst appelle appelles llamo llamas heet noem קוראים",
  name: "call called named heiße heisse appelle llamo heet קוראים",
  birthday: "born geboren né née nací nacido nacida נולד נולדתי old alt âge edad oud",
  workplace: "work working job arbeite arbeiten travaille travailler trabajo trabajar werk werken עובד עובדת",
  address: "live wohne wohnen habite vivo woon גר גרה",
  language: "speak spreche parle hablo spreek מדבר",
};
/** The other spellings of words that keys have in one. */
const SPELLED: Readonly<Record<string, string>> = { favorite: "favourite", color: "colour colours", neighbor: "neighbour", gray: "grey" };

/** What a fact is found by beside its own words: its key's words, those that other languages have for them, and those that people ask with. */
function wordsOfKey(key: string): string {
  const { kind: known } = normalisedKey(key);
  const words = key.split("_");
  const spelled = words.flatMap((word) => SPELLED[word] ?? []);
  return [...words, ...spelled, ...(known?.words ?? []), ...(known ? [ASKED_WITH[known.name] ?? ""] : [])].join(" ").trim();
}

/** What a fact is found by. */
export function wordsOf({ key, value }: { readonly key: string; readonly value: string }): string {
  return `${wordsOfKey(key)} ${value}`;
}
