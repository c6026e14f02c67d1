import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, group, homeOfLanguage, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;

async function startHome(language = "en", people: readonly object[] = family): Promise<ScenarioHome> {
  const home = await ScenarioHome.start({ options: { people: language === "en" ? people : people.map((one) => ({ ...one, language })) } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  return home;
}

const homeIn = homeOfLanguage((language) => startHome(language));

/** The home of a family that is told of in Home Assistant by persons whom nobody exposes, as it is by itself. */
function startUnexposed(language: string): Promise<ScenarioHome> {
  const entities = [
    ...demoHome.entities,
    ...family.map(({ name }) => ({ entity_id: `person.${name.toLowerCase()}`, name, state: "home", exposed: false })),
  ];
  const people = family.map((person) => ({ ...person, language, ha_person: `person.${person.name.toLowerCase()}` }));
  return ScenarioHome.start({ home: { furnishing: { ...demoHome, entities } }, options: { people } });
}

describe("who says “I” need not be exposed", () => {
  it.each([
    ["en", "turn on the hallway light when I leave", "Okay, I’ll turn on Hallway Light when you leave.", /^Hallway Light is now on/],
    ["en", "tell me when I leave", "Okay, I’ll tell you when you leave.", "⏰ Anna has left"],
    ["de", "Mach Hallway Light an, wenn ich gehe", "Okay, wenn du gehst: Hallway Light einschalten.", /^Hallway Light ist jetzt an/],
  ])("%s: %s", async (language, said, answer, then) => {
    await using home = await startUnexposed(language);
    await home.namesKinds();
    expect((await home.asks(anna, said)).plain).toBe(answer);
    await home.settled();
    home.sim.setState("person.anna", "not_home");
    expect((await home.next(anna)).plain).toMatch(then);
  });
});

describe("plans about other people", () => {
  it("tells of a grown-up who comes home only if they let it", async () => {
    const people = family.map((person) => ({ ...person, ha_person: `person.${person.name.toLowerCase()}` }));
    await using home = await ScenarioHome.start({ options: { people } });
    await eventually(() => home.app.kindWords().domains.size > 0);
    const comesHome = async () => {
      home.sim.setState("person.ben", "home");
      await home.settled();
    };
    const asks = async () => {
      home.sim.setState("person.ben", "not_home");
      await home.settled();
      expect((await home.asks(anna, "let me know when Ben is home")).plain).toBe("This needs Ben’s OK first: I’ve asked.");
      const question = await home.next(ben);
      expect(question.plain).toBe("Anna would like to know, or have something done, when Ben comes home. Is that all right with you?");
      await home.settled();
    };
    await asks();
    await comesHome();
    expect(home.texts(anna)).not.toContain("⏰ Ben is home");
    home.presses(ben, "Only this time");
    expect((await home.next(anna)).plain).toBe("Ben agrees. I’ll see to it when Ben comes home.");
    expect((await home.next(anna)).plain).toBe("⏰ Ben is home");
    await home.settled();
    await asks();
    home.presses(ben, "Yes, always");
    await eventually(() => home.rows("SELECT 1 FROM presence_consents WHERE status = 'always'").length === 1);
    expect((await home.next(anna)).plain).toMatch(/^Ben agrees\./);
    await comesHome();
    expect((await home.next(anna)).plain).toBe("⏰ Ben is home");
    await home.settled();
    // a standing yes holds for a model's plan, too, until it is taken back
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    home.model.reply({ toolCalls: [{ name: "schedule", args: { text: "Ben is back", when: "when Ben comes home" } }] });
    home.model.reply({ text: "Sure." });
    expect((await home.asks(anna, "could you ping me somehow as Ben shows up")).plain).toMatch(
      /^Okay, I’ll remind you when Ben comes home/,
    );
    expect((await home.asks(ben, "/notifications")).plain).toContain("May be told when you come and go: Anna.");
    await home.settled();
    home.presses(ben, "Not Anna any more");
    await eventually(() => home.rows("SELECT 1 FROM presence_consents WHERE status = 'always'").length === 0);
    await comesHome();
    const again = await home.next(ben);
    expect(again.plain).toMatch(/^Anna would like to know/);
    expect(home.texts(anna).filter((text) => text === "⏰ Ben is back")).toEqual([]);
    await home.settled();
    home.presses(ben, "No");
    expect((await home.next(anna, ({ plain }) => plain.includes("rather"))).plain).toBe("Ben would rather not, so I cancelled it.");
    expect(home.rows("SELECT 1 FROM schedules WHERE status = 'active'")).toEqual([]);
  });

  it("has a third person told of who comes home only if they let that person know for good", async () => {
    const mia = 700000003;
    const named = [...family, { name: "Mia", telegram_user_id: mia, role: "adult" }];
    const people = named.map((person) =>
      person.name === "Mia" ? person : { ...person, ha_person: `person.${person.name.toLowerCase()}` },
    );
    await using home = await ScenarioHome.start({ options: { people } });
    home.sim.telegram.allow(mia, "Mia");
    await eventually(() => home.app.kindWords().domains.size > 0);
    for (const person of [anna, ben, mia]) await home.asks(person, "hello");
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    const asks = () => home.asks(anna, "each time Ben comes home tell Mia that Ben is back");
    const allows = (watcher: string) =>
      home.change(
        `INSERT INTO presence_consents (watcher_id, watched_id, status, at) SELECT a.id, b.id, 'always', 1 FROM people a, people b WHERE a.name = '${watcher}' AND b.name = 'Ben'`,
      );
    allows("Anna");
    expect((await asks()).plain).toBe(
      "Ben hasn’t agreed that Mia is told, so I cancelled this. Mia can write “tell me when Ben is home”: I’ll ask, and when the answer is “Yes, always”, ask me again.",
    );
    expect(home.rows("SELECT 1 FROM schedules WHERE status = 'active'")).toEqual([]);
    // what Anna may know is asked for with the name of who is told
    home.change("DELETE FROM presence_consents");
    allows("Mia");
    expect((await asks()).plain).toBe("This needs Ben’s OK first: I’ve asked.");
    expect((await home.next(ben)).plain).toBe(
      "Anna would like Mia to be told when Ben comes home, every time, and will hear of it, too. Is that all right with you?",
    );
    await home.settled();
    home.presses(ben, "Yes, always");
    await home.next(anna, ({ plain }) => plain.startsWith("Ben agrees"));
    home.sim.setState("person.ben", "home");
    expect((await home.next(mia)).plain).toBe("Anna: Ben is back");
    // and no longer once that is taken back
    home.change("DELETE FROM presence_consents WHERE watcher_id = (SELECT id FROM people WHERE name = 'Mia')");
    const before = home.texts(mia).length;
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    home.sim.setState("person.ben", "home");
    await home.next(anna, ({ plain }) => plain.startsWith("Ben hasn’t agreed that Mia is told"));
    expect(home.texts(mia)).toHaveLength(before);
  });

  it("passes on what nobody answered only to whom the one who came home lets know", async () => {
    const named = [...family, { name: "Mia", telegram_user_id: 700000003, role: "adult" }];
    const people = named.map((person) =>
      person.name === "Mia" ? person : { ...person, ha_person: `person.${person.name.toLowerCase()}` },
    );
    await using home = await ScenarioHome.start({ options: { people, reminder_escalation: "Mia" } });
    home.sim.telegram.allow(700000003, "Mia");
    await eventually(() => home.app.kindWords().domains.size > 0);
    for (const person of [anna, ben, 700000003]) await home.asks(person, "hello");
    home.change(
      "INSERT INTO presence_consents (watcher_id, watched_id, status, at) SELECT a.id, b.id, 'always', 1 FROM people a, people b WHERE a.name = 'Anna' AND b.name = 'Ben'",
    );
    home.sim.setState("person.ben", "not_home");
    await home.asks(anna, "remind me about the cake when Ben comes home, it's important");
    home.sim.setState("person.ben", "home");
    for (let count = 1; count <= 2; count += 1) {
      await eventually(() => home.texts(anna).filter((text) => text.startsWith("⏰ The cake")).length === count);
      await home.settled();
      home.passes(6 * MINUTE);
    }
    await eventually(() => home.rows("SELECT 1 FROM reminder_repeats").length === 0);
    await home.settled();
    expect(home.texts(700000003)).toHaveLength(1);
  });

  it("of who comes and goes it plans nothing in a group, and ends what nobody allowed within a day", async () => {
    const people = family.map((person) => ({ ...person, ha_person: `person.${person.name.toLowerCase()}` }));
    await using home = await ScenarioHome.start({ options: { people } });
    await eventually(() => home.app.kindWords().domains.size > 0);
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    home.says(group, "@home_bot let me know when Ben is home", { userId: anna });
    expect((await home.next(group)).plain).toMatch(/^When others come and go isn’t for the whole group.*I cancelled this\.$/);
    expect(home.texts(ben)).toEqual([]);
    await home.asks(anna, "let me know when Ben is home");
    await home.next(ben);
    await home.settled();
    home.passes(25 * 60 * MINUTE);
    expect((await home.next(anna, ({ plain }) => plain.includes("answered"))).plain).toBe("Ben hasn’t answered, so I cancelled it.");
    expect(home.rows("SELECT status FROM schedules WHERE status = 'active' UNION ALL SELECT status FROM presence_consents")).toEqual([]);
    home.passes(25 * 60 * MINUTE);
    await home.settled();
    expect(home.texts(anna).filter((text) => text.includes("answered"))).toHaveLength(1);
    expect(await home.toast(home.presses(ben, "Yes, always"))).toBe("This button does not work any more.");
  });

  it("lets an automation tell of a grown-up only while they let it for good", async () => {
    const people = family.map((person) => ({ ...person, ha_person: `person.${person.name.toLowerCase()}` }));
    await using home = await ScenarioHome.start({ options: { people } });
    await eventually(() => home.app.kindWords().domains.size > 0);
    await home.asks(ben, "hello");
    expect((await home.asks(anna, "/automate when Ben leaves tell me")).plain).toMatch(/^Ben has to agree to that first\./);
    expect(home.rows("SELECT 1 FROM automations")).toEqual([]);
    await home.settled();
    home.change(
      "INSERT INTO presence_consents (watcher_id, watched_id, status, at) SELECT a.id, b.id, 'always', 1 FROM people a, people b WHERE a.name = 'Anna' AND b.name = 'Ben'",
    );
    const card = await home.asks(anna, "/automate when Ben leaves tell me");
    await home.shown();
    home.presses(anna, card.buttons.flat()[0]?.label ?? "");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    const [{ id }] = home.rows("SELECT id FROM automations") as [{ id: string }];
    const [told] = (home.sim.routine(id) as { actions: { event: string; event_data: { message: string } }[] }).actions;
    home.sim.fireEvent(told?.event ?? "", told?.event_data ?? {});
    expect((await home.next(anna)).plain).toContain(told?.event_data.message);
    home.change("DELETE FROM presence_consents");
    const before = home.texts(anna).length;
    home.sim.fireEvent(told?.event ?? "", told?.event_data ?? {});
    await home.asks(anna, "hello");
    expect(home.texts(anna)).toHaveLength(before + 1);
  });

  it("lets an automation act when nobody is at home without asking each of them, and does not tell when that was last week", async () => {
    const people = family.map((person) => ({ ...person, ha_person: `person.${person.name.toLowerCase()}` }));
    await using home = await ScenarioHome.start({ options: { people } });
    await home.known();
    home.sim.recordHistory("zone.home", [
      { at: home.now - 8 * 86_400_000, state: "2" },
      { at: home.now - 3 * 86_400_000, state: "0" },
    ]);
    const card = await home.asks(anna, "/automate when nobody is home turn off the kitchen light");
    expect(card.plain).toMatch(/^Create this automation\?/);
    // when it would have run is when they were out
    expect(card.photo).toBeUndefined();
    expect(card.plain).not.toContain("would have run");
    expect(card.plain).toContain("A replay would tell when others came and went");
  });

  it("says of whom the home does not tell where they are", async () => {
    const entities = demoHome.entities.map((entity) => (entity.entity_id === "person.ben" ? { ...entity, exposed: false } : entity));
    await using home = await ScenarioHome.start({ options: { people: family }, home: { furnishing: { ...demoHome, entities } } });
    await eventually(() => home.app.kindWords().domains.size > 0);
    const lit = "when Ben comes home turn on the hallway light";
    for (const said of [lit, `/automate ${lit}`, "tell me when Ben leaves"])
      expect((await home.asks(anna, said)).plain).toMatch(/^I can’t see where Ben is\. .*expose the person entity of Ben/);
    expect((await home.asks(anna, "remind me about the bins when I get home")).plain).toMatch(
      /^I don’t know which person of Home Assistant you/,
    );
    expect(home.model.calls).toEqual([]);
  });

  it("says what is missing where no option names anybody", async () => {
    await using home = await ScenarioHome.start({});
    await eventually(() => home.app.kindWords().domains.size > 0);
    expect((await home.asks(anna, "tell Ben that dinner is ready")).plain).toMatch(/^I don’t know who else lives here\./);
    expect(home.model.calls).toEqual([]);
  });

  it("tells somebody else, word for word, and brings the reply back", async () => {
    await using home = await startHome();
    await home.asks(ben, "hello");
    expect((await home.asks(anna, "tell Ben that dinner is ready *now*")).plain).toBe("I’m telling Ben.");
    home.passes(1);
    const message = await home.next(ben);
    expect(message.plain).toBe("Anna: dinner is ready *now*");
    expect((await home.next(anna)).plain).toBe("Told Ben.");
    home.says(ben, "in 5 minutes", { replyTo: message.messageId });
    expect((await home.next(ben)).plain).toBe("I’m telling Anna.");
    home.passes(1);
    expect((await home.next(anna)).plain).toBe("Ben: in 5 minutes");
    expect((await home.next(ben)).plain).toBe("Told Anna.");
    await home.settled();
    home.presses(ben, "OK", { messageId: message.messageId });
    expect((await home.next(anna)).plain).toBe("Ben: OK");
    expect((await home.asks(anna, "remind Ben to take out the bins in 10 minutes")).plain).toMatch(
      /^Okay, I’ll tell Ben (?:today|tomorrow|yesterday) at .*: take out the bins$/,
    );
    expect((await home.asks(anna, "in 5 minutes tell Ben dinner is ready at eight")).plain).toMatch(
      /^Okay, I’ll tell Ben (?:today|tomorrow|yesterday) at .*: dinner is ready at eight$/,
    );
    await home.settled();
    home.passes(6 * MINUTE);
    expect((await home.next(ben)).plain).toBe("Anna: dinner is ready at eight");
    expect((await home.next(anna)).plain).toBe("Told Ben.");
    expect((await home.asks(anna, "tell Ben that dinner is at eight")).plain).toMatch(/^Shall I tell Ben now, or at that time\?/);
    expect((await home.asks(anna, "tell Ben “dinner is at eight”")).plain).toBe("I’m telling Ben.");
    home.passes(1);
    expect((await home.next(ben)).plain).toBe("Anna: dinner is at eight");
    expect((await home.next(anna)).plain).toBe("Told Ben.");
    expect((await home.asks(anna, "let Bob know that we are late")).plain).toBe("Whom do you mean? I can pass messages on to Ben.");
    await home.settled();
    home.model.reply({ toolCalls: [{ name: "schedule", args: { text: "bring bread", to: "Ben" } }] });
    home.model.reply({ text: "Done." });
    expect((await home.asks(anna, "would you be so kind to have Ben bring bread")).plain).toMatch(/^I’m telling Ben\./);
    home.passes(1);
    expect((await home.next(ben)).plain).toBe("Anna: bring bread");
  });

  it.each([
    ["en", ["tell Ben nothing about the cake", "tell Ben in an hour to leave", "tell Ben later that dinner is ready"]],
    ["en", ["tell Ben the day after tomorrow that the plumber comes", "tell Ben next week that we go", "tell Ben for an hour that we go"]],
    ["en", ["tell Ben tomorrow is a holiday", "tell Ben later", "tell Ben"]],
    ["en", ["tell Ben that dinner is at eight", "tell Ben to call me when he is out", "tell Ben we leave in 10 minutes"]],
    ["de", ["Sag Ben, dass er anrufen soll, falls er später kommt", "Sag Ben, dass wir um acht essen"]],
    ["fr", ["dis à Ben que nous mangeons à 20 heures", "dis à Ben d'appeler s'il est en retard"]],
    ["he", ["תגיד לבן שאוכלים בשמונה"]],
    ["de", ["Sag Ben nicht, dass ich rauche", "Sag Ben bitte nichts von der Party", "Sag Ben auf keinen Fall, dass ich rauche"]],
    ["de", ["Sag Ben nie, dass ich rauche", "Sag Ben nächste Woche, dass wir fahren", "Sag Ben später, dass das Essen fertig ist"]],
    ["nl", ["zeg tegen Ben niet dat ik rook", "zeg tegen Ben niets over het feest"]],
    ["fr", ["dis à Ben dans une heure de partir", "dis à Ben plus tard que le repas est prêt"]],
    ["es", ["dile a Ben más tarde que la cena está lista"]],
  ] as const)("tells nobody what they are not to hear, or not yet: %s %s", async (language, sentences) => {
    const home = await homeIn(language);
    await home.asks(ben, "hello");
    const heard = home.texts(ben).length;
    for (const sentence of sentences) await home.asks(anna, sentence);
    home.passes(1);
    await home.settled();
    expect(home.texts(ben).slice(heard)).toEqual([]);
    expect(home.rows("SELECT text FROM schedules WHERE status = 'done'")).toEqual([]);
  });

  it.each([
    ["de", "Erinnere mich nicht um 8 an den Müll", []],
    ["nl", "herinner me niet om 8 uur aan het afval", []],
    ["en", "remind me at 8 not to forget the bins", ["not to forget the bins"]],
    ["de", "Erinnere mich am Freitag um 17 Uhr, meine Mutter anzurufen", ["meine Mutter anzurufen"]],
    ["en", "remind me when the tv is off to feed the cat", ["feed the cat"]],
    ["en", "wake me at 7 with the trumpet", ["Time to get up!"]],
    ["de", "Stell einen Timer für Pasta auf 9 Minuten", ["Pasta"]],
    ["fr", "mets un minuteur de 9 minutes pour les pâtes", ["pâtes"]],
    ["es", "pon un temporizador de 9 minutos para la pasta", ["pasta"]],
    ["nl", "zet een timer van 9 minuten voor pasta", ["pasta"]],
  ])("plans what is said and nothing that is denied: %s %s", async (language, sentence, planned) => {
    const home = await homeIn(language);
    const texts = () => home.rows("SELECT text FROM schedules ORDER BY id").map(({ text }) => text);
    const before = texts().length;
    await home.asks(anna, sentence);
    expect(texts().slice(before)).toEqual(planned);
  });

  it("passes on 20 messages an hour to one person, and says once that it holds back the rest", async () => {
    await using home = await startHome();
    await home.asks(ben, "hello");
    expect((await home.asks(anna, "every 5 minutes tell Ben that hello")).plain).toBe("I repeat a message every 15 minutes at most.");
    for (const word of ["a", "b", "c", "d", "e", "f", "g"]) await home.asks(anna, `every 15 minutes tell Ben that ${word}`);
    for (let minute = 0; minute < 59; minute += 1) {
      home.passes(MINUTE);
      await home.settled();
    }
    await eventually(() => home.texts(anna).some((text) => text.includes("many messages")));
    expect(home.texts(ben).filter((text) => /^Anna: [a-g]$/.test(text))).toHaveLength(20);
    expect(home.texts(anna).filter((text) => text.includes("many messages"))).toHaveLength(1);
  });

  it("passes on each OK under a message that repeats", async () => {
    await using home = await startHome();
    await home.asks(ben, "hello");
    await home.asks(anna, "every 20 minutes tell Ben that pills");
    for (let count = 1; count <= 2; count += 1) {
      home.passes(20 * MINUTE);
      await eventually(() => home.texts(ben).filter((text) => text.startsWith("Anna: pills")).length === count);
      await home.settled();
      const { messageId } = home.sim.telegram.messages(ben).at(-1) ?? {};
      home.presses(ben, "OK", { messageId });
      await eventually(() => home.texts(anna).filter((text) => text === "Ben: OK").length === count);
    }
  });

  it("passes on nothing of who became a guest since", async () => {
    const people = family.map((person) => ({ ...person }));
    await using home = await startHome("en", people);
    await home.asks(ben, "hello");
    await home.asks(anna, "in 20 minutes tell Ben that hello there");
    await home.stopApp();
    for (const person of people) Object.assign(person, { role: person.name === "Anna" ? "guest" : "owner" });
    await home.startApp();
    home.passes(21 * MINUTE);
    await eventually(() => home.texts(anna).includes("I couldn’t reach Ben."));
    expect(home.texts(ben).filter((text) => text.includes("hello there"))).toEqual([]);
  });
});

it("in a group, what was planned in private is not told, by /planned, /digest or a sentence", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  await home.asks(anna, "remind me in 20 minutes to wrap the present");
  for (const said of ["/planned@home_bot", "/digest@home_bot", "@home_bot what is planned?", "@home_bot cancel my reminder"]) {
    home.says(group, said, { userId: anna });
    expect((await home.next(group)).plain, said).not.toContain("present");
  }
  expect((await home.asks(anna, "/planned")).plain).toContain("present");
});

it("in a group, /notifications tells what is amiss, and not how its person wants to be told", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  await home.asks(anna, "/quiet 2h");
  await home.asks(anna, "/notifications");
  home.presses(anna, "What I tell you…");
  await home.settled();
  home.says(group, "/notifications@home_bot", { userId: anna });
  const { plain, buttons } = await home.next(group);
  expect([plain, buttons]).toEqual(["Nothing is amiss at home.\nAsk me in our private chat to see what you muted.", []]);
  expect((await home.asks(anna, "/notifications")).plain).toMatch(/I’m quiet until/);
});

