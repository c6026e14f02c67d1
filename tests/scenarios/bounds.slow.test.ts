import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import type { ModelCall } from "../fakes/model-server.ts";
import { anna, eventually, ScenarioHome } from "./scenario-home.ts";

/** A hundred turns in a row, on a machine that runs the live tests beside. */
const BUSY_MS = 100_000;

const toolResults = (call: ModelCall) => call.messages.filter(({ role }) => role === "tool");
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const stateOf = (entityId: string) => ({ name: "get_entity_state", args: { entity_id: entityId } });
const threads = (home: ScenarioHome) => home.rows("SELECT 1 FROM turns WHERE status IN ('received','running','waiting')");

it.each([
  ["nested deeper than a checkpoint can hold", { name: "get_entity_state", args: { entity_id: nested(60) } }],
  ["nested a little too deep", { name: "call_ha_service", args: { when: "now", service: "light.turn_on", data: nested(8) } }],
  ["too long", { name: "get_entity_state", args: { entity_id: "x".repeat(70_000) } }],
])("a call that is %s ends with a message, and the next one is answered", async (_, call) => {
  await using home = await ScenarioHome.start();
  home.model.respond(() => ({ toolCalls: [call] }));
  await home.asks(anna, "tell me a tale");
  home.model.respond(() => ({ text: "Once upon a time." }));
  expect((await home.asks(anna, "and another tale")).plain).toBe("Once upon a time.");
  expect(threads(home)).toEqual([]);
});

it("of 500 reads in one answer 32 are done", async () => {
  await using home = await ScenarioHome.start();
  const reads = Array.from({ length: 500 }, () => stateOf("light.bed_light"));
  home.model.respond((call) => (toolResults(call).length === 0 ? { toolCalls: reads } : { text: "I have no idea." }));
  expect((await home.asks(anna, "tell me a tale")).plain).toContain("I have no idea.");
  expect(toolResults(home.model.calls.at(-1) as ModelCall)).toHaveLength(32);
});

it("an answer without an end is ended", async () => {
  await using home = await ScenarioHome.start();
  home.model.respond(() => ({ chunks: Array.from({ length: 20_000 }, () => "Once upon a time. ".repeat(4)) }));
  const { plain } = await home.asks(anna, "tell me a tale");
  expect(plain).toMatch(/^Once upon a time. /);
  await eventually(() => home.model.calls[0]?.disconnected);
});

it("a turn has a deadline, and the next one is answered", async () => {
  await using home = await ScenarioHome.start({ options: { turn_timeout: 30 } });
  home.model.respond(() => ({ hang: true }));
  home.says(anna, "tell me a tale");
  await home.model.arrived(1);
  home.passes(30_000);
  expect((await home.next(anna)).plain).toMatch(/^That took longer than 30 seconds/);
  home.model.respond(() => ({ text: "Once upon a time." }));
  expect((await home.asks(anna, "and another tale")).plain).toBe("Once upon a time.");
});

it("a call that failed and is made again is the last one", async () => {
  await using home = await ScenarioHome.start();
  home.model.respond(({ tools }) => (tools.length > 0 ? { toolCalls: [stateOf("light.no_such_light")] } : { text: "I have no idea." }));
  expect((await home.asks(anna, "tell me a tale")).plain).toContain("I have no idea.");
  expect(home.model.calls).toHaveLength(3);
});

const statusOf = (home: ScenarioHome) =>
  home.sim.telegram.messages(anna).filter(({ plain }) => /still working on|have answered your/.test(plain));

it("300 messages in one go get answers for those that there was room for, and one message that counts the others", {
  timeout: 240_000,
}, async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  for (let count = 0; count < 300; count++) home.says(anna, `tale ${count}`);
  await eventually(() => home.rows("SELECT 1 FROM turns").length === 300, BUSY_MS);
  await eventually(() => statusOf(home).length === 1);
  await eventually(() => {
    home.passes(2_000);
    return statusOf(home)[0]?.plain === "I’m still working on 101 messages. There was no room for 199 more: please send them again.";
  }, BUSY_MS);
  for (let count = 0; count <= 100; count++) answer({ text: `Do you mean number ${count}?` });
  await eventually(() => home.texts(anna).includes("Do you mean number 100?"), BUSY_MS);
  await eventually(() => {
    home.passes(2_000);
    return statusOf(home)[0]?.plain.startsWith("I have answered your messages. There was no room for 199 more") === true;
  }, BUSY_MS);
  expect(home.texts(anna).filter((text) => text.startsWith("Do you mean"))).toHaveLength(101);
  expect(home.texts(anna)).toHaveLength(102);
});

it("300 times the same, or stickers, get a handful of replies", { timeout: 120_000 }, async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  for (let count = 0; count < 300; count++) home.says(anna, "ay");
  await eventually(() => home.rows("SELECT 1 FROM turns").length === 300, BUSY_MS);
  for (let count = 0; count < 4; count++) answer({ text: "What do you mean?" });
  await eventually(() => home.texts(anna).filter((text) => text === "What do you mean?").length === 4);
  await home.settled();
  expect(home.texts(anna).length).toBeLessThanOrEqual(5);
});

it("the message that counts goes on after a restart", { timeout: 120_000 }, async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  for (let count = 0; count < 12; count++) home.says(anna, `tale ${count}`);
  await eventually(() => statusOf(home).length === 1);
  await home.stopApp();
  await home.startApp();
  for (let count = 0; count < 14; count++) answer({ text: `Do you mean number ${count}?` });
  await eventually(() => {
    home.passes(2_000);
    return statusOf(home)[0]?.plain === "I have answered your messages.";
  }, BUSY_MS);
  expect(statusOf(home)).toHaveLength(1);
  expect(home.rows("SELECT 1 FROM turns WHERE status = 'sent'")).toHaveLength(12);
});

it("what cannot be stored is kept, said so once, and answered when it can be", async () => {
  await using home = await ScenarioHome.start();
  home.model.respond(() => ({ text: "Once upon a time." }));
  await home.asks(anna, "tale 0");
  await home.settled();
  const other = new Sqlite(join(home.dataDir, "assistant.db"));
  other.exec("BEGIN IMMEDIATE");
  for (const text of ["tale 1", "tale 2", "tale 3"]) home.says(anna, text);
  expect((await home.next(anna)).plain).toContain("I cannot write to my disk right now");
  await eventually(() => home.log.some((line) => line.includes("could not be stored")));
  other.exec("ROLLBACK");
  other.close();
  await eventually(() => {
    home.passes(10_000);
    return home.texts(anna).length === 5;
  }, 15_000);
  expect(home.texts(anna).slice(2)).toEqual(Array.from({ length: 3 }, () => "Once upon a time."));
});
