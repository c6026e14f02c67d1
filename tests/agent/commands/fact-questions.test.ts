import { expect, it } from "vitest";
import { createFactQuestions } from "../../../src/agent/commands/command-memory.ts";
import type { Fact } from "../../../src/storage/facts/fact-row.ts";
import type { OutboxStore } from "../../../src/storage/turns/outbox.ts";
import type { TurnRow } from "../../../src/storage/turns/turns.ts";

const NOW = 1_800_000_000_000;
const TURN = { id: "t1", personId: "anna", isPrivate: true, channel: "telegram", bot: "b", chatId: "7", language: "en" } as TurnRow;

const fact = (more: Partial<Fact>): Fact => ({
  ...{ id: 1, scope: { kind: "house" }, category: "preference", key: "temperature", value: "18 degrees", confidence: 1, importance: 1 },
  ...{ sensitivity: "private", source: "told", origin: "person", firstSeen: NOW, lastSeen: NOW, occurrences: 1, validFrom: NOW },
  ...{ validTo: undefined, expiresAt: undefined, supersededBy: undefined, status: "active", language: "en", toldBy: "anna" },
  ...{ evidence: [{ kind: "turn", turnId: "t1" }] },
  ...more,
});

function asked(of: Fact, contradicts?: Fact): readonly { readonly chatId: string; readonly text: string }[] {
  const sent: { chatId: string; text: string }[] = [];
  const add: OutboxStore["add"] = ({ chatId, text }) => {
    sent.push({ chatId, text });
    return 1;
  };
  const ask = createFactQuestions({
    turns: { get: (id) => (id === "t1" ? TURN : undefined) },
    outbox: { add },
    ownChat: () => undefined,
    clock: () => NOW,
  });
  ask(of, contradicts);
  return sent;
}

const seen = { kind: "events", entityId: "climate.hall", days: ["2027-01-10"], note: "set by hand" } as const;

it("what was only seen is asked of whoever told what stands, in the chat where they did, and says that all will hear it", () => {
  const observed = fact({ id: 2, value: "22 degrees", source: "observed", origin: "home", status: "quarantined", evidence: [seen] });
  expect(asked(observed, fact({}))).toEqual([{ chatId: "7", text: expect.stringMatching(/18 degrees.*22 degrees.*Everybody/s) }]);
  expect(asked(observed)).toEqual([]);
});

it("of a person's own fact nobody else hears", () => {
  const own = fact({ scope: { kind: "person", personId: "anna" }, status: "quarantined" });
  expect(asked(own)[0]?.text).not.toContain("Everybody");
});