describe("several people", () => {
  const [mia, gus] = [700000003, 700000004];
  const all = [...family, { name: "Mia", telegram_user_id: mia, role: "child" }, { name: "Gus", telegram_user_id: gus, role: "guest" }];
  const recipients = (home: ScenarioHome) =>
    home.rows("SELECT coalesce(recipient_name, 'self') AS name FROM schedules ORDER BY name").map(({ name }) => name);

  it.each([
    ["tell Ben and Mia that dinner is ready", ["Ben", "Mia"]],
    ["tell everyone dinner is ready", ["Ben", "Mia"]],
    ["at 11:30 pm tell Ben and Mia to come home", ["Ben", "Mia"]],
    ["remind Mia and Ben at 11 pm to brush their teeth", ["Ben", "Mia"]],
    ["when the doorbell rings tell Ben and Mia that somebody is there", ["Ben", "Mia"]],
    ["remind Ben and me at 11 pm to leave", ["Ben", "self"]],
  ])("each of them is told: %s", async (said, names) => {
    await using home = await startHome("en", all);
    home.sim.telegram.allow(mia, "Mia");
    for (const one of [ben, mia]) await home.asks(one, "hello");
    const { plain } = await home.asks(anna, said);
    for (const name of names) expect(plain).toContain(name === "self" ? "I’ll remind you" : name);
    expect(plain).not.toContain("Whom do you mean");
    expect(recipients(home)).toEqual(names);
    if (!said.includes("dinner")) return;
    home.passes(1);
    for (const one of [ben, mia]) expect((await home.next(one)).plain).toContain("dinner is ready");
  });
});
