import { expect, it } from "vitest";
import { cloudHome } from "./cloud-home.ts";
import { anna, ben, eventually } from "./scenario-home.ts";

const NOTE = /A model outside your home answered: openai\/cloud-test/;

it("asks no model outside as long as no option says when", async () => {
  await using world = await cloudHome({});
  world.home.model.reply({ status: 500, error: "crashed" });
  const { plain } = await world.asks(anna, "how tall is the Eiffel tower?");
  expect(plain).toContain("without a language model");
  expect(world.cloud.calls).toEqual([]);
  expect(world.cloud.checks).toEqual([]);
  expect(world.home.log.join("")).toContain("neither cloud_fallback nor cloud_first");
});

it("asks a model outside nothing before it is needed, not even whether it is there", async () => {
  await using world = await cloudHome({ cloud_fallback: true });
  expect((await world.asks(anna, "how tall is the Eiffel tower?")).plain).toBe("Perhaps so, says the model at home.");
  expect([...world.cloud.checks, ...world.cloud.calls]).toEqual([]);
  expect(world.home.rows("SELECT 1 FROM search_audit_log")).toEqual([]);
});

it("falls back when the option says so, with a prompt of its own, and tells the person once in a session", async () => {
  await using world = await cloudHome({ cloud_fallback: true });
  const { home, cloud } = world;
  home.model.respond(() => ({ status: 500, error: "crashed" }));
  expect((await world.asks(anna, "how tall is the Eiffel tower?")).plain).toMatch(
    /^Perhaps so, says the model outside\.\n.*A model outside/s,
  );
  const [system, question] = cloud.calls[0]?.messages ?? [];
  expect(system?.content).toContain("Marks in square brackets");
  expect(system?.content).not.toMatch(/Wintergarten|Kitchen|Rooms:/);
  expect(question?.content).toMatch(/how tall is the Eiffel tower\?$/);
  expect(question?.content).not.toContain("Theodora");
  expect((await world.asks(anna, "and the one in Blackpool?")).plain).toBe("Perhaps so, says the model outside.");
  expect(cloud.calls[1]?.messages.map(({ role, content }) => `${role}: ${content.split("\n\n").at(-1)}`).slice(1)).toEqual([
    "user: how tall is the Eiffel tower?",
    // the home has a floor of that name
    "assistant: Perhaps so, says the model [floor 1].",
    "user: and the one in Blackpool?",
  ]);
  expect(home.rows("SELECT content FROM conversation_history WHERE role = 'assistant'").map(({ content }) => content)).toEqual(
    Array.from({ length: 2 }, () => "Perhaps so, says the model outside."),
  );
  await world.asks(anna, "/new");
  expect((await world.asks(anna, "and the one in Tokyo?")).plain).toMatch(NOTE);
  expect(home.rows("SELECT kind, provider, was_blocked, outcome, bytes > 500 AS big FROM search_audit_log")).toEqual(
    Array.from({ length: 3 }, () => ({ kind: "cloud_model", provider: "openai/cloud-test", was_blocked: 0, outcome: "ok", big: 1 })),
  );
});

it("tells the owners and the log at its first start what leaves the house, once", async () => {
  await using world = await cloudHome({ cloud_fallback: true, cloud_llm_send_ha_state: true });
  const { home } = world;
  await world.asks(anna, "hello there my friend");
  await home.stopApp();
  await home.startApp();
  const told = () => home.texts(anna).filter((text) => text.includes("Models outside your home are switched on"));
  await eventually(() => told().length === 1);
  expect(told()[0]).toContain("which things there are and how they are");
  await home.stopApp();
  await home.startApp();
  await world.asks(anna, "hello again");
  await world.asks(ben, "hello from me");
  expect(told()).toHaveLength(1);
  expect(home.texts(ben).join()).not.toContain("switched on");
  expect(home.log.join("")).toContain("models outside the house are switched on");
});

