import { z } from "zod";
import { baseUrl } from "../text/base-url.ts";

// Each schema carries one sentence of what is allowed; it is the whole error message, so that no value can slip into one.

export const text = (allowed: string, min: number, max: number) =>
  z.string({ error: allowed }).min(min, { error: allowed }).max(max, { error: allowed });

export const matching = (allowed: string, pattern: RegExp) => z.string({ error: allowed }).regex(pattern, { error: allowed });

export const yesNo = () => z.boolean({ error: "true or false" });

export const oneOf = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z.enum(names, { error: `one of ${names.join(", ")}` });

export const listOf = <Item extends z.ZodType>(item: Item, allowed: string) => z.array(item, { error: allowed });

export function whole(min: number, max: number, unit = "") {
  const error = `a whole number from ${min} to ${max}${unit}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** Paths are put behind it: it has no slashes at its end. */
export function url() {
  const error = "an address that starts with http:// or https://, with no user name, password, ? or # in it";
  return z.string({ error }).refine(isPlainUrl, { error }).meta({ format: "url" }).transform(baseUrl);
}

export function secret(min = 1) {
  const error = `a text of ${min} to 1000 characters without spaces or line breaks`;
  return z
    .string({ error })
    .regex(/^\S{1,1000}$/, { error })
    .min(min, { error })
    .meta({ format: "password" });
}

export function brokerUrl() {
  const error = "an address that starts with mqtt://, mqtts://, ws:// or wss://, with no user name, password, ? or # in it";
  return z.string({ error }).refine((value) => /^(mqtts?|wss?):\/\/[^\s?#@]+$/i.test(value) && URL.canParse(value), { error });
}

export function isPlainUrl(value: string): boolean {
  return /^https?:\/\/[^\s?#@]+$/i.test(value) && URL.canParse(value);
}
