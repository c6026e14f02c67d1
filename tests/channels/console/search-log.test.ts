import { Hono } from "hono";
import { expect, it } from "vitest";
import type { ConsoleEnv } from "../../../src/channels/console/asked.ts";
import { Refusal } from "../../../src/channels/console/refusal.ts";
import { routeSearchLog, type SearchLogPort } from "../../../src/channels/console/routes/route-search-log.ts";
import type { Listed, SearchLogItem } from "../../../src/channels/console/wire.ts";
import type { Role } from "../../../src/security/policy/policy-input.ts";

type Wanted = Parameters<SearchLogPort["page"]>[0];

const ROW = { id: "7", at: 7, person: "Ben", kind: "search", query: "tea", target: "search.example", blocked: false, reason: "" };

function openLog(role: Role) {
  const asked: Wanted[] = [];
  const searchLog: SearchLogPort = {
    page(wanted) {
      asked.push(wanted);
      return { items: [ROW], next: { at: 7, row: 7 } };
    },
  };
  const app = new Hono<ConsoleEnv>();
  app.use(async (context, next) => {
    context.set("person", { id: "telegram:1", name: "Anna", role, language: "en" });
    await next();
  });
  routeSearchLog(app, { searchLog });
  app.onError((error, context) => context.text(error.message, error instanceof Refusal ? error.status : 500));
  const get = async (query = "") => {
    const response = await app.request(`/searchlog${query}`);
    return { status: response.status, body: response.ok ? ((await response.json()) as Listed<SearchLogItem>) : undefined };
  };
  return { asked, get };
}

it("an owner sees what everybody looked up, or one of them, page by page", async () => {
  const { asked, get } = openLog("owner");
  const { body } = await get();
  expect(body?.items).toEqual([ROW]);
  await get(`?person=telegram:2&filter=blocked&limit=5&cursor=${body?.next}`);
  expect(asked).toEqual([
    { personId: undefined, filter: "all", before: undefined, limit: 30 },
    { personId: "telegram:2", filter: "blocked", before: { at: 7, row: 7 }, limit: 5 },
  ]);
});

it.each(["adult", "child", "guest"] as const)("a person who is %s sees their own, whomever they ask for", async (role) => {
  const { asked, get } = openLog(role);
  await get("?person=telegram:2");
  expect(asked.map(({ personId }) => personId)).toEqual(["telegram:1"]);
});

it("a filter that there is not is none", async () => {
  const { asked, get } = openLog("owner");
  expect((await get("?filter=everything")).status).toBe(400);
  expect(asked).toEqual([]);
});
