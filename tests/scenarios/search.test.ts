import { expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { webServer } from "../web/web-server.ts";
import { anna, ben, eventually, ScenarioHome, serviceCall } from "./scenario-home.ts";
import { left, reads, searches, searxng, started, told, WEATHER } from "./search-world.ts";

it("answers what the weather is in Tel Aviv from the web, and writes down what it asked", async () => {
  const web = await searxng(WEATHER);
  await using home = await started(web);
  home.model.reply(searches("weather Tel Aviv today"), { text: "Sunny, 24 °C: [the forecast](https://weather.example/tel-aviv)." });
  const { plain } = await home.asks(anna, "what's the weather in Tel Aviv?");
  expect(plain).toContain("Sunny, 24 °C");
  expect(web.queries()).toEqual(["weather Tel Aviv today"]);
  expect(told(home)).toMatchObject({ ok: true, results: [{ title: WEATHER.title, snippet: WEATHER.content, url: WEATHER.url }] });
  expect(left(home)).toEqual([
    {
      ...{ kind: "search", original_query: "weather Tel Aviv today", sanitized_query: "weather Tel Aviv today", was_blocked: 0 },
      ...{ provider: "searxng", outcome: "ok", results: 1 },
    },
  ]);
});

it("never searches for a code that the person gave before in the conversation", async () => {
  const web = await searxng(WEATHER);
  await using home = await started(web);
  home.model.reply({ text: "I cannot keep codes." }, searches("keypad four seven one one"), { text: "I cannot search for that." });
  await home.asks(anna, "the alarm code is 4711, just so you know");
  await home.asks(anna, "look up what that stands for, please");
  expect(web.queries()).toEqual([]);
  expect(left(home)).toMatchObject([{ was_blocked: 1, sanitized_query: "" }]);
});

const ellie = { entity_id: "light.ellies_room", name: "Ellie's Room", area: "Bedroom", device: "Ellie's Room" };
const withEllie = { home: { furnishing: { ...demoHome, entities: [...demoHome.entities, ellie] } } };
const ASKED = "why light.ellies_room is not responding";
const labels = ({ buttons }: { readonly buttons: readonly (readonly { readonly label: string }[])[] }) =>
  buttons.flat().map(({ label }) => label);

it.each([
  ["Search", [ASKED], `✅ Searched for “${ASKED}”`],
  ["Without names", ["why smart light is not responding"], "✅ Searched for “why smart light is not responding”"],
  ["Cancel", [], "✖️ Cancelled"],
])("shows the exact text that tells of the home, and after %s sends that alone", async (label, sent, ended) => {
  const web = await searxng({ title: "Smart light offline", content: "Check its power.", url: "https://help.example/" });
  await using home = await started(web, withEllie);
  home.model.reply(searches(ASKED), { text: "Check the power of the light first." });
  const question = await home.asks(anna, `search ${ASKED}`);
  expect(question.plain).toContain(`“${ASKED}”`);
  expect(question.plain).toContain("“why smart light is not responding”");
  expect(labels(question)).toEqual(["Search", "Without names", "Cancel"]);
  expect(web.asked).toEqual([]);
  home.presses(anna, label);
  await home.next(anna, ({ plain }) => plain === "Check the power of the light first.");
  await home.next(anna, ({ plain, buttons }) => plain.includes(ended) && buttons.length === 0);
  expect(web.queries()).toEqual(sent);
  expect(left(home).map((row) => row["sanitized_query"])).toEqual(sent);
  if (label === "Cancel") expect(told(home)).toMatchObject({ ok: false, error: "declined" });
});

it("remembers a yes for that text alone, and asks no second time in a turn that was told no", async () => {
  const web = await searxng(WEATHER);
  await using home = await started(web, withEllie);
  home.model.reply(searches(ASKED), { text: "First." }, searches(ASKED), { text: "Second." });
  await home.asks(anna, "look it up");
  home.presses(anna, "Search");
  await home.next(anna, ({ plain }) => plain === "First.");
  expect((await home.asks(anna, "look it up again")).plain).toBe("Second.");
  expect(web.queries()[0]).toBe(ASKED);
  home.model.reply(searches(`${ASKED} today`), searches(`${ASKED} tonight`), { text: "Third." });
  expect(labels(await home.asks(anna, "and once more"))).toContain("Search");
  home.presses(anna, "Cancel");
  await home.next(anna, ({ plain }) => plain === "Third.");
  expect(web.queries().filter((query) => query !== ASKED)).toEqual([]);
  expect(left(home).at(-1)).toMatchObject({ original_query: `${ASKED} tonight`, was_blocked: 1 });
});

it("asks about the actions of a step and about each text that would leave, one after the other", async () => {
  const web = await searxng(WEATHER);
  await using home = await started(web, withEllie);
  const { toolCalls } = searches(ASKED);
  home.model.reply({ toolCalls: [serviceCall("lock.unlock", "lock.front_door"), ...toolCalls] }, { text: "Both are done." });
  await home.asks(anna, "unlock the front door and look it up");
  expect(web.asked).toEqual([]);
  home.presses(anna, "Yes");
  await home.next(anna, ({ buttons }) => buttons.flat().some(({ label }) => label === "Search"));
  expect(home.calls().map(({ service }) => service)).toEqual(["lock.unlock"]);
  home.presses(anna, "Search");
  await eventually(() => expect(web.queries()).toEqual([ASKED]));
});

it("keeps the question over a restart, and takes no answer to it from anybody else", async () => {
  const web = await searxng(WEATHER);
  await using home = await started(web, withEllie);
  home.model.reply(searches(ASKED), { text: "Here it is." });
  const { messageId } = await home.asks(anna, "look it up");
  await home.stopApp();
  await home.startApp();
  await home.toast(home.presses(anna, "Search", { userId: ben, messageId }));
  expect(web.asked).toEqual([]);
  home.presses(anna, "Search", { messageId });
  await home.next(anna, ({ plain }) => plain.startsWith("Here it is."));
  expect(web.queries()).toEqual([ASKED]);
});

it("keeps a person's name at home and tells the model how to go on", async () => {
  const web = await searxng(WEATHER);
  await using home = await started(web, { options: { sanitizer_words: ["Vandermeer"] } });
  home.model.reply(searches("Vandermeer family bakery phone number"), { text: "I cannot search for that." });
  await home.asks(anna, "look up the Vandermeers' bakery");
  expect(told(home)).toMatchObject({ ok: false, error: "search_blocked", reason: "own", hint: expect.stringMatching(/\w/) });
  expect(web.asked).toEqual([]);
  expect(left(home)).toMatchObject([{ was_blocked: 1, sanitized_query: "", provider: "searxng", outcome: null }]);
});

it("says that search is down, and answers all the same", async () => {
  await using home = await started({ url: "http://127.0.0.1:1" });
  home.model.reply(searches("opening hours of museums"), { text: "I cannot search the web right now." });
  expect((await home.asks(anna, "when do museums open?")).plain).toBe("I cannot search the web right now.");
  expect(told(home)).toMatchObject({ ok: false, error: "search_unavailable" });
  expect(left(home)).toMatchObject([{ was_blocked: 0, outcome: "unavailable" }]);
});

it("ends a search with its turn", async () => {
  const web = await webServer(() => undefined);
  await using home = await started(web);
  home.model.reply(searches("opening hours of museums"));
  home.says(anna, "when do museums open?");
  await eventually(() => web.asked.length === 1);
  await home.asks(anna, "/cancel");
  await eventually(() => left(home)[0]?.["outcome"] === "failed");
});

it("has no tools for the web when the options switch them off, and none for pages unless they switch it on", async () => {
  await using off = await ScenarioHome.start({ options: { web_search: "off" } });
  off.model.reply({ text: "Hm." });
  await off.asks(anna, "who invented the zip?");
  expect(off.model.calls[0]?.tools).not.toContain("search_web");
  expect(off.model.calls[0]?.tools).not.toContain("read_page");
  await using on = await ScenarioHome.start({ options: { read_pages: true } });
  on.model.reply({ text: "Hm." });
  await on.asks(anna, "who invented the zip?");
  expect(on.model.calls[0]?.tools).toEqual(expect.arrayContaining(["search_web", "read_page"]));
});

it.each(["http://127.0.0.1:8123/", "http://192.168.1.1/admin", "http://homeassistant.local:8123/"])(
  "does not open %s, whoever wrote it",
  async (url) => {
    await using home = await started(await searxng(), { options: { read_pages: true } });
    home.model.reply(reads(url), { text: "I cannot open that." });
    await home.asks(anna, `what is on ${url} ?`);
    expect(told(home)).toMatchObject({ ok: false, error: "page_address" });
    expect(left(home)).toMatchObject([{ kind: "page", original_query: url, sanitized_query: "", was_blocked: 1, outcome: null }]);
  },
);
