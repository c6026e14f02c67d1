import { afterAll, beforeAll, expect, it } from "vitest";
import { anna, LiveHome } from "./live-home.ts";
import { live } from "./live-state.ts";

let home: LiveHome;
beforeAll(async () => {
  home = await LiveHome.start();
}, 120_000);
afterAll(() => home[Symbol.asyncDispose]());

/** What Home Assistant stores of the newest routine; undefined for nothing. */
async function stored(): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [row] = home.rows("SELECT id, kind FROM automations ORDER BY created_at DESC LIMIT 1");
  const headers = { authorization: `Bearer ${live.token}` };
  const response = await fetch(`${live.url}/api/config/${String(row?.["kind"])}/config/${String(row?.["id"])}`, { headers });
  return response.ok ? ((await response.json()) as Readonly<Record<string, unknown>>) : undefined;
}

async function makes(said: string, button = "Create"): Promise<string> {
  const { text } = await home.asks(anna, said);
  const card = await home.presses(anna, button).then(() => text);
  await home.next(anna, ({ kind, text: done }) => kind === "message" && done.startsWith("Done"));
  return card;
}

it("a scene of a room brings the room back, is changed, and undone", async () => {
  await home.call("light.turn_on", { entity_id: "light.bed_light", brightness: 90 });
  await home.reaches("light.bed_light", "on");
  const said = "make a scene called quiet hour of how the bedroom is now";
  expect(await makes(said)).toContain("Bed Light: on (35 %)");
  expect(await stored()).toMatchObject({ name: "quiet hour", entities: { "light.bed_light": { state: "on", brightness: 90 } } });
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  await home.reaches("light.bed_light", "off");
  await home.asks(anna, "turn on quiet hour");
  await home.reaches("light.bed_light", "on");
  expect((await home.state("light.bed_light")).attributes["brightness"]).toBe(90);
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  await home.reaches("light.bed_light", "off");
  expect(await makes(said, "Change")).toContain("Bed Light: off");
  expect(await stored()).toMatchObject({ entities: { "light.bed_light": { state: "off" } } });
  expect(await makes("undo", "Change")).toContain("Bed Light: on (35 %)");
  expect((await home.asks(anna, "/automations")).text).toMatch(/1\. Scene quiet hour: last ran /);
  await makes("/automations 1 delete", "Delete");
  expect(await stored()).toBeUndefined();
}, 120_000);

it("a script is made, run by its name, and undone", async () => {
  await home.call("light.turn_on", { entity_id: "light.bed_light" });
  await home.call("lock.unlock", { entity_id: "lock.main_door" });
  await home.reaches("lock.main_door", "unlocked");
  await makes("make a script called bed time that turns off the bed light and locks the main door");
  expect(await stored()).toMatchObject({ alias: "bed time", sequence: [{ action: "light.turn_off" }, { action: "lock.lock" }] });
  const dry = (await home.asks(anna, "what would bed time do?")).text;
  expect(dry).toContain("turn off Bed Light (low risk)");
  expect(dry).toContain("lock Main Door (low risk)");
  expect((await home.state("light.bed_light")).state).toBe("on");
  expect((await home.asks(anna, "run bed time")).text).toContain("Run bed time?");
  await home.presses(anna, "Yes");
  await home.next(anna, ({ kind, text }) => kind === "message" && text.includes("running"));
  await home.reaches("light.bed_light", "off");
  await home.reaches("lock.main_door", "locked");
  await makes("delete the script bed time", "Delete");
  expect(await stored()).toBeUndefined();
}, 120_000);
