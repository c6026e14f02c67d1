import type { z } from "zod";
import { editDistance } from "../text/edit-distance.ts";

/** The options cannot be used. `problems` are sentences for the user: paths and kinds, never a value that was given. */
export class OptionsError extends Error {
  override name = "OptionsError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    const head = problems.length === 1 ? "There is a problem with the options:" : `There are ${problems.length} problems with the options:`;
    super([head, ...problems.map((problem) => `- ${problem}`)].join("\n"), options);
    this.problems = problems;
  }
}

/** One finding of zod as sentences for the user. `known` are the names that would be right where the finding is. */
export function describeIssue(issue: z.core.$ZodIssue, given: unknown, known: readonly string[]): string[] {
  const at = (path: readonly PropertyKey[]) =>
    path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index ? "." : ""}${shownName(String(key))}`)).join("");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${at([...issue.path, key])}: there is no such option${suggestion(key, known)}`);
  }
  const value = issue.path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], given);
  return [`${at(issue.path)}: ${kindOf(value)} was given; allowed: ${issue.message}`];
}

/** A name that could be a pasted secret is not shown. */
function shownName(key: string): string {
  return /^[A-Za-z][A-Za-z_]{0,39}$/.test(key) ? key : "(a name that is not shown)";
}

function suggestion(key: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, distance: editDistance(key.toLowerCase().slice(0, 60), name) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= nearest.name.length / 3 ? `; did you mean ${nearest.name}?` : "";
}

/** What a value is, in words, without the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  if (typeof value === "number") return Number.isInteger(value) ? "a whole number" : "a number that is not whole";
  return typeof value === "boolean" ? "true or false" : "a group of options";
}
