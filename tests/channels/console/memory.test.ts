import { expect, it } from "vitest";
import type { Listed, Memory, MemoryFact } from "../../../src/channels/console/wire.ts";
import { anna, ben, type ScenarioHome } from "../../scenarios/scenario-home.ts";
import { type Browser, openConsole, USERS } from "./console-world.ts";

async function tells(home: ScenarioHome, userId: number, key: string, value: string, about = "person"): Promise<void> {
  await home.app.memory.learn(
    {
      scope: about === "house" ? { kind: "house" } : { kind: "person", personId: `telegram:${userId}` },
      ...{ category: "preference", key, value, source: "told", origin: "person", evidence: [], confidence: 1, language: "en" },
      toldBy: `telegram:${userId}`,
    },
    home.now,
  );
}

const factsOf = async (page: Browser, query = "") => {
  const { body } = await page.get<Memory>(`memory${query}`);
  return body.items.map(({ key, value }) => `${key}: ${value}`);
};
const factOf = async (page: Browser): Promise<MemoryFact> => {
  const [fact] = (await page.get<Listed<MemoryFact>>("memory")).body.items;
  if (!fact) throw new Error("nothing is known");
  return fact;
};

it("everybody sees what is known of them and of the house, and nothing of others", async () => {
  const { home, browser } = await openConsole();
  await tells(home, anna, "favourite_music", "jazz");
  await tells(home, ben, "favourite_tea", "sencha");
  await tells(home, anna, "house_name", "Fuchsbau", "house");
  const [annas, bens] = [await browser(USERS.anna), await browser(USERS.ben)];

  expect(await factsOf(annas)).toEqual([expect.stringContaining("jazz")]);
  expect(await factsOf(bens)).toEqual([expect.stringContaining("sencha")]);
  expect(await factsOf(bens, "?person=house")).toEqual([expect.stringContaining("Fuchsbau")]);
  expect((await annas.get(`memory?person=telegram:${ben}`)).status).toBe(403);

  const owners = (await annas.get<Memory>("memory")).body.people;
  expect(owners.map(({ name }) => name)).toEqual(["Anna", "Ben", "Mia"]);
  expect((await bens.get<Memory>("memory")).body.people.map(({ name }) => name)).toEqual(["Ben"]);
});

it("a fact is put right and forgotten by whom it is about alone", async () => {
  const { home, browser } = await openConsole();
  await tells(home, ben, "favourite_tea", "sencha");
  const [annas, bens] = [await browser(USERS.anna), await browser(USERS.ben)];
  const { id } = await factOf(bens);

  expect((await annas.send("POST", `memory/${id}`, { value: "coffee" })).status).toBe(404);
  expect((await annas.send("DELETE", `memory/${id}`)).status).toBe(404);
  expect((await bens.send("POST", `memory/${id}`, { value: "assam" })).status).toBe(200);
  expect(await factsOf(bens)).toEqual([expect.stringContaining("assam")]);

  const secret = await bens.send("POST", `memory/${(await factOf(bens)).id}`, { value: "my password is hunter2secret!" });
  expect([secret.status, secret.body["error"]]).toEqual([422, "secret"]);

  expect((await bens.send("DELETE", `memory/${(await factOf(bens)).id}`)).status).toBe(200);
  expect(await factsOf(bens)).toEqual([]);
});

it("many facts come page by page, each once", async () => {
  const { home, browser } = await openConsole();
  for (const number of ["one", "two", "three", "four", "five"]) await tells(home, ben, `favourite_${number}`, `thing ${number}`);
  const page = await browser(USERS.ben);
  const first = (await page.get<Memory>("memory?limit=3")).body;
  const second = (await page.get<Memory>(`memory?limit=3&cursor=${first.next}`)).body;
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(5);
  expect([first.items.length, second.next]).toEqual([3, null]);
});

it("one's own facts can be taken along, and nobody else's come with them", async () => {
  const { home, browser } = await openConsole();
  await tells(home, anna, "favourite_music", "jazz");
  await tells(home, ben, "favourite_tea", "sencha");
  const { body, headers } = await (await browser(USERS.ben)).get("memory/export");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="memory-\d{4}-\d{2}-\d{2}\.json"$/);
  expect(body).toMatchObject({ person: { name: "Ben" }, facts: [{ value: "sencha" }], habits: [] });
  expect(JSON.stringify(body)).not.toContain("jazz");
});

it("a habit is narrowed and refused by those whose it is", async () => {
  const { home, browser } = await openConsole();
  const pattern = {
    ...{ subject: "light.bed_light", action: "off", pick: "last", minute: 1380, spread: 5, departs: false, people: [] },
    days: { name: "every day", weekdays: [0, 1, 2, 3, 4, 5, 6] },
  };
  home.change(`INSERT INTO habits (subject, pattern, records, confidence, key, text, person_id, fact_id, excluded, status, first_seen, last_seen)
    VALUES ('light.bed_light', '${JSON.stringify(pattern)}', '[[20000,1],[20001,1],[20002,0]]', 0.8, 'lights_out', 'Lights out', 'telegram:${anna}', NULL, '[]', 'active', 1, 1)`);
  const [annas, bens] = [await browser(USERS.anna), await browser(USERS.ben)];
  const habits = async (page: Browser) => (await page.get<Memory>("memory")).body.habits;
  const [habit] = await habits(annas);

  expect(habit).toMatchObject({ confidence: 0.8, evidence: ["✓ 2024-10-04, 2024-10-05", "✗ 2024-10-06"] });
  expect([await habits(bens), await habits(await browser(USERS.mia))]).toEqual([[], []]);
  expect((await bens.send("DELETE", `habits/${habit?.id}`)).status).toBe(404);
  expect((await annas.send("POST", `habits/${habit?.id}`, { days: [1, 2, 3, 4, 5] })).status).toBe(200);
  expect((await habits(annas))[0]?.days).toEqual([1, 2, 3, 4, 5]);
  expect((await annas.send("DELETE", `habits/${habit?.id}`)).status).toBe(200);
  expect(await habits(annas)).toEqual([]);
});

it("other words for what waits are learned, and refused ones change nothing", async () => {
  const { home, browser } = await openConsole();
  await tells(home, anna, "temperature", "22 degrees");
  await home.app.memory.learn(
    {
      ...{ scope: { kind: "person", personId: `telegram:${anna}` }, category: "preference", key: "temperature", value: "30 degrees" },
      ...{ source: "told", origin: "outside", evidence: [], confidence: 1, language: "en", toldBy: `telegram:${anna}` },
    },
    home.now,
  );
  const kept = () => home.rows("SELECT value, status, source FROM profile_entries WHERE valid_to IS NULL ORDER BY id");
  const page = await browser(USERS.anna);
  const waits = await factOf(page);
  expect(waits).toMatchObject({ value: "30 degrees", isWaiting: true });

  expect((await page.send("POST", `memory/${waits.id}`, { value: "19 for now" })).status).toBe(422);
  expect(kept()).toEqual([
    { value: "22 degrees", status: "active", source: "told" },
    { value: "30 degrees", status: "quarantined", source: "told" },
  ]);

  expect((await page.send("POST", `memory/${waits.id}`, { value: "19 degrees" })).status).toBe(200);
  expect(kept()).toEqual([{ value: "19 degrees", status: "active", source: "told" }]);
  expect(home.rows("SELECT 1 FROM profile_entries WHERE value = '30 degrees'")).toEqual([]);
});
