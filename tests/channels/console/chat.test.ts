import { expect, it } from "vitest";
import type { ApprovalItem, Card, Chart, Listed, Pressed } from "../../../src/channels/console/wire.ts";
import { eventually } from "../../scenarios/scenario-home.ts";
import { answered, follow, messages, openConsole, texts, USERS } from "./console-world.ts";

it("a sentence is taken, done and answered, and stands there after a reload", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);

  const said = await page.send("POST", "chat", { text: "turn on the bed light", clientId: "first-1" });
  const items = await answered(page, 2);

  expect([said.status, said.body]).toEqual([202, { id: "c-first-1" }]);
  expect(home.calls("light.turn_on")).toHaveLength(1);
  expect(items.map(({ from, text, clientId }) => ({ from, text, clientId }))).toEqual([
    { from: "assistant", text: expect.stringContaining("Bed Light") },
    { from: "person", text: "turn on the bed light", clientId: "first-1" },
  ]);
});

it("what is sent twice is said once", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  for (let again = 0; again < 3; again++) await page.send("POST", "chat", { text: "turn on the bed light", clientId: "again-1" });
  await answered(page, 2);
  expect(home.calls("light.turn_on")).toHaveLength(1);
  expect((await messages(page)).items).toHaveLength(2);
});

it("the page is told of each message as it comes, and of nobody else's", async () => {
  const { home, browser } = await openConsole();
  const [annas, bens] = [await follow(home.consoleUrl, USERS.anna), await follow(home.consoleUrl, USERS.ben)];
  const page = await browser(USERS.anna);
  await page.send("POST", "chat", { text: "turn on the bed light", clientId: "told-01" });

  const told = await annas.until('"from":"assistant"');
  expect(told).toContain('"clientId":"told-01"');

  await (await browser(USERS.ben)).send("POST", "chat", { text: "/help", clientId: "told-02" });
  const other = await bens.until('"clientId":"told-02"');
  expect(other).not.toContain("told-01");
});

it("a question is answered by its button, and its message tells how it ended", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  await page.send("POST", "chat", { text: "unlock the front door", clientId: "unlock-1" });
  const [question] = await answered(page, 2);
  expect(question?.buttons.flat().map(({ label }) => label)).toEqual(["Yes", "Cancel"]);
  expect(home.calls("lock.unlock")).toEqual([]);

  const yes = question?.buttons.flat()[0]?.data ?? "";
  const pressed = await page.send<Pressed>("POST", "chat/press", { messageId: question?.id, data: yes });
  expect(pressed.body).toMatchObject({ taken: true });
  await eventually(() => home.calls("lock.unlock").length === 1);
  await home.settled();

  const after = (await messages(page)).items.find(({ id }) => id === question?.id);
  expect(after).toMatchObject({ edited: true, buttons: [] });
});

it("nobody presses a button of another's chat", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  await page.send("POST", "chat", { text: "unlock the front door", clientId: "unlock-2" });
  const [question] = await answered(page, 2);
  const other = await browser(USERS.ben);
  const pressed = await other.send<Pressed>("POST", "chat/press", { messageId: question?.id, data: question?.buttons[0]?.[0]?.data });
  expect(pressed.body.taken).toBe(false);
  expect(home.calls("lock.unlock")).toEqual([]);
  expect((await messages(other)).items).toEqual([]);
});

it("a long chat comes page by page, each message once", async () => {
  const { browser } = await openConsole();
  const page = await browser(USERS.anna);
  for (let count = 1; count <= 4; count++) {
    await page.send("POST", "chat", { text: "/help", clientId: `page-${count}00` });
    await answered(page, count * 2);
  }
  const first = await messages(page, "?limit=3");
  const second = await messages(page, `?limit=3&cursor=${first.next}`);
  const third = await messages(page, `?limit=3&cursor=${second.next}`);
  const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  expect([new Set(ids).size, ids.length, third.next]).toEqual([8, 8, null]);
});

it("signs of HTML and links that run something are shown as text", async () => {
  const { home, browser } = await openConsole();
  home.model.respond(() => ({ text: "See <img src=x onerror=alert(1)> and [this](javascript:alert(2)) and [that](https://example.org)." }));
  const page = await browser(USERS.anna);
  await page.send("POST", "chat", { text: "what do you think of <b>markup</b>?", clientId: "markup-1" });
  const [answer, question] = await answered(page, 2);
  expect(answer?.html).toContain("&lt;img src=x");
  expect(answer?.html).not.toContain("javascript:");
  expect(question?.html).toBe("what do you think of &lt;b&gt;markup&lt;/b&gt;?");
});

it("a card under an answer tells the state; a tap acts through the policy of any message, and asks where that asks", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  await page.send("POST", "chat", { text: "turn on the bed light", clientId: "card-001" });
  const [said] = await answered(page, 2);
  expect(said?.about).toEqual(["light.bed_light"]);
  const cards = async (ids: string) => (await page.get<readonly Card[]>(`chat/cards?ids=${ids}`)).body;
  expect(await cards("light.bed_light,light.nowhere")).toMatchObject([{ name: "Bed Light", isActive: true, tap: "Turn off Bed Light" }]);

  const stream = await follow(home.consoleUrl, USERS.anna);
  await page.send("POST", "chat/tap", { entityId: "light.bed_light", clientId: "card-002" });
  await eventually(() => home.calls("light.turn_off").length === 1);
  await stream.until("event: state");
  await answered(page, 4);
  expect((await texts(page)).slice(0, 2)).toEqual(["assistant: Bed Light is now off.", "person: Turn off Bed Light"]);

  await page.send("POST", "chat/tap", { entityId: "lock.front_door", clientId: "card-003" });
  await stream.until('"page":"approvals"');
  expect((await page.get<Listed<ApprovalItem>>("approvals")).body.items).toMatchObject([{ mayAnswer: true }]);
  expect(home.calls("lock.unlock")).toEqual([]);
  expect((await page.send("POST", "chat/tap", { entityId: "lock.nowhere", clientId: "card-004" })).status).toBe(404);
});

it.for(["de", "fr", "es", "nl"])("a tap is understood in every language that has sentences: %s", async (language) => {
  const { home, browser } = await openConsole({ options: { language } });
  const page = await browser(USERS.anna);
  const { tap } = (await page.get<readonly Card[]>("chat/cards?ids=light.bed_light")).body[0] ?? {};
  await page.send("POST", "chat/tap", { entityId: "light.bed_light", clientId: "lang-001" });
  await answered(page, 2);
  expect([await texts(page), home.calls()]).toEqual([expect.arrayContaining([`person: ${tap}`]), [expect.anything()]]);
});

it("proposes what the home has, and a number tells how it went", async () => {
  const { browser } = await openConsole();
  const page = await browser(USERS.anna);
  expect((await page.get<readonly string[]>("chat/suggestions")).body).toContain("Is Garage Door closed?");
  const chart = async (span: string) => (await page.get<Chart>(`chat/chart?entity=sensor.outside_temperature&span=${span}`)).body;
  expect(await chart("day")).toMatchObject({ unit: "°C", isBars: false });
  expect((await chart("week")).isBars).toBe(false);
  expect((await page.get("chat/chart?entity=sensor.nowhere&span=day")).status).toBe(404);
});
