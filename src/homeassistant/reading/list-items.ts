import { z } from "zod";
import type { Answers } from "./answers.ts";

const item = z.object({
  summary: z.string(),
  uid: z.string().nullish(),
  status: z.enum(["needs_action", "completed"]),
  /** A day, or ISO with a zone. */
  due: z.string().nullish(),
});
const form = z.object({ items: z.array(item) });

export type ListItem = z.infer<typeof item>;

/** What stands on a list, done or not. Throws what `answers` throws. */
export async function readItems(answers: Answers, entityId: string, signal?: AbortSignal): Promise<readonly ListItem[]> {
  const data = { status: ["needs_action", "completed"] };
  return (await answers("todo.get_items", { entityId, data, form, signal })).items;
}
