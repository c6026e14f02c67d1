// What policy makes of routines, areas and covers on a real Home Assistant: see .ci/run for how one is started.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import { anna, expose, LiveHome, type Shown } from "./live-home.ts";
import { live } from "./live-state.ts";

const sequences = { evening_round: [{ action: "script.back_way" }], back_way: [{ action: "lock.unlock", target: { area_id: "kitchen" } }] };
const LIGHTS = [{ action: "light.turn_on", target: { entity_id: "light.bed_light" } }];

describe("what an action does decides, on a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    for (const [id, sequence] of Object.entries(sequences)) await writeScript(id, sequence);
    await writeScript("reading_time", LIGHTS);
    for (const id of ["script.evening_round", "script.reading_time", "lock.main_door"]) await expose(id, true);
    home = await LiveHome.start();
    await home.call("lock.lock", { entity_id: ["lock.back_door", "lock.main_door"] });
    await home.reaches("lock.back_door", "locked");
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    for (const id of [...Object.keys(sequences), "reading_time"]) await script(id, { method: "DELETE" });
  });

  /** The person writes something, and the model makes this call of it. */
  async function askedFor(service: string, target: Readonly<Record<string, readonly string[]>>): Promise<Shown> {
    const before = home.model.calls.length;
    const call = { toolCalls: [{ name: "call_ha_service", args: { when: "now", service, ...target, data: {} } }] };
    home.model.respond(() => (home.model.calls.length === before + 1 ? call : { text: "That is all." }));
    return home.asks(anna, "please do the thing");
  }

  /** What the model gets to read when it asks who moved the garage door. */
  async function toldOfGarage(): Promise<string> {
    const before = home.model.calls.length;
    const call = { toolCalls: [{ name: "get_entity_history", args: { entity_id: "cover.garage_door", kind: "causes" } }] };
    home.model.respond(() => (home.model.calls.length === before + 1 ? call : { text: "You did." }));
    await home.asks(anna, "look into the garage for me");
    return JSON.stringify(home.model.requests.at(-1)).replaceAll("\\", "");
  }

  it("a script that starts a script that unlocks is asked about by name, and asked again when that has changed by the Yes", async () => {
    const question = await askedFor("script.turn_on", { entity_id: ["script.evening_round"] });
    expect(question.text).toMatch(/unlocks a door: Back Door/i);
    expect(question.buttons).toEqual(["Yes", "Cancel"]);

    await writeScript("back_way", [...sequences.back_way, { action: "cover.open_cover", target: { entity_id: "cover.garage_door" } }]);
    await home.presses(anna, "Yes");

    const again = await home.next(anna, ({ kind, buttons }) => kind === "message" && buttons.length > 0);
    expect(again.text).toContain("Something has changed");
    expect(again.text).toMatch(/opens an entry: Garage Door/i);
    expect(home.calls("script.turn_on")).toEqual([]);
    expect(await home.presses(anna, "Cancel")).toBe("Cancelled");
    await home.next(anna, ({ kind }) => kind === "message");
    expect((await home.state("lock.back_door")).state).toBe("locked");
    await writeScript("back_way", sequences.back_way);
  });

  it("a script of lights goes without a question", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    const { text, buttons } = await askedFor("script.turn_on", { entity_id: ["script.reading_time"] });
    expect(buttons).toEqual([]);
    expect(text).toContain("Reading time");
    await home.reaches("light.bed_light", "on");
  });

  it("a lock in an area is asked about by name, and a lock that comes into the room meanwhile does not move", async () => {
    await using client = await RawClient.login(live);
    const question = await askedFor("lock.unlock", { area_id: ["kitchen"] });
    expect(question.text).toContain("Unlock Back Door?");
    const move = (area_id: string | null) => client.result({ type: "config/entity_registry/update", entity_id: "lock.main_door", area_id });
    await move("kitchen");
    try {
      await home.presses(anna, "Yes");
      await home.next(anna, ({ kind, text }) => kind === "message" && text.includes("unlocked"));
    } finally {
      await move("hallway");
    }
    expect(home.calls("lock.unlock").at(-1)).toEqual(["lock.back_door"]);
    expect((await home.state("lock.main_door")).state).toBe("locked");
  });

  it("a garage door is asked about, also when it is only moved a little, and closing it is not", async () => {
    const opening = await askedFor("cover.open_cover", { entity_id: ["cover.garage_door"] });
    expect(opening.text).toContain("Open Garage Door? Garage Door is closed now.");
    await home.presses(anna, "Yes");
    await home.reaches("cover.garage_door", "open");
    await home.next(anna, ({ kind, text }) => kind === "message" && text.includes("open"));
    const closing = await askedFor("cover.close_cover", { entity_id: ["cover.garage_door"] });
    expect(closing.buttons).toEqual([]);
    await home.reaches("cover.garage_door", "closed");
  });

  it("tells who did it, from Home Assistant's logbook and the record", async () => {
    // Home Assistant's logbook follows by a second or more
    await vi.waitFor(async () => expect(await toldOfGarage()).toMatch(/"state":"open","by":"Anna, through the assistant/), {
      timeout: 15_000,
      interval: 500,
    });
    expect((await home.asks(anna, "who opened the garage?")).text).toMatch(/^It was Anna, who asked me/);
    await home.says(anna, "/actions garage");
    const { text } = await home.next(anna, ({ kind }) => kind === "message");
    expect(text).toMatch(/open Garage Door \(done\), asked by Anna, approved by Anna/);
    await home.says(anna, "/why");
    const why = await home.next(anna, ({ kind }) => kind === "message");
    expect(why.text).toMatch(/Garage Door/);
  });
});

async function writeScript(id: string, sequence: readonly object[]): Promise<void> {
  const name = id.replaceAll("_", " ");
  await script(id, { method: "POST", body: JSON.stringify({ alias: name.charAt(0).toUpperCase() + name.slice(1), sequence }) });
  await using client = await RawClient.login(live);
  // the answer comes before Home Assistant has loaded it
  const written = async () =>
    expect(await client.result({ type: "script/config", entity_id: `script.${id}` })).toMatchObject({ config: { sequence } });
  await vi.waitFor(written, { timeout: 20_000, interval: 50 });
}

async function script(id: string, request: RequestInit): Promise<void> {
  const headers = { authorization: `Bearer ${live.token}`, "content-type": "application/json" };
  const response = await fetch(`${live.url}/api/config/script/config/${id}`, { ...request, headers });
  if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`);
}
