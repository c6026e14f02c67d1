import { parseArgs } from "node:util";
import type { SuiteOptions } from "./suite.ts";

export interface EvalCommand extends Omit<SuiteOptions, "onCase"> {
  readonly suite: string;
  readonly json: boolean;
}

/** Reads the command line; `{ problem }` says in one sentence what is wrong with it. */
export function readArguments(args: readonly string[], suites: readonly string[]): EvalCommand | { readonly problem: string } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals } = parsed;
  const [suite, ...more] = positionals;
  if (!suite || more.length > 0) return { problem: `name one suite: ${suites.join(", ")}` };
  if (!suites.includes(suite)) return { problem: `there is no suite ${suite}; there are: ${suites.join(", ")}` };
  if (!values.data) return { problem: "--data DIR is missing: the folder with the labelled rows" };
  const url = values["model-url"];
  if (!url !== !values.model) return { problem: "--model-url and --model go together" };
  if (url && !/^https?:\/\//.test(url)) return { problem: "--model-url must start with http:// or https://" };
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) return { problem: "--limit must be a whole number above 0" };
  return {
    suite,
    json: values.json,
    folder: values.data,
    limit,
    ids: values.cases?.split(",").map((id) => id.trim()),
    model: url && values.model ? { url: url.replace(/\/+$/, ""), name: values.model } : undefined,
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: "string" },
      json: { type: "boolean", default: false },
      "model-url": { type: "string" },
      model: { type: "string" },
      limit: { type: "string" },
      cases: { type: "string" },
    },
  });
}
