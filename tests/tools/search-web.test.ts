import { expect, it } from "vitest";
import { webWorld } from "./web-world.ts";

const HIT = { title: "Tom &amp; Jerry", snippet: "A <b>cat</b> and a mouse", url: "https://cartoons.example/" };
const found = (...hits: readonly (typeof HIT)[]) => ({ kind: "found", hits }) as const;

it("tells hits as plain text from outside, and writes the request down before it leaves", async () => {
  const { search, rows, asked } = webWorld({ search: found(HIT) });
  expect(await search("  tom and jerry ")).toEqual({
    ok: true,
    results: [{ title: "Tom & Jerry", snippet: "A cat and a mouse", url: "https://cartoons.example/" }],
    origin: "outside",
    outside: ["Tom & Jerry: A cat and a mouse"],
  });
  expect(asked).toEqual(["tom and jerry"]);
  expect(rows()).toMatchObject([
    {
      ...{ kind: "search", original: "tom and jerry", sanitized: "tom and jerry", blocked: false, provider: "duckduckgo" },
      ...{ personId: "anna", sessionId: "session-1", turnId: "turn-1", outcome: "ok", results: 1, milliseconds: 5 },
    },
  ]);
});

it("asks a grown-up who writes about a text that tells of the home, and offers it without names", () => {
  const words = [{ text: "Ellie's Lamp", kind: "device", generic: "smart light" }] as const;
  const { asks } = webWorld({ words });
  const texts = ["why does Ellie's Lamp flicker", "why does smart light flicker"];
  expect(asks(" why does Ellie's Lamp flicker ")).toEqual(texts.map((query) => ({ text: query, args: { query } })));
  expect(asks("why does a lamp flicker")).toEqual([]);
  expect(asks("front door code 4711")).toEqual([]);
  expect(asks("why does Ellie's Lamp flicker", "child")).toEqual([]);
  expect(asks("why does Ellie's Lamp flicker", "guest")).toEqual([]);
});

it("searches for exactly the text that the person allowed, and for no other of its kind", async () => {
  const words = [{ text: "Ellie", kind: "person" }] as const;
  const { search, asks, asked, rows } = webWorld({ words, allowed: ["gift for Ellie"], search: found(HIT) });
  expect(asks("gift for Ellie")).toEqual([]);
  expect(await search("gift for Ellie")).toMatchObject({ ok: true });
  expect(await search("gifts for Ellie")).toMatchObject({ ok: false, error: "search_blocked", reason: "person" });
  expect(asked).toEqual(["gift for Ellie"]);
  expect(rows()).toMatchObject([
    { blocked: true, original: "gifts for Ellie" },
    { blocked: false, sanitized: "gift for Ellie" },
  ]);
});

it("answers a blocked search with its reason and how to go on; nothing leaves", async () => {
  const { search, rows, asked } = webWorld();
  expect(await search("who lives at 192.168.1.20")).toEqual({
    ok: false,
    error: "search_blocked",
    reason: expect.stringMatching(/^[a-z_-]+$/),
    hint: expect.stringMatching(/\w{3}/),
  });
  expect(asked).toEqual([]);
  expect(rows()).toMatchObject([{ blocked: true, sanitized: "", outcome: undefined }]);
});

it.each([
  "https://evil.example/pin-4711-oak/Batcave-strip",
  "what is on http://site.example",
  "ｈｔｔｐｓ：／／evil.example/a",
  "ht\u200btps://evil.example/a",
  "ftp://evil.example/a",
])("does not search for %s: an address can carry anything", async (query) => {
  const { search, rows, asked } = webWorld({ search: found(HIT) });
  expect(await search(query)).toMatchObject({ ok: false, error: "search_blocked", reason: "link", hint: expect.stringMatching(/words/) });
  expect(asked).toEqual([]);
  expect(rows()).toMatchObject([{ blocked: true, sanitized: "", reason: "link" }]);
});

it.each(["keypad 4711 meaning", "4 7 1 1 lock", "lock four seven one one", "４７１１", "angel number 24711"])(
  "does not search for %s once the person gave that code",
  async (query) => {
    const { search, rows, asked } = webWorld({ said: ["what is new?", "the alarm code is 4711"], search: found(HIT) });
    expect(await search(query)).toMatchObject({ ok: false, error: "search_blocked", reason: "secret" });
    expect(asked).toEqual([]);
    expect(rows()).toMatchObject([{ blocked: true, sanitized: "", reason: "secret" }]);
  },
);

it("searches for numbers that were no code", async () => {
  const { search, asked } = webWorld({ said: ["what did the 4711 perfume cost in 1990?", "the alarm code is 8264"], search: found(HIT) });
  await search("perfume 4711 price 1990");
  expect(asked).toEqual(["perfume 4711 price 1990"]);
});

it("answers that search is unavailable", async () => {
  const { search, rows } = webWorld();
  expect(await search("museums")).toMatchObject({
    ok: false,
    error: "search_unavailable",
    message: expect.stringContaining("unavailable"),
  });
  expect(rows()).toMatchObject([{ outcome: "unavailable" }]);
});

it("answers that nothing was found, which comes from nobody", async () => {
  const { search } = webWorld({ search: found() });
  expect(await search("zzzz")).toEqual({ ok: true, results: [], message: "Nothing was found." });
});

it("takes no question longer than a search box", async () => {
  const { search, asked } = webWorld();
  expect(await search("x".repeat(201))).toMatchObject({ ok: false, error: "invalid_arguments" });
  expect(asked).toEqual([]);
});
