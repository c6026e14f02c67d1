import { describe, expect, it } from "vitest";
import { anna, askedOf, eventually, family, group, ScenarioHome, zoneAtNoon } from "./scenario-home.ts";
import { countOnDisk } from "./words-on-disk.ts";

const PEOPLE = { options: { people: family } };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A home whose model says what it knows: a word that it was told in this conversation, or that the search of conversations found. */
async function talkative(day: (home: ScenarioHome) => string): Promise<ScenarioHome> {
  const home = await ScenarioHome.start(PEOPLE);
  home.model.respond((call) => {
    const last = call.messages.at(-1);
    if (last?.role === "tool") return { text: `We spoke of ${[...new Set(last.content.match(/zq\w+/g))].join(" and ")}.` };
    if (!askedOf(call).includes("talk about")) return { text: "OK." };
    return { toolCalls: [{ name: "retrieve_knowledge", args: { query: "talk", source: "conversations", from: day(home) } }] };
  });
  return home;
}

const daysAgo = (count: number) => (home: ScenarioHome) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zoneAtNoon() }).format(home.now - count * DAY);

const isDone = (home: ScenarioHome) => eventually(() => home.rows("SELECT 1 FROM erasures WHERE state <> 'done'").length === 0);

/** The fact is forgotten, and all that was said of it. */
async function forgetFact(home: ScenarioHome, number = "m1"): Promise<void> {
  await home.asks(anna, `/memory forget ${number}`);
  await home.settled();
  home.passes(3_000);
  await isDone(home);
}

/** Anna says yes to having that forgotten. */
async function forget(home: ScenarioHome, what: string): Promise<void> {
  const { messageId } = await home.asks(anna, `/forget ${what}`);
  home.presses(anna, "Yes", { messageId });
  await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
  await isDone(home);
}

/** The conversation so far is over. */
async function idle(home: ScenarioHome): Promise<void> {
  await home.settled();
  home.passes(HOUR);
  await eventually(() => home.rows("SELECT 1 FROM conversation_sessions WHERE is_active = 1").length === 0);
}

/** What of the person's messages is left. */
const said = (home: ScenarioHome) => home.rows("SELECT text FROM turns WHERE erased = 0 ORDER BY rowid").map(({ text }) => text);

