import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, group, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;
/** A freezer's plug is asked about before its power is cut. */
const ASKS = "turn off the freezer";
const FREEZER = "switch.turn_off switch.freezer";

const startHome = async (language = "en") => {
  const lamps = ["Hall", "Garden"].map((place) => ({ entity_id: `light.${place.toLowerCase()}_torch`, name: `${place} Torch` }));
  const furnishing = { ...demoHome, entities: [...demoHome.entities, ...lamps] };
  const people = family.map((person) => ({ ...person, language }));
  const home = await ScenarioHome.start({ options: { people }, home: { furnishing } });
  await home.namesKinds();
  return home;
};

/** Asks for something and waits until its question stands in the chat. */
async function asked(home: ScenarioHome, said = ASKS, chat = anna) {
  const question = await home.asks(chat, said);
  await home.settled();
  return question;
}

describe("a yes that is typed", () => {
  it.each([
    ["en", ASKS, "yes please"],
    ["en", ASKS, "OK, do it!"],
    ["de", "Schalte Freezer aus", "ja bitte"],
    ["fr", "Éteins Freezer", "d’accord"],
    ["es", "Apaga Freezer", "vale, hazlo"],
    ["nl", "Zet Freezer uit", "doe maar"],
  ])("is one to what was just asked, in %s: %s, %s", async (language, said, yes) => {
    await using home = await startHome(language);
    await asked(home, said);
    expect([home.texts(anna), home.calls()]).toEqual([[expect.stringContaining("Freezer")], []]);
    await home.asks(anna, yes);
    expect(home.touched()).toEqual([FREEZER]);
    expect(home.model.calls).toEqual([]);
  });

  it("may be a no", async () => {
    await using home = await startHome();
    for (const no of ["nope", "never mind", "no thanks"]) {
      await asked(home);
      expect((await home.asks(anna, no)).plain, no).toBe("OK, I did not turn off Freezer.");
    }
    expect(home.calls()).toEqual([]);
  });

  it("opens no door: the question stands there again with its buttons", async () => {
    await using home = await startHome();
    let again = await asked(home, "unlock the front door");
    for (const yes of ["yes", "sure, go ahead", "ok do it"]) {
      again = await home.asks(anna, yes);
      expect(again.plain, yes).toMatch(/^Unlock Front Door\?[\s\S]*For this I need a press on a button\.$/);
      expect(home.calls()).toEqual([]);
      await home.settled();
    }
    home.presses(anna, "Yes", { messageId: again.messageId });
    await home.next(anna, ({ plain }) => plain === "Front Door is now unlocked.");
    expect(home.touched()).toEqual(["lock.unlock lock.front_door"]);
  });

  it.each(["turn on the torch", "unlock the front door"])("takes back what was asked last when it is a no: %s", async (later) => {
    await using home = await startHome();
    const first = await asked(home);
    const second = await asked(home, later);
    home.says(anna, "no");
    await home.next(anna, ({ messageId, buttons }) => messageId === second.messageId && buttons.length === 0);
    await home.settled();
    home.presses(anna, "Yes", { messageId: first.messageId });
    await home.next(anna, ({ plain }) => plain === "Freezer is now off.");
    expect(home.touched()).toEqual([FREEZER]);
  });

  it("takes back what opens a door when it is a no", async () => {
    await using home = await startHome();
    await asked(home, "unlock the front door");
    expect((await home.asks(anna, "no")).plain).toBe("OK, I did not unlock Front Door.");
  });

  it("is none where a PIN is needed", async () => {
    const options = { people: family, pins: [{ effect: "power-cut", pin: "2468" }] };
    await using home = await ScenarioHome.start({ options });
    await asked(home);
    expect((await home.asks(anna, "yes")).plain).toContain("For this I need a press on a button.");
    expect(home.calls()).toEqual([]);
  });

  it("is nobody's but the asker's", async () => {
    await using home = await startHome();
    await asked(home);
    home.model.reply({ text: "Yes what?" });
    await home.asks(ben, "yes");
    await home.settled();
    expect(home.calls()).toEqual([]);
  });

  it("is not taken from somebody else in a group", async () => {
    await using home = await startHome();
    home.says(group, `@home_bot ${ASKS}`, { userId: anna });
    await home.next(group);
    await home.settled();
    home.says(group, "@home_bot yes", { userId: ben });
    await home.next(group);
    home.says(group, "@home_bot yes", { userId: 799999999 });
    await home.settled();
    expect(home.calls()).toEqual([]);
  });

  it("counts no more after a minute", async () => {
    await using home = await ScenarioHome.start({ options: { people: family, confirmation_timeout: 300 } });
    await asked(home);
    home.passes(2 * MINUTE);
    expect((await home.asks(anna, "yes")).plain).toMatch(/answer with the buttons/);
    expect(home.calls()).toEqual([]);
  });

  it("counts no more after another message of ours", async () => {
    await using home = await startHome();
    await asked(home);
    await asked(home, "is the front door locked?");
    expect((await home.asks(anna, "yes")).plain).toMatch(/answer with the buttons/);
    expect(home.calls()).toEqual([]);
  });

  it("that was written before the question was there, or as a reply to something else, is none to it", async () => {
    await using home = await startHome();
    const before = await asked(home, "is the front door locked?");
    await asked(home);
    home.says(anna, "yes", { date: new Date(home.now - MINUTE) });
    expect((await home.next(anna)).plain).toMatch(/answer with the buttons/);
    await asked(home, "no");
    await asked(home);
    home.says(anna, "yes", { replyTo: Number(before.messageId) });
    await home.next(anna);
    await home.settled();
    expect(home.calls()).toEqual([]);
  });

  it("is none that asks back, or that names one of several", async () => {
    await using home = await startHome();
    home.model.respond(() => ({ text: "Pardon?" }));
    for (const said of ["yes?", "ok?", "the first", "all of them"]) {
      await asked(home);
      await asked(home, said);
      expect(home.calls(), said).toEqual([]);
      await asked(home, "/cancel");
    }
  });

  it("does not decide about a device that nobody knows", async () => {
    const relay = { entity_id: "switch.relay_3", name: "Relay 3" };
    const furnishing = { ...demoHome, entities: [...demoHome.entities, relay] };
    await using home = await ScenarioHome.start({ undecided: true, home: { furnishing }, options: { people: family } });
    await asked(home, "turn on relay 3");
    await asked(home, "yes");
    expect(home.calls()).toEqual([]);
  });

  it("says nothing where two questions are open", async () => {
    await using home = await startHome();
    await asked(home);
    await asked(home, "unlock the front door");
    expect((await home.asks(anna, "yes")).plain).toMatch(/answer with the buttons/);
    expect(home.calls()).toEqual([]);
  });
});

