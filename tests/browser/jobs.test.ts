import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { type FakeConsole, openConsole } from "./fake-console.ts";
import { approvals } from "./fake-records.ts";

const browser = useBrowser();

const openAt = (place: string, prepare?: (fake: FakeConsole) => void) => openConsole(browser, place, prepare);

it("turns: loads more, finds by words, and shows the way of one", async () => {
  const { fake, page } = await openAt("turns");
  const rows = page.getByRole("list", { name: "Turns" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(30);
  expect(await rows.nth(6).textContent()).toMatch(/Forgotten.*Forgotten/s);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rows.count()).toBe(60);
  await page.getByText("Filter", { exact: true }).click();
  await page.getByRole("searchbox", { name: "Words" }).fill("garage & windows");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("Nothing fits this filter.").waitFor();
  expect(fake.read).toContain("GET /turns?q=garage+%26+windows");

  await page.getByRole("button", { name: "Clear" }).click();
  await rows.first().getByRole("link").click();
  await page.getByRole("heading", { name: /^Turn of/ }).waitFor();
  expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
  await page.getByText("1,830 of 8,192 tokens").waitFor();
  await page.locator("summary", { hasText: "control_device" }).click();
  await page.getByText('"entity_id": "cover.garage_door"').waitFor();
  await page.getByText("Rule entry:close").waitFor();
});

it("turns: one that is gone says so", async () => {
  const { page } = await openAt("turns/unheard-of");
  await page.getByRole("alert").getByText("not kept any more").waitFor();
});

it("activity: some of the actions that wait, with a PIN, and none that is somebody else's", async () => {
  const { fake, page } = await openAt("activity");
  const waiting = page.getByRole("list", { name: "Waiting for an answer" }).getByRole("listitem");
  const [first, second, third] = [0, 1, 2].map((index) => waiting.nth(index));
  if (!first || !second || !third) throw new Error("unreachable");
  await third.getByText("Somebody else has to answer this.").waitFor();
  expect(await third.getByRole("button").count()).toBe(0);

  await second.getByRole("button", { name: "Yes, do it" }).click();
  await page.getByText("Type the PIN first.").waitFor();
  await second.getByLabel("PIN").fill("2468");
  await second.getByLabel("PIN").press("Enter");
  await expect.poll(() => fake.asked.length).toBe(1);

  await first.getByRole("checkbox", { name: "switch the garage light on" }).uncheck();
  await first.getByRole("button", { name: "Yes, 1 of 2" }).click();
  await page.getByText("Open the garage door and switch the light on?").waitFor({ state: "detached" });
  expect(fake.asked.map(({ way, body }) => [way, body])).toEqual([
    ["POST /approvals/a2", { choice: "yes", pin: "2468" }],
    ["POST /approvals/a1", { choice: "yes", actions: ["x1"] }],
  ]);
});

it("activity: questions come and go by themselves, counted on the bar", async () => {
  const { fake, page } = await openAt("activity", (fake) => {
    fake.approvals = [];
  });
  await page.getByRole("heading", { name: "Today" }).waitFor();
  const [question] = approvals();
  if (!question) throw new Error("unreachable");
  fake.approvals = [question];
  await expect.poll(() => fake.listening).toBe(1);
  fake.tell("changed", { page: "approvals" });
  await page.getByText(question.question).waitFor();
  await page.getByRole("link", { name: "Activity 1 open" }).waitFor();
});

it("activity: sentences by day, found by person, device and outcome; ids on tap; the record is checked", async () => {
  const { fake, page } = await openAt("activity");
  const days = page.getByRole("heading", { level: 2 });
  await page.getByText("Ben closed Garage door").first().waitFor();
  expect((await days.allInnerTexts()).slice(0, 3)).toEqual(["Waiting for an answer", "Today", "Yesterday"]);
  expect(await page.getByText("cover.garage_door").first().isVisible()).toBe(false);
  await page.getByText("Ben closed Garage door").first().click();
  await page.getByText("cover.garage_door").first().waitFor();

  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Outcome").selectOption("failed");
  await page.getByLabel("Person").selectOption("Ben");
  await page.getByLabel("Device", { exact: true }).fill("Garage door");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => fake.read).toContain("GET /activity?person=telegram%3A2&outcome=failed&entity=cover.garage_door");
  await expect.poll(() => page.locator(".action").count()).toBe(11);

  await page.getByRole("button", { name: "Check the record" }).click();
  await page.getByText("The record is whole: 1,204 rows").waitFor();
  fake.chain = { ok: false, rows: 1_204, from: 1, problem: "row 7 is not as it was written" };
  await page.getByRole("button", { name: "Check the record" }).click();
  await page.getByText("The record was changed: row 7 is not as it was written").waitFor();
});

it("on the first day nothing speaks of filters", async () => {
  const { page } = await openAt("activity", (fake) => {
    fake.approvals = [];
    fake.actions = [];
  });
  await page.getByText("Nothing was done yet").waitFor();
  expect(await page.getByText("Filter").count()).toBe(0);
});

