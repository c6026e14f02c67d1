import { expect, it } from "vitest";
import { createSummaryStore } from "../../../src/storage/turns/summaries.ts";
import { CHAT, MINUTE, NOW, OTHER_CHAT } from "../../storage/stores.ts";
import { commandWorld, type Someone } from "../command-world.ts";

const GROUP = { ...CHAT, chatId: "-5" };
const DAY = 24 * 60 * MINUTE;

function world() {
  const home = commandWorld();
  const { addTurn, sessions, database } = home;
  const says = (who: Someone, said: string, at: number, chat = CHAT) => {
    const turn = addTurn(`${who} ${said}`, {
      ...chat,
      personId: who,
      text: said,
      status: "sent",
      receivedAt: at,
      sessionId: sessions.current(chat, who, at),
    });
    sessions.append(turn.sessionId, chat.chatId, turn.id, { role: "person", personId: who, content: said, origin: "person" }, at);
    return turn.sessionId;
  };
  const summarise = (sessionId: string, text: string) =>
    createSummaryStore({ database }).putSummary(sessionId, { text, upTo: 99, origin: "person" }, NOW);
  return { ...home, says, summarise };
}

it("lists one's own past conversations, the newest last, with their summaries or how they began", async () => {
  const { says, summarise, run } = world();
  summarise(says("anna", "the boiler makes noises", NOW - 3 * DAY), "Anna asked about *noises* of the boiler.");
  says("anna", "and the pump", NOW - 3 * DAY + 5 * MINUTE);
  says("anna", "a joke please", NOW - 2 * DAY, OTHER_CHAT);
  says("ben", "a secret", NOW - DAY);
  says("anna", "this goes on", NOW - MINUTE);
  expect(await run("/history")).toBe(
    [
      "- 2027-01-12 09:00–09:05, 2 messages: Anna asked about \\*noises\\* of the boiler.",
      "- 2027-01-13 09:00–09:00, 1 message: a joke please",
    ].join("\n"),
  );
  expect(await run("/history", "ben")).toBe("- 2027-01-14 09:00–09:00, 1 message: a secret");
  expect(await run("/history", "mia")).toBe("I find no past conversation of ours.");
});

it("so many, or those of a day", async () => {
  const { says, run } = world();
  for (const days of [4, 3, 2, 1]) says("anna", `${days} days ago`, NOW - days * DAY);
  expect((await run("/history 2")).split("\n")).toEqual([expect.stringContaining("2 days ago"), expect.stringContaining("1 days ago")]);
  expect(await run("/history 2027-01-12")).toMatch(/^- 2027-01-12 \d\d:\d\d–\d\d:\d\d, 1 message: 3 days ago$/);
  expect(await run("/history yesterday")).toContain("1 days ago");
});

it.each(["0", "31", "soon", "2027-02-30", "-3"])("%s is told how to be written", async (argument) => {
  expect(await world().run(`/history ${argument}`)).toMatch(/^Write \/history with a number from 1 to 30 or a day/);
});

it("in a group tells only what the person said in that group", async () => {
  const { says, run } = world();
  says("anna", "private", NOW - DAY);
  says("anna", "in the group", NOW - DAY, GROUP);
  says("ben", "ben in the group", NOW - DAY, GROUP);
  expect(await run("/history", "anna", GROUP)).toMatch(/: in the group$/);
  expect(await run("/history", "mia", GROUP)).toBe("I find no past conversation of ours.");
  expect((await run("/history")).split("\n")).toHaveLength(2);
});
