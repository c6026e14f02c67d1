import type { Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import type { ChatMessage } from "../../src/channels/console/wire.ts";
import { useBrowser, violations } from "./browser.ts";
import { FakeConsole } from "./fake-console.ts";

const browser = useBrowser();

async function openChat(
  prepare: (fake: FakeConsole) => void = () => undefined,
  refusals: "fail" | "are-expected" = "fail",
): Promise<{ fake: FakeConsole; page: Page }> {
  const fake = await FakeConsole.start();
  onTestFinished(() => fake[Symbol.asyncDispose]());
  prepare(fake);
  const page = await browser.open(`${fake.url}#/chat`, { refusals });
  await page.getByRole("textbox", { name: "Write to Jarvis" }).waitFor();
  await expect.poll(() => fake.listening).toBe(1);
  return { fake, page };
}

const answer = (text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: "m-answer",
  from: "assistant",
  text,
  html: `<p>${text}</p>`,
  buttons: [],
  at: Date.now(),
  edited: false,
  about: [],
  ...more,
});

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox").fill(text);
  await page.getByRole("textbox").press("Enter");
}

it("shows what was written at once, then what the server made of it, and the answer as it grows", async () => {
  const { fake, page } = await openChat();
  await write(page, "is the garage closed?");
  const log = page.getByRole("log");
  await log.getByText("is the garage closed?").waitFor();
  await log.getByText("Sending …").waitFor();
  await expect
    .poll(() => fake.asked)
    .toMatchObject([{ way: "POST /chat", token: "token-of-anna", body: { text: "is the garage closed?" } }]);
  const [{ body } = { body: undefined }] = fake.asked;
  const { clientId } = body as { clientId: string };

  fake.shows({ ...answer("is the garage closed?"), id: "m-new", from: "person", clientId });
  await log.getByText("Sending …").waitFor({ state: "detached" });
  expect(await log.getByText("is the garage closed?").count()).toBe(1);

  fake.tell("progress", { turnId: "t9", text: "looking at the garage", done: false });
  await log.getByText("looking at the garage").waitFor();
  fake.shows(answer("Yes, it"));
  fake.shows(answer("Yes, it is closed.", { edited: true }));
  fake.tell("progress", { turnId: "t9", text: "", done: true });
  await log.getByText("Yes, it is closed.").waitFor();
  await log.getByText("looking at the garage").waitFor({ state: "detached" });
  // whoever cannot see it hears the whole answer, once
  await page.locator("[aria-live=polite]", { hasText: "Jarvis: Yes, it is closed." }).waitFor({ state: "attached" });
});

it("sends again what did not go, as the same message", async () => {
  const { fake, page } = await openChat((fake) => fake.failures.set("POST /chat", { status: 502, body: "Bad Gateway" }));
  await write(page, "light on");
  const alert = page.getByRole("alert");
  await alert.getByText("it may be restarting").waitFor();
  fake.failures.clear();
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor({ state: "detached" });
  await expect.poll(() => fake.asked.length).toBe(1);
  expect(fake.asked[0]?.body).toMatchObject({ text: "light on", clientId: expect.stringMatching(/^[\da-f]{32}$/) });
});

it("answers a question with a button and says what became of it", async () => {
  const { fake, page } = await openChat();
  await page.getByRole("group", { name: "Answers" }).getByRole("button", { name: "Yes" }).click();
  await page.getByText("OK, the garage opens.").waitFor();
  expect(fake.asked).toMatchObject([{ way: "POST /chat/press", body: { messageId: "m6", data: "a:1:yes" } }]);
});

it("lets nothing of a message run, load or lead astray", async () => {
  const evil =
    "<p onclick='location=1' style='position:fixed'>text<img src=x onerror='document.title=1'><script>document.title='bad'</script>" +
    "<a href='javascript:alert(1)'>click</a> <a href='https://example.org/'>fine</a><iframe src='https://example.org'></iframe><form action='/x'><input name=a></form></p>";
  const { page } = await openChat((fake) => {
    fake.chat = [answer("x", { html: evil })];
  }, "are-expected");
  const said = page.locator(".said");
  await said.getByText("click").waitFor();
  expect(await said.innerHTML()).toBe(
    '<p>text<span>click</span> <a href="https://example.org/" target="_blank" rel="noopener noreferrer">fine</a></p><p></p>',
  );
});

