import { expect, onTestFinished, test } from "vitest";
import { createMqttBroker } from "../../../src/homeassistant/own-device/mqtt-broker.ts";
import { recordingLogger } from "../log.ts";
import { FakeMqttBroker } from "../mqtt-broker.ts";
import { quiet, until } from "../waiting.ts";

async function open({ username, password }: { username?: string; password?: string } = {}) {
  const broker = await FakeMqttBroker.start();
  const { logger, lines } = recordingLogger();
  const seen = { ups: 0 };
  const line = createMqttBroker({
    broker: { url: broker.url, username, password },
    will: { topic: "ours/available", payload: "offline" },
    onUp: () => void seen.ups++,
    logger,
    retryMs: 10,
  });
  onTestFinished(async () => {
    line[Symbol.dispose]();
    await broker[Symbol.asyncDispose]();
  });
  const said = () => lines.filter(({ level }) => level >= 30).map(({ msg }) => msg);
  return { broker, line, seen, lines, said };
}

test("has messages kept, and says who it is", async () => {
  const { broker, line, seen } = await open({ username: "assistant", password: "let-me-in" });
  line.start();
  await until(() => seen.ups === 1);
  await line.keep("ours/available", "online");
  await until(() => broker.kept.has("ours/available"));
  expect([...broker.kept]).toEqual([["ours/available", "online"]]);
  expect(broker.logins).toEqual([{ username: "assistant", password: "let-me-in" }]);
});

test("comes back after a break, when others were told that it is gone", async () => {
  const { broker, line, seen, said } = await open();
  line.start();
  await until(() => seen.ups === 1);
  await line.keep("ours/available", "online");
  broker.drop();
  await until(() => seen.ups === 2);
  expect(broker.kept.get("ours/available")).toBe("offline");
  await line.keep("ours/available", "online");
  await until(() => broker.kept.get("ours/available") === "online");
  expect(said()).toEqual(["connected to the MQTT broker", "the MQTT broker cannot be reached: trying on", "connected to the MQTT broker"]);
});

test("its last will is said when it is ended", async () => {
  const { broker, line, seen } = await open();
  line.start();
  await until(() => seen.ups === 1);
  await line.keep("ours/available", "online");
  await until(() => broker.kept.get("ours/available") === "online");
  line[Symbol.dispose]();
  await until(() => broker.kept.get("ours/available") === "offline");
});

test("tries on while the broker is away, says so once, and lets nothing wait", async () => {
  const { broker, line, seen, said, lines } = await open();
  await broker.close();
  line.start();
  await until(() => lines.length >= 1);
  expect(said()).toEqual(["the MQTT broker cannot be reached: trying on"]);
  await line.keep("ours/available", "online");
  await broker.open();
  await until(() => seen.ups === 1);
  await quiet();
  expect(broker.kept.size).toBe(0);
});

test("comes back after a broker that has stopped reading", async () => {
  const { broker, line, seen } = await open();
  line.start();
  await until(() => seen.ups === 1);
  broker.freeze();
  await line.keep("ours/available", "x".repeat(32_000_000));
  broker.drop();
  await until(() => seen.ups === 2);
  await line.keep("ours/available", "online");
  await until(() => broker.kept.get("ours/available") === "online");
});

test("tries on when its login is refused", async () => {
  const { broker, line, seen } = await open({ username: "assistant", password: "wrong" });
  broker.answer = 5;
  line.start();
  await until(() => broker.logins.length >= 3);
  expect(seen.ups).toBe(0);
  broker.answer = 0;
  await until(() => seen.ups === 1);
});

test("can be ended before it began, and while the broker is away", async () => {
  const never = await open();
  never.line[Symbol.dispose]();
  never.line.start();
  const away = await open();
  await away.broker.close();
  away.line.start();
  await until(() => away.lines.length >= 1);
  away.line[Symbol.dispose]();
  await away.broker.open();
  await quiet();
  expect([never.seen.ups, away.seen.ups]).toEqual([0, 0]);
});
