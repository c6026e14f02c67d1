// A month of a household in the recorder of a real Home Assistant, and what is learned from its history and logbook.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { compareHabits } from "../../eval/habits.ts";
import { generateHouse, MONTH_DAYS } from "../../eval/habits-house.ts";
import { HomeAssistantConnection } from "../../src/homeassistant/connection/connection.ts";
import { createHistory } from "../../src/homeassistant/history/history.ts";
import { createLogbook } from "../../src/homeassistant/history/logbook.ts";
import { createLocalDays } from "../../src/memory/habits/calendar.ts";
import { findHabits } from "../../src/memory/habits/find-habits.ts";
import { readCauses } from "../../src/memory/habits/habit-learner.ts";
import { createHistorySource } from "../../src/memory/habits/house-source.ts";
import { handEvents } from "../../src/memory/habits/user-actions.ts";
import { RawClient } from "../contract/raw-client.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { live } from "./live-state.ts";
import { writeMonth } from "./recorder.ts";

const { HA_LIVE_CONTROL: control = "" } = process.env;
const run = (command: string) => promisify(execFile)(control, [command]);
const WHOLE_MONTH_MS = 120_000;

async function userId(token: string): Promise<string> {
  await using client = await RawClient.login({ url: live.url, token });
  const { result } = await client.command({ type: "auth/current_user" });
  return String((result as { id: string }).id);
}

it(
  "nearly all habits of a month are found in Home Assistant's own history, and next to nothing else",
  async () => {
    const { day } = createLocalDays("Europe/Berlin")(Date.now());
    // it ends in the night of its last day, and after midnight that night is not over yet
    const house = generateHouse(43, { firstDay: day - 1 - MONTH_DAYS });
    const people = { userId: await userId(live.user_token), ownUserId: await userId(live.token) };
    await run("stop-ha");
    writeMonth(join(live.config_dir, "home-assistant_v2.db"), house, people);
    await run("start-ha");

    const { logger } = recordingLogger();
    await using connection = new HomeAssistantConnection({ ...live, logger });
    connection.start();
    await vi.waitFor(() => expect(connection.connected).toBe(true), { timeout: 20_000 });
    const { signal } = new AbortController();
    const [history, logbook] = [createHistory({ connection }), createLogbook({ connection })];
    const { to } = house.record;
    const answer = await createHistorySource({ history, logbook }).read({
      entityIds: house.entityIds,
      personIds: ["person.anna", "person.ben"],
      routineIds: ["automation.timetable"],
      to,
      signal,
    });
    if (answer.kind !== "ok") throw new Error(answer.problem);
    for (const [entityId, samples] of house.record.samples)
      expect([entityId, answer.record.samples.get(entityId)]).toEqual([entityId, samples]);
    expect(answer.record.runs.length).toBeGreaterThan(MONTH_DAYS * 4);

    const record = { ...answer.record, causes: await readCauses(logbook, house.entityIds, { to, signal }) };
    const blinds = record.causes.get("cover.blinds") ?? [];
    expect(blinds.length).toBeGreaterThan(10);
    expect(blinds.filter(({ isHand }) => isHand)).toEqual([]);
    expect(record.causes.get("switch.heater")?.some(({ isHand }) => isHand)).toBe(true);
    expect(record.causes.get("lock.front_door")?.some((cause) => cause.userId === people.userId)).toBe(true);

    const { timeZone, place, areaOf } = house;
    const { events, members } = handEvents(record, { own: [], areaOf, timeZone });
    const habits = findHabits({ ...record, timeZone, place, events, members, weekend: [0, 6], known: [] });
    const { missed, wrong } = compareHabits(house, habits);
    expect(missed.length / house.planted.length).toBeLessThanOrEqual(0.05);
    expect(wrong.length).toBeLessThanOrEqual(Math.ceil(house.entityIds.length / 100));
  },
  WHOLE_MONTH_MS,
);
