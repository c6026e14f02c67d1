import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openConsole, USERS } from "../channels/console/console-world.ts";
import { anna, eventually } from "../scenarios/scenario-home.ts";
import { useBrowser, violations } from "./browser.ts";
import { ingressFor } from "./supervisor-proxy.ts";

const browser = useBrowser();
const PICTURES = process.env["CONSOLE_PICTURES"];
type World = Awaited<ReturnType<typeof openConsole>>["home"];

async function look(home: World, id: string, name: string): Promise<Page> {
  return browser.open(await ingressFor(home.consoleUrl, { id, name }));
}

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: /^Write to/ });
  await box.fill(text);
  await box.press("Enter");
}

/** No rule of usability is broken; a picture where some are wanted. */
async function isFine(page: Page, name: string): Promise<void> {
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `service-${name}.png`) });
  }
  expect(await violations(page)).toEqual([]);
}

const goTo = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name }).click();

it("a chat in the sidebar: said, done, asked, answered, and found again in every record", async () => {
  const { home } = await openConsole();
  const page = await look(home, USERS.anna, "Anna");

  await say(page, "turn on the bed light");
  const log = page.getByRole("log");
  await log.locator(".bubble.assistant").first().waitFor();
  await eventually(() => home.calls("light.turn_on").length === 1);
  await log.getByText("Sending …").waitFor({ state: "detached" });
  expect(await log.getByText("turn on the bed light", { exact: true }).count()).toBe(1);

  await say(page, "unlock the front door");
  await log.getByRole("button", { name: "Yes" }).waitFor();
  await isFine(page, "chat");
  expect(home.calls("lock.unlock")).toEqual([]);
  await log.getByRole("button", { name: "Yes" }).click();
  await eventually(() => home.calls("lock.unlock").length === 1);
  await log.getByRole("button", { name: "Yes" }).waitFor({ state: "detached" });

  await goTo(page, "Settings");
  await page.getByRole("link", { name: "Turns" }).click();
  await page.getByRole("link", { name: /unlock the front door/ }).click();
  await page.getByRole("heading", { name: "What happened" }).waitFor();
  await page.getByText("lock.unlock").first().waitFor();
  await isFine(page, "turn");

  await goTo(page, "Activity");
  await page.getByRole("list", { name: "Activity, Today" }).getByText("Anna unlocked Front Door").waitFor();
  await page.getByRole("button", { name: "Check the record" }).click();
  await page.getByText("The record is whole").waitFor();
  await isFine(page, "activity");
});

it("an approval that was asked in one place is answered in another", async () => {
  const { home } = await openConsole();
  const page = await look(home, USERS.anna, "Anna");
  await say(page, "unlock the front door");
  await page.getByRole("link", { name: "Activity 1 open" }).click();
  await isFine(page, "approvals");
  await page.getByRole("button", { name: "Yes, do it" }).click();
  await eventually(() => home.calls("lock.unlock").length === 1);
  await page.getByText("Waiting for an answer").waitFor({ state: "detached" });
});

it("what is remembered is corrected and forgotten, and nobody else reads it", async () => {
  const { home } = await openConsole();
  const page = await look(home, USERS.anna, "Anna");
  await home.app.memory.learn(
    {
      scope: { kind: "person", personId: `telegram:${anna}` },
      ...{
        category: "preference",
        key: "favourite_tea",
        value: "sencha",
        source: "told",
        origin: "person",
        evidence: [],
        confidence: 1,
        language: "en",
      },
      toldBy: `telegram:${anna}`,
    },
    home.now,
  );
  await goTo(page, "Memory");
  await page.getByText("sencha").first().waitFor();
  await isFine(page, "memory");

  const ben = await look(home, USERS.ben, "Ben");
  await goTo(ben, "Memory");
  await ben.getByText("Nothing is remembered yet.").waitFor();
  await goTo(ben, "Settings");
  await ben.getByRole("link", { name: "Turns" }).click();
  await ben.getByText("No message yet.").waitFor();

  await page.getByRole("button", { name: "Forget drinks" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await page.getByText("sencha").waitFor({ state: "detached" });
  expect(home.rows("SELECT 1 FROM profile_entries WHERE value LIKE '%sencha%'")).toEqual([]);
});

it("knowledge, policy and health show the house as it is", async () => {
  const { home } = await openConsole({ options: { knowledge: true } });
  await home.known();
  const page = await look(home, USERS.anna, "Anna");
  const setting = async (name: string) => {
    await goTo(page, "Settings");
    await page.getByRole("link", { name }).click();
  };
  await setting("Knowledge");
  await page.getByLabel("Add a document").setInputFiles({
    name: "dishwasher.md",
    mimeType: "text/markdown",
    buffer: Buffer.from("# Dishwasher\n\nError E24 means that the water cannot run off. Clean the filter."),
  });
  await page.getByText("dishwasher.md is there").waitFor();
  await eventually(() => home.rows("SELECT 1 FROM rag_documents WHERE text LIKE '%E24%'").length > 0);
  await page.getByLabel("Question").fill("what is error E24?");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByText("the water cannot run off").waitFor();
  await isFine(page, "knowledge");

  await setting("What may be done");
  await page.getByLabel("Device", { exact: true }).fill("Garage Door");
  await page.getByLabel("Action").selectOption("cover.open_cover");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByRole("heading", { name: "Decision" }).waitFor();
  await isFine(page, "policy");

  await setting("Health");
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  await isFine(page, "health");
});

it("what is planned in the chat counts down on its page, is cancelled and taken back", async () => {
  const { home } = await openConsole({ options: { notify: "important" } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  const page = await look(home, USERS.anna, "Anna");
  const answers = page.getByRole("log").locator(".bubble.assistant");
  for (const [index, text] of [
    "set a timer for pasta, 9 minutes",
    "remind me in 2 hours to call my mother",
    "every weekday at 6:30 turn on the bed light",
    "when Ben comes home turn on the hallway light",
  ].entries()) {
    await say(page, text);
    await answers.nth(index).waitFor();
  }
  await goTo(page, "Activity");
  await page.getByRole("link", { name: "Planned" }).click();
  await page.getByText(/^8:\d\d left$/).waitFor();
  await isFine(page, "planned");
  await page.getByRole("button", { name: "Cancel: A timer for pasta" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^8:\d\d left$/).waitFor();
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.getByRole("heading", { name: "What I tell you of" }).waitFor();
  await isFine(page, "notifications");
});

it("a child sees their own pages, a stranger what to do", async () => {
  const { home } = await openConsole();
  const mia = await look(home, USERS.mia, "Mia");
  await mia.getByRole("navigation").waitFor();
  await goTo(mia, "Settings");
  await mia.getByRole("link", { name: "Turns" }).waitFor();
  for (const ofOthers of ["Knowledge", "What may be done", "Health"])
    expect(await mia.getByRole("link", { name: ofOthers }).count()).toBe(0);

  const stranger = await look(home, USERS.stranger, "Zoe");
  await stranger.getByRole("alert").waitFor();
  expect(await stranger.getByRole("navigation").count()).toBe(0);
  await isFine(stranger, "stranger");
});
