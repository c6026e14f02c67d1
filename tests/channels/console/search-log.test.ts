import { Hono } from "hono";
import { expect, it } from "vitest";
import type { ConsoleEnv } from "../../../src/channels/console/asked.ts";
import { Refusal } from "../../../src/channels/console/refusal.ts";
import { routeSearchLog } from "../../../src/channels/console/routes/route-search-log.ts";
import type { Listed, SearchLogItem } from "../../../src/channels/console/wire.ts";
import type { Role } from "../../../src/security/policy/policy-input.ts";
import { fakeHome } from "../../fakes/home.ts";
import { NOW, openStores } from "../../storage/stores.ts";

const DAY = 86_400_000;

function openLog(role: Role, id = "anna") {
  const stores = openStores();
  stores.addTurn("1", { text: "" });
  const { egress } = stores;
  const add = (original: string, { blocked = false, at = NOW, personId = "anna" } = {}) =>
    egress.begin({
      ...{ kind: "search", original, sanitized: blocked ? "" : `clean ${original}`, blocked, provider: "duckduckgo", personId, at },
      ...(blocked && { reason: "phone" }),
    });
  const app = new Hono<ConsoleEnv>();
  app.use(async (context, next) => {
    context.set("person", { id, name: "Anna", role, language: "en" });
    await next();
  });
  routeSearchLog(app, { searchLog: { egress, home: fakeHome({ entities: [] }) }, now: () => NOW });
  app.onError((error, context) => context.text(error.message, error instanceof Refusal ? error.status : 500));
  const get = async (query = "") => {
    const response = await app.request(`/searchlog${query}`);
    const { items, next } = response.ok ? ((await response.json()) as Listed<SearchLogItem>) : { items: [], next: null };
    return { status: response.status, items, next, queries: items.map((item) => item.query) };
  };
  return { add, get };
}

it("tells what was sent, and of what was kept back what was asked and why", async () => {
  const { add, get } = openLog("owner");
  add("tea");
  add("call 030 90182413", { blocked: true });
  expect((await get()).items).toEqual([
    expect.objectContaining({ query: "call 030 90182413", blocked: true, reason: "phone", person: "Anna", target: "duckduckgo" }),
    expect.objectContaining({ query: "clean tea", blocked: false, reason: "", at: NOW }),
  ]);
});

it("an owner sees what everybody looked up, or one of them, page by page; today begins at midnight", async () => {
  const { add, get } = openLog("owner");
  add("old", { at: NOW - 3 * DAY });
  add("one", { personId: "ben" });
  add("two");
  const first = await get("?limit=2");
  expect(first.queries).toEqual(["clean two", "clean one"]);
  expect((await get(`?limit=2&cursor=${first.next}`)).queries).toEqual(["clean old"]);
  expect((await get("?filter=today")).queries).toEqual(["clean two", "clean one"]);
  expect((await get("?person=ben")).queries).toEqual(["clean one"]);
});

it.each(["adult", "child", "guest"] as const)("a person who is %s sees their own, whomever they ask for", async (role) => {
  const { add, get } = openLog(role, "ben");
  add("one", { personId: "ben" });
  add("two");
  expect((await get("?person=anna")).queries).toEqual(["clean one"]);
});

it("a filter that there is not is none", async () => {
  expect((await openLog("owner").get("?filter=everything")).status).toBe(400);
});
