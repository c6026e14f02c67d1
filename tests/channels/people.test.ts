import { expect, test } from "vitest";
import { createPeople } from "../../src/channels/people.ts";

const anna = {
  name: "Anna",
  telegramUserId: "700000001",
  role: "owner",
  haPerson: undefined,
  areas: [],
  until: undefined,
  language: undefined,
} as const;
const ben = {
  name: "Ben Müller",
  telegramUserId: "700000002",
  role: "child",
  haPerson: undefined,
  areas: [],
  until: undefined,
  language: undefined,
} as const;
const said = (userId: string, chatId = userId) => ({ userId, chatId, isPrivate: !chatId.startsWith("-"), firstName: "Zoe" });

test("lets only configured people speak, in private and in groups", () => {
  const people = createPeople({ people: [anna, ben], language: () => "de" });
  expect(people.authorise(said("700000002"))).toEqual({ id: "telegram:700000002", name: "Ben Müller", role: "child", language: "de" });
  expect(people.authorise(said("700000001", "-100"))).toMatchObject({ id: "telegram:700000001", role: "owner" });
  expect(people.authorise(said("799999999"))).toBeUndefined();
});

test("without configured people takes private chats for owners' and knows nobody in groups", () => {
  const people = createPeople({ people: [], language: () => "en" });
  expect(people.authorise(said("700000001"))).toEqual({ id: "telegram:700000001", name: "Zoe", role: "owner", language: "en" });
  expect(people.authorise(said("700000001", "-100"))).toBeUndefined();
  expect(people.authorise({ ...said("700000001"), chatId: "700000002" })).toBeUndefined();
});

test("finds the chat that only a person reads", () => {
  const configured = createPeople({ people: [anna, ben], language: () => "en" });
  const group = { channel: "telegram", bot: "casa", chatId: "-100", isPrivate: false, personId: "telegram:700000001" };
  const own = { channel: "telegram", bot: "casa", chatId: "700000001" };
  expect(configured.ownChat(group, "telegram:700000001")).toEqual(own);
  expect(configured.ownChat({ ...group, ...own, isPrivate: true }, "telegram:700000001")).toBeUndefined();
  expect(configured.ownChat({ ...group, ...own, isPrivate: true }, "telegram:700000002")).toEqual({ ...own, chatId: "700000002" });
  expect(configured.ownChat(group, "telegram:5")).toBeUndefined();
  expect(configured.ownChat({ ...group, channel: "terminal" }, "telegram:700000001")).toBeUndefined();
  expect(configured.isPrivateChat("700000001")).toBe(true);
  expect(configured.isPrivateChat("-100")).toBe(false);
  const open = createPeople({ people: [], language: () => "en" });
  expect(open.ownChat(group, "telegram:5")).toEqual({ ...own, chatId: "5" });
  expect(open.ownChat(group, "terminal")).toBeUndefined();
});

test("knows owners' own chats, and who is not named any more", () => {
  const chat = (chatId: string) => ({ channel: "telegram", bot: "casa", chatId });
  const configured = createPeople({ people: [anna, ben], language: () => "en" });
  expect(["700000001", "700000002", "-100", "5"].map((id) => configured.isOwnersChat(chat(id)))).toEqual([true, false, false, false]);
  expect(["telegram:700000001", "telegram:5", "terminal"].map(configured.isStranger)).toEqual([false, true, false]);
  const open = createPeople({ people: [], language: () => "en" });
  expect(["5", "-100"].map((id) => open.isOwnersChat(chat(id)))).toEqual([true, false]);
  expect(open.isStranger("telegram:5")).toBe(false);
});

test("whoever gets another name stays the same person, and another of that name is somebody else", () => {
  const renamed = createPeople({
    people: [
      { ...anna, name: "Annie" },
      { ...ben, name: "Anna" },
    ],
    language: () => "en",
  });
  expect(renamed.authorise(said("700000001"))).toMatchObject({ id: "telegram:700000001", name: "Annie" });
  expect(renamed.authorise(said("700000002"))).toMatchObject({ id: "telegram:700000002", name: "Anna" });
});

test("a user of Home Assistant is who the options bind to that user's person", () => {
  const configured = createPeople({ people: [{ ...anna, haPerson: "person.anna_m" }, ben], language: () => "en" });
  const states = [
    { entityId: "light.hall", attributes: { user_id: "user-a" } },
    { entityId: "person.anna_m", attributes: { user_id: "user-a" } },
    { entityId: "person.guest", attributes: { user_id: "user-g" } },
  ];
  expect(configured.ofHaUser("user-a", states)).toMatchObject({ id: "telegram:700000001", role: anna.role, language: "en" });
  expect(configured.ofHaUser("user-g", states)).toBeUndefined();
  expect(configured.ofHaUser("nobody", states)).toBeUndefined();
  expect(createPeople({ people: [], language: () => "en" }).ofHaUser("user-a", states)).toBeUndefined();
});

test("answers a person in their own language where they have one", () => {
  const people = createPeople({ people: [{ ...anna, language: "fr" }, ben], language: () => "de" });
  expect(people.everybody.map(({ language }) => language)).toEqual(["fr", "de"]);
});

test("answers those without a language of their own in the house's, also when that changes", () => {
  let house = "en";
  const people = createPeople({ people: [anna], language: () => house });
  const said = people.everybody[0];
  house = "nl";
  expect(said?.language).toBe("nl");
});

test("somebody without Telegram is known by their person of Home Assistant, and has the console alone", () => {
  const oma = { ...ben, name: "Oma", role: "adult", telegramUserId: undefined, haPerson: "person.oma" } as const;
  const people = createPeople({ people: [anna, oma], language: () => "de" });
  const known = people.ofHaUser("u1", [{ entityId: "person.oma", attributes: { user_id: "u1" } }]);
  expect(known).toEqual({ id: "ha:person.oma", name: "Oma", role: "adult", language: "de" });
  expect(people.everybody.map(({ name }) => name)).toEqual(["Anna", "Oma"]);
  const turn = { channel: "telegram", bot: "b", chatId: "-100", isPrivate: false, personId: "telegram:700000001" };
  expect(people.ownChat(turn, "ha:person.oma")).toBeUndefined();
  expect(people.ownChat({ ...turn, channel: "console" }, "ha:person.oma")).toMatchObject({ channel: "console", chatId: "ha:person.oma" });
  expect([people.isStranger("ha:person.oma"), people.isStranger("ha:person.guest")]).toEqual([false, true]);
});
