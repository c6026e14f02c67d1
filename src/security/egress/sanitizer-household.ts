import { toPattern } from "../../text/pattern.ts";

/** So near to a name stands what makes it somebody's of the house. */
const NEAR = 36;

const LATIN =
  "fever|fieber|fievre|fiebre|koorts|doctor|physician|p(?:a)?ediatric|kinderarzt|arzt|pediatr|medecin|medico|huisarts|dokter|dentist|zahnarzt|hospital|krankenhaus|ziekenhuis|therap|psych|diagnos|medic|medik|adhd|adhs|tdah|autis|epilep|asthma|asma|diabet|allerg|depress|seizure|vaccin|impf|vacuna|pregnan|schwanger|enceinte|embaraz|zwanger|sick|krank|malade|enferm|ziek|" +
  "divorce|scheidung|divorci|echtscheiding|custody|sorgerecht|debts?|schulden|dettes|deudas|mortgage|salary|gehalt|salaire|sueldo|salaris|lawyer|anwalt|avocat|abogad|fired|school|schul|ecole|colegio|escuela|kindergarten|kita|daycare|creche|guarderia|opvang|homework|hausaufgab|devoirs|deberes|huiswerk|teacher|lehrer|grades|zeugnis|" +
  "birthday|geburtstag|anniversaire|cumple|verjaardag|bedroom|zimmer|chambre|habitacion|slaapkamer|phone|handy|telefon|passwor|address|adresse|direccion|nanny|babysit|years? old|jahre alt";
const HEBREW =
  'חום|חול[הי]|מחל[הת]|רופא|תרופ|אלרגי|אסטמה|אסתמה|סוכרת|אפילפסי|דיכאון|חרד[הו]|אוטי|קשב|היפראקטיב|אבחון|אובחנ|כאב|כואב|שיעול|משתעל|מקיא|הקאות|שלשול|כינים|חיסון|ניתוח|בית[ -]חולים|פסיכו|טיפול|ה?י?ריון|גירוש|מתגרש|התגרש|חובות|משכנתא|משכורת|שכר|פוטר|פיטורי|עורך[ -]דין|עו"ד|משמורת|מזונות|בית[ -]ה?ספר|כיתה|מורה|גננת|שיעורי[ -]בית|ציונים|תעודת|מבחן|יום[ -]ה?הולדת|יומולדת|מתנה|חדר|טלפון|נייד|סיסמ|כתובת|לבד|בבית|מרגיש|לא[ -](?:ישן|ישנה|אוכל|מדבר|מרגיש|נרדמ)|בוכה|שלי|שלנו|אחותי|אשתי|בעלי|קשיי|לקות|משפחת|הבת|הבן|הילד|חרם|הטרד';
const CYRILLIC =
  "температур|жар(?!к)|боле|больн|забол|болит|врач|педиатр|доктор|диагноз|лекарств|таблетк|аллерги|астм|диабет|эпилепс|депресс|аутиз|сдвг|кашл|рвот|понос|вши|привив|операци|психолог|психиатр|терап|беремен|развод|развел|алимент|опек|долг|кредит|ипотек|зарплат|увол|адвокат|юрист|школ|класс|учител|воспитател|садик|детск|домашн|оценк|экзамен|рожден|подар|комнат|спальн|телефон|парол|адрес|дома|плохо|плач|не спит|не ест|мо[йяеи](?!\\p{L})|наш[аеи]?(?!\\p{L})|муж|жен[аеыу]|сын|доч|травл|хвор|лікар|розлуч|борг|народжен|лікув";
const GREEK =
  "πυρετ|αρρωστ|γιατρ|παιδιατρ|διαγνωσ|φαρμακ|αλλεργι|ασθμα|διαβητ|επιληψ|καταθλιψ|αυτισ|διαζυγ|χρεη|χρεος|δανει|μισθ|απολυ|δικηγορ|σχολει|δασκαλ|γενεθλι|δωρο|δωματι|τηλεφων|διευθυνσ|κωδικ|εγκυ|νοσοκομ|πονα|πονο|βηχ|κλαιει|κοιμ|κορη|γιος";
const ARABIC =
  "حرارة|مريض|مرض|طبيب|دكتور|تشخيص|دواء|ادوية|حساسية|ربو|سكري|صرع|اكتياب|اكتئاب|توحد|طلاق|تطلق|حضانة|ديون|قرض|راتب|محامي|مدرسة|معلم|روضة|ميلاد|هدية|غرفة|هاتف|جوال|عنوان|كلمة السر|حامل|مستشفى|عملية|سعال|كحة|تبكي|يبكي|تنام|ينام|بنتي|ابني|ابنتي|زوج|اختي";
const JAPANESE =
  "病気|熱|風邪|病院|医者|小児科|診断|薬|アレルキ|アレルギ|喘息|糖尿|てんかん|うつ|鬱|自閉|発達障害|咳|吐|下痢|予防接種|手術|妊娠|離婚|別居|親権|借金|ローン|給料|解雇|弁護士|学校|保育園|幼稚園|宿題|先生|成績|誕生日|プレゼント|部屋|電話|住所|パスワード|ちゃん|くん|眠|寝|泣|娘|息子|妻|夫|いじめ";
const OF_A_HOUSEHOLD = toPattern(
  `(?<!\\p{L})(?:${LATIN}|${CYRILLIC}|${GREEK}|[ובהלמש]{0,2}(?:${HEBREW})|(?:ال|بال|لل|وال|و|ب)?(?:${ARABIC}))|${JAPANESE}`,
  "iu",
);
/** Of songs, films, books, the state and the kitchen, in those scripts, and who there is known by a first name. */
const OF_THE_WORLD =
  /(?<!\p{L})(?:ה?שיר(?:ים|י)?(?!\p{L})|[הו]?זמר|מי שרה|ששרה|אלבום|מקהל|להקת|סרט|סדרת|שחקני|שר[תי](?!\p{L})|ממשל|כנסת|תנ"?ך|אמנו|קירל|נובי|אפריקאי|נטניהו|נתניהו|архангел|бронте|принцесс|корол|рецепт|яблок|актрис|актер|певиц|певец|песн|фильм|сериал|опер[аы]|балет|терминатор|щелкунчик|коннор|τραγουδ|ταινι|ηθοποι|اغنية|فيلم|مسلسل|سورة|مغني)|映画|歌手|俳優|女優|ドラマ|アニメ|小説|オペラ|物語|競馬|箱舟|ブロンテ/iu;

/** Whether what makes a name somebody's of a house stands near it, in any script: matters of health, school, money and family. */
export function isBesideHousehold(text: string, from: number, to: number): boolean {
  return OF_A_HOUSEHOLD.test(text.slice(Math.max(0, from - NEAR), from)) || OF_A_HOUSEHOLD.test(text.slice(to, to + NEAR));
}

/** Whether a song, a film or an office of state stands near it, in scripts other than Latin. */
export function isBesideTheWorld(text: string, from: number, to: number): boolean {
  return OF_THE_WORLD.test(text.slice(Math.max(0, from - NEAR), to + NEAR));
}
