import type { HomeConnection } from "../connection/connection.ts";
import { createAnswers } from "../reading/answers.ts";
import { type ListItem, readItems } from "../reading/list-items.ts";
import type { ResolvedCall } from "../services/services.ts";

type Data = ResolvedCall["data"];

/** Whether a list's items show that a change of it was made. */
const HOLDS: Readonly<Record<string, (items: readonly ListItem[], data: Data) => boolean>> = {
  "todo.add_item": (items, { item }) => items.some((one) => isCalled(one, item) && one.status === "needs_action"),
  "todo.update_item": (items, { item, rename, status }) =>
    items.some((one) => isCalled(one, rename ?? item) && (status === undefined || one.status === status)),
  "todo.remove_item": (items, { item }) => [item].flat().every((name) => !items.some((one) => isCalled(one, name))),
  "todo.remove_completed_items": (items) => items.every(({ status }) => status !== "completed"),
};

/** Reads a list back after a change was answered, for its state tells only how many items are open. Undefined where that tells nothing. */
export function createListProof({ connection }: { readonly connection: Pick<HomeConnection, "command"> }) {
  const answers = createAnswers({ connection });
  return async ({ service, data }: ResolvedCall, entityId: string): Promise<"done" | "no-change" | undefined> => {
    const holds = HOLDS[service];
    if (!holds) return undefined;
    const items = await readItems(answers, entityId).catch(() => undefined);
    return items && (holds(items, data) ? "done" : "no-change");
  };
}

/** Home Assistant finds items by their id, too. */
function isCalled({ summary, uid }: ListItem, name: unknown): boolean {
  return uid === name || summary.trim().toLowerCase() === String(name).trim().toLowerCase();
}
