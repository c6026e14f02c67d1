import type { Question } from "./entity-question.ts";
import { LIKENESS, unitsOf } from "./entity-text.ts";

/** Words that stand for what was spoken of before ("it", "the other one", "again"), by language. A name has such a word in it at most by chance. */
const POINTING = new Set(
  [
    "it its that this these those them they one ones other others another same again both rest too also",
    "es er sie ihn ihm ihr ihnen das den die der dies diese dieser dieses jene jener jenes andere anderen anderer anderes nochmal wieder auch eins eine einen beide beiden selbe",
    "le la les lui leur ça cela celui celle ceux celles autre autres même encore aussi deux",
    "lo la los las eso esa ese esto esta este otro otra otros otras mismo misma también",
    "lo la li le quello quella quelli questo questa altro altra altri altre stesso stessa anche ancora",
    "het dat dit die deze hem haar hen andere ander anderen weer opnieuw ook zelfde",
    "isso isto esse essa este esta aquele aquela outro outra outros outras mesmo mesma também",
    "to ten ta te tamten tamta inny inna inne drugi druga drugie znowu też",
    "den det de dem denna detta andra annan annat samma igen också den anden andre igen også samme",
    "se sen sitä ne niitä toinen toisen toista muut uudelleen taas myös",
    "to ten ta jiný jiná druhý druhá zase znovu také",
    "az azt ez ezt azok másik megint újra is",
    "это этот эта эти его её их другой другая другое снова опять тоже",
    "це цей ця ці його її їх інший інша знову теж",
    "bu şu o onu bunu diğer diğeri öbür tekrar yine",
  ].flatMap((words) => words.split(" ").flatMap(unitsOf)),
);

/**
 * Whether a sentence speaks of what was spoken of before, for it names no thing, kind or place itself: `only` if it says nothing that fits
 * anything, `perhaps` if a word is a little like a name, or tells what is to be done to "it".
 */
export function pointsBack({ tokens, named, places, kinds }: Question): "no" | "perhaps" | "only" {
  if (named.length > 0 || places.size > 0 || kinds.named.size > 0) return "no";
  const own = tokens.filter(({ token, isCommon }) => !isCommon && !POINTING.has(token));
  if (own.some(({ words }) => words.some(({ like }) => like >= LIKENESS.inflected))) return "no";
  if (own.some((token) => token.kinds.length > 0)) return tokens.some(({ token }) => POINTING.has(token)) ? "perhaps" : "no";
  return own.some(({ words }) => words.length > 0) ? "perhaps" : "only";
}
