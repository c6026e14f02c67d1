import { describe, expect, it } from "vitest";
import { anna, DAY, memoryWorld, NOW, observed, said } from "./memory-world.ts";

const house = { scope: { kind: "house" } } as const;

describe("the opposite of what is in a set", () => {
  it("takes its place when the person says it", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("drinks", "coffee", { said: "I like coffee" }), NOW);
    await memory.learn(said("drinks", "tea", { said: "I like tea" }), NOW);
    const learned = await memory.learn(said("drinks", "no coffee", { said: "I don't drink coffee any more" }), NOW);
    expect(learned).toMatchObject({ outcome: "superseded", before: { value: "coffee" } });
    expect(known().toSorted()).toEqual(["drinks: no coffee", "drinks: tea"]);
  });

  it("under the key of what somebody does not like takes the place of what they like", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("likes", "dogs", { said: "I love dogs" }), NOW);
    await memory.learn(said("pets", "a dog", { said: "I have a dog" }), NOW);
    await memory.learn(said("dislikes", "dogs", { said: "I hate dogs now" }), NOW);
    expect(known().toSorted()).toEqual(["dislikes: dogs", "pets: a dog"]);
  });

  it("is asked about when nobody said it", async () => {
    const { memory, known, asked } = memoryWorld();
    await memory.learn(said("drinks", "coffee"), NOW);
    await memory.learn(said("drinks", "no coffee", { source: "inferred" }), NOW);
    expect([known(), asked]).toMatchObject([["drinks: coffee"], [{ fact: { value: "no coffee" }, contradicts: { value: "coffee" } }]]);
  });

  it("of an allergy counts only where the allergy is denied", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("allergies", "nuts", { said: "I am allergic to nuts" }), NOW);
    await memory.learn(said("allergies", "no nuts", { said: "no nuts for me please" }), NOW);
    expect(known()).toEqual(["allergies: nuts"]);
    await memory.learn(said("allergies", "no nuts", { said: "I am not allergic to nuts after all" }), NOW);
    expect(known()).toEqual(["allergies: no nuts"]);
  });
});

describe("what is taken back of a set", () => {
  it.each([
    // a list keeps what was not spoken of
    ["allergies", ["peanuts and milk"], "not milk", "I'm not allergic to milk", ["not milk", "peanuts"]],
    ["allergies", ["Erdnüsse, Milch und Soja"], "keine Milch", "Ich bin nicht gegen Milch allergisch", ["Erdnüsse, Soja", "keine Milch"]],
    ["drinks", ["tea and coffee"], "no coffee", "I don't like coffee any more", ["no coffee", "tea"]],
    ["drinks", ["thé et café"], "pas de café", "je n'aime plus le café, pas de café", ["pas de café", "thé"]],
    ["drinks", ["té y café"], "no café", "ya no me gusta el café, no café", ["no café", "té"]],
    ["drinks", ["thee en koffie"], "geen koffie", "ik lust geen koffie meer", ["geen koffie", "thee"]],
    ["drinks", ["no tea or coffee"], "coffee", "I like coffee again", ["coffee", "no tea"]],
    ["drinks", ["kein Tee oder Kaffee"], "Tee", "ich mag wieder Tee", ["Tee", "kein Kaffee"]],
    // more than one at once
    ["drinks", ["tea", "coffee"], "no tea or coffee", "I drink no tea or coffee", ["no tea or coffee"]],
    ["drinks", ["no coffee", "no tea"], "tea and coffee", "I like tea and coffee", ["tea and coffee"]],
    // a kind, and one of it
    ["drinks", ["tea with milk and honey"], "no tea", "I don't like tea any more", ["no tea"]],
    ["drinks", ["milk, iced tea with lemon"], "no tea", "I don't like tea any more", ["milk", "no tea"]],
    ["likes", ["milk chocolate"], "no milk", "I don't like milk", ["milk chocolate", "no milk"]],
    ["drinks", ["coffee with milk"], "no milk", "I don't like milk", ["coffee with milk", "no milk"]],
    ["allergies", ["coconut milk"], "not milk", "I'm not allergic to milk", ["coconut milk", "not milk"]],
    ["drinks", ["coffee"], "no coffee after 16", "I drink no coffee after 16", ["coffee", "no coffee after 16"]],
    ["drinks", ["coffee without sugar"], "no coffee", "I don't like coffee", ["no coffee"]],
    // the same in other words
    ["allergies", ["no longer nuts"], "not nuts", "I am not allergic to nuts any more", ["no longer nuts"]],
  ])("%s: %j, then %s", async (key, before, value, words, expected) => {
    const { memory, known } = memoryWorld();
    for (const one of before) await memory.learn(said(key, one), NOW);
    await memory.learn(said(key, value, { said: words }), NOW);
    expect(known().toSorted()).toEqual(expected.map((one) => `${key}: ${one}`));
  });

  it("is true again when the person says so, though something that holds it is known", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("drinks", "no tea"), NOW);
    await memory.learn(said("drinks", "tea with milk"), NOW);
    const learned = await memory.learn(said("drinks", "tea", { said: "I do like tea again" }), NOW);
    expect(learned).toMatchObject({ outcome: "superseded", before: { value: "no tea" } });
    expect(known()).toEqual(["drinks: tea with milk"]);
  });

  it("of a list is told by its name", async () => {
    const { memory } = memoryWorld();
    await memory.learn(said("allergies", "peanuts and milk"), NOW);
    const learned = await memory.learn(said("allergies", "not milk", { said: "I'm not allergic to milk" }), NOW);
    expect(learned).toMatchObject({ outcome: "superseded", before: { value: "milk" }, fact: { value: "not milk" } });
  });

  it("waits for a yes when nobody said it, and a list stays whole till then", async () => {
    const { memory, known, asked } = memoryWorld();
    await memory.learn(said("allergies", "peanuts and milk"), NOW);
    await memory.learn(said("allergies", "not milk", { origin: "outside" }), NOW);
    expect([known(), asked]).toMatchObject([["allergies: peanuts and milk"], [{ contradicts: { value: "peanuts and milk" } }]]);
    memory.confirm(asked[0]?.fact.id ?? 0, "anna", NOW);
    expect(known().toSorted()).toEqual(["allergies: not milk", "allergies: peanuts"]);
  });

  it("is no more when what came later says otherwise", async () => {
    const { memory, known } = memoryWorld();
    await memory.learn(said("drinks", "tea and coffee"), NOW);
    await memory.learnAll([said("drinks", "no coffee", { said: "no coffee" })], NOW - DAY, {
      signal: new AbortController().signal,
      commit: (work) => {
        work();
        return true;
      },
    });
    expect(known()).toEqual(["drinks: tea and coffee"]);
  });
});

