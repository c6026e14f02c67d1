import { parseArgs } from "node:util";
import type { Suite, SuiteOptions } from "./suite.ts";

export interface EvalCommand extends Omit<SuiteOptions, "onCase"> {
  readonly suite: string;
  readonly json: boolean;
}

/** Reads the command line for suites by their names; `{ problem }` says in one sentence what is wrong with it. */
export function readArguments(
  args: readonly string[],
  suites: Readonly<Record<string, Pick<Suite, "needsNoData">>>,
): EvalCommand | { readonly problem: string } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals } = parsed;
  const names = Object.keys(suites).join(", ");
  const [suite, ...more] = positionals;
  if (!suite || more.length > 0) return { problem: `name one suite: ${names}` };
  const chosen = Object.hasOwn(suites, suite) ? suites[suite] : undefined;
  if (!chosen) return { problem: `there is no suite ${suite}; there are: ${names}` };
  if (!values.data && !chosen.needsNoData) return { problem: "--data DIR is missing: the folder with the labelled rows" };
  const given = values["model-url"]?.replace(/\/+$/, "");
  const embedder = values["embedding-model"];
  if (embedder !== undefined && !given) return { problem: "--embedding-model needs --model-url" };
  if (!embedder && !given !== !values.model) return { problem: "--model-url and --model go together" };
  if (given && !/^https?:\/\//.test(given)) return { problem: "--model-url must start with http:// or https://" };
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) return { problem: "--limit must be a whole number above 0" };
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (seed !== undefined && !(Number.isInteger(seed) && seed > 0)) return { problem: "--seed must be a whole number above 0" };
  return {
    suite,
    json: values.json,
    folder: values.data ?? "",
    limit,
    ids: values.cases?.split(",").map((id) => id.trim()),
    model: given && values.model ? { url: given, name: values.model } : undefined,
    embedding: given && embedder ? { url: given, name: embedder } : undefined,
    seed,
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
      "embedding-model": { type: "string" },
      seed: { type: "string" },
      limit: { type: "string" },
      cases: { type: "string" },
    },
  });
}
