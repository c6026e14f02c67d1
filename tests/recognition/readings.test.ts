import { expect, test } from "vitest";
import { told } from "./reading-world.ts";

const SUNDAY = "2026-11-29T00:00/2026-11-30T00:00";
const FRIDAY = "2026-11-27T00:00/2026-11-28T00:00";

test.each([
  ["will it rain tomorrow?", `rain ${SUNDAY}`],
  ["what is the weather like?", "weather"],
  ["could you tell me how cold it will get tonight", "no"],
  ["how cold will it get tonight?", "warmth 2026-11-28T21:00/2026-11-29T06:00 night"],
  ["is it raining?", "now"],
  ["what's on my calendar tomorrow?", `events ${SUNDAY}`],
  ["what do I have tomorrow", `events ${SUNDAY}`],
  ["when is the dentist?", "event dentist"],
  ["what's on the groceries list?", "items groceries"],
  ["is milk on the groceries?", "item groceries milk"],
  ["how warm was it in the bedroom on Friday?", `measured ${FRIDAY} bedroom_temperature`],
  ["how much energy did we use on Friday?", `energy ${FRIDAY}`],
  ["how long has the coffee maker been on?", "since coffee on"],
  ["why did the garage door open", "cause garage open"],
  ["when was the garage door opened?", "last garage open"],
  ["when was the rear door last opened?", "last back"],
  ["when did Ben leave?", "left ben home"],
  ["is the milk still on the groceries?", "item groceries milk"],
  ["is anything on the groceries?", "items groceries"],
  ["am I busy tomorrow?", `events ${SUNDAY}`],
  ["do I have anything tomorrow?", `events ${SUNDAY}`],
  ["is there anything on tomorrow?", `events ${SUNDAY}`],
  ["what is the highest temperature tomorrow?", `warmth ${SUNDAY}`],
  // what is none of these
  ["what was the lowest temperature in the bedroom on Friday?", `lowest ${FRIDAY} bedroom_temperature`],
  ["is the alarm on tonight?", "no"],
  ["is anything on tonight?", "no"],
  ["is there football on Tuesday?", "no"],
  ["what's on the stove?", "no"],
  ["is milk in the fridge?", "no"],
  ["how long has the piano been out of tune?", "no"],
])("%s", (sentence, reading) => expect(told(sentence)).toBe(reading));
