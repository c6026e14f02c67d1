import { z } from "zod";
import { LANGUAGES } from "./catalogue.ts";
import { readData } from "./data.ts";

const patterns = z.array(z.string());
const list = z.string().transform((words) => words.split(" ").filter((word) => word !== ""));
const phrases = z.string().transform((all) => all.split("|"));
const asked = z.strictObject({
  before: z.string(),
  joining: list,
  favourite: patterns,
  preferred: patterns,
  own: patterns,
  keys: z.record(z.string(), patterns),
});
const form = z.strictObject({
  temperature: patterns,
  allergies: patterns,
  diet: patterns,
  favourite: patterns,
  changed: patterns,
  forgetThat: patterns,
  allKnown: patterns,
  degrees: z.string(),
  please: z.string(),
  joining: list,
  before: list,
  behind: list,
  replies: z.strictObject({
    yes: phrases,
    no: phrases,
    all: phrases,
    both: phrases,
    nth: z.array(phrases),
    last: phrases,
    one: list,
  }),
});

/** What people tell of themselves and say of what is remembered in one plain sentence, of each language; see told.yaml. */
export const TOLD = LANGUAGES.map((language) => readData(`${language}/sentences/told.yaml`, form.extend({ asked: asked.optional() })));
/** Questions that code answers: in English, as these answers are. */
export const ASKED = readData("en/sentences/told.yaml", form.extend({ asked })).asked;
