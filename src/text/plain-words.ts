/** Words that join others, or say where, when, who and how, in six languages: a password is seldom one of them. */
const SMALL_WORDS = words(
  "a an the my our your his her its their this that these those i me you he she it we us they them who what which where when why how one somebody someone anybody anyone everybody everyone nobody " +
    "and or but nor so if because while than as of in on at to from into onto by for with without about above below under over behind beside between near next through across around after before " +
    "since until during against off out up down inside outside upstairs downstairs is are was were be been am has have had do does did can could may might must shall should will would not no never always " +
    "often sometimes usually again also too very really quite only just still already almost now then today here there called named every each all some any few many much more most less both other another mine yours ours theirs " +
    "mostly mainly really extremely surprisingly incredibly fairly pretty totally completely slightly terribly maybe perhaps soon later " +
    "der die das den dem des ein eine einen einem einer mein meine meinem meinen meiner unser unsere unserem unseren dein deine sein seine ihr ihre ich du er sie es wir ihr man wer was wo wann wie " +
    "und oder aber wenn weil als in im ins an am auf aus bei beim mit nach von vom vor zu zum zur über unter hinter neben zwischen durch für ohne gegen um seit bis ist sind war waren hat haben " +
    "wird werden kann muss soll nicht kein keine nie immer oft manchmal wieder auch sehr nur noch schon fast jetzt heute hier da dort oben unten draußen drinnen meistens heißt alle jeder jede viel mehr " +
    "le la les un une des du de d l mon ma mes notre nos votre vos son sa ses leur ce cet cette je tu il elle on nous vous ils elles qui que où quand et ou mais si dans sur sous à au aux en par pour avec sans " +
    "chez vers entre devant derrière depuis est sont était a ont ne pas jamais toujours souvent aussi très trop plus moins encore déjà maintenant ici là haut bas dehors dedans appelle tous toutes chaque " +
    "el los las una unos del al mi mis nuestro nuestra su sus tu yo él ella nosotros ellos quien quién cuando donde y o pero porque como en por para con sin sobre bajo entre hasta desde tras es son está están " +
    "era ha han no nunca siempre también muy más menos todavía ya ahora hoy aquí allí arriba abajo fuera dentro llama todos todas cada se " +
    "het een mijn onze ons uw jouw zijn haar hun ik jij je hij zij ze wij we men wie wat waar wanneer en of maar als want op aan bij naar uit van voor tegen over onder achter naast tussen door om sinds tot met zonder " +
    "is was waren heeft hebben kan moet zal niet geen nooit altijd vaak soms weer ook heel erg alleen nog al bijna nu vandaag hier daar boven beneden buiten binnen heet alle elke er " +
    "של שלי שלנו אני אתה את הוא היא אנחנו הם הן זה זו זאת על אל עם בלי תחת ליד מעל מאחורי בתוך לפני אחרי לא אין יש תמיד גם רק מאוד כבר עוד עכשיו היום כאן שם למעלה למטה בחוץ בפנים כל אבל או כי אם כש נקרא נקראת",
);

