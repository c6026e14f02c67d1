import { expect, it } from "vitest";
import type { Knowledge } from "../../../src/channels/console/wire.ts";
import { anna } from "../../scenarios/scenario-home.ts";
import { follow, openConsole, USERS } from "./console-world.ts";

const told = (page: string) => `"page":"${page}"`;

it("open pages are told when something is learned, once for all that is written together, and not at each turn's end", async () => {
  const { home } = await openConsole();
  const stream = await follow(home.consoleUrl, USERS.anna);
  for (let time = 0; time < 3; time++) await home.asks(anna, "/help");
  await home.settled();

  const { memory } = home.app;
  const learn = (key: string, value: string) =>
    memory.learn(
      {
        ...{
          scope: { kind: "person", personId: `telegram:${anna}` },
          category: "preference",
          key,
          value,
          source: "told",
          origin: "person",
        },
        ...{ evidence: [], confidence: 1, language: "en", toldBy: `telegram:${anna}` },
      },
      home.now,
    );
  await learn("favourite_music", "jazz");
  // takes the place of the first: three writes
  await learn("favourite_music", "rock");
  home.says(anna, "unlock the front door");
  const all = await stream.until(told("approvals"));
  expect(all.split(told("memory")).length - 1).toBe(2);
});

it("open pages are told when something leaves the house", async () => {
  const { home } = await openConsole({ options: { web_search: "searxng", searxng_url: "http://127.0.0.1:9" } });
  const stream = await follow(home.consoleUrl, USERS.anna);
  home.model.reply(
    { toolCalls: [{ name: "search_web", args: { query: "how to descale a kettle" } }] },
    { text: "I could not look it up." },
  );
  await home.asks(anna, "look up how to descale a kettle");
  expect(await stream.until(told("searchlog"))).toContain("event: changed");
});

it("open pages are told once a document that was put in is known", async () => {
  const { home, browser } = await openConsole({ options: { knowledge: true } });
  await home.known();
  const stream = await follow(home.consoleUrl, USERS.anna);
  const page = await browser(USERS.anna);
  const count = async () => (await page.get<Knowledge>("knowledge")).body.sources.find(({ name }) => name === "document")?.count;
  expect(await count()).toBe(0);
  await page.send("PUT", "knowledge/documents/boiler.md", new TextEncoder().encode("# Boiler\n\nPress the blue valve."));
  await stream.until(told("knowledge"));
  expect(await count()).toBe(1);
});
