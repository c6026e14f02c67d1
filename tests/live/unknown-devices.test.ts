// A switch that nothing tells about, and messages that once held the service, on a real Home Assistant: see .ci/run for how one is started.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import { anna, ben, expose, LiveHome, type Shown } from "./live-home.ts";
import { live } from "./live-state.ts";

const RELAYS = ["Entrance relay", "Cold room", "Gas supply"];
const idOf = (name: string) => `switch.${name.toLowerCase().replaceAll(" ", "_")}`;

describe("a switch that no fact tells about, as its integration announced it", () => {
  let home: LiveHome;
  beforeAll(async () => {
    await announce((name) => ({
      name,
      default_entity_id: idOf(name),
      unique_id: `relay ${name}`,
      command_topic: `relays/${idOf(name)}/set`,
      optimistic: true,
    }));
    for (const name of RELAYS) {
      await vi.waitFor(async () => expect(await isThere(idOf(name))).toBe(true), { timeout: 20_000, interval: 100 });
      await expose(idOf(name), true);
    }
    home = await LiveHome.start();
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    await announce(() => undefined);
  });

  const isMessage = ({ kind }: Shown) => kind === "message";

  it("is turned on for nobody before an owner has decided, and then as decided", async () => {
    const question = await home.asks(anna, "turn on the entrance relay");
    expect(question.text).toContain("I don’t know what Entrance relay controls.");
    expect(question.buttons).toEqual(["Fine without asking", "Ask every time", "Never", "Cancel"]);
    expect(home.calls("switch.turn_on")).toEqual([]);
    await home.presses(anna, "Fine without asking");
    await home.reaches(idOf("Entrance relay"), "on");
    await home.next(anna, isMessage);

    await home.asks(anna, "turn off the entrance relay");
    await home.reaches(idOf("Entrance relay"), "off");
  });

  it("is not turned on for another adult whose request the owner refuses for good", async () => {
    await home.says(ben, "turn on the gas supply", { userId: ben });
    const question = await home.next(anna, ({ buttons }) => buttons.includes("Never"));
    expect(question.text).toContain("Gas supply");
    await home.presses(anna, "Never");
    await home.next(ben, isMessage);
    const refused = await home.asks(anna, "turn on the gas supply");
    expect(refused.buttons).toEqual([]);
    expect((await home.state(idOf("Gas supply"))).state).not.toBe("on");
  });

  it("stays off when a model toggles it", async () => {
    const before = home.model.calls.length;
    const args = { when: "now", service: "switch.toggle", entity_id: [idOf("Cold room")], data: {} };
    const call = { toolCalls: [{ name: "call_ha_service", args }] };
    home.model.respond(() => (home.model.calls.length === before + 1 ? call : { text: "That is all." }));
    const question = await home.asks(anna, "please do the thing");
    expect(question.text).toContain("I don’t know what Cold room controls.");
    await home.presses(anna, "Cancel");
    await home.next(anna, isMessage);
    expect((await home.state(idOf("Cold room"))).state).not.toBe("on");
  });

  it.each([
    `${"ay ".repeat(45)}x`,
    `no, ${"also ".repeat(45)}forge`,
    `forget that${" ".repeat(4_000)}x`,
    "all lights except a, ".repeat(190),
  ])("a message of repeated pieces holds nobody: %.12s…", async (text) => {
    home.model.respond(() => ({ text: "All is well at home." }));
    await home.says(ben, text, { userId: ben });
    await home.next(ben, isMessage);
    expect((await home.asks(anna, "/ping")).text).not.toBe("");
  });
});

/** Has Home Assistant's MQTT announce the relays, or take them back. */
async function announce(configOf: (name: string) => object | undefined): Promise<void> {
  await using client = await RawClient.login(live);
  for (const name of RELAYS) {
    const config = configOf(name);
    const topic = `homeassistant/switch/${idOf(name).slice(7)}/config`;
    await client.call("mqtt.publish", { topic, retain: true, payload: config ? JSON.stringify(config) : "" }, {});
  }
}

async function isThere(entityId: string): Promise<boolean> {
  await using client = await RawClient.login(live);
  const entities = (await client.result({ type: "config/entity_registry/list" })) as unknown as readonly { entity_id: string }[];
  return entities.some(({ entity_id }) => entity_id === entityId);
}
