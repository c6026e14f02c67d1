import { expect, test } from "vitest";
import { createOwnDevice } from "../../../src/homeassistant/own-device/own-device.ts";
import { AT, GOOD, playedFindings, playedService, playedSync } from "../sync-indexer.ts";
import { handTimers, settle } from "../sync-timers.ts";

const CONFIG = "homeassistant/device/ha_personal_assistant/config";
const AVAILABLE = "ha_personal_assistant/available";
const STATE = "ha_personal_assistant/sync/state";
const LAST = "ha_personal_assistant/sync/last";
const SERVICE = "ha_personal_assistant/service";
const FINDINGS = "ha_personal_assistant/findings";

/** The device over a line that the test plays. `said` are topics and payloads in their order. */
function device() {
  const played = playedSync();
  const { service, move } = playedService();
  const { findings, found } = playedFindings();
  const timers = handTimers();
  const said: [topic: string, payload: string][] = [];
  const world = { away: false, mute: false };
  const line = {
    async keep(topic: string, payload: string) {
      if (world.away) throw new Error("away");
      if (world.mute) await new Promise(() => {});
      said.push([topic, payload]);
    },
  };
  const shown = createOwnDevice({
    line,
    sync: played.sync,
    service,
    findings,
    version: "1.2.3",
    later: timers.later,
    logger: played.logger,
  });
  /** What was said since the last look. */
  const news = async () => {
    await settle();
    return said.splice(0);
  };
  const topics = async () => (await news()).map(([topic]) => topic);
  return { ...played, move, found, device: shown, timers, world, up: () => shown.announce(), news, topics };
}

test("announces a device with a button and sensors, then says that it is there and how it is", async () => {
  const { up, news } = device();
  up();
  const said = await news();
  expect(said.map(([topic]) => topic)).toEqual([CONFIG, AVAILABLE, STATE, SERVICE, FINDINGS]);
  const [[, config = ""] = [], [, available] = [], [, state = ""] = [], [, service = ""] = []] = said;
  expect(JSON.parse(config)).toMatchObject({
    device: { identifiers: ["ha_personal_assistant"], sw_version: "1.2.3" },
    origin: { name: "ha-personal-assistant", sw_version: "1.2.3" },
    availability_topic: AVAILABLE,
    components: {
      sync_now: {
        platform: "button",
        default_entity_id: "button.ha_personal_assistant_sync_now",
        command_topic: "ha_personal_assistant/sync/press",
        retain: false,
      },
      sync: { platform: "sensor", options: ["idle", "running", "failed"], state_topic: STATE },
      last_sync: { platform: "sensor", device_class: "timestamp", state_topic: LAST },
      known: { platform: "sensor", state_topic: LAST },
      status: { platform: "sensor", device_class: "enum", state_topic: SERVICE },
      queue: { platform: "sensor", state_topic: SERVICE },
      model: { platform: "sensor", state_topic: SERVICE },
    },
  });
  expect(available).toBe("online");
  expect(JSON.parse(state)).toMatchObject({ state: "idle" });
  expect(JSON.parse(service)).toEqual({ status: "ok", queue: 0, model: "ollama/test" });
});

test("is announced again after a break", async () => {
  const { up, topics } = device();
  up();
  expect(await topics()).toEqual([CONFIG, AVAILABLE, STATE, SERVICE, FINDINGS]);
  up();
  expect(await topics()).toEqual([CONFIG, AVAILABLE, STATE, SERVICE, FINDINGS]);
});

test("shows a run from its begin to its end, its progress at most once a second", async () => {
  const { up, sync, runs, news, timers } = device();
  up();
  await news();
  const states = async () => (await news()).map(([topic, payload]) => [topic, JSON.parse(payload)]);
  const run = sync.run({ reason: "button", by: "Ben" });
  expect(await states()).toMatchObject([[STATE, { state: "running", attributes: { reason: "button", asked_by: "Ben" } }]]);
  for (const done of [1, 2, 3]) runs[0]?.tell({ phase: "reading", done, total: 9 });
  expect(await states()).toEqual([]);
  timers.pass();
  expect(await states()).toMatchObject([[STATE, { state: "running", attributes: { phase: "reading", done: 3, total: 9 } }]]);
  runs[0]?.end(GOOD);
  await run;
  expect(await states()).toMatchObject([
    [STATE, { state: "idle", attributes: { phase: null, done: null, problems: [] } }],
    [LAST, { at: new Date(AT).toISOString(), total: 42, counts: GOOD.counts }],
  ]);
});