describe("a choice is answered", () => {
  it("by a name, by its place, or by what means all of them", async () => {
    await using home = await startHome();
    const both = ["light.turn_on light.garden_torch", "light.turn_on light.hall_torch"];
    for (const [typed, calls] of [
      ["garden", both.slice(0, 1)],
      ["the garden one please", both.slice(0, 1)],
      ["the first", both.slice(0, 1)],
      ["the last one", both.slice(1)],
      ["both", both],
      ["all of them", both],
    ] as const) {
      const before = home.calls().length;
      home.says(anna, "turn on the torch");
      await home.next(anna, ({ buttons, plain }) => buttons.length > 0 && plain.startsWith("Which one"));
      await home.settled();
      home.says(anna, typed);
      await eventually(() => home.calls().length === before + calls.length);
      await home.settled();
      expect(home.touched().slice(before).sort(), typed).toEqual(calls);
      for (const place of ["garden", "hall"]) home.sim.setState(`light.${place}_torch`, "off");
    }
  });

  it("not by what names none of it", async () => {
    await using home = await startHome();
    await asked(home, "turn on the torch");
    for (const typed of ["yes", "the third"]) {
      expect((await home.asks(anna, typed)).plain, typed).toBe("Press one, or write its number.");
      await home.settled();
    }
    expect(home.calls()).toEqual([]);
  });
});
