import { plainLetters, withoutAccents } from "../../text/fold.ts";
import { toPattern } from "../../text/pattern.ts";

/** Scripts that put no space between words: each of their letters is a word of the index, and two that stand together are one of a query. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]\\p{M}*";
const UNSPACED_LETTER = toPattern(UNSPACED, "gu");
const RUN = toPattern(`(?<unspaced>(?:${UNSPACED})+)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu");

/** Shorter beginnings fit too much; from here on "lamp" finds "Lampenschirm", and a noun its case endings. */
const SHORTEST_PREFIX = 4;
/** Of plurals, verbs and cases in the languages that have them behind the word. */
const ENDING = /(?:ies|y|es|s|ed|ing|en|er|em|e|n)$/;
/** A question has fewer; of a pasted text the first are taken. */
const MOST_WORDS = 32;

/** What is put into the index for a text. A change here needs the index to be made anew: a word is taken out by giving it again. */
export function indexedText(text: string): string {
  return folded(text).replace(UNSPACED_LETTER, " $& ");
}

/** One of the words that are looked for, in FTS5's language. */
export interface Term {
  readonly query: string;
  /** As the index has them: more than one if they are to stand together. */
  readonly words: readonly string[];
  /** Whether words that begin so are meant too. */
  readonly isBeginning: boolean;
}

/** What to look for given any text of a person: its words, without those that any question has. None if there is no word in it. */
export function termsOf(text: string): readonly Term[] {
  const terms = new Map<string, Term>();
  const add = (words: readonly string[], isBeginning: boolean): void => {
    const query = `"${words.join(" ")}"${isBeginning ? "*" : ""}`;
    terms.set(query, { query, words: words.map((word) => withoutAccents(word).normalize("NFC")), isBeginning });
  };
  const runs: string[] = [];
  for (const { 0: run, groups } of folded(text).matchAll(RUN)) {
    if (groups?.["unspaced"] === undefined) runs.push(run);
    else for (const words of pairs(run.match(UNSPACED_LETTER) ?? [])) add(words, false);
  }
  for (const run of tellingWords(runs).map(stemOf)) add([run], run.length >= SHORTEST_PREFIX);
  return [...terms.values()].slice(0, MOST_WORDS);
}

/** True if a text has words besides those that any question has. */
export function isAboutSomething(text: string): boolean {
  const runs = [...folded(text).matchAll(RUN)];
  return runs.some(({ groups }) => groups?.["unspaced"] !== undefined) || wordsThatTell(runs.map(([run]) => run)).length > 0;
}

/** A query in FTS5's language for any text of a person: one of its terms is enough. Undefined if there is none. */
export function wordsQuery(text: string): string | undefined {
  const terms = termsOf(text);
  return terms.length === 0 ? undefined : anyTerm(terms);
}

/** A query that one of the terms is enough for. */
export function anyTerm(terms: readonly Term[]): string {
  return terms.map(({ query }) => query).join(" OR ");
}

/** Without its ending where enough is left, so that it finds its other forms: "batteries" finds "battery", "heating" "heat". */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return stem.length < SHORTEST_PREFIX ? word : stem;
}

function folded(text: string): string {
  // the index takes other accents away by itself
  return plainLetters(text.normalize("NFKC").toLowerCase());
}

function pairs(letters: readonly string[]): readonly (readonly string[])[] {
  return letters.length < 2 ? [letters] : letters.slice(1).map((letter, index) => [letters[index] ?? "", letter]);
}

/**
 * Words that a question is made of in any home: articles, pronouns, prepositions, forms of to be, have and do, and words that ask. By language.
 */
