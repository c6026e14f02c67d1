import { expect, onTestFinished, test } from "vitest";
import { MqttBroker, type MqttMessage } from "../../../src/homeassistant/sync-button/mqtt-lines.ts";
import { recordingLogger } from "../log.ts";
import { FakeMqttBroker } from "../mqtt-broker.ts";
import { quiet, until } from "../waiting.ts";

async function open({ username, password }: { username?: string; password?: string } = {}) {
  const broker = await FakeMqttBroker.start();
  const { logger, lines } = recordingLogger();
  const line = new MqttBroker({
    broker: { url: broker.url, username, password },
    will: { topic: "ours/available", payload: "offline" },
    logger,
    retryMs: 10,
  });
  const heard: MqttMessage[] = [];
  const seen = { ups: 0 };
  const listener = { onUp: () => void seen.ups++, onMessage: (message: MqttMessage) => void heard.push(message) };
  onTestFinished(async () => {
    await line[Symbol.asyncDispose]();
    await broker[Symbol.asyncDispose]();
  });
  const said = () => lines.filter(({ level }) => level >= 30).map(({ msg }) => msg);
  return { broker, line, heard, seen, lines, said, begin: () => line.start(["ours/press", "home/status"], listener) };
}

test("hears its topics, and tells what was kept from what is said now", async () => {
  const { broker, heard, seen, begin } = await open();
  broker.publish("ours/press", "OLD", true);
  begin();
  await until(() => seen.ups === 1);
  broker.publish("ours/press", "PRESS");
  broker.publish("theirs/press", "PRESS");
  broker.publish("home/status", "online");
  await until(() => heard.length === 3);
  expect(heard).toEqual([
    { topic: "ours/press", payload: "OLD", retained: true },
    { topic: "ours/press", payload: "PRESS", retained: false },
    { topic: "home/status", payload: "online", retained: false },
  ]);
});

test("has messages kept, and says who it is", async () => {
  const { broker, line, seen, begin } = await open({ username: "assistant", password: "let-me-in" });
  begin();
  await until(() => seen.ups === 1);
  await line.keep("ours/available", "online");
  await until(() => broker.kept.has("ours/available"));
  expect([...broker.kept]).toEqual([["ours/available", "online"]]);
  expect(broker.logins).toEqual([{ username: "assistant", password: "let-me-in" }]);
});

test("comes back after a break, when others were told that it is gone", async () => {
  const { broker, line, seen, begin, said } = await open();
  begin();
  await until(() => seen.ups === 1);
  await line.keep("ours/available", "online");
  broker.drop();
  await until(() => seen.ups === 2);
  expect(broker.kept.get("ours/available")).toBe("offline");
  await line.keep("ours/available", "online");
  await until(() => broker.kept.get("ours/available") === "online");
  expect(said()).toEqual(["connected to the MQTT broker", "the MQTT broker cannot be reached: trying on", "connected to the MQTT broker"]);
});

test("leaves without its last will when it is ended", async () => {
  const { broker, line, seen, begin } = await open();
  begin();
  await until(() => seen.ups === 1);
  await line.keep("ours/available", "online");
  await line[Symbol.asyncDispose]();
  await quiet();
  expect(broker.kept.get("ours/available")).toBe("online");
});

test("tries on while the broker is away, says so once, and lets nothing wait", async () => {
  const { broker, line, seen, begin, said, lines } = await open();
  await broker.close();
  begin();
  await until(() => lines.length >= 1);
  expect(said()).toEqual(["the MQTT broker cannot be reached: trying on"]);
  await expect(line.keep("ours/available", "online")).rejects.toMatchObject({ name: "BrokerAwayError" });
  await broker.open();
  await until(() => seen.ups === 1);
  expect(broker.kept.size).toBe(0);
});

test("a message that a broker has stopped reading fails when the connection is gone", async () => {
  const { broker, line, seen, begin } = await open();
  begin();
  await until(() => seen.ups === 1);
  broker.freeze();
  const kept = line.keep("ours/available", "x".repeat(32_000_000)).catch((error: unknown) => error);
  await quiet();
  broker.drop();
  expect(await kept).toMatchObject({ name: "BrokerAwayError" });
});

test("ends though the broker does not say goodbye", async () => {
  const { broker, line, seen, begin } = await open();
  begin();
  await until(() => seen.ups === 1);
  broker.freeze();
  const kept = line.keep("ours/available", "x".repeat(32_000_000)).catch((error: unknown) => error);
  await line[Symbol.asyncDispose]();
  expect(await kept).toMatchObject({ name: "BrokerAwayError" });
});

test("tries on when its login is refused", async () => {
  const { broker, seen, begin } = await open({ username: "assistant", password: "wrong" });
  broker.answer = 5;
  begin();
  await until(() => broker.logins.length >= 3);
  expect(seen.ups).toBe(0);
  broker.answer = 0;
  await until(() => seen.ups === 1);
});

test("can be ended before it began, and while the broker is away", async () => {
  const never = await open();
  await never.line[Symbol.asyncDispose]();
  const away = await open();
  await away.broker.close();
  away.begin();
  await until(() => away.lines.length >= 1);
  await away.line[Symbol.asyncDispose]();
  expect([never.seen.ups, away.seen.ups]).toEqual([0, 0]);
});