it("reads earlier messages where they belong, and keeps a draft while another page is looked at", async () => {
  const { page } = await openChat();
  await page.getByRole("button", { name: "Earlier messages" }).click();
  const first = page.locator(".bubble").first();
  await first.getByText("Good morning, Anna.").waitFor();
  await page.getByRole("textbox").fill("half a thou");
  await page.getByRole("link", { name: "Memory" }).click();
  await page.getByRole("heading", { name: "Memory", level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole("textbox").inputValue()).toBe("half a thou");
});

it("says that the connection is away, and catches up when it is back", async () => {
  const { fake, page } = await openChat();
  await fake.away();
  await page.getByText("The connection is interrupted.").waitFor();
  fake.chat = [answer("Said while you were away."), ...fake.chat];
  await fake.listen();
  await page.getByText("Said while you were away.").waitFor();
  await page.getByText("The connection is interrupted.").waitFor({ state: "detached" });
});

it("proposes something to who has said nothing yet", async () => {
  const { fake, page } = await openChat((fake) => {
    fake.chat = [];
  });
  await page.getByRole("button", { name: "Which batteries are low?" }).click();
  await expect.poll(() => fake.asked).toMatchObject([{ body: { text: "Which batteries are low?" } }]);
});

it("shows no more what was forgotten meanwhile, and keeps the earlier messages that were read", async () => {
  const { fake, page } = await openChat();
  await page.getByRole("button", { name: "Earlier messages" }).click();
  await page.getByText("Good morning, Anna.").waitFor();
  fake.chat = fake.chat.filter(({ id }) => id !== "m2");
  fake.tell("changed", { page: "chat" });
  await page.getByText("which batteries are low?").waitFor({ state: "detached" });
  expect(await page.getByText("Good morning, Anna.").count()).toBe(1);

  fake.chat = [];
  fake.tell("changed", { page: "chat" });
  await page.getByText("Ask about your home, or tell it what to do").waitFor();
});

it("after a reload an answer of the same millisecond stands under its message", async () => {
  const at = Date.now();
  const { page } = await openChat((fake) => {
    fake.chat = [answer("Model: answers.", { id: "m-answer", at }), answer("/status", { id: "m-said", from: "person", at })];
  });
  await page.getByText("Model: answers.").waitFor();
  expect(await page.locator(".bubble .said").allInnerTexts()).toEqual(["/status", "Model: answers."]);
});

it("while it thinks there is one ellipsis, and Stop in the place of Send", async () => {
  const { fake, page } = await openChat();
  fake.tell("progress", { turnId: "t9", text: "Thinking …", done: false });
  const thinking = page.locator(".bubble.assistant").last();
  await thinking.locator(".dots").waitFor();
  expect((await thinking.locator(".said").textContent())?.trim()).toBe("Thinking");
  await page.getByRole("textbox").fill("and then");
  expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  await page.getByRole("textbox").fill("");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => fake.asked).toMatchObject([{ way: "POST /chat", body: { text: "/cancel" } }]);
  fake.tell("progress", { turnId: "t9", text: "", done: true });
  await page.getByRole("button", { name: "Send" }).waitFor();
});

it("a question counts down while it is open", async () => {
  const { fake, page } = await openChat();
  const footer = page.locator(".bubble", { hasText: "Open the garage door?" }).locator("footer");
  await expect.poll(() => footer.textContent()).toMatch(/\d:\d\d left/);
  fake.approvals = [];
  fake.tell("changed", { page: "approvals" });
  await expect.poll(() => footer.textContent()).not.toContain("left");
});

it("what a press says covers no message", async () => {
  const { page } = await openChat();
  await page.getByRole("group", { name: "Answers" }).getByRole("button", { name: "Yes" }).click();
  const toast = await page.getByText("OK, the garage opens.").boundingBox();
  const log = await page.getByRole("log").boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(log?.y ?? 0);
});

it("an entity stands once, under the newest answer about it; a tap says what it does, and the state follows", async () => {
  const { fake, page } = await openChat();
  const card = page.getByRole("button", { name: /^Garage door/ });
  await card.waitFor();
  fake.shows(answer("The garage is closed.", { about: ["cover.garage_door"] }));
  await page.locator(".bubble", { hasText: "The garage is closed." }).locator(card).waitFor();
  expect(await card.count()).toBe(1);
  await card.click();
  await expect.poll(() => fake.asked).toMatchObject([{ way: "POST /chat/tap", body: { entityId: "cover.garage_door" } }]);
  fake.cards = fake.cards.map((one) => ({ ...one, state: "Open", isActive: true, tap: "Close Garage door" }));
  fake.tell("state", { entityId: "cover.garage_door" });
  await card.getByText("Open · Garage").waitFor();
});

it("a number shows how it went, by day, week and month", async () => {
  const { fake, page } = await openChat();
  fake.shows(answer("It is 6.4 °C outside.", { about: ["sensor.outside"] }));
  await page.locator(".canvas canvas").waitFor();
  await page.getByText("Outside: from 4 °C to 8.8 °C").waitFor();
  await page.getByRole("button", { name: "Month" }).click();
  await expect.poll(() => fake.read).toContain("GET /chat/chart?entity=sensor.outside&span=month");
  await page.getByText("Outside: from 4 °C to 8.8 °C").waitFor();
  expect(await violations(page)).toEqual([]);
});
