// Chats with the whole service on a real Home Assistant: see .ci/run for how one is started.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askedOf, serviceCall } from "../scenarios/scenario-home.ts";
import { anna, ben, expose, group, LiveHome } from "./live-home.ts";

/** Somebody whom Home Assistant lets through in the group, and whom the options do not name. */
const stranger = 799999999;
const bot = "@test_home_bot";
const isMessage = ({ kind }: { kind: string }) => kind === "message";

describe("a chat on a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    await expose("lock.poorly_installed_door", true);
    home = await LiveHome.start({ confirmation_timeout: 10 });
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    await expose("lock.poorly_installed_door", false);
  });

  it("turns the bed light to 30 % and says what the light reports", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    const { text } = await home.asks(anna, "turn the bed light to 30 %");
    expect(text).toMatch(/^Bed Light is now on \(30(\.\d)? %\)\.$/);
    expect(await home.state("light.bed_light")).toMatchObject({ state: "on", attributes: { brightness: 76 } });
    expect(home.calls("light.turn_on")).toEqual([["light.bed_light"]]);
  });

  it("answers whether the garage is closed from its true state", async () => {
    expect((await home.asks(anna, "is the garage door closed?")).text).toBe("Yes, Garage Door is closed.");
    await home.call("cover.open_cover", { entity_id: "cover.garage_door" });
    await home.reaches("cover.garage_door", "open");
    expect((await home.asks(anna, "is the garage door closed?")).text).toBe("No, Garage Door is open.");
    await home.call("cover.close_cover", { entity_id: "cover.garage_door" });
    await home.reaches("cover.garage_door", "closed");
  });

  it("asks before the lock moves, unlocks it once after Yes, and says so from the receipt", async () => {
    const question = await home.asks(anna, "unlock the front door");
    expect(question.text).toContain("Unlock Front Door? Front Door is locked now.");
    expect(question.buttons).toEqual(["Yes", "Cancel"]);
    expect((await home.state("lock.front_door")).state).toBe("locked");
    expect(await home.presses(anna, "Yes", { userId: ben })).toBe("Only Anna can answer this.");

    expect(await home.presses(anna, "Yes")).toBe("OK");

    const edited = await home.next(anna);
    expect(edited).toMatchObject({ kind: "edit", messageId: question.messageId, buttons: [] });
    expect(edited.text).toContain("✅ Yes");
    expect((await home.next(anna)).text).toBe("Front Door is now unlocked.");
    expect((await home.state("lock.front_door")).state).toBe("unlocked");
    expect(home.calls("lock.unlock")).toEqual([["lock.front_door"]]);
  });

  it("does nothing after Cancel", async () => {
    const question = await home.asks(anna, "lock the front door");
    expect(await home.presses(anna, "Cancel")).toBe("Cancelled");
    expect(await home.next(anna)).toMatchObject({ kind: "edit", messageId: question.messageId, buttons: [] });
    expect((await home.next(anna)).text).toBe("OK, I did not lock Front Door.");
    expect((await home.state("lock.front_door")).state).toBe("unlocked");
    expect(home.calls("lock.lock")).toEqual([]);
  });

  it("lets a question expire, shows it, and asks again on one tap", async () => {
    const question = await home.asks(anna, "lock the front door");
    const expired = await home.next(anna, ({ kind }) => kind === "edit", 15_000);
    expect(expired).toMatchObject({ messageId: question.messageId, buttons: ["Ask again"] });
    expect(expired.text).toContain("⌛ Expired");
    expect(await home.presses(anna, "Ask again")).toBe("Asking again …");
    const again = await home.next(anna, isMessage);
    expect(again.text).toContain("Lock Front Door?");
    expect(again.messageId).not.toBe(question.messageId);
    expect(home.calls("lock.lock")).toEqual([]);
    expect(await home.presses(anna, "Yes")).toBe("OK");
    expect((await home.next(anna, isMessage)).text).toBe("Front Door is now locked.");
    expect(home.calls("lock.lock")).toEqual([["lock.front_door"]]);
  });

  it("reports a lock that jams as failed", async () => {
    const jamming = "lock.poorly_installed_door";
    await home.call("lock.unlock", { entity_id: jamming });
    home.model.reply({ toolCalls: [serviceCall("lock.lock", jamming)] }, { text: "Nobody gets in now." });
    await home.says(anna, "make sure that nobody gets in through the door that the cousin built");
    expect((await home.next(anna, isMessage)).text).toContain("Lock Poorly Installed Door?");
    await home.presses(anna, "Yes");
    const { text } = await home.next(anna, isMessage);
    expect(text).toMatch(/^I could not lock Poorly Installed Door: it is jammed\./);
    expect((await home.state(jamming)).state).toBe("jammed");
  });

  it("asks before the garage opens, and says that it is open when it is", async () => {
    expect((await home.asks(anna, "open the garage door")).text).toContain("Open Garage Door?");
    expect((await home.state("cover.garage_door")).state).toBe("closed");
    await home.presses(anna, "Yes");
    expect((await home.next(anna, isMessage)).text).toBe("Garage Door is now open.");
    expect((await home.state("cover.garage_door")).state).toBe("open");
  });

  it("says that the vacuum returns, and in the same message that it is there", async () => {
    const vacuum = "vacuum.demo_vacuum_0_ground_floor";
    await home.call("vacuum.start", { entity_id: vacuum });
    await home.reaches(vacuum, "cleaning");
    const returning = await home.asks(anna, "return demo vacuum 0 ground floor to its base");
    expect(returning.text).toBe("Demo vacuum 0 ground floor is returning to its dock.");
    expect((await home.asks(anna, "is the garage door closed?")).text).toBe("No, Garage Door is open.");
    // the demo's vacuum drives for half a minute
    const docked = await home.next(anna, ({ kind }) => kind === "edit", 60_000);
    expect(docked).toMatchObject({ messageId: returning.messageId, text: "Demo vacuum 0 ground floor is now docked." });
  }, 90_000);

  it("says how many things are hidden when a question is about those alone", async () => {
    home.model.reply({ text: "I do not know of such a door." });
    expect((await home.asks(anna, "is the kitchen door locked?")).text).toBe(
      "I do not know of such a door.\n(I couldn’t check that.)\n" +
        "1 thing of that name is hidden from me. In Home Assistant, Settings → Voice assistants → Expose shows it to me.",
    );
  });

  it("does both of two commands in one sentence", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    await home.call("light.turn_on", { entity_id: "light.kitchen_lights" });
    const { text } = await home.asks(anna, "turn on the bed light and turn off the kitchen lights");
    expect(text).toMatch(/Bed Light is now on/);
    expect(text).toMatch(/Kitchen Lights (is|are) now off/);
    expect((await home.state("light.bed_light")).state).toBe("on");
    expect((await home.state("light.kitchen_lights")).state).toBe("off");
  });

  it("works on the last version of a message that was edited while it waited, and says once that a later edit came too late", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    const answer = home.modelThinks();
    const asked = home.model.calls.length;
    await home.says(anna, "tell me a tale");
    await home.model.arrived(asked + 1);
    const waiting = await home.says(anna, "turn on teh bed light");
    await home.edits(anna, waiting, "turn on the bed light");
    await expect.poll(() => home.rows("SELECT 1 FROM turns WHERE text = 'turn on the bed light'")).toHaveLength(1);
    answer({ text: "Once upon a time." });
    expect((await home.next(anna, isMessage)).text).toBe("Once upon a time.");
    expect((await home.next(anna, isMessage)).text).toMatch(/^Bed Light is now on/);
    expect(home.model.calls.slice(asked).map(askedOf)).toEqual(["tell me a tale"]);

    await home.edits(anna, waiting, "turn off the bed light");
    expect((await home.next(anna)).text).toBe("I saw your edit, but I had already worked on the message and did not act on it.");
    await home.edits(anna, waiting, "turn off the kitchen lights");
    expect((await home.asks(anna, "is the bed light on?")).text).toBe("Yes, Bed Light is on.");
  });

  it("shows <, & and _ of a friendly name as they are, in reports and in an answer of 4,500 characters", async () => {
    const rename = (name: string | null) => home.command({ type: "config/entity_registry/update", entity_id: "light.bed_light", name });
    await rename("<left> & _Co_ a_b *5*");
    const name = String((await home.state("light.bed_light")).attributes["friendly_name"]);
    expect(name).toContain("<left> & _Co_ a_b *5*");
    try {
      home.model.reply({ toolCalls: [serviceCall("light.turn_off", "light.bed_light")] }, { text: "" });
      expect((await home.asks(anna, "make it dark where I sleep")).text).toBe(`${name} is now off.`);

      const line = `The light ${name.replace(/[*_]/g, "\\$&")} is off at 5 < 6 & 7 > 2.\n\n`;
      home.model.reply({ text: line.repeat(75) });
      await home.says(anna, "tell me about the lamp near my pillow, at length");
      const parts = [await home.next(anna), await home.next(anna)].map(({ text }) => text);
      expect(parts.join("\n\n")).toContain(`The light ${name} is off at 5 < 6 & 7 > 2.\n\n`.repeat(75).trim());
      expect(parts.join("").length).toBeGreaterThan(4_500);
    } finally {
      await rename(null);
    }
  });

  it("answers in the group only who speaks to it, and asks in private", async () => {
    await home.says(group, "turn on the bed light", { userId: ben });
    await home.says(group, `${bot} turn on the bed light`, { userId: stranger });
    await home.says(group, `${bot} is the garage door closed?`);
    const reply = await home.next(group);
    expect(reply.text).toMatch(/Garage Door is (open|closed)\.$/);
    await home.says(group, "is the front door locked?", { userId: ben, replyTo: reply.messageId });
    expect((await home.next(group)).text).toBe("Yes, Front Door is locked.");
    await home.says(group, `${bot} unlock the front door`);
    expect((await home.next(group)).text).toBe("I have asked you in our private chat.");
    expect((await home.next(anna, ({ buttons }) => buttons.length > 0)).text).toContain("Unlock Front Door?");
    await home.presses(anna, "Cancel");
    expect((await home.next(group)).text).toBe("OK, I did not unlock Front Door.");
    expect(await home.texts(group)).toHaveLength(4);
  });
});

it("understands German where the options say so", async () => {
  await using home = await LiveHome.start({ language: "de" });
  await home.call("light.turn_off", { entity_id: "light.kitchen_lights" });
  await home.says(anna, "schalte das Küchenlicht ein");
  expect((await home.next(anna)).text).toMatch(/Kitchen Lights/);
  expect((await home.state("light.kitchen_lights")).state).toBe("on");
  expect(home.calls("light.turn_on")).toEqual([["light.kitchen_lights"]]);
  expect(home.model.calls).toEqual([]);
});
