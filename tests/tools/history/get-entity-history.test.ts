import { describe, expect, it } from "vitest";
import { CommandError } from "../../../src/homeassistant/connection/errors.ts";
import { createHistory } from "../../../src/homeassistant/history/history.ts";
import { createLogbook } from "../../../src/homeassistant/history/logbook.ts";
import type { Role } from "../../../src/security/policy/policy-input.ts";
import { createGetEntityHistory } from "../../../src/tools/history/get-entity-history.ts";
import { fakeConnection } from "../../fakes/connection.ts";
import { fakeHome } from "../../fakes/home.ts";
import { openStores } from "../../storage/stores.ts";
import { callerOf, shown } from "../caller.ts";

const NOW = Date.UTC(2026, 10, 21, 12, 0);
const HOME = fakeHome({
  entities: [
    { entityId: "light.bed", name: "Bed Light" },
    { entityId: "sensor.temperature", name: "Temperature", attributes: { unit_of_measurement: "°C" } },
    { entityId: "lock.cellar", exposed: false },
    { entityId: "automation.alarm" },
    { entityId: "person.ben", name: "Ben" },
  ],
});

function toolOver(connection: ReturnType<typeof fakeConnection>) {
  const { actions } = openStores();
  const reads = { history: createHistory({ connection }), logbook: createLogbook({ connection }), actions };
  return createGetEntityHistory({
    home: HOME,
    ...reads,
    traces: { triggerAt: async () => undefined },
    personOfUser: () => undefined,
    now: () => NOW,
  });
}

/** `rows` as [minutes ago, state], oldest first. */
function ask(args: unknown, rows: readonly (readonly [number, string])[] = [], role: Role = "owner") {
  const connection = fakeConnection(({ entity_ids: ids }) => ({
    [String(ids)]: rows.map(([ago, s]) => ({ s, lu: NOW / 1_000 - ago * 60 })),
  }));
  const tool = toolOver(connection);
  return { answer: shown(tool.call(args, callerOf("anna", role), new AbortController().signal)), connection };
}

describe("get_entity_history", () => {
  it("tells changes in the home's time and hours per state", async () => {
    const rows = [
      [1_500, "off"],
      [180, "on"],
      [60, "off"],
    ] as const;
    expect(await ask({ entity_id: "light.bed" }, rows).answer).toEqual({
      ok: true,
      origin: "home",
      entity_id: "light.bed",
      name: "Bed Light",
      from: "2026-11-20T13:00:00+01:00",
      to: "2026-11-21T13:00:00+01:00",
      hours_per_state: { off: 22, on: 2 },
      changes: ["2026-11-20 13:00 off", "2026-11-21 10:00 on", "2026-11-21 12:00 off"],
    });
  });

  it("numbers come as min, mean and max per span", async () => {
    const { answer } = ask({ entity_id: "sensor.temperature", hours: 4 }, [
      [240, "20"],
      [90, "22"],
      [60, "unavailable"],
    ]);
    expect(await answer).toMatchObject({
      unit: "°C",
      min: 20,
      max: 22,
      spans: ["2026-11-21 09:00 min 20 mean 20 max 20", "2026-11-21 10:00 min 20 mean 20 max 20", "2026-11-21 11:00 min 20 mean 21 max 22"],
    });
  });

  it("asks for as many hours as told, a day when not told", async () => {
    const day = ask({ entity_id: "light.bed" });
    await day.answer;
    expect(day.connection.asked[0]).toMatchObject({ start_time: "2026-11-20T12:00:00.000Z", end_time: "2026-11-21T12:00:00.000Z" });
    const half = ask({ entity_id: "light.bed", hours: 0.5 });
    await half.answer;
    expect(half.connection.asked[0]).toMatchObject({ start_time: "2026-11-21T11:30:00.000Z" });
  });

  it("no history is told as such", async () => {
    expect(await ask({ entity_id: "light.bed" }).answer).toMatchObject({ ok: true, changes: [], note: expect.any(String) });
  });

  it.each<[string, (at: number) => string]>([
    ["light.bed", (at) => (at % 2 ? "a very long state of an odd integration ".repeat(5) + at : "off")],
    ["sensor.temperature", (at) => String(at / 7)],
  ])("%s stays below 2,000 characters after 20,000 changes, and tells what is left out", async (entity_id, stateOf) => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [20_000 - at, stateOf(at)] as const);
    const answer = await ask({ entity_id, hours: 240 }, rows).answer;
    expect(answer).toMatchObject({ ok: true, earlier_changes_left_out: expect.any(Number) });
    expect(answer["hours_per_state"]).toBeUndefined();
    expect(JSON.stringify(answer).length).toBeLessThan(2_000);
  });

  it("hidden, unknown and owners' entities answer as data", async () => {
    expect(await ask({ entity_id: "lock.cellar" }).answer).toMatchObject({ ok: false, error: "not_exposed" });
    expect(await ask({ entity_id: "light.bedd" }).answer).toMatchObject({ error: "not_found", nearest: { "Bed Light": "light.bed" } });
    expect(await ask({ entity_id: "automation.alarm" }, [], "child").answer).toMatchObject({ error: "owners_only" });
  });

  it("when people came and went is the household's to know", async () => {
    const rows = [[60, "not_home"]] as const;
    for (const kind of ["changes", "causes", "actions"]) {
      expect(await ask({ entity_id: "person.ben", kind }, rows, "guest").answer).toMatchObject({ ok: false, error: "household_only" });
    }
    expect(await ask({ entity_id: "person.ben" }, rows, "child").answer).toMatchObject({ ok: true, changes: [expect.any(String)] });
  });

  it("what Home Assistant refuses comes back as data", async () => {
    const connection = fakeConnection(() => {
      throw new CommandError("invalid_start_time", "Invalid start_time");
    });
    const tool = toolOver(connection);
    const answer = await tool.call({ entity_id: "light.bed" }, callerOf("anna", "owner"), new AbortController().signal);
    expect(answer).toMatchObject({ ok: false, error: "failed" });
  });

  it.each([{}, { entity_id: "light.bed", hours: 0 }, { entity_id: "light.bed", hours: 1_000 }, { entity_id: "light.bed", kind: "who" }])(
    "bad arguments %o come back as data",
    async (args) => {
      expect(await ask(args).answer).toMatchObject({ ok: false, error: "invalid_arguments" });
    },
  );
});
