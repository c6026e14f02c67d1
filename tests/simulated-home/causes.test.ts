import { expect, test } from "vitest";
import type { Frame } from "../contract/recordings.ts";
import { homeWithClient } from "./home-client.ts";

const logbook = async (w: Awaited<ReturnType<typeof homeWithClient>>, more: Frame = {}) =>
  (await w.client.result({ type: "logbook/get_events", start_time: "2020-01-01T00:00:00Z", ...more })) as unknown as Frame[];

test("an automation follows its trigger in a context that comes from it, and everybody hears the cause first", async () => {
  await using w = await homeWithClient();
  await w.client.subscribe({ type: "subscribe_events" });
  w.home.setState("binary_sensor.hallway_motion", "on");
  const lit = await w.client.event(({ event_type, data }) => event_type === "call_service" && (data as Frame)["domain"] === "light");
  const told = w.client.frames.flatMap(({ event }) => (event ? [event as Frame] : []));
  expect(told.slice(0, 2).map(({ event_type }) => event_type)).toEqual(["state_changed", "automation_triggered"]);
  const [moved, triggered] = told.map(({ context }) => context as Frame);
  expect(triggered).toMatchObject({ parent_id: moved?.["id"], user_id: null });
  expect(lit["context"]).toEqual(triggered);
  expect(w.calls()).toEqual([["light.turn_on", ["light.hallway_light"], "automation.hallway_light_on_motion"]]);
});

test("an automation that is off does not follow, and the time can trigger one", async () => {
  await using w = await homeWithClient();
  await w.call("automation.turn_off", "automation.hallway_light_on_motion");
  w.home.setState("binary_sensor.hallway_motion", "on");
  await w.home.trigger("automation.lock_up_at_night", "time");
  expect(w.calls().slice(1)).toEqual([["lock.lock", ["lock.front_door", "lock.back_door"], "automation.lock_up_at_night"]]);
  const [row] = await logbook(w, { entity_ids: ["automation.lock_up_at_night"] });
  expect(row).toMatchObject({ message: "triggered by time", source: "time" });
});

test("what is wrong in an automation is nobody's error", async () => {
  await using w = await homeWithClient();
  w.home.refurnish("automation.lock_up_at_night", { config: { actions: [{ action: "lock.paint" }] } });
  const answer = await w.client.call("automation.trigger", {}, { entity_id: "automation.lock_up_at_night" });
  expect(answer["success"]).toBe(true);
});

test("the logbook leaves out measurements and what only changed an attribute, and keeps to its time", async () => {
  await using w = await homeWithClient();
  w.home.setState("sensor.outside_temperature", "7.1");
  w.home.setState("light.desk_lamp", "on", { brightness: 10 });
  w.home.setState("light.desk_lamp", "off");
  expect(await logbook(w)).toEqual([{ state: "off", entity_id: "light.desk_lamp", when: expect.any(Number) }]);
  expect(await logbook(w, { end_time: "2020-01-02T00:00:00Z" })).toEqual([]);
});
