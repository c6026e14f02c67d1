import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, homeOfLanguage, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;
const BELL = "event.front_doorbell";
const iso = (at: number) => new Date(at).toISOString();

async function startHome(language = "en", people: readonly object[] = family): Promise<ScenarioHome> {
  const bell = {
    entity_id: BELL,
    name: "Front Door Ring",
    area: "Hallway",
    state: "unknown",
    attributes: { device_class: "doorbell", event_types: ["ring", "motion"], event_type: null },
  };
  const backBell = { entity_id: "binary_sensor.back_bell", name: "Back Bell", state: "off", attributes: { device_class: "occupancy" } };
  const bag = { entity_id: "tag.gym_bag", name: "Gym Bag", state: "unknown" };
  const entities = [...demoHome.entities, bell, backBell, bag] as typeof demoHome.entities;
  const options = { people: people.map((one) => ({ ...one, language })) };
  const home = await ScenarioHome.start({ options, home: { furnishing: { ...demoHome, entities } } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  return home;
}

const homeIn = homeOfLanguage((language) => startHome(language));

/** Something happens now; each time so much later than before that it is no part of that. */
async function happens(home: ScenarioHome, entityId: string, attributes: object = {}, laterMs = 3_000): Promise<void> {
  home.passes(laterMs);
  home.sim.setState(entityId, iso(home.now), { ...attributes });
  await home.settled();
}
const rings = (home: ScenarioHome, eventType = "ring") =>
  happens(home, BELL, { device_class: "doorbell", event_types: ["ring", "motion"], event_type: eventType });
const told = (home: ScenarioHome) => home.texts(anna).filter((text) => text.startsWith("⏰"));
const plans = (home: ScenarioHome) =>
  home.rows("SELECT trigger FROM schedules WHERE status = 'active'").map(({ trigger }) => JSON.parse(String(trigger)));

describe("what happens is waited for", () => {
  it("a doorbell rings: told once, and its motion is no ring", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "when someone rings at the door tell me")).plain).toBe("Okay, I’ll tell you when Front Door Ring rings.");
    await home.settled();
    await rings(home, "motion");
    expect(told(home)).toEqual([]);
    await rings(home);
    expect((await home.next(anna)).plain).toBe("⏰ Front Door Ring: somebody rang");
    await rings(home);
    expect([told(home).length, plans(home)]).toEqual([1, []]);
  });

  it.each([
    ["when the back bell rings tell me", "binary_sensor.back_bell", "on", "⏰ Back Bell is "],
    ["tell me when the gym bag is scanned", "tag.gym_bag", "now", "⏰ Gym Bag was triggered"],
  ])("%s", async (said, entityId, state, answer) => {
    await using home = await startHome();
    expect((await home.asks(anna, said)).plain).toMatch(/^Okay, I’ll tell you when /);
    await home.settled();
    const ring = async (to: string) => {
      home.passes(3_000);
      home.sim.setState(entityId, to === "now" ? iso(home.now) : to);
      await home.settled();
    };
    await ring(state);
    expect((await home.next(anna)).plain).toContain(answer);
    await ring("off");
    await ring(state);
    expect([told(home).length, plans(home)]).toEqual([1, []]);
  });

  it("a button is pressed, also while the service is away", async () => {
    await using home = await startHome();
    await happens(home, "input_button.doorbell", { friendly_name: "Doorbell" });
    expect((await home.asks(anna, "when the doorbell is pressed turn on the hallway light")).plain).toBe(
      "Okay, I’ll turn on Hallway Light when Doorbell is triggered.",
    );
    await home.settled();
    expect(home.calls()).toEqual([]);
    await home.stopApp();
    home.offset += MINUTE;
    home.sim.setState("input_button.doorbell", iso(home.now), { friendly_name: "Doorbell" });
    home.offset += MINUTE;
    await home.startApp();
    expect((await home.next(anna)).plain).toMatch(/Hallway Light is now on/);
  });

  it.each([
    ["de", "Wenn es klingelt, sag mir Bescheid", "sag mir Bescheid, wenn Doorbell gedrückt wird"],
    ["fr", "quand on sonne à la porte préviens-moi", "préviens-moi quand on appuie sur Doorbell"],
    ["es", "avísame cuando llamen a la puerta", "avísame cuando alguien pulse Doorbell"],
    ["nl", "laat me weten als er wordt aangebeld", "laat me weten als iemand op Doorbell drukt"],
    ["he", "תגיד לי כשמצלצלים בדלת", "תגיד לי כשלוחצים על Doorbell"],
  ])("in %s", async (language, bell, button) => {
    const home = await homeIn(language);
    const before = plans(home).length;
    await home.asks(anna, bell);
    await home.asks(anna, button);
    const planned = plans(home).slice(before);
    expect([planned.map(({ kind, entityIds }) => [kind, ...entityIds]), home.model.calls.length]).toEqual([
      [
        ["event", BELL],
        ["event", "input_button.doorbell"],
      ],
      0,
    ]);
  });
});

