import { describe, expect, it } from "vitest";
import { anna, ben, DAY, gus, memoryWorld, NOW, observed, said, wordEmbeddings } from "./memory-world.ts";

describe("what is told", () => {
  it("supersedes a single value and keeps until when the old one was true", async () => {
    const { memory, store, known } = memoryWorld();
    const { fact: first } = (await memory.learn(said("preferred_temperature", "22 degrees"), NOW)) as { fact: { id: number } };
    const learned = await memory.learn(said("temperature", "19"), NOW + DAY);
    expect(learned).toMatchObject({ outcome: "superseded", before: { value: "22 degrees" }, fact: { value: "19", key: "temperature" } });
    expect(known()).toEqual(["temperature: 19"]);
    expect(store.get(first.id)).toMatchObject({ validTo: NOW + DAY, supersededBy: "fact" in learned ? learned.fact.id : -1 });
  });

  it("stands beside other values of a set", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("allergies", "peanuts"), NOW);
    await memory.learn(said("allergy", "walnuts"), NOW);
    expect(known().toSorted()).toEqual(["allergies: peanuts", "allergies: walnuts"]);
  });

  it("once more is surer and more important; the same message counts once", async () => {
    const { memory } = memoryWorld();
    const once = said("allergies", "peanuts", { confidence: 0.5, source: "inferred" });
    const first = await memory.learn(once, NOW);
    const again = await memory.learn(said("allergies", "peanut", { confidence: 0.5, source: "inferred" }), NOW + DAY);
    const third = await memory.learn(once, NOW + DAY);
    expect(again).toMatchObject({ outcome: "merged", fact: { occurrences: 2, lastSeen: NOW + DAY } });
    if (first.outcome !== "stored" || again.outcome !== "merged") throw new Error("not learned");
    expect(again.fact.confidence).toBeGreaterThan(first.fact.confidence);
    expect(again.fact.importance).toBeGreaterThan(first.fact.importance);
    expect(third).toMatchObject({ outcome: "merged", fact: { occurrences: 2, confidence: again.fact.confidence } });
  });

  it("is not the same when it is turned round or has other numbers", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("drinks", "coffee"), NOW);
    await memory.learn(said("drinks", "no coffee after 16"), NOW);
    await memory.learn(said("drinks", "coffee with 2 sugars"), NOW);
    expect(known()).toHaveLength(3);
  });

  it("beats what was inferred, and that beats what was observed", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(observed("bedtime", "23:30"), NOW);
    expect(await memory.learn(said("bedtime", "23:00", { source: "inferred" }), NOW)).toMatchObject({ outcome: "superseded" });
    expect(await memory.learn(observed("bedtime", "23:30"), NOW)).toEqual({ outcome: "rejected", reason: "outranked" });
    expect(await memory.learn(said("bedtime", "22:30"), NOW)).toMatchObject({ outcome: "superseded" });
    expect(known()).toEqual(["bedtime: 22:30"]);
  });

  it("stands while the person is asked about what contradicts it, once", async () => {
    const { memory, asked, known } = memoryWorld();
    await memory.learn(said("bedtime", "22:30"), NOW);
    const learned = await memory.learn(observed("bedtime", "00:15"), NOW);
    expect(learned).toMatchObject({ outcome: "contradiction", asked: false, fact: { value: "22:30" }, waiting: { value: "00:15" } });
    expect(await memory.learn(observed("bedtime", "00:15"), NOW)).toMatchObject({ outcome: "contradiction", asked: true });
    expect(asked).toMatchObject([{ fact: { value: "00:15" }, contradicts: { value: "22:30" } }]);
    expect(known()).toEqual(["bedtime: 22:30"]);

    memory.confirm(asked[0]?.fact.id ?? 0, "anna", NOW);
    expect(known()).toEqual(["bedtime: 00:15"]);
    expect(memory.waitingFor("anna")).toEqual([]);
  });

  it("ends when it was said to end", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("diet", "no sugar", { ttlMs: DAY }), NOW);
    expect(known(anna, NOW + DAY - 1)).toEqual(["diet: no sugar"]);
    expect(known(anna, NOW + DAY)).toEqual([]);
    expect(await memory.learn(said("diet", "vegan"), NOW + 2 * DAY)).toMatchObject({ outcome: "stored" });
    expect(known(anna, NOW + 2 * DAY)).toEqual(["diet: vegan"]);
  });
});

