import { expect, it } from "vitest";
import { createSearchLogCommand } from "../../../src/agent/commands/command-searchlog.ts";
import { redactAnswer } from "../../../src/security/redaction/redaction.ts";
import type { EgressRow } from "../../../src/storage/audit/search-audit.ts";
import { fakeHome } from "../../fakes/home.ts";
import { CHAT, NOW, openStores } from "../../storage/stores.ts";
import { contextOf, PEOPLE, type Someone } from "../command-world.ts";

const DAY = 86_400_000;
const SEARCH: EgressRow = { kind: "search", original: "weather", sanitized: "weather", blocked: false, provider: "duckduckgo", at: NOW };
const BLOCKED: EgressRow = { ...SEARCH, original: "call +44 20 7946 0018", sanitized: "", blocked: true, reason: "odd-code" };

function logWorld() {
  const stores = openStores();
  const home = fakeHome({ entities: [{ entityId: "light.ellies_room", name: "Ellie's lamp" }] });
  for (const { id, name, role } of Object.values(PEOPLE)) {
    stores.addTurn(`of ${id}`, { personId: id, personName: name, role, chatId: `chat of ${id}`, text: "" });
  }
  const command = createSearchLogCommand({
    ...{ home, egress: stores.egress, quotes: stores.quotes, outbox: stores.outbox, now: () => NOW },
    redact: (text) => redactAnswer(text, (entityId) => home.find(entityId)?.name),
  });
  const say = (argument = "", who: Someone = "anna", isPrivate = true) => {
    const answer = command.run(contextOf(who, { isPrivate }), argument);
    const { text, buttons } = typeof answer === "string" ? { text: answer, buttons: [] } : answer;
    return { lines: text.split("\n"), buttons: buttons.flat() };
  };
  const press = (data: string, who: Someone | "stranger", chatId = CHAT.chatId) => {
    const person = who === "stranger" ? undefined : { ...PEOPLE[who], language: "en" };
    const reply = command.press({ ...CHAT, chatId, messageId: "9", data, person, isPrivate: !chatId.startsWith("-"), pressedAt: NOW });
    const [edit] = stores.outbox.due(NOW);
    if (edit) stores.outbox.sent(edit.id, NOW, { part: 0, messageId: "9" });
    return { reply, edit };
  };
  const searched = (count: number, who: Someone, more: Partial<EgressRow> = {}) => {
    for (let index = 1; index <= count; index += 1) {
      stores.egress.begin({ ...SEARCH, original: `q${index}`, sanitized: `q${index}`, personId: who, ...more });
    }
  };
  return { ...stores, say, press, searched };
}

it("a line tells when, what was asked, what left, to whom, and what came back", () => {
  const { say, egress } = logWorld();
  const asked = { original: "why is light.ellies_room *dead*", sanitized: "smart light not responding", personId: "ben" };
  egress.end(egress.begin({ ...SEARCH, ...asked }), { outcome: "ok", results: 5, bytes: 12_345, milliseconds: 340 });
  egress.end(egress.begin({ ...SEARCH, personId: "ben" }), { outcome: "unavailable", milliseconds: 4 });
  egress.begin({ ...SEARCH, personId: "ben" });
  expect(say("", "ben").lines).toEqual([
    "What left the house for you or was kept back, newest first:",
    "- 2027-01-15 09:00: search “weather” to duckduckgo (its end is not known)",
    "- 2027-01-15 09:00: search “weather” to duckduckgo (no answer, 4 ms)",
    "- 2027-01-15 09:00: search “smart light not responding” to duckduckgo (5 results, 12.3 kB, 340 ms), asked as “why is Ellie's lamp \\*dead\\*”",
  ]);
});

it("what was kept back has its reason, and every other way out stands there with its size", () => {
  const { say, egress } = logWorld();
  egress.begin({ ...BLOCKED, personId: "ben" });
  const page = { kind: "page", original: "", sanitized: "https://example.org/manual", provider: "example.org" } as const;
  egress.end(egress.begin({ ...SEARCH, ...page, personId: "ben" }), { outcome: "failed", bytes: 7, milliseconds: 1 });
  const model = { kind: "cloud_model", original: "", sanitized: "", provider: "openai/gpt" } as const;
  egress.end(egress.begin({ ...SEARCH, ...model, personId: "ben" }), { outcome: "ok", bytes: 2_000, milliseconds: 1 });
  expect(say("", "ben").lines.slice(1)).toEqual([
    "- 2027-01-15 09:00: model to openai/gpt (2 kB, 1 ms)",
    "- 2027-01-15 09:00: page “https:\u2060/\u2060/\u2060example.\u2060org/\u2060manual” to example.\u2060org (it failed, 7 bytes, 1 ms)",
    "- 2027-01-15 09:00: search “call +\u206044 20 7946 0018”, kept back: it was not for outside",
  ]);
  expect(say("blocked", "ben").lines).toHaveLength(2);
});

it("why something was kept back is told by the kind of what was found", () => {
  const { say, egress } = logWorld();
  egress.begin({ ...BLOCKED, reason: "phone", personId: "ben" });
  expect(say("", "ben").lines[1]).toContain("kept back: it has a phone number in it");
});

