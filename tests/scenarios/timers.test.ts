import { expect, it } from "vitest";
import { startFamily } from "./family-home.ts";
import { anna, type ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;

const timers = (home: ScenarioHome) =>
  home
    .rows("SELECT text, status FROM schedules WHERE kind = 'timer' AND status IN ('active','paused') ORDER BY id")
    .map((row) => Object.values(row).join(" "));

const TWO = {
  en: ["set a timer for pasta, 9 minutes", "set a timer for cake, 20 minutes"],
  de: ["stell einen Timer für Nudeln auf 9 Minuten", "stell einen Timer für Kuchen auf 20 Minuten"],
  fr: ["mets un minuteur de 9 minutes pour les pâtes", "mets un minuteur de 20 minutes pour le gâteau"],
  es: ["pon un temporizador de 9 minutos para la pasta", "pon un temporizador de 20 minutos para la tarta"],
  nl: ["zet een timer van 9 minuten voor pasta", "zet een timer van 20 minuten voor taart"],
} as const;

it.each([
  ["en", "add 5 minutes to the pasta timer", /^Okay, (?:14 minutes|13 minutes, \d+ seconds) left: a timer for pasta/, "active"],
  ["en", "pause the pasta timer", /^Paused: a timer for pasta/, "paused"],
  ["de", "verlängere den Nudeltimer um 5 Minuten", /^Okay, noch (?:14 Minuten|13 Minuten, \d+ Sekunden): ein Timer für Nudeln/, "active"],
  ["de", "pausiere den Nudeltimer", /^Angehalten: ein Timer für Nudeln/, "paused"],
  ["fr", "ajoute 5 minutes au minuteur des pâtes", /pâtes/, "active"],
  ["fr", "mets le minuteur des pâtes en pause", /pâtes/, "paused"],
  ["es", "añade 5 minutos al temporizador de la pasta", /pasta/, "active"],
  ["es", "pausa el temporizador de la pasta", /pasta/, "paused"],
  ["nl", "verleng de pastatimer met 5 minuten", /pasta/, "active"],
  ["nl", "pauzeer de pastatimer", /pasta/, "paused"],
] as const)("%s: of two timers “%s” is about the one that is named", async (language, said, answer, status) => {
  await using home = await startFamily(language);
  for (const text of TWO[language]) await home.asks(anna, text);
  const [first, second] = timers(home);
  expect((await home.asks(anna, said)).plain).toMatch(answer);
  await home.settled();
  expect(timers(home)).toEqual([first?.replace("active", status), second]);
  expect(home.model.calls).toEqual([]);
});

it("what fits two timers is asked about, and begins no third", async () => {
  await using home = await startFamily();
  for (const text of TWO.en) await home.asks(anna, text);
  for (const said of ["add 5 minutes to the timer", "pause the timer", "add 5 minutes to the egg timer"]) {
    expect((await home.asks(anna, said)).plain).toBe("You have a timer for pasta and a timer for cake. Which one do you mean?");
    await home.settled();
  }
  expect((await home.asks(anna, "how long is left on the cake timer?")).plain).toMatch(/^A timer for cake: \d+ minutes/);
  expect(timers(home)).toEqual(["pasta active", "cake active"]);
});

it("of two timers that one goes on which is paused, and it may be longer then", async () => {
  await using home = await startFamily();
  for (const text of TWO.en) await home.asks(anna, text);
  await home.asks(anna, "pause the cake timer");
  await home.settled();
  home.passes(5 * MINUTE);
  expect((await home.asks(anna, "add 5 minutes to the cake timer")).plain).toMatch(
    /^A timer for cake: paused, (?:25 minutes|24 minutes, \d+ seconds) left/,
  );
  expect((await home.asks(anna, "resume the timer")).plain).toMatch(/^Okay, (?:25 minutes|24 minutes, \d+ seconds) left: a timer for cake/);
  expect(timers(home)).toEqual(["pasta active", "cake active"]);
});

it.each(["add 5 minutes to the timer", "pause the pasta timer", "extend the timer by 5 minutes"])("“%s” begins no timer", async (said) => {
  await using home = await startFamily();
  home.model.reply({ text: "There is none." });
  await home.asks(anna, said);
  await home.settled();
  expect(timers(home)).toEqual([]);
});

it("without a timer it says so, whatever else is planned", async () => {
  await using home = await startFamily();
  await home.asks(anna, "remind me tomorrow at 9 to call Ben");
  expect((await home.asks(anna, "how long left?")).plain).toBe("No timer is running.");
});

it("a list of timers stays one when one of them is cancelled", async () => {
  await using home = await startFamily();
  for (const text of [...TWO.en, "remind me tomorrow at 7 to water the plants"]) await home.asks(anna, text);
  const { messageId } = await home.asks(anna, "/timers");
  home.presses(anna, "Cancel 1", { messageId });
  const list = await home.next(anna, (message) => message.messageId === messageId && message.edits.length > 0);
  expect(list.plain).toMatch(/^A timer for cake: [^\n]+$/);
});

it.each([
  ["en", "tea", ["set a timer for 5 minutes for tea", "set a timer for tea for 6 minutes", "set a timer called tea for 7 minutes"]],
  ["de", "Tee", ["stell einen Timer auf 5 Minuten für den Tee", "stell einen Timer für den Tee auf 6 Minuten"]],
  ["fr", "thé", ["mets un minuteur de 5 minutes pour le thé", "mets un minuteur pour le thé de 6 minutes"]],
  ["es", "té", ["pon un temporizador de 5 minutos para el té", "pon un temporizador para el té de 6 minutos"]],
  ["nl", "thee", ["zet een timer van 5 minuten voor de thee", "zet een timer voor de thee van 6 minuten"]],
  ["he", "תה", ["שים טיימר ל-5 דקות לתה", "תפעיל טיימר של 6 דקות לתה", "טיימר לתה 7 דקות"]],
])("what a timer is for may stand before how long it runs, or behind (%s)", async (language, what, sentences) => {
  await using home = await startFamily(language);
  for (const sentence of sentences) await home.asks(anna, sentence);
  expect(timers(home)).toEqual(sentences.map(() => `${what} active`));
  expect(home.model.calls).toEqual([]);
});

it.each([
  ["en", "set a timer for 5 minutes", "⏰ Your 5-minute timer is done."],
  ["en", "set a timer for 1 hour and 30 minutes", "⏰ Your 1-hour 30-minute timer is done."],
  ["en", "set a timer for pasta, 5 minutes", "⏰ Your timer for pasta is done."],
  ["de", "stell einen Timer auf 5 Minuten", "⏰ Dein 5-Minuten-Timer ist abgelaufen."],
  ["fr", "mets un minuteur de 5 minutes", "⏰ Ton minuteur de 5 minutes est terminé."],
  ["fr", "mets un minuteur de 1 heure et 30 minutes", "⏰ Ton minuteur de 1\u00a0heure et 30 minutes est terminé."],
  ["es", "pon un temporizador de 5 minutos", "⏰ Tu temporizador de 5 minutos ha terminado."],
  ["es", "pon un temporizador de 1 hora y 30 minutos", "⏰ Tu temporizador de 1 hora y 30 minutos ha terminado."],
  ["nl", "zet een timer van 5 minuten", "⏰ Je timer van 5 minuten is afgelopen."],
  ["nl", "zet een timer van 1 uur en 30 minuten", "⏰ Je timer van 1 uur en 30 minuten is afgelopen."],
  ["he", "שים טיימר ל-5 דקות", /^⏰ \S*הטיימר של \u2068?5 דקות\S* הסתיים\.$/],
] as const)("%s: %s says at its end which it is, also after a pause", async (language, said, over) => {
  const length = said.includes("30") ? 90 : 5;
  await using home = await startFamily(language);
  await home.asks(anna, said);
  await home.settled();
  await home.asks(anna, "/timers pause");
  await home.settled();
  home.passes(MINUTE);
  await home.asks(anna, "/timers resume");
  await home.settled();
  home.passes(length * MINUTE + 1_000);
  const { plain } = await home.next(anna);
  if (typeof over === "string") expect(plain).toBe(over);
  else expect(plain).toMatch(over);
});

it("a number of a list stands for its plan in a command", async () => {
  await using home = await startFamily();
  for (const text of ["set a timer for 5 minutes", "set a timer for 10 minutes"]) await home.asks(anna, text);
  expect((await home.asks(anna, "/timers pause 2")).plain).toBe("Paused: a timer for 10 minutes.");
  for (const unknown of ["0", "3", "-1"]) expect((await home.asks(anna, `/timers cancel ${unknown}`)).plain).toMatch(/^1\. .*\n2\. /);
  expect((await home.asks(anna, "/timers cancel 1")).plain).toBe("Okay, cancelled: a timer for 5 minutes.");
});

it.each([
  ["en", "2 hours"],
  ["en", "1.5h"],
  ["de", "2 Stunden"],
  ["fr", "une demi-heure"],
  ["es", "90 minutos"],
  ["nl", "een half uur"],
  ["he", "שעתיים"],
] as const)("%s: /quiet %s", async (language, said) => {
  await using home = await startFamily(language);
  expect((await home.asks(anna, `/quiet ${said}`)).plain).toMatch(/\d:\d\d/);
});