describe("answers that tell again what was said go with that", () => {
  it("of every command, when a fact is forgotten", async () => {
    await using home = await talkative(daysAgo(0));
    await home.asks(anna, "my favourite fruit is zqplum");
    await idle(home);
    for (const command of ["/history", "/context", "/why m1", "/memory", "/memory m1"])
      expect((await home.asks(anna, command)).plain).toContain("zqplum");
    await forgetFact(home);
    expect(countOnDisk(home, "zqplum")).toBe(0);
  });

  it("of every command, when the last message is forgotten", async () => {
    await using home = await talkative(daysAgo(0));
    await home.asks(anna, "tell me something of zqboilers");
    await home.asks(anna, "my favourite fruit is zqplum");
    for (const command of ["/context", "/memory", "/why m1"]) expect((await home.asks(anna, command)).plain).toContain("zqplum");
    // a conversation is told of once it is over
    await home.asks(anna, "/new");
    expect((await home.asks(anna, "/history")).plain).toContain("zqboilers");
    await forget(home, "last");
    expect([countOnDisk(home, "zqplum"), countOnDisk(home, "zqboilers") > 0]).toEqual([0, true]);
  });

  it("of what was planned", async () => {
    await using home = await talkative(daysAgo(0));
    await eventually(() => home.app.kindWords().domains.size > 0);
    await home.asks(anna, "remind me in 2 hours to call zqmum");
    await home.asks(anna, "/new");
    await home.asks(anna, "remind me in 3 hours to feed zqrex");
    for (const command of ["/reminders pause", "/planned"]) expect((await home.asks(anna, command)).plain).toMatch(/zqrex/i);
    home.presses(anna, "Cancel 1");
    await home.settled();
    await forget(home, "last");
    expect([countOnDisk(home, "zqrex"), countOnDisk(home, "zqmum") > 0]).toEqual([0, true]);
  });

  it("of what was put right since, which keeps its number", async () => {
    await using home = await talkative(daysAgo(0));
    await home.asks(anna, "my favourite fruit is zqplum");
    for (const command of ["/memory", "/memory m1"]) expect((await home.asks(anna, command)).plain).toContain("zqplum");
    for (const right of ["zqpear", "zqfig"]) await home.asks(anna, `/memory m1 = ${right}`);
    expect((await home.asks(anna, "/memory")).plain).toMatch(/m1 .*fruit: zqfig/);
    await forget(home, "last");
    expect([countOnDisk(home, "zqplum"), countOnDisk(home, "zqfig") > 0]).toEqual([0, true]);
    await forgetFact(home);
    expect(home.rows("SELECT * FROM profile_entries")).toEqual([]);
  });

  it.each(["conversation", "today"])("from other chats, when the %s is forgotten; others stay", async (what) => {
    await using home = await talkative(daysAgo(0));
    await home.asks(anna, "tell me something of zqold");
    home.passes(2 * DAY);
    home.says(group, "@home_bot what a nice day", { userId: anna });
    await home.next(group);
    await home.asks(anna, "my favourite fruit is zqplum");
    home.says(group, "@home_bot what did we talk about today?", { userId: anna });
    await home.next(group);
    await home.asks(anna, "/new");
    await home.asks(anna, "/history");
    await forget(home, what);
    expect([countOnDisk(home, "zqplum"), countOnDisk(home, "zqold") > 0]).toEqual([0, true]);
    expect(said(home)).toContain("tell me something of zqold");
  });

  it("of the search of past conversations, and those that tell these again", async () => {
    let back = 3;
    await using home = await talkative((now) => daysAgo(back)(now));
    await home.asks(anna, "I'm allergic to zqnuts");
    await home.asks(anna, "tell me something of zqboilers");
    await home.settled();
    home.passes(3 * DAY);
    expect((await home.asks(anna, "what did we talk about then?")).plain).toContain("zqnuts");
    await home.asks(anna, "tell me something of zqpumps");
    home.passes(DAY);
    back = 1;
    expect((await home.asks(anna, "what did we talk about yesterday?")).plain).toContain("zqnuts");
    await home.settled();
    home.passes(DAY);
    await forgetFact(home);
    expect(countOnDisk(home, "zqnuts")).toBe(0);
    expect(said(home)).toEqual(expect.arrayContaining(["tell me something of zqboilers", "tell me something of zqpumps"]));
    expect((await home.asks(anna, "what did we talk about yesterday?")).plain).not.toContain("zqnuts");
  });

  it("with what was said of such an answer later on, and with nothing else", async () => {
    await using home = await talkative(daysAgo(3));
    await home.asks(anna, "I'm allergic to zqnuts");
    home.passes(DAY);
    await home.settled();
    home.passes(2 * DAY);
    home.model.reply(
      { toolCalls: [{ name: "retrieve_knowledge", args: { query: "talk", source: "conversations", from: daysAgo(3)(home) } }] },
      { text: "You are allergic to zqnuts." },
      { text: "A ZQNUT can be, yes." },
    );
    await home.asks(anna, "what did we talk about then?");
    await home.asks(anna, "and is that dangerous?");
    await home.asks(anna, "which sprays help an allergic one?");
    await home.asks(anna, "tell me something of physics");
    await home.settled();
    await forgetFact(home);
    expect([countOnDisk(home, "zqnut"), countOnDisk(home, "ZQNUT")]).toEqual([0, 0]);
    expect(said(home)).toEqual(expect.arrayContaining([...["which sprays help an allergic one?", "tell me something of physics"]]));
  });

  it("with all that goes on with the words of a conversation that is forgotten, unless others say them too", async () => {
    await using home = await talkative(daysAgo(0));
    await home.asks(anna, "which pumps are quiet?");
    home.says(group, "@home_bot tell me something of zqboilers and pumps", { userId: anna });
    await home.next(group);
    home.model.reply(
      { toolCalls: [{ name: "retrieve_knowledge", args: { query: "boilers", source: "conversations", from: daysAgo(0)(home) } }] },
      { text: "We spoke of zqboilers and pumps." },
      { text: "A ZQBOILER is dear." },
    );
    await home.asks(anna, "what was it that we spoke of in the group?");
    await home.asks(anna, "what does such a thing cost?");
    await home.asks(anna, "and pumps?");
    await home.asks(anna, "tell me something of physics");
    home.says(group, "/forget conversation", { userId: anna });
    const { messageId } = await home.next(group);
    home.presses(group, "Yes", { userId: anna, messageId });
    await home.next(group, ({ plain }) => plain.startsWith("It is forgotten"));
    expect([countOnDisk(home, "zqboiler"), countOnDisk(home, "ZQBOILER")]).toEqual([0, 0]);
    expect(said(home).slice(0, 3)).toEqual(["which pumps are quiet?", "and pumps?", "tell me something of physics"]);
  });

  it("that tell nothing of it stay, and so does what else was told in one that goes", async () => {
    await using home = await talkative(daysAgo(3));
    await home.asks(anna, "I'm allergic to zqnuts");
    home.passes(DAY);
    await home.asks(anna, "tell me something of zqboilers");
    await home.settled();
    home.passes(2 * DAY);
    await home.asks(anna, "/history 1");
    await home.asks(anna, "/context");
    home.model.reply(
      {
        toolCalls: [
          { name: "update_user_profile", args: { action: "tell", key: "favorite_fruit", value: "zqplum" } },
          { name: "retrieve_knowledge", args: { query: "talk", source: "conversations", from: daysAgo(3)(home) } },
        ],
      },
      { text: "Of zqnuts." },
    );
    await home.asks(anna, "My favourite fruit is zqplum. What was it that we said on that day?");
    await home.settled();
    await forgetFact(home);
    expect(countOnDisk(home, "zqnuts")).toBe(0);
    expect(said(home)).toEqual(expect.arrayContaining(["tell me something of zqboilers", "/history 1", "/context"]));
    expect(home.rows("SELECT value FROM profile_entries WHERE status = 'active'")).toEqual([{ value: "zqplum" }]);
  });
});
