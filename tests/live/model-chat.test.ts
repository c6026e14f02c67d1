// One chat with the whole service on a real model: MODEL_URL is a running Ollama's address, MODEL_NAME a pulled model with tools.
import { expect, it, vi } from "vitest";
import { anna, LiveHome } from "./live-home.ts";

const { MODEL_URL: url = "", MODEL_NAME: model = "" } = process.env;

/** A small model on a busy CPU reads some thousand tokens a minute. */
const PATIENCE_MS = 250_000;

/** What must not be said of a light that stayed off. "It is on" would be a bad reading, but no claim to have done something. */
const CLAIM = /\bI(['’]ve| have)? (just )?(turned|switched)\b|\bhas been (turned|switched)\b|\bis now on\b|\bdone\b/i;

interface Receipt {
  readonly targets: readonly { readonly entityId: string; readonly outcome: string; readonly observed: { readonly state?: string } }[];
}

it.each([
  { by: "Ollama's API", options: { ollama_url: url, ollama_model: model } },
  {
    by: "OpenAI's API",
    options: { model_provider: "openai_compatible", openai_base_url: `${url}/v1`, openai_base_url_at_home: true, openai_model: model },
  },
])("ends a chat with a small model in a true answer, whatever the model says, by $by", async ({ options }) => {
  await using home = await LiveHome.start({ ...options, num_ctx: 4096, recogniser: false });
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  const before = await home.states();

  await home.says(anna, "turn on the bed light");
  const reply = await home.next(anna, ({ kind }) => kind === "message", PATIENCE_MS);
  // what needs a yes does not get one
  if (reply.buttons.length > 0) await home.presses(anna, "Cancel");
  await vi.waitFor(() => expect(home.rows("SELECT status FROM turns")).toEqual([{ status: "sent" }]), { timeout: PATIENCE_MS });

  const after = await home.states();
  const said = (await home.texts(anna)).join("\n");
  const targets = home.rows("SELECT receipt FROM actions").flatMap(({ receipt }) => (JSON.parse(String(receipt)) as Receipt).targets);
  for (const { entityId, outcome, observed } of targets) {
    if (outcome === "done" || outcome === "already") expect(after.get(entityId)).toBe(observed.state);
  }
  const moved = [...after.keys()].filter((entityId) => after.get(entityId) !== before.get(entityId));
  expect(targets.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining(moved));
  if (after.get("light.bed_light") === "off") expect(said).not.toMatch(CLAIM);
  for (const entityId of after.keys()) expect(said).not.toContain(entityId);
});
