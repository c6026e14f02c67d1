import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";

const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split(/\s+/)));
const pattern = (flags: string) => z.string().transform((source) => toPattern(source, flags));
const form = z.strictObject({
  time: pattern(""),
  temperature: pattern("u"),
  units: list,
  joining: list,
  listing: pattern("giu"),
  between: pattern("u"),
  with: pattern("u"),
  pointing: pattern("iu"),
  stateOfNow: pattern("u"),
  trivialKey: pattern(""),
  trivial: pattern("i"),
  moment: pattern("u"),
});

/** Words in values of facts, see fact-values.yaml. */
export const VALUE_WORDS = readData("shared/fact-values.yaml", form);
