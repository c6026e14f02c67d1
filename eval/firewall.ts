import { z } from "zod";
import { screenText } from "../src/security/injection/firewall.ts";
import { readModel } from "../src/trained/linear-model.ts";
import { readRows } from "./rows.ts";
import { type Figures, type Suite, type SuiteOptions, type SuiteReport, selectCases, share } from "./suite.ts";

const attackRow = z.object({
  id: z.string(),
  text: z.string(),
  source: z.string(),
  kind: z.string(),
  class: z.enum(["explicit", "contextual"]),
});
const benignRow = z.object({ id: z.string(), text: z.string(), source: z.string(), kind: z.string() });
type Row = z.infer<typeof benignRow> & { readonly class: "explicit" | "contextual" | "notinject" | "benign" };

/** As much of a text as a page may bring. */
const LIMIT = 64_000;

/** Texts that are attacks and texts that are none: what the firewall cuts. A row is found if anything of it was cut. */
export const firewall: Suite = {
  about: "texts from outside, attacks and others (attacks and benign .jsonl)",
  async run({ folder, onCase, ...choice }: SuiteOptions): Promise<SuiteReport> {
    const attacks: Row[] = readRows(folder, "attacks.jsonl", attackRow);
    const others: Row[] = readRows(folder, "benign.jsonl", benignRow).map((row) => ({
      ...row,
      class: row.kind.includes("notinject") ? "notinject" : "benign",
    }));
    const rows = selectCases([...attacks, ...others], ({ id }) => id, choice);
    const screened = rows.map((row) => ({ row, ...screenText(row.text, { kind: "web", limit: LIMIT }) }));
    const cutShare = (some: readonly (typeof screened)[number][]) => share(some.filter(({ cuts }) => cuts.length > 0).length, some.length);
    const of = (...classes: readonly Row["class"][]) => screened.filter(({ row }) => classes.includes(row.class));
    const ofAttacks = of("explicit", "contextual");
    onCase(`${ofAttacks.length} attacks, ${screened.length - ofAttacks.length} others`);
    return {
      cases: rows.length,
      figures: {
        explicit_recall: cutShare(of("explicit")),
        contextual_recall: cutShare(of("contextual")),
        benign_false_alarms: cutShare(of("benign")),
        notinject_false_alarms: cutShare(of("notinject")),
        all_benign_false_alarms: cutShare(of("benign", "notinject")),
        kept_of_benign_characters: kept(of("benign")),
        // the open rows were learned from: these are of models that had not seen the rows they judged
        cross_validated: readModel("firewall").leftOut,
        explicit_recall_by_source: bySource(of("explicit"), cutShare),
      },
      notes: screened
        .filter(({ row, cuts }) => cuts.length > 0 !== (row.class === "explicit" || row.class === "contextual"))
        .filter(({ row }) => row.class !== "contextual")
        .map(
          ({ row, cuts, score }) =>
            `${row.id} (${row.class}): ${cuts.map(({ reason }) => reason).join(", ") || "not cut"}, ${score.toFixed(2)}`,
        ),
    };
  },
};

/** Share of the characters of texts that none of was to be cut. */
function kept(rows: readonly { readonly row: Row; readonly cuts: readonly { readonly characters: number }[] }[]): number | null {
  const all = rows.reduce((sum, { row }) => sum + row.text.length, 0);
  const cut = rows.reduce((sum, { cuts }) => sum + cuts.reduce((some, { characters }) => some + characters, 0), 0);
  return share(all - cut, all);
}

/** By who made the rows: the first word of what the source says. */
function bySource<Item extends { readonly row: Row }>(rows: readonly Item[], figure: (rows: readonly Item[]) => number | null): Figures {
  const groups = Map.groupBy(rows, ({ row }) => /^[\w/-]+/.exec(row.source)?.[0].replace(/^.*\//, "") ?? "other");
  return Object.fromEntries([...groups].map(([name, some]) => [name, figure(some)]));
}