describe("what the person did not say", () => {
  it.each(["home", "document", "outside"] as const)("of the origin %s waits for a yes, and is in no answer", async (origin) => {
    const { memory, known, recalls, asked } = memoryWorld();
    expect(await memory.learn(said("favorite_color", "purple", { origin }), NOW)).toMatchObject({ outcome: "quarantined" });
    expect(known()).toEqual([]);
    expect(await recalls("favorite color purple")).toEqual([]);
    expect(asked).toHaveLength(1);
    memory.confirm(memory.waitingFor("anna")[0]?.id ?? 0, "anna", NOW);
    expect(known()).toEqual(["favorite_color: purple"]);
    expect(memory.visibleTo(anna, NOW)).toMatchObject([{ source: "told", origin, status: "active" }]);
  });

  it("waits, although it came in the person's message", async () => {
    const { memory } = memoryWorld();
    const words = "what do I like?";
    expect(await memory.learn(said("temperature", "25 degrees", { said: words }), NOW)).toMatchObject({ outcome: "quarantined" });
  });

  it.each(["my sister is a vegan", "is the soup vegan?"])("waits, although it came in “%s”", async (words) => {
    const { memory, known } = memoryWorld();
    expect(await memory.learn(said("diet", "vegan", { said: words }), NOW)).toMatchObject({ outcome: "quarantined" });
    expect(known()).toEqual([]);
  });

  it("is not learned again when it is known already", async () => {
    const { memory } = memoryWorld();
    await memory.learn(said("temperature", "22 degrees"), NOW);
    const words = "is it warm enough for what I like?";
    expect(await memory.learn(said("temperature", "22 degrees", { said: words }), NOW)).toEqual({
      outcome: "rejected",
      reason: "recalled",
    });
    expect(await memory.learn(said("comfort_note", "22 degrees", { said: words }), NOW)).toEqual({
      outcome: "rejected",
      reason: "recalled",
    });
    expect(await memory.learn(said("temperature", "22", { origin: "outside" }), NOW)).toEqual({ outcome: "rejected", reason: "recalled" });
    expect(memory.visibleTo(anna, NOW)).toMatchObject([{ occurrences: 1 }]);
  });

  it("is not asked about again after a no, but counts when the person says it", async () => {
    const { memory, asked, known } = memoryWorld();
    await memory.learn(said("favorite_color", "purple", { origin: "outside" }), NOW);
    memory.refuse(asked[0]?.fact.id ?? 0, NOW);
    expect(await memory.learn(said("favorite_color", "Purple", { origin: "outside" }), NOW)).toEqual({
      outcome: "rejected",
      reason: "refused",
    });
    expect(await memory.learn(said("favorite_color", "purple", { source: "inferred" }), NOW)).toEqual({
      outcome: "rejected",
      reason: "refused",
    });
    expect(await memory.learn(said("favorite_color", "purple"), NOW)).toMatchObject({ outcome: "stored" });
    expect(known()).toEqual(["favorite_color: purple"]);
  });

  it("of a habit that was refused is not seen again, at whatever time", async () => {
    const { memory } = memoryWorld();
    const learned = await memory.learn(observed("garage_door_opens", "07:30"), NOW);
    if (learned.outcome !== "stored") throw new Error(learned.outcome);
    memory.refuse(learned.fact.id, NOW);
    expect(await memory.learn(observed("garage_door_opens", "07:40"), NOW)).toEqual({ outcome: "rejected", reason: "refused" });
  });
});

describe("nothing is stored of", () => {
  it.each([
    ["a secret", said("alarm", "4711", { said: "the alarm code is 4711" }), "secret"],
    ["a moment", said("current_mood", "tired"), "trivial"],
    ["an answer", said("wants_reminder", "yes"), "trivial"],
    ["a wish of the moment", said("wants", "play something"), "trivial"],
    ["a temperature for now", said("temperature", "21 degrees for the moment"), "trivial"],
    ["something of today", said("essen", "heute Pasta"), "trivial"],
    ["something of tomorrow", said("appointment_tomorrow", "dentist at 3"), "trivial"],
    ["no value", said("temperature", "  "), "invalid"],
    ["no key", said("?!", "22"), "invalid"],
    ["a very long value", said("biography", "long ".repeat(100)), "invalid"],
    ["a stranger", said("temperature", "22", { scope: { kind: "person", personId: "zoe" } }), "stranger"],
  ])("%s", async (_, proposed, reason) => {
    const { memory, database } = memoryWorld();
    expect(await memory.learn(proposed, NOW)).toEqual({ outcome: "rejected", reason });
    expect(database.sqlite.prepare("SELECT * FROM profile_entries").all()).toEqual([]);
  });
});