it("search log: what was blocked, and why", async () => {
  const { page } = await openAt("searchlog");
  await page.getByText("how to descale a coffee machine").first().waitFor();
  await page.getByRole("button", { name: "Blocked" }).click();
  await page.getByText("how to descale a coffee machine").first().waitFor({ state: "detached" });
  await page.getByText("It asked about who is at home.").first().waitFor();
});

it("memory: correct, forget after a question, narrow a habit, export", async () => {
  const { fake, page } = await openAt("memory");
  await page.getByRole("listitem").filter({ hasText: "every second Tuesday" }).getByText("waits for your yes").waitFor();
  await page.getByRole("button", { name: "Correct temperature bedroom" }).click();
  expect(await page.evaluate("document.activeElement.value")).toBe("18 °C at night");
  await page.getByLabel("New value").fill("17 °C at night");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("17 °C at night").waitFor();

  await page.getByRole("button", { name: "Forget coffee" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(fake.facts.length).toBe(3);
  await page.getByRole("button", { name: "Forget coffee" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await page.getByText("likes it strong, with oat milk").waitFor({ state: "detached" });
  expect(fake.facts.map(({ key }) => key)).toEqual(["temperature_bedroom", "dentist"]);

  await page.getByRole("button", { name: "Fri", pressed: true }).click();
  await page.getByRole("button", { name: "Fri", pressed: false }).waitFor();
  expect(fake.habits[0]?.days).toEqual([1, 2, 3, 4]);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export (JSON)" }).click()]);
  expect([download.suggestedFilename(), download.url()]).toEqual(["memory.json", `${fake.url}api/memory/export`]);
});

it("knowledge: sync with progress, a document in and out, a question tried", async () => {
  const { fake, page } = await openAt("knowledge");
  await page.getByRole("button", { name: "Sync now" }).click();
  await page.getByText("The sync has begun.").waitFor();
  await expect.poll(() => fake.listening).toBe(1);
  fake.tell("sync", { running: true, done: 40, total: 143, text: "Things and rooms" });
  await page.getByText("40 of 143 Things and rooms").waitFor();
  fake.tell("sync", { running: false, done: 143, total: 143, text: "3 new, 1 gone." });
  await page.getByText("3 new, 1 gone.").waitFor();

  const input = page.getByLabel("Add a document");
  await input.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await page.getByText("photo.png cannot be read.").waitFor();
  await input.setInputFiles({ name: "müll & co.md", mimeType: "text/markdown", buffer: Buffer.from("# Bins: grey") });
  await page.getByText("müll & co.md is there").waitFor();
  const put = fake.asked.at(-1);
  expect([decodeURIComponent(put?.way ?? ""), put?.body]).toEqual(["PUT /knowledge/documents/müll & co.md", 12]);
  await page.getByRole("button", { name: "Delete bins.md" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete bins.md" }).waitFor({ state: "detached" });

  await page.getByLabel("Question").fill("what is error E24?");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByText("the water cannot run off").waitFor();
  await page.getByText("meaning: place 2").waitFor();

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  const asked = fake.asked.length;
  await input.setInputFiles({ name: "large.md", mimeType: "text/markdown", buffer: Buffer.alloc(10_000_001) });
  await page.getByText("large.md is larger than 10 MB.").waitFor();
  expect(fake.asked.length).toBe(asked);
});

it("policy: what if a child asks to open the garage at two in the night, by names alone", async () => {
  const { fake, page } = await openAt("policy");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByText("Choose a device and an action first.").waitFor();
  await page.getByLabel("Device", { exact: true }).fill("Garage door");
  await page.getByLabel("Action").selectOption("Open");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByText("A child asks, at night.").waitFor();
  await page.getByText("Needs the yes of an owner.").waitFor();
  expect(fake.asked[0]?.body).toEqual({
    role: "child",
    service: "cover.open_cover",
    entityId: "cover.garage_door",
    hour: 2,
    channel: "telegram",
  });
});

it("health: a red line says what to do and turns green by itself", async () => {
  const { fake, page } = await openAt("health");
  await page.getByText("1 thing needs you.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "to do: The Telegram bot listens." }).getByText("make a new bot").waitFor();
  fake.health = { ...fake.health, telegram: [], checklist: fake.health.checklist.map((line) => ({ ...line, ok: true, todo: undefined })) };
  await page.getByText("Everything works.").waitFor();
});

it("health: a new installation has steps to take and nothing red", async () => {
  const { page } = await openAt("health", (fake) => {
    fake.health = {
      ...fake.health,
      telegram: [],
      checklist: [{ id: "chat", ok: false, isStep: true, text: "Say hello", todo: "Say hello" }],
    };
  });
  await page.getByText("One step is left.").waitFor();
  expect(await page.locator(".bad-text").count()).toBe(0);
});
