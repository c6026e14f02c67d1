import { expect, it } from "vitest";
import { CHAT, MINUTE, NOW, openStores } from "../stores.ts";

const OPTIONS = [
  { label: "Hall Lamp", sentence: "turn on Hall Lamp" },
  { label: "Desk Lamp", sentence: "turn on Desk Lamp" },
];

/** A choice under the answer of Anna's turn, and the turn that may come of it. */
function offered() {
  const stores = openStores();
  for (const id of ["asked", "next", "other"]) stores.addTurn(id);
  stores.turns.end("asked", { status: "answered", answer: "Which one?", answerOrigin: "home", model: undefined, at: NOW });
  stores.choices.insert({ id: "c", turnId: "asked", options: OPTIONS, origin: "home" }, NOW);
  return stores;
}

it("a choice tells what was asked, of whom and where", () => {
  const { choices } = offered();
  const choice = {
    ...{ ...CHAT, id: "c", turnId: "asked", personId: "anna", question: "Which one?", options: OPTIONS },
    ...{ status: "open", expiresAt: undefined, chosen: undefined },
  };
  expect(choices.get("c")).toEqual(choice);
  expect(choices.ofTurn("asked")).toEqual(choice);
  expect(choices.open(NOW)).toEqual([choice]);
  expect([choices.get("d"), choices.ofTurn("next")]).toEqual([undefined, undefined]);
});

it("its time runs from when it was first shown", () => {
  const { choices } = offered();
  choices.delivered("asked", NOW + MINUTE);
  choices.delivered("asked", NOW + 5 * MINUTE);
  choices.delivered("next", NOW);
  expect(choices.get("c")?.expiresAt).toBe(NOW + 11 * MINUTE);
});

it("it is taken once, and a turn comes of one choice only", () => {
  const { choices } = offered();
  expect(choices.take("c", { index: 1, turnId: "next", typed: "2" }, NOW)).toBe(true);
  expect(choices.take("c", { index: 0, turnId: "other", typed: undefined }, NOW)).toBe(false);
  expect([choices.close("c", "left", NOW), choices.open(NOW)]).toEqual([false, []]);
  expect(choices.get("c")).toMatchObject({ status: "chosen", chosen: 1 });
  expect([choices.typedFor("next"), choices.typedFor("other")]).toEqual(["2", undefined]);
  choices.insert({ id: "d", turnId: "other", options: OPTIONS, origin: "home" }, NOW);
  expect(() => choices.take("d", { index: 0, turnId: "next", typed: undefined }, NOW)).toThrow("UNIQUE");
});

it.each(["cancelled", "left", "expired"] as const)("it can be %s, once", (status) => {
  const { choices } = offered();
  expect([choices.close("c", status, NOW), choices.close("c", "left", NOW)]).toEqual([true, false]);
  expect(choices.take("c", { index: 0, turnId: "next", typed: undefined }, NOW)).toBe(false);
  expect(choices.get("c")?.status).toBe(status);
});
