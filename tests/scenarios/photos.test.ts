import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOllamaProvider } from "../../src/models/ollama.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { anna, ScenarioHome, type ScenarioOptions, serviceCall } from "./scenario-home.ts";

/** The head of a JPEG, and something to look for. */
const PHOTO = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("a cat on a sofa, seen from above")]);
const IMAGE = PHOTO.toString("base64");

const startHome = (scenario: ScenarioOptions = {}) => ScenarioHome.start({ options: { model_sees: "yes" }, ...scenario });

it("a photo goes to the model with its words, and is kept nowhere", async () => {
  await using home = await startHome();
  home.model.reply({ text: "That is a cat." });
  home.sim.telegram.photo({ chatId: anna, caption: "what is this?", bytes: PHOTO });
  expect((await home.next(anna)).plain).toBe("That is a cat.");
  const [request] = home.model.requests as readonly {
    readonly messages: readonly { readonly content: string; readonly images?: unknown }[];
  }[];
  expect(request?.messages.at(-1)?.images).toEqual([IMAGE]);
  expect(request?.messages.at(-2)?.content).toContain("what is this?");
  await home.settled();
  expect(home.rows("SELECT kind, text, attachment FROM turns")).toEqual([{ kind: "photo", text: "what is this?", attachment: null }]);
  expect(home.rows("SELECT origin FROM conversation_history WHERE role = 'assistant'")).toEqual([{ origin: "outside" }]);
  await home.stopApp();
  expect(readdirSync(join(home.dataDir, "voice"))).toEqual([]);
  for (const name of readdirSync(home.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const bytes = readFileSync(join(name.parentPath, name.name));
    expect([name.name, bytes.includes(PHOTO.subarray(8)), bytes.includes(IMAGE)]).toEqual([name.name, false, false]);
  }
});

it("a picture that is sent as a file is looked at, too", async () => {
  await using home = await startHome();
  home.model.reply({ text: "That is a cat." });
  home.sim.telegram.document({ chatId: anna, name: "cat.jpg", type: "image/jpeg", bytes: PHOTO });
  expect((await home.next(anna)).plain).toBe("That is a cat.");
});

it("what a photo may have made the model want is asked about, and the question's Yes needs no second look at it", async () => {
  await using home = await startHome();
  const call = { name: "call_ha_service", args: { service: "switch.turn_on", entity_id: ["switch.coffee_machine"], when: "now" } };
  home.model.reply({ toolCalls: [call] }, { text: "There you are." });
  home.sim.telegram.photo({ chatId: anna, bytes: PHOTO });
  const question = await home.next(anna);
  expect(question.plain).toContain("Coffee Machine");
  expect(home.touched()).toEqual([]);
  home.presses(anna, question.buttons[0]?.[0]?.label ?? "");
  await home.next(anna, ({ plain }) => /Coffee Machine is now on/.test(plain));
  expect(home.rows("SELECT text FROM turns")).toEqual([{ text: "📷" }]);
});

it("a value that only the photo can tell is asked about", async () => {
  await using home = await startHome();
  home.model.reply({ toolCalls: [serviceCall("climate.set_temperature", "climate.thermostat", { temperature: 23 })] });
  home.sim.telegram.photo({ chatId: anna, caption: "set the thermostat like this", bytes: PHOTO });
  const question = await home.next(anna);
  expect(question.plain).toContain("“📷” (your photo)");
  expect(home.touched()).toEqual([]);
});

it("a command below a photo is the model's to understand", async () => {
  await using home = await startHome();
  home.model.reply({ text: "That is a cat." });
  home.sim.telegram.photo({ chatId: anna, caption: "turn on the kitchen light", bytes: PHOTO });
  expect((await home.next(anna)).plain).toContain("That is a cat.");
  expect(home.touched()).toEqual([]);
});

it("a photo never goes to a model outside the house", async () => {
  await using outside = await FakeModelServer.start({ kind: "openai" });
  const cloud = {
    cloud_enabled: true,
    cloud_first: true,
    openai_base_url: outside.url,
    openai_model: "away",
    openai_api_key: "k".repeat(20),
  };
  await using home = await startHome({ options: { model_sees: "yes", ...cloud } });
  home.model.reply({ text: "That is a cat." });
  home.sim.telegram.photo({ chatId: anna, caption: "what is this?", bytes: PHOTO });
  await home.next(anna, ({ plain }) => plain.includes("That is a cat."));
  expect(outside.calls).toEqual([]);
});

it.for<[what: string, of: { bytes?: Buffer; size?: number; scenario?: ScenarioOptions }, said: string]>([
  ["a model that reads only", { scenario: { options: {} } }, "my model only reads text"],
  ["no picture", { bytes: Buffer.from("MZ program") }, "can’t read this picture"],
  ["a large file", { size: 19_000_000 }, "the limit is 2 MB"],
  ["a larger file than Telegram says", { bytes: Buffer.alloc(2_100_000), size: 6 }, "the limit is 2 MB"],
  [
    "a service without a folder",
    { scenario: { options: { model_sees: "yes" }, withoutVoice: true } },
    "folder that Home Assistant and I share",
  ],
])("%s is told in one sentence", async ([, { bytes = PHOTO, size = bytes.length, scenario }, said]) => {
  await using home = await startHome(scenario);
  home.sim.telegram.photo({ chatId: anna, bytes, size });
  expect((await home.next(anna)).plain).toContain(said);
  await home.settled();
  expect(home.model.calls).toEqual([]);
});

it("more photos than a conversation has are not looked at", async () => {
  await using home = await startHome();
  home.model.respond(() => ({ text: "A cat." }));
  for (let count = 0; count < 12; count++) home.sim.telegram.photo({ chatId: anna, bytes: PHOTO });
  await home.next(anna, ({ plain }) => plain.includes("a lot of pictures"));
  expect(home.model.calls.length).toBeLessThanOrEqual(10);
});

it("of an album that nobody can look at one photo is answered, and the next is again", async () => {
  await using home = await startHome({ options: {} });
  const sends = () => home.sim.telegram.photo({ chatId: anna, bytes: PHOTO, date: new Date(home.now) });
  for (let count = 0; count < 4; count++) sends();
  await home.next(anna);
  await home.settled();
  expect(home.texts(anna)).toHaveLength(1);
  home.passes(3_000);
  sends();
  await home.next(anna);
});

it("whether a model sees is asked of its server", async () => {
  const { signal } = new AbortController();
  await using seeing = await FakeModelServer.start({ capabilities: ["completion", "tools", "vision"] });
  await using reading = await FakeModelServer.start();
  const ollama = (server: FakeModelServer) => createOllamaProvider({ url: server.url, model: "home-test" }).sees(signal);
  expect([await ollama(seeing), await ollama(reading)]).toEqual([true, false]);
  await seeing.down();
  expect(await ollama(seeing)).toBe(false);
  const server = (url: string) => createOpenAiProvider({ model: "home-test", url, atHome: { fetch } }).sees?.(signal);
  await using llama = await FakeModelServer.start({ kind: "openai", capabilities: ["completion", "multimodal"] });
  await using other = await FakeModelServer.start({ kind: "openai" });
  expect([await server(llama.url), await server(other.url)]).toEqual([true, false]);
});
