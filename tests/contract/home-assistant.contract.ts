import { beforeAll, describe, expect, test } from "vitest";
import { answerContract, registryContract } from "./answers.contract.ts";
import { causeContract } from "./causes.contract.ts";
import type { Connect, ContractHome } from "./contract-home.ts";
import { RawClient } from "./raw-client.ts";
import { type Frame, recordedEvent, recording } from "./recordings.ts";
import { routineContract } from "./routines.contract.ts";
import { differences } from "./same-shape.ts";
import { telegramContract } from "./telegram.contract.ts";

/** The protocol of Home Assistant 2026.11 as recorded, checked against whatever `connect` leads to. */
export function homeAssistantContract(name: string, connect: Connect): void {
  describe(`Home Assistant's protocol: ${name}`, () => {
    let home: ContractHome;
    beforeAll(async () => {
      home = await connect();
      return () => home[Symbol.asyncDispose]();
    });
    const login = () => RawClient.login(home);

    loginContract(() => home);
    stateContract(login);
    callContract(login);
    registryContract(login);
    answerContract(login);
    routineContract(() => home);
    causeContract(() => home);
    telegramContract(() => home);
    restartContract(() => home);
  });
}

function loginContract(home: () => ContractHome): void {
  const recorded = (who: string) => recording("auth").exchanges.filter((each) => each.who === who && each.dir === "recv");

  test("a client is asked for its token, let in, and answered", async () => {
    await using client = await RawClient.open(home().url);
    client.send({ type: "auth", access_token: home().token });
    const welcome = await client.next((frame) => frame["type"] === "auth_ok");
    expect(differences({ type: "auth_ok", ha_version: "2026.11.0" }, welcome)).toEqual([]);
    expect(await client.command({ type: "supported_features", features: { coalesce_messages: 1 } })).toMatchObject({
      success: true,
      result: null,
    });
    expect(await client.command({ type: "ping" })).toEqual({ id: 2, type: "pong" });
  });

  test("a wrong token is told and the socket closed", async () => {
    await using client = await RawClient.open(home().url);
    client.send({ type: "auth", access_token: "not-a-token" });
    await client.next((frame) => "closed" in frame);
    expect(client.frames.at(-2)).toEqual(recorded("wrong-token").at(-2)?.frame);
    expect(client.closed).toBe(1000);
  });

  test("a command before the login ends the connection", async () => {
    await using client = await RawClient.open(home().url);
    client.send({ id: 1, type: "get_states" });
    await client.next((frame) => "closed" in frame);
    expect(client.frames.at(-2)).toEqual(recorded("before-auth").at(-2)?.frame);
  });

  test("unknown types, used ids, frames without id and without service have their errors, and no JSON ends it", async () => {
    await using client = await RawClient.login(home());
    const recordedErrors = recording("auth").commands.filter(({ result }) => result["success"] === false);
    const errorOf = (type: string) => recordedErrors.find(({ command }) => command["type"] === type)?.result["error"];
    expect((await client.command({ type: "no/such_command" }))["error"]).toEqual(errorOf("no/such_command"));
    // An unknown command does not use its id up; a ping does.
    await client.command({ type: "ping" });
    client.send({ id: 2, type: "get_config" });
    const reused = await client.next((frame) => frame["id"] === 2 && JSON.stringify(frame).includes("id_reuse"));
    expect(reused["error"]).toEqual({ code: "id_reuse", message: "Identifier values have to increase." });
    client.send({ type: "get_config" });
    expect(await client.next((frame) => frame["id"] === null)).toMatchObject({
      error: { code: "invalid_format", message: "Message incorrectly formatted." },
    });
    expect((await client.command({ type: "call_service", domain: "light" }))["error"]).toEqual(errorOf("call_service"));
    client.sendText("this is not json");
    await client.next((frame) => "closed" in frame);
    expect(client.closed).toBe(1000);
  });
}