describe("what is waited for each time", () => {
  it("is told each time, once, across a restart, until it is stopped under its message", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "every time the terrace door opens tell me")).plain).toMatch(
      /^Okay, I’ll tell you when .*, every time\.$/,
    );
    const [{ entityIds }] = plans(home) as [{ entityIds: string[] }];
    const [door = ""] = entityIds;
    const opens = async (state: string) => {
      home.passes(1);
      home.sim.setState(door, state);
      await home.settled();
    };
    const { state: open } = plans(home)[0] as { state: string };
    const closed = open === "on" ? "off" : open === "open" ? "closed" : "locked";
    for (const count of [1, 2]) {
      await opens(open);
      await eventually(() => told(home).length === count);
      await opens(closed);
    }
    await opens(open);
    await eventually(() => told(home).length === 3);
    await home.stopApp();
    await home.startApp();
    await home.settled();
    expect(told(home)).toHaveLength(3);
    await opens(closed);
    await opens(open);
    await eventually(() => told(home).length === 4);
    home.says(anna, "/planned");
    expect((await home.next(anna, ({ plain }) => plain.startsWith("Tell you"))).plain).toBe(
      "Tell you when Terrace Door is open, every time",
    );
    await home.asks(anna, "/quiet 2h");
    await opens(closed);
    await opens(open);
    expect(told(home)).toHaveLength(4);
    await home.asks(anna, "/quiet off");
    await opens(closed);
    await opens(open);
    await eventually(() => told(home).length === 5);
    await home.settled();
    home.presses(anna, "Stop this");
    await eventually(() => plans(home).length === 0);
    await opens(closed);
    await opens(open);
    expect(home.texts(anna).filter((text) => text.startsWith("⏰") && !text.includes("any more"))).toHaveLength(4);
    expect(home.model.calls.length).toBe(0);
  });

  it("is one press, however many events a button makes of it", async () => {
    await using home = await startHome();
    await home.asks(anna, "whenever the doorbell is pressed let me know");
    await home.settled();
    for (const laterMs of [3_000, 20, 300, 3_000, 20]) await happens(home, "input_button.doorbell", { friendly_name: "Doorbell" }, laterMs);
    await eventually(() => told(home).length === 2);
    await home.settled();
    expect(told(home)).toHaveLength(2);
  });

  it("is held back where it comes too often, and that is said once", async () => {
    await using home = await startHome();
    await home.asks(anna, "whenever the doorbell is pressed let me know");
    await home.settled();
    for (let count = 0; count < 25; count += 1) await happens(home, "input_button.doorbell", { friendly_name: "Doorbell" });
    await eventually(() => home.texts(anna).some((text) => text.startsWith("This happens very often")));
    expect([told(home).length, home.texts(anna).filter((text) => text.startsWith("This happens"))]).toEqual([20, [expect.anything()]]);
    home.passes(61 * MINUTE);
    await happens(home, "input_button.doorbell", { friendly_name: "Doorbell" });
    await eventually(() => told(home).length === 21);
  });

  it.each([
    ["en", "whenever the doorbell is pressed tell Ben that somebody is there", "somebody is there"],
    ["de", "Wenn Doorbell klingelt, sag Ben, dass jemand da ist", "jemand da ist"],
    ["fr", "quand on appuie sur Doorbell dis à Ben que quelqu'un est là", "quelqu'un est là"],
    ["es", "cuando suene Doorbell dile a Ben que hay alguien", "hay alguien"],
    ["nl", "als iemand op Doorbell drukt zeg tegen Ben dat er iemand is", "er iemand is"],
    ["en", "when the moon turns green tell Ben that dinner is ready", undefined],
    ["en", "tell Ben that somebody is there every time the doorbell is pressed", "somebody is there"],
    ["en", "tell Ben every time the doorbell is pressed", "Doorbell was triggered"],
    ["en", "let Ben know when the doorbell is pressed", "Doorbell was triggered"],
    ["de", "Sag Ben jedes Mal Bescheid, wenn Doorbell klingelt", "Doorbell hat ausgelöst"],
    ["de", "Sag Ben, dass jemand da ist, wenn Doorbell klingelt", "jemand da ist"],
    ["fr", "dis à Ben que quelqu'un est là chaque fois qu'on appuie sur Doorbell", "quelqu'un est là"],
    ["es", "avisa a Ben cada vez que suene Doorbell", "se ha activado Doorbell"],
    ["nl", "laat Ben weten dat er iemand is elke keer als iemand op Doorbell drukt", "er iemand is"],
    ["en", "tell Ben that dinner is ready every time the moon turns green", undefined],
  ])("is told to somebody else in %s, or to nobody at once: %s", async (language, said, heard) => {
    await using home = await startHome(language);
    await home.asks(ben, "hello");
    const before = home.texts(ben).length;
    await home.asks(anna, said);
    await home.settled();
    home.passes(1);
    await home.settled();
    expect(home.texts(ben)).toHaveLength(before);
    await happens(home, "input_button.doorbell", { friendly_name: "Doorbell" });
    if (heard !== undefined) await eventually(() => home.texts(ben).at(-1)?.endsWith(`: ${heard}`) === true);
    else expect(home.texts(ben)).toHaveLength(before);
  });

  it("is so by a model’s argument, too, which a time that comes once does not fit", async () => {
    await using home = await startHome();
    const asks = async (args: object) => {
      home.model.reply(
        { toolCalls: [{ name: "schedule", args: { text: "somebody is there", repeats: true, ...args } }] },
        { text: "Sure." },
      );
      return (await home.asks(anna, "ping me somehow about the bell, again and again")).plain;
    };
    expect(await asks({ when: "when the doorbell is pressed" })).toMatch(/^Okay, I’ll remind you when Doorbell is triggered, every time/);
    await asks({ when: "tomorrow at 7" });
    expect(plans(home).map(({ kind, repeats }) => [kind, repeats])).toEqual([["event", true]]);
  });

  it("of who comes home needs a yes for good", async () => {
    const people = family.map((person) => ({ ...person, ha_person: `person.${person.name.toLowerCase()}` }));
    await using home = await startHome("en", people);
    await home.asks(ben, "hello");
    expect((await home.asks(anna, "whenever Ben comes home tell me")).plain).toBe("This needs Ben’s OK first: I’ve asked.");
    const question = await home.next(ben);
    expect([question.plain, question.buttons.flat().map(({ label }) => label)]).toEqual([
      "Anna would like to know, or have something done, when Ben comes home, every time. Is that all right with you?",
      ["Yes, always", "No"],
    ]);
    await home.settled();
    home.presses(ben, "Yes, always");
    expect((await home.next(anna)).plain).toBe("Ben agrees. I’ll see to it when Ben comes home, every time.");
    for (const count of [1, 2]) {
      home.sim.setState("person.ben", "not_home");
      await home.settled();
      home.passes(1);
      home.sim.setState("person.ben", "home");
      await eventually(() => told(home).length === count);
    }
  });

  it.each([
    ["de", "Immer wenn Ben nach Hause kommt, sag mir Bescheid", "jedes Mal, wenn die Terrace Door aufgeht, sag mir Bescheid"],
    ["fr", "préviens-moi chaque fois que Ben rentre à la maison", "chaque fois que la Terrace Door s'ouvre préviens-moi"],
    ["es", "avísame cada vez que Ben llegue a casa", "cada vez que se abre la Terrace Door avísame"],
    ["nl", "laat me weten telkens als Ben thuiskomt", "elke keer als de Terrace Door opengaat laat me weten"],
    ["he", "תגיד לי בכל פעם שBen מגיע הביתה", "תגיד לי בכל פעם שTerrace Door נפתחת"],
  ])("in %s", async (language, comes, opens) => {
    const home = await homeIn(language);
    const before = plans(home).length;
    await home.asks(anna, comes);
    await home.asks(anna, opens);
    const planned = plans(home).slice(before);
    expect([planned.map(({ repeats }) => repeats), home.model.calls.length]).toEqual([[true, true], 0]);
  });
});
