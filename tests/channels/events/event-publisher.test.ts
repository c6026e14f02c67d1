import { expect, test } from "vitest";
import { createHouseNews } from "../../../src/channels/events/event-publisher.ts";
import { createPeople } from "../../../src/channels/people.ts";
import { recordingLogger } from "../../homeassistant/log.ts";
import { MINUTE, NOW, openStores } from "../../storage/stores.ts";

const END = { answer: "It broke.", answerOrigin: "home", model: undefined, at: NOW + MINUTE } as const;

function open({ withText = false } = {}) {
  const stores = openStores();
  const { logger, lines } = recordingLogger();
  const told: [event: string, data: Readonly<Record<string, unknown>>][] = [];
  const news = createHouseNews({
    ...{ turns: stores.turns, approvals: stores.approvals, withText, logger },
    tell: (event, data) => void told.push([event, data]),
    people: createPeople({ people: [], language: () => "en" }),
    modelStatus: () => ({ model: "ollama/test", reachable: true, problem: undefined }),
  });
  return { ...stores, news, told, lines };
}

test("a turn that failed is told as finished and as an error", () => {
  const { addTurn, news, told } = open();
  addTurn("1");
  news.turnEnded("1", { ...END, status: "failed" });
  expect(told).toMatchObject([
    ["turn", { turn_id: "1", outcome: "failed", model: null, person: null, role: "owner", milliseconds: MINUTE }],
    ["error", { kind: "turn_failed", turn_id: "1", person: null }],
  ]);
});

test("texts are cut to what Home Assistant keeps of an event", () => {
  const { addTurn, news, told } = open({ withText: true });
  addTurn("1", { text: "x".repeat(40_000) });
  news.turnEnded("1", { ...END, status: "answered" });
  const [, data] = told[0] ?? [];
  expect(data).toMatchObject({ text: "x".repeat(4_000), answer: "It broke." });
});

test("of an action for many things the first are told", () => {
  const { addTurn, news, told } = open();
  addTurn("1");
  const entityIds = Array.from({ length: 80 }, (_, index) => `light.l${index}`);
  news.actionEnded({
    id: "a",
    turnId: "1",
    approvalId: undefined,
    service: "light.turn_on",
    entityIds,
    effects: ["light"],
    outcome: "done",
  });
  expect(told).toMatchObject([["action", { action_id: "a", outcome: "done", entity_ids: entityIds.slice(0, 50), role: "owner" }]]);
});

test("a database that cannot be read is logged, and nobody else has to do with it", () => {
  const { database, news, told, lines } = open();
  database[Symbol.dispose]();
  news.turnEnded("1", { ...END, status: "answered" });
  expect(told).toEqual([]);
  expect(lines).toMatchObject([{ msg: "an event for automations could not be made" }]);
});
