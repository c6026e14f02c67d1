import { expect, onTestFinished, test } from "vitest";
import type { BrokerAddress } from "../../src/homeassistant/mqtt/mqtt-client.ts";
import { type Supervisor, SupervisorError } from "../../src/homeassistant/mqtt/supervisor.ts";
import { createOwn } from "../../src/homeassistant/services/own.ts";
import { SyncButton } from "../../src/homeassistant/sync-button/sync-button.ts";
import { FakeMqttBroker } from "./mqtt-broker.ts";
import { openHome } from "./open-home.ts";
import { playedService, playedSync } from "./sync-indexer.ts";
import { quiet, until } from "./waiting.ts";

const CONFIG = "homeassistant/device/ha_personal_assistant/config";
const AVAILABLE = "ha_personal_assistant/available";
const PRESS = "ha_personal_assistant/sync/press";
const HELPER = "input_button.ha_personal_assistant_sync_now";
const USES = "the sync button uses the broker that the Supervisor names";
const ROUNDABOUT = "the Supervisor's MQTT broker cannot be used: the sync button goes through Home Assistant; trying again later";

type Answer = BrokerAddress | Error | undefined;
type Opened = Awaited<ReturnType<typeof open>>;

/** A home with MQTT over a broker that may be the Supervisor's, and a Supervisor that the test plays. */
async function open({ answer, mqtt = true, same = true }: { answer: (broker: FakeMqttBroker) => Answer; mqtt?: boolean; same?: boolean }) {
  // a busy machine may take its time to be heard; what is never heard is not waited for so long
  const patience = () => (homes.broker === broker ? 5_000 : 300);
  const broker = await FakeMqttBroker.start();
  const opened = await openHome({ furnishing: { mqtt, entities: [{ entity_id: "light.kitchen" }] } });
  const { simulated, connection, states, home } = opened;
  let tellEntries: (entry: object) => void = () => undefined;
  simulated.onCommand("config_entries/subscribe", (frame, { keep, event }) => {
    tellEntries = (entry) => event(Number(frame["id"]), JSON.stringify([{ type: "updated", entry }]));
    keep(Number(frame["id"]), () => undefined);
    return null;
  });
  const played = playedSync();
  const told = { now: answer(broker), asked: 0 };
  const homes = { broker: same ? broker : undefined };
  const supervisor: Supervisor = {
    async mqttBroker() {
      told.asked++;
      if (told.now instanceof Error) throw told.now;
      return told.now;
    },
  };
  const timers: (() => void)[] = [];
  const own = createOwn({ connection, knows: () => false });
  const button = new SyncButton({
    ...{
      connection,
      home,
      states,
      sync: played.sync,
      service: playedService().service,
      supervisor,
      registries: home.registries,
      version: "1.2.3",
    },
    own: {
      ...own,
      mqtt: {
        async keep(topic, payload) {
          await own.mqtt.keep(topic, payload);
          homes.broker?.publish(topic, payload, true);
        },
      },
    },
    personOfUser: () => undefined,
    later: (ms, run) => {
      // the next look at the Supervisor is the test's to bring about
      if (ms >= 60_000) timers.push(run);
      const timer = ms >= 60_000 ? undefined : setTimeout(run, Math.min(ms, patience()));
      return {
        [Symbol.dispose]: () => {
          clearTimeout(timer);
          if (timers.includes(run)) timers.splice(timers.indexOf(run), 1);
        },
      };
    },
    logger: played.logger,
  });
  button.start();
  connection.start();
  await home.whenReady();
  onTestFinished(async () => {
    await button[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });
  const count = (words: string, level: number) => played.lines.filter((line) => line.msg === words && line.level === level).length;
  return { ...played, broker, simulated, told, homes, timers, button, count, tellEntries: (entry: object) => tellEntries(entry) };
}

test("the broker that the Supervisor names is spoken to directly, so that Home Assistant knows when the service is gone", async () => {
  const { broker, runs, simulated } = await open({ answer: ({ url }) => ({ url, username: "addons", password: "pass-1" }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  expect(broker.kept.has(CONFIG)).toBe(true);
  expect(broker.logins.at(-1)).toEqual({ username: "addons", password: "pass-1" });
  expect(simulated.mqtt.kept.has(CONFIG)).toBe(false);
  broker.publish(PRESS, "PRESS");
  await until(() => runs.length === 1);
});

test("after a break the Supervisor is asked again, for its password may be another", async () => {
  const { broker, told } = await open({ answer: ({ url }) => ({ url, username: "addons", password: "pass-1" }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  told.now = { url: broker.url, username: "addons", password: "pass-2" };
  broker.drop();
  await until(() => broker.logins.at(-1)?.password === "pass-2");
  told.now = new SupervisorError("the Supervisor did not answer");
  await until(() => broker.kept.get(AVAILABLE) === "online");
  const before = broker.logins.length;
  broker.drop();
  await until(() => broker.logins.length > before);
  expect(broker.logins.at(-1)?.password).toBe("pass-2");
});

test("where Home Assistant moved to another broker the button goes with it, through Home Assistant", async () => {
  const { broker, homes, timers, simulated, count } = await open({ answer: ({ url }) => ({ url }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  await until(() => broker.logins.length === 2);
  broker.publish("homeassistant/status", "offline");
  await until(() => timers.length === 1);
  homes.broker = undefined;
  timers.pop()?.();
  await until(() => simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect([broker.kept.get(AVAILABLE), count(ROUNDABOUT, 40)]).toEqual(["offline", 1]);
});

test.each([
  ["is loaded", ({ simulated }: Opened) => simulated.fireEvent("component_loaded", { component: "mqtt" })],
  ["is set up anew, as for another broker", ({ tellEntries }: Opened) => tellEntries({ domain: "mqtt", state: "loaded" })],
])("where MQTT %s it is looked at again, and nothing changes as long as the broker is the same", async (_, setUp) => {
  const opened = await open({ answer: ({ url }) => ({ url }) });
  const { broker, homes, simulated, timers, count } = opened;
  await until(() => broker.kept.get(AVAILABLE) === "online");
  const before = broker.logins.length;
  setUp(opened);
  await until(() => timers.length === 1);
  timers.pop()?.();
  await until(() => broker.logins.length === before + 1);
  await quiet();
  expect([broker.logins.length, broker.kept.get(AVAILABLE), count(USES, 30), count(ROUNDABOUT, 40)]).toEqual([before + 1, "online", 1, 0]);
  homes.broker = undefined;
  setUp(opened);
  await until(() => timers.length === 1);
  timers.pop()?.();
  await until(() => simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect(broker.kept.get(AVAILABLE)).toBe("offline");
});

test("a restart of Home Assistant, which comes back to the broker, is no reason to look again", async () => {
  const { broker, timers } = await open({ answer: ({ url }) => ({ url }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  broker.publish("homeassistant/status", "offline");
  await until(() => timers.length === 1);
  broker.publish("homeassistant/status", "online");
  await until(() => timers.length === 0);
});

test("what else changes among the integrations is no reason to look again", async () => {
  const { broker, timers, tellEntries } = await open({ answer: ({ url }) => ({ url }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  tellEntries({ domain: "hue", state: "loaded" });
  tellEntries({ domain: "mqtt", state: "setup_in_progress" });
  await quiet();
  expect(timers).toEqual([]);
});

test("another address of the Supervisor's is used once Home Assistant is heard there", async () => {
  const { broker, homes, told, count } = await open({ answer: ({ url }) => ({ url }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  const next = await FakeMqttBroker.start();
  onTestFinished(() => next[Symbol.asyncDispose]());
  told.now = { url: next.url };
  homes.broker = next;
  broker.drop();
  await until(() => count(USES, 30) === 2);
  await until(() => next.kept.get(AVAILABLE) === "online" && next.kept.has(CONFIG));
});

test("a Supervisor that fails is said once; the button goes through Home Assistant, and to the broker when it is known", async () => {
  const { broker, told, timers, simulated, count } = await open({ answer: () => new SupervisorError("the Supervisor answered 403") });
  await until(() => simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect(count(ROUNDABOUT, 40)).toBe(1);
  timers.pop()?.();
  await until(() => told.asked === 2 && timers.length > 0);
  expect(count(ROUNDABOUT, 40)).toBe(1);
  told.now = { url: broker.url };
  timers.pop()?.();
  await until(() => count(USES, 30) === 1);
  await until(() => broker.logins.length === 2 && broker.kept.get(AVAILABLE) === "online");
});

test("a broker that Home Assistant does not use, or that lets nobody in, is left alone", async () => {
  const other = await open({ answer: ({ url }) => ({ url }), same: false });
  await until(() => other.simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect(other.broker.kept.size).toBe(0);
  expect(other.count(ROUNDABOUT, 40)).toBe(1);
  const closed = await open({
    same: false,
    answer: (broker) => {
      broker.answer = 5;
      return { url: broker.url, username: "addons", password: "wrong" };
    },
  });
  await until(() => closed.simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect(closed.count(ROUNDABOUT, 40)).toBe(1);
});

test("without a broker at the Supervisor the button goes through Home Assistant, without a word of warning", async () => {
  const { simulated, lines, told } = await open({ answer: () => undefined });
  await until(() => simulated.mqtt.kept.get(AVAILABLE) === "online");
  expect(told.asked).toBe(1);
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});

test("a home without MQTT has the helper, and the Supervisor is not asked", async () => {
  const { simulated, told, broker } = await open({ answer: ({ url }) => ({ url }), mqtt: false });
  await until(() => simulated.state(HELPER) !== undefined);
  await quiet();
  expect([told.asked, broker.logins.length]).toEqual([0, 0]);
});

test("no password of a broker is ever logged", async () => {
  const { broker, lines, told } = await open({ answer: ({ url }) => ({ url, username: "user-MARKER", password: "pass-MARKER" }) });
  await until(() => broker.kept.get(AVAILABLE) === "online");
  broker.answer = 5;
  broker.drop();
  const before = broker.logins.length;
  await until(() => broker.logins.length > before);
  told.now = new SupervisorError("the Supervisor did not answer");
  await broker.close();
  await quiet();
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain("MARKER");
});
