import { describe, expect, it } from "vitest";
import { createVoters, strictest } from "../../../src/agent/approvals/approval-desk.ts";
import type { Person } from "../../../src/agent/turn.ts";
import type { Requirement } from "../../../src/security/policy/policy.ts";
import { openStores } from "../../storage/stores.ts";
import { ANNA, BEN, chatOf, DAN, GROUP, GUS, MIA, OLGA } from "../desk-world.ts";

const ASKER: Requirement = { by: "asker", people: 1, pin: false };
const OWNER: Requirement = { ...ASKER, by: "owner" };
const TWO: Requirement = { ...ASKER, people: 2 };
const everybody = [MIA, GUS, BEN, ANNA, DAN, OLGA];

/** Ids of those who may answer what this person asked, in the order in which they are asked. */
function askedFor(asker: Person, requirement: Requirement, { people = everybody, deaf = [] as readonly Person[] } = {}) {
  const voters = createVoters({
    everybody: () => people,
    elsewhere: () => undefined,
    privateChatOf: (_, id) => (deaf.some((person) => person.id === id) ? undefined : chatOf({ id })),
  });
  const { id, name, role } = asker;
  const turn = openStores().addTurn("1", { personId: id, personName: name, role, ...GROUP });
  return voters(turn, requirement, []);
}
const ids = (...given: Parameters<typeof askedFor>) => askedFor(...given).map(({ person }) => person.id);

describe("who may answer", () => {
  it.each([
    ["an owner's own question", ANNA, ASKER, ["anna"]],
    ["an adult's own question", BEN, ASKER, ["ben"]],
    ["a child's own question", MIA, ASKER, ["mia"]],
    ["a guest's own question", GUS, ASKER, ["gus"]],
    ["what an owner may allow, for an owner", ANNA, OWNER, ["anna"]],
    ["what an owner may allow, for a child", MIA, OWNER, ["anna", "olga"]],
    ["what an owner may allow, for an adult", BEN, OWNER, ["anna", "olga"]],
    ["what needs two, for an owner", ANNA, TWO, ["anna", "ben", "dan", "olga"]],
    ["what needs two, for an adult", BEN, TWO, ["ben", "anna", "dan", "olga"]],
    ["what needs two and an owner, for a child", MIA, { ...OWNER, people: 2 }, ["anna", "olga", "ben", "dan"]],
    ["what needs two and an owner, for an owner", OLGA, { ...OWNER, people: 2 }, ["olga", "ben", "anna", "dan"]],
  ] as const)("%s", (_, asker, requirement, expected) => {
    expect(ids(asker, requirement)).toEqual(expected);
  });

  it("is nobody where there is no owner, or none who can be written to", () => {
    expect(ids(MIA, OWNER, { people: [MIA, BEN] })).toEqual([]);
    expect(ids(MIA, OWNER, { people: [MIA, ANNA], deaf: [ANNA] })).toEqual([]);
    expect(ids(ANNA, TWO, { people: [] })).toEqual(["anna"]);
  });
});

it("asks everyone in their own chat, and the asker where they wrote if they have none", () => {
  expect(askedFor(ANNA, TWO, { people: [ANNA, BEN] }).map(({ chat }) => chat)).toEqual([chatOf(ANNA), chatOf(BEN)]);
  const [own] = askedFor(ANNA, ASKER, { deaf: [ANNA] });
  expect(own).toEqual({ person: ANNA, chat: GROUP });
});

it("asks for the strictest of all that a question is about", () => {
  expect(strictest([])).toEqual(ASKER);
  expect(strictest([ASKER, OWNER])).toEqual(OWNER);
  expect(strictest([TWO, { ...OWNER, pin: true }, ASKER])).toEqual({ by: "owner", people: 2, pin: true });
});
