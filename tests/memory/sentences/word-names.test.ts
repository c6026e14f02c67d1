import { expect, it } from "vitest";
import { normalisedKey } from "../../../src/memory/facts/fact-keys.ts";
import { isSaidOfSelf } from "../../../src/memory/sentences/said-of-self.ts";
import { placeOfTelling } from "../../../src/memory/sentences/told-scope.ts";

const others = ["Will", "May", "Mark", "Rose", "Hope", "Sky", "Bill", "Jack", "Art", "Joy", "Summer", "Max", "Sol", "אור"];
const isSaid = (said: string, key: string, value: string) =>
  isSaidOfSelf({ key: normalisedKey(key), value }, said, { isOfPerson: true, others });

it.each([
  ["I will always wake up at 6", "wake_time", "6"],
  ["will you wake me at 6, I always get up at 6", "wake_time", "6"],
  ["Will you note that I like tea?", "drinks", "tea"],
  ["I may be late, I wake up at 6", "wake_time", "6"],
  ["In May I wake up at 6", "wake_time", "6"],
  ["Since 3 May I wake up at 6", "wake_time", "6"],
  ["Thank God it's May: I wake up at 6", "wake_time", "6"],
  ["Hope you are well, I like tea", "drinks", "tea"],
  ["I hope 22 degrees is ok for me", "temperature", "22 degrees"],
  ["Mark my words: I like tea", "drinks", "tea"],
  ["please mark me as vegan", "diet", "vegan"],
  ["Rose wine is what I like", "drinks", "rose wine"],
  ["In Summer I like 20 degrees", "temperature", "20 degrees"],
  ["max 22 degrees please, always", "temperature", "22 degrees"],
  ["I always pay the bill, and like jazz", "music", "jazz"],
  ["me gusta el sol y el jazz", "music", "jazz"],
  ["im Mai stehe ich um 6 auf", "wake_time", "6"],
  ["אני אוהב אור חם", "light", "אור חם"],
])("a name that is a word is nobody's there: “%s” says %s: %s", (said, key, value) => {
  expect(isSaid(said, key, value)).toBe(true);
});

it.each([
  ["Will is vegan", "diet", "vegan"],
  ["will is vegan", "diet", "vegan"],
  ["will takes insulin", "medication", "insulin"],
  ["I think Will is vegan", "diet", "vegan"],
  ["May takes insulin", "medication", "insulin"],
  ["Mark takes insulin", "medication", "insulin"],
  ["I buy insulin for Mark", "medication", "insulin"],
  ["I want 24 degrees for May", "temperature", "24 degrees"],
  ["Rose is allergic to nuts", "allergies", "nuts"],
  ["Joy gets up at 6", "wake_time", "6"],
  ["Hope's favourite colour is blue", "favorite_color", "blue"],
  ["Jack: 24 degrees", "temperature", "24 degrees"],
  ["Max mag 24 Grad", "temperature", "24 Grad"],
  ["אור אוהבת תה", "drinks", "תה"],
])("and is somebody's there: “%s” does not say %s: %s", (said, key, value) => {
  expect(isSaid(said, key, value)).toBe(false);
});

it("a key may have it in small letters", () => {
  expect(isSaid("Will has his birthday in May", "birthday_will", "May")).toBe(true);
});

it.each([
  ["the bins will be collected every Thursday", "trash_day", "every Thursday", "house"],
  ["the bins go out on Thursday in May", "trash_day", "Thursday in May", "house"],
  ["rose bushes are watered on Mondays", "watering", "Mondays", "house"],
  ["Rose bushes are watered on Mondays", "watering", "Mondays", "house"],
  ["the boiler mark is Vaillant", "boiler", "Vaillant", "house"],
  ["the sky light opens at noon", "skylight", "noon", "house"],
  ["the bill is paid on the first", "bill", "on the first", "house"],
  ["the jack is under the stairs", "jack", "under the stairs", "house"],
  ["the art room is heated to 20", "art_room", "20", "house"],
  ["the bins are Will's", "bins", "Will's", "person"],
  ["Mark gets up at 6", "schedule", "at 6", "person"],
  ["the curfew of Rose is at 22:00", "curfew", "22:00", "person"],
])("“%s” is of the %s", (said, key, value, kind) => {
  expect(placeOfTelling({ kind: "house" }, "house", { personId: "anna", key, value, said, others }).scope.kind).toBe(kind);
});
