import { afterEach, describe, expect, test } from "vitest";
import { createActor, type Receipt } from "../../../src/homeassistant/acting/acting.ts";
import { HomeAssistantConnection } from "../../../src/homeassistant/connection/connection.ts";
import { LiveHome } from "../../../src/homeassistant/live-home.ts";
import { LiveStates } from "../../../src/homeassistant/registry/states.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import type { Permit } from "../../../src/security/policy/policy.ts";
import type { JudgedCall } from "../../../src/security/policy/policy-input.ts";
import { SimulatedHome } from "../../../src/simulated-home/simulated-home.ts";
import { permitFor } from "../../security/decisions.ts";

/** Thirty times as fast as life: a lamp has 90 ms, a silent one 300 ms, a door 900 ms, and settles in 15 ms. */
const PACE = 0.03;

const stack = new Set<AsyncDisposable>();
afterEach(async () => {
  for (const owned of stack) await owned[Symbol.asyncDispose]();
  stack.clear();
});

async function world(pace = PACE) {
  const held = new AsyncDisposableStack();
  stack.add(held);
  const home = held.use(await SimulatedHome.start());
  const logger = createLogger({ level: "error" });
  const connection = held.use(new HomeAssistantConnection({ url: home.url, token: home.token, logger, timings: { quickRetryMs: 20 } }));
  const states = held.use(new LiveStates({ connection, logger }));
  const live = held.use(new LiveHome({ connection, states, logger }));
  states.start();
  live.start();
  connection.start();
  await live.whenReady();
  const actor = createActor({
    connection,
    states,
    home: live,
    routines: { change: async () => ({ outcome: "unknown" }) },
    logger,
    pace,
  });
  const act = (service: string, entityIds: string | readonly string[], data: JudgedCall["data"] = {}, signal?: AbortSignal) =>
    actor.act(permit({ service, entityIds: [entityIds].flat(), data }), signal ? { signal } : {});
  /** Waits until our side knows a state. */
  const known = (entityId: string, state: string) => expect.poll(() => states.get(entityId)?.state, { interval: 5 }).toBe(state);
  return { home, actor, act, live, connection, known };
}

function permit(call: JudgedCall, now = Date.now()): Permit {
  return permitFor(call.service, call.entityIds, { data: call.data, input: { actionId: "act-1", now } });
}

const outcomes = (receipt: Receipt) => receipt.targets.map(({ outcome }) => outcome);
const sent = (home: SimulatedHome) => home.calls.map(({ service, entityIds }) => ({ service, entityIds }));

describe("one receipt for each target", () => {
  test("a lamp that follows is done, with what it shows and the context of the call", async () => {
    const { home, act } = await world();
    const receipt = await act("light.turn_on", "light.bed_light", { brightness_pct: 30 });
    const lit = { outcome: "done", observed: { state: "on", brightness: 77 }, before: { state: "off" } };
    expect(receipt.targets).toEqual([{ entityId: "light.bed_light", ...lit }]);
    expect(receipt).toMatchObject({ actionId: "act-1", service: "light.turn_on", data: { brightness_pct: 30 }, error: undefined });
    expect(receipt.contextId).toBe(home.calls[0]?.contextId);
    expect(sent(home)).toEqual([{ service: "light.turn_on", entityIds: ["light.bed_light"] }]);
  });

  test("what is there already is told and not sent", async () => {
    const { home, act } = await world();
    expect(outcomes(await act("lock.lock", "lock.front_door"))).toEqual(["already"]);
    expect(home.calls).toEqual([]);
  });

  test("of several targets each has its own, and only those worth it are sent", async () => {
    const { home, act, known } = await world();
    home.behave("light.bathroom_light", { kind: "unavailable" });
    home.setState("light.kitchen_light", "on");
    await known("light.kitchen_light", "on");
    const receipt = await act("light.turn_on", ["light.bathroom_light", "light.bed_light", "light.kitchen_light"]);
    expect(outcomes(receipt)).toEqual(["failed", "done", "already"]);
    expect(sent(home)).toEqual([{ service: "light.turn_on", entityIds: ["light.bed_light"] }]);
  });

  test("a script is started, a scene sent", async () => {
    const { act } = await world();
    expect(outcomes(await act("script.turn_on", "script.good_night"))).toEqual(["started"]);
    expect(outcomes(await act("scene.turn_on", "scene.movie_night"))).toEqual(["sent"]);
  });

  test("a call without entities has one receipt without a name", async () => {
    const { act } = await world();
    expect((await act("persistent_notification.create", [], { message: "Hello" })).targets).toEqual([
      { entityId: "", outcome: "sent", observed: {} },
    ]);
  });
});

