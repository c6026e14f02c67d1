import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import type { Answers } from "../../homeassistant/reading/answers.ts";
import { type ListItem, readItems } from "../../homeassistant/reading/list-items.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { accessDomain, LONGEST_NAME, LONGEST_TEXT, shorten } from "../entity-access.ts";
import { thatFit } from "../history/history-actions.ts";
import { defineReadTool } from "../tool.ts";

/** Of all lists together. */
const MOST_ITEMS = 80;
/** Done items are kept for years; the last ones are asked about. */
const MOST_DONE = 10;

const input = z.object({
  entity_id: z.string().max(255).optional(),
});

interface ListDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "exposed" | "domains">;
  readonly answers: Answers;
}

/** What stands on the exposed to-do and shopping lists, open and done. */
export function createGetListItems({ home, answers }: ListDependencies): ReadTool {
  const tool = defineReadTool(
    "get_list_items",
    "Shopping and to-do lists. Change them by todo.add_item, remove_item, update_item: data item, status completed.",
    input,
    async ({ entity_id }, caller, signal) => {
      const access = accessDomain(home, "todo", entity_id, caller);
      if (!access.ok) return access.result;
      const lists = await Promise.all(
        access.entities.map(async ({ entityId, name }) => ({ entityId, name, items: await readItems(answers, entityId, signal) })),
      );
      const rows = lists.flatMap(({ name, entityId, items }) => {
        const done = items.filter(({ status }) => status === "completed").slice(-MOST_DONE);
        const list = { list: shorten(name, LONGEST_NAME), entity_id: entityId };
        return [...items.filter(({ status }) => status !== "completed"), ...done].map((item) => ({ ...list, ...toldItem(item) }));
      });
      const shown = thatFit({}, rows, MOST_ITEMS);
      const byList = Map.groupBy(shown, ({ entity_id: entityId }) => entityId);
      return {
        ok: true,
        read: { kind: "items", lists },
        lists: lists.map(({ entityId, name }) => {
          const items = byList.get(entityId) ?? [];
          const done = items.flatMap(({ isDone, item }) => (isDone ? item : []));
          return {
            name: shorten(name, LONGEST_NAME),
            entity_id: entityId,
            open: items.flatMap(({ isDone, item }) => (isDone ? [] : item)),
            ...(done.length > 0 && { done }),
          };
        }),
        ...(rows.length > shown.length && { items_left_out: rows.length - shown.length }),
        origin: rows.length > 0 ? "outside" : "home",
      };
    },
  );
  return { ...tool, offered: () => home.domains.has("todo") };
}

function toldItem({ summary, due, status }: ListItem) {
  const item = shorten(summary, LONGEST_TEXT);
  return { item: due ? `${item} (due ${due})` : item, isDone: status === "completed" };
}
