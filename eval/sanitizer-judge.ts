import type { Sanitizer } from "../src/security/egress/sanitizer.ts";
import { readText } from "../src/security/egress/sanitizer-text.ts";
import { type Figures, type SuiteReport, share } from "./suite.ts";

/** One question, and whether it may leave. */
export interface SanitizerRow {
  readonly id: string;
  readonly text: string;
  /** It holds what must not leave. */
  readonly mustBlock: boolean;
  /** It holds a person's name, which is no reason by itself. */
  readonly hasName: boolean;
  /** What its private parts are, else what kind of question it is. */
  readonly kinds: readonly string[];
  /** Private parts: none of them may be in what leaves. */
  readonly secrets: readonly string[];
}

/**
 * Figures over rows: `must_block_recall`, the share of private rows of which nothing private leaves; `benign_false_alarms`, the share of
 * `benign` rows that do not leave as they are; names and quasi-identifiers alone are reported.
 */
export function judgeSanitizer(
  sanitizer: Pick<Sanitizer, "check">,
  rows: readonly SanitizerRow[],
  benign: readonly SanitizerRow[],
): SuiteReport {
  const notes: string[] = [];
  const judged = rows.map((row) => ({ row, verdict: sanitizer.check(row.text) }));
  const kept = (one: (typeof judged)[number]) => one.verdict.outcome !== "clean" && !leaks(one.verdict, one.row.secrets);
  const must = judged.filter(({ row }) => row.mustBlock);
  for (const one of must) if (!kept(one)) notes.push(`${one.row.id} leaves: ${one.row.text}`);
  const alarms = benign.filter(({ text, id }) => {
    const verdict = sanitizer.check(text);
    if (verdict.outcome === "clean") return false;
    notes.push(`${id} is held (${verdict.found.map(({ kind }) => kind).join(", ")}): ${text}`);
    return true;
  });
  const kinds = [...new Set(must.flatMap(({ row }) => row.kinds))].sort();
  const named = judged.filter(({ row }) => row.hasName && !row.mustBlock);
  const others = judged.filter(({ row }) => !row.hasName && !row.mustBlock);
  const figures: Figures = {
    must_block_recall: share(must.filter(kept).length, must.length),
    benign_false_alarms: share(alarms.length, benign.length),
    rewritten: share(must.filter(({ verdict }) => verdict.outcome === "rewritten").length, must.length),
    names_held: share(named.filter(({ verdict }) => verdict.outcome !== "clean").length, named.length),
    others_held: share(others.filter(({ verdict }) => verdict.outcome !== "clean").length, others.length),
    recall: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        recallOf(
          must.filter(({ row }) => row.kinds.includes(kind)),
          kept,
        ),
      ]),
    ),
  };
  return { cases: rows.length + benign.length, figures, notes };
}

function recallOf<One>(some: readonly One[], kept: (one: One) => boolean): number | null {
  return share(some.filter(kept).length, some.length);
}

function leaks(verdict: ReturnType<Sanitizer["check"]>, secrets: readonly string[]): boolean {
  if (verdict.outcome === "blocked") return false;
  const query = plain(verdict.query);
  return secrets.some((secret) => query.includes(plain(secret)));
}

function plain(text: string): string {
  return readText(text).text.toLowerCase();
}