describe("devices that do not simply follow", () => {
  test("one that is seven seconds late, in a context of its own, is done", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "late", ms: 7_000 * PACE });
    expect(outcomes(await act("light.turn_on", "light.bed_light"))).toEqual(["done"]);
  });

  test("one that is twelve seconds late has not changed", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "late", ms: 12_000 * PACE });
    expect((await act("light.turn_on", "light.bed_light")).targets).toMatchObject([{ outcome: "no-change", observed: { state: "off" } }]);
  });

  test("one that says nothing has not changed", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "silent" });
    expect(outcomes(await act("light.turn_on", "light.bed_light"))).toEqual(["no-change"]);
    expect(home.calls).toHaveLength(1);
  });

  test("an optimistic one proves nothing and is sent to every time", async () => {
    const { home, act, known } = await world();
    home.behave("light.bed_light", { kind: "optimistic" });
    expect(outcomes(await act("light.turn_on", "light.bed_light"))).toEqual(["sent"]);
    await known("light.bed_light", "on");
    expect((await act("light.turn_on", "light.bed_light")).targets).toMatchObject([{ outcome: "sent", observed: { state: "on" } }]);
    expect(home.calls).toHaveLength(2);
  });

  test("one that flaps is done when it stays", async () => {
    const { home, act } = await world(0.2);
    home.behave("light.bed_light", { kind: "flapping", ms: 30 });
    const receipt = await act("light.turn_on", "light.bed_light");
    expect(receipt.targets).toMatchObject([{ outcome: "done", observed: { state: "on" } }]);
    expect(home.state("light.bed_light")?.state).toBe("on");
  });

  test("one that falls back has not changed", async () => {
    const { home, act } = await world(0.2);
    const acting = act("light.turn_on", "light.bed_light");
    await expect.poll(() => home.state("light.bed_light")?.state, { interval: 2 }).toBe("on");
    home.setState("light.bed_light", "off");
    expect((await acting).targets).toMatchObject([{ outcome: "no-change", observed: { state: "off" } }]);
  });

  test("one that is gone failed and nothing was sent", async () => {
    const { home, act, known } = await world();
    home.behave("lock.front_door", { kind: "unavailable" });
    await known("lock.front_door", "unavailable");
    expect((await act("lock.unlock", "lock.front_door")).targets).toMatchObject([
      { outcome: "failed", observed: { state: "unavailable" } },
    ]);
    expect(outcomes(await act("light.turn_on", "light.no_such"))).toEqual(["failed"]);
    expect(home.calls).toEqual([]);
  });

  test("a lock that jams failed", async () => {
    const { home, act, known } = await world();
    home.setState("lock.front_door", "unlocked");
    await known("lock.front_door", "unlocked");
    home.behave("lock.front_door", { kind: "jams" });
    expect((await act("lock.lock", "lock.front_door")).targets).toMatchObject([{ outcome: "failed", observed: { state: "jammed" } }]);
  });

  test("a door that arrives within a moment is done, one that takes longer started; whoever needs the end waits for it", async () => {
    const { home, act, actor } = await world();
    home.behave("cover.garage_door", { kind: "moves", ms: 20 });
    expect(outcomes(await act("cover.open_cover", "cover.garage_door"))).toEqual(["done"]);
    home.behave("cover.garage_door", { kind: "moves", ms: 600 });
    expect((await act("cover.close_cover", "cover.garage_door")).targets).toMatchObject([
      { outcome: "started", observed: { state: "closing" } },
    ]);
    const opening = permit({ service: "cover.open_cover", entityIds: ["cover.garage_door"], data: {} });
    expect(outcomes(await actor.act(opening, { untilEnd: true }))).toEqual(["done"]);
  });

  test("one that is dropped while waiting failed", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "silent" });
    const acting = act("light.turn_on", "light.bed_light");
    await expect.poll(() => home.calls.length).toBe(1);
    home.setState("light.bed_light", "unavailable");
    expect(outcomes(await acting)).toEqual(["failed"]);
  });
});

