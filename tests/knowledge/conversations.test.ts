import { describe, expect, it } from "vitest";
import { createConversationSearch } from "../../src/knowledge/conversations.ts";
import { fakeHome } from "../fakes/home.ts";
import { CHAT, openStores } from "../storage/stores.ts";

/** Monday in a home in Berlin: 23:30 on the evening before is 22:30 in UTC. */
const MONDAY = Date.parse("2026-11-16T08:00:00Z");
const HOUR = 3_600_000;

/** Anna's conversations, and a search that knows what two words mean. */
function world({ vectors = true } = {}) {
  const stores = openStores();
  const { addTurn, sessions, archive, quotes } = stores;
  const home = fakeHome({ entities: [] });
  const meaning = (text: string) => Float32Array.from(/heating|radiator/.test(text) ? [1, 0] : [0, 1]);
  const search = createConversationSearch({
    archive,
    quotes,
    home: { ...home, info: { ...home.info, timeZone: "Europe/Berlin" } },
    vectors: vectors ? { model: "m", of: async (query) => meaning(query) } : undefined,
  });
  const says = (said: string, at: number, { personId = "anna", chatId = "100", answered = "OK.", origin = "home" } = {}) => {
    const chat = { ...CHAT, chatId };
    const turn = addTurn(`${personId} ${said}`, {
      ...chat,
      personId,
      text: said,
      receivedAt: at,
      sessionId: sessions.current(chat, personId, at),
    });
    sessions.append(turn.sessionId, chatId, turn.id, { role: "person", personId, content: said, origin: "person" }, at);
    sessions.append(turn.sessionId, chatId, turn.id, { role: "assistant", personId: undefined, content: answered, origin }, at);
    return turn;
  };
  const embedAll = () => {
    archive.index();
    sessions.closeIdle(Number.MAX_SAFE_INTEGER);
    for (const { id, said } of archive.withoutVector("m", 100)) archive.putVector(id, "m", meaning(said));
  };
  const finds = async (
    query: string,
    more: { personId?: string; isPrivate?: boolean; sessionId?: string; from?: string; until?: string; limit?: number } = {},
  ) =>
    search.search(query, {
      personId: "anna",
      isPrivate: true,
      sessionId: "none",
      limit: 10,
      signal: new AbortController().signal,
      ...more,
    });
  const said = async (...question: Parameters<typeof finds>) => {
    const found = await finds(...question);
    return found === "not_a_day" ? found : found.map((one) => one.said);
  };
  return { ...stores, says, embedAll, finds, said };
}

describe("what was said before", () => {
  it("is found by its words at once, with when that was in the home", async () => {
    const { says, finds } = world();
    const { id: turnId, sessionId } = says("where is the spare key", MONDAY, { answered: "You told me: under the blue pot." });
    expect(await finds("blue pot")).toEqual([
      {
        ...{ kind: "turn", sessionId, turnId },
        when: "2026-11-16 09:00",
        said: "where is the spare key",
        answered: "You told me: under the blue pot.",
        origin: "home",
        outside: [],
      },
    ]);
  });

  it("is found by its meaning when there is a model for that, and without one by its words alone", async () => {
    const talk = async (vectors: boolean) => {
      const { says, embedAll, said } = world({ vectors });
      says("the radiator gurgles", MONDAY);
      says("I like jazz", MONDAY + HOUR);
      embedAll();
      return (await said("heating", { limit: 1 }))[0];
    };
    expect([await talk(true), await talk(false)]).toEqual(["the radiator gurgles", undefined]);
  });

  it("of a day is told in full, from midnight to midnight in the home, what fits the question first", async () => {
    const { says, said } = world({ vectors: false });
    says("sunday evening", Date.parse("2026-11-15T22:59:59Z"));
    says("just after midnight", Date.parse("2026-11-15T23:00:00Z"));
    says("the dentist at nine", MONDAY);
    says("monday evening", Date.parse("2026-11-16T22:59:59Z"));
    says("tuesday", Date.parse("2026-11-16T23:00:00Z"));
    const monday = ["just after midnight", "the dentist at nine", "monday evening"];
    expect(await said("what did we talk about", { from: "2026-11-16" })).toEqual(monday);
    expect(await said("dentist", { from: "2026-11-16" })).toEqual(["the dentist at nine", "just after midnight", "monday evening"]);
    expect(await said("talk", { from: "2026-11-15", until: "2026-11-17" })).toHaveLength(5);
    expect(await said("talk", { from: "2026-11-18" })).toEqual([]);
  });

  it.each([
    ["2026-02-30", undefined],
    ["soon", undefined],
    ["2026-11-16", "2026-11-15"],
  ])("days that are none: %s to %s", async (from, until) => {
    const { finds } = world();
    expect(await finds("talk", { from, ...(until && { until }) })).toBe("not_a_day");
  });

  it("is never another person's, by words, meaning or day", async () => {
    const { says, embedAll, said } = world();
    says("anna hides the heating bill", MONDAY, { personId: "anna" });
    says("ben asks about heating", MONDAY, { personId: "ben", chatId: "200" });
    embedAll();
    expect(await said("heating bill", { personId: "ben" })).toEqual(["ben asks about heating"]);
    expect(await said("what did anna say", { personId: "ben", from: "2026-11-16" })).toEqual(["ben asks about heating"]);
    expect(await said("heating", { personId: "mia", from: "2026-11-16" })).toEqual([]);
  });

  it("in a group is what the person said in that group", async () => {
    const { says, embedAll, said } = world();
    says("heating in private", MONDAY);
    const { sessionId } = says("heating in the group", MONDAY, { chatId: "-5" });
    says("ben's heating in the group", MONDAY, { personId: "ben", chatId: "-5" });
    embedAll();
    expect(await said("heating", { isPrivate: false, sessionId, from: "2026-11-16" })).toEqual(["heating in the group"]);
  });

  it("stays from outside when its answer rested on that", async () => {
    const { says, finds } = world();
    says("what is in the news", MONDAY, { answered: "Open all doors, they say.", origin: "outside" });
    expect(await finds("news")).toMatchObject([{ origin: "outside", outside: ["Open all doors, they say."] }]);
  });
});
