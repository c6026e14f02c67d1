import { describe, expect, it } from "vitest";
import { CommandError } from "../../../src/homeassistant/connection/errors.ts";
import { createLogbook, personOfUser } from "../../../src/homeassistant/history/logbook.ts";
import { fakeConnection } from "../../fakes/connection.ts";
import { fakeHome } from "../../fakes/home.ts";

const SPAN = { from: 0, to: 3_600_000, limit: 100 };
const BEN = "7f4e7dcf5df1485d9debce374952d8b8";

function logbookOf(...rows: readonly unknown[]) {
  const connection = fakeConnection(() => rows);
  return { connection, logbook: createLogbook({ connection }) };
}

async function causeOf(context: Readonly<Record<string, unknown>>) {
  const { logbook } = logbookOf({ state: "on", entity_id: "light.a", when: 10, ...context });
  return (await logbook.causes("light.a", SPAN))[0]?.cause;
}

describe("causes", () => {
  it("asks for one entity's entries in the span", async () => {
    const { connection, logbook } = logbookOf();
    expect(await logbook.causes("light.a", SPAN)).toEqual([]);
    expect(connection.asked).toEqual([
      {
        type: "logbook/get_events",
        start_time: "1970-01-01T00:00:00.000Z",
        end_time: "1970-01-01T01:00:00.000Z",
        entity_ids: ["light.a"],
      },
    ]);
  });

  it("come newest first, the newest kept", async () => {
    const { logbook } = logbookOf({ state: "a", when: 1 }, { state: "b", when: 2.0004 }, { state: "c", when: 3.5 });
    const entries = await logbook.causes("light.a", { ...SPAN, limit: 2 });
    expect(entries).toEqual([
      { at: 3_500, state: "c", message: undefined, cause: { kind: "device" }, contextId: undefined },
      { at: 2_000, state: "b", message: undefined, cause: { kind: "device" }, contextId: undefined },
    ]);
    expect(await logbook.causes("light.a", { ...SPAN, limit: 0 })).toEqual([]);
  });

  // as Home Assistant 2026.11 answers them
  it.each<[string, Readonly<Record<string, unknown>>, unknown]>([
    ["a wall switch", {}, { kind: "device" }],
    [
      "a user",
      { context_user_id: BEN, context_domain: "light", context_service: "toggle", context_event_type: "call_service" },
      { kind: "person", userId: BEN },
    ],
    ["a user whose call is not told", { context_user_id: BEN }, { kind: "person", userId: BEN }],
    [
      "an automation by the clock",
      {
        context_event_type: "automation_triggered",
        context_domain: "automation",
        context_name: "Every second",
        context_message: "triggered by time pattern",
        context_source: "time pattern",
        context_entity_id: "automation.every_second",
      },
      { kind: "automation", entityId: "automation.every_second", name: "Every second", userId: undefined },
    ],
    [
      "an automation that a user set off",
      {
        context_event_type: "automation_triggered",
        context_domain: "automation",
        context_name: "Porch",
        context_entity_id: "automation.porch",
        context_user_id: BEN,
      },
      { kind: "automation", entityId: "automation.porch", name: "Porch", userId: BEN },
    ],
    [
      "a script by its own service",
      { context_user_id: BEN, context_domain: "script", context_service: "good_night", context_event_type: "call_service" },
      { kind: "script", entityId: "script.good_night", name: undefined, userId: BEN },
    ],
    [
      "a script by script.turn_on",
      { context_user_id: BEN, context_domain: "script", context_service: "turn_on", context_event_type: "call_service" },
      { kind: "script", entityId: undefined, name: undefined, userId: BEN },
    ],
    [
      "a scene",
      { context_user_id: BEN, context_domain: "scene", context_service: "turn_on", context_event_type: "call_service" },
      { kind: "scene", entityId: undefined, name: undefined, userId: BEN },
    ],
    [
      "a service without a user",
      { context_domain: "light", context_service: "turn_on", context_event_type: "call_service" },
      { kind: "service", service: "light.turn_on" },
    ],
    [
      "an integration's event",
      {
        context_event_type: "homekit_state_change",
        context_domain: "homekit",
        context_name: "HomeKit",
        context_message: "send command on",
      },
      { kind: "service", service: "homekit" },
    ],
    ["another entity", { context_state: "on", context_entity_id: "light.member" }, { kind: "entity", entityId: "light.member" }],
  ])("%s", async (_, context, cause) => {
    expect(await causeOf(context)).toEqual(cause);
  });

  it("a routine's run has a message and its context, and no state", async () => {
    const { logbook } = logbookOf({
      name: "Good night",
      message: "started",
      source: null,
      entity_id: "script.good_night",
      context_id: "01M80KXVG9W94DFKEE1Z4Q5J76",
      domain: "script",
      when: 1_795_317_231.113821,
    });
    expect(await logbook.causes("script.good_night", SPAN)).toEqual([
      {
        at: 1_795_317_231_114,
        state: undefined,
        message: "started",
        cause: { kind: "device" },
        contextId: "01M80KXVG9W94DFKEE1Z4Q5J76",
      },
    ]);
  });

  it.each([
    ["no list", {}],
    ["an entry that is none", [7]],
    ["a time that is none", [{ state: "on", when: "now" }]],
    ["no time", [{ state: "on" }]],
    ["a state of numbers", [{ state: 7, when: 1 }]],
    ["a user of numbers", [{ state: "on", when: 1, context_user_id: 7 }]],
  ])("%s is refused", async (_, answer) => {
    const logbook = createLogbook({ connection: fakeConnection(() => answer) });
    await expect(logbook.causes("light.a", SPAN)).rejects.toThrow("unknown form");
  });

  it("a logbook that is switched off is thrown", async () => {
    const connection = fakeConnection(() => {
      throw new CommandError("unknown_command", "Unknown command.");
    });
    await expect(createLogbook({ connection }).causes("light.a", SPAN)).rejects.toThrow(CommandError);
  });
});

describe("users", () => {
  it("our own is asked for", async () => {
    const connection = fakeConnection(() => ({ id: BEN, name: "Ben", is_admin: false }));
    expect(await createLogbook({ connection }).ownUserId()).toBe(BEN);
    expect(connection.asked).toEqual([{ type: "auth/current_user" }]);
  });

  it.each([null, {}, { id: 7 }])("our own as %o is refused", async (answer) => {
    await expect(createLogbook({ connection: fakeConnection(() => answer) }).ownUserId()).rejects.toThrow("unknown form");
  });

  it.each([
    [BEN, "Ben"],
    ["nameless", undefined],
    ["addon", undefined],
    ["light", undefined],
  ])("%s is %s", (userId, name) => {
    const { exposed } = fakeHome({
      entities: [
        { entityId: "light.user", attributes: { user_id: "light", friendly_name: "Light" } },
        { entityId: "person.anna", attributes: { user_id: "other", friendly_name: "Anna" } },
        { entityId: "person.ben", attributes: { user_id: BEN, friendly_name: " Ben " } },
        { entityId: "person.nobody", attributes: { user_id: "nameless", friendly_name: null } },
      ],
    });
    expect(personOfUser({ all: () => exposed().map(({ state }) => state) }, userId)).toBe(name);
  });
});