describe("who is told", () => {
  async function household() {
    const world = memoryWorld();
    await world.memory.learn(said("temperature", "22 degrees"), NOW);
    await world.memory.learn(said("favorite_color", "blue"), NOW);
    await world.memory.learn(said("trash_day", "Thursday", { scope: { kind: "house" } }), NOW);
    await world.memory.learn(said("house_language", "English", { scope: { kind: "house" } }), NOW);
    await world.memory.learn(said("temperature", "18 degrees", { scope: { kind: "room", areaId: "bedroom" } }), NOW);
    return world;
  }
  const shared = ["language: English", "temperature: 18 degrees", "trash_day: Thursday"];

  it("each person of their own, everybody of the house", async () => {
    const { known } = await household();
    expect(known(anna).toSorted()).toEqual(["favorite_color: blue", ...shared, "temperature: 22 degrees"].toSorted());
    expect(known(ben).toSorted()).toEqual(shared);
  });

  it("guests only of what is public", async () => {
    const { known, recalls } = await household();
    expect(known(gus)).toEqual(["language: English"]);
    expect(await recalls("trash on Thursday", gus)).toEqual([]);
  });

  it("a group only of what is public of the asker and the house", async () => {
    const { known, recalls } = await household();
    expect(known({ ...anna, isPrivate: false }).toSorted()).toEqual(["favorite_color: blue", "language: English"]);
    expect(await recalls("what temperature do I like?", { ...anna, isPrivate: false })).toEqual([]);
    expect(await recalls("what temperature do I like?", ben)).toEqual(["temperature: 18 degrees"]);
  });
});

describe("recall", () => {
  it("finds by the words of the question, of the key and of its names in other languages", async () => {
    const { memory, recalls } = memoryWorld();
    await memory.learn(said("temperature", "22 degrees"), NOW);
    await memory.learn(said("allergies", "peanuts"), NOW);
    await memory.learn(said("dog_name", "Rex"), NOW);
    expect(await recalls("what temperature do I like?")).toEqual(["temperature: 22 degrees"]);
    expect(await recalls("Welche Temperatur mag ich?")).toEqual(["temperature: 22 degrees"]);
    expect(await recalls("איזו טמפרטורה אני אוהב?")).toEqual(["temperature: 22 degrees"]);
    expect(await recalls("may I eat peanuts?")).toEqual(["allergies: peanuts"]);
    expect(await recalls("is the garage door open?")).toEqual([]);
  });

  it("gives everything when everything is asked for, and a category when that is", async () => {
    const { memory, recalls } = memoryWorld();
    await memory.learn(said("temperature", "22 degrees"), NOW);
    await memory.learn(observed("bedtime", "23:00"), NOW);
    expect((await recalls("what do you know about me?")).toSorted()).toEqual(["bedtime: 23:00", "temperature: 22 degrees"]);
    expect(await recalls("which habits have you noticed?")).toEqual(["bedtime: 23:00"]);
  });

  it("finds by meaning when the model has made vectors, and without when it fails", async () => {
    const { memory, recalls, store } = memoryWorld({ embeddings: wordEmbeddings });
    const learned = await memory.learn(said("sofa_corner", "left side reading"), NOW);
    if (learned.outcome !== "stored") throw new Error(learned.outcome);
    await expect.poll(() => store.withoutVector("words", 5)).toEqual([]);
    expect(await recalls("sofa corner left side reading")).toEqual(["sofa_corner: left side reading"]);

    const failing = memoryWorld({ embeddings: { model: "words", embed: () => Promise.reject(new Error("away")) } });
    await failing.memory.learn(said("temperature", "22 degrees"), NOW);
    expect(await failing.recalls("what temperature?")).toEqual(["temperature: 22 degrees"]);
  });

  it("takes two keys for one when value and meaning are the same", async () => {
    const { memory, known, store } = memoryWorld({ embeddings: wordEmbeddings });
    await memory.learn(said("evening_reading_place", "the green chair by the window"), NOW);
    await expect.poll(() => store.withoutVector("words", 5)).toEqual([]);
    const learned = await memory.learn(said("reading_place_evening", "the green chair by the window"), NOW);
    expect(learned.outcome).toBe("merged");
    expect(known()).toHaveLength(1);
  });
});