it("keeps a message with an address from the model outside: the one at home answers", async () => {
  await using world = await cloudHome({ cloud_first: true });
  const { home, cloud } = world;
  expect((await world.asks(anna, "is the Lindenstraße 47, 10969 Berlin far from the zoo?")).plain).toBe(
    "Perhaps so, says the model at home.",
  );
  expect(cloud.calls).toEqual([]);
  expect(home.rows("SELECT was_blocked, block_reason, sanitized_query FROM search_audit_log")).toEqual([
    { was_blocked: 1, block_reason: "address", sanitized_query: "" },
  ]);
  home.model.respond(() => ({ status: 500, error: "crashed" }));
  const { plain } = await world.asks(anna, "is the Lindenstraße 47, 10969 Berlin near a park?");
  expect(plain).toMatch(/did not send your message to openai\/cloud-test.*it has an address in it.*ollama\/test-model failed/s);
  expect(home.log.join("")).not.toContain("Lindenstra");
});

it("acts through marks where the state may be sent: the light goes on, and the answer has its real name", async () => {
  await using world = await cloudHome({ cloud_first: true, cloud_llm_send_ha_state: true });
  const { home, cloud } = world;
  cloud.respond(({ messages }, index) => {
    const said = messages.at(-1)?.content ?? "";
    const id = /\[light \d\]/.exec(said)?.[0] ?? "none";
    if (index === 0) return { toolCalls: [{ name: "get_ha_entities", args: { query: "[light 1]", domain: "light" } }] };
    if (index === 1)
      return {
        toolCalls: [
          { name: "call_ha_service", args: { when: "now", service: "light.turn_on", entity_id: [id], data: { brightness_pct: 40 } } },
        ],
      };
    return { text: "[Light 1] in [room 1] is at 40 %. [room 1] is lit." };
  });
  const { plain } = await world.asks(anna, "please make Ellies night light a bit brighter than dark");
  expect(home.calls("light.turn_on")).toMatchObject([{ entityIds: ["light.ellies_night_light"], data: { brightness_pct: 40 } }]);
  expect(plain).toContain("Ellie's Night Light");
  expect(plain).not.toMatch(/light 1|room 1\b/i);
  expect(cloud.calls[0]?.tools.toSorted()).toEqual(expect.arrayContaining(["call_ha_service", "get_entity_state", "get_ha_entities"]));
  expect(cloud.calls[0]?.tools).not.toContain("retrieve_knowledge");
  expect(cloud.calls.map(({ sent }) => sent).join()).not.toMatch(/ellie|night.light/i);
  expect(cloud.calls[2]?.messages.at(-1)?.content).toMatch(/"name":"\[light 1\] in \[room 1\]","entity_id":"\[light 1\]","outcome":"done"/);
});

it("offers nothing of the home without the option", async () => {
  await using world = await cloudHome({ cloud_first: true });
  world.cloud.reply({ toolCalls: [{ name: "get_ha_entities", args: { query: "light" } }] }, { text: "I cannot see the home." });
  await world.asks(anna, "which lights are on?");
  expect(world.cloud.calls[0]?.tools.filter((name) => !["search_web", "read_page"].includes(name))).toEqual([]);
  expect(world.cloud.calls[1]?.messages.map(({ content }) => content).join("\n")).not.toMatch(/Kitchen|Bed Light|light\.bed/);
});

