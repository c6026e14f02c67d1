import { isCommonWord } from "./sanitizer-common-words.ts";

/** Surnames that are nouns of every day: trades, animals, places, things and colours. In small letters without accents, by language. */
const NOUNS: ReadonlySet<string> = new Set(
  (
    "price stone wood woods field fields hill hills bell day english french church bush marsh fisher gardner gardener butler page bishop knight steel steele cross forest bank banks rivers waters black brown green white gray grey young rich best power sharp " +
    "cook driver farmer shepherd pope hood bacon rice berry pool pond snow frost rain flood moon stark strange short small sweet wise noble west north moor rush bird swan crane finch hawk fox wolf lamb lion barber singer archer miner " +
    "horn hammer glas schatz nagel schuh sack kirsch apfel specht kafer frosch hase biber storch star krone reich freund frei sauer nacht morgen abend freitag sonntag bischof monch himmel gluck liebe ernst sturm nebel eis ofen kessel " +
    "lake brook ford bond ball bull beach bean birch block bloom boot bridge camp castle clay cloud coin court cream dale drake fair flower glass gold hall hart heart holiday house key lane law lemon line lock long love mills mint nightingale park peace peacock pike plant porter potter ring rush sage savage sharp ship silver spear speed spring square stack storm street sun temple tower wall ward weaver wells wolf worth wren " +
    "konig koenig bauer schneider fischer weber koch engel stein stern vogel fuchs hahn schwarz weiss klein gross lang kurz jung sommer winter herbst berg busch baum blume kaiser graf herzog richter jager jaeger schafer schaefer hirsch kraft " +
    "krieger ritter zimmermann schreiner schuster gartner gaertner backer baecker metzger maurer schmied topfer ochs kuh kalb adler falke sperling lerche rabe krebs hecht wald feld bach see sand kohl salz pfeffer zucker brot keller hof " +
    "boulanger berger boucher marchand meunier tailleur charpentier petit grand blanc noir roux brun rouge fleur roi prince comte chevalier renard loup poisson mouton chat fontaine riviere printemps " +
    "blanco castillo cruz rey rojas prado campo campos montes iglesias herrero zapatero molinero pastor guerrero caballero bravo paz " +
    "bakker visser koning boer jager vos wit groot bos dijk brouwer schilder slager smid timmerman herder ridder haan leeuw bloem winkel molen"
  ).split(" "),
);

/** Whether a name, in small letters without accents, is a word of every day as well: written alone it is that word. */
export function isNounToo(name: string): boolean {
  return NOUNS.has(name) || isCommonWord(name);
}