it("beyond the limit guesses go before what was told, and an allergy is as important after years", async () => {
  const { memory, known } = memoryWorld({ limit: 4 });
  await memory.learn(said("allergies", "nuts", { category: "fact" }), NOW);
  await memory.learn(said("music", "jazz"), NOW);
  const later = NOW + 800 * DAY;
  for (const value of ["chess", "skiing", "rowing", "painting"]) await memory.learn(said("hobbies", value, { source: "inferred" }), later);
  expect(known(anna, later)).toEqual(["allergies: nuts", "hobbies: painting", "hobbies: rowing", "music: jazz"]);
  for (const value of ["blue", "green", "red"]) await memory.learn(said(`color_${value}`, value), later);
  expect(known(anna, later)).toContain("allergies: nuts");
});

it("beyond the limit the least important goes, and what was said just now stays", async () => {
  const { memory, known } = memoryWorld({ limit: 3 });
  await memory.learn(said("allergies", "peanuts"), NOW);
  await memory.learn(said("favorite_color", "blue"), NOW);
  await memory.learn(said("temperature", "22"), NOW);
  await memory.learn(said("music", "jazz"), NOW);
  expect(known().toSorted()).toEqual(["allergies: peanuts", "music: jazz", "temperature: 22"]);
});

it("what is more than one value is put right alone", async () => {
  const { memory, known } = memoryWorld();
  await memory.learn(said("allergies", "peanuts"), NOW);
  const learned = await memory.learn(said("allergies", "wallnuts"), NOW);
  if (learned.outcome !== "stored") throw new Error(learned.outcome);
  const { id } = learned.fact;
  for (const right of ["hazelnuts", "cashews"]) {
    expect(memory.correct(id, right, { personId: "anna", evidence: [] }, NOW)).toMatchObject({ outcome: "superseded", fact: { id } });
    expect(known().toSorted()).toEqual([`allergies: ${right}`, "allergies: peanuts"]);
  }
  expect(memory.correct(99, "x", { personId: "anna", evidence: [] }, NOW)).toBeUndefined();
});

it("what is forgotten takes along what it superseded, its words and its vectors", async () => {
  const { memory, store, database } = memoryWorld({ embeddings: wordEmbeddings });
  await memory.learn(said("temperature", "22 degrees"), NOW);
  const learned = await memory.learn(said("temperature", "19 degrees"), NOW);
  if (learned.outcome !== "superseded") throw new Error(learned.outcome);
  await expect.poll(() => store.withoutVector("words", 5)).toEqual([]);
  expect(memory.forget([learned.fact.id])).toBe(2);
  for (const table of ["profile_entries", "fact_vectors", "fact_turns", "facts_fts"]) {
    expect(database.sqlite.prepare(`SELECT * FROM ${table}`).all(), table).toEqual([]);
  }
});

it("a sensitivity may only be raised", async () => {
  const { memory } = memoryWorld();
  await memory.learn(said("favorite_color", "blue", { sensitivity: "private" }), NOW);
  await memory.learn(said("medication", "insulin", { sensitivity: "public" }), NOW);
  expect(memory.visibleTo(anna, NOW).map(({ key, sensitivity }) => [key, sensitivity])).toEqual([
    ["medication", "sensitive"],
    ["favorite_color", "private"],
  ]);
});

it("what is observed again is as sure as it is now, with the days as they are now", async () => {
  const { memory } = memoryWorld();
  const days = (...all: string[]) => [{ kind: "events", entityId: "cover.garage", days: all, note: "opened by hand" }] as const;
  await memory.learn(observed("garage_door_opens", "07:30", { confidence: 0.9, evidence: days("2027-01-01", "2027-01-02") }), NOW);
  const again = observed("garage_door_opens", "07:30", { confidence: 0.4, evidence: days("2027-01-02"), category: "pattern" });
  expect(await memory.learn(again, NOW + DAY)).toMatchObject({
    outcome: "merged",
    fact: { confidence: 0.4, evidence: days("2027-01-02"), category: "pattern", occurrences: 2 },
  });
});
