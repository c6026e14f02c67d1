import { expect, it } from "vitest";
import type { Ended } from "../../src/web/search.ts";
import {
  createCarefulProvider,
  createWebSearch,
  SearchError,
  type SearchHit,
  type SearchProblem,
  type SearchProvider,
} from "../../src/web/search.ts";
import { recordingLogger } from "../homeassistant/log.ts";

const MINUTE = 60_000;
const HIT: SearchHit = { title: "Weather", snippet: "Sunny", url: "https://weather.example/" };

type Answer = readonly SearchHit[] | SearchProblem | "silence";

interface Engine {
  readonly name: SearchProvider["name"];
  readonly spacingMs?: number;
  /** In order; the last one stays. */
  readonly answers: readonly Answer[];
  /** ms until it is left. */
  readonly longestMs?: number;
}

/** The log of what leaves is a file on a disk that may be full. */
const DISK_IS_FULL = new Error("the disk is full");

/** Search engines that answer as they are told, by a clock that a test moves on. */
function world(engines: readonly Engine[], { searchMs = 10_000, fullAt }: { searchMs?: number; fullAt?: "begin" | "end" } = {}) {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const asked: string[] = [];
  const left: { to: string; ended?: Ended }[] = [];
  const { logger, lines } = recordingLogger();
  const providers = engines.map(({ name, spacingMs = 0, answers, longestMs = 10_000 }) => {
    let next = 0;
    const provider: SearchProvider = {
      name,
      async search(query, { signal }) {
        asked.push(`${name}: ${query}`);
        const answer = answers[Math.min(next++, answers.length - 1)] ?? [];
        if (answer === "silence") {
          await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
        }
        if (typeof answer === "string") throw new SearchError(answer as SearchProblem);
        return answer;
      },
    };
    const later = (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    };
    return createCarefulProvider({ provider, spacingMs, clock: () => now, later, logger, longestMs });
  });
  const search = createWebSearch({ providers, clock: () => now, longestMs: searchMs });
  return {
    asked,
    left,
    lines,
    find: (query = "weather", signal = new AbortController().signal) =>
      search.search(query, {
        limit: 5,
        language: "en",
        signal,
        leaving: (to) => {
          if (fullAt === "begin") throw DISK_IS_FULL;
          const row: (typeof left)[number] = { to };
          left.push(row);
          return (ended) => {
            if (fullAt === "end") throw DISK_IS_FULL;
            row.ended = ended;
          };
        },
      }),
    /** Lets time pass; what waited for it happens. */
    async passes(ms: number) {
      now += ms;
      for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it("the first engine that answers is the answer", async () => {
  const { find, asked, left } = world([
    { name: "duckduckgo", answers: [[HIT]] },
    { name: "brave", answers: [[HIT]] },
  ]);
  expect(await find()).toEqual({ kind: "found", hits: [HIT] });
  expect(asked).toEqual(["duckduckgo: weather"]);
  expect(left).toEqual([{ to: "duckduckgo", ended: { outcome: "ok", results: 1 } }]);
});

it("when DuckDuckGo refuses, the next is asked, and both requests are told of", async () => {
  const { find, left } = world([
    { name: "duckduckgo", answers: ["refused"] },
    { name: "searxng", answers: ["unreachable"] },
    { name: "brave", answers: [[HIT]] },
  ]);
  expect(await find()).toEqual({ kind: "found", hits: [HIT] });
  expect(left.map(({ to, ended }) => [to, ended?.outcome])).toEqual([
    ["duckduckgo", "unavailable"],
    ["searxng", "unavailable"],
    ["brave", "ok"],
  ]);
});

it("nobody who answers is an answer", async () => {
  const { find } = world([{ name: "duckduckgo", answers: ["refused"] }]);
  expect(await find()).toEqual({ kind: "unavailable", problem: "refused" });
});

it("after a refusal an engine is left alone for ten minutes, and after the next for twenty", async () => {
  const { find, asked, passes } = world([{ name: "duckduckgo", answers: ["refused"] }]);
  await find();
  await find();
  expect(asked).toHaveLength(1);
  await passes(10 * MINUTE);
  await find();
  expect(asked).toHaveLength(2);
  await passes(19 * MINUTE);
  await find();
  expect(asked).toHaveLength(2);
  await passes(MINUTE);
  await find();
  expect(asked).toHaveLength(3);
});

it("three other faults in a row give a minute of rest, and an answer ends the count", async () => {
  const { find, asked, passes } = world([{ name: "searxng", answers: ["broken", "broken", [HIT], "broken", "broken", "broken", [HIT]] }]);
  for (const query of ["a", "b", "c", "d", "e", "f", "g"]) await find(query);
  expect(asked).toHaveLength(6);
  await passes(MINUTE);
  expect(await find("h")).toMatchObject({ kind: "found" });
});

it("searches of one engine keep their distance", async () => {
  const { find, asked, passes } = world([{ name: "duckduckgo", spacingMs: 3_000, answers: [[HIT]] }]);
  await find("one");
  const second = find("two");
  await passes(2_999);
  expect(asked).toHaveLength(1);
  await passes(1);
  expect(await second).toMatchObject({ kind: "found" });
});

it("who would have to wait for too long is told no at once, and nothing leaves", async () => {
  const { find, left, passes } = world([{ name: "duckduckgo", spacingMs: 3_000, answers: [[HIT]] }]);
  const waiting = ["one", "two", "three", "four", "five"].map((query) => find(query));
  expect(await find("six")).toEqual({ kind: "unavailable", problem: "refused" });
  for (const _ of [1, 2, 3, 4]) await passes(3_000);
  expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(["found", "found", "found", "found", "found"]);
  expect(left).toHaveLength(5);
});

it("what waits behind a search that was refused does not ask", async () => {
  const { find, asked, passes } = world([{ name: "duckduckgo", spacingMs: 3_000, answers: ["refused"] }]);
  const [first, second] = [find("one"), find("two")];
  expect(await first).toMatchObject({ kind: "unavailable" });
  await passes(3_000);
  expect(await second).toMatchObject({ kind: "unavailable" });
  expect(asked).toHaveLength(1);
});

it("an engine that does not answer is left, and the next one is asked", async () => {
  const { find, left } = world([
    { name: "duckduckgo", answers: ["silence"], longestMs: 50 },
    { name: "brave", answers: [[HIT]] },
  ]);
  expect(await find()).toEqual({ kind: "found", hits: [HIT] });
  expect(left[0]?.ended).toEqual({ outcome: "unavailable" });
});

it("all engines together have a time as well", async () => {
  const { find } = world([{ name: "duckduckgo", answers: ["silence"] }], { searchMs: 50 });
  expect(await find()).toEqual({ kind: "unavailable", problem: "timeout" });
});

it("a turn that ends takes its search along, waiting or asking", async () => {
  const { find, left, passes } = world([{ name: "duckduckgo", spacingMs: 3_000, answers: ["silence"] }]);
  const stop = new AbortController();
  const both = Promise.allSettled([find("one", stop.signal), find("two", stop.signal)]);
  await passes(0);
  const reason = new Error("the turn was cancelled");
  stop.abort(reason);
  expect(await both).toEqual([
    { status: "rejected", reason },
    { status: "rejected", reason },
  ]);
  expect(left.map(({ ended }) => ended?.outcome)).toEqual(["failed"]);
});

it("the same question is answered from memory for a quarter of an hour, and nothing leaves", async () => {
  const { find, asked, left, passes } = world([{ name: "duckduckgo", answers: [[HIT]] }]);
  await find("Weather");
  expect(await find("weather")).toEqual({ kind: "found", hits: [HIT] });
  expect([asked.length, left.length]).toEqual([1, 1]);
  await passes(15 * MINUTE);
  await find("weather");
  expect(asked).toHaveLength(2);
});

it("what found nothing is asked again", async () => {
  const { find, asked } = world([{ name: "duckduckgo", answers: [[], [HIT]] }]);
  expect(await find()).toEqual({ kind: "found", hits: [] });
  expect(await find()).toEqual({ kind: "found", hits: [HIT] });
  expect(asked).toHaveLength(2);
});

it("fifty answers are remembered, the oldest goes first", async () => {
  const { find, asked } = world([{ name: "searxng", answers: [[HIT]] }]);
  for (let number = 0; number <= 50; number++) await find(`question ${number}`);
  await find("question 1");
  expect(asked).toHaveLength(51);
  await find("question 0");
  expect(asked).toHaveLength(52);
});

it("what was found is the answer, though its end cannot be written down, and the engine does not rest", async () => {
  const { find, asked, lines } = world([{ name: "duckduckgo", answers: [[HIT]] }], { fullAt: "end" });
  for (const query of ["a", "b", "c", "d"]) expect(await find(query)).toEqual({ kind: "found", hits: [HIT] });
  expect(asked).toHaveLength(4);
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(4);
});

it("an engine that gave nothing is left for the next one, though its end cannot be written down", async () => {
  const { find, asked } = world(
    [
      { name: "duckduckgo", answers: ["refused"] },
      { name: "brave", answers: [[HIT]] },
    ],
    { fullAt: "end" },
  );
  for (const query of ["a", "b"]) expect(await find(query)).toEqual({ kind: "found", hits: [HIT] });
  expect(asked).toEqual(["duckduckgo: a", "brave: a", "brave: b"]);
});

it("nothing leaves that cannot be written down before, and whoever asked is told", async () => {
  const { find, asked } = world([{ name: "duckduckgo", answers: [[HIT]] }], { fullAt: "begin" });
  await expect(find()).rejects.toBe(DISK_IS_FULL);
  expect(asked).toEqual([]);
});

it("logs hold no word of the question", async () => {
  const { find, lines } = world([{ name: "duckduckgo", answers: ["refused"] }]);
  await find("pale horse");
  expect(lines.filter(({ level }) => level > 20)).toMatchObject([{ msg: "a search failed", provider: "duckduckgo", problem: "refused" }]);
  expect(JSON.stringify(lines)).not.toContain("horse");
});