/** What is said of doors, networks and the like: how they are, look, work, and who made them. */
const DESCRIBING = words(
  "blue red green white black grey gray brown yellow orange pink purple beige cream silver golden turquoise dark light bright oak pine teak mahogany wood wooden steel metal iron glass plastic pvc aluminium aluminum " +
    "brass bronze solid double single triple new old slow fast faster slower bad good great fine ok okay nice terrible awful horrible perfect excellent weak strong stable unstable patchy spotty reliable flaky dead down up " +
    "broken open closed shut locked unlocked ajar stuck tight loose loud quiet silent heavy tiny small big large huge tall wide narrow low high short long full empty clean messy tidy dirty dusty rusty squeaky creaky " +
    "drafty draughty cold warm hot cool damp dry wet dark sunny safe secure armed disarmed set automatic manual electric electrical electronic digital analog analogue mechanical smart wireless wired hidden free public private " +
    "shared encrypted expensive cheap important annoying useless useful faulty defective modern antique round square arched victorian georgian edwardian best worst better worse outdoors indoors early late lovely left right north south east west front back ghz mhz mbit mbps gbit gbps mesh fiber fibre dsl cable lte 5g 4g 6e " +
    "blau rot grün weiß schwarz grau braun gelb rosa lila beige dunkel hell eiche holz aus stahl metall eisen glas kunststoff neu alt langsam schnell schneller schlecht gut super toll prima schwach stark stabil kaputt offen auf zu " +
    "geschlossen verschlossen abgeschlossen leer voll klein groß schwer laut leise eng breit hoch niedrig kalt warm sauber sicher teuer billig wichtig automatisch elektrisch dunkelgrün dunkelblau hellblau hellgrün dunkelgrau hellgrau dunkelrot " +
    "top hinten vorne abends morgens nachts tagsüber entfernt glasfaser verriegelt undicht mies lahm furchtbar schrecklich links rechts " +
    "bleu bleue rouge vert verte blanc blanche noir noire gris grise brun marron jaune rose violet clair foncé bois chêne fer acier métal verre neuf neuve nouveau nouvelle vieux vieille lent lente rapide mauvais mauvaise bon bonne nul " +
    "faible fort stable cassé ouvert ouverte fermé fermée petit petite grand grande lourd lourde bruyant vide plein pleine propre sale sûr sûre cher chère automatique électrique fibre gauche droite " +
    "azul rojo roja verde blanco blanca negro negra gris marrón amarillo amarilla rosa claro oscuro oscura madera roble hierro acero metal vidrio cristal nuevo nueva viejo vieja lento lenta rápido rápida malo mala mal bueno buena bien " +
    "débil fuerte estable roto rota abierto abierta cerrado cerrada pequeño pequeña grande pesado pesada ruidoso ruidosa vacío vacía lleno llena limpio limpia sucio sucia seguro segura caro cara automático automática eléctrico eléctrica " +
    "fibra fatal lentísimo izquierda derecha " +
    "blauw rood groen wit zwart grijs bruin geel roze paars donker licht eiken hout houten staal ijzer glas nieuw oud traag snel slecht goed prima zwak sterk stabiel kapot stuk open dicht gesloten leeg vol klein groot zwaar luid " +
    "stil koud schoon veilig duur goedkoop automatisch elektrisch glasvezel donkergroen donkerblauw lichtblauw links rechts " +
    "כחול כחולה אדום אדומה ירוק ירוקה לבן לבנה שחור שחורה אפור אפורה חום חומה צהוב צהובה עץ ברזל מתכת זכוכית חדש חדשה ישן ישנה איטי איטית מהיר מהירה גרוע גרועה טוב טובה חלש חלשה חזק חזקה יציב שבור שבורה מקולקל מקולקלת " +
    "פתוח פתוחה סגור סגורה נעול נעולה קטן קטנה גדול גדולה כבד כבדה רועש ריק מלא בטוח בטוחה חשמלי חשמלית אוטומטי שמאלה ימינה " +
    "telekom vodafone o2 orange sfr bouygues movistar kpn ziggo odido bezeq comcast xfinity verizon bt sky virgin starlink fritz fritzbox avm eero orbi netgear asus unifi ubiquiti tp-link linksys google nest velop " +
    "nuki yale abus hörmann hoermann somfy bosch ring tedee danalock august schlage burg-wächter siemens ajax verisure netatmo chamberlain marantec normstahl nice came",
);
/** Endings of words that say how something is. */
const DESCRIBING_ENDING =
  /\p{L}{3}(?:ing|ed|able|ible|ish|less|ful|ous|proof|ig|isch|lich|bar|los|haft|farben|eux|euse|ique|ado|ada|ido|ida|oso|osa|lijk|baar|loos|ísimo|ísima|\p{L}ée?s?|-ish)$/u;

/** True for a word that joins others or says where, when or who. All words are in small letters. */
export function isSmallWord(word: string): boolean {
  return SMALL_WORDS.has(word);
}

/** True for a word that says how a thing is, or who made it. */
export function isDescribing(word: string): boolean {
  return (
    DESCRIBING.has(word) || DESCRIBING_ENDING.test(word) || /hundert|honderd|tausend|duizend/.test(word) || /^\d+(?:[.,]\d+)?$/.test(word)
  );
}

/** The words of a list with blanks between them, as `withDigits` writes them. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.normalize("NFKC").split(" "));
}
