import { unitsOf } from "../../entity-search/entity-text.ts";
import type { Answers } from "../../homeassistant/reading/answers.ts";
import { readItems } from "../../homeassistant/reading/list-items.ts";
import type { RecognisedPart } from "../../homeassistant/recogniser/recogniser.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";

type Action = Extract<RecognisedPart, { kind: "action" }>;

/** Services whose item has to stand on the list already, or not yet. */
const ADDING = "todo.add_item";
const OF_LISTED: ReadonlySet<string> = new Set([ADDING, "todo.remove_item", "todo.update_item"]);

interface ListedItemsDependencies {
  readonly services: Pick<Services, "resolve">;
  readonly answers: Answers;
}

export type ListedItems = ReturnType<typeof createListedItems>;

/**
 * The call of a recognised action with its item as it is written on the list, for Home Assistant finds no other: "the eggs" are "Eggs". `missing`: it is
 * not on the list that was named; `listed`: it is, and shall be added. Undefined where that is not known, or where several lists have it.
 */
export function createListedItems({ services, answers }: ListedItemsDependencies) {
  return async ({ call, ifListed = false }: Action, signal: AbortSignal): Promise<ServiceCall | "missing" | "listed" | undefined> => {
    const resolution = OF_LISTED.has(call.service) ? services.resolve(call) : undefined;
    if (!resolution?.ok) return call;
    const said = wordsOf(String(call.data["item"]));
    const found = await Promise.all(
      resolution.call.entityIds.map(async (entityId) => {
        const items = await readItems(answers, entityId, signal).catch(() => undefined);
        const alike = items?.filter(({ summary }) => wordsOf(summary) === said);
        const [item = alike?.[0]] = alike?.filter(({ status }) => status === "needs_action") ?? [];
        return { entityId, isRead: items !== undefined, item };
      }),
    );
    const [only, ...more] = found.filter(({ item }) => item !== undefined);
    if (call.service === ADDING) return only?.item?.status === "needs_action" ? "listed" : call;
    if (more.length > 0 || found.some(({ isRead }) => !isRead)) return undefined;
    if (!only) return ifListed ? undefined : "missing";
    return { ...call, target: { entityId: [only.entityId] }, data: { ...call.data, item: only.item?.summary } };
  };
}

function wordsOf(text: string): string {
  return unitsOf(text).join(" ");
}
