import { z } from "zod";
import { readData } from "../../languages/data.ts";

const WORDS = new Map(Object.entries(readData("shared/binary-states.yaml", z.record(z.string(), z.tuple([z.string(), z.string()])))));

/** What a state is called for this kind of thing, in English: "detected" for `on` of a motion sensor; of other things the state as it is. */
export function stateWord({ domain, deviceClass = "" }: { domain: string; deviceClass: string | undefined }, state: string): string {
  const [on, off] = (domain === "binary_sensor" && WORDS.get(deviceClass)) || [];
  return (state === "on" ? on : state === "off" ? off : undefined) ?? state;
}