it("shows the growing answer with real names, never a mark", async () => {
  await using world = await cloudHome({ cloud_first: true, cloud_llm_send_ha_state: true });
  const { home, cloud } = world;
  const shown: string[] = [];
  home.app.turns.onProgress(({ progress }) => void (progress.kind === "text" && shown.push(progress.text)));
  const sentence = "Once upon a time a little dragon lived in [room 1] and told [light 1] a tale of the old days. ";
  cloud.reply({ text: `${sentence.repeat(3)}Good night then.` });
  await world.asks(anna, "tell me a tale of Ellie's Room and Ellie's Night Light");
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.join("\n")).not.toMatch(/\[room|\[light/);
  expect(shown.at(-1)).toContain("in Ellie's Room and told Ellie's Night Light");
});

it("tells a public fact however many private ones a question calls for", async () => {
  await using world = await cloudHome({ cloud_first: true, cloud_llm_send_profile: true });
  const { home } = world;
  await world.asks(anna, "hello there my friend");
  const learn = (key: string, value: string, sensitivity?: "private") =>
    home.app.memory.learn(
      {
        ...{
          scope: { kind: "person" as const, personId: `telegram:${anna}` },
          category: "preference" as const,
          key,
          value,
          confidence: 0.9,
        },
        ...{ source: "told" as const, origin: "person" as const, evidence: [], language: "en", said: `my ${key} is ${value}` },
        ...{ toldBy: `telegram:${anna}`, sensitivity },
      },
      home.now,
    );
  await learn("favourite_colour", "green");
  for (let at = 0; at < 30; at++) await learn(`favourite_colour_of_thing_${at}`, `turquoise${at}`, "private");
  await world.asks(anna, "what was my favourite colour again?");
  expect(world.asked()).toContain("- favorite color: green");
  expect(world.asked()).not.toContain("turquoise");
});

it("sends no word of what the model at home had said when that fails in the middle of a turn, but what it did", async () => {
  const told = "The spare handle lies behind the crimson valve, and you take two tablets since the accident at the lake.";
  for (const [kind, first] of [
    ["openai", { text: told, toolCalls: [{ name: "get_ha_entities", args: { query: "crimson valve", area: "Kitchen" } }] }],
    ["gemini", { text: told, toolCalls: [{ name: "nosuch", args: { query: "crimson valve" } }] }],
    ["gemini", { text: `I have turned on the boiler. ${told}` }],
    ["openai", { text: `{"name": "get_ha_entities", "arguments": {"query": "crimson valve"}}` }],
  ] as const) {
    await using world = await cloudHome({ cloud_fallback: true, cloud_llm_send_ha_state: true }, { kind });
    const { home, cloud } = world;
    const asked = home.model.calls.length;
    home.model.respond(() => (home.model.calls.length === asked + 1 ? first : { status: 500, error: "crashed" }));
    await world.asks(anna, "please turn on the boiler, and where is the spare part of it?");
    expect(cloud.calls.length).toBeGreaterThan(0);
    expect(cloud.calls.map(({ sent }) => /crimson|accident|tablets|turned on the boiler/.test(sent))).not.toContain(true);
    // a call of a tool that it has, too, is told with its answer
    const isTold = kind === "openai" && "toolCalls" in first;
    expect(cloud.calls[0]?.messages.some(({ role }) => role === "tool")).toBe(isTold);
  }
});

it("keeps at home what an automation asks, which may hold a mail", async () => {
  await using world = await cloudHome({ cloud_first: true });
  const { home, cloud } = world;
  await world.asks(anna, "hello there");
  const before = cloud.calls.length;
  home.sim.fireEvent("ha_personal_assistant_ask", {
    text: "New mail from the clinic: the biopsy was positive. What does it mean?",
    person: "Theodora",
  });
  await eventually(() => home.rows("SELECT 1 FROM search_audit_log WHERE block_reason = 'automation'").length === 1);
  expect(cloud.calls).toHaveLength(before);
});

it("sends neither what was just forgotten nor what a newer value has taken the place of", async () => {
  await using world = await cloudHome({ cloud_fallback: true });
  const { home, cloud } = world;
  home.model.respond(() => ({ status: 500, error: "crashed" }));
  await world.asks(anna, "my favourite fruit is zqplum");
  await world.asks(anna, "my favourite fruit is zqpear");
  home.passes(300_000);
  await world.asks(anna, "how tall is the Burj Khalifa?");
  await world.asks(anna, "I'm allergic to zqnuts");
  await world.asks(anna, "forget that");
  await world.asks(anna, "how tall is Big Ben?");
  expect(cloud.calls.length).toBe(2);
  expect(cloud.calls.map(({ sent }) => /zq/.test(sent))).toEqual([false, false]);
});
