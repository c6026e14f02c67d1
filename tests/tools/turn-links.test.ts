import { expect, it } from "vitest";
import { createTurnLinks } from "../../src/tools/turn-links.ts";
import { callerOf } from "./caller.ts";

const caller = (text = "", more: object = {}) => callerOf("anna", "owner", { text, ...more });

it("what a search of the turn found may be opened, and in no other turn", () => {
  const links = createTurnLinks({ saidBefore: () => [] });
  links.found("turn-1", ["https://site.example/a?b=c#d"]);
  for (const url of ["https://site.example/a?b=c", "http://site.example/a?b=c#e", "https://SITE.example/a?b=c"])
    expect(links.opened(url, caller())).toBe("https://site.example/a?b=c#d");
  for (const url of [
    "https://site.example/a?b=d",
    "https://site.example/a",
    "https://site.example:8443/a?b=c",
    "https://evil.example/a?b=c",
  ])
    expect(links.opened(url, caller())).toBeUndefined();
  expect(links.opened("https://site.example/a?b=c", caller("", { id: "turn-2" }))).toBeUndefined();
});

it("what the person wrote may be opened, with and without a scheme", () => {
  const links = createTurnLinks({ saidBefore: () => [] });
  const anna = caller("is it open? see https://museum.example/hours. Or shop.example/today");
  expect(links.opened("https://museum.example/hours", anna)).toBe("https://museum.example/hours");
  expect(links.opened("https://shop.example/today", anna)).toBe("https://shop.example/today");
  expect(links.opened("shop.example/today", anna)).toBe("https://shop.example/today");
  expect(links.opened("http://old.example/a/#b", caller("what is on HTTP://old.example/a/ ?"))).toBe("HTTP://old.example/a/");
  expect(links.opened("https://museum.example/hours?who=anna", anna)).toBeUndefined();
});

it("whatever the model writes into an address that was found, it is opened as it was found", () => {
  const links = createTurnLinks({ saidBefore: () => [] });
  links.found("turn-1", ["http://site.example/page"]);
  for (const url of [
    "http://SITE.example/page#who=Anna&door=4711",
    "http://site.example/./page#who=Anna",
    "http://anna:4711@site.example/page",
    "https://site.example/x/../page",
  ])
    expect(links.opened(url, caller())).toBe("http://site.example/page");
});

it("a link in a text that is not the person's own opens nothing", () => {
  const links = createTurnLinks({ saidBefore: () => [] });
  expect(links.opened("https://trap.example/", caller("see https://trap.example/", { origin: "outside" }))).toBeUndefined();
});

it("what the person wrote before in the conversation may be opened, and nobody else's", () => {
  const saidBefore = (sessionId: string, personId: string) =>
    sessionId === caller().sessionId && personId === "anna" ? ["thanks", "look: https://museum.example/hours"] : [];
  const links = createTurnLinks({ saidBefore });
  expect(links.opened("https://museum.example/hours", caller("what does it say?"))).toBe("https://museum.example/hours");
  expect(links.opened("https://museum.example/other", caller("what does it say?"))).toBeUndefined();
  expect(links.opened("https://museum.example/hours", caller("an event", { origin: "outside" }))).toBeUndefined();
  expect(links.opened("https://museum.example/hours", callerOf("ben", "adult", { text: "what does it say?" }))).toBeUndefined();
});

it("what is no address opens nothing", () => {
  const links = createTurnLinks({ saidBefore: () => [] });
  links.found("turn-1", ["https://site.example/"]);
  expect(links.opened("", caller("hello"))).toBeUndefined();
  expect(links.opened("javascript:alert(1)", caller("javascript:alert(1)"))).toBeUndefined();
});

it("a hundred turns are remembered, the latest", () => {
  const links = createTurnLinks({ saidBefore: () => [] });
  for (let turn = 0; turn <= 100; turn++) links.found(`turn-${turn}`, ["https://site.example/"]);
  expect(links.opened("https://site.example/", caller("", { id: "turn-0" }))).toBeUndefined();
  expect(links.opened("https://site.example/", caller("", { id: "turn-1" }))).toBe("https://site.example/");
});
