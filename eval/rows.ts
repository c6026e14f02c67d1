import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";

/** The folder's data cannot be read as a suite needs it. The message names file and line. */
export class EvalDataError extends Error {
  override name = "EvalDataError";
}

/** All rows of one JSON-lines file, checked. Empty lines are skipped; fields that the schema does not name are dropped. */
export function readRows<Row>(folder: string, file: string, schema: z.ZodType<Row>): Row[] {
  return readText(folder, file)
    .split("\n")
    .flatMap((line, index) => (line.trim() ? [readRow(line, `${file}:${index + 1}`, schema)] : []));
}

function readText(folder: string, file: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new EvalDataError(`there is no folder ${folder}`);
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch (error) {
    throw new EvalDataError(`the folder ${folder} has no file ${file} that can be read`, { cause: error });
  }
}

function readRow<Row>(line: string, place: string, schema: z.ZodType<Row>): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new EvalDataError(`${place} is not valid JSON`, { cause: error });
  }
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new EvalDataError(`${place}: ${issue?.path.join(".") || "the row"}: ${issue?.message}`, { cause: error });
}
