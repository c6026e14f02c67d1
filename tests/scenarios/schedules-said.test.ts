import { describe, expect, it } from "vitest";
import { startFamily, touched } from "./family-home.ts";
import { anna } from "./scenario-home.ts";

const MINUTE = 60_000;

describe("what is planned is said, kept once and taken back", () => {
  it.each([
    ["en", "remind me to call Ben when Ben comes home", "Okay, I’ll remind you when Ben comes home: call Ben"],
    ["de", "erinnere mich an den Müll wenn Ben nach Hause kommt", "Okay, ich erinnere dich, wenn Ben nach Hause kommt: den Müll"],
    ["de", "erinnere mich jeden Tag um 7 Uhr an den Müll", "Okay, ich erinnere dich jeden Tag um 07:00: den Müll"],
    ["nl", "herinner me aan het afval als Ben thuiskomt", "Oké, ik stuur je als Ben thuiskomt een herinnering: het afval"],
    [
      "en",
      "on the 31st of every month at 9 remind me to pay the rent",
      /on day 31 of each month \(or the last day of a shorter one\) at 9:00.AM/,
    ],
    [
      "de",
      "erinnere mich am 31. jedes Monats um 9 an die Miete",
      /am 31\. jedes Monats \(oder am letzten Tag eines kürzeren\) um 09:00: die Miete$/,
    ],
    ["en", "remind me every sunday evening to water the plants", /^Okay, I’ll remind you every Sunday at 7:00.PM: water the plants$/],
    ["en", "every weekday morning remind me to take my pills", /^Okay, I’ll remind you on weekdays at 8:00.AM: take my pills$/],
    ["de", "erinnere mich jeden Sonntagabend ans Blumengießen", "Okay, ich erinnere dich jeden Sonntag um 19:00: Blumengießen"],
    ["fr", "rappelle-moi tous les dimanches soir d'arroser les plantes", /19:00 : arroser les plantes$/],
    ["es", "recuérdame todos los domingos por la noche regar las plantas", /21:00: regar las plantas$/],
    ["nl", "herinner me elke zondagavond aan de planten", /zondag om 19:00 een herinnering: de planten$/],
    ["he", "תזכיר לי כל יום ראשון בערב להשקות את העציצים", /19:00.*: \u2068?להשקות את העציצים/],
    ["de", "erinnere mich am 15. jedes Monats um 9 an die Miete", /dich am 15\. jedes Monats um 09:00: die Miete$/],
  ] as const)("%s: %s is confirmed as it is said", async (language, said, answer) => {
    await using home = await startFamily(language);
    await home.namesKinds();
    const { plain } = await home.asks(anna, said);
    if (typeof answer === "string") expect(plain).toBe(answer);
    else expect(plain).toMatch(answer);
  });

  it.each([
    ["en", "set the thermostat to 23 until 11 pm", "climate.set_temperature", { temperature: 21 }],
    ["en", "set the thermostat to 23 for 20 minutes", "climate.set_temperature", { temperature: 21 }],
    ["de", "stelle das Thermostat auf 23 Grad bis 23 Uhr", "climate.set_temperature", { temperature: 21 }],
    ["fr", "règle le thermostat sur 23 degrés jusqu'à 23 h", "climate.set_temperature", { temperature: 21 }],
    ["es", "pon el termostato a 23 grados hasta las 23", "climate.set_temperature", { temperature: 21 }],
    ["nl", "zet de thermostaat op 23 graden tot 23 uur", "climate.set_temperature", { temperature: 21 }],
    ["he", "תדליק את Bedroom Fan עד השעה 23", "fan.turn_off", {}],
    ["en", "set the bed light to 20% until 11 pm", "light.turn_off", {}],
    ["en", "set the ceiling lights to 20% until 11 pm", "light.turn_on", { brightness: 180 }],
    ["en", "turn on the bedroom fan until 11 pm", "fan.turn_off", {}],
  ] as const)("%s: %s: what is set now comes back to how it was", async (language, said, service, data) => {
    await using home = await startFamily(language);
    await home.namesKinds();
    await home.asks(anna, said);
    await home.settled();
    expect(home.calls()).toHaveLength(1);
    const plans = home.rows("SELECT calls ->> '$[0].service' AS service, calls -> '$[0].data' AS data FROM schedules");
    expect(plans.map((plan) => [plan["service"], JSON.parse(String(plan["data"]))])).toEqual([[service, expect.objectContaining(data)]]);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["en", "remind me tomorrow at 8 to take out the bins", "cancel the reminder about the bins", /^Okay, cancelled: take out the bins\.$/],
    ["en", "remind me tomorrow at 8 about the dentist", "cancel the dentist reminder", /^Okay, cancelled: the dentist\.$/],
    ["de", "erinnere mich morgen um 8 an den Müll", "lösche die Erinnerung an den Müll", /^Okay, gelöscht: den Müll\.$/],
    ["fr", "rappelle-moi demain à 8 h d'appeler le dentiste", "annule le rappel du dentiste", /appeler le dentiste\.$/],
    ["es", "recuérdame mañana a las 8 llamar al dentista", "cancela el recordatorio del dentista", /llamar al dentista\.$/],
    ["nl", "herinner me morgen om 8 uur aan de tandarts", "verwijder de herinnering aan de tandarts", /: de tandarts\.$/],
  ] as const)("%s: %s, cancelled by its name", async (language, said, cancelled, answer) => {
    await using home = await startFamily(language);
    await home.asks(anna, said);
    await home.settled();
    await home.asks(anna, language === "en" ? "remind me tomorrow at 9 to feed the cat" : said.replace("8", "9").replace(/\S+$/, "Zebra"));
    await home.settled();
    expect((await home.asks(anna, cancelled)).plain).toMatch(answer);
  });

  it("undo is about what was planned or done last, for half an hour", async () => {
    await using home = await startFamily();
    await home.asks(anna, "turn on the kitchen light");
    await home.settled();
    home.passes(5 * MINUTE);
    await home.asks(anna, "turn off the desk lamp at 11 pm");
    await home.settled();
    home.passes(12 * MINUTE);
    expect((await home.asks(anna, "undo")).plain).toBe("Okay, cancelled: turn off Desk Lamp.");
    await home.settled();
    expect((await home.asks(anna, "undo")).plain).toMatch(/Kitchen Light is now off/);
    await home.settled();
    await home.asks(anna, "turn off the desk lamp at 11 pm");
    await home.settled();
    home.passes(5 * MINUTE);
    await home.asks(anna, "turn on the kitchen light");
    await home.settled();
    home.passes(12 * MINUTE);
    expect((await home.asks(anna, "undo")).plain).toMatch(/Kitchen Light is now off/);
    await home.settled();
    home.passes(31 * MINUTE);
    expect((await home.asks(anna, "undo")).plain).toBe("I haven’t done anything here that I could take back.");
  });

  it("undo right after planning cancels the plan; a far date has its year; of two timers at once it asks", async () => {
    await using home = await startFamily();
    await home.asks(anna, "turn off the desk lamp in 10 minutes");
    expect((await home.asks(anna, "undo")).plain).toBe("Okay, cancelled: turn off Desk Lamp.");
    await home.asks(anna, "turn on the kitchen light for 20 minutes");
    expect((await home.asks(anna, "undo")).plain).toMatch(/^Kitchen Light is now off\.\nOkay, cancelled: turn off Kitchen Light\.$/);
    expect((await home.asks(anna, "remind me in 50 weeks to book the hotel")).plain).toMatch(/, 20\d\d at /);
    expect((await home.asks(anna, "set a timer for 5 minutes and one for 10 minutes")).plain).toMatch(/^When\?/);
    await home.settled();
    home.passes(21 * MINUTE);
    await home.settled();
    expect(touched(home)).not.toContain("light.turn_off light.desk_lamp");
  });

  it.each([
    ["en", ["remind me to call Ben tomorrow at 5", "not tomorrow"], "Okay, cancelled: call Ben."],
    ["en", ["remind me to call Ben tomorrow at 5", "cancel it for tomorrow"], "Okay, cancelled: call Ben."],
    ["en", ["turn on the desk lamp tomorrow from 7 to 8", "skip tomorrow"], "Okay, cancelled: turn on Desk Lamp and turn off Desk Lamp."],
    [
      "en",
      ["turn on the desk lamp tomorrow at 7 and turn off the kitchen radio in 3 days at 8", "not tomorrow"],
      "Okay, cancelled: turn on Desk Lamp.",
    ],
    ["en", ["remind me in 5 days to call Ben", "not tomorrow"], /^Call Ben: \w+, \w+ \d/],
    ["en", ["every two hours remind me to stretch", "not tomorrow"], "Okay, I’ll remind you every 2 hours, but not tomorrow: stretch"],
    [
      "en",
      ["at sunset every day turn on the desk lamp", "not tomorrow"],
      "Okay, I’ll turn on Desk Lamp every day at sunset, but not tomorrow.",
    ],
    ["de", ["erinnere mich morgen um 17 Uhr an den Müll", "morgen nicht"], "Okay, gelöscht: den Müll."],
    ["fr", ["rappelle-moi demain à 17 h d'appeler Ben", "pas demain"], /: appeler Ben\.$/],
    ["es", ["recuérdame mañana a las 17 llamar a Ben", "mañana no"], /: llamar a Ben\.$/],
    ["nl", ["herinner me morgen om 17 uur aan het afval", "morgen niet"], /: het afval\.$/],
    ["he", ["תזכיר לי מחר בשעה 17 להתקשר לבן", "לא מחר"], /להתקשר לבן/],
  ] as const)("%s: a day that is left out: %j", async (language, said, answer) => {
    await using home = await startFamily(language);
    home.sim.setState("sun.sun", "above_horizon", { next_setting: new Date(home.now + 3_600_000).toISOString() });
    const answers = [];
    for (const text of said) {
      answers.push((await home.asks(anna, text)).plain);
      await home.settled();
    }
    if (typeof answer === "string") expect(answers.at(-1)).toBe(answer);
    else expect(answers.at(-1)).toMatch(answer);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["remind me to call Ben tomorrow at 5", "remind me to call Ben tomorrow at 5", "not tomorrow", "Okay, cancelled: call Ben."],
    ["turn off the desk lamp in 10 minutes", "in ten minutes turn the desk lamp off", "never mind", "Okay, cancelled: turn off Desk Lamp."],
    [
      "remind me to call Ben in an hour",
      "remind me to call Ben in one hour",
      "half an hour earlier",
      /^Okay, I’ll remind you .*: call Ben$/,
    ],
  ])("what was planned already is what the next message is about: %s", async (first, again, change, answer) => {
    await using home = await startFamily();
    await home.asks(anna, first);
    await home.settled();
    home.passes(20_000);
    expect((await home.asks(anna, again)).plain).toMatch(/^I’ve planned that already\. /);
    await home.settled();
    const { plain } = await home.asks(anna, change);
    if (typeof answer === "string") expect(plain).toBe(answer);
    else expect(plain).toMatch(answer);
    expect(home.rows("SELECT 1 FROM schedules")).toHaveLength(1);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["en", "remind me in 5 minutes to call Ben", "remind me again in 10 minutes", "⏰ Call Ben"],
    ["en", "remind me in 5 minutes to call Ben", "snooze", "⏰ Call Ben"],
    ["en", "remind me in 5 minutes to call Ben", "10 minutes later", "⏰ Call Ben"],
    ["en", "remind me in 5 minutes to call Ben", "snooze for 10 minutes", "⏰ Call Ben"],
    ["de", "erinnere mich in 5 Minuten an den Müll", "erinnere mich in 10 Minuten noch einmal", "⏰ Den Müll"],
    ["fr", "rappelle-moi dans 5 minutes d'appeler Ben", "rappelle-le-moi dans 10 minutes", "⏰ Appeler Ben"],
    ["es", "recuérdame en 5 minutos llamar a Ben", "recuérdamelo otra vez en 10 minutos", "⏰ Llamar a Ben"],
    ["nl", "herinner me over 5 minuten aan het afval", "herinner me over 10 minuten opnieuw", "⏰ Het afval"],
    ["he", "תזכיר לי בעוד 5 דקות להתקשר לבן", "תזכיר לי שוב בעוד 10 דקות", /^⏰ .*להתקשר לבן/],
  ] as const)("%s: what came comes once more: %s, %s", async (language, said, again, due) => {
    await using home = await startFamily(language);
    await home.asks(anna, said);
    await home.settled();
    home.passes(6 * MINUTE);
    await home.next(anna);
    const { plain } = await home.asks(anna, again);
    expect(plain).not.toContain("⏰");
    await home.settled();
    home.passes(9 * MINUTE);
    await home.settled();
    expect(home.texts(anna).at(-1)).not.toMatch(/^⏰/);
    home.passes(2 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(due);
    expect(home.rows("SELECT text FROM schedules")).toHaveLength(1);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["snooze", "remind me again in 5 minutes"],
    ["remind me again in 5 minutes", "snooze"],
  ])("what was put off is moved when it is put off again: %s, %s", async (...again) => {
    await using home = await startFamily();
    await home.asks(anna, "remind me in 1 minute to call my mother");
    await home.settled();
    home.passes(1.5 * MINUTE);
    await home.next(anna);
    for (const said of again) {
      await home.asks(anna, said);
      await home.settled();
    }
    expect(home.rows("SELECT text FROM schedules WHERE status = 'active'")).toEqual([{ text: "call my mother" }]);
  });

  it("“remind me again” without a reminder asks what of, and of plans of several messages nothing is changed unasked", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "remind me again in 10 minutes")).plain).toBe("What shall I remind you of?");
    expect(home.rows("SELECT 1 FROM schedules")).toEqual([]);
    await home.settled();
    for (const text of ["set a timer for 5 minutes", "set a timer for 20 minutes", "add 5 minutes to the timer"]) {
      await home.asks(anna, text);
      await home.settled();
    }
    expect((await home.asks(anna, "never mind")).plain).toMatch(/Which one do you mean\?$/);
    await home.settled();
    expect((await home.asks(anna, "turn on the kitchen light")).plain).toMatch(/^Kitchen Light is now on/);
    expect(home.rows("SELECT status FROM schedules")).toEqual([{ status: "active" }, { status: "active" }]);
  });

  it.each([
    ["en", "tell me when the kitchen window has been open 10 minutes"],
    ["en", "when the kitchen window has been open 10 minutes turn off the kitchen light"],
    ["en", "whenever the kitchen window stays open ten minutes, turn off the kitchen light"],
    ["en", "watch the kitchen window and tell me if it stays open 10 minutes"],
    ["de", "wenn Kitchen Window offen ist 10 Minuten, schalte das Kitchen Light aus"],
    ["fr", "quand Kitchen Window reste ouverte 10 minutes éteins Kitchen Light"],
    ["es", "avísame si Kitchen Window lleva 10 minutos abierta"],
    ["nl", "als Kitchen Window 10 minuten open staat, doe Kitchen Light uit"],
    ["he", "כש-Kitchen Window פתוח 10 דקות תכבה את Kitchen Light"],
  ] as const)("%s: how long it has to be so needs no preposition: %s", async (language, said) => {
    await using home = await startFamily(language);
    await home.namesKinds();
    await home.asks(anna, said);
    await home.settled();
    const [plan, ...more] = home.rows("SELECT trigger ->> 'forMs' AS ms, trigger ->> 'state' AS state FROM schedules");
    expect([plan, more, home.calls(), home.model.calls]).toEqual([{ ms: 10 * MINUTE, state: "on" }, [], [], []]);
  });

  it("what does not come on a day any more is told as it is, and not left out on it", async () => {
    await using home = await startFamily();
    await home.asks(anna, "every day at 12:01 am remind me to sleep");
    await home.settled();
    const today = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(home.now);
    const { plain } = await home.asks(anna, "not today");
    expect(plain).toMatch(/^Sleep: every day at 12:01.AM \(next /);
    await home.settled();
    expect((await home.asks(anna, `not on ${today}`)).plain).toBe(plain);
  });

  it("“as soon as” is no vague time", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "let me know as soon as the front door is unlocked")).plain).toBe(
      "Okay, I’ll tell you when Front Door is unlocked.",
    );
  });

  it("a span that belongs to something else is none of the condition", async () => {
    await using home = await startFamily();
    for (const said of [
      "turn on the kitchen light if the kitchen window is open 10 minutes before sunset",
      "tell me when the kitchen window is open tomorrow 10 minutes",
      "tell me when the 5 minute kitchen window is open",
    ]) {
      home.model.reply({ text: "When?" });
      await home.asks(anna, said);
      await home.settled();
    }
    expect([home.rows("SELECT 1 FROM schedules"), home.calls()]).toEqual([[], []]);
  });
});
