import type { Dice } from "./knowledge-dice.ts";
import { type MemoryCase, WHO, type Who } from "./memory-case.ts";
import { forgettingRows } from "./memory-rows-forgetting.ts";
import { junkRows } from "./memory-rows-junk.ts";
import { languageRows } from "./memory-rows-languages.ts";
import { learnedRows } from "./memory-rows-learned.ts";
import { mistakenRows } from "./memory-rows-mistaken.ts";
import { peopleRows } from "./memory-rows-people.ts";
import { toldRows } from "./memory-rows-told.ts";
import { type Draft, surely } from "./memory-steps.ts";

const NAMES = ["Anna", "Ben", "Clara", "David", "Edith", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Karin", "Lars"];

/** A household and its conversations: the first of each kind, then the second of each, so that the first few are of many kinds. */
export function memoryRows(dice: Dice): { readonly names: Readonly<Record<Who, string>>; readonly cases: readonly MemoryCase[] } {
  const [owner = "", adult = "", child = "", guest = ""] = dice.sample(NAMES, WHO.length);
  const names = { owner, adult, child, guest };
  const notToKeep = [...junkRows(dice, names), ...mistakenRows(names)];
  const drafts = [
    ...toldRows(dice),
    ...peopleRows(dice, names),
    ...forgettingRows(dice),
    ...notToKeep,
    ...notToKeep.map(surely),
    ...learnedRows(dice),
    ...languageRows(dice),
  ];
  const kinds = [...Map.groupBy(drafts, ({ kind }) => kind)].map(([, some]) => some.map(numbered));
  const rounds = Math.max(...kinds.map(({ length }) => length));
  return { names, cases: Array.from({ length: rounds }, (_, round) => kinds.flatMap((some) => some.slice(round, round + 1))).flat() };
}

function numbered(draft: Draft, index: number): MemoryCase {
  return { language: "en", finds: {}, keeps: [], private: [], gone: [], ...draft, id: `${draft.kind}/${index + 1}` };
}
