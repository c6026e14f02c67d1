import { describe, expect, it } from "vitest";
import type { ModelCall } from "../fakes/model-server.ts";
import { anna, askedOf, ben, eventually, family, group, ScenarioHome } from "./scenario-home.ts";

const PEOPLE = { options: { people: family } };
const HOUR = 3_600_000;

const isSummary = ({ messages }: ModelCall) => messages.some(({ content }) => content.includes("You shorten the older part"));
const lastTool = ({ messages }: ModelCall) => messages.findLast(({ role }) => role === "tool")?.content ?? "";

/** A model that knows nothing but what it is told: it looks into past conversations when it is asked about them. */
function forgetfulModel(home: ScenarioHome, day: () => string | undefined = () => undefined): void {
  home.model.respond((call) => {
    if (isSummary(call)) return { text: "They spoke of the boiler and its filter." };
    const asked = askedOf(call);
    const found = lastTool(call);
    if (found !== "") return { text: `I find: ${found}` };
    if (!asked.includes("talk about")) return { text: "Let us see." };
    const date = day();
    return { toolCalls: [{ name: "retrieve_knowledge", args: { query: asked, source: "conversations", ...(date && { from: date }) } }] };
  });
}

/** The day in the home's calendar, as the prompt tells it. */
const today = (home: ScenarioHome) => new Intl.DateTimeFormat("sv-SE", { timeZone: home.app.home.info.timeZone }).format(home.now);

/** Lets an hour pass, and waits until what is over is archived. */
async function anHourLater(home: ScenarioHome): Promise<void> {
  await home.settled();
  home.passes(HOUR);
  await eventually(() => home.rows("SELECT 1 FROM conversation_sessions WHERE is_active = 1").length === 0);
}

describe("“what did we talk about?”", () => {
  it("is answered from the archive of the person who asks, by day, and of nobody else", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    const monday = today(home);
    forgetfulModel(home, () => monday);
    await home.asks(anna, "the boiler zqhums strangely");
    await home.asks(ben, "a zqpresent for anna, tell nobody");
    await anHourLater(home);
    home.passes(72 * HOUR);

    const answer = await home.asks(anna, "what did we talk about on monday");
    expect(answer.plain).toContain("zqhums");
    expect(answer.plain).not.toContain("zqpresent");
    const bens = await home.asks(ben, "what did we talk about on monday, and what with anna");
    expect(bens.plain).toContain("zqpresent");
    expect(bens.plain).not.toContain("zqhums");
    expect(
      home.model.calls.some(({ messages }) => messages.some(({ content }) => /^\[.*Now: \w+day, \d{4}-\d\d-\d\d/s.test(content))),
    ).toBe(true);
  });

  it("in a group tells nothing that was said in private, and nothing of the others", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    const day = today(home);
    forgetfulModel(home, () => day);
    await home.asks(anna, "the zqsecret in private");
    home.says(group, "@home_bot the zqpicnic of all", { userId: ben });
    await home.next(group);
    await anHourLater(home);
    home.says(group, "@home_bot what did we talk about", { userId: anna });
    const answer = await home.next(group);
    expect(answer.plain).toContain("Nothing is known about that");
    expect(answer.plain).not.toMatch(/zqsecret|zqpicnic/);
  });
});

describe("each person in a group has an own conversation", () => {
  it("so that the prompt of one does not hold what another said", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    forgetfulModel(home);
    home.says(group, "@home_bot remember nothing of zqanna", { userId: anna });
    await home.next(group);
    home.says(group, "@home_bot and what of zqben", { userId: ben });
    await home.next(group);
    expect(JSON.stringify(home.model.calls.at(-1)?.messages)).not.toContain("zqanna");
    expect(home.rows("SELECT person_id FROM conversation_sessions WHERE chat_id LIKE '-%' ORDER BY started_at")).toHaveLength(2);
  });
});

describe("a conversation that is over", () => {
  it("is archived after its idle time with a summary, which /history shows; one's own only", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    forgetfulModel(home);
    await home.asks(anna, "the boiler hums");
    await home.asks(anna, "which filter does it need");
    expect((await home.asks(anna, "/history")).plain).toBe("I find no past conversation of ours.");
    await anHourLater(home);
    home.passes(10_000);
    await eventually(() => home.rows("SELECT 1 FROM conversation_summaries").length === 1);
    expect((await home.asks(anna, "/history")).plain).toMatch(/, 2 messages: They spoke of the boiler and its filter\.$/);
    expect((await home.asks(ben, "/history")).plain).toBe("I find no past conversation of ours.");
  });

  it("has its words where no model can be reached, and is archived at the next start too", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    forgetfulModel(home);
    await home.asks(anna, "the boiler hums");
    await home.settled();
    await home.stopApp();
    home.offset += HOUR;
    home.model.respond(() => ({ status: 500, body: "{}" }) as never);
    await home.startApp();
    await eventually(() => home.rows("SELECT 1 FROM conversation_sessions WHERE is_active = 1").length === 0);
    expect((await home.asks(anna, "/history")).plain).toMatch(/, 1 message: the boiler hums$/);
  });

  it("/new ends the person's conversation and begins another", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    forgetfulModel(home);
    await home.asks(anna, "the boiler zqhums");
    await home.asks(anna, "/new");
    await home.asks(anna, "tell me a story");
    expect(JSON.stringify(home.model.calls.at(-1)?.messages)).not.toContain("zqhums");
    expect((await home.asks(anna, "/history")).plain).toMatch(/the boiler zqhums$/);
  });
});
