import { z } from "zod";
import { toPattern } from "../text/pattern.ts";
import { readData } from "./data.ts";

const pattern = (flags: string) => z.string().transform((source) => toPattern(source, flags));
const form = z.strictObject({
  phones: z.strictObject({
    toldBefore: pattern("iu"),
    toldBehind: pattern("i"),
    ofThings: pattern("i"),
    unitsBehind: pattern("i"),
    countsBefore: pattern("i"),
    whose: pattern("iu"),
  }),
  codes: z.strictObject({
    maySay: pattern("i"),
    between: pattern("iu"),
    ofEverybody: pattern("iu"),
    openedWith: pattern("giu"),
    saidBehind: pattern("iu"),
    opens: pattern(""),
    said: pattern("u"),
    ours: pattern("u"),
  }),
  numbers: z.strictObject({
    account: pattern("i"),
    card: pattern("i"),
    identity: pattern("giu"),
  }),
  network: z.strictObject({
    /** The word for a full stop in an address, as alternatives. */
    dot: z.string(),
    spokenMail: pattern("gi"),
    ssid: pattern("gi"),
    version: pattern("i"),
    versionBehind: pattern("i"),
  }),
  cloud: z.strictObject({ time: pattern("gu"), code: pattern("u") }),
  nameEndings: pattern("iu"),
  /** What most homes are called. */
  homeNames: z.string().transform((list): ReadonlySet<string> => new Set(list.split(","))),
  kinds: z.record(z.string(), z.string()),
});

export const egressWords = readData("shared/egress.yaml", form, "held");
