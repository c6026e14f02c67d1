import { expect, it } from "vitest";
import { createPlanWordsFor } from "../../../src/agent/wording/planned.ts";
import { nextAt, triggerOf } from "../../../src/attention/trigger.ts";
import { homeTime } from "../../../src/homeassistant/home-time.ts";
import { fakeHome } from "../../fakes/home.ts";

it.each(["2026-03-28T21:00", "2026-03-27T21:00", "2026-10-24T21:00"])(
  "says what repeats with its own time, also where clocks change next: %s",
  (at) => {
    const clockwork = { time: homeTime("Europe/Berlin"), sun: () => undefined };
    const now = clockwork.time.at(at);
    const clock = { hour: 2, minute: 30, half: "am" } as const;
    const trigger = triggerOf({ weekdays: [0, 1, 2, 3, 4, 5, 6], clock }, { ...clockwork, now });
    if (!trigger) throw new Error("the sentence says a time");
    const planWords = createPlanWordsFor({
      home: fakeHome({ entities: [] }),
      words: { called: () => undefined },
      clockwork: () => clockwork,
      personOf: () => undefined,
      clock: () => now,
    });
    expect(planWords({ language: "en" }).when({ trigger, dueAt: nextAt(trigger, { ...clockwork, now }) })).toMatch(
      /^every day at 2:30.AM$/,
    );
  },
);
