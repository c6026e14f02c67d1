import { expect, onTestFinished, test } from "vitest";
import { personOfUser } from "../../../src/homeassistant/history/logbook.ts";
import type { BrokerAddress } from "../../../src/homeassistant/own-device/mqtt-broker.ts";
import { createSyncButton } from "../../../src/homeassistant/own-device/sync-button.ts";
import { createOwn } from "../../../src/homeassistant/services/own.ts";
import { Refusal } from "../../../src/simulated-home/refusal.ts";
import type { SimulatedHome } from "../../../src/simulated-home/simulated-home.ts";
import { FakeMqttBroker } from "../mqtt-broker.ts";
import { openHome } from "../open-home.ts";
import { GOOD, playedFindings, playedService, playedSync } from "../sync-indexer.ts";
import { quiet, until } from "../waiting.ts";

const CONFIG = "homeassistant/device/ha_personal_assistant/config";
const AVAILABLE = "ha_personal_assistant/available";
const STATE = "ha_personal_assistant/sync/state";
const BUTTON = "button.ha_personal_assistant_sync_now";
const HELPER = "input_button.ha_personal_assistant_sync_now";

/** A simulated home whose Anna holds our token, and the button over an indexer that the test plays. */
async function open({ mqtt, broker, first }: { mqtt: boolean; broker?: BrokerAddress; first?: (simulated: SimulatedHome) => void }) {
  const anna = { entity_id: "person.anna", name: "Anna" };
  const home = await openHome({ furnishing: { mqtt, entities: [anna, { entity_id: "light.kitchen" }] } });
  const { simulated, connection, states } = home;
  first?.(simulated);
  simulated.setState("person.anna", "home", { user_id: simulated.userId });
  const played = playedSync();
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(run, Math.min(ms, 50));
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  };
  const button = createSyncButton({
    ...{
      connection,
      home: home.home,
      registries: home.home.registries,
      states,
      sync: played.sync,
      service: playedService().service,
      findings: playedFindings().findings,
      broker,
      version: "1.2.3",
      later,
    },
    own: createOwn({ connection, knows: () => false, onTrial: () => undefined, satelliteOf: () => undefined }),
    personOfUser: (userId) => personOfUser(states, userId),
    logger: played.logger,
  });
  button.start();
  connection.start();
  await home.home.whenReady();
  onTestFinished(async () => {
    await button[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });
  const press = (entity_id: string) => {
    const [domain] = entity_id.split(".");
    return connection.command({ type: "call_service", domain, service: "press", target: { entity_id } });
  };
  const { runs, sync } = played;
  /** The newest run goes well. */
  const finish = async () => {
    runs.at(-1)?.end(GOOD);
    await until(() => sync.status.state === "idle");
  };
  return { ...home, ...played, button, press, finish };
}

