import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { anna, LiveHome } from "./live-home.ts";
import { live } from "./live-state.ts";

let home: LiveHome;
beforeAll(async () => {
  home = await LiveHome.start();
}, 120_000);
afterAll(() => home[Symbol.asyncDispose]());

type Config = Readonly<Record<string, unknown>>;

/** What Home Assistant stores of an automation; undefined for nothing. */
async function stored(id: string, edited?: Config): Promise<Config | undefined> {
  const sent = edited && { method: "POST", body: JSON.stringify(edited) };
  const headers = { authorization: `Bearer ${live.token}`, "content-type": "application/json" };
  const response = await fetch(`${live.url}/api/config/automation/config/${id}`, { headers, ...sent });
  return response.ok ? ((await response.json()) as Config) : undefined;
}

/** The newest automation of the service. */
const newest = () => String(home.rows("SELECT id FROM automations ORDER BY created_at DESC LIMIT 1")[0]?.["id"]);
const numberOf = () => home.rows("SELECT DISTINCT id FROM automations WHERE status <> 'draft'").length;

async function makes(said: string, button = "Create"): Promise<void> {
  await home.asks(anna, said);
  await home.presses(anna, button);
  await home.next(anna, ({ kind, text }) => kind === "message" && text.startsWith("Done"));
}

it.each([
  ["/automate turn on the bed light at sunset", [{ trigger: "sun", event: "sunset" }]],
  ["/automate every weekday at 7 turn on the bed light", [{ trigger: "time", at: ["07:00:00"] }]],
  ["/automate every 15 minutes turn on the bed light", [{ trigger: "time_pattern", minutes: "/15" }]],
  ["/automate turn on the bed light when nobody is home", [{ trigger: "numeric_state", entity_id: ["zone.home"], below: 1 }]],
])(
  "creates, reads back and takes away: %s",
  async (said, triggers) => {
    await makes(said);
    const id = newest();
    expect(await stored(id)).toMatchObject({ triggers });
    await makes(`/automations ${numberOf()} delete`, "Delete");
    expect(await stored(id)).toBeUndefined();
  },
  60_000,
);

it("fires on a state, tells a person, and is told of", async () => {
  await makes("/automate when the main door is unlocked turn on the bed light");
  const light = newest();
  const lit = numberOf();
  await makes("/automate when the main door is unlocked tell me");
  const told = numberOf();
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  await home.call("lock.lock", { entity_id: "lock.main_door" });
  await home.reaches("lock.main_door", "locked");
  await home.call("lock.unlock", { entity_id: "lock.main_door" });
  await home.reaches("light.bed_light", "on");
  await home.next(anna, ({ text }) => text.startsWith("📢"));
  expect((await home.asks(anna, "/automations")).text).toMatch(/last ran .*, finished/);
  expect((await home.asks(anna, "why did the bed light turn on?")).text).toMatch(
    /^The automation “.*” did that, .*Trigger: when .*Main Door.* is unlocked\./i,
  );
  // somebody edits it in Home Assistant
  await stored(light, { ...(await stored(light)), mode: "restart" });
  await vi.waitFor(async () => expect(await stored(light)).toMatchObject({ mode: "restart" }));
  expect((await home.asks(anna, `/automations ${lit} delete`)).text).toContain("changed in Home Assistant");
  await makes(`/automations ${told} delete`, "Delete");
  await fetch(`${live.url}/api/config/automation/config/${light}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${live.token}` },
  });
}, 120_000);

it("fires when a player turns on, whatever it plays then", async () => {
  await home.call("media_player.turn_off", { entity_id: "media_player.walkman" });
  await home.reaches("media_player.walkman", "off");
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  await makes("/automate when the walkman turns on, turn on the bed light");
  expect(await stored(newest())).toMatchObject({ triggers: [{ from: ["off", "standby"] }] });
  await home.call("media_player.turn_on", { entity_id: "media_player.walkman" });
  await home.reaches("light.bed_light", "on");
  await makes(`/automations ${numberOf()} delete`, "Delete");
}, 120_000);

it("an automation on trial tells of its run, and Stop switches it off", async () => {
  await home.asks(anna, "/automate when the main door is unlocked turn on the bed light");
  await home.presses(anna, "Try for a week");
  await home.next(anna, ({ kind, text }) => kind === "message" && text.startsWith("Done"));
  await home.call("lock.lock", { entity_id: "lock.main_door" });
  await home.reaches("lock.main_door", "locked");
  await home.call("lock.unlock", { entity_id: "lock.main_door" });
  const { buttons, messageId } = await home.next(anna, ({ text }) => text.startsWith("🧪"));
  expect(buttons).toEqual(["Keep", "Stop"]);
  await home.presses(anna, "Stop", { messageId });
  await home.next(anna, ({ text }) => text.includes("is off now"));
  const [row] = home.rows("SELECT entity_id AS id FROM automations ORDER BY created_at DESC LIMIT 1");
  expect((await home.state(String(row?.["id"]))).state).toBe("off");
  await makes(`/automations ${numberOf()} delete`, "Delete");
}, 120_000);
