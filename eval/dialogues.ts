import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type Figures, type SuiteOptions, type SuiteReport, selectCases, share } from "./suite.ts";

/** Homes at once: a case waits for sockets more than it computes. */
const AT_ONCE = 3;

/** What was said to a home of its own, and what kind of row it is. */
export type Dialogue<Row> = Row & { readonly id: string; readonly language: string; readonly kind: string };

/** The rows of a folder: a file for each language, a list for each kind. Throws ZodError for a row that is none. */
export function readDialogues<Row extends z.ZodType<object>>(folder: string, row: Row): readonly Dialogue<z.infer<Row>>[] {
  const file = z.record(z.string(), z.array(row));
  return readdirSync(folder).flatMap((name) => {
    const language = name.replace(/\.yaml$/, "");
    return Object.entries(file.parse(parse(readFileSync(join(folder, name), "utf8")))).flatMap(([kind, rows]) =>
      rows.map((one, index) => ({ ...one, id: `${language}-${kind}-${index + 1}`, language, kind })),
    );
  });
}

interface Judged {
  /** One of the outcomes; `wrong` is counted, all others are shares. */
  readonly outcome: string;
  readonly why: string;
}

/** Runs each dialogue once and counts its outcomes, by language and by kind. */
export async function runDialogues<Row extends { readonly say: readonly string[] }>(
  dialogues: readonly Dialogue<Row>[],
  { onCase, ...choice }: SuiteOptions,
  outcomes: readonly string[],
  judge: (one: Dialogue<Row>) => Promise<Judged>,
): Promise<SuiteReport> {
  const cases = selectCases(dialogues, ({ id }) => id, choice);
  const came = new Map<Dialogue<Row>, string>();
  const notes: string[] = [];
  const queue = [...cases];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { outcome, why } = await judge(next);
      came.set(next, outcome);
      onCase(`${came.size}/${cases.length} ${next.id}: ${outcome}`);
      if (outcome !== "right") notes.push(`${next.id} ${outcome}: ${next.say.join(" | ")}\n  ${why}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const figuresOf = (belongs: (one: Dialogue<Row>) => boolean): Figures => {
    const of = [...came].flatMap(([one, outcome]) => (belongs(one) ? [outcome] : []));
    const count = (outcome: string) => of.filter((one) => one === outcome).length;
    const shares = outcomes.map((outcome) => [outcome, outcome === "wrong" ? count(outcome) : share(count(outcome), of.length)]);
    return { cases: of.length, ...Object.fromEntries(shares) };
  };
  const each = (name: "language" | "kind") =>
    Object.fromEntries([...new Set(cases.map((one) => one[name]))].map((value) => [value, figuresOf((one) => one[name] === value)]));
  return { cases: cases.length, figures: { all: figuresOf(() => true), ...each("language"), by_kind: each("kind") }, notes: notes.sort() };
}
