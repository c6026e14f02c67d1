// The service as a conversation agent of a real Home Assistant: both ways are set up as a person does, and spoken to.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";
import { asOwner, SetUps } from "./config-flow.ts";
import { ben, LiveHome } from "./live-home.ts";
import { doors, live } from "./live-state.ts";

const PATIENCE = { timeout: 15_000, interval: 50 };
const TOKEN = "a-token-of-the-home-0815";

interface Spoken {
  readonly response: { readonly response_type: string; readonly speech: { readonly plain: { readonly speech: string } } };
}

describe("a conversation agent of a real Home Assistant", () => {
  let home: LiveHome;
  let client: RawClient;
  const setUps = new SetUps();
  beforeAll(async () => {
    home = await LiveHome.start({ assist_api_token: TOKEN, wyoming: true, speakers: [{ device: "Assist test speaker", person: "Ben" }] });
    client = await RawClient.login(live);
    await home.asks(ben, "/start");
  });
  afterAll(async () => {
    await setUps[Symbol.asyncDispose]();
    await client[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** The agents of an integration. */
  const agentsOf = async (platform: string): Promise<readonly string[]> => {
    const rows = (await client.result({ type: "config/entity_registry/list" })) as unknown as readonly Frame[];
    return rows.filter((row) => row["platform"] === platform).map((row) => String(row["entity_id"]));
  };
  const says = async (agent: string, text: string, conversation: string): Promise<string> => {
    const body = { text, agent_id: agent, conversation_id: conversation, language: "en" };
    const { response } = await asOwner<Spoken>("POST", "conversation/process", body);
    return `${response.response_type}: ${response.speech.plain.speech}`;
  };

  it("is set up by Wyoming, acts, goes on with what was said, and leaves a wish to unlock to others", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    expect(await setUps.add("wyoming", { host: "127.0.0.1", port: doors.wyoming })).toMatchObject({
      type: "create_entry",
      result: { state: "loaded" },
    });
    const [agent = ""] = await agentsOf("wyoming");
    expect(await says(agent, "turn on the bed light", "wyoming-1")).toMatch(/^action_done: Bed Light is now on/);
    expect((await home.state("light.bed_light")).state).toBe("on");
    expect(await says(agent, "turn it off again", "wyoming-1")).toMatch(/^action_done: Bed Light is now off/);
    await says(agent, "unlock the back door", "wyoming-1");
    expect(home.rows("SELECT 1 FROM actions WHERE service = 'lock.unlock'")).toEqual([]);
  });

  it("is set up by the llama.cpp integration with the right token only, without a turn for its probes, and streams", async () => {
    const before = home.rows("SELECT 1 FROM turns").length;
    const address = { base_url: `http://127.0.0.1:${doors.assist}/v1` };
    expect(await setUps.add("llama_cpp", { ...address, api_key: `${TOKEN}x` })).toMatchObject({ type: "form", step_id: "user" });
    const asked = performance.now();
    const step = await setUps.add("llama_cpp", { ...address, api_key: TOKEN }, { chat_model: "Assistant" });
    expect(step).toMatchObject({ type: "create_entry", result: { state: "loaded" } });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(home.rows("SELECT 1 FROM turns")).toHaveLength(before);

    const [agent = ""] = await agentsOf("llama_cpp");
    expect(await says(agent, "turn on the bed light", "llama-1")).toMatch(/^action_done: Bed Light is now on/);
    home.model.reply({ text: "Paris is the capital of France." });
    expect(await says(agent, "what is the capital of France", "llama-1")).toMatch(/^action_done: Paris is the capital of France\./);
    expect(JSON.stringify(home.model.requests)).not.toContain("HassTurnOn");
  });

  it("knows the room and the person of a device that a pipeline was spoken to", async () => {
    const [agent = ""] = await agentsOf("wyoming");
    const language = { language: "en", conversation_language: "en" };
    const none = {
      stt_engine: null,
      stt_language: null,
      tts_engine: null,
      tts_language: null,
      tts_voice: null,
      wake_word_entity: null,
      wake_word_id: null,
    };
    const pipeline = { name: "Assist test", conversation_engine: agent, ...language, ...none };
    const made = await client.result({ type: "assist_pipeline/pipeline/create", ...pipeline });
    const devices = (await client.result({ type: "config/device_registry/list" })) as unknown as readonly Frame[];
    const device = devices[0];
    const areas = (await client.result({ type: "config/area_registry/list" })) as unknown as readonly Frame[];
    const kitchen = areas.find((area) => area["name"] === "Kitchen")?.["area_id"];
    const change = { type: "config/device_registry/update", device_id: device?.["id"] };
    await client.result({ ...change, area_id: kitchen, name_by_user: "Assist test speaker" });
    // the registry is read again a moment after it changed
    await home.recorded();
    try {
      await home.call("light.turn_off", { entity_id: "light.kitchen_lights" });
      const hears = async (text: string): Promise<string> => {
        const run = { type: "assist_pipeline/run", start_stage: "intent", end_stage: "intent", input: { text } };
        const id = await client.subscribe({ ...run, pipeline: made["id"], device_id: device?.["id"] });
        const output = await vi.waitFor(() => {
          const events = client.frames.filter((frame) => frame["id"] === id).map((frame) => (frame["event"] ?? {}) as Frame);
          const data = events.find((event) => event["type"] === "intent-end")?.["data"] as { intent_output: Spoken } | undefined;
          if (!data) throw new Error(`no end of the pipeline: ${JSON.stringify(events)}`);
          return data.intent_output;
        }, PATIENCE);
        return output.response.speech.plain.speech;
      };
      expect(await hears("turn on the lights")).toMatch(/^Kitchen Lights is now on/);
      expect(await hears("unlock the back door")).toBe("I have asked you in our private chat.");
      expect((await home.next(ben, ({ text }) => text.includes("Unlock Back Door?"))).buttons).toContain("Yes");
    } finally {
      await client.result({ ...change, area_id: device?.["area_id"], name_by_user: device?.["name_by_user"] });
      await client.result({ type: "assist_pipeline/pipeline/delete", pipeline_id: made["id"] });
    }
  });
});