it("everybody sees their own, an owner all with names, also what left for nobody", () => {
  const { say, searched, egress } = logWorld();
  searched(1, "anna");
  searched(1, "ben");
  egress.begin({ ...SEARCH, kind: "cloud_model", original: "", sanitized: "" });
  expect(say("", "mia").lines).toEqual(["Nothing of that kind has left the house for you or was kept back."]);
  expect(say("", "ben").lines).toHaveLength(2);
  const { lines } = say("", "anna");
  expect(lines.map((line) => /, for (.*)$/.exec(line)?.[1])).toEqual([undefined, "somebody", "Ben \\*B\\*", "Anna"]);
});

it("where others read along only the number of one's own is told", () => {
  const { say, searched, egress } = logWorld();
  searched(2, "anna");
  searched(9, "ben");
  egress.begin({ ...BLOCKED, personId: "anna" });
  const { lines, buttons } = say("", "anna", false);
  expect(lines).toEqual(["2 requests left the house for you, 1 were kept back. What they were I show in our private chat only."]);
  expect(buttons).toEqual([]);
});

it("today begins at the home's midnight", () => {
  const { say, searched } = logWorld();
  searched(1, "ben", { at: NOW - DAY });
  expect(say("today", "ben").lines).toHaveLength(1);
  searched(1, "ben");
  expect(say(" Today ", "ben").lines).toHaveLength(2);
});

it.each(["0", "51", "1.5", "-1", "tomorrow", "s:all:8:1"])("for %s it is told what can be asked", (argument) => {
  expect(logWorld().say(argument).lines).toEqual([
    "Write /searchlog, /searchlog with a number from 1 to 50, /searchlog today or /searchlog blocked.",
  ]);
});

it("pages turn in their place, back to the newest, with as many rows as were asked for", () => {
  const { say, press, searched, database } = logWorld();
  searched(20, "ben");
  const { lines, buttons } = say("", "ben");
  expect([lines.length, lines[1]]).toEqual([9, expect.stringContaining("q20")]);
  expect(buttons).toEqual([{ label: "Older", data: "s:all:8:13" }]);
  const second = press("s:all:8:13", "ben");
  expect(second.reply).toEqual({ toast: "OK", taken: true });
  expect(second.edit).toMatchObject({ kind: "edit", editMessageId: "9", text: expect.stringContaining("q12") });
  expect(database.sqlite.prepare("SELECT origin FROM outbox").pluck().all()).toEqual(["outside"]);
  expect(second.edit?.buttons.flat().map(({ data }) => data)).toEqual(["s:all:8:0", "s:all:8:5"]);
  const third = press("s:all:8:5", "ben");
  expect(
    third.edit?.text
      .split("\n")
      .slice(1)
      .map((line) => /“(.*?)”/.exec(line)?.[1]),
  ).toEqual(["q4", "q3", "q2", "q1"]);
  expect(third.edit?.buttons.flat()).toEqual([{ label: "Newest", data: "s:all:8:0" }]);
  expect(press("s:all:8:0", "ben").edit?.buttons.flat()).toEqual(buttons);
  expect(say("20", "ben").lines).toHaveLength(21);
});

it("a page fits into one message, however long its rows are, and none is left out", () => {
  const { say, press, searched } = logWorld();
  searched(40, "ben", { original: "*".repeat(900), sanitized: "_".repeat(900) });
  let { lines, buttons } = say("50", "ben");
  let seen = 0;
  for (;;) {
    expect(lines.join("\n").length).toBeLessThan(4_096);
    seen += lines.length - 1;
    const older = buttons.find(({ label }) => label === "Older");
    if (!older) break;
    const { edit } = press(older.data, "ben");
    [lines, buttons] = [edit?.text.split("\n") ?? [], [...(edit?.buttons.flat() ?? [])]];
  }
  expect(seen).toBe(40);
});

it.each([
  ["another's button", "m:p:2", "ben", "100", undefined],
  ["a stranger", "s:all:8:13", "stranger", "100", { toast: "This button does not work any more.", taken: false }],
  ["a group", "s:all:8:13", "ben", "-100", { toast: "This button does not work any more.", taken: false }],
  ["a forged number", "s:all:99:13", "ben", "100", { toast: "This button does not work any more.", taken: false }],
  ["a forged filter", "s:everything:8:13", "ben", "100", undefined],
] as const)("a press of %s shows nothing", (_, data, who, chatId, expected) => {
  const { press, searched } = logWorld();
  searched(20, "ben");
  const { reply, edit } = press(data, who, chatId);
  expect([reply, edit]).toEqual([expected, undefined]);
});

it("a page that was passed on shows whoever presses their own", () => {
  const { press, searched } = logWorld();
  searched(20, "anna");
  searched(1, "mia");
  expect(press("s:all:8:21", "mia").edit?.text).toBe("Nothing of that kind has left the house for you or was kept back.");
});

it("what a page tells again is written down, that of a button for the message that it stands under", () => {
  const { say, press, searched, quotes, outbox } = logWorld();
  searched(1, "anna", { turnId: "of anna", sessionId: "s" });
  searched(1, "ben", { turnId: "of ben", sessionId: "s" });
  expect(say("1").lines.join()).toContain("q1");
  expect([quotes.withQuoting(["of ben"]), quotes.withQuoting(["of anna"])]).toEqual([["of ben", "command"], ["of anna"]]);
  outbox.add({ ...CHAT, turnId: "of mia", kind: "answer", text: "page", origin: "home", at: NOW });
  outbox.sent(outbox.due(NOW)[0]?.id ?? "", NOW, { part: 0, messageId: "9" });
  press("s:all:1:2", "anna");
  expect(quotes.withQuoting(["of anna"])).toEqual(["of anna", "of mia"]);
});
