import { describe, expect, it } from "vitest";
import { firing, labels, startHome } from "./automation-home.ts";
import { anna, ben, eventually, type ScenarioHome } from "./scenario-home.ts";

const ASK = "ha_personal_assistant_ask";

const refusals = (home: ScenarioHome) => home.log.flatMap((line) => JSON.parse(line).why ?? []);

const CLOSED = "/automate when the front door gets unlocked, ask the assistant: is the garage door closed?";

describe("a sentence has the assistant think when something happens", () => {
  it.each([
    [
      "en",
      "/automate when the front door gets unlocked while nobody is home, ask the assistant to look at the camera and tell me what you think",
      "look at the camera and tell me what you think",
    ],
    [
      "en",
      "/automate ask yourself whether the heating should be lower when the front door gets unlocked",
      "whether the heating should be lower",
    ],
    ["de", "/automate bei Sonnenuntergang frag den Assistenten, ob das in Ordnung ist", "ob das in Ordnung ist"],
    ["fr", "/automate au coucher du soleil, demande à l'assistant de vérifier si tout va bien", "vérifier si tout va bien"],
    ["es", "/automate al atardecer, pregunta al asistente si todo va bien", "si todo va bien"],
    ["nl", "/automate bij zonsondergang vraag de assistent om te kijken of alles goed is", "te kijken of alles goed is"],
    ["he", "/automate שעה אחרי השקיעה בקש מהעוזר לבדוק אם הכול בסדר", "לבדוק אם הכול בסדר"],
  ] as const)("in %s: %s", async (language, said, instruction) => {
    await using home = await startHome(language);
    const card = await home.asks(anna, said);
    expect(card.plain).toContain(instruction);
    expect(labels(card)[0]).toBeDefined();
    expect(home.model.calls).toEqual([]);
    const [row] = home.rows("SELECT automation FROM automations");
    expect(JSON.parse(String(row?.["automation"]))).toMatchObject({ actions: [{ kind: "ask", person: "Anna", instruction }] });
  });

  it("whoever made it is answered, whomever a model names", async () => {
    await using home = await startHome();
    const automation = {
      name: "Door",
      triggers: [{ kind: "state", entities: ["lock.front_door"], to: ["unlocked"] }],
      conditions: [],
      actions: [{ kind: "ask", person: "Ben", instruction: "judge the weather" }],
    };
    home.model.reply({ text: JSON.stringify({ automation }) });
    expect((await home.asks(anna, "/automate judge the weather as the door opens up, would you")).plain).toContain(
      "ask the assistant for Anna: “judge the weather”",
    );
  });
});

it("what it asks is answered to whoever made it, as their own earlier words, and teaches nothing", async () => {
  await using home = await startHome();
  const fire = await firing(home, CLOSED);
  fire("run-1");
  fire("run-1");
  expect((await home.next(anna)).plain).toBe("Yes, Garage Door is closed.");
  expect(home.rows("SELECT origin, person_id, text FROM turns WHERE message_id LIKE '#event:%'")).toMatchObject([
    { origin: "automation", text: "is the garage door closed" },
  ]);
  expect(home.rows("SELECT answered, refused FROM automation_asks")).toEqual([{ answered: 1, refused: 0 }]);
  expect((await home.asks(anna, "/automations")).plain).toContain("asked me once today");
});

describe("a model is told", () => {
  const THINKS = "/automate when the front door gets unlocked, ask the assistant to think about the garden";

  async function toldOf(home: ScenarioHome, run: () => void): Promise<string> {
    home.model.reply({ text: "The garden is fine." });
    run();
    expect((await home.next(anna)).plain).toContain("The garden is fine.");
    return JSON.stringify(home.model.calls.at(-1)?.messages).replaceAll("\\", "");
  }

  it("what they said, and what the automation wants now", async () => {
    await using home = await startHome();
    const fire = await firing(home, THINKS);
    const prompt = await toldOf(home, fire);
    expect(prompt).toContain("they made it with the words");
    expect(prompt).toContain("think about the garden");
    expect(prompt).not.toContain("What set their automation off");
  });

  it("what set it off, by Home Assistant's own trace, as data", async () => {
    await using home = await startHome();
    await firing(home, THINKS);
    const prompt = await toldOf(home, () => home.sim.setState("lock.front_door", "unlocked"));
    const [data = ""] = /<data .*<\/data>/.exec(prompt) ?? [];
    expect(data).toContain(
      'What set their automation off: {"kind":"state","entities":["lock.front_door"],"to":"unlocked","from":"locked","names":["Front Door"]}',
    );
  });

  it("the words of the automation that asks, where another one asks the same", async () => {
    await using home = await startHome();
    const fire = await firing(home, THINKS);
    await firing(home, "/automate when the garage door opens, ask the assistant to think about the garden");
    expect(await toldOf(home, fire)).toContain("when the front door gets unlocked, ask");
  });
});