function stateContract(login: () => Promise<RawClient>): void {
  const bedLight = { entity_id: "light.bed_light" };
  const change = (event: Frame) => "c" in event && JSON.stringify(event["c"]).includes('"light.bed_light"');

  test("a change arrives before the result of the call that caused it, in the call's context", async () => {
    await using client = await login();
    await client.call("light.turn_off", {}, bedLight);
    await client.subscribe({ type: "subscribe_entities", entity_ids: ["light.bed_light", "light.no_such"] });
    const first = await client.event((event) => "a" in event);
    expect(Object.keys(first["a"] as Frame)).toEqual(["light.bed_light"]);
    const answered = await client.call("light.turn_on", { brightness: 77 }, bedLight);
    const changed = client.frames.findIndex((frame) => frame["type"] === "event" && change(frame["event"] as Frame));
    expect(changed).toBeGreaterThan(0);
    expect(client.frames.indexOf(answered)).toBeGreaterThan(changed);
    const event = client.frames[changed]?.["event"] as { c: Record<string, { "+": { s: string; lc: number; c: Frame; a: Frame } }> };
    const plus = event.c["light.bed_light"]?.["+"];
    expect(plus).toMatchObject({ s: "on", a: { brightness: 77 } });
    expect(typeof plus?.c === "string" ? plus.c : plus?.c["id"]).toBe((answered["result"] as { context: Frame }).context["id"]);
    const was = recordedEvent("subscribe-entities", (each) => change(each));
    // A context is written short when only its id changed.
    const withoutContext = (frame: unknown) => JSON.parse(JSON.stringify(frame, (key, value) => (key === "c" ? undefined : value)));
    expect(differences(withoutContext((was["c"] as Frame)["light.bed_light"]), withoutContext(event.c["light.bed_light"]))).toEqual([]);
  });

  test("the first event has every entity, in short keys", async () => {
    await using client = await login();
    await client.subscribe({ type: "subscribe_entities" });
    const first = (await client.event((event) => "a" in event))["a"] as Record<string, Frame>;
    const was = recordedEvent("subscribe-entities", (event) => "a" in event)["a"] as Record<string, Frame>;
    for (const entityId of ["light.bed_light", "lock.main_door", "sensor.living_room_temperature"]) {
      const { c, lu, ...rest } = first[entityId] ?? {};
      expect(["string", "object"]).toContain(typeof c);
      expect(["undefined", "number"]).toContain(typeof lu);
      expect(differences({ s: was[entityId]?.["s"], a: was[entityId]?.["a"], lc: 1 }, rest)).toEqual([]);
    }
  });

  test("state_changed and call_service come whole, and stop when unsubscribed", async () => {
    await using client = await login();
    const id = await client.subscribe({ type: "subscribe_events", event_type: "state_changed" });
    await client.subscribe({ type: "subscribe_events", event_type: "call_service" });
    await client.call("input_boolean.toggle", {}, { entity_id: "input_boolean.guest_mode" });
    const guest = (event: Frame) => (event["data"] as Frame)["entity_id"] === "input_boolean.guest_mode";
    expect(differences(recordedEvent("subscribe-events", guest), await client.event(guest))).toEqual([]);
    const called = (event: Frame) => event["event_type"] === "call_service" && (event["data"] as Frame)["domain"] === "input_boolean";
    expect(differences(recordedEvent("subscribe-events", called), await client.event(called))).toEqual([]);
    await client.result({ type: "unsubscribe_events", subscription: id });
    expect(await client.command({ type: "unsubscribe_events", subscription: 99 })).toMatchObject({
      error: { code: "not_found", message: "Subscription not found." },
    });
  });
}

function callContract(login: () => Promise<RawClient>): void {
  /** Numbers differ: a real climate device answers in its own unit. */
  const withoutNumbers = (value: unknown) => JSON.stringify(value).replace(/-?\d+(\.\d+)?/g, "#");

  test.each(
    recording("call-service-errors").commands.map(
      ({ command, result }) => [`${command["domain"]}.${command["service"]}`, command, result] as const,
    ),
  )("%s is answered as recorded: wrong calls are refused, wrong targets are not", async (_service, { id: _id, ...command }, result) => {
    await using client = await login();
    const answer = await client.command(command);
    expect(answer["success"]).toBe(result["success"]);
    expect(withoutNumbers(answer["error"] ?? {})).toEqual(withoutNumbers(result["error"] ?? {}));
    expect(differences({ ...result, id: 1 }, answer)).toEqual([]);
  });
}

function restartContract(home: () => ContractHome): void {
  test("a restart closes the socket without a result; while it starts, integrations are unknown; then it runs", async () => {
    await using client = await RawClient.login(home());
    const restart = client.call("homeassistant.restart", {});
    restart.catch(() => undefined);
    await client.next((frame) => "closed" in frame);
    expect(client.closed).toBe(1000);
    expect(client.frames.filter((frame) => frame["type"] === "result")).toEqual([]);
    await using early = await again(home());
    await early.subscribe({ type: "subscribe_events", event_type: "homeassistant_started" });
    expect((await early.result({ type: "get_config" }))["state"]).toBe("NOT_RUNNING");
    const debug = { type: "conversation/agent/homeassistant/debug", sentences: ["turn on the bed light"], language: "en" };
    expect((await early.command(debug))["error"]).toEqual({ code: "unknown_command", message: "Unknown command." });
    const sent = await early.call("telegram_bot.send_message", { message: "too early", parse_mode: "plain_text" });
    expect(sent["error"]).toMatchObject({ code: "not_found", translation_key: "service_not_found" });
    await early.event((event) => event["event_type"] === "homeassistant_started", 60_000);
    expect((await early.result({ type: "get_config" }))["state"]).toBe("RUNNING");
    expect(await early.result(debug)).toMatchObject({ results: [{ match: true }] });
  });
}

/** The first client that Home Assistant lets in after it was down. */
async function again(home: ContractHome): Promise<RawClient> {
  let client: RawClient | undefined;
  await expect
    .poll(
      async () => {
        client = await RawClient.login(home).catch(() => undefined);
        return client !== undefined;
      },
      { timeout: 60_000, interval: 20 },
    )
    .toBe(true);
  if (!client) throw new Error("Home Assistant did not come back");
  return client;
}
