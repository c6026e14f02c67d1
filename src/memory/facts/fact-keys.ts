import type { FactCategory } from "../../storage/facts/fact-row.ts";
import { toPattern } from "../../text/pattern.ts";

/** What is known about facts of one kind. */
export interface KeyKind {
  readonly name: string;
  readonly category: FactCategory;
  /** Several values stand side by side. */
  readonly isSet: boolean;
  /** Nothing of it is lost in another one: two values are one only if they name the same. */
  readonly isExact: boolean;
  readonly measure: "temperature" | "time" | "text";
  /** 0 to 1, when it is first told. */
  readonly importance: number;
  /** Words of the key that it takes, any one of them or all of a phrase. English and, because people and models mix them, five more languages. */
  readonly words: readonly string[];
  /** What else may stand in the key: a room, a part of the day (`any`), days (`days`), or nothing. */
  readonly beside: "any" | "days" | "nothing";
}

const kind = (name: string, category: FactCategory, words: string, more: Partial<KeyKind> = {}): KeyKind => ({
  ...{ name, category, isSet: false, isExact: false, measure: "text", importance: 0.6, beside: "nothing" },
  ...more,
  words: words.split(",").map((phrase) => phrase.trim()),
});

/** The kinds of keys that are known; the first that fits counts. Every other key: see `isSetKey`. */
const KINDS: readonly KeyKind[] = [
  kind(
    "temperature",
    "preference",
    "temperature,temp,warmth,thermostat,temperatur,wunschtemperatur,température,temperatura,temperatuur,טמפרטורה,warm,warmer,grad,degrees",
    {
      ...{ measure: "temperature", beside: "any", importance: 0.7 },
    },
  ),
  kind("brightness", "preference", "brightness,helligkeit,luminosité,brillo,helderheid,בהירות,dimmer level", { beside: "any" }),
  kind("volume", "preference", "volume,lautstärke,volumen,עוצמה", { beside: "any" }),
  kind(
    "wake_time",
    "habit",
    "wake time,wake up,wakeup,wake,waking,get up,aufstehzeit,weckzeit,aufstehen,aufwachen,réveil,lever,despertar,despertador,opstaan,wekker,השכמה,קימה",
    {
      ...{ measure: "time", beside: "days" },
    },
  ),
  kind(
    "bedtime",
    "habit",
    "bedtime,bed time,sleep time,sleeping time,go bed,schlafenszeit,schlafengehen,bettzeit,coucher,dormir,acostarse,bedtijd,slapen,שינה",
    {
      ...{ measure: "time", beside: "days" },
    },
  ),
  kind("dinner_time", "habit", "dinner time,dinner,abendessen,dîner,cena,avondeten,ארוחת ערב", { measure: "time", beside: "days" }),
  kind("leave_time", "habit", "leave time,departure,leave home,leave work,abfahrt,départ,salida,vertrek,יציאה", {
    measure: "time",
    beside: "days",
  }),
  kind(
    "allergies",
    "fact",
    "allergy,allergies,allergic,allergen,allergie,allergien,allergies,alergia,alergias,allergieën,אלרגיה,אלרגיות,intolerance,intolerances",
    {
      ...{ isSet: true, isExact: true, importance: 1, beside: "any" },
    },
  ),
  kind(
    "medication",
    "fact",
    "medication,medications,medicine,medicines,medikament,medikamente,médicament,médicaments,medicamento,medicamentos,medicijn,medicijnen,תרופה,תרופות",
    {
      ...{ isSet: true, isExact: true, importance: 0.9 },
    },
  ),
  kind("diet", "preference", "diet,dietary,ernährung,régime,dieta,dieet,תזונה,eating style", { importance: 0.9 }),
  kind(
    "favorite_color",
    "preference",
    "favorite color,lieblingsfarbe,couleur favorite,couleur préférée,color favorito,lievelingskleur,צבע אהוב",
    { importance: 0.4 },
  ),
  kind("music", "preference", "music,music genre,musik,musique,música,muziek,מוזיקה", { isSet: true, importance: 0.4 }),
  kind("drinks", "preference", "drink,drinks,coffee,tea,getränk,getränke,boisson,boissons,bebida,bebidas,drankje,משקה", {
    isSet: true,
    importance: 0.4,
  }),
  kind("favorite_food", "preference", "food,foods,dish,lieblingsessen,plat,comida,eten,אוכל", { isSet: true, importance: 0.4 }),
  kind("hobbies", "fact", "hobby,hobbies,interest,interests,hobbys,loisir,loisirs,afición,aficiones,תחביב,תחביבים", {
    isSet: true,
    importance: 0.4,
  }),
  kind("pets", "fact", "pet,pets,dog,cat,haustier,haustiere,hund,katze,animal,animaux,mascota,mascotas,huisdier,huisdieren,חיית מחמד", {
    isSet: true,
  }),
  kind("children", "fact", "children,child,kids,kinder,kind,enfants,hijos,kinderen,ילדים", { isSet: true }),
  kind("language", "preference", "language,sprache,langue,idioma,taal,שפה", { importance: 0.8 }),
  kind("nickname", "preference", "nickname,called,call name,spitzname,surnom,apodo,bijnaam,כינוי", { importance: 0.8 }),
  kind("name", "fact", "name,first name,vorname,prénom,nombre,naam,שם", { importance: 0.8 }),
  kind("birthday", "fact", "birthday,birth date,birthdate,geburtstag,anniversaire,cumpleaños,verjaardag,יום הולדת", {
    beside: "any",
    importance: 0.8,
  }),
  kind("address", "fact", "address,adresse,dirección,adres,כתובת", { beside: "any" }),
  kind("phone", "fact", "phone,phone number,telephone,mobile,telefon,handy,téléphone,teléfono,telefoon,טלפון", { beside: "any" }),
  kind("workplace", "fact", "workplace,employer,arbeitsplatz,arbeitgeber,lieu travail,trabajo,werkgever,מקום עבודה", {}),
];

