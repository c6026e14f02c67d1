import { expect, it } from "vitest";
import { createPresenceConsentStore, QUESTION_HOLDS_MS } from "../../../src/storage/turns/presence-consents.ts";
import { NOW, openStores } from "../stores.ts";

it("a standing consent answers the questions about other plans, which do not expire any more", () => {
  const { database, schedules, addTurn } = openStores();
  const consents = createPresenceConsentStore({ database });
  addTurn("m1", { personId: "anna" });
  const [first = 0, second = 0, third = 0] = ["one", "two", "three"].map((text) => {
    const plan = { turnId: "m1", personId: "anna", kind: "reminder", text, trigger: {}, dueAt: undefined } as const;
    return schedules.add(plan, NOW)?.id;
  });
  const asked = consents.ask("anna", "ben", first, NOW);
  consents.ask("anna", "ben", second, NOW);
  consents.ask("anna", "mia", third, NOW);
  expect(consents.answer(asked?.id ?? 0, "always", NOW)).toBe(true);
  expect(consents.of("anna", "ben", second)?.status).toBe("always");
  expect(consents.expired(NOW + QUESTION_HOLDS_MS).map(({ watchedId }) => watchedId)).toEqual(["mia"]);
});
