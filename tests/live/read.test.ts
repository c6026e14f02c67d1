// What Home Assistant can tell, read from a real one: HA_LIVE_STATE is the path of the state.json of a running live home.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAnswerReading } from "../../src/agent/graph/answer-reading.ts";
import { createHomeParts } from "../../src/app/foundation/home.ts";
import { createEntityIndex } from "../../src/entity-search/entity-index.ts";
import { domainWordsIn } from "../../src/homeassistant/registry/translations.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createSentenceReader } from "../../src/recognition/sentence-reader.ts";
import { createGetEntityHistory } from "../../src/tools/history/get-entity-history.ts";
import { createGetCalendarEvents } from "../../src/tools/reading/get-calendar-events.ts";
import { createGetListItems } from "../../src/tools/reading/get-list-items.ts";
import { createGetStatistics } from "../../src/tools/reading/get-statistics.ts";
import { createGetWeather } from "../../src/tools/reading/get-weather.ts";
import { RawClient } from "../contract/raw-client.ts";
import { permitFor } from "../security/decisions.ts";
import { callerOf } from "../tools/caller.ts";
import { expose } from "./live-home.ts";
import { live } from "./live-state.ts";

const READ = ["weather.demo_weather_north", "weather.demo_weather_south", "calendar.calendar_1", "calendar.family", "todo.groceries"];
const LIGHT = "light.kitchen_lights";
const SENSOR = "sensor.outside_temperature";

const held = new AsyncDisposableStack();
const parts = held.use(
  createHomeParts({
    homeAssistant: live,
    ...{ timings: {}, clock: Date.now, pace: 1, decisionOf: () => undefined, logger: createLogger({ level: "error" }) },
  }),
);
const { home, connection } = parts;
const tools = [
  createGetWeather(parts),
  createGetCalendarEvents({ ...parts, now: Date.now }),
  createGetListItems(parts),
  createGetStatistics({ ...parts, now: Date.now }),
  createGetEntityHistory({
    ...parts,
    actions: { list: () => [], byContext: () => new Map() },
    personOfUser: () => undefined,
    now: Date.now,
  }),
];
const ask = (name: string, args: object = {}) =>
  tools.find((tool) => tool.name === name)?.call(args, callerOf("anna", "owner"), new AbortController().signal);

/** A turn without a model, as far as reading tools answer it. */
async function answered(question: string): Promise<string | undefined> {
  const reader = createSentenceReader({
    index: createEntityIndex({ home, words: parts.translations.derived(domainWordsIn) }),
    home,
    words: parts.stateWords,
    now: Date.now,
  });
  const read = reader.place(question, "en", undefined);
  const readings = read.ok ? read.parts.flatMap((part) => (part.kind === "reading" ? [part.reading] : [])) : [];
  const { signal } = new AbortController();
  await parts.stateWords.load(["en"], signal);
  const answer = createAnswerReading({
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    home,
    configs: { about: async () => [] },
    ...{ store: { latest: () => [] }, quotes: { add: () => {} } },
    runs: new Map([["live", { signal, late: false, progress: () => {} }]]),
    words: parts.stateWords,
    redact: (text) => text,
    clock: Date.now,
  });
  const { personId, role, isPrivate, sessionId } = callerOf("anna", "owner");
  const { text, origin, language } = { text: question, origin: "person", language: "en" } as const;
  const turn = { turnId: "live", channel: "test", personName: "Anna", replyText: undefined, replyOrigin: "person" } as const;
  return (await answer({ ...turn, personId, role, isPrivate, sessionId, text, origin, language }, readings))?.answer;
}

type Exposed = Readonly<Record<string, { readonly conversation?: boolean }>>;

const stop = new AbortController();
/** What was not exposed before. */
let hidden: readonly string[] = [];

beforeAll(async () => {
  await using client = await RawClient.login(live);
  const { exposed_entities } = await client.result({ type: "homeassistant/expose_entity/list" });
  const exposed = exposed_entities as Exposed;
  hidden = [...READ, LIGHT, SENSOR].filter((entityId) => exposed[entityId]?.conversation !== true);
  for (const entityId of hidden) await expose(entityId, true);
  parts.start();
  connection.start(stop.signal);
  await home.whenReady();
});
afterAll(async () => {
  for (const entityId of hidden) await expose(entityId, false);
  stop.abort();
  await held.disposeAsync();
});

const weather = (args: object) => ask("get_weather", args);

it.each([
  ["weather.demo_weather_south", "day", /^\w{3} \d{4}-\d\d-\d\d \w+, -?[\d.]+ to -?[\d.]+ °C, [\d.]+ mm, \d+ % rain$/],
  ["weather.demo_weather_north", "hour", /^\d{4}-\d\d-\d\d \d\d:\d\d \w+, /],
])("reads the forecast of %s by %s", async (entity_id, by, row) => {
  const answer = await weather({ entity_id, by });
  expect(answer).toMatchObject({ ok: true, now: expect.stringContaining("temperature"), origin: "home" });
  expect(answer?.[`forecast_by_${by}`]).toEqual(expect.arrayContaining([expect.stringMatching(row)]));
});

