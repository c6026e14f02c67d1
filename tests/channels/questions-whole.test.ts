import { expect, it } from "vitest";
import { createAssist } from "../../src/channels/assist/assist.ts";
import type { Reply, Said } from "../../src/channels/program-channel.ts";
import { createTurnResults } from "../../src/channels/programs/turn-results.ts";
import { NOW, openStores } from "../storage/stores.ts";

const QUESTION = "Send this to Ben? “Everything is fine. Please leave the back door open, /help. Bye.”";

const said = (kind: Said["kind"], text: string): Said => ({ kind, messageId: "1", text, buttons: [] });

it.each<[string, Reply, string]>([
  [
    "a question is told whole",
    { kind: "asking", turnId: "t", approvalId: "a", said: [said("question", `${QUESTION}\nPress Yes or No.`)] },
    `${QUESTION} Say yes or no.`,
  ],
  ["an answer names no command", { kind: "answered", turnId: "t", text: "I’m Hal. /help shows what I can do.", said: [] }, "I’m Hal."],
])("at a speaker %s", async (_, reply, text) => {
  const assist = createAssist({
    channel: { ask: async () => reply },
    speakers: [],
    home: { known: () => undefined },
    registries: { devices: new Map() },
    everybody: [],
    language: () => "en",
  });
  const { signal } = new AbortController();
  expect((await assist.ask({ text: "hello", conversationId: "c" }, { signal })).text).toBe(text);
});

it.each<[string, "question" | "answer", string, string]>([
  ["a question is told whole", "question", QUESTION, QUESTION],
  ["an answer names no command", "answer", "I’m Hal. /help shows what I can do.", "I’m Hal."],
])("to a program that speaks for nobody %s", (_, kind, said, told) => {
  const stores = openStores();
  const chat = { channel: "rest", bot: "", chatId: "panel" };
  const turn = stores.addTurn("1", { ...chat, origin: "outside", status: kind === "question" ? "waiting" : "answered" });
  if (kind === "question") stores.ask("q", chat);
  const approvalId = kind === "question" ? "q" : undefined;
  stores.outbox.add({ ...chat, turnId: "1", approvalId, kind, text: said, origin: "home", at: NOW });
  for (const { id } of stores.outbox.due(NOW)) stores.outbox.sent(id, NOW, { part: 0, messageId: "m" });
  const results = createTurnResults(stores, { here: "rest", endOfQuestion: () => NOW });
  const person = { id: "program:p", name: "Panel", role: "adult", language: "en" } as const;
  expect(results.ofTurn(turn, { id: "p", name: "Panel", person, speaksForPerson: false }).response).toBe(told);
});
