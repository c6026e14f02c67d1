/** Who may see a thing that is known about people: anybody in the house, the person alone, nobody but the person and the local model. */
export const SENSITIVITIES = ["public", "private", "sensitive"] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** The stricter of two. */
export function stricter(one: Sensitivity, other: Sensitivity | undefined): Sensitivity {
  return other !== undefined && SENSITIVITIES.indexOf(other) > SENSITIVITIES.indexOf(one) ? other : one;
}

/** Word beginnings that tell a subject, in English, German, French, Spanish, Dutch and Hebrew. A word too many makes a fact more private, which harms nobody. */
const SUBJECTS: readonly string[] = [
  // health
  "health illness sick diseas disab allerg medic medik medec doctor therap diagno pregnan depress anxi diabet asthma cancer blood insulin pill dose hospital surg " +
    "addict alcoholi weight bmi gesund krank arzt ärzt schwanger tablett blut sucht gewicht santé malad médic médec enceint dépress sang poids salud enferm " +
    "médic embaraz diabét sangre gezond ziek arts zwanger bloed verslav gewicht בריא מחל חול אלרג תרופ רופא היריון הריון סוכרת דם",
  // religion
  "religio faith church mosque synagog kosher koscher halal pray shabbat sabbat ramadan christian muslim jew hindu buddhis atheis glaub kirche moschee beten " +
    "juif musulman chrétien prie église iglesia judí musulm cristian reza kerk geloof moskee bidden joods דת כשר שבת תפיל כנסת מסגד כנסי נוצרי מוסלמ יהוד",
  // money
  "salar income wage debt mortgag loan bank iban tax pension money wealth savings gehalt lohn einkomm schuld kredit konto steuer rente geld spar salaire " +
    "revenu dett hypoth prêt banque impôt argent sueldo ingreso deuda hipotec préstamo banco impuesto dinero ahorro salaris inkom hypothe lening belasting " +
    "משכור הכנס חוב משכנת הלווא בנק מס פנסי כסף",
  // sexuality
  "sexual gay lesbian bisex queer transgend hetero homosex schwul lesb lesbien homosexuel lesbiana homo's lesbisch מיני הומו לסבי",
  // politics, unions
  "politic politik politiq polític vote voting voter voted party-member union gewerkschaft wähl partei parti-politique syndicat votar voto sindicat partij stemt " +
    "vakbond democrat republican socialist conservat liberal פוליט מצביע מפלג איגוד",
  // courts
  "arrest convict lawsuit prison verhaft vorstraf gefängnis prisonni cárcel condena gevangen מעצר כלא",
  // where people live, how they are reached, and what opens the door
  "key schlüssel clé llave sleutel מפתח " +
    "address phone telephone mobile email passport birth adress telefon handy geburt reisepass adresse téléphone naissance dirección teléfono nacimiento pasaporte " +
    "adres telefoon geboort paspoort כתובת טלפון נולד לידה דרכון",
];
const SUBJECT = beginnings(SUBJECTS.join(" "));

const CHILD = beginnings(
  "child kid son daughter baby toddler kind kinder sohn tochter enfant fils fille bébé hijo hija niño niña bebé zoon dochter kinderen ילד ילדה בן בת תינוק",
);
const WHEREABOUTS = beginnings(
  "school kindergart nursery daycare alone pickup practice schule hort allein école crèche seul escuela guarder solo crèche opvang alleen בית-ספר בית ספר גן לבד where wo où dónde waar איפה",
);

/** Routines tell when a house is empty and who sleeps: never for everybody. */
const ABSENCE = beginnings(
  "holiday vacation away absen travel urlaub verreis weg vacances absent voyage vacacion viaj ausen vakantie afwezig reis חופש נסיע",
);

/** Subjects that are nobody's secret: colours, music, units, the language that somebody speaks. */
const HARMLESS = beginnings(
  "colour color language music unit nickname farbe sprache musik einheit spitzname couleur langue musique unité surnom couleur color idioma música unidad apodo kleur taal muziek eenheid bijnaam צבע שפה מוזיק יחיד כינוי",
);

/**
 * How private a thing about somebody is, by its subject and words: health, religion, money, politics, sexuality, courts, addresses, keys, where
 * children are and what follows a pattern: sensitive. Colours, music, languages: public. Everything else: private. A model may only raise it.
 */
export function sensitivityOf({
  key,
  value,
  isPattern,
}: {
  readonly key: string;
  readonly value: string;
  readonly isPattern: boolean;
}): Sensitivity {
  const text = ` ${`${key.replaceAll("_", " ")} ${value}`.normalize("NFC").toLowerCase()} `;
  if (isPattern || SUBJECT.test(text) || (CHILD.test(text) && WHEREABOUTS.test(text))) return "sensitive";
  if (ABSENCE.test(text)) return "private";
  return HARMLESS.test(` ${key.replaceAll("_", " ").toLowerCase()} `) ? "public" : "private";
}

function beginnings(words: string): RegExp {
  const choices = [...new Set(words.normalize("NFC").split(/\s+/))].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // Hebrew puts its small words in front of the noun
  return new RegExp(`(?<![\\p{L}\\p{N}])[הובכלמש]{0,2}(?:${choices.join("|")})`, "u");
}
