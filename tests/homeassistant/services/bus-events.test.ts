import { expect, test } from "vitest";
import type { Command } from "../../../src/homeassistant/connection/connection.ts";
import { createBusEvents } from "../../../src/homeassistant/services/own.ts";
import { recordingLogger } from "../log.ts";
import { settle } from "../sync-timers.ts";

/** The way of events over a bus that the test plays. */
function open() {
  const { logger, lines } = recordingLogger();
  const world = { connected: true, now: 1_000, refuses: false };
  const fired: unknown[] = [];
  const connection = {
    get connected() {
      return world.connected;
    },
    async command<Result>({ event_type: type, event_data: data }: Command): Promise<Result> {
      if (world.refuses) throw new Error("Unauthorized");
      fired.push(type, data);
      return null as Result;
    },
  };
  const tell = createBusEvents({ connection, clock: () => world.now, logger });
  return { tell, fired, world, lines };
}

test("sends events in their order", async () => {
  const { tell, fired } = open();
  tell("action", { number: 1 });
  tell("turn", { number: 2 });
  await settle();
  expect(fired).toEqual(["ha_personal_assistant_action", { number: 1 }, "ha_personal_assistant_turn_finished", { number: 2 }]);
});

test("drops what it cannot tell, with one warning for all of it, and says when it goes on", async () => {
  const { tell, fired, world, lines } = open();
  world.connected = false;
  tell("turn", { number: 1 });
  tell("turn", { number: 2 });
  world.connected = true;
  world.refuses = true;
  tell("turn", { number: 3 });
  await settle();
  world.refuses = false;
  tell("turn", { number: 4 });
  await settle();
  expect(fired).toEqual(["ha_personal_assistant_turn_finished", { number: 4 }]);
  expect(lines.filter(({ level }) => level >= 40)).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ msg: "events for automations go out again", dropped: 3 });
});

test("sends no more than sixty in a minute", async () => {
  const { tell, fired, world, lines } = open();
  for (let number = 0; number < 70; number++) tell("action", { number });
  await settle();
  expect(fired).toHaveLength(120);
  expect(lines.filter(({ level }) => level >= 40)).toMatchObject([{ why: "more than 60 in a minute" }]);
  world.now += 60_000;
  tell("action", { number: 70 });
  await settle();
  expect(fired.at(-1)).toEqual({ number: 70 });
});