describe("it acts as policy has it, with nobody there", () => {
  it("a light goes on without a question", async () => {
    await using home = await startHome();
    const fire = await firing(home, "/automate when the front door gets unlocked, ask the assistant: turn on the kitchen light");
    fire();
    expect((await home.next(anna)).plain).toContain("Kitchen Light is now on");
  });

  it("unlocking is asked", async () => {
    await using home = await startHome();
    const unlocking = await firing(home, "/automate when the front door gets locked, ask the assistant: unlock the front door");
    unlocking();
    expect((await home.next(anna)).plain).toContain("Unlock Front Door?");
    expect(home.calls("lock.unlock")).toEqual([]);
  });

  it("no automation makes another", async () => {
    await using home = await startHome();
    const fire = await firing(
      home,
      "/automate when the front door gets unlocked, ask the assistant: automate turn on the kitchen light at sunset",
    );
    fire();
    expect((await home.next(anna)).plain).toContain("in their own words");
    expect(home.rows("SELECT 1 FROM automations")).toHaveLength(1);
  });

  it("the same words of another event are from outside, and what is deleted asks nothing", async () => {
    await using home = await startHome();
    const fire = await firing(home, "/automate when the front door gets unlocked, ask the assistant: turn on the kitchen light");
    home.sim.fireEvent(ASK, { text: "turn on the kitchen light", person: "Anna" });
    expect((await home.next(anna)).plain).toContain("This rests on a text from outside");
    await home.asks(anna, "/automations 1 delete");
    home.presses(anna, "Delete");
    await eventually(() => home.rows("SELECT 1 FROM automations WHERE status = 'removed'")[0]);
    fire();
    await eventually(() => refusals(home).includes("unknown_automation"));
    expect(home.rows("SELECT 1 FROM turns WHERE origin = 'automation'")).toEqual([]);
  });
});

it("the same instruction of two people is answered to whose automation asks, and what was changed by hand is from outside", async () => {
  await using home = await startHome();
  const [hers, his] = [await firing(home, CLOSED), await firing(home, CLOSED, ben)];
  hers("1");
  expect((await home.next(anna)).plain).toBe("Yes, Garage Door is closed.");
  his("2");
  expect((await home.next(ben)).plain).toBe("Yes, Garage Door is closed.");
  const [row] = home.rows("SELECT id FROM automations ORDER BY created_at DESC");
  home.sim.fireEvent(ASK, { text: "turn on the kitchen light", person: "Ben", automation: row?.["id"] });
  expect((await home.next(ben)).plain).toContain("This rests on a text from outside");
});

it.each([
  ["asks", CLOSED],
  ["tells", "/automate when the front door is unlocked tell me"],
])("what is forgotten %s nothing, and can still be deleted", async (_, said) => {
  await using home = await startHome();
  const fire = await firing(home, said);
  const forget = await home.asks(anna, "/forget today");
  home.presses(anna, labels(forget)[0] ?? "");
  await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
  const turns = home.rows("SELECT 1 FROM turns").length;
  fire("1");
  await eventually(() => refusals(home).includes("unknown_automation"));
  expect(home.rows("SELECT 1 FROM turns")).toHaveLength(turns);
  expect(home.rows("SELECT sentence, automation, hash, entity_id FROM automations")).toEqual([
    { sentence: "", automation: "{}", hash: "", entity_id: null },
  ]);
  const list = await home.asks(anna, "/automations");
  expect(list.plain).toContain("1. When Front Door is unlocked");
  expect(list.plain).not.toContain("changed in Home Assistant");
  expect((await home.asks(anna, "/automations 1 undo")).plain).toContain("no such automation");
  expect((await home.asks(anna, "/automations 1 delete")).plain).not.toContain("hpa_");
  home.presses(anna, "Delete");
  await eventually(() => home.rows("SELECT 1 FROM automations WHERE status = 'removed'")[0]);
});

it("one that starts itself begins no more than six turns a minute, and writes nothing of the others", async () => {
  await using home = await startHome();
  const fire = await firing(home, CLOSED);
  for (let run = 1; run <= 30; run += 1) fire(String(run));
  await eventually(() => refusals(home).includes("too_many"));
  expect(home.rows("SELECT answered, refused FROM automation_asks")).toEqual([{ answered: 6, refused: 0 }]);
});

it("what is more than the day's share is told once, and counted", async () => {
  await using home = await startHome("en", { automation_asks: 2 });
  const fire = await firing(home, CLOSED);
  for (const run of ["1", "2"]) {
    fire(run);
    await home.next(anna);
  }
  for (const run of ["3", "4", "5"]) fire(run);
  expect((await home.next(anna)).plain).toContain("has asked me 2 times today");
  await eventually(() => home.rows("SELECT 1 FROM automation_asks WHERE answered = 2 AND refused = 3")[0]);
  expect((await home.asks(anna, "/automations")).plain).toContain("asked me 2 times today (3 more not answered)");
});

