import { toPattern } from "../../text/pattern.ts";
import { EMPTY_HOUSE, NOBODY_HOME } from "./empty-house.ts";

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
  // names of illnesses, of the body and the mind
  "epilep hiv aids migr adhd adhs tdah autis asperger bipolar burnout oncolog onkolog oncológ tumor tumour krebs kanker cáncer chemo chimio quimio dialys dementia demenz " +
    "démence demencia alzheimer parkinson schizo psych trauma ptsd tourette stroke schlaganfall heart-attack herz infarct infarkt hernia hepatit herpes chlamyd syphil " +
    "deaf blindness is-blind am-blind is-mute wheelchair taub gehörlos rollstuhl sourd aveugle fauteuil-roulant sordo ciego doof rolstoel handicap behinder minusvál beperking insomni schlafstör " +
    "suicid suizid selbstmord zelfmoord eating-disorder anorex bulim essstör incontinen inkontin miscarr fehlgeburt fausse-couche aborto abort menopaus fertil unfruchtbar " +
    "überweight overweight obes thyroid schilddrüse thyroïd tiroid schildklier copd crohn colitis reuma rheuma sclero skleros sober drunk betrunken alkohol alcool drogen drogue droga drug " +
    "clinic klinik clinique kliniek rehab therap terap אפילפס מיגרנ סרטן דיכאון חרד קשב נכה נכות חרש עיוור אוטיסט איידס ניתוח פסיכ אשפוז בית-חולים",
  // names of medicines, and what is taken for body and mind
  "antidepress antidépress antipsych neurolept ritalin methylphen concerta adderall prozac zoloft sertralin fluoxetin citalopram escitalopram lithium xanax alprazolam valium diazepam benzodia viagra sildenaf " +
    "methadon morphin opioid opiat oxycod fentanyl tramadol metformin ozempic semaglut wegovy warfarin hormon testosteron estrogen östrogen antibiot steroid cortiso kortison ventolin inhaler inhalator " +
    "contracepti verhütung verhüt anticoncep sleeping-pill schlafmittel schlaftablett somnifère somnífer slaappil נוגדי-דיכאון ריטלין אנטיביוטיק",
  // children that are wished for
  "ivf in-vitro inseminat surrogac trying-for-a try-for-a trying-to-conceive conceiv expecting-a ovulat menstru kinderwunsch künstliche-befruchtung leihmutter grossesse fécondation fiv procréation essay-d'avoir avoir-un-bébé " +
    "essayons-d fecundación gestación buscando-un-bebé tener-un-bebé kinderwens babywens zwangerschap draagmoeder הפריה פונדקא פוריות",
  // who one is
  "gender non-binar nonbinar nonbinair nichtbinär transsex transident trans-man trans-woman trans-person trans-frau trans-mann is-trans am-trans be-trans intersex pronoun they/them he/him she/her pronomen geschlecht " +
    "identité-de-genre non-binair identidad-de-género no-binari intersexu geslacht מגדר טרנס",
  // the end of a marriage
  "separated separation marital splitting-up split-up breaking-up broke-up break-up trennung getrennt-leb leben-getrennt sind-getrennt uns-getrennt trennen-uns wir-trennen sépar rupture separad separac " +
    "separar uit-elkaar scheiding echtscheid פרידה נפרדים להיפרד מתגרשים",
  // weapons
  "gun(?!\\p{L}) guns(?!\\p{L}) handgun shotgun weapon rifle pistol revolver firearm ammunition ammo(?!\\p{L}) waffe gewehr pistole munition jagdgewehr arme-à armes-à arme-de fusil pistolet armas(?!\\p{L}) arma-de escopeta pistola munición " +
    "wapen geweer pistool munitie נשק רובה אקדח תחמושת",
  // origin
  "ethnic ethnis ethnie étni etnic etnia race racial rasse skin hautfarb couleur-de-peau color-de-piel huidskleur afkomst herkunft origin origine origen migrant refugee flüchtling réfugié refugiad " +
    "vluchteling asyl asyl asile asilo nationality nationalit nationaliteit nacionalid citizenship visa-status roma sinti מוצא עור גזע אתני פליט",
  // religion
  "religio faith church mosque synagog kosher koscher halal pray shabbat sabbat ramadan christian muslim jew hindu buddhis atheis glaub kirche moschee beten " +
    "juif musulman chrétien prie église iglesia judí musulm cristian reza kerk geloof moskee bidden joods דת כשר שבת תפיל כנסת מסגד כנסי נוצרי מוסלמ יהוד",
  // money
  "salar income wage debt mortgag loan bank iban tax pension money wealth savings gehalt lohn einkomm schuld kredit konto steuer rente geld spar salaire " +
    "revenu dett hypoth prêt banque impôt argent sueldo ingreso deuda hipotec préstamo banco impuesto dinero ahorro salaris inkom hypothe lening belasting " +
    "משכור הכנס חוב משכנת הלווא בנק מס פנסי כסף",
  // sexuality
  "sex porn affair affäre liaison-secr amante lover geliebt maîtresse minnaar overspel cheat fremdgeh betrüg trompé infidel infidèl ontrouw divorc scheidung gescheiden רומן בוגד גירוש סקס " +
    "sexual gay lesbian bisex queer transgend hetero homosex schwul lesb lesbien homosexuel lesbiana homo's lesbisch מיני הומו לסבי",
  // politics, unions
  "politic politik politiq polític vote voting voter voted party-member union gewerkschaft wähl partei parti-politique syndicat votar voto sindicat partij stemt " +
    "vakbond democrat republican socialist conservat liberal פוליט מצביע מפלג איגוד",
  // courts
  "arrest convict lawsuit prison verhaft vorstraf gefängnis prisonni cárcel condena gevangen מעצר כלא",
  // where people live, how they are reached, and what opens the door
  "key schlüssel clé llave sleutel מפתח spare-key ersatzschlüssel jewel schmuck bijou joya juwel sieraden תכשיט valuables wertsachen safe tresor coffre-fort kluis כספת " +
    "hidden hide hiding stash versteck verborgen caché cachette escond verstop מוחבא מסתור doormat flowerpot fußmatte fussmatte blumentopf paillasson felpudo maceta deurmat bloempot " +
    "address phone telephone mobile email passport birth adress telefon handy geburt reisepass adresse téléphone naissance dirección teléfono nacimiento pasaporte " +
    "adres telefoon geboort paspoort כתובת טלפון נולד לידה דרכון",
];
const SUBJECT = beginnings(SUBJECTS.join(" "));

