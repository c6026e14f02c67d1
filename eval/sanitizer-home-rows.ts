import { join } from "node:path";
import { z } from "zod";
import { readRows } from "./rows.ts";
import type { SanitizerRow } from "./sanitizer-judge.ts";

const row = z.object({ id: z.string(), kind: z.string(), text: z.string(), secrets: z.array(z.string()).min(1).optional() });

/** Questions in a home that is described in sanitizer-home.ts: what must not leave as it is, with what may not be in what leaves, and what may. */
export function sanitizerHomeRows(): readonly SanitizerRow[] {
  const rows = readRows(join(import.meta.dirname, "rows"), "sanitizer-home.jsonl", row);
  return rows.map(({ id, kind, text, secrets }) => {
    return { id, text, mustBlock: secrets !== undefined, hasName: false, kinds: [kind], secrets: secrets ?? [] };
  });
}
