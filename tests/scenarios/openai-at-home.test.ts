import { expect, it } from "vitest";
import type { ModelCall } from "../fakes/model-server.ts";
import { anna, eventually, family, ScenarioHome } from "./scenario-home.ts";

const isLearning = ({ messages }: ModelCall) => messages.some(({ content }) => content.startsWith("You read one message"));

it("does all that the model at home does: names, states, tools, review, learning and vectors, and nothing of it counts as having left", async () => {
  await using home = await ScenarioHome.start({
    openAiAtHome: true,
    options: { people: family, recogniser: false, knowledge: true, learning_idle_minutes: 3 },
  });
  await home.known();
  expect(home.app.knowledge?.indexer.status().embedding.kind).toBe("ready");
  expect(home.model.embedCalls[0]?.body).toMatchObject({ model: "nomic-embed-text", encoding_format: "float" });

  home.model.reply(
    { toolCalls: [{ name: "call_ha_service", args: { when: "now", service: "light.turn_on", entity_id: ["light.kitchen_light"] } }] },
    { text: "The kitchen light is on." },
  );
  home.model.respond((call) => ({ text: isLearning(call) ? JSON.stringify({ facts: [] }) : "OK." }));
  expect((await home.asks(anna, "could you make it brighter in here? I like it bright in the kitchen")).plain).toMatch(/kitchen light/i);
  expect(home.calls()).toMatchObject([{ service: "light.turn_on", entityIds: ["light.kitchen_light"] }]);
  const [first] = home.model.calls;
  expect(first).toMatchObject({ kind: "openai", model: "home-test:latest", messages: [{ role: "system" }, { role: "user" }] });
  expect(first?.messages.map(({ content }) => content).join("")).toMatch(/Kitchen/);
  expect(first?.tools).toEqual(expect.arrayContaining(["call_ha_service", "update_user_profile"]));
  expect(first?.body["stream"]).toBe(true);

  await home.asks(anna, "what do you think of tea?");
  expect(home.model.reviews.length).toBeGreaterThan(0);
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status NOT IN ('sent', 'failed')").length === 0);
  home.passes(3 * 60_000);
  await eventually(() => home.model.calls.some(isLearning));
  expect(home.model.calls.find(isLearning)?.body["response_format"]).toMatchObject({ type: "json_schema" });

  expect((await home.asks(anna, "/status")).plain).toMatch(/^Model: local\/home-test:latest, reachable$/m);
  expect(home.rows("SELECT 1 FROM search_audit_log")).toEqual([]);
  expect(home.texts(anna).join("")).not.toContain("outside your home");
});

it("says in /status what its server lacks, and in one sentence to the person", async () => {
  await using home = await ScenarioHome.start({
    openAiAtHome: true,
    options: { recogniser: false, knowledge: true, openai_model: "qwen3-8b", embedding_model: "embed" },
  });
  home.model.respondEmbed(() => ({ status: 501, error: "This server does not support embeddings." }));
  home.model.respond(() => ({ status: 404, error: "The model `qwen3-8b` does not exist." }));
  await home.known();

  const { plain } = await home.asks(anna, "/status");

  const told = `The server at ${home.model.url} offers no model called qwen3-8b. Check openai_model and openai_base_url in the options; the address usually ends in /v1.`;
  expect(plain).toContain(`Model: local/qwen3-8b. ${told}`);
  expect(plain).toMatch(/^Knowledge: found by its words alone.*The model server makes no embeddings with embed\./m);
  expect((await home.asks(anna, "what do you think of tea?")).plain).toContain("/status");
});
