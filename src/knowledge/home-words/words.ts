import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";

const pattern = (flags: string) => z.string().transform((source) => toPattern(source, flags));
const list = z.string().transform((text): ReadonlySet<string> => new Set(text.split(/\s+/)));
const form = z.strictObject({
  possessives: z.array(
    z.strictObject({ pattern: z.string(), flags: z.string() }).transform(({ pattern, flags }) => toPattern(pattern, flags)),
  ),
  room: pattern("iu"),
  personal: list,
  namesInS: list,
  particles: list,
  nameless: pattern("i"),
  told: pattern("iu"),
  inATown: pattern("gu"),
  since: pattern("iu"),
  besideTown: pattern("gu"),
  byARiver: pattern("iu"),
  englishStreet: pattern("iu"),
  withinAHouse: pattern("i"),
  townKey: pattern(""),
  postcodeKey: pattern(""),
  addressKey: pattern(""),
  pet: z.string(),
  relation: z.string(),
  nameEnd: pattern(""),
  title: pattern("iu"),
});

/** Words in names and facts of a home, see home-words.yaml. */
export const HOME_WORDS = readData("shared/home-words.yaml", form);
