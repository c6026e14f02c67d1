import { expect, test } from "vitest";
import { told } from "./reading-world.ts";

const SUNDAY = "2026-11-29T00:00/2026-11-30T00:00";
const FRIDAY = "2026-11-27T00:00/2026-11-28T00:00";

test.each([
  ["will it rain tomorrow?", `rain ${SUNDAY}`],
  ["what is the weather like?", "weather"],
  ["could you tell me how cold it will get tonight", "warmth 2026-11-28T21:00/2026-11-29T06:00 night"],
  ["how cold will it get tonight?", "warmth 2026-11-28T21:00/2026-11-29T06:00 night"],
  ["is it raining?", "now"],
  ["what's on my calendar tomorrow?", `events ${SUNDAY}`],
  ["what do I have tomorrow", `events ${SUNDAY}`],
  ["when is the dentist?", "event dentist"],
  ["what's on the groceries list?", "items groceries"],
  ["check the groceries list", "items groceries"],
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

test.each([
  ["en", "whats the forecast for tomorrow", `weather ${SUNDAY}`],
  ["en", "is there any snow in tomorrow's forecast?", `snow ${SUNDAY}`],
  ["en", "so will it be raining again on Sunday?", `rain ${SUNDAY}`],
  ["de", "kommt da morgen noch Regen?", `rain ${SUNDAY}`],
  ["de", "wie soll denn das Wetter am Sonntag werden?", `weather ${SUNDAY}`],
  ["fr", "est-ce qu'on aura de la neige demain ?", `snow ${SUNDAY}`],
  ["es", "¿nos va a llover mañana?", `rain ${SUNDAY}`],
  ["nl", "krijgen we morgen nog sneeuw?", `snow ${SUNDAY}`],
  ["he", "האם צפוי שלג מחר?", `snow ${SUNDAY}`],
  // a place that the forecast is not of, the room, what is to be done, and what nobody asks
  ["en", "will it rain tomorrow in Rome?", "no"],
  ["en", "it is too hot", "no"],
  ["en", "tell me when it rains", "no"],
  ["en", "is the rain sensor's battery low?", "no"],
  ["de", "sag mir, wenn es regnet", "no"],
  ["nl", "doe het weer", "no"],
  // what is to be done
  ["en", "make it warm tomorrow evening", "no"],
  ["de", "mach es morgen warm", "no"],
])("the weather is asked for in whatever words: %s %s", (language, sentence, reading) =>
  expect(told(sentence, { language })).toBe(reading),
);
