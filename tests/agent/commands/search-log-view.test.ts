import { expect, it } from "vitest";
import { createSearchLogView } from "../../../src/agent/commands/command-searchlog.ts";
import { fakeHome } from "../../fakes/home.ts";
import { NOW, openStores } from "../../storage/stores.ts";

const DAY = 86_400_000;

function log() {
  const stores = openStores();
  stores.addTurn("1", { text: "" });
  const { egress } = stores;
  const add = (original: string, blocked: boolean, at = NOW) =>
    egress.begin({
      ...{ kind: "search", original, sanitized: blocked ? "" : `clean ${original}`, blocked, provider: "duckduckgo", personId: "anna", at },
      ...(blocked && { reason: "phone" }),
    });
  return { add, view: createSearchLogView({ egress, home: fakeHome({ entities: [] }), now: () => NOW }) };
}

const all = { personId: undefined, filter: "all", before: undefined, limit: 30 } as const;

it("tells what was sent, and of what was kept back what was asked and why", () => {
  const { add, view } = log();
  add("tea", false);
  add("call 030 90182413", true);
  expect(view.page(all)).toEqual({
    items: [
      expect.objectContaining({ query: "call 030 90182413", blocked: true, reason: "phone", person: "Anna", target: "duckduckgo" }),
      expect.objectContaining({ query: "clean tea", blocked: false, reason: "", at: NOW }),
    ],
    next: undefined,
  });
});

it("goes on where a page ended, and begins today at midnight", () => {
  const { add, view } = log();
  add("old", false, NOW - 3 * DAY);
  add("one", false);
  add("two", false);
  const first = view.page({ ...all, limit: 2 });
  expect(first.items.map(({ query }) => query)).toEqual(["clean two", "clean one"]);
  expect(view.page({ ...all, limit: 2, before: first.next }).items.map(({ query }) => query)).toEqual(["clean old"]);
  expect(view.page({ ...all, filter: "today" }).items.map(({ query }) => query)).toEqual(["clean two", "clean one"]);
  expect(view.page({ ...all, personId: "ben" }).items).toEqual([]);
});
