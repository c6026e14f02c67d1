import { z } from "zod";

/** A row of entities.jsonl, as far as every reader needs it. */
export const entityRow = z.object({
  dataset: z.string(),
  home_id: z.string(),
  entity_id: z.string(),
  name: z.string().nullable(),
  area: z.string().nullable(),
  floor: z.string().nullable(),
  device: z.string().nullable(),
  attributes: z.record(z.string(), z.unknown()).nullable(),
});

/** What tells one home of the data from another. */
export function homeKey({ dataset, home_id }: { readonly dataset: string; readonly home_id: string }): string {
  return `${dataset}/${home_id}`;
}
