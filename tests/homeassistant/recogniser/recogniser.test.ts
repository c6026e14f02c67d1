import { describe, expect, it } from "vitest";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "../../../src/homeassistant/connection/errors.ts";
import { createRecogniser } from "../../../src/homeassistant/recogniser/recogniser.ts";
import { fakeConnection } from "../../fakes/connection.ts";
import { fakeHome } from "../../fakes/home.ts";
import { callsOf, HOUSE, matched, recogniserOf, silent } from "../recogniser-world.ts";

describe("several commands in one sentence", () => {
  const light = matched("HassTurnOn", { name: "bed light" }, ["light.bed_light"]);
  const door = matched("HassTurnOn", { name: "main door" }, ["lock.main_door"]);
  const asked = matched("HassGetState", { name: "main door", state: "locked" }, ["lock.main_door"]);

  it.each([
    ["en", "turn on the bed light and lock the main door", "turn on the bed light", "lock the main door"],
    ["en", "turn on the bed light, then lock the main door", "turn on the bed light", "lock the main door"],
    ["en-GB", "Turn on the bed light. Lock the main door!", "Turn on the bed light", "Lock the main door"],
    ["de-DE", "mach das Bettlicht an, dann schließ die Tür ab", "mach das Bettlicht an", "schließ die Tür ab"],
    ["fr", "allume la lampe et puis verrouille la porte", "allume la lampe", "verrouille la porte"],
    ["xx", "a b; c d", "a b", "c d"],
  ])("%s: %s", async (language, sentence, first, second) => {
    const { recognise, connection } = recogniserOf({ [first]: light, [second]: door });
    const recognition = await recognise(sentence, language);
    expect(callsOf(recognition).map(({ service }) => service)).toEqual(["light.turn_on", "lock.lock"]);
    expect(connection.asked).toEqual([{ type: "conversation/agent/homeassistant/debug", sentences: [sentence, first, second], language }]);
  });

  it("the whole wins over its parts", async () => {
    const { recognise } = recogniserOf({ "a b and c d": light, "a b": door, "c d": door });
    expect(callsOf(await recognise("a b and c d"))).toHaveLength(1);
  });

  it("parts win over a whole whose free text swallowed a command", async () => {
    const eggs = matched("HassListAddItem", { name: "groceries", item: "eggs" }, ["todo.groceries"]);
    const both = matched("HassListAddItem", { name: "groceries", item: "eggs to groceries and add milk" }, ["todo.groceries"]);
    const { recognise } = recogniserOf({ "add eggs and add milk": both, "add eggs": eggs, "add milk": eggs });
    expect(callsOf(await recognise("add eggs and add milk"))).toHaveLength(2);
  });

  it("one part that is not understood makes a miss of all", async () => {
    const { recognise } = recogniserOf({ "turn it on": light });
    expect(await recognise("turn it on and sing")).toEqual({ hit: false, reason: "partial" });
  });

  it("the second half of a question is no order", async () => {
    const { recognise } = recogniserOf({ "is the door locked": asked, "the light on": light });
    expect(await recognise("is the door locked and the light on")).toEqual({ hit: false, reason: "ambiguous" });
    const other = recogniserOf({ "turn on the light": light, "is the door locked": asked });
    expect(await other.recognise("turn on the light and is the door locked")).toMatchObject({ hit: true });
  });

  it("numbers with a comma stay whole, long lists are not split", async () => {
    const { recognise, connection } = recogniserOf({});
    await recognise("set it to 21,5 degrees");
    await recognise("a, b, c, d, e, f");
    expect(connection.asked.map(({ sentences }) => (sentences as string[]).length)).toEqual([1, 1]);
  });
});

it("a part that is no command belongs to the one beside it", async () => {
  const on = (...ids: readonly string[]) => matched("HassTurnOn", {}, ids, "turn on {name}");
  const { recognise } = recogniserOf({
    "turn on the bed light": on("light.bed_light"),
    "turn on the bed light and kitchen lights": on("light.bed_light", "light.kitchen_lights"),
    "lock up": matched("HassTurnOn", { name: "Main Door" }, ["lock.main_door"], "lock up"),
  });
  const targets = async (text: string) => callsOf(await recognise(text)).map(({ target }) => target.entityId);
  expect(await targets("turn on the bed light and kitchen lights and lock up")).toEqual([
    ["light.bed_light", "light.kitchen_lights"],
    ["lock.main_door"],
  ]);
  for (const text of ["turn on the bed light and the piano and lock up", "sing and turn on the bed light and lock up"])
    expect(await recognise(text)).toEqual({ hit: false, reason: "partial" });
});

describe("never throws", () => {
  const home = fakeHome({ entities: HOUSE });
  const failing = (error: Error) =>
    fakeConnection(() => {
      throw error;
    });

  it.each<[string, Error, string]>([
    ["the connection went", new HomeUnreachableError("down"), "absent"],
    ["a core without the command", new CommandError("unknown_command", "Unknown command."), "absent"],
    ["no answer in time", new OutcomeUnknownError("lost"), "error"],
    ["a refusal", new CommandError("invalid_format", "no"), "error"],
  ])("%s", async (_, error, reason) => {
    const recogniser = createRecogniser({ connection: failing(error), home, enabled: true, logger: silent });
    expect(await recogniser.recognise("turn on the light", "en")).toEqual({ hit: false, reason });
  });

  it("an answer of another shape is an error, switched off and not connected are told", async () => {
    const odd = createRecogniser({ connection: fakeConnection(() => ({ results: [{}] })), home, enabled: true, logger: silent });
    expect(await odd.recognise("x y", "en")).toEqual({ hit: false, reason: "error" });
    const off = createRecogniser({ connection: fakeConnection(() => null), home, enabled: false, logger: silent });
    expect(await off.recognise("x y", "en")).toEqual({ hit: false, reason: "off" });
    const away = createRecogniser({ connection: { ...fakeConnection(() => null), connected: false }, home, enabled: true, logger: silent });
    expect(await away.recognise("x y", "en")).toEqual({ hit: false, reason: "absent" });
  });

  it("a long text is not asked about", async () => {
    const { recognise, connection } = recogniserOf({});
    expect(await recognise("word ".repeat(100))).toEqual({ hit: false, reason: "no_match" });
    expect(connection.asked).toEqual([]);
  });
});
