import type { EgressPolicy } from "../src/security/egress/egress.ts";
import { readText } from "../src/security/egress/read-text.ts";
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
 * Figures over rows. `must_block_held`: the share of private rows that are asked about or denied, `must_block_denied` those that are denied; of the
 * `benign` rows `benign_denied` and `benign_asked`, and of those that name somebody or the town of the home `named_asked`: a name is a reason to ask.
 */
export function judgeSanitizer(
  policy: Pick<EgressPolicy, "decide">,
  rows: readonly SanitizerRow[],
  benign: readonly SanitizerRow[],
  names: readonly string[] = [],
): SuiteReport {
  const notes: string[] = [];
  const judged = rows.map((row) => ({ row, verdict: policy.decide(row.text) }));
  const held = ({ verdict }: (typeof judged)[number]) => verdict.outcome !== "allow";
  const must = judged.filter(({ row }) => row.mustBlock);
  for (const one of must) if (!held(one)) notes.push(`${one.row.id} leaves: ${one.row.text}`);
  const others = benign.map((row) => ({ row, verdict: policy.decide(row.text) }));
  for (const { row, verdict } of others)
    if (verdict.outcome !== "allow") notes.push(`${row.id} (${verdict.outcome}: ${verdict.kinds.join(", ")}): ${row.text}`);
  const isNamed = ({ row }: (typeof others)[number]) => wordsOf(row.text).some((word) => names.includes(word));
  const ordinary = others.filter((one) => !isNamed(one));
  const named = others.filter(isNamed);
  const of = (some: typeof judged, outcome: string) => share(some.filter(({ verdict }) => verdict.outcome === outcome).length, some.length);
  const kinds = [...new Set(must.flatMap(({ row }) => row.kinds))].sort();
  const figures: Figures = {
    must_block_held: share(must.filter(held).length, must.length),
    must_block_denied: of(must, "deny"),
    benign_denied: of(others, "deny"),
    benign_asked: of(ordinary, "ask"),
    named_asked: of(named, "ask"),
    held: Object.fromEntries(
      kinds.map((kind) => {
        const some = must.filter(({ row }) => row.kinds.includes(kind));
        return [kind, share(some.filter(held).length, some.length)];
      }),
    ),
  };
  return { cases: rows.length + benign.length, figures, notes };
}

/** Words of a text in small plain letters. */
export function wordsOf(text: string): readonly string[] {
  return (
    readText(text)
      .text.toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}
