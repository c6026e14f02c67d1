import { expect, it, vi } from "vitest";
import { createHabitCommands } from "../../../src/agent/commands/command-habits.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import { at } from "../../memory/habits/hand-events.ts";
import { DAYS, FROM, houseAnswer, learnerWorld } from "../../memory/habits/learner-world.ts";
import { CHAT } from "../../storage/stores.ts";
import { contextOf, PEOPLE, type Someone } from "../command-world.ts";

const NOW = at(FROM, 200, DAYS);

async function habitWorld(...answers: Parameters<typeof learnerWorld>) {
  const world = learnerWorld(...answers);
  const edits: string[] = [];
  const timers: (() => void)[] = [];
  const commands = createHabitCommands({
    ...{ store: world.store, book: world.book, learner: world.learner, home: world.home, now: () => NOW },
    suggestions: {} as never,
    messages: {
      outbox: {
        add: ({ text }: { text: string }) => void edits.push(text),
        answerOf: () => ({ messageId: "9", waiting: false }),
        turnOfMessage: () => "turn",
      } as never,
      turns: { ofMessage: () => ({ id: "turn" }) } as never,
      later: (_ms, run) => {
        timers.push(run);
        return { [Symbol.dispose]: () => undefined };
      },
      now: () => NOW,
      logger: { warn: () => undefined } as never,
    },
  });
  const habits = (argument = "", who: Someone = "anna", isPrivate = true) => {
    const answer = commands.habits(contextOf(who, { isPrivate }), argument);
    return typeof answer === "string" ? { text: answer, buttons: [] } : answer;
  };
  const press = (data: string, who: Someone = "anna", isPrivate = true) =>
    commands.press({ ...CHAT, messageId: "1", data, person: PEOPLE[who], isPrivate, pressedAt: NOW });
  /** The growing answer of `/learn`, as it ends. */
  const learn = async (who: Someone = "anna") => {
    const begun = commands.learn(contextOf(who), "");
    await world.learner[Symbol.asyncDispose]().catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    for (const run of timers.splice(0)) run();
    return [begun, ...edits];
  };
  return { ...world, commands, habits, press, learn, edits };
}

const everyDay = () => true;

it("habits are shown with their days, and one with all of them", async () => {
  const { learner, habits, store } = await habitWorld(houseAnswer(everyDay));
  expect(habits().text).toBe("I have noticed no habits yet. They show after a week or two; /learn looks now.");
  await learner.run();
  const id = store.all().find(({ key }) => key.startsWith("coffee_on"))?.id;
  const { text, buttons } = habits();
  expect(text).toContain(`**${id}** Coffee is turned on at about 06:50, every day. (30 of 30 days, last on 2026-11-04`);
  expect(buttons.flat()).toContainEqual({ label: `✖️ ${id} is no habit`, data: `h:${id}:no` });
  expect(habits(String(id)).text).toContain("2026-11-03, 2026-11-04 and 18 before.");
  expect(habits("77").text).toBe("There is no habit 77. /habits shows them.");
  expect(habits("all of them").text).toContain("Write /habits");
});

it("buttons narrow a habit by its days: each of them, its weekends and its workdays", async () => {
  const { learner, habits, press, edits, store } = await habitWorld(houseAnswer(everyDay));
  await learner.run();
  const id = store.all().find(({ key }) => key.startsWith("coffee_on"))?.id;
  const labels = () => habits(`${id} not on weekends`).buttons.flatMap((row) => row.map(({ label }) => label));
  const days = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"].map((day) => `Not on ${day}`);
  expect(labels().toSorted()).toEqual(["Not on weekends", "Not on workdays", ...days, `✖️ ${id} is no habit`].toSorted());
  expect(press(`h:${id}:06`, "mia")).toMatchObject({ taken: false });
  expect(press(`h:${id}:06`)).toEqual({ toast: "OK, not on these days.", taken: true });
  await vi.waitFor(() => expect(edits.at(-1)).toContain("Coffee is turned on at about 06:50, on workdays."));
  expect(labels().filter((label) => label.startsWith("Not"))).toEqual(days.slice(1, 6));
  press(`h:${id}:12345`);
  await vi.waitFor(() => expect(edits.at(-1)).toBe("OK, that is no habit."));
});

it("a button takes it away, once, for grown-ups, in private", async () => {
  const { learner, press, store, houseFacts } = await habitWorld(houseAnswer(everyDay));
  await learner.run();
  const id = store.all()[0]?.id;
  expect(press("f:1:yes")).toBeUndefined();
  expect(press(`h:${id}:no`, "mia")).toMatchObject({ taken: false });
  expect(press(`h:${id}:no`, "anna", false)).toMatchObject({ taken: false });
  const before = houseFacts().length;
  expect(press(`h:${id}:no`)).toEqual({ toast: "OK, that is no habit.", taken: true });
  expect(press(`h:${id}:no`)).toMatchObject({ taken: false });
  expect(houseFacts()).toHaveLength(before - 1);
});

it("nobody reads when a house is empty who should not", async () => {
  const { learner, habits } = await habitWorld(houseAnswer(everyDay));
  await learner.run();
  expect(habits("", "mia").text).toBe("Please ask an adult of the house for that.");
  expect(habits("", "gus").text).toBe("Please ask an adult of the house for that.");
  expect(habits("", "ben", false).text).toContain("private chat");
});

it("a habit of one person is shown to nobody else", async () => {
  const { learner, habits, store } = await habitWorld(houseAnswer(everyDay));
  await learner.run();
  for (const row of store.all()) store.save({ ...row, personId: "anna" });
  expect(habits("", "ben").text).toContain("no habits yet");
  expect(habits("", "anna").text).toContain("Coffee");
});

it("what went wrong is told in words, and stands in the status", async () => {
  const { learn, learner, commands } = await habitWorld({ kind: "problem", problem: "wrong-token" });
  const [begun, ended] = await learn();
  expect(begun).toBe("I am looking at the past of your home …");
  expect(ended).toBe("I could not look for habits: InfluxDB does not take the token of influxdb_token. I try again later.");
  expect(learner.status().problem).toBe("wrong-token");
  expect(commands.problems(catalogueFor("en"))).toEqual(["⚠️ Habits are not learned: InfluxDB does not take the token of influxdb_token."]);
});
