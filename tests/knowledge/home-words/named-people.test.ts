import { expect, it } from "vitest";
import { type NamedPerson, namedPeople } from "../../../src/knowledge/home-words/named-things.ts";

const entity = (entityId: string, name: string) => ({ entityId, name });
const keys = (
  people: readonly NamedPerson[],
  { entities = [], entityOf = () => undefined }: Partial<Parameters<typeof namedPeople>[0]> = {},
) => namedPeople({ people, entities, entityOf }).map(({ key, names }) => `${key} ${names.join("|")}`);

it("keeps a person by id, whatever they are called, and with each name that they have", () => {
  expect(keys([{ id: "telegram:1", name: "Anna Berg" }])).toEqual(["person:telegram:1 Anna Berg|Anna|Berg"]);
  expect(
    keys([
      { id: "telegram:1", name: "Dora" },
      { id: "telegram:1", name: "Anna" },
    ]),
  ).toEqual(["person:telegram:1 Dora|Anna"]);
});

it("knows each part of a name that somebody may be called by, also a short one", () => {
  expect(keys([{ id: "1", name: "Li Wei" }])).toEqual(["person:1 Li Wei|Li|Wei"]);
  expect(keys([{ id: "1", name: "Al van Dyk" }])).toEqual(["person:1 Al van Dyk|Al|Dyk"]);
});

it("takes two of one name for two", () => {
  const two = [
    { id: "telegram:1", name: "Anna" },
    { id: "telegram:2", name: "anna " },
  ];
  expect(keys(two)).toEqual(["person:telegram:1 Anna", "person:telegram:2 anna"]);
  expect(keys(two, { entities: [entity("person.anna", "Anna")] })).toHaveLength(3);
  expect(keys([], { entities: [entity("person.a", "Anna"), entity("person.b", "Anna")] })).toEqual([
    ...["person:person.a Anna", "person:person.b Anna"],
  ]);
});

it("takes somebody who writes and an entity for one where the options say so, or where they alone have that name", () => {
  const people = [{ id: "telegram:1", name: "Anna" }];
  expect(keys(people, { entities: [entity("person.x", "ANNA"), entity("person.ben", "Ben")] })).toEqual([
    ...["person:telegram:1 Anna|ANNA", "person:person.ben Ben"],
  ]);
  expect(keys(people, { entities: [entity("person.x", "Dora Smith")], entityOf: () => "person.x" })).toEqual([
    "person:telegram:1 Anna|Dora Smith|Dora|Smith",
  ]);
});

it("leaves out who has no name", () => {
  expect(keys([{ id: "telegram:1", name: " " }], { entities: [entity("person.x", "")] })).toEqual([]);
});
