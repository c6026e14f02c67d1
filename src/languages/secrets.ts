import { z } from "zod";
import { folded } from "../text/fold.ts";
import { anyOf, toPattern } from "../text/pattern.ts";
import { readData } from "./data.ts";

const words = z.string().transform((list) => new Set(list.split(/\s+/).map(folded)));
const form = z.strictObject({
  secret: words,
  secretEnds: z.string(),
  secretSigns: z.string(),
  secretPhrases: z.array(z.string()),
  code: words,
  otherCodes: z.string(),
  codeOf: z.string(),
  access: words,
  entered: words,
  numbered: words,
});
const data = readData("shared/secrets.yaml", form);

const PHRASE = toPattern(`${anyOf(data.secretPhrases.map((phrase) => `(?:${phrase})`))}|${folded(data.secretSigns)}`, "u");
const ENDS = toPattern(`(?:${data.secretEnds})$`, "u");
const OTHER_CODES = toPattern(data.otherCodes, "gu");
const CODE_OF = toPattern(`(?<!\\p{L})${data.codeOf}(.{0,30})`, "gu");
/** What is written for letters. */
const LETTERS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", $: "s", "@": "a" };

/** True if a text says of something that it is a password, a PIN or the code of a door. */
export function saysSecret(text: string): boolean {
  const known = folded(text).replaceAll(OTHER_CODES, " ");
  const tokens = tokensOf(known);
  return (
    tokens.some((token) => data.secret.has(token) || ENDS.test(token)) ||
    PHRASE.test(known) ||
    lettersForDigits(known).some((token) => data.secret.has(token)) ||
    known.matchAll(CODE_OF).some(([, behind = ""]) => saysAccess(behind))
  );
}

export function saysCode(text: string): boolean {
  return mentions(folded(text).replaceAll(OTHER_CODES, " "), data.code);
}

export function saysAccess(text: string): boolean {
  return tokensOf(folded(text)).some((token) => data.access.has(token) || token.endsWith("tur"));
}

export function saysEntered(text: string): boolean {
  return mentions(folded(text), data.entered);
}

export function saysNumbered(text: string): boolean {
  return mentions(folded(text), data.numbered);
}

function mentions(text: string, list: ReadonlySet<string>): boolean {
  return tokensOf(text).some((token) => list.has(token));
}

/** "passw0rd", "p@ssword". */
function lettersForDigits(text: string): readonly string[] {
  return (text.match(/[\p{L}\d@$]+/gu) ?? []).flatMap((token) =>
    /\p{L}/u.test(token) && /[\d@$]/.test(token) ? [token.replaceAll(/[\d@$]/g, (sign) => LETTERS[sign] ?? sign)] : [],
  );
}

/** Words; of a Hebrew or Arabic one also what is behind its small words ("והסיסמה", "الرمز"). */
function tokensOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu) ?? [])
    .flatMap((token) => (token.includes("-") ? [token, ...token.split("-")] : [token]))
    .flatMap((token) => {
      if (/^[הובכלמש]{1,3}(?=\p{Script=Hebrew}{2})/u.test(token)) return [token, token.slice(1), token.slice(2)];
      return /^[وبلف]?(?:ال|لل)/u.test(token) ? [token, token.replace(/^[وبلف]?(?:ال|لل)/u, "")] : [token];
    });
}
