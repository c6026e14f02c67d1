import { expect, test } from "vitest";
import { createPeople } from "../../src/channels/people.ts";

const anna = { name: "Anna", telegramUserId: "700000001", role: "owner", haPerson: undefined } as const;
const ben = { name: "Ben Müller", telegramUserId: "700000002", role: "child", haPerson: undefined } as const;
const said = (userId: string, chatId = userId) => ({ userId, chatId, isPrivate: !chatId.startsWith("-"), firstName: "Zoe" });

test("lets only configured people speak, in private and in groups", () => {
  const people = createPeople({ people: [anna, ben], language: "de" });
  expect(people.authorise(said("700000002"))).toEqual({ id: "ben_muller", name: "Ben Müller", role: "child", language: "de" });
  expect(people.authorise(said("700000001", "-100"))).toMatchObject({ id: "anna", role: "owner" });
  expect(people.authorise(said("799999999"))).toBeUndefined();
});

test("without configured people takes private chats for owners' and knows nobody in groups", () => {
  const people = createPeople({ people: [], language: "en" });
  expect(people.authorise(said("700000001"))).toEqual({ id: "telegram:700000001", name: "Zoe", role: "owner", language: "en" });
  expect(people.authorise(said("700000001", "-100"))).toBeUndefined();
  expect(people.authorise({ ...said("700000001"), chatId: "700000002" })).toBeUndefined();
});

test("finds the chat that only a person reads", () => {
  const configured = createPeople({ people: [anna], language: "en" });
  expect(configured.privateChatOf("anna")).toBe("700000001");
  expect(configured.privateChatOf("telegram:5")).toBeUndefined();
  expect(configured.isPrivateChat("700000001")).toBe(true);
  expect(configured.isPrivateChat("-100")).toBe(false);
  const open = createPeople({ people: [], language: "en" });
  expect(open.privateChatOf("telegram:5")).toBe("5");
  expect(open.privateChatOf("terminal")).toBeUndefined();
});

test("keeps people apart whose names come to the same id", () => {
  const people = createPeople({ people: [anna, { ...ben, name: "anna!" }], language: "en" });
  expect(people.authorise(said("700000001"))?.id).toBe("anna");
  expect(people.authorise(said("700000002"))?.id).toBe("anna_700000002");
});
