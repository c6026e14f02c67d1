import { expect, it } from "vitest";
import { anna, ben, eventually, family, group, ScenarioHome } from "./scenario-home.ts";
import { countOnDisk } from "./words-on-disk.ts";

const people = { options: { people: family } };
const NOBODY = "http://127.0.0.1:9";
const influx = { influxdb_url: NOBODY, influxdb_token: "the-influx-token", influxdb_org: "home", influxdb_bucket: "home" };
const DAY = 86_400_000;

const GARAGE = {
  ...{ subject: "cover.garage_door", action: "open", pick: "each", minute: 449, spread: 5, departs: false, people: [] },
  days: { name: "workdays", weekdays: [1, 2, 3, 4, 5] },
};

/** What `/learn` ends with: its answer changes. */
async function learned(home: ScenarioHome): Promise<string> {
  const begun = await home.asks(anna, "/learn");
  expect(begun.plain).toBe("I am looking at the past of your home …");
  await eventually(() => !home.log.every((line) => !/habits (were learned|cannot be learned)/.test(line)));
  await eventually(() => {
    home.passes(3_000);
    return home.texts(anna).some((text) => /^I have looked|^I could not/.test(text));
  });
  return home.texts(anna).find((text) => /^I have looked|^I could not/.test(text)) ?? "";
}

it("looks at Home Assistant's history without a database, and finds nothing on the first day", async () => {
  await using home = await ScenarioHome.start(people);
  expect((await home.asks(anna, "/habits")).plain).toBe("I have noticed no habits yet. They show after a week or two; /learn looks now.");
  expect(await learned(home)).toBe("I have looked, and found no habits. They show after a week or two.");
  expect(home.app.habits.learner.status()).toMatchObject({ source: "history", problem: undefined });
});

it("a database that is down is said once; the chat goes on, and no secret is logged", async () => {
  await using home = await ScenarioHome.start({ options: { people: family, ...influx } });
  expect(await learned(home)).toBe("I could not look for habits: InfluxDB does not answer at influxdb_url. I try again later.");
  expect((await home.asks(anna, "/status")).plain).toContain("Habits are not learned: InfluxDB does not answer at influxdb_url.");
  expect((await home.asks(anna, "is the garage door closed?")).plain).toBe("Yes, Garage Door is closed.");
  home.passes(DAY);
  await eventually(() => home.log.length > 0);
  expect(home.log.filter((line) => line.includes("habits cannot be learned"))).toHaveLength(1);
  expect(home.log.join("\n")).not.toContain("the-influx-token");
});

it("a habit is refused by its button, by who may, and stays away after a restart", async () => {
  await using home = await ScenarioHome.start(people);
  const records = JSON.stringify([20_700, 20_701, 20_702, 20_703].map((day) => [day, 1]));
  home.change(
    `INSERT INTO habits (subject, pattern, records, confidence, key, text, status, first_seen, last_seen)
     VALUES ('cover.garage_door', '${JSON.stringify(GARAGE)}', '${records}', 0.9, 'morning_departure', '', 'active', 1, 1)`,
  );
  home.says(group, "/habits@home_bot", { userId: anna });
  expect((await home.next(group)).plain).toContain("private chat");
  const shown = await home.asks(ben, "/habits");
  expect(shown.plain).toContain("Garage Door is opened at about 07:30, on workdays.");
  home.presses(ben, "✖️ 1 is no habit", { messageId: shown.messageId });
  await eventually(() => home.rows("SELECT status FROM habits")[0]?.["status"] === "refused");
  await home.stopApp();
  await home.startApp();
  expect((await home.asks(anna, "/habits")).plain).toContain("no habits yet");
});

it("tells each person in their own language, and asks no model for it", async () => {
  const sentence = "Garage Door is opened at about 07:30, on workdays.";
  await using home = await ScenarioHome.start({
    options: {
      people: [
        { ...family[0], language: "de" },
        { ...family[1], language: "en" },
      ],
      language: "en",
    },
  });
  const records = JSON.stringify([20_700, 20_701, 20_702, 20_703].map((day) => [day, 1]));
  const evidence = JSON.stringify([{ kind: "events", entityId: GARAGE.subject, days: ["2026-09-04"], note: sentence }]);
  home.change(
    `INSERT INTO profile_entries (scope, scope_id, category, key, value, slot, confidence, sensitivity, source, origin, language, first_seen, last_seen,
       occurrence_count, valid_from, importance, evidence, status)
     VALUES ('house', '', 'pattern', 'morning_departure', '07:30', '', 0.9, 'private', 'observed', 'home', 'de', ${home.now}, ${home.now}, 1, 1, 0.9, '${evidence}', 'active');
     INSERT INTO habits (subject, pattern, records, confidence, key, text, fact_id, status, first_seen, last_seen)
     VALUES ('cover.garage_door', '${JSON.stringify(GARAGE)}', '${records}', 0.9, 'morning_departure', '${sentence}', 1, 'active', 1, 1)`,
  );
  const german = "Garage Door wird geöffnet: gegen 07:30, an Werktagen.";
  expect((await home.asks(anna, "/habits")).plain).toContain(german);
  expect((await home.asks(anna, "/why m1")).plain).toContain(`${german} (2026-09-04)`);
  expect((await home.asks(ben, "/habits")).plain).toContain(sentence);
  expect((await home.asks(ben, "/why m1")).plain).toContain(sentence);
  const { messageId } = await home.asks(anna, "/habits 1");
  home.presses(anna, "Nicht freitags", { messageId });
  await home.next(anna, (message) => message.messageId === messageId && message.plain.includes("montags"));
  expect(home.model.calls).toEqual([]);
});