const COMMON: readonly string[] = [
  // English
  "a about after again all also am an and any anybody anyone anything are as at be been before being both but by can come comes could did do does doing done " +
    "down each else for from get gets getting give go goes going gone got had has have having he her here him his how i if in into is it its itself just know like " +
    "ll long made make makes many may me might more much must my no not of off on once one only or other our out over please put s shall she should show so " +
    "soon some somebody someone something such t take takes tell than that the their them then there these they thing things this those to too up us use ve very " +
    "want was we were what when where which while who whom whose why will with without would you your",
  // German
  "aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte da damit dann das dass dein deine dem den denn der " +
    "des dich die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es etwas fur gab ganz gegen geht gibt hab habe " +
    "haben hast hat hatte ich ihm ihn ihr ihre im in ins ist ja jede jedem jeden jeder jedes jemand kann kannst kein keine konnen lang lange mach machen macht mag " +
    "man mehr mein meine meinem meinen meiner mich mir mit muss nach nein nicht nichts noch nun nur ob oder oft ohne schon sehr sein seine selbst sich sie sind so " +
    "soll sollte uber um und uns unser unsere unter viel vom von vor wann war waren warum was weil weiss welche welchem welchen welcher welches wem wen wenn wer " +
    "werden weshalb wie wieder wieso wieviel wir wird wo wofur wozu wurde wurden zu zum zur zwischen",
  // French
  "a ai aime as au aussi aux avec avez avoir avons c ca car ce cela ces cet cette combien comme comment d dans de depuis des donc du elle elles en encore est et " +
    "etait ete etre eu fait faire font il ils j je l la le les leur lui ma mais me mes mon ne nos notre nous on ont ou par pas peu peut plus pour pourquoi qu " +
    "quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta te tes toi ton tous tout toute toutes tu un une va vers vos votre vous y",
  // Spanish
  "a al algo ante aqui como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde e el ella ellos en entre era es esa ese eso esta estan " +
    "este esto gusta ha hace hacer hasta hay he la las le les lo los mas me mi mis mucho muy nada ni no nos o os para pero por porque puede que quien se ser si sin " +
    "sobre son su sus tambien te tengo tiene todo todos tu tus un una unas uno unos y ya yo",
  // Italian
  "a ad ai al alla alle anche c che chi ci come con cosa da dal dalla degli dei del della delle di do dove e ed era fa fare gli ha hai hanno ho i il in io l la " +
    "le lo ma mi mia mio ne nei nel nella no noi non o per perche piu qual quale quali quando quanta quante quanti quanto questa questo se sei si sono su sua " +
    "sul sulla suo ti tra tu tutte tutti tutto un una uno vi",
  // Dutch
  "aan al als altijd bij daar dan dat de der deze die dit doe doen doet door een en er ga gaat geen graag haar had heb hebben heeft hem het hier hij hoe hoeveel hun " +
    "ik in is ja je kan kunnen maar me meer met mij mijn moet na naar niet nog nu of om onder ons onze ook op over te tot u uit van veel vind voor waar waarom wanneer " +
    "want waren was wat we welk welke werd wie wij word worden wordt zal ze zich zij zijn zo zonder",
  // Portuguese
  "a ao aos as com como da das de do dos e ela ele em entre era essa esse esta estao este eu faz fazer foi ha isso ja la lhe mais mas me meu minha muito na nao " +
    "nas no nos o onde os ou para pela pelo por porque qual quais quando quanta quantas quanto quantos que quem se sem ser seu sua tambem te tem tenho um uma",
  // Polish
  "a ale bo by byc byl byla bylo byly ci co czy czym dla do gdy gdzie go i ich ile im ja jak jaka jaki jakie jego jej jest jestem jeszcze juz kiedy kto ktora " +
    "ktore ktory ma mam mi mnie moj moje moze na nad nam nas nie nim o od on ona oni ono po pod przed przez przy sa sie tak tam ten to tu ty w we wszystko z za ze",
  // Swedish, Danish and Norwegian
  "af alla alle allt alt andra andre att av blev blir bliver da de den deres det detta dette din dit du dar der efter eller en er ett et etter finns for fra fran " +
    "gar gor gar ha had hade han har hon hur hun hva hvad hvem hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornar i ikke inte jag jeg kan man med men mig min " +
    "mit mitt ned nar ni nogen noget och og om op opp pa sa sig sin ska skal som til till under upp ut vad var varfor vara vem ved vi vid vilka vilken vilket",
  // Finnish
  "ei eli en ennen han he hyvin ja jo jos joka jossa jotka kaikki kanssa koska kuin kuinka kuka kun me mika mika miksi milla milloin minka mina minun missa mita " +
    "miten mutta myos ne niin nyt ole olen oli olla on ovat sen se sina sita ta tai tama tassa te tuo vai vain voi",
  // Czech and Slovak
  "a aby aj ako ale ani az bez byl byla bylo byt ci co do i ja jak jaka jake jaky je jeho jej jen jsem jsou k kde kdo kdy kdyz kedy ktera ktere ktery kto ktory ma " +
    "mam me mi mne moj muj na nad ne nebo neni o od po pod pre preco pri pro proc s sa se si so som su sve ta tak tam te ten to tu ty u uz v ve vo z za ze",
  // Russian and Ukrainian
  "а без был была были было быть в вам вас во все всё вы где да для до его ее если есть же за зачем и из или им их й как какая какие какой когда кто ли меня мне мой " +
    "моя мы на над нас не нет но ну о об он она они от по под почему при с сколько со так там то ты у уже что чтобы это этот я де коли чому що як який яка які є і та",
  // Hebrew
  "מה מי איך מתי איפה למה אני לי שלי אתה את אנחנו של על עם אוהב אוהבת",
];

const LISTS: readonly ReadonlySet<string>[] = COMMON.map((words) => new Set(withoutAccents(words).split(" ")));

/** The words of a question that say what it is about; all of them if none does. */
function tellingWords(words: readonly string[]): readonly string[] {
  const telling = wordsThatTell(words);
  return telling.length === 0 ? words : telling;
}

/**
 * The words of a question besides those that any question has. Its language is the one that most of its words are common in; a word that is
 * common in another one only stays ("den", "bad").
 */
export function wordsThatTell(words: readonly string[]): readonly string[] {
  const counts = LISTS.map((list) => words.filter((word) => list.has(withoutAccents(word))).length);
  const most = Math.max(...counts);
  const lists = LISTS.filter((_, index) => counts[index] === most);
  return words.filter((word) => !lists.every((list) => list.has(withoutAccents(word))));
}
