import { expect, it } from "vitest";
import { createTurnLinks } from "../../src/tools/turn-links.ts";
import { callerOf } from "./caller.ts";

const caller = (text = "", more: object = {}) => callerOf("anna", "owner", { text, ...more });

it("what a search of the turn found may be opened, and in no other turn", () => {
  const links = createTurnLinks();
  links.found("turn-1", ["https://site.example/a?b=c#d"]);
  for (const url of ["https://site.example/a?b=c", "http://site.example/a?b=c#e", "https://SITE.example/a?b=c"])
    expect(links.mayOpen(url, caller())).toBe(true);
  for (const url of [
    "https://site.example/a?b=d",
    "https://site.example/a",
    "https://site.example:8443/a?b=c",
    "https://evil.example/a?b=c",
  ])
    expect(links.mayOpen(url, caller())).toBe(false);
  expect(links.mayOpen("https://site.example/a?b=c", caller("", { id: "turn-2" }))).toBe(false);
});

it("what the person wrote may be opened, with and without a scheme", () => {
  const links = createTurnLinks();
  const anna = caller("is it open? see https://museum.example/hours. Or shop.example/today");
  expect(links.mayOpen("https://museum.example/hours", anna)).toBe(true);
  expect(links.mayOpen("https://shop.example/today", anna)).toBe(true);
  expect(links.mayOpen("shop.example/today", anna)).toBe(true);
  expect(links.mayOpen("https://museum.example/hours?who=anna", anna)).toBe(false);
});

it("a link in a text that is not the person's own opens nothing", () => {
  const links = createTurnLinks();
  expect(links.mayOpen("https://trap.example/", caller("see https://trap.example/", { origin: "outside" }))).toBe(false);
});

it("what is no address opens nothing", () => {
  const links = createTurnLinks();
  links.found("turn-1", ["https://site.example/"]);
  expect(links.mayOpen("", caller("hello"))).toBe(false);
  expect(links.mayOpen("javascript:alert(1)", caller("javascript:alert(1)"))).toBe(false);
});

it("a hundred turns are remembered, the latest", () => {
  const links = createTurnLinks();
  for (let turn = 0; turn <= 100; turn++) links.found(`turn-${turn}`, ["https://site.example/"]);
  expect(links.mayOpen("https://site.example/", caller("", { id: "turn-0" }))).toBe(false);
  expect(links.mayOpen("https://site.example/", caller("", { id: "turn-1" }))).toBe(true);
});