describe("a list is read back", () => {
  test.each([
    ["todo.add_item", { item: "Eggs" }, "done"],
    ["todo.update_item", { item: "Milk", status: "completed" }, "done"],
    ["todo.update_item", { item: "Bread", rename: "Rye bread" }, "done"],
    ["todo.remove_item", { item: "milk" }, "done"],
    ["todo.update_item", { item: "Caviar", status: "completed" }, "failed"],
  ])("%s %j is %s", async (service, data, outcome) => {
    const { act } = await world();
    expect(outcomes(await act(service, "todo.groceries", data))).toEqual([outcome]);
  });

  test("an item that is not on it afterwards is no change; where it cannot be read, nothing is known", async () => {
    const { home, act } = await world();
    const ours = { add: { response: { "todo.groceries": { items: [] } } }, none: { response: {} } };
    for (const [answer, outcome] of [
      [ours.add, "no-change"],
      [ours.none, "sent"],
    ] as const) {
      home.onCommand("call_service", ({ service }) => (service === "get_items" ? answer : { context: { id: "1" } }));
      expect(outcomes(await act("todo.add_item", "todo.groceries", { item: "Eggs" }))).toEqual([outcome]);
    }
  });
});

describe("calls that Home Assistant refuses or keeps", () => {
  test("a refusal is told in Home Assistant's words", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "fails", message: "The bridge does not answer" });
    expect(await act("light.turn_on", "light.bed_light")).toMatchObject({
      error: expect.stringContaining("The bridge does not answer"),
      contextId: undefined,
      targets: [{ outcome: "failed" }],
    });
  });

  test("a code is neither in the receipt nor in its error", async () => {
    const { home, act } = await world();
    home.behave("lock.front_door", { kind: "fails", message: "code 4711 is wrong" });
    const receipt = await act("lock.unlock", "lock.front_door", { code: "4711" });
    expect(receipt.error).toContain("is wrong");
    const { startedAt, endedAt, ...told } = receipt;
    expect(JSON.stringify(told)).not.toContain("4711");
    expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    expect(home.calls[0]?.data).toMatchObject({ code: "4711" });
  });

  test("a code among a script's variables is hidden as well", async () => {
    const { act } = await world();
    const receipt = await act("script.turn_on", "script.good_night", { variables: { code: "4711" } });
    expect(receipt).toMatchObject({ data: { variables: { code: expect.not.stringContaining("4711") } } });
  });

  test("one target's refusal does not hide that another one followed", async () => {
    const { home, act } = await world();
    home.onCommand("call_service", () => {
      home.setState("light.bed_light", "on");
      throw Object.assign(new Error("The bridge does not answer"), { code: "home_assistant_error" });
    });
    const receipt = await act("light.turn_on", ["light.bed_light", "light.kitchen_light"]);
    expect(outcomes(receipt)).toEqual(["done", "failed"]);
  });

  test("a state that comes before a slow answer is enough", async () => {
    const { home, act } = await world();
    home.onCommand("call_service", () => {
      home.setState("light.bed_light", "on");
      return new Promise(() => {});
    });
    expect(await act("light.turn_on", "light.bed_light")).toMatchObject({ targets: [{ outcome: "done" }], contextId: undefined });
  });

  test("a call that is never answered stays unknown", async () => {
    const { home, act } = await world(0.01);
    home.onCommand("call_service", () => new Promise(() => {}));
    expect(outcomes(await act("light.turn_on", "light.bed_light"))).toEqual(["unknown"]);
    expect(outcomes(await act("scene.turn_on", "scene.movie_night"))).toEqual(["unknown"]);
  });
});