test("shows the button through Home Assistant's MQTT, and a press reads everything again, once", async () => {
  const { simulated, sync, runs, press, finish } = await open({ mqtt: true });
  await until(() => simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect(simulated.state(BUTTON)?.state).toBe("unknown");
  expect(simulated.state(HELPER)).toBeUndefined();
  await press(BUTTON);
  await until(() => runs.length === 1 && sync.status.by === "Anna");
  await press(BUTTON);
  await quiet();
  expect([runs.length, sync.status.reason]).toEqual([1, "button"]);
  await finish();
  await press(BUTTON);
  await until(() => runs.length === 2);
});

test("a restart of Home Assistant presses nothing and brings the button back", async () => {
  const { simulated, runs, press, finish, home } = await open({ mqtt: true });
  await until(() => simulated.mqtt.kept.has(AVAILABLE));
  await press(BUTTON);
  await until(() => runs.length === 1);
  await finish();
  simulated.mqtt.publish(CONFIG, "", { retain: true });
  await simulated.restart();
  await home.whenReady();
  await until(() => simulated.state(BUTTON) !== undefined);
  await quiet();
  expect(runs).toHaveLength(1);
  await press(BUTTON);
  await until(() => runs.length === 2);
});

test("waits while Home Assistant cannot reach its broker", async () => {
  const { simulated, lines, runs, press } = await open({ mqtt: true });
  await until(() => simulated.mqtt.kept.has(AVAILABLE));
  simulated.mqtt.reachable = false;
  await press(BUTTON);
  await until(() => lines.some(({ msg }) => msg === "the sync button cannot be shown by MQTT: trying on"));
  expect(runs).toHaveLength(1);
  simulated.mqtt.reachable = true;
  await until(() => lines.some(({ msg }) => msg === "MQTT works again"));
  expect(simulated.mqtt.kept.get(STATE)).toContain("running");
});

test("a home without MQTT gets a helper, made once", async () => {
  const { simulated, runs, sync, press, finish, home } = await open({ mqtt: false });
  await until(() => simulated.state(HELPER) !== undefined);
  await until(() => home.known(HELPER) !== undefined);
  await press(HELPER);
  await until(() => runs.length === 1 && sync.status.by === "Anna");
  await finish();
  await simulated.restart();
  await home.whenReady();
  await quiet();
  expect(runs).toHaveLength(1);
  expect(simulated.entityIds().filter((id) => id.startsWith("input_button."))).toEqual([HELPER]);
  await press(HELPER);
  await until(() => runs.length === 2);
});

test("makes one helper, also when it is asked to look several times at once", async () => {
  const { simulated } = await open({ mqtt: false });
  for (let time = 0; time < 3; time++) simulated.fireEvent("component_loaded", { component: "mqtt" });
  await until(() => simulated.state(HELPER) !== undefined);
  await quiet();
  expect(simulated.entityIds().filter((id) => id.startsWith("input_button."))).toEqual([HELPER]);
});

test("takes to MQTT when that is set up later, and the helper works on", async () => {
  const world = await open({ mqtt: true, first: (home) => home.onCommand("config_entries/get", () => []) });
  const { simulated, runs, press, finish } = world;
  await until(() => simulated.state(HELPER) !== undefined);
  simulated.onCommand("config_entries/get");
  simulated.fireEvent("component_loaded", { component: "mqtt" });
  await until(() => simulated.mqtt.kept.has(AVAILABLE));
  await press(BUTTON);
  await until(() => runs.length === 1);
  await finish();
  await press(HELPER);
  await until(() => runs.length === 2);
});

test("asks again when Home Assistant could not be asked", async () => {
  let asked = 0;
  const { simulated, lines } = await open({
    mqtt: false,
    first: (home) =>
      home.onCommand("config_entries/get", () => {
        if (asked++ === 0) throw new Refusal("unknown_error", "Unknown error");
        return [];
      }),
  });
  await until(() => simulated.state(HELPER) !== undefined);
  expect(asked).toBe(2);
  expect(lines).toContainEqual(expect.objectContaining({ what: "sync button", msg: "could not read from Home Assistant: trying again" }));
});

test("a broker whose address is known is spoken to directly, though Home Assistant is away", async () => {
  await using broker = await FakeMqttBroker.start();
  const { simulated, button } = await open({ mqtt: false, broker: { url: broker.url } });
  simulated.outage("refuse");
  simulated.disconnect();
  await until(() => broker.kept.get(AVAILABLE) === "online");
  expect(JSON.parse(broker.kept.get(CONFIG) ?? "{}")).toMatchObject({ components: { sync_now: { default_entity_id: BUTTON } } });
  expect(simulated.state(HELPER)).toBeUndefined();
  broker.drop();
  await until(() => broker.kept.get(AVAILABLE) === "offline");
  await until(() => broker.kept.get(AVAILABLE) === "online");
  await button[Symbol.asyncDispose]();
  await until(() => broker.kept.get(AVAILABLE) === "offline");
});

test("publishes on its own topics alone", async () => {
  const { connection } = await open({ mqtt: true });
  const { mqtt } = createOwn({ connection, knows: () => false, onTrial: () => undefined, satelliteOf: () => undefined });
  await expect(mqtt.keep("zigbee2mqtt/lock/set", "UNLOCK")).rejects.toThrow(TypeError);
});
