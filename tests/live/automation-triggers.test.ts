import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { anna, expose, LiveHome } from "./live-home.ts";

const MINUTE_MS = 60_000;
/** What has a minute to come is created, at the latest, one minute before. */
const SOON_MS = 2 * MINUTE_MS;
const LONGEST_MS = 6 * MINUTE_MS;
/** Of kinds that Home Assistant does not expose by itself. */
const HIDDEN = ["person.ben", "input_button.doorbell", "calendar.family"];

let home: LiveHome;
beforeAll(async () => {
  for (const entityId of HIDDEN) await expose(entityId, true);
  home = await LiveHome.start();
}, 120_000);
afterAll(async () => {
  for (const entityId of HIDDEN) await expose(entityId, false);
  await home[Symbol.asyncDispose]();
});

const clock = async (at: number) => {
  const { time_zone } = await home.command({ type: "get_config" });
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: String(time_zone) }).format(at);
};
const sets = async (entityId: string, ...states: string[]) => {
  const { attributes } = await home.state(entityId);
  for (const state of states) await home.sets(entityId, state, attributes as object);
};

/** How long before the next sunset or sunrise it is when `SOON_MS` have passed. */
async function beforeSun(): Promise<string> {
  const { attributes } = (await home.state("sun.sun")) as unknown as { readonly attributes: Readonly<Record<string, string>> };
  const [next] = (["sunset", "sunrise"] as const)
    .map((event) => ({ event, at: Date.parse(attributes[event === "sunset" ? "next_setting" : "next_rising"] ?? "") }))
    .toSorted((one, other) => one.at - other.at);
  if (!next) throw new Error("the home has no sun");
  return `${Math.floor((next.at - Date.now() - SOON_MS) / MINUTE_MS)} minutes before ${next.event}`;
}

it(
  "each kind of trigger, said in a sentence, fires on the real thing and is taken away again",
  async () => {
    const start = new Date(Math.ceil((Date.now() + SOON_MS) / MINUTE_MS) * MINUTE_MS);
    await home.call("calendar.create_event", {
      entity_id: "calendar.family",
      summary: "Swimming",
      start_date_time: start.toISOString(),
      end_date_time: new Date(start.getTime() + MINUTE_MS).toISOString(),
    });
    const fired: Readonly<Record<string, () => Promise<unknown>>> = {
      "when the main door is unlocked for 2 seconds": async () => {
        await home.call("lock.lock", { entity_id: "lock.main_door" });
        await home.reaches("lock.main_door", "locked");
        await home.call("lock.unlock", { entity_id: "lock.main_door" });
      },
      "when the living room temperature goes above 25 degrees": () => sets("sensor.living_room_temperature", "24", "26"),
      "when motion is detected in the hallway": () => sets("binary_sensor.hallway_motion", "off", "on"),
      "when Ben comes home": () => sets("person.ben", "not_home", "home"),
      "when nobody is home": () => sets("zone.home", "1", "0"),
      "when the washing machine power is unavailable": () => sets("sensor.washing_machine_power", "3", "unavailable"),
      "when the doorbell rings": () => home.call("input_button.press", { entity_id: "input_button.doorbell" }),
      "every 2 minutes": async () => undefined,
      [`every day at ${await clock(start.getTime())}`]: async () => undefined,
      "when an event in the Family calendar starts": async () => undefined,
      [await beforeSun()]: async () => undefined,
    };
    const kinds = Object.keys(fired);
    for (const [index, when] of kinds.entries()) {
      const card = await home.asks(anna, `/automate remind me to check number ${index} ${when}`);
      expect(card.buttons, `${index} ${when}: ${card.text}`).toContain("Create");
      await home.presses(anna, "Create");
      await home.next(anna, ({ kind, text }) => kind === "message" && text.startsWith("Done"));
    }
    for (const fire of Object.values(fired)) await fire();
    const told = async () => {
      const texts = await home.texts(anna);
      return kinds.filter((_, index) => texts.some((text) => text.startsWith("📢") && text.endsWith(`check number ${index}`)));
    };
    await vi.waitFor(async () => expect(await told()).toEqual(kinds), { timeout: 3 * MINUTE_MS, interval: 1_000 });
    for (const index of kinds.keys()) {
      await home.says(anna, `/automations ${index + 1} delete`);
      await home.next(anna, ({ buttons }) => buttons.includes("Delete"));
      await home.presses(anna, "Delete");
      await home.next(anna, ({ kind, text }) => kind === "message" && text.startsWith("Done"));
    }
    expect(home.rows("SELECT count(DISTINCT id) AS removed FROM automations WHERE status = 'removed'")).toEqual([
      { removed: kinds.length },
    ]);
  },
  LONGEST_MS,
);
