import { toPattern } from "../../text/pattern.ts";
import { AILMENT } from "./sanitizer-ailments.ts";
import { isNounToo } from "./sanitizer-noun-names.ts";
import { HOUSEHOLD, OF_ANOTHER } from "./sanitizer-owned.ts";
import { isOfTheWorld } from "./sanitizer-public.ts";
import { isWritten } from "./sanitizer-told-names.ts";
import type { WordFound } from "./sanitizer-words.ts";

const JOINED = /^ ?(?:and|und|u\.|et|y|en|&|\+|,|\/|or|oder|ou|o|of|og)? ?$/iu;
const HEBREW_AND = /^ ו?$/;
/** Between two names of the home in small letters: "present from tom for zoe". */
const RELATED =
  /^ (?:with|from|for|to|than|hits|bites|hates|loves|mit|fur|von|gegen|haut|schlagt|argert|avec|pour|con|para|met|voor|van) $/iu;
const SURNAME = /^ \p{Lu}\p{Ll}/u;
const NO_SURNAME = toPattern(`^ (?:${AILMENT}|${HOUSEHOLD})`, "iu");

/**
 * Two names of the home, each too short to count alone, in one question: side by side and joined always, further apart where both are written as
 * names without another behind that could be a surname ("Tom Hanks and Mia Wallace").
 */
export function isOneOfTwo(text: string, found: WordFound, other: WordFound): boolean {
  if (isNounToo(found.word.text.toLowerCase()) || isNounToo(other.word.text.toLowerCase())) return false;
  if ([found, other].some((name) => isAnother(text, name))) return false;
  const [first, second] = found.from < other.from ? [found, other] : [other, found];
  const between = text.slice(first.to, second.from);
  if (/[\n;]/.test(between)) return false;
  if (between.trim() !== "" && JOINED.test(between)) return true;
  if (HEBREW_AND.test(between) && /\p{Script=Hebrew}/u.test(text.slice(first.from, first.to))) return true;
  const areWritten = [first, second].every((name) => isWritten(text.slice(name.from, name.to)) && !hasSurname(text, name));
  return areWritten || (RELATED.test(between) && !isDutchAm(text, first) && !isDutchAm(text, second));
}

function isAnother(text: string, name: WordFound): boolean {
  return OF_ANOTHER.test(text.slice(Math.max(0, name.from - 16), name.from)) || isOfTheWorld(text, name);
}

function hasSurname(text: string, { to }: WordFound): boolean {
  const after = text.slice(to, to + 32);
  return SURNAME.test(after) && !NO_SURNAME.test(after);
}

/** "Ik ben van", "dan met": small words of Dutch. */
function isDutchAm(text: string, { from, to }: WordFound): boolean {
  return /^(?:ben|dan)$/.test(text.slice(from, to));
}