const EXACT = toPattern(`^(?:${KINDS.flatMap(({ name, isExact }) => (isExact ? [name] : [])).join("|")})(?:_|$)`);

/** Whether a key in its one form is of a kind in which nothing may be lost. */
export function isExactKey(name: string): boolean {
  return EXACT.test(name);
}

/** Words of keys that say nothing about what it is. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    "my the a of for in at on to is user users person persons s preferred prefer prefers preference preferences usual usually default comfort comfortable ideal desired " +
    "target wanted like likes liked set setpoint setting room general normal current mein meine der die das bevorzugte bevorzugt gewünschte mon ma mes préférée préféré " +
    "mi mis preferida preferido mijn voorkeur gewenste שלי מועדפת מועדף של home house household haus maison casa huis הבית"
  ).split(" "),
);
const DAYS: ReadonlySet<string> = new Set(
  "weekday weekdays weekend weekends workday workdays monday tuesday wednesday thursday friday saturday sunday school holiday holidays werktag werktage wochenende".split(
    " ",
  ),
);
const PARTS_OF_DAY: ReadonlySet<string> = new Set(["morning", "day", "afternoon", "evening", "night"]);
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["favourite", "favorite"],
  ["favorites", "favorite"],
  ["favourites", "favorite"],
  ["colour", "color"],
  ["colours", "color"],
  ["colors", "color"],
]);

/** Anywhere in a key it is one of what somebody cannot bear: no such thing is lost beside another. */
const ALLERGIC = /allerg|alerg|alérg|intoleran|unverträglich|אלרג/;
const OF_ALLERGIES: ReadonlySet<string> = new Set(
  "food foods medical medication medicine drug drugs known severe other environmental seasonal skin type".split(" "),
);
const MEDICINE = /^(?:medic|pill|tablet|tropf)/;

const LONGEST_KEY = 60;

/** A key in its one form, and what kind it is of, if that is known. */
export interface Key {
  readonly name: string;
  readonly kind: KeyKind | undefined;
}

/** Brings a key into one form: small letters and `_`, known kinds by their one name with what stands beside it in order. Empty for none. */
export function normalisedKey(written: string): Key {
  const tokens = tokensOf(written);
  for (const known of KINDS) {
    const isAllergies = known.name === "allergies";
    const found = known.words.map((phrase) => phrase.split(" ")).filter((phrase) => phrase.every((word) => tokens.includes(word)));
    const allergic = isAllergies && !MEDICINE.test(tokens.at(-1) ?? "") ? tokens.filter((token) => ALLERGIC.test(token)) : [];
    if (isAllergies ? allergic.length === 0 : found.length === 0) continue;
    // when somebody has their coffee is not what they drink
    const saysNothing = known.measure === "time" ? ["time", "favorite"] : ["favorite"];
    const taken = new Set([...found.flat(), ...allergic, ...saysNothing, ...known.name.split("_")]);
    const fillers = isAllergies ? OF_ALLERGIES : FILLERS;
    const beside = tokens.filter((token) => !taken.has(token) && !fillers.has(token) && !FILLERS.has(token)).sort();
    const fits = known.beside === "any" || beside.every((token) => known.beside === "days" && DAYS.has(token));
    if (fits) return { name: nameOf(known, beside).slice(0, LONGEST_KEY), kind: known };
  }
  const plain = tokens.filter((token) => !/^(?:my|the|user|users|s|preferred)$/.test(token));
  return { name: plain.join("_").slice(0, LONGEST_KEY), kind: undefined };
}

/**
 * Several values of a key side by side: as its kind says; an unknown key is an English plural then (`plants`; not `address`, `status`, `tennis`), or
 * of what there may be several of: what somebody dislikes, takes, the names of children and friends.
 */
export function isSetKey({ name, kind: known }: Key): boolean {
  return known?.isSet ?? (/[^sui]s$/.test(name) || SEVERAL.test(name));
}

const SEVERAL =
  /^(?:dis)?liked?(?:_|$)|^(?:hated?|avoided|avoid)(?:_|$)|(?:dislike|hate|like|medicine|medication|supplement)$|(?:^|_)(?:daughter|son|child|kid|brother|sister|sibling|aunt|uncle|cousin|niece|nephew|grandchild|grandson|granddaughter|friend|neighbou?r|colleague|pet|dog|cat)(?:_name|_called)?$/;

/** True if a key is of what somebody likes. */
export function isKeyOfTaste(name: string): boolean {
  return /(?:^|_)(?:like|love|favou?rite|prefer)/.test(name) || TASTES.has(normalisedKey(name).kind?.name ?? "");
}

const TASTES: ReadonlySet<string> = new Set(["music", "drinks", "favorite_food", "hobbies"]);

/** `temperature_bedroom`; of a part of the day as habits have it, `preferred_night_temp` and `preferred_night_temp_bedroom` (seed 001 §8). */
function nameOf({ name }: KeyKind, beside: readonly string[]): string {
  const part = name === "temperature" ? beside.find((token) => PARTS_OF_DAY.has(token)) : undefined;
  if (part === undefined) return [name, ...beside].join("_");
  return [`preferred_${part}_temp`, ...beside.filter((token) => token !== part)].join("_");
}

function tokensOf(written: string): readonly string[] {
  const words = written
    .normalize("NFKC")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return (words ?? []).map((word) => SPELLINGS.get(word) ?? word);
}