it("without a model it is said once, and again after one was there", async () => {
  await using home = await startHome();
  const fire = await firing(home, "/automate when the front door gets unlocked, ask the assistant to think about the garden");
  await home.model.down();
  fire("1");
  expect((await home.next(anna)).plain).toContain("“think about the garden”, but no language model");
  fire("2");
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE origin = 'automation' AND status = 'answered' AND answer = ''")[0]);
});

it("Ben's automation answers Ben", async () => {
  await using home = await startHome();
  const fire = await firing(home, CLOSED, ben);
  fire();
  expect((await home.next(ben)).plain).toBe("Yes, Garage Door is closed.");
});

it("an owner who changes Ben's automation takes it over, as the card says, and gives it back with an undo", async () => {
  await using home = await startHome();
  const owner = () => home.rows("SELECT person_id, status FROM automations WHERE status <> 'draft' ORDER BY version DESC")[0];
  const wants = async (said: string, status = "saved") => {
    const versions = home.rows("SELECT 1 FROM automations").length;
    const card = await home.asks(anna, said);
    home.presses(anna, labels(card)[0] ?? "");
    await eventually(() => home.rows(`SELECT 1 FROM automations WHERE status = '${status}' AND version = ${versions + 1}`)[0]);
    await home.next(anna);
    return card.plain;
  };
  await firing(home, CLOSED, ben);
  const bens = owner();
  const changed = await wants("/automations 1 when the front door gets locked, ask the assistant: is the garage door closed?");
  expect(changed).toContain("the automation is Anna’s, no longer Ben’s");
  expect(owner()).not.toEqual(bens);
  expect(await wants("/automations 1 undo")).toContain("the automation is Ben’s, no longer Anna’s");
  expect(owner()).toEqual(bens);
  await wants("/automations 1 delete", "removed");
  expect(owner()).toEqual({ ...bens, status: "removed" });
  expect(await wants("/automations 1 undo")).not.toContain("no longer");
  expect(owner()).toEqual(bens);
});

it("plans nothing, has nobody told anything and cancels nothing, whatever a model makes of what it asks", async () => {
  await using home = await startHome();
  await home.asks(anna, "remind me on Friday at 5 to call my mother");
  const [plan] = home.rows("SELECT id FROM schedules WHERE status = 'active'");
  const fire = await firing(home, "/automate when the front door gets unlocked, ask the assistant to think about the garden");
  const schedule = (args: Record<string, unknown>) => ({ name: "schedule", args });
  home.model.reply(
    {
      toolCalls: [
        schedule({ text: "water it", when: "tomorrow at 9" }),
        schedule({ text: "water it", to: "Ben" }),
        schedule({ id: plan?.["id"], when: "cancel" }),
      ],
    },
    { text: "I could not do that." },
  );
  fire();
  expect((await home.next(anna)).plain).toContain("I could not do that.");
  expect(JSON.stringify(home.model.calls.at(-1)?.messages).match(/Only a person may plan something/g)).toHaveLength(3);
  expect(home.rows("SELECT id, status FROM schedules")).toEqual([{ id: plan?.["id"], status: "active" }]);
});

describe("what a model puts off is judged like what it does at once", () => {
  const THINKS = "/automate when the front door gets unlocked, ask the assistant to think about the garden";
  const acts = (service: string, entity_id: string, when: string) => ({
    toolCalls: [{ name: "call_ha_service", args: { service, entity_id: [entity_id], when } }],
  });
  const plans = (home: ScenarioHome) => home.rows("SELECT kind, status FROM schedules");

  it("a light is planned, told, and switched when its time has come", async () => {
    await using home = await startHome();
    const fire = await firing(home, THINKS);
    home.model.reply(acts("light.turn_on", "light.kitchen_light", "in 10 minutes"), { text: "It is planned." });
    fire();
    expect((await home.next(anna)).plain).toContain("Kitchen Light");
    expect(home.calls("light.turn_on")).toEqual([]);
    expect(plans(home)).toEqual([{ kind: "action", status: "active" }]);
    home.passes(11 * 60_000);
    await eventually(() => home.sim.state("light.kitchen_light")?.state === "on");
  });

  it.each([
    ["lock.unlock", "lock.front_door", "in 10 minutes", "Yes"],
    ["lock.unlock", "lock.front_door", "when the garage door opens", "Yes"],
    // what repeats is no plan of an automation's
    ["light.turn_on", "light.kitchen_light", "every day at 7", "Do it now"],
  ])("%s of %s %s is asked, and not planned without a yes", async (service, entityId, when, button) => {
    await using home = await startHome();
    const fire = await firing(home, THINKS);
    home.sim.setState("lock.front_door", "locked");
    home.model.reply(acts(service, entityId, when), { text: "Done." });
    fire();
    const question = await home.next(anna);
    expect(labels(question)).toEqual([button, "Cancel"]);
    expect(plans(home)).toEqual([]);
    home.presses(anna, "Cancel");
    await home.settled();
    expect([...plans(home), ...home.calls(service)]).toEqual([]);
  });
});