describe("nothing is lost in another one:", () => {
  it.each([
    ["allergies", "coconut milk", "milk"],
    ["allergies", "peanuts", "peanuts since my hospital stay"],
    ["food_allergy", "nuts", "shrimps"],
    ["daughter_name", "Mia", "Lea"],
    ["disliked_food", "kale", "liver"],
    ["medication", "ramipril", "ramipril comp"],
  ])("%s, %s and %s", async (key, one, other) => {
    const { memory, known } = memoryWorld();
    await memory.learn(said(key, one), NOW);
    await memory.learn(said(key, other), NOW);
    expect(known()).toHaveLength(2);
  });
});

it("at most is not at least", async () => {
  const { memory, known } = memoryWorld();
  await memory.learn(said("temperature", "at least 21 degrees"), NOW);
  await memory.learn(said("temperature", "at most 21 degrees"), NOW);
  expect(known()).toEqual(["temperature: at most 21 degrees"]);
});

it("what is seen against what somebody told of the house is asked of them", async () => {
  const { memory, known, asked } = memoryWorld();
  await memory.learn(said("temperature", "18 degrees", house), NOW);
  await memory.learn(observed("temperature", "22 degrees", house), NOW);
  expect(asked).toMatchObject([{ fact: { value: "22 degrees", source: "observed" }, contradicts: { value: "18 degrees" } }]);
  expect(memory.waitingFor("anna")).toMatchObject([{ value: "22 degrees" }]);
  memory.confirm(asked[0]?.fact.id ?? 0, "anna", NOW);
  expect(known()).toEqual(["temperature: 22 degrees"]);
});

describe("on the disk stays no word", () => {
  it("of what was refused, and it is still known", async () => {
    const { memory, database, asked } = memoryWorld();
    const outside = { origin: "outside" } as const;
    await memory.learn(said("allergies", "peanuts and milk", outside), NOW);
    await memory.learn(said("temperature", "22 degrees", outside), NOW);
    for (const { fact } of asked) memory.refuse(fact.id, NOW);
    expect(JSON.stringify(database.sqlite.prepare("SELECT * FROM profile_entries").all())).not.toMatch(/peanut|milk|22 deg/);
    const refused = { outcome: "rejected", reason: "refused" };
    expect(await memory.learn(said("allergies", "peanut", outside), NOW)).toEqual(refused);
    expect(await memory.learn(said("temperature", "22 °C", { source: "inferred" }), NOW)).toEqual(refused);
    expect(await memory.learn(said("allergies", "walnuts", outside), NOW)).toMatchObject({ outcome: "quarantined" });
    expect(await memory.learn(said("allergies", "peanuts and milk"), NOW)).toMatchObject({ outcome: "stored" });
  });

  it("of what is over, with what it took the place of", async () => {
    const { memory, store, known, database } = memoryWorld();
    await memory.learn(said("visitor", "grandpa this week", { ttlMs: DAY }), NOW);
    await memory.learn(said("visitor", "grandma this week", { ttlMs: DAY }), NOW);
    await memory.learn(said("diet", "vegan"), NOW);
    expect(memory.dropOver(NOW + DAY - 1)).toBe(0);
    expect(memory.dropOver(NOW + DAY)).toBe(2);
    expect(known(anna, NOW + DAY)).toEqual(["diet: vegan"]);
    expect(store.countOf({ kind: "person", personId: "anna" })).toBe(1);
    expect(JSON.stringify(database.sqlite.prepare("SELECT * FROM facts_fts").all())).not.toContain("grand");
  });
});

it.each([
  ["wake_time", "6:30", "Wann stehe ich auf?"],
  ["wake_time", "6:30", "when do I get up?"],
  ["allergies", "nuts", "Wogegen bin ich allergisch?"],
  ["allergies", "nuts", "what should we cook for me tonight?"],
  ["drinks", "Tee", "Was trinke ich gern?"],
  ["nickname", "Bear", "wie heiße ich?"],
  ["name", "Anna", "wie heiße ich?"],
  ["birthday", "17 April", "when was I born?"],
  ["favorite_color", "blue", "my favourite colour?"],
  ["favorite_movie", "Alien", "which is my favourite film?"],
  ["diet", "vegan", "what should we cook for me tonight?"],
  ["workplace", "the brewery", "où est-ce que je travaille ?"],
  ["bedtime", "22:30", "hoe laat slaap ik?"],
])("%s: %s is called to mind by “%s”", async (key, value, question) => {
  const { memory, recalls } = memoryWorld();
  await memory.learn(said(key, value), NOW);
  expect(await recalls(question)).toEqual([`${key}: ${value}`]);
});
