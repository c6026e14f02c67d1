import { expect, test } from "vitest";
import { dayCurve } from "../../src/simulated-home/history/history.ts";
import { SimulatedHome, type SimulatedHomeOptions } from "../../src/simulated-home/simulated-home.ts";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";
import { largeFurnishing } from "../fakes/large-home.ts";

async function world(options: SimulatedHomeOptions = {}) {
  const stack = new AsyncDisposableStack();
  const home = stack.use(await SimulatedHome.start(options));
  const client = stack.use(await RawClient.login(home));
  await client.subscribe({ type: "subscribe_events", event_type: "state_changed" });
  /** States that an entity was seen in, in order, with the id of the context. */
  const seen = (entityId: string) =>
    client.frames
      .filter((frame) => frame["type"] === "event")
      .map(
        (frame) => (frame["event"] as { data: { entity_id: string; new_state: { state: string; context: { id: string } } | null } }).data,
      )
      .filter((data) => data.entity_id === entityId)
      .map((data) => data.new_state);
  const states = (entityId: string) => seen(entityId).map((state) => state?.state);
  const call = async (service: string, entity_id: string, data: Frame = {}) => {
    const answer = await client.call(service, data, { entity_id });
    return (answer["result"] as { context: { id: string } } | undefined)?.context.id;
  };
  return { home, client, seen, states, call, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test("a light is switched, dimmed and coloured, and comes back as bright as it was", async () => {
  await using w = await world();
  await w.call("light.turn_on", "light.bed_light", { brightness_pct: 30, color_name: "red" });
  expect(w.home.state("light.bed_light")).toMatchObject({
    state: "on",
    attributes: { brightness: 77, rgb_color: [255, 0, 0], color_mode: "hs" },
  });
  await w.call("light.turn_off", "light.bed_light");
  expect(w.home.state("light.bed_light")).toMatchObject({ state: "off", attributes: { brightness: null } });
  await w.call("light.toggle", "light.bed_light");
  expect(w.home.state("light.bed_light")?.attributes["brightness"]).toBe(77);
  await w.call("light.turn_on", "light.bed_light", { brightness: 0 });
  expect(w.home.state("light.bed_light")?.state).toBe("off");
});

test("a lock and a cover pass through the states on their way, in the context of the call", async () => {
  await using w = await world();
  const context = await w.call("lock.unlock", "lock.front_door");
  expect(w.states("lock.front_door")).toEqual(["unlocking"]);
  await expect.poll(() => w.states("lock.front_door")).toEqual(["unlocking", "unlocked"]);
  expect(w.seen("lock.front_door").map((state) => state?.context.id)).toEqual([context, context]);
  await w.call("cover.set_cover_position", "cover.living_room_blind", { position: 40 });
  await expect.poll(() => w.states("cover.living_room_blind")).toEqual(["closing", "open"]);
  expect(w.home.state("cover.living_room_blind")?.attributes["current_position"]).toBe(40);
});

test("a cover that is stopped stays where it is", async () => {
  await using w = await world();
  w.home.behave("cover.living_room_blind", { kind: "moves", ms: 60_000 });
  await w.call("cover.close_cover", "cover.living_room_blind");
  await w.call("cover.stop_cover", "cover.living_room_blind");
  expect(w.home.state("cover.living_room_blind")).toMatchObject({ state: "closing" });
  w.home.behave("cover.living_room_blind", { kind: "normal" });
  await w.call("cover.stop_cover", "cover.living_room_blind");
  expect(w.home.state("cover.living_room_blind")).toMatchObject({ state: "open", attributes: { current_position: 50 } });
});

test.each([
  ["climate.set_temperature", "climate.thermostat", { temperature: 19 }, { state: "heat", attributes: { temperature: 19 } }],
  ["climate.set_hvac_mode", "climate.thermostat", { hvac_mode: "off" }, { state: "off" }],
  ["media_player.volume_set", "media_player.living_room_tv", { volume_level: 0.1 }, { attributes: { volume_level: 0.1 } }],
  ["media_player.media_pause", "media_player.living_room_tv", {}, { state: "paused" }],
  ["media_player.media_next_track", "media_player.kitchen_radio", {}, { attributes: { media_track: 4 } }],
  ["fan.set_percentage", "fan.bedroom_fan", { percentage: 40 }, { state: "on", attributes: { percentage: 50 } }],
  ["vacuum.start", "vacuum.robot", {}, { state: "cleaning" }],
  ["input_select.select_option", "input_select.house_mode", { option: "Night" }, { state: "Night" }],
  ["input_number.set_value", "input_number.quiet_volume", { value: 35 }, { state: "35.0" }],
  ["siren.turn_on", "siren.attic_siren", {}, { state: "on" }],
  ["todo.add_item", "todo.groceries", { item: "Eggs" }, { state: "3" }],
  ["automation.turn_off", "automation.lock_up_at_night", {}, { state: "off" }],
  ["homeassistant.turn_on", "switch.coffee_machine", {}, { state: "on" }],
])("%s of %s shows", async (service, entityId, data, shown) => {
  await using w = await world();
  await w.call(service, entityId, data);
  expect(w.home.state(entityId)).toMatchObject(shown);
  expect(w.home.calls[0]).toMatchObject({ service, entityIds: [entityId], data, by: undefined });
});

test("a script, a scene and an automation act on others in their own way", async () => {
  await using w = await world();
  const context = await w.call("script.turn_on", "script.good_night");
  expect(w.states("script.good_night")).toEqual(["on", "off"]);
  expect(w.seen("light.ceiling_lights").map((state) => [state?.state, state?.context.id])).toEqual([["off", context]]);
  await w.call("scene.turn_on", "scene.bright");
  expect(w.home.state("light.kitchen_light")).toMatchObject({ state: "on", attributes: { brightness: 255 } });
  await w.call("automation.trigger", "automation.hallway_light_on_motion");
  expect(w.home.state("light.hallway_light")?.state).toBe("on");
});

test("an area means what is in it, and what cannot do it is left out", async () => {
  await using w = await world();
  await w.client.call("light.turn_on", {}, { area_id: "living_room" });
  expect(w.home.calls.at(-1)?.entityIds.toSorted()).toEqual(["light.ceiling_lights", "light.floor_lamp"]);
  expect(w.home.state("light.floor_lamp")?.state).toBe("on");
  expect(w.home.state("light.kitchen_light")?.state).toBe("off");
});

test("a late device changes by itself, in a context of its own", async () => {
  await using w = await world();
  w.home.behave("light.desk_lamp", { kind: "late", ms: 20 });
  const context = await w.call("light.turn_off", "light.desk_lamp");
  expect(w.states("light.desk_lamp")).toEqual([]);
  await expect.poll(() => w.states("light.desk_lamp")).toEqual(["off"]);
  expect(w.seen("light.desk_lamp")[0]?.context.id).not.toBe(context);
});

test("a flapping one shows its end state, goes back, and comes again", async () => {
  await using w = await world();
  w.home.behave("switch.coffee_machine", { kind: "flapping", ms: 5 });
  await w.call("switch.turn_on", "switch.coffee_machine");
  await expect.poll(() => w.states("switch.coffee_machine")).toEqual(["on", "off", "on"]);
});

test("a silent one takes the call, a failing one refuses it, an unavailable one is gone until it is back", async () => {
  await using w = await world();
  w.home.behave("switch.coffee_machine", { kind: "silent" });
  expect(await w.call("switch.turn_on", "switch.coffee_machine")).toEqual(expect.any(String));
  w.home.behave("switch.coffee_machine", { kind: "fails", message: "No route to the plug" });
  const refused = await w.client.call("switch.turn_on", {}, { entity_id: "switch.coffee_machine" });
  expect(refused["error"]).toEqual({ code: "home_assistant_error", message: "No route to the plug" });
  w.home.behave("light.desk_lamp", { kind: "unavailable" });
  expect(await w.call("light.turn_off", "light.desk_lamp")).toEqual(expect.any(String));
  expect(w.home.state("light.desk_lamp")).toMatchObject({ state: "unavailable", attributes: { friendly_name: "Desk Lamp" } });
  w.home.behave("light.desk_lamp", { kind: "normal" });
  expect(w.home.state("light.desk_lamp")).toMatchObject({ state: "on", attributes: { brightness: 200 } });
});

test("an entity comes, is renamed, hidden and goes, and each is told", async () => {
  await using w = await world();
  await w.client.subscribe({ type: "subscribe_events", event_type: "entity_registry_updated" });
  await w.client.subscribe({ type: "subscribe_entities" });
  w.home.addEntity({ entity_id: "light.attic", name: "Attic", area: "Office", aliases: ["roof"] });
  w.home.updateRegistry("light.attic", { name: "Loft", new_entity_id: "light.attic" });
  w.home.expose("light.attic", false);
  w.home.removeEntity("light.attic");
  await w.client.next((frame) => JSON.stringify(frame["event"] ?? {}) === '{"r":["light.attic"]}');
  const told = w.client.frames
    .map((frame) => frame["event"] as { event_type?: string; data: { action: string; changes?: object } } | undefined)
    .filter((event) => event?.event_type === "entity_registry_updated");
  expect(told.map((event) => event?.data.action)).toEqual(["create", "update", "update", "remove"]);
  expect(w.home.state("light.attic")).toBeUndefined();
});

test("outages: refused, met by a proxy, never answered, and over", async () => {
  await using home = await SimulatedHome.start();
  home.outage("refuse");
  await expect(RawClient.login(home)).rejects.toThrow();
  home.outage("502");
  expect((await fetch(`${home.url}/api/`)).status).toBe(502);
  await expect(RawClient.login(home)).rejects.toThrow();
  home.outage("silent-auth");
  await using mute = await RawClient.open(home.url);
  mute.send({ type: "auth", access_token: home.token });
  await expect(mute.next((frame) => frame["type"] === "auth_ok", 50)).rejects.toThrow();
  home.outage("none");
  await using client = await RawClient.login(home);
  home.disconnect();
  await client.next((frame) => "closed" in frame);
  expect(client.closed).toBe(1006);
});

test("a home that starts has few states and services, then messages, then everything", async () => {
  await using home = await SimulatedHome.start({ startState: "STARTING" });
  home.telegram.say({ chatId: 1, text: "said while it was down" });
  await using client = await RawClient.login(home);
  await client.subscribe({ type: "subscribe_events" });
  expect(home.state("light.kitchen_light")).toBeUndefined();
  expect(await client.call("telegram_bot.send_message", { message: "x" })).toMatchObject({ error: { code: "not_found" } });
  await home.finishStarting();
  await client.event((event) => event["event_type"] === "homeassistant_started");
  const order = client.frames.map((frame) => (frame["event"] as { event_type?: string } | undefined)?.event_type);
  const told = order.filter((type) => type === "telegram_text" || type === "component_loaded" || type === "homeassistant_started");
  expect(told).toEqual(["telegram_text", "component_loaded", "homeassistant_started"]);
  expect(home.state("light.kitchen_light")?.state).toBe("off");
});

test("a restart keeps states and registries and gives them new times", async () => {
  await using w = await world();
  w.home.setState("light.kitchen_light", "on", { brightness: 12 });
  await w.home.restart({ downMs: 5, startingMs: 5 });
  expect(w.client.closed).toBe(1000);
  expect(w.home.state("light.kitchen_light")).toMatchObject({ state: "on", attributes: { brightness: 12 } });
  await using client = await RawClient.login(w.home);
  expect(await client.result({ type: "get_config" })).toMatchObject({ state: "RUNNING" });
});

test("one answer can be overridden", async () => {
  await using w = await world();
  w.home.onCommand("person/list", () => ({ storage: [], config: [] }));
  expect(await w.client.result({ type: "person/list" })).toEqual({ storage: [], config: [] });
});

test("a client that says so gets several messages in one frame, another never does", async () => {
  await using w = await world();
  await using other = await RawClient.login(w.home);
  await w.client.command({ type: "supported_features", features: { coalesce_messages: 1 } });
  for (const client of [w.client, other]) await client.subscribe({ type: "subscribe_entities" });
  await w.call("light.turn_on", "light.kitchen_light");
  await other.event((event) => "c" in event);
  expect(w.client.lists).toBeGreaterThan(0);
  expect(other.lists).toBe(0);
});

test("measurements have a day of history", async () => {
  await using w = await world();
  const start_time = new Date(Date.now() - 12 * 60 * 60 * 1000).toISOString();
  const answer = await w.client.result({ type: "history/history_during_period", start_time, entity_ids: ["sensor.outside_temperature"] });
  expect((answer["sensor.outside_temperature"] as unknown[]).length).toBeGreaterThan(20);
});

test("a number is lowest and highest at the hours of its home", () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const hours = ["Europe/Berlin", "Australia/Sydney"].map((timeZone) => {
    const curve = dayCurve({ now, timeZone, steps: 47 })(10, 5);
    const highest = curve.reduce((one, other) => (Number(other.state) > Number(one.state) ? other : one));
    return new Date(highest.at).getUTCHours();
  });
  expect(hours).toEqual([14, 4]);
});

test("a large home has as many entities as asked for, some of them hidden", async () => {
  await using home = await SimulatedHome.start({ furnishing: largeFurnishing(400) });
  await using client = await RawClient.login(home);
  const states = (await client.result({ type: "get_states" })) as unknown as Frame[];
  expect(states.filter((state) => !/^(event|notify)\./.test(String(state["entity_id"])))).toHaveLength(400);
  const { exposed_entities: exposed } = await client.result({ type: "homeassistant/expose_entity/list" });
  expect(Object.keys(exposed as Frame)).toHaveLength(300);
});
