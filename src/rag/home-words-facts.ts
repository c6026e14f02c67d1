import { isCommonWord } from "../security/sanitizer-common-words.ts";
import type { HomeWord, HomeWordKind } from "../security/sanitizer-words.ts";
import { namesOf } from "./home-words-people.ts";

/** A value with more words is a sentence: nobody searches for all of it, but for the names in it. */
const PHRASE_WORDS = 5;
const TOWN_KEY =
  /(?:^|_)(?:town|city|village|hometown|home_town|place_of_residence|residence|stadt|wohnort|ort|ville|ciudad|pueblo|stad|woonplaats)(?:_|$)/;
const ADDRESS_KEY = /(?:^|_)(?:address|street|adresse|strasse|rue|direccion|calle|adres|straat)(?:_|$)/;
const PET_KEY = /(?:^|_)(?:pet|dog|cat|puppy|kitten|rabbit|hund|katze|haustier|chien|chat|perro|gato|mascota|hond|kat|huisdier)s?(?:_|$)/;
const NAME_KEY =
  /(?:^|_)(?:name|nickname|son|daughter|wife|husband|child|children|kid|kids|baby|partner|mother|father|sister|brother|nanny|friend|sohn|tochter|frau|mann|kind|fils|fille|hijo|hija|zoon|dochter)s?(?:_|$)/;

/** The words of private and sensitive facts: short values as they are, and the names in all of them. */
export function factWords(facts: readonly { readonly key: string; readonly value: string }[]): readonly HomeWord[] {
  return facts.flatMap(({ key, value }) => {
    const kind = kindOf(key);
    const isName = kind !== "profile";
    const words = value.split(/\s+/).filter((word) => word !== "");
    const phrase = words.length <= PHRASE_WORDS ? (isName && kind !== "town" ? namesOf(value, kind) : [{ text: value, kind }]) : [];
    return [...phrase, ...(words.length > 1 ? namesWithin(value, isName ? kind : "profile") : [])];
  });
}

function kindOf(key: string): HomeWordKind {
  if (TOWN_KEY.test(key)) return "town";
  if (ADDRESS_KEY.test(key)) return "address";
  if (PET_KEY.test(key)) return "pet";
  return NAME_KEY.test(key) ? "person" : "profile";
}

/** Words with a capital that do not begin the value. German has more of them: the common ones do not count. */
function namesWithin(value: string, kind: HomeWordKind): readonly HomeWord[] {
  return [...value.matchAll(/(?<=[\p{L},.] )\p{Lu}[\p{L}'’-]{2,40}/gu)].flatMap(([text]) =>
    isCommonWord(text.toLowerCase()) ? [] : [{ text, kind: kind === "town" ? "profile" : kind }],
  );
}
