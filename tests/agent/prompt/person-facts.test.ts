import { describe, expect, it } from "vitest";
import { createPersonFacts } from "../../../src/agent/graph/gate/evaluate-action.ts";
import type { ConfiguredPerson } from "../../../src/config/people-options.ts";
import { fakeHome } from "../../fakes/home.ts";

const GUS: ConfiguredPerson = {
  name: "Gus",
  telegramUserId: "7",
  role: "guest",
  haPerson: undefined,
  areas: [],
  until: undefined,
  language: undefined,
};

function factsOf(configured: Partial<ConfiguredPerson> | undefined, { person = "home", timeZone = "Europe/Berlin" } = {}) {
  const home = fakeHome({
    entities: [{ entityId: "person.gus", state: person, exposed: false }],
    areas: [{ name: "Guest Room", aliases: ["Spare Room"] }, { name: "Kitchen" }, { name: "Office" }],
    info: { timeZone },
  });
  const facts = createPersonFacts({
    isStranger: () => false,
    configured: (id) => (id === "gus" ? configured && { ...GUS, ...configured } : undefined),
    home,
    stateOf: (entityId) => home.known(entityId)?.state,
  });
  return facts({ id: "gus", role: "guest" });
}

it("somebody whom the options do not name any more is a guest of no room and no day, whatever they were", () => {
  const facts = createPersonFacts({
    configured: () => undefined,
    isStranger: () => true,
    home: fakeHome({ entities: [], areas: [{ name: "Kitchen" }] }),
    stateOf: () => undefined,
  });
  expect(facts({ id: "gone", role: "owner" })).toEqual({
    id: "gone",
    role: "guest",
    areas: undefined,
    until: undefined,
    language: undefined,
    atHome: undefined,
  });
});

describe("a guest's areas", () => {
  it.each([
    ["by name", ["Kitchen"], ["kitchen"]],
    ["by id", ["guest_room"], ["guest_room"]],
    ["by alias", ["Spare Room"], ["guest_room"]],
    ["in any case and with spaces around", [" gUEST rOOM ", "OFFICE"], ["guest_room", "office"]],
    ["each once", ["Guest Room", "guest_room", "spare room"], ["guest_room"]],
    ["that are not there", ["Cellar", ""], []],
    ["of which there are none", [], []],
  ])("%s", (_, areas, ids) => {
    expect(factsOf({ areas }).areas).toEqual(ids);
  });
});

describe("a guest's last day", () => {
  it.each([
    ["Europe/Berlin", "2026-12-31", "2026-12-31T23:00:00Z"],
    ["Europe/Berlin", "2026-07-01", "2026-07-01T22:00:00Z"],
    ["America/New_York", "2026-12-31", "2027-01-01T05:00:00Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-25T23:00:00Z"],
  ])("ends with that day in the home's own zone: %s %s", (timeZone, until, end) => {
    const ends = factsOf({ until }, { timeZone }).until ?? 0;
    expect(new Date(Math.ceil(ends / 1_000) * 1_000).toISOString()).toBe(new Date(end).toISOString());
  });

  it("that was not set is not set", () => {
    expect(factsOf({}).until).toBeUndefined();
  });
});

describe("at home", () => {
  it.each([
    ["home", true],
    ["not_home", false],
    ["Work", false],
    ["unknown", undefined],
    ["unavailable", undefined],
  ])("%s: %s", (person, atHome) => {
    expect(factsOf({ haPerson: "person.gus" }, { person }).atHome).toBe(atHome);
  });

  it("is not known of somebody whom nothing follows", () => {
    expect(factsOf({}).atHome).toBeUndefined();
    expect(factsOf({ haPerson: "person.gone" }).atHome).toBeUndefined();
  });
});

it("the options' role counts, and the turn's for people whom no options name", () => {
  expect(factsOf({ role: "child" }).role).toBe("child");
  expect(factsOf(undefined)).toEqual({
    id: "gus",
    role: "guest",
    areas: undefined,
    until: undefined,
    language: undefined,
    atHome: undefined,
  });
});
