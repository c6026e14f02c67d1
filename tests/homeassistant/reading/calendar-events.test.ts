import { expect, it } from "vitest";
import { createAnswers } from "../../../src/homeassistant/reading/answers.ts";
import { readEvents } from "../../../src/homeassistant/reading/calendar-events.ts";
import { fakeHome } from "../../fakes/home.ts";

it.each(["+13:00", "-10:00"])(
  "a whole day begins at the home's midnight: after the day before, before what is on it, at %s",
  async (zone) => {
    const before = `2026-11-30T23:30:00${zone}`;
    const onIt = `2026-12-01T09:00:00${zone}`;
    const events = [onIt, "2026-12-01", before].map((start) => ({ start, end: start }));
    const answers = createAnswers({ connection: { command: async () => ({ response: { "calendar.family": { events } } }) as never } });
    const calendars = fakeHome({ entities: [{ entityId: "calendar.family" }] }).exposed();

    const read = await readEvents(answers, { calendars, from: `2026-11-30T00:00:00${zone}`, to: `2026-12-02T00:00:00${zone}` });

    expect(read.events.map(({ start }) => start)).toEqual([before, "2026-12-01", onIt]);
  },
);
