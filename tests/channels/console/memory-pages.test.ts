import { Hono } from "hono";
import { expect, it } from "vitest";
import type { ConsoleEnv } from "../../../src/channels/console/asked.ts";
import { routeMemory } from "../../../src/channels/console/routes/route-memory.ts";
import type { Memory } from "../../../src/channels/console/wire.ts";
import type { Fact } from "../../../src/storage/facts/fact-row.ts";
import { smallHome } from "../../agent/home.ts";

const anna = { id: "anna", name: "Anna", role: "owner", language: "en" } as const;

function fact(id: number): Fact {
  return {
    ...{ id, scope: { kind: "person", personId: anna.id }, category: "preference", key: `favourite_${id}`, value: `thing ${id}` },
    ...{ confidence: 1, sensitivity: "private", source: "told", origin: "person", firstSeen: 1, lastSeen: 1, occurrences: 1 },
    ...{ validFrom: 1, validTo: undefined, importance: 1, expiresAt: undefined, supersededBy: undefined, status: "active" },
    ...{ evidence: [{ kind: "turn", turnId: `t${id}` }], language: "en", toldBy: anna.id },
  };
}

it("a page reads what its own facts rest on, and nothing of the others", async () => {
  const read: string[] = [];
  const never = () => {
    throw new Error("nothing is changed here");
  };
  const memory = {
    facts: {
      visibleTo: () => Array.from({ length: 40 }, (_, index) => fact(index)),
      waitingFor: () => [],
      ...{ correct: never, forget: never, refuse: never, confirm: never },
    },
    habits: { all: () => [] },
    book: { refuse: never, narrow: never },
    turns: { get: (id: string) => void read.push(id) },
    home: smallHome(),
  };
  const app = new Hono<ConsoleEnv>();
  app.use(async (context, next) => {
    context.set("person", anna);
    await next();
  });
  routeMemory(app, { memory, everybody: [], minute: String, now: () => 2 });

  const first = (await (await app.request("/memory?limit=3")).json()) as Memory;
  expect([first.items.map(({ id }) => id), read.splice(0)]).toEqual([
    ["0", "1", "2"],
    ["t0", "t1", "t2"],
  ]);
  const second = (await (await app.request(`/memory?limit=2&cursor=${first.next}`)).json()) as Memory;
  expect([second.items.map(({ id }) => id), read]).toEqual([
    ["3", "4"],
    ["t3", "t4"],
  ]);
});
