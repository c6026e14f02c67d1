// A month of a household in a real InfluxDB, written as Home Assistant's integration writes it, and what is learned from it.
import { beforeAll, expect, it } from "vitest";
import { compareHabits } from "../../eval/habits.ts";
import { type GeneratedHouse, generateHouse } from "../../eval/habits-house.ts";
import { createOlderStates } from "../../src/automations/older-states.ts";
import { findHabits } from "../../src/memory/habits/find-habits.ts";
import { createInfluxSource } from "../../src/memory/habits/house-source.ts";
import { handEvents } from "../../src/memory/habits/user-actions.ts";
import { createInflux, type InfluxOptions } from "../../src/web/influx.ts";
import { linesOf, liveInflux } from "./influx-lines.ts";

const { token, readToken, ...server } = liveInflux();
const seed = Number(process.env["HA_LIVE_INFLUX_SEED"] ?? 41);
const house: GeneratedHouse = generateHouse(seed);
const QUERY = { domain: "light", objectIds: ["kitchen"], field: "state", from: house.record.from, to: house.record.to };
const BATCH = 5_000;
const PERSONS = ["person.anna", "person.ben"];

beforeAll(async () => {
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
  const scope = new URLSearchParams({ org: server.org, bucket: server.bucket });
  const body = JSON.stringify({ start: "2020-01-01T00:00:00Z", stop: "2100-01-01T00:00:00Z" });
  expect((await fetch(`${server.url}/api/v2/delete?${scope}`, { method: "POST", headers, body })).status).toBe(204);
  const lines = [...linesOf(house)];
  const query = new URLSearchParams({ org: server.org, bucket: server.bucket, precision: "ms" });
  for (let start = 0; start < lines.length; start += BATCH) {
    const response = await fetch(`${server.url}/api/v2/write?${query}`, {
      method: "POST",
      headers: { authorization: `Token ${token}` },
      body: lines.slice(start, start + BATCH).join("\n"),
    });
    expect(response.status).toBe(204);
  }
});

const door = (options: Partial<InfluxOptions> = {}, timeoutMs?: number) =>
  createInflux({ ...server, token: readToken, ...options }, timeoutMs === undefined ? {} : { timeoutMs });

async function read() {
  const source = createInfluxSource({ influx: door() });
  const answer = await source.read({
    entityIds: house.entityIds,
    personIds: PERSONS,
    routineIds: ["automation.timetable"],
    to: house.record.to,
    signal: new AbortController().signal,
  });
  if (answer.kind !== "ok") throw new Error(`the database answered: ${answer.problem}`);
  return answer.record;
}

it("gives the states as they were written, without what says the same again", async () => {
  const record = await read();
  expect([...record.samples.keys()].toSorted()).toEqual([...house.entityIds].toSorted());
  for (const [entityId, samples] of house.record.samples) expect([entityId, record.samples.get(entityId)]).toEqual([entityId, samples]);
  expect(record.runs.toSorted((a, b) => a - b)).toEqual([...new Set(house.record.runs)]);
  expect(record.home.filter(({ personId }) => personId === "person.anna")).toHaveLength(
    house.record.home.filter(({ personId }) => personId === "anna").length,
  );
});

it("nearly all habits of the month are found, and next to nothing else", async () => {
  const record = await read();
  const { timeZone, place, own, areaOf } = house;
  const { events, members } = handEvents(record, { own, areaOf, timeZone });
  const habits = findHabits({ ...record, timeZone, place, events, members, weekend: [0, 6], known: [] });
  const { missed, wrong } = compareHabits(house, habits);
  expect(missed.length / house.planted.length).toBeLessThanOrEqual(0.05);
  expect(wrong.length).toBeLessThanOrEqual(Math.ceil(house.entityIds.length / 100));
});

it.each([
  ["wrong-token", { token: "not-the-token" }, undefined],
  ["missing-bucket", { bucket: "no such bucket" }, undefined],
  ["wrong-org", { org: "no such org" }, undefined],
  ["slow", {}, 1],
  ["down", { url: "http://127.0.0.1:9" }, undefined],
] as const)("%s is told as such", async (kind, options, timeoutMs) => {
  const answer = await door(options, timeoutMs).read(QUERY, () => undefined, { signal: new AbortController().signal });
  expect(answer).toEqual({ kind });
});

it("texts of a query are escaped", async () => {
  const rows: unknown[] = [];
  const objectIds = ['kitchen" or r.domain == "cover', 'x") |> drop(columns: ["_value"])'];
  const answer = await door().read({ ...QUERY, objectIds }, (row) => rows.push(row), { signal: new AbortController().signal });
  expect([answer, rows]).toEqual([{ kind: "ok", cut: [] }, []]);
});

it("a reading that is given up ends", async () => {
  const stop = new AbortController();
  const reading = door().read(QUERY, () => undefined, { signal: stop.signal });
  stop.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
});

it("what the recorder forgot is read for a replay, each change once and in order", async () => {
  const older = createOlderStates({ influx: door() });
  const { from, to, samples } = house.record;
  const signal = new AbortController().signal;
  for (const [entityId, all] of [...samples].slice(0, 20)) {
    const wanted = all.filter(({ state }, index) => all[index - 1]?.state !== state).map(({ at, state }) => ({ at, state }));
    const begin = Math.min(from, wanted[0]?.at ?? from);
    expect([entityId, await older({ entityId, attribute: undefined }, { from: begin, to, signal })]).toEqual([entityId, wanted]);
  }
});
