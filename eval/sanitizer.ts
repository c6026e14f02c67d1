import { z } from "zod";
import { optionsSchema } from "../src/config/config.ts";
import { createEgressPolicy } from "../src/security/egress/egress.ts";
import { readRows } from "./rows.ts";
import { sanitizerHomeWords } from "./sanitizer-home.ts";
import { sanitizerHomeRows } from "./sanitizer-home-rows.ts";
import { judgeSanitizer, type SanitizerRow, wordsOf } from "./sanitizer-judge.ts";
import { type Suite, type SuiteOptions, type SuiteReport, selectCases } from "./suite.ts";

const privateRow = z.object({
  ...{ id: z.string(), text: z.string(), must_block: z.boolean(), has_name: z.boolean() },
  spans: z.array(z.object({ type: z.string(), value: z.string(), class: z.string() })),
});
const benignRow = z.object({ id: z.string(), text: z.string(), kind: z.string() });

/** What may leave the house by a search: rows of others where a folder is given, and always the questions of a home of our own. */
export const sanitizer: Suite = {
  about: "what leaves by a web search: our own home's questions, and with --data rows of personal data",
  needsNoData: true,
  async run({ folder, onCase: _, ...choice }: SuiteOptions): Promise<SuiteReport> {
    const own = selectCases(sanitizerHomeRows(), ({ id }) => id, folder === "" ? choice : { ids: undefined, limit: choice.limit });
    const homeWords = sanitizerHomeWords();
    const names = homeWords().flatMap(({ kind, text }) => (NAMING.has(kind) ? wordsOf(text) : []));
    const home = judgeSanitizer(createEgressPolicy({ homeWords, languages: languages() }), ...parted(own), names);
    if (folder === "") return home;
    const rows = selectCases(readPrivate(folder), ({ id }) => id, choice);
    const benign = choice.ids ? [] : selectCases(readBenign(folder), ({ id }) => id, choice);
    const others = judgeSanitizer(createEgressPolicy({ homeWords: () => NOBODY, languages: languages() }), rows, benign);
    return {
      cases: others.cases,
      figures: { ...others.figures, home: { cases: home.cases, ...home.figures } },
      notes: [...others.notes, ...home.notes],
    };
  },
};

const NAMING: ReadonlySet<string> = new Set(["person", "pet", "town"]);
/** Rows of others are of no home. */
const NOBODY: readonly never[] = [];

function languages(): readonly string[] {
  return optionsSchema.parse({}).address_languages;
}

function parted(rows: readonly SanitizerRow[]): [readonly SanitizerRow[], readonly SanitizerRow[]] {
  return [rows.filter(({ mustBlock }) => mustBlock), rows.filter(({ mustBlock }) => !mustBlock)];
}

function readPrivate(folder: string): readonly SanitizerRow[] {
  return readRows(folder, "queries_with_pii.jsonl", privateRow).map(({ id, text, must_block: mustBlock, has_name: hasName, spans }) => {
    const direct = spans.filter((span) => span.class === "direct");
    return { id, text, mustBlock, hasName, kinds: [...new Set(direct.map(({ type }) => type))], secrets: direct.map(({ value }) => value) };
  });
}

function readBenign(folder: string): readonly SanitizerRow[] {
  return readRows(folder, "benign_queries.jsonl", benignRow).map(({ id, text, kind }) => ({
    ...{ id, text, mustBlock: false, hasName: false, kinds: [kind], secrets: [] },
  }));
}
