import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { z } from "zod";

const FOLDER = new URL("./", import.meta.url);

/** A YAML file of this folder by its path in it, or one section of it. Throws where there is none, and a ZodError where it has another form. */
export function readData<Form extends z.ZodType>(file: string, form: Form, section?: string): z.infer<Form> {
  const content: unknown = parse(readFileSync(new URL(file, FOLDER), "utf8"));
  return form.parse(section === undefined ? content : Object(content)[section]);
}
