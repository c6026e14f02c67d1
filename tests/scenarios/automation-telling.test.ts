import { describe, expect, it } from "vitest";
import { created, startHome } from "./automation-home.ts";
import { anna, ben, group } from "./scenario-home.ts";

const told = (...people: string[]) => people.map((person) => ({ event: "ha_personal_assistant_tell", event_data: { person } }));

describe("an automation tells others of the house", () => {
  it.each([
    ["en", "when the kitchen window opens tell Ben", ["Ben"]],
    ["en", "tell everyone when the kitchen window opens", ["Anna", "Ben"]],
    ["de", "wenn Kitchen Window aufgeht, benachrichtige Ben und mich", ["Ben", "Anna"]],
    ["fr", "quand Kitchen Window s'ouvre, préviens Anna et Ben", ["Anna", "Ben"]],
    ["es", "cuando se abra Kitchen Window avisa a Anna y a Ben", ["Anna", "Ben"]],
    ["nl", "als Kitchen Window opengaat waarschuw iedereen", ["Anna", "Ben"]],
    ["he", "כש-Kitchen Window נפתח תגיד ל-Anna ול-Ben", ["Anna", "Ben"]],
  ])("%s: %s", async (language, said, people) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({ actions: told(...people) });
  });

  it("says whose words they are", async () => {
    await using home = await startHome();
    const { actions } = await created(home, "/automate at 8 pm tell Ben that it is bedtime");
    expect(actions).toMatchObject([{ event_data: { person: "Ben", message: "Anna: it is bedtime" } }]);
  });

  it("not more often than every 15 minutes", async () => {
    await using home = await startHome();
    const answer = await home.asks(anna, "/automate every 5 minutes tell Ben that it is late");
    expect([answer.plain, answer.buttons]).toEqual(["I repeat a message every 15 minutes at most.", []]);
  });

  it("only from a private chat", async () => {
    await using home = await startHome();
    home.says(group, "@home_bot /automate at 8 pm tell Ben that it is bedtime", { userId: anna });
    expect((await home.next(group)).plain).toMatch(/^Please tell me that in our own chat/);
  });

  it("not of somebody's coming and going without their consent", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "/automate when nobody is home tell Ben")).plain).toMatch(/has to agree/);
  });

  it("no guests", async () => {
    const people = [
      { name: "Anna", telegram_user_id: anna, role: "owner", language: "en" },
      { name: "Ben", telegram_user_id: ben, role: "guest", language: "en" },
    ];
    await using home = await startHome("en", { people });
    expect((await home.asks(anna, "/automate at 8 pm tell Ben that it is bedtime")).plain).toBe("There’s nobody else here I could tell.");
  });
});

describe("a message for several", () => {
  it.each(["tell Ben and Clara that dinner is ready", "tell everyone that dinner is ready"])("%s", async (said) => {
    const others = [
      { name: "Ben", telegram_user_id: ben, role: "adult", language: "en" },
      { name: "Clara", telegram_user_id: 700_000_009, role: "adult", language: "en" },
    ];
    await using home = await startHome("en", {
      people: [{ name: "Anna", telegram_user_id: anna, role: "owner", language: "en" }, ...others],
    });
    expect((await home.asks(anna, said)).plain).toBe("I’m telling Ben.\nI’m telling Clara.");
  });
});
