import { describe, expect, it } from "vitest";
import { anna, eventually, ScenarioHome, serviceCall } from "./scenario-home.ts";

const MINUTE = 60_000;

const logged = (home: ScenarioHome, columns = "path, model, tools_used, entities_mentioned, learn_state") =>
  home.rows(`SELECT ${columns} FROM interaction_log ORDER BY id`);
/** What the model was given last, as one text. */
const given = (home: ScenarioHome) => home.model.calls.at(-1)?.messages.at(-1)?.content ?? "";

describe("how a turn went", () => {
  it("is kept with its answer: by the matcher, by a model with its tools, by a command", async () => {
    await using home = await ScenarioHome.start({ options: { learning_idle_minutes: 3 } });
    await home.asks(anna, "is the garage closed?");
    home.model.reply({ toolCalls: [serviceCall("light.turn_on", "light.bed_light")] }, { text: "There you are." });
    await home.asks(anna, "a bit of light next to my pillow");
    await home.asks(anna, "/status");
    expect(logged(home)).toEqual([
      {
        ...{ path: "recogniser", model: "recogniser", tools_used: "[]" },
        ...{ entities_mentioned: '["cover.garage_door"]', learn_state: "none" },
      },
      {
        ...{ path: "model", model: "ollama/test-model", tools_used: '["call_ha_service"]' },
        ...{ entities_mentioned: '["light.bed_light"]', learn_state: "waiting" },
      },
      { path: "command", model: null, tools_used: "[]", entities_mentioned: "[]", learn_state: "none" },
    ]);
    expect(logged(home, "prompt_tokens > 0 AS prompt, completion_tokens > 0 AS completion")).toEqual([
      { prompt: null, completion: null },
      { prompt: 1, completion: 1 },
      { prompt: null, completion: null },
    ]);
  });

  it("is kept when its question gets no answer, and goes on after a yes", async () => {
    await using home = await ScenarioHome.start();
    home.model.reply({ toolCalls: [serviceCall("lock.unlock", "lock.front_door")] });
    await home.asks(anna, "let my brother in at the front");
    await home.shown();
    expect(logged(home, "path, entities_mentioned")).toEqual([{ path: "model", entities_mentioned: '["lock.front_door"]' }]);
    home.passes(MINUTE);
    await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'expired'").length === 1);
    expect((await home.asks(anna, "/context")).plain).toContain("let my brother in at the front");

    home.model.reply({ toolCalls: [serviceCall("lock.unlock", "lock.front_door")] }, { text: "Welcome." });
    await home.asks(anna, "let my sister in at the front");
    home.presses(anna, "Yes");
    await home.next(anna);
    expect(logged(home, "path, tools_used")).toEqual([
      { path: "model", tools_used: "[]" },
      { path: "command", tools_used: "[]" },
      { path: "model", tools_used: '["call_ha_service"]' },
    ]);
  });

  it("is kept when its message is too long for the model, which is not asked", async () => {
    await using home = await ScenarioHome.start({ options: { num_ctx: 4096 } });
    const { plain } = await home.asks(anna, "x1%!".repeat(1_000));
    expect(plain).toBe(
      "Your message is too long for the window of the language model ollama/test-model. Please shorten it, or raise num_ctx in the options.",
    );
    expect(home.model.calls).toEqual([]);
    home.model.reply({ text: "I cannot tell." });
    expect((await home.asks(anna, "is it bright enough to read by in there")).plain).toMatch(/^I cannot tell\./);
  });

  it("is told by /context", async () => {
    await using home = await ScenarioHome.start();
    home.model.reply({ text: "Quite bright." });
    await home.asks(anna, "would you say the bed light is bright enough to read by");
    const { plain } = await home.asks(anna, "/context");
    expect(plain).toMatch(
      /“would you say the bed light is bright enough to read by”\nollama\/test-model was given about \d+ of its 8192 tokens/,
    );
    expect(plain).toMatch(/^• things perhaps meant: \d+ of \d+ tokens; with .*Bed Light/m);
    expect(plain).not.toContain("light.bed_light");
    expect((await home.asks(anna, "/help")).plain).toContain("/context");
  });
});

describe("what the last turn spoke of", () => {
  it("is before the model when a message names nothing", async () => {
    await using home = await ScenarioHome.start();
    await home.asks(anna, "is the garage closed?");
    home.model.reply({ text: "What about it?" });
    await home.asks(anna, "and the other one?");
    expect(given(home)).toMatch(/Perhaps meant:\n- Garage Door.*: cover\.garage_door = closed\n<\/data>/);
  });

  it("is forgotten with the conversation", async () => {
    await using home = await ScenarioHome.start();
    await home.asks(anna, "is the garage closed?");
    await home.asks(anna, "/new");
    home.model.reply({ text: "What do you mean?" });
    await home.asks(anna, "and the other one?");
    expect(given(home)).not.toContain("Perhaps meant");
  });
});

describe("context_providers", () => {
  it("switched off look nothing up, and the tools stay", async () => {
    await using home = await ScenarioHome.start({ options: { context_providers: [], knowledge: true } });
    await home.known();
    home.model.reply({ text: "I would have to look." });
    const embedded = home.model.embedCalls.length;
    await home.asks(anna, "would you say the bed light is bright enough to read by?");
    expect(given(home)).not.toContain("<data");
    expect(home.model.embedCalls).toHaveLength(embedded);
    expect(home.model.calls.at(-1)?.tools).toEqual(expect.arrayContaining(["get_ha_entities", "retrieve_knowledge"]));
  });
});