it.each([
  ["what's the weather like?", /^Right now: [\w, ]+, -?[\d.]+ °C/],
  ["what's on the groceries list?", /^(?:On Groceries: |There is nothing on Groceries\.)/],
  ["what's on my calendar tomorrow?", /^(?:Tomorrow: |There is nothing in the calendar tomorrow\.)/],
  [
    "how much energy did we use yesterday?",
    /^(?:Yesterday: [\d.]+ kWh|I can’t tell, because no electricity meter|Home Assistant recorded nothing)/,
  ],
  ["how long have the kitchen lights been on?", /^Kitchen Lights (?:has been on since|was last on|has not been on since) /],
])("answers without a model: %s", async (question, answer) => expect(await answered(question)).toMatch(answer));

it("says which forecasts there are", async () => {
  const answer = await weather({ entity_id: "weather.demo_weather_south", by: "hour" });
  expect(answer).toMatchObject({ ok: true, forecast_by_hour: [], note: "It has a forecast by day only." });
});

it("reads calendars, with an event that was just made", async () => {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const event = {
    summary: `Dentist ${Date.now()}`,
    start_date: day,
    end_date: new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10),
  };
  await connection.command({
    ...{ type: "call_service", domain: "calendar", service: "create_event", target: { entity_id: "calendar.family" }, service_data: event },
  });
  const answer = await ask("get_calendar_events", { from: day, entity_id: "calendar.family" });
  expect(answer).toMatchObject({ ok: true, origin: "outside" });
  expect(answer?.["events"]).toContainEqual(expect.objectContaining({ what: event.summary, when: expect.stringMatching(/, all day$/) }));
  const span = `start=${day}T00:00:00Z&end=${event.end_date}T12:00:00Z`;
  const made = (await parts.rest.get(`/api/calendars/calendar.family?${span}`)) as readonly { uid: string; summary: string }[];
  for (const { uid } of made.filter(({ summary }) => summary === event.summary))
    await connection.command({ type: "calendar/event/delete", entity_id: "calendar.family", uid });
  const all = await ask("get_calendar_events");
  expect(all).toMatchObject({ ok: true });
});

it("adds to a list, ticks off and removes, each read back from the list", async () => {
  const item = `Eggs ${Date.now()}`;
  const act = (service: string, data: Record<string, unknown>) => {
    const input = { actionId: "live", serviceExists: true, now: Date.now() };
    return parts.actor.act(permitFor(service, ["todo.groceries"], { data, input }));
  };
  const done = { targets: [{ entityId: "todo.groceries", outcome: "done" }] };
  expect(await act("todo.add_item", { item })).toMatchObject(done);
  expect(JSON.stringify(await ask("get_list_items"))).toContain(`"open":["${item}"`);
  expect(await act("todo.update_item", { item, status: "completed" })).toMatchObject(done);
  expect(JSON.stringify(await ask("get_list_items"))).toContain(`"done":["${item}"`);
  expect(await act("todo.remove_item", { item })).toMatchObject(done);
  expect(JSON.stringify(await ask("get_list_items"))).not.toContain(item);
  expect(await act("todo.update_item", { item, status: "completed" })).toMatchObject({ targets: [{ outcome: "failed" }] });
});

it("reads long-term statistics: imported hours, none, and a cost where there is no energy dashboard", async () => {
  const start = new Date(Date.now() - 5 * 3_600_000).setMinutes(0, 0, 0);
  await connection.command({
    type: "recorder/import_statistics",
    metadata: {
      has_sum: false,
      mean_type: 1,
      name: null,
      source: "recorder",
      statistic_id: SENSOR,
      unit_class: "temperature",
      unit_of_measurement: "°C",
    },
    stats: [11, 13].map((mean, at) => ({ start: new Date(start + at * 3_600_000).toISOString(), mean, min: mean - 1, max: mean + 1 })),
  });
  await vi.waitFor(
    async () =>
      expect(await ask("get_statistics", { entity_id: SENSOR })).toMatchObject({
        ok: true,
        unit: "°C",
        origin: "home",
        min: expect.any(Number),
      }),
    { timeout: 20_000, interval: 500 },
  );
  const answer = await ask("get_statistics", { entity_id: SENSOR });
  expect(Number(answer?.["min"])).toBeLessThanOrEqual(10);
  expect(answer).not.toHaveProperty("cost");
  expect(await ask("get_statistics", { entity_id: "light.bed_light" })).toMatchObject({ ok: false, error: "no_statistics" });
});
