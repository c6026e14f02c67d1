import { classesIn, type ReadSentence } from "./firewall-features.ts";
import { classBits } from "./firewall-words.ts";

/** Who is spoken to, what is asked for, or what is to be done: manuals for people have none of them beside "ignore the above". */
const SIGNS = classBits("machine", "secret", "personal", "persona", "system", "harm", "freed", "encoding", "imagined", "authority");
/** What is to be done: in one sentence with the order to forget; the next step of a manual is one, too. */
const DEED = classBits("deed");
/** All rules that hold are overridden, not a step: "all previous instructions". */
const OVERRIDE = classBits("ignore", "instruction", "all");

/** Whether a sentence that sounds like an attack has a second sign of it, or some read `together` have; in documents, one that only tells people where to read on has none. */
export function hasSecondSign(sentence: ReadSentence, { together }: { readonly together: boolean }): boolean {
  const classes = classesIn(sentence);
  return (classes & (together ? SIGNS : SIGNS | DEED)) !== 0 || (classes & OVERRIDE) === OVERRIDE;
}
