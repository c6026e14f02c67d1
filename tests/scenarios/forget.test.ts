import { describe, expect, it } from "vitest";
import { anna, ben, eventually, family, group, ScenarioHome, serviceCall } from "./scenario-home.ts";
import { countOnDisk } from "./words-on-disk.ts";

const PEOPLE = { options: { people: family } };

/** Resolves when everything that was begun to be forgotten is. */
const forgotten = (home: ScenarioHome) => eventually(() => home.rows("SELECT 1 FROM erasures WHERE state <> 'done'").length === 0);

const DONE = /^It is forgotten: no word of it is left in my files\./;

describe("/forget", () => {
  it("asks, then leaves no word of the person in any file and tells what it cannot reach; others keep all of theirs", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.model.respond(({ messages }) => ({
      text: `It is: ${/zq\w+/.exec(messages.at(-1)?.content.split("\n\n").at(-1) ?? "")?.[0]}answered`,
    }));
    for (let index = 0; index < 3; index += 1) {
      await home.asks(anna, `tell me about zqanna${index}`);
      await home.asks(ben, `tell me about zqben${index}`);
    }
    await home.settled();
    const before = [countOnDisk(home, "zqanna"), countOnDisk(home, "zqben")];
    expect(before.every((count) => count > 8)).toBe(true);

    const question = await home.asks(anna, "/forget");
    expect(question.plain).toMatch(/^Forget everything that you wrote to me and that I answered, in all chats\? That is 3 messages\./);
    expect(question.plain).toContain("What I cannot reach:");
    expect(countOnDisk(home, "zqanna")).toBeGreaterThan(0);
    expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
    const done = await home.next(anna, ({ plain }) => DONE.test(plain));

    expect(done.plain).toMatch(/what Home Assistant itself recorded, and backups that were made before/);
    await home.settled();
    expect(countOnDisk(home, "zqanna")).toBe(0);
    expect(countOnDisk(home, "zqben")).toBeGreaterThan(8);
    expect(home.texts(anna).find((text) => text.startsWith("Forget everything"))).toBeUndefined();
  });

  it("forgets nothing after Cancel, and a question is answered once", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.model.reply({ text: "It is." });
    await home.asks(anna, "tell me about zqword");
    const question = await home.asks(anna, "/forget");
    expect(await home.toast(home.presses(anna, "Cancel"))).toBe("Cancelled");
    await eventually(() => home.texts(anna).includes("OK, I forget nothing."));
    const data = question.buttons[0]?.[0]?.data ?? "";
    expect(await home.toast(home.sim.telegram.press({ chatId: anna, messageId: question.messageId, data }))).toBe(
      "This button does not work any more.",
    );
    expect(home.rows("SELECT 1 FROM turns WHERE erased = 1")).toEqual([]);
    expect(countOnDisk(home, "zqword")).toBeGreaterThan(0);
  });

  it("is answered by the one who asked alone, also in a group", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.says(group, "/forget", { userId: anna });
    const question = await home.next(group);
    expect(await home.toast(home.presses(group, "Yes", { userId: ben, messageId: question.messageId }))).toBe("Only Anna can answer this.");
    expect(home.rows("SELECT state FROM erasures")).toEqual([{ state: "asked" }]);
    expect(await home.toast(home.presses(group, "Yes", { userId: anna, messageId: question.messageId }))).toBe("OK");
    await forgotten(home);
  });

  it("expires", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await home.asks(anna, "/forget");
    home.passes(11 * 60_000);
    expect(await home.toast(home.presses(anna, "Yes"))).toBe("This question has expired.");
    expect(home.rows("SELECT 1 FROM erasures")).toEqual([]);
  });

  it("last: the last message and its answer; the one before is still known", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.model.reply({ text: "It is zqfirst." }, { text: "It is zqsecond." });
    await home.asks(anna, "tell me about zqfirst");
    await home.asks(anna, "tell me about zqsecond");
    await home.asks(anna, "/forget last");
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => DONE.test(plain));
    expect([countOnDisk(home, "zqsecond"), countOnDisk(home, "zqfirst") > 0]).toEqual([0, true]);
    home.model.reply({ text: "Yes." });
    await home.asks(anna, "which words were that");
    const prompt = JSON.stringify(home.model.calls.at(-1)?.messages);
    expect([prompt.includes("zqfirst"), prompt.includes("zqsecond")]).toEqual([true, false]);
  });

  it("conversation: the last one in this chat, today: all of today, and what was before stays", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.model.respond(({ messages }) => ({ text: /zq\w+/.exec(messages.at(-1)?.content.split("\n\n").at(-1) ?? "")?.[0] ?? "?" }));
    await home.asks(anna, "tell me about zqold");
    home.passes(3 * 86_400_000);
    await home.asks(anna, "tell me about zqmorning");
    await home.asks(anna, "/new");
    await home.asks(anna, "tell me about zqnoon");
    const press = async (command: string) => {
      await home.asks(anna, command);
      home.presses(anna, "Yes");
      expect((await home.next(anna)).plain).toMatch(DONE);
      return ["zqold", "zqmorning", "zqnoon"].filter((word) => countOnDisk(home, word) > 0);
    };
    expect(await press("/forget conversation")).toEqual(["zqold", "zqmorning"]);
    expect(await press("/forget today")).toEqual(["zqold"]);
    expect((await home.asks(anna, "/forget today")).plain).toBe("There is nothing of that kind that I could forget.");
  });

  it("ends what is at work, what is queued and what waits for a yes before it forgets", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await home.asks(anna, "unlock the front door");
    const think = home.modelThinks();
    home.says(anna, "tell me something long about zqwhales");
    home.says(anna, "and about zqsharks");
    await home.model.arrived(1);
    home.says(group, "/forget", { userId: anna });
    await home.next(group);
    home.presses(group, "Yes", { userId: anna });
    await home.next(group, ({ plain }) => DONE.test(plain));
    think({ text: "zqwhales are large." });

    await home.settled();
    expect(home.rows("SELECT DISTINCT status FROM turns WHERE kind <> 'command'")).toEqual([{ status: "cancelled" }]);
    expect([countOnDisk(home, "zqwhales"), countOnDisk(home, "zqsharks"), countOnDisk(home, "unlock the front door")]).toEqual([0, 0, 0]);
    expect(home.calls()).toEqual([]);
    expect(home.rows("SELECT 1 FROM approvals WHERE status = 'open'")).toEqual([]);
  });

  it("leaves what was done in the list of actions, without words", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.model.reply(
      { toolCalls: [serviceCall("light.turn_on", "light.bed_light", { brightness_pct: 37 })] },
      { text: "It is on, zqdone." },
    );
    await home.asks(anna, "zqmake it cosy where I sleep");
    await home.asks(anna, "/forget");
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => DONE.test(plain));
    expect((await home.asks(anna, "/actions")).plain).toMatch(/turn on Bed Light \(done\), asked by Anna$/);
    expect([countOnDisk(home, "zqdone"), countOnDisk(home, "zqmake"), countOnDisk(home, "brightness_pct")]).toEqual([0, 0, 0]);
  });

  it("what was learned about the person goes too, and with a message what was learned from it", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    const tells = async (chat: number, word: string) => {
      const args = { action: "tell", key: `favourite_${word}`, value: word };
      home.model.reply({ toolCalls: [{ name: "update_user_profile", args }] }, { text: "OK." });
      await home.asks(chat, `my favourite tea is ${word}`);
    };
    const facts = () => home.rows("SELECT value FROM profile_entries ORDER BY value").map(({ value }) => value);
    await tells(anna, "zqkiwi");
    await tells(anna, "zqmint");
    await tells(ben, "zqsage");
    expect(facts()).toEqual(["zqkiwi", "zqmint", "zqsage"]);
    await home.asks(anna, "/forget last");
    home.presses(anna, "Yes");
    expect((await home.next(anna)).plain).toMatch(DONE);
    expect([facts(), countOnDisk(home, "zqmint")]).toEqual([["zqkiwi", "zqsage"], 0]);
    await home.asks(anna, "/forget");
    home.presses(anna, "Yes");
    expect((await home.next(anna)).plain).toMatch(DONE);
    expect([facts(), countOnDisk(home, "zqkiwi"), countOnDisk(home, "zqsage") > 0]).toEqual([["zqsage"], 0, true]);
  });

  it("leaves what another told of the house too, and it is theirs then", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    const args = { action: "tell", key: "trash_day", value: "zqtuesday", about: "house" };
    for (const who of [anna, ben]) {
      home.model.reply({ toolCalls: [{ name: "update_user_profile", args }] }, { text: "OK." });
      await home.asks(who, "our trash day is zqtuesday");
    }
    await home.asks(anna, "/forget");
    home.presses(anna, "Yes");
    expect((await home.next(anna)).plain).toMatch(DONE);
    expect(home.rows("SELECT value, told_by FROM profile_entries")).toEqual([{ value: "zqtuesday", told_by: `telegram:${ben}` }]);
    await home.asks(ben, "/forget");
    home.presses(ben, "Yes");
    expect((await home.next(ben)).plain).toMatch(DONE);
    expect([countOnDisk(home, "zqtuesday"), home.rows("SELECT 1 FROM profile_entries")]).toEqual([0, []]);
  });

  it("keeps a fact that another message says too, until that is forgotten as well", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    const tells = async (text: string, value: string) => {
      const args = { action: "tell", key: "diet", value };
      home.model.reply({ toolCalls: [{ name: "update_user_profile", args }] }, { text: "OK." });
      await home.asks(anna, text);
    };
    const forgetLast = async () => {
      await home.asks(anna, "/forget last");
      home.presses(anna, "Yes");
      await home.next(anna, ({ plain }) => DONE.test(plain));
      await forgotten(home);
    };
    const facts = () => home.rows("SELECT value FROM profile_entries").map(({ value }) => value);
    await tells("I eat zqvegan", "zqvegan");
    await tells("as I said, I am zqvegan", "zqvegan");
    await forgetLast();
    expect(facts()).toEqual(["zqvegan"]);
    await forgetLast();
    expect([facts(), countOnDisk(home, "zqvegan")]).toEqual([[], 0]);
  });

  describe("of a fact", () => {
    const tells = async (home: ScenarioHome, text: string, key: string, value: string) => {
      home.model.reply({ toolCalls: [{ name: "update_user_profile", args: { action: "tell", key, value } }] }, { text: "OK." });
      await home.asks(anna, text);
    };
    /** The answers are out; what waits for that goes on. */
    const goesOn = async (home: ScenarioHome) => {
      await home.settled();
      home.passes(2_000);
      await forgotten(home);
    };

    it.each(["with a tool", "in the list", "by its words"])(
      "%s: no file holds a word of it, of the messages about it or of the answer; the rest stays known",
      async (way) => {
        await using home = await ScenarioHome.start(PEOPLE);
        await tells(home, "remember that I cannot eat zqnuts, and my team is zqrovers", "allergies", "zqnuts");
        await tells(home, "I drink zqtea", "favourite_drink", "zqtea");
        home.model.reply({ text: "Something without zqnuts." });
        await home.asks(anna, "what allergies do I have?");
        await home.asks(anna, "/memory");
        expect(countOnDisk(home, "zqnuts")).toBeGreaterThan(4);
        if (way === "with a tool") {
          const args = { action: "forget", key: "allergies", value: "zqnuts" };
          home.model.reply({ toolCalls: [{ name: "update_user_profile", args }] }, { text: "OK." });
          expect((await home.asks(anna, "forget that I cannot eat zqnuts")).plain).toMatch(/^Forgotten: allergies: zqnuts\. What we wrote/);
        } else {
          if (way === "by its words") await home.asks(anna, "/forget zqnuts");
          home.presses(anna, "Forget m1");
          if (way === "in the list") {
            await home.next(anna, ({ plain }) => plain.startsWith("Shall I forget this?"));
            home.presses(anna, "Yes");
          }
          await home.next(anna, ({ plain }) => plain.startsWith("Forgotten: m1."));
        }
        await goesOn(home);

        expect(countOnDisk(home, "zqnuts")).toBe(0);
        expect(home.rows("SELECT value FROM profile_entries")).toEqual([{ value: "zqtea" }]);
        expect(countOnDisk(home, "I drink zqtea")).toBeGreaterThan(0);
      },
    );

    it("keeps what else the same message told, and what others said", async () => {
      await using home = await ScenarioHome.start(PEOPLE);
      const fact = (key: string, value: string) => ({ name: "update_user_profile", args: { action: "tell", key, value } });
      home.model.reply({ toolCalls: [fact("allergies", "zqnuts"), fact("favourite_team", "zqrovers")] }, { text: "OK." });
      await home.asks(anna, "I cannot eat zqnuts, and my favourite team is zqrovers");
      home.model.reply({ text: "I see." });
      await home.asks(ben, "do zqnuts grow here?");
      await home.asks(anna, "/memory forget m1");
      await goesOn(home);
      expect(home.rows("SELECT value FROM profile_entries")).toEqual([{ value: "zqrovers" }]);
      expect(home.rows("SELECT text FROM turns WHERE erased = 0 AND kind <> 'command'")).toEqual([{ text: "do zqnuts grow here?" }]);
      expect((await home.asks(anna, "/why m2")).plain).toContain("a message that is no longer there");
    });

    it("takes what was typed as the right value with it", async () => {
      await using home = await ScenarioHome.start(PEOPLE);
      await tells(home, "I drink tea", "favourite_drink", "tea");
      await home.asks(anna, "/memory m1 = zqcocoa");
      expect((await home.asks(anna, "/why m1")).plain).toContain("memory m1 = zqcocoa");
      await home.asks(anna, "/memory forget m1");
      await goesOn(home);
      expect([countOnDisk(home, "zqcocoa"), home.rows("SELECT * FROM profile_entries")]).toEqual([0, []]);
    });

    it("goes on after a crash once the answer is out", async () => {
      await using home = await ScenarioHome.start(PEOPLE);
      await tells(home, "I cannot eat zqnuts", "allergies", "zqnuts");
      await home.asks(anna, "/memory forget m1");
      await home.settled();
      await home.stopApp();
      expect(countOnDisk(home, "zqnuts")).toBeGreaterThan(0);
      await home.startApp();
      await goesOn(home);
      expect(countOnDisk(home, "zqnuts")).toBe(0);
    });
  });

  it("goes on at the next start with what was begun, before anything else", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    home.model.reply({ text: "It is zqword." });
    await home.asks(anna, "tell me about zqword");
    await home.asks(anna, "unlock the front door");
    await home.asks(anna, "/forget");
    await home.settled();
    await home.stopApp();
    home.change(`UPDATE erasures SET state = 'erasing', begun_at = ${home.now}`);
    await home.startApp();
    await home.next(anna, ({ plain }) => DONE.test(plain));
    await home.settled();
    expect([countOnDisk(home, "zqword"), countOnDisk(home, "unlock the front door")]).toEqual([0, 0]);
    expect(home.rows("SELECT state FROM erasures")).toEqual([{ state: "done" }]);
  });
});
