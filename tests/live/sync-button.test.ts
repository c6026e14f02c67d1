// The sync button in a real Home Assistant, by each of its three ways: pressed, told who pressed, restarted under it.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Command, HomeAssistantConnection, type HomeConnection } from "../../src/homeassistant/connection/connection.ts";
import { personOfUser } from "../../src/homeassistant/history/logbook.ts";
import { LiveHome } from "../../src/homeassistant/live-home.ts";
import { createSyncButton } from "../../src/homeassistant/own-device/sync-button.ts";
import { LiveStates } from "../../src/homeassistant/registry/states.ts";
import { createOwn, HELPER_BUTTON, OWN_TOPICS } from "../../src/homeassistant/services/own.ts";
import { RawClient } from "../contract/raw-client.ts";
import { GOOD, playedFindings, playedService, playedSync } from "../homeassistant/sync-indexer.ts";
import { benPresses } from "./live-home.ts";
import { live } from "./live-state.ts";

const BUTTON = "button.ha_personal_assistant_sync_now";
const HELPER = "input_button.ha_personal_assistant_sync_now";
const SENSOR = "sensor.ha_personal_assistant_";
const PATIENCE = { timeout: 15_000, interval: 50 };
/** False presses of a start came within a second of the button's return. */
const AFTERMATH_MS = 3_000;

/** A press that is no older when a button comes back looks like a new one to whoever did not see it. */
const PRESS_MS = 1_500;

/** Takes the button and its device out of Home Assistant. */
async function clear(connection: HomeConnection): Promise<void> {
  for (const topic of Object.values(OWN_TOPICS)) {
    const service_data = { topic, payload: "", retain: true };
    await connection.command({ type: "call_service", domain: "mqtt", service: "publish", service_data });
  }
  const helpers = await connection.command<readonly { id: string }[]>({ type: "input_button/list" });
  for (const { id: input_button_id } of helpers.filter(({ id }) => id === HELPER_BUTTON.uniqueId))
    await connection.command({ type: "input_button/delete", input_button_id });
  await sleep(PRESS_MS);
}

async function open(way: "client" | "through-home" | "helper") {
  const { sync, runs, logger, lines } = playedSync();
  const { findings, found } = playedFindings();
  const held = new AsyncDisposableStack();
  const connection = held.use(new HomeAssistantConnection({ ...live, logger }));
  const states = held.use(new LiveStates({ connection, logger }));
  const home = held.use(new LiveHome({ connection, states, logger }));
  const seen: Pick<HomeConnection, "connected" | "command" | "subscribe" | "onConnected" | "onDisconnected"> = {
    get connected() {
      return connection.connected;
    },
    // as it is in a home without MQTT
    command: async <Result>(command: Command) =>
      way === "helper" && command.type === "config_entries/get" ? ([] as Result) : connection.command<Result>(command),
    subscribe: (command, onEvent) => connection.subscribe(command, onEvent),
    onConnected: (listener) => connection.onConnected(listener),
    onDisconnected: (listener) => connection.onDisconnected(listener),
  };
  const button = held.use(
    createSyncButton({
      ...{
        connection: seen,
        home,
        registries: home.registries,
        states,
        sync,
        service: playedService().service,
        findings,
        logger,
      },
      own: createOwn({ connection, knows: () => false, onTrial: () => undefined, satelliteOf: () => undefined }),
      personOfUser: (userId) => personOfUser(states, userId),
      broker: way === "client" ? { url: live.mqtt_url } : undefined,
      version: "1.2.3",
      later: (ms, run) => {
        const timer = setTimeout(run, ms);
        return { [Symbol.dispose]: () => clearTimeout(timer) };
      },
    }),
  );
  states.start();
  home.start();
  button.start();
  connection.start();
  await home.whenReady();
  onTestFinished(async () => {
    await clear(connection).catch(() => undefined);
    await held.disposeAsync();
  });
  return { held, connection, states, home, found, sync, runs, lines };
}

