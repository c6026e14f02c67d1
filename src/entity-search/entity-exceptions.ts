import { toPattern } from "../text/pattern.ts";

/** Words before what is left out, by language; Home Assistant's sentences have none for it. */
const BEFORE = [
  "except for|except|apart from|other than|but not",
  "außer|ausser|bis auf|mit ausnahme von|aber nicht|nur nicht",
  "sauf|excepté|à part|hormis|mais pas",
  "excepto|salvo|menos|pero no",
  "tranne|eccetto|a parte|ma non",
  "behalve|uitgezonderd|maar niet",
  "exceto|mas não",
  "oprócz|poza|z wyjątkiem|ale nie",
  "kromě|s výjimkou|ale ne",
  "utom|förutom|men inte",
  "undtagen|bortset fra|men ikke",
  "unntatt|bortsett fra",
  "paitsi|lukuun ottamatta",
  "кроме|за исключением|но не",
  "крім|окрім|але не",
  "除了",
].join("|");
/** Words behind what is left out. */
const BEHIND = ["hariç|dışında", "kivételével|kivéve", "以外|을 제외하고|를 제외하고|빼고"].join("|");

const LEADS = toPattern(`(?<![\\p{L}\\p{N}])(?:${BEFORE})(?![a-zà-žа-я])\\s*([^.,;!?。，]+)`, "iu");
const FOLLOWS = toPattern(`(?<![^.,;!?。，\\s])([^.,;!?。，\\s]+(?:\\s[^.,;!?。，\\s]+)?)\\s*(?:${BEHIND})`, "iu");

/** A sentence without what it leaves out, and that: "all lights except the fan" → "all lights", "the fan". */
export function withoutExceptions(text: string): { readonly rest: string; readonly except: string | undefined } {
  const found = LEADS.exec(text) ?? FOLLOWS.exec(text);
  const except = found?.[1];
  if (!found || except === undefined) return { rest: text, except: undefined };
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return rest.trim() === "" ? { rest: text, except: undefined } : { rest, except };
}
