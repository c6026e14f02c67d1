import { toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import { words } from "../facts/people-words.ts";
import { piecesOf } from "./clauses.ts";

/** As mail marks what it answers. */
const QUOTED_LINE = /^\s*>/;
/** Before what somebody wrote; not the colon of a time. */
const LABEL = /^(.*?):(?=\s|$)/u;
const OF_SELF = "(?!(?:me|myself|mir|moi|mí|mij|us|uns|nous|ons)(?!\\p{L}))";
const MESSAGE_FROM = toPattern(
  `(?<!\\p{L})(?:message|e-?mail|mail|note|letter|post|text|quote|nachricht|brief|zettel|notiz|lettre|mot|mensaje|nota|carta|bericht|briefje)\\s+(?:from|by|von|vom|de|du|del|van)\\s+${OF_SELF}|הודעה מ`,
  "iu",
);
const FROM = toPattern(
  `^\\s*(?:from|von|vom|de\\s+la\\s+part\\s+de|de\\s+parte\\s+de|van|מאת)\\s+${OF_SELF}\\S+(?:\\s+\\S+){0,3}\\s*$`,
  "iu",
);
/** "From Monday to Friday: …", "from now on: …". */
const FROM_WHEN = words(
  "now on to till until jetzt an ab bis tot nu af \\d+\\S* mon\\p{L}* tue\\p{L}* wed\\p{L}* thu\\p{L}* fri\\p{L}* sat\\p{L}* sun\\p{L}* morning noon evening \\p{L}+tag maandag dinsdag woensdag donderdag vrijdag zaterdag zondag " +
    "jan\\p{L}* feb\\p{L}* march märz april may mai mei june juni july juli august sep\\p{L}* o[ck]t\\p{L}* nov\\p{L}* de[cz]\\p{L}* spring summer autumn winter frühling sommer herbst",
);

/** A message up to where it gives the text of somebody else ("Ben wrote:", "message from the landlord:"), and without lines quoted as in mail. */
export function withoutPasted(message: string, isReported: (clause: string) => boolean): string {
  const own: string[] = [];
  for (const line of message.split("\n")) {
    if (QUOTED_LINE.test(line)) continue;
    const label = LABEL.exec(line)?.[1] ?? "";
    const last = splitSentences(label).at(-1);
    const isFrom = MESSAGE_FROM.test(last?.text ?? "") || (FROM.test(last?.text ?? "") && !FROM_WHEN.test(last?.text ?? ""));
    if (last && (isFrom || isReported(piecesOf(last.text).at(-1) ?? ""))) {
      // what stands before may be their own: "I like tea, but Ben wrote: …"
      return [...own, isFrom ? label.slice(0, last.start) : label].join("\n");
    }
    own.push(line);
  }
  return own.join("\n");
}
