import { expect, it } from "vitest";
import type { EgressRow } from "../../../src/storage/audit/search-audit.ts";
import { NOW, openStores } from "../stores.ts";

const SEARCH: EgressRow = {
  ...{ kind: "search", original: "weather where Mia lives", sanitized: "weather", blocked: false, provider: "duckduckgo", at: NOW },
  ...{ sessionId: "s", turnId: "1", personId: "anna" },
};
const BLOCKED: EgressRow = { ...SEARCH, sanitized: "", blocked: true, reason: "phone" };

it("a row is there before the request, and knows afterwards how it ended", () => {
  const { egress, addTurn } = openStores();
  addTurn("1");
  const id = egress.begin(SEARCH);
  const begun = { ...SEARCH, id, personName: "Anna", reason: undefined };
  const unended = { outcome: undefined, results: undefined, bytes: undefined, milliseconds: undefined };
  expect(egress.page({ filter: "all", limit: 5 })).toEqual([{ ...begun, ...unended }]);
  egress.end(id, { outcome: "ok", results: 5, bytes: 4_096, milliseconds: 12.6 });
  expect(egress.page({ filter: "all", limit: 5 })).toEqual([{ ...begun, outcome: "ok", results: 5, bytes: 4_096, milliseconds: 13 }]);
});

it("what leaves for nobody is written down too", () => {
  const { egress } = openStores();
  egress.begin({ kind: "cloud_model", original: "", sanitized: "", blocked: false, provider: "openai/gpt", at: NOW });
  expect(egress.page({ filter: "all", limit: 5 })).toMatchObject([{ kind: "cloud_model", personId: undefined, personName: undefined }]);
});

it("pages go back from a row, by person, day and block, newest first", () => {
  const { egress } = openStores();
  const ids = [SEARCH, BLOCKED, { ...SEARCH, personId: "ben" }, { ...BLOCKED, at: NOW + 5 }].map((row) => egress.begin(row));
  const [first, second, third, fourth] = ids;
  const page = (options: Parameters<typeof egress.page>[0]) => egress.page(options).map(({ id }) => id);
  expect(page({ filter: "all", limit: 3 })).toEqual([fourth, third, second]);
  expect(page({ filter: "all", limit: 3, before: second ?? 0 })).toEqual([first]);
  expect(page({ filter: "all", personId: "anna", limit: 2, before: fourth ?? 0 })).toEqual([second, first]);
  expect(page({ filter: "blocked", personId: "anna", limit: 5 })).toEqual([fourth, second]);
  expect(page({ filter: "today", since: NOW + 1, limit: 5 })).toEqual([fourth]);
  expect(page({ filter: "all", since: NOW + 1, limit: 5 })).toHaveLength(4);
  expect(egress.count({ personId: "anna", filter: "all" })).toEqual({ total: 3, blocked: 2 });
  expect(egress.count({ personId: "anna", filter: "today", since: NOW + 1 })).toEqual({ total: 1, blocked: 1 });
  expect(egress.count({ personId: "mia", filter: "all" })).toEqual({ total: 0, blocked: 0 });
});

it("neither long texts nor many rows let the table grow without end", () => {
  const { egress, database, count } = openStores();
  egress.begin({ ...SEARCH, original: "x".repeat(50_000), sanitized: "y".repeat(50_000), provider: "z".repeat(50_000) });
  const [row] = egress.page({ filter: "all", limit: 1 });
  expect([row?.original.length, row?.sanitized.length, row?.provider.length]).toEqual([1_000, 1_000, 200]);
  database.transaction(() => {
    for (let index = 0; index < 20_500; index += 1) egress.begin(SEARCH);
  });
  expect(count("search_audit_log")).toBe(20_000);
});

it("what is too old goes", () => {
  const { egress } = openStores();
  for (const at of [NOW - 2, NOW - 1, NOW]) egress.begin({ ...SEARCH, at });
  expect(egress.prune(NOW)).toBe(2);
  expect(egress.prune(NOW)).toBe(0);
  expect(egress.page({ filter: "all", limit: 5 })).toMatchObject([{ at: NOW }]);
});

it("forgetting a turn takes the words and the host of a page, and leaves that something left", async () => {
  const { egress, addTurn, forget } = openStores();
  addTurn("1", { status: "sent" });
  egress.begin(SEARCH);
  egress.begin({ ...SEARCH, kind: "page", provider: "clinic.example" });
  egress.begin({ ...SEARCH, turnId: undefined });
  await forget("anna", { kind: "turn", turnId: "1" });
  const left = () => egress.page({ filter: "all", limit: 5 }).map(({ original, sanitized, provider }) => [original, sanitized, provider]);
  expect(left()).toEqual([
    [SEARCH.original, SEARCH.sanitized, "duckduckgo"],
    ["", "", ""],
    ["", "", "duckduckgo"],
  ]);
  await forget("anna");
  expect(left()).toEqual([
    ["", "", "duckduckgo"],
    ["", "", ""],
    ["", "", "duckduckgo"],
  ]);
});
