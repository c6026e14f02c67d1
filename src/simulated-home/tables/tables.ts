import { readFileSync } from "node:fs";
import { parse } from "yaml";

type Row = Readonly<Record<string, unknown>>;

const FOLDER = new URL("./", import.meta.url);

/** A file of this folder. It is ours: what reads it says its form. */
export function readTable<Form>(name: string): Form {
  return parse(readFileSync(new URL(`${name}.yaml`, FOLDER), "utf8")) as Form;
}

/** What does not depend on how a home is furnished. */
export const answers = readTable<{
  readonly config: Row;
  readonly config_entry: Row;
  readonly floor: Row;
  readonly label: Row;
  readonly area: Row;
  readonly device: Row;
  readonly entity: Row;
  readonly at_rest: Readonly<Record<string, string>>;
  readonly unrecorded: Readonly<Record<string, readonly string[]>>;
  /** Base64. */
  readonly picture: string;
  readonly by_state: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly device_actions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}>("answers");