describe("the connection", () => {
  test("without one nothing is sent and that is told", async () => {
    const { home, act, connection } = await world();
    home.outage("refuse");
    home.disconnect();
    await expect.poll(() => connection.connected).toBe(false);
    expect(await act("light.turn_on", "light.bed_light")).toMatchObject({
      targets: [{ entityId: "light.bed_light", outcome: "failed" }],
      error: "Home Assistant is not reachable",
    });
    expect(home.calls).toEqual([]);
  });

  test("a call lost with it is unknown and never sent again", async () => {
    const { home, act, live } = await world();
    let received = 0;
    home.onCommand("call_service", () => {
      received++;
      home.disconnect();
      return new Promise(() => {});
    });
    expect(outcomes(await act("light.turn_on", "light.bed_light"))).toEqual(["unknown"]);
    await live.whenReady();
    expect(received).toBe(1);
  });

  test("a lost call whose end state is seen after the reconnect is done", async () => {
    const { home, act } = await world(0.2);
    home.onCommand("call_service", () => {
      home.disconnect();
      home.setState("light.bed_light", "on");
      return new Promise(() => {});
    });
    expect(outcomes(await act("light.turn_on", "light.bed_light"))).toEqual(["done"]);
  });

  test("what cannot be seen any more at the deadline is unknown, though the call was answered", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "silent" });
    const acting = act("light.turn_on", "light.bed_light");
    await expect.poll(() => home.calls.length).toBe(1);
    home.outage("refuse");
    home.disconnect();
    expect(outcomes(await acting)).toEqual(["unknown"]);
  });
});

describe("whoever stops waiting", () => {
  test("gets unknown, and the call is not taken back", async () => {
    const { home, act } = await world();
    home.behave("light.bed_light", { kind: "late", ms: 300 });
    const stop = new AbortController();
    const acting = act("light.turn_on", "light.bed_light", {}, stop.signal);
    await expect.poll(() => home.calls.length).toBe(1);
    stop.abort();
    expect(outcomes(await acting)).toEqual(["unknown"]);
    await expect.poll(() => home.state("light.bed_light")?.state).toBe("on");
  });

  test("is told that a door is on its way", async () => {
    const { home, act, known } = await world();
    home.behave("cover.garage_door", { kind: "moves", ms: 5_000 });
    const stop = new AbortController();
    const acting = act("cover.open_cover", "cover.garage_door", {}, stop.signal);
    await known("cover.garage_door", "opening");
    stop.abort();
    expect(outcomes(await acting)).toEqual(["started"]);
  });

  test("before sending stops the sending", async () => {
    const { home, act } = await world();
    expect(outcomes(await act("light.turn_on", "light.bed_light", {}, AbortSignal.abort()))).toEqual(["failed"]);
    expect(home.calls).toEqual([]);
  });
});

describe("without a live permit nothing is done", () => {
  test.each<[string, () => unknown]>([
    [
      "an object of the same shape",
      () => ({ actionId: "a", call: { service: "light.turn_on", entityIds: ["light.bed_light"], data: {} }, expiresAt: Infinity }),
    ],
    ["nothing", () => undefined],
    ["a permit of a minute ago", () => permit({ service: "light.turn_on", entityIds: ["light.bed_light"], data: {} }, Date.now() - 60_000)],
  ])("%s throws", async (_what, make) => {
    const { home, actor } = await world();
    await expect(Reflect.apply(actor.act, undefined, [make()])).rejects.toBeInstanceOf(TypeError);
    expect(home.calls).toEqual([]);
  });

  test("a permit works once", async () => {
    const { home, actor } = await world();
    const once = permit({ service: "light.turn_on", entityIds: ["light.bed_light"], data: {} });
    await actor.act(once);
    await expect(actor.act(once)).rejects.toBeInstanceOf(TypeError);
    expect(home.calls).toHaveLength(1);
  });
});
