import { expect, it } from "vitest";
import type { ProposedFact } from "../../src/memory/facts/fact.ts";
import { anna, memoryWorld, NOW, said } from "./memory-world.ts";

const HOUSE = { scope: { kind: "house" } } as const;
const cleaning = (value: string, toldBy: string, more: Partial<ProposedFact> = {}) =>
  said("cleaning_day", value, { ...HOUSE, toldBy, ...more });

it("what one told of the house stands until they say yes to what another says", async () => {
  const { memory, known, asked } = memoryWorld();
  await memory.learn(cleaning("Tuesday", "anna"), NOW);
  expect(await memory.learn(cleaning("Friday", "ben"), NOW)).toMatchObject({
    outcome: "contradiction",
    fact: { value: "Tuesday" },
    asked: false,
  });
  expect(await memory.learn(cleaning("Friday", "ben"), NOW)).toMatchObject({ outcome: "contradiction", asked: true });
  expect([known(), asked.length, memory.waitingFor("ben"), memory.waitingFor("anna").map(({ value }) => value)]).toEqual([
    ...[["cleaning_day: Tuesday"], 1, [], ["Friday"]],
  ]);
  memory.confirm(asked[0]?.fact.id ?? 0, "anna", NOW);
  expect([known(), memory.waitingFor("anna")]).toEqual([["cleaning_day: Friday"], []]);
});

it("what one told of the house is not corrected by another's word to a model, but by what they type", async () => {
  const { memory, known } = memoryWorld();
  const first = await memory.learn(cleaning("Tuesday", "anna"), NOW);
  const id = first.outcome === "stored" ? first.fact.id : 0;
  const by = { personId: "ben", evidence: [] };
  expect(memory.correct(id, "Friday", { ...by, said: "no, our cleaning day is Friday" }, NOW)).toMatchObject({ outcome: "contradiction" });
  expect(known()).toEqual(["cleaning_day: Tuesday"]);
  expect(memory.correct(id, "Friday", by, NOW)).toMatchObject({ outcome: "superseded" });
  expect(known()).toEqual(["cleaning_day: Friday"]);
});

it("who told it changes their mind, adds to it and says the same as others without being asked", async () => {
  const { memory, known, asked } = memoryWorld();
  await memory.learn(cleaning("Tuesday", "anna"), NOW);
  await memory.learn(cleaning("Tuesday", "ben"), NOW);
  await memory.learn(cleaning("Monday", "anna"), NOW);
  expect([known(), asked]).toEqual([["cleaning_day: Monday"], []]);
});

it("nobody who is gone is asked", async () => {
  const { memory, known } = memoryWorld();
  await memory.learn(cleaning("Tuesday", "zoe"), NOW);
  await memory.learn(cleaning("Friday", "ben"), NOW);
  expect(known(anna)).toEqual(["cleaning_day: Friday"]);
});

it("a yes to what somebody else has told otherwise of since is theirs to say", async () => {
  const { memory, known, asked } = memoryWorld();
  await memory.learn(cleaning("Friday", "ben", { origin: "outside" }), NOW);
  await memory.learn(cleaning("Tuesday", "anna"), NOW);
  // what Anna says answers what was asked; it comes again
  await memory.learn(cleaning("Friday", "ben", { origin: "outside" }), NOW);
  expect(asked.map(({ fact }) => fact.toldBy)).toEqual(["ben", "anna"]);
  expect(known()).toEqual(["cleaning_day: Tuesday"]);
});