test("shows a failed run with its problems and leaves the last good one", async () => {
  const { up, sync, runs, news } = device();
  up();
  const run = sync.run({ reason: "button" });
  await news();
  runs[0]?.end({ ok: false, counts: {}, problems: ["the model is away"] });
  await run;
  const said = await news();
  expect(said.map(([topic, payload]) => [topic, JSON.parse(payload)])).toMatchObject([
    [STATE, { state: "failed", attributes: { problems: ["the model is away"] } }],
  ]);
});

test("tells how the service is when that has changed and stayed so for a moment, and nothing of what came and went", async () => {
  const { up, move, news, timers } = device();
  up();
  await news();
  timers.pass();
  move({ queue: 1 });
  move({ queue: 0 });
  timers.pass();
  expect(await news()).toEqual([]);
  move({ queue: 2 });
  move({ problem: { kind: "unreachable" } });
  timers.pass();
  const said = await news();
  expect(said.map(([topic, payload]) => [topic, JSON.parse(payload)])).toEqual([
    [SERVICE, { status: "model_unreachable", queue: 2, model: "ollama/test" }],
  ]);
  move({ problem: { kind: "a kind of the future" } });
  timers.pass();
  expect((await news()).map(([, payload]) => JSON.parse(payload))).toMatchObject([{ status: "model_trouble" }]);
});

test("has a sensor for each kind of what may be amiss, with what it is about", async () => {
  const { up, found, news, timers } = device();
  up();
  const [[, config = ""] = [], ...more] = await news();
  expect(JSON.parse(config).components).toMatchObject({
    leak: { platform: "binary_sensor", device_class: "moisture", state_topic: FINDINGS },
    left_on: { default_entity_id: "binary_sensor.ha_personal_assistant_left_on", unique_id: "ha_personal_assistant_finding_left_on" },
  });
  expect(JSON.parse(more.at(-1)?.[1] ?? "")).toMatchObject({ leak: { state: "OFF" }, left_on: { state: "OFF" } });
  found("left-on");
  timers.pass();
  const said = (await news()).map(([topic, payload]) => [topic, JSON.parse(payload)]);
  const attributes = { names: ["The left-on"], entity_ids: ["light.left-on"] };
  expect(said).toMatchObject([[FINDINGS, { leak: { state: "OFF" }, left_on: { state: "ON", attributes } }]]);
});

test("tries on, ever less often, while the broker is away; says so once and then tells everything", async () => {
  const { up, world, topics, timers, lines } = device();
  world.away = true;
  up();
  await topics();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    waits.push(...timers.waits());
    timers.pass();
    await settle();
  }
  expect(waits).toEqual([...waits].sort((one, other) => one - other));
  expect(waits.at(-1)).toBe(300_000);
  expect(lines.filter(({ level }) => level >= 40)).toHaveLength(1);
  world.away = false;
  timers.pass();
  expect(await topics()).toEqual([CONFIG, AVAILABLE, STATE, SERVICE, FINDINGS]);
  expect(lines.at(-1)?.msg).toBe("MQTT works again");
});

test("says at its end that the button does nothing", async () => {
  const { device: shown, up, news, timers, sync } = device();
  up();
  await news();
  await shown[Symbol.asyncDispose]();
  expect(await news()).toEqual([[AVAILABLE, "offline"]]);
  expect(timers.waits()).toEqual([]);
  void sync.run({ reason: "button" });
  expect(await news()).toEqual([]);
});

test("ends though the broker is away", async () => {
  const { device: shown, up, world } = device();
  world.away = true;
  up();
  await settle();
  await shown[Symbol.asyncDispose]();
});

test("ends though the broker takes a message for ever", async () => {
  const { device: shown, up, world, timers } = device();
  world.mute = true;
  up();
  await settle();
  const ended = shown[Symbol.asyncDispose]();
  await settle();
  timers.pass();
  await ended;
});