it.each([
  ["client", BUTTON],
  ["through-home", BUTTON],
  ["helper", HELPER],
] as const)("by way of %s: pressed once, restarted", async (way, entityId) => {
  const { held, connection, states, home, sync, runs, lines } = await open(way);
  const there = () => vi.waitFor(() => expect(states.get(entityId)?.state).toMatch(/^(unknown|20.*)$/), PATIENCE);
  const sensor = (name: string) => states.get(`${SENSOR}${name}`);
  await there();
  await benPresses(entityId);
  await vi.waitFor(() => expect([runs.length, sync.status.by]).toEqual([1, "Ben"]), PATIENCE);
  await benPresses(entityId);
  runs[0]?.tell({ phase: "reading", done: 3, total: 9 });
  if (entityId === BUTTON) {
    const attributes = { phase: "reading", done: 3, total: 9, asked_by: "Ben", reason: "button" };
    await vi.waitFor(() => expect(sensor("sync")).toMatchObject({ state: "running", attributes }), PATIENCE);
  }
  runs[0]?.end(GOOD);
  if (entityId === BUTTON) {
    await vi.waitFor(() => expect(sensor("sync")?.state).toBe("idle"), PATIENCE);
    await vi.waitFor(() => expect(sensor("known_things")).toMatchObject({ state: "42", attributes: GOOD.counts }), PATIENCE);
    expect(Date.parse(sensor("last_sync")?.state ?? "")).toBe(sync.status.last?.at);
  }

  const gone = Promise.withResolvers<void>();
  using _ = connection.onDisconnected(() => gone.resolve());
  connection.command({ type: "call_service", domain: "homeassistant", service: "restart" }).catch(() => undefined);
  await gone.promise;
  await home.whenReady();
  await vi.waitFor(() => expect(states.get(entityId)?.state).toMatch(/^20/), PATIENCE);
  await sleep(AFTERMATH_MS);
  expect(runs).toHaveLength(1);
  await benPresses(entityId);
  await vi.waitFor(() => expect(runs).toHaveLength(2), PATIENCE);
  runs[1]?.end({ ok: false, counts: {}, problems: ["the model is away"] });
  if (entityId === BUTTON) {
    await vi.waitFor(
      () => expect(sensor("sync")).toMatchObject({ state: "failed", attributes: { problems: ["the model is away"] } }),
      PATIENCE,
    );
  }

  await clear(connection);
  await held.disposeAsync();
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});

it("shows what is amiss by binary sensors that the home itself does not know", async () => {
  const { connection, states, home, found } = await open("client");
  const leak = "binary_sensor.ha_personal_assistant_leak";
  await vi.waitFor(() => expect(states.get(leak)?.state).toBe("off"), PATIENCE);
  found("leak");
  const attributes = { device_class: "moisture", names: ["The leak"], entity_ids: ["light.leak"] };
  await vi.waitFor(() => expect(states.get(leak)).toMatchObject({ state: "on", attributes }), PATIENCE);
  expect(states.get("binary_sensor.ha_personal_assistant_left_on")?.state).toBe("off");
  expect(home.known(leak)).toBeUndefined();
  await clear(connection);
  await vi.waitFor(() => expect(states.get(leak)).toBeUndefined(), PATIENCE);
});

it("shows that nobody is there when the connection to the broker is gone or ended", async () => {
  const { held, connection, states } = await open("client");
  await vi.waitFor(() => expect(states.get(BUTTON)?.state).toMatch(/^(unknown|20.*)$/), PATIENCE);
  await using watcher = await RawClient.login(live);
  const available = () => watcher.frames.flatMap((frame) => JSON.stringify(frame).match(/"payload": ?"(online|offline)"/)?.[1] ?? []);
  await watcher.subscribe({ type: "mqtt/subscribe", topic: "ha_personal_assistant/available" });
  await vi.waitFor(() => expect(available()).toEqual(["online"]), PATIENCE);
  expect(connection.connected).toBe(true);
  await held.disposeAsync();
  await vi.waitFor(() => expect(available()).toEqual(["online", "offline"]), PATIENCE);
  const again = await open("client");
  await vi.waitFor(() => expect(available().at(-1)).toBe("online"), PATIENCE);
  await clear(again.connection);
  await again.held.disposeAsync();
});