/** Where people put keys and money: "behind the painting". */
const HIDING_PLACE =
  /(?<!\p{L})(?:behind|under|underneath|beneath|inside|in|hinter|unter|derrière|sous|detrás|debajo|bajo|achter|onder|מתחת|מאחורי)(?!\p{L}).{0,12}(?<!\p{L})(?:painting|picture|mat(?!\p{L})|mattress|pot(?!\p{L})|plant|stone|brick|gnome|loose|gemälde|bild(?!\p{L})|matte|matratze|topf|stein|tableau|matelas|pierre|cuadro|colchón|piedra|alfombra|schilderij|matras|steen|שטיח|תמונה|מזרן|אבן|עציץ)/u;

const CHILD = beginnings(
  "child kid son daughter baby toddler kind kinder sohn tochter enfant fils fille bébé hijo hija niño niña bebé zoon dochter kinderen ילד ילדה בן בת תינוק",
);
const WHEREABOUTS = beginnings(
  "school kindergart nursery daycare alone pickup practice schule hort allein école crèche seul escuela guarder solo crèche opvang alleen בית-ספר בית ספר גן לבד where wo où dónde waar איפה",
);

/** That nobody is there, and when: not what the heating does then. */
const EMPTY = toPattern(`${EMPTY_HOUSE}|${NOBODY_HOME}|(?<!\\p{L})(?:away|absent|abwesend|verreist|ausente|afwezig)(?!\\p{L})`, "u");
const OF_HEATING = /temp|heat|thermostat|mode|heiz|chauff|calefac|verwarm|°|degree|grad|degré/u;

/** Routines tell when a house is empty and who sleeps: never for everybody. */
const ABSENCE = beginnings(
  "holiday vacation away absen travel urlaub verreis weg vacances absent voyage vacacion viaj ausen vakantie afwezig reis חופש נסיע",
);

/** Kinds of facts that are nobody's secret, by the whole key in any spelling: colours, music, units, the language that somebody speaks. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    "favorite_color favourite_color favorite_colour favourite_colour lieblingsfarbe couleur_favorite couleur_préférée color_favorito lievelingskleur צבע_אהוב language " +
    "preferred_language sprache langue idioma taal שפה music favorite_music favourite_music music_genre musik musique música muziek מוזיקה temperature_unit unit_system"
  )
    .normalize("NFC")
    .split(" "),
);
/** A colour, a kind of music and a language take few words, and no number. */
const HARMLESS_VALUE = /^[\p{L}\p{M}’'&-]+(?:[ ,/]+[\p{L}\p{M}’'&-]+){0,4}$/u;

/**
 * How private a thing about somebody is, by its subject and words: health, origin, religion, money, politics, sexuality and gender, marriage and its end, courts, weapons,
 * addresses, keys and where things are hidden, where children are when nobody is at home, and what follows a pattern: sensitive. A favourite colour, music, a language, in few words:
 * public. Everything else: private. A model may only raise it.
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
  const text = ` ${`${key.replaceAll("_", " ")} ${value}`.normalize("NFKC").toLowerCase()} `;
  if (isPattern || SUBJECT.test(text) || HIDING_PLACE.test(text) || (CHILD.test(text) && WHEREABOUTS.test(text))) return "sensitive";
  if (EMPTY.test(text) && !OF_HEATING.test(text)) return "sensitive";
  if (ABSENCE.test(text)) return "private";
  const isHarmless = HARMLESS.has(key.normalize("NFC").toLowerCase().replaceAll(" ", "_")) && HARMLESS_VALUE.test(value.trim());
  return isHarmless ? "public" : "private";
}

function beginnings(words: string): RegExp {
  const choices = [...new Set(words.normalize("NFC").split(/\s+/))].map((word) => word.replaceAll("-", "[- ]?"));
  // Hebrew puts its small words in front of the noun
  return toPattern(`(?<![\\p{L}\\p{N}])[הובכלמש]{0,2}(?:${choices.join("|")})`, "u");
}
