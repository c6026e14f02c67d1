import { expect, it } from "vitest";
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
    messages: {
      outbox: { add: ({ text }: { text: string }) => void edits.push(text), answerOf: () => ({ messageId: "9", waiting: false }) } as never,
      turns: { ofMessage: () => ({ id: "turn" }) } as never,
      later: (_ms, run) => {
        timers.push(run);
        return { [Symbol.dispose]: () => undefined };
      },
      now: () => NOW,
      logger: { warn: () => undefined } as never,
    },
  });
  const habits = async (argument = "", who: Someone = "anna", isPrivate = true) => {
    const answer = await commands.habits(contextOf(who, { isPrivate }), argument);
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
  return { ...world, commands, habits, press, learn };
}

const everyDay = () => true;

it("habits are shown with their days, and one with all of them", async () => {
  const { learner, habits, store } = await habitWorld(houseAnswer(everyDay));
  expect((await habits()).text).toBe("I have noticed no habits yet. They show after a week or two; /learn looks now.");
  await learner.run();
  const id = store.all().find(({ key }) => key.startsWith("coffee_on"))?.id;
  const { text, buttons } = await habits();
  expect(text).toContain(`**${id}** Coffee is turned on at about 06:50, every day. (30 of 30 days, last on 2026-11-04`);
  expect(buttons.flat()).toContainEqual({ label: `✖️ ${id} is no habit`, data: `h:${id}:no` });
  expect((await habits(String(id))).text).toContain("2026-11-03, 2026-11-04 and 18 before.");
  expect((await habits("77")).text).toBe("There is no habit 77. /habits shows them.");
  expect((await habits("all of them")).text).toContain("Write /habits");
});

it("a word narrows a habit or takes it away", async () => {
  const { learner, habits, store } = await habitWorld(houseAnswer(everyDay));
  await learner.run();
  const id = store.all().find(({ key }) => key.startsWith("coffee_on"))?.id;
  expect((await habits(`${id} when it rains`)).text).toContain("I did not understand which days");
  expect((await habits(`${id} not on weekends`)).text).toBe("OK. Coffee is turned on at about 06:50, on workdays.");
  expect((await habits(`${id} no`)).text).toBe("OK, I do not take that for a habit: Coffee is turned on at about 06:50, on workdays.");
  expect((await habits(String(id))).text).toContain("There is no habit");
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
  expect((await habits("", "mia")).text).toBe("Please ask an adult of the house for that.");
  expect((await habits("", "gus")).text).toBe("Please ask an adult of the house for that.");
  expect((await habits("", "ben", false)).text).toContain("private chat");
});

it("a habit of one person is shown to nobody else", async () => {
  const { learner, habits, store } = await habitWorld(houseAnswer(everyDay));
  await learner.run();
  for (const row of store.all()) store.save({ ...row, personId: "anna" });
  expect((await habits("", "ben")).text).toContain("no habits yet");
  expect((await habits("", "anna")).text).toContain("Coffee");
});

it("what went wrong is told in words, and stands in the status", async () => {
  const { learn, learner, commands } = await habitWorld({ kind: "problem", problem: "wrong-token" });
  const [begun, ended] = await learn();
  expect(begun).toBe("I am looking at the past of your home …");
  expect(ended).toBe("I could not look for habits: InfluxDB does not take the token of influxdb_token. I try again later.");
  expect(learner.status().problem).toBe("wrong-token");
  expect(commands.problems(catalogueFor("en"))).toEqual(["⚠️ Habits are not learned: InfluxDB does not take the token of influxdb_token."]);
});