const LAMP = {
  ...{ subject: "light.kitchen_light", action: "on", pick: "each", minute: 1086, spread: 8, departs: false, people: [] },
  days: { name: "workdays", weekdays: [1, 2, 3, 4, 5] },
  sun: { event: "sunset", minutes: 4 },
};

/** A house in which one habit is sure, and stays so when it is looked at again; at an hour at which people are told things. */
async function suggests(pattern: object): Promise<ScenarioHome> {
  const home = await ScenarioHome.start({ options: { people: family, notify: "all", quiet_hours: "03:00-03:01" } });
  const records = JSON.stringify(Array.from({ length: 60 }, (_, day) => [20_640 + day, 1]));
  home.change(
    `INSERT INTO habits (subject, pattern, records, confidence, key, text, status, first_seen, last_seen)
     VALUES ('light.kitchen_light', '${JSON.stringify(pattern)}', '${records}', 0.95, 'lamp', '', 'active', 1, 1)`,
  );
  for (const one of [anna, ben]) await home.asks(one, "hello");
  await eventually(() => home.app.kindWords().domains.size > 0);
  return home;
}

/** Long enough that somebody is asked who may be; the first hour begins with the morning that passed. */
async function aWhile(home: ScenarioHome): Promise<void> {
  for (let hour = 0; hour < 3; hour += 1) {
    home.passes(2 * 3_600_000);
    await home.settled();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Hours pass, each once the last one's messages arrived, until so much was suggested. */
async function suggestedTo(home: ScenarioHome, chat: number, count: number): Promise<void> {
  for (let hour = 0; hour < 48 && suggested(home, chat).length < count; hour += 1) {
    home.passes(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await home.settled();
  }
  expect(suggested(home, chat)).toHaveLength(count);
}

const suggested = (home: ScenarioHome, chat: number) => home.texts(chat).filter((text) => text.startsWith("💡"));

it("suggests to an owner to do what is always done, and plans it after a yes", async () => {
  await using home = await suggests(LAMP);
  await suggestedTo(home, anna, 1);
  const { plain, buttons } = await home.next(anna, (message) => message.plain.startsWith("💡"));
  const forged = home.sim.telegram.press({
    chatId: ben,
    data: buttons[0]?.[0]?.data ?? "",
    messageId: home.sim.telegram.messages(ben)[0]?.messageId ?? 0,
  });
  expect(await home.toast(forged)).toBe("This button does not work any more.");
  expect(home.rows("SELECT 1 FROM schedules")).toEqual([]);
  expect(plain).toBe("💡 Kitchen Light is turned on about 4 minutes after sunset, on workdays. Shall I do that for you from now on?");
  home.presses(anna, "Yes");
  const answer = await home.next(anna, (message) => message.plain.startsWith("Okay"));
  expect(answer.plain).toMatch(/Kitchen Light at sunset \(Monday, .*Friday\)/);
  expect(home.rows("SELECT kind, status FROM schedules")).toEqual([{ kind: "action", status: "active" }]);
  home.passes(40 * DAY);
  await home.settled();
  expect(suggested(home, anna)).toHaveLength(1);
  expect(suggested(home, ben)).toEqual([]);
});

it("/forget leaves no word of what was suggested, whatever became of it, and none of another's", async () => {
  await using home = await suggests(LAMP);
  await suggestedTo(home, anna, 1);
  home.presses(anna, "Not now");
  await home.settled();
  home.change(
    `INSERT INTO outbox (id, channel, bot, chat_id, kind, text, buttons, origin, status, next_attempt_at, created_at)
     SELECT 'zq', channel, bot, '${ben}', kind, 'zqben', '[]', origin, status, next_attempt_at, created_at FROM outbox WHERE turn_id IS NULL LIMIT 1`,
  );
  // the house's own habit may stand in its memory; this is what was said of it
  const word = Buffer.from("💡 Kitchen Light is turned on").toString("latin1");
  expect(countOnDisk(home, word)).toBeGreaterThan(0);
  home.says(anna, "/forget");
  const { messageId } = await home.next(anna, ({ plain }) => plain.startsWith("Forget everything"));
  home.presses(anna, "Yes", { messageId });
  await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
  await home.settled();
  expect([countOnDisk(home, word), countOnDisk(home, "zqben") > 0]).toEqual([0, true]);
});

it("never suggests again after a no, and once a month after none", async () => {
  await using home = await suggests({ ...LAMP, sun: undefined });
  await suggestedTo(home, anna, 1);
  home.passes(8 * DAY);
  await aWhile(home);
  await home.settled();
  expect(suggested(home, anna)).toHaveLength(1);
  home.passes(30 * DAY);
  await suggestedTo(home, anna, 2);
  home.presses(anna, "No");
  await eventually(() => home.rows("SELECT 1 FROM notification_preferences WHERE factor = 0").length === 1);
  home.says(anna, "/notifications");
  expect((await home.next(anna, (message) => message.plain.includes("never:"))).plain).toContain(
    "never: Kitchen Light is turned on at about 18:05",
  );
  home.passes(40 * DAY);
  await aWhile(home);
  await home.settled();
  expect(suggested(home, anna)).toHaveLength(2);
});
