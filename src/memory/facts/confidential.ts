import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";

const pattern = z.string().transform((source) => toPattern(source, "iu"));
const { confidential, present } = readData("shared/confidential.yaml", z.strictObject({ confidential: pattern, present: pattern }));

/** True if a message wants what it tells to be kept among few, or tells of a present: told of, that is found. */
export function isConfidential(said: string): boolean {
  return confidential.test(said) || present.test(said);
}
