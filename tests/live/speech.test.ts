// Speech by real engines: a sentence goes through a whole pipeline of Home Assistant, a voice message through Telegram, and a recording through the API for programs.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";
import { changeRows } from "../scenarios/scenario-home.ts";
import { SetUps } from "./config-flow.ts";
import { anna, LiveHome } from "./live-home.ts";
import { control, doors, live } from "./live-state.ts";
import { asWav, pcmOf, spokenSentence, startSpeechEngines } from "./speech/engines.ts";
import { startSatellite } from "./speech/satellite.ts";

interface BotMessage {
  readonly own: boolean;
  readonly voice?: { readonly file_id: string };
}

const PATIENCE = { timeout: 20_000, interval: 50 };
const TOKEN = "hapa_a-microphone";
/** A second of 16-bit sound at 16 kHz. */
const SECOND_BYTES = 32_000;

describe("speech on a real Home Assistant", () => {
  let home: LiveHome;
  let client: RawClient;
  let pipeline: Frame;
  const stack = new AsyncDisposableStack();

  beforeAll(async () => {
    const engines = stack.use(await startSpeechEngines());
    const people = [{ name: "Anna", telegram_user_id: anna, role: "owner", voice_answers: true }];
    home = stack.use(await LiveHome.start({ wyoming: true, rest_api: true, people }));
    client = stack.use(await RawClient.login(live));
    await home.asks(anna, "/start");
    const setUps = stack.use(new SetUps());
    await setUps.add("wyoming", { host: "127.0.0.1", port: engines.port });
    await setUps.add("wyoming", { host: "127.0.0.1", port: doors.wyoming });
    const entities = (await client.result({ type: "config/entity_registry/list" })) as unknown as readonly Frame[];
    const ours = entities.filter(({ platform }) => platform === "wyoming").map((row) => String(row["entity_id"]));
    const of = (domain: string) => ours.find((entityId) => entityId.startsWith(`${domain}.`));
    const { preferred_pipeline } = await client.result({ type: "assist_pipeline/pipeline/list" });
    pipeline = await client.result({
      ...{ type: "assist_pipeline/pipeline/create", name: "Speech", language: "en", conversation_language: "en" },
      ...{ conversation_engine: of("conversation"), stt_engine: of("stt"), stt_language: "en" },
      ...{ tts_engine: of("tts"), tts_language: "en", tts_voice: null, wake_word_entity: null, wake_word_id: null },
    });
    stack.defer(async () => {
      await client.result({ type: "assist_pipeline/pipeline/set_preferred", pipeline_id: preferred_pipeline });
      await client.result({ type: "assist_pipeline/pipeline/delete", pipeline_id: pipeline["id"] });
    });
    await client.result({ type: "assist_pipeline/pipeline/set_preferred", pipeline_id: pipeline["id"] });
  });
  afterAll(async () => {
    await stack.disposeAsync();
  });

  /** What came of each step when a recording went through the pipeline. */
  const hears = async (wav: Buffer, endStage: "stt" | "tts") => {
    const run = { type: "assist_pipeline/run", start_stage: "stt", end_stage: endStage, input: { sample_rate: 16_000 } };
    const id = await client.subscribe({ ...run, pipeline: pipeline["id"] });
    const data = (type: string): Frame => {
      const events = client.frames.filter((frame) => frame["id"] === id).map((frame) => (frame["event"] ?? {}) as Frame);
      const found = events.find((event) => event["type"] === type);
      if (!found) throw new Error(`no ${type}: ${JSON.stringify(events)}`);
      return (found["data"] ?? {}) as Frame;
    };
    const { runner_data } = await vi.waitFor(() => data("run-start"), PATIENCE);
    const handler = Number((runner_data as Frame)["stt_binary_handler_id"]);
    const pcm = pcmOf(wav);
    for (let at = 0; at < pcm.length; at += SECOND_BYTES / 10)
      client.sendBytes(Buffer.concat([Buffer.from([handler]), pcm.subarray(at, at + SECOND_BYTES / 10)]));
    client.sendBytes(Buffer.from([handler]));
    await vi.waitFor(() => data("run-end"), PATIENCE);
    return data;
  };
  /** What the newest voice message of the bot says, as the engine hears it. */
  const spokenTo = async (chat: number): Promise<string> => {
    const { file_id } = await vi.waitFor(async () => {
      const { messages } = await control<{ messages: readonly BotMessage[] }>(`messages?chat_id=${chat}`);
      const voice = messages.findLast(({ own, voice }) => own && voice)?.voice;
      if (!voice) throw new Error(`no voice message: ${JSON.stringify(messages.slice(-3))}`);
      return voice;
    }, PATIENCE);
    const told = await fetch(`${live.bot_api_url}/bot${live.bot_token}/getFile?file_id=${file_id}`);
    const { result } = (await told.json()) as { readonly result: { readonly file_path: string } };
    const sound = await fetch(`${live.bot_api_url}/file/bot${live.bot_token}/${result.file_path}`);
    return textOf((await hears(asWav(Buffer.from(await sound.arrayBuffer())), "stt"))("stt-end"));
  };
  const textOf = (frame: Frame) => String((frame["stt_output"] as Frame)["text"]);

  it("turns a spoken sentence into a deed and into speech that says so", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    const data = await hears(spokenSentence("turn on the bed light", "wav"), "tts");
    expect(textOf(data("stt-end"))).toBe("turn on the bed light");
    expect((await home.state("light.bed_light")).state).toBe("on");
    const { url } = data("tts-end")["tts_output"] as { readonly url: string };
    const speech = Buffer.from(await (await fetch(new URL(url, live.url))).arrayBuffer());
    expect(textOf((await hears(asWav(speech), "stt"))("stt-end"))).toBe("bed light is now on");
  });

  it("hears a voice message on Telegram, shows what it heard, and asks about what is risky", async () => {
    await home.call("light.turn_on", { entity_id: "light.bed_light" });
    const says = (sentence: string) =>
      control("voice", { chat_id: anna, user_id: anna, base64: spokenSentence(sentence, "ogg").toString("base64") });
    await says("turn off the bed light");
    await home.next(anna, ({ text }) => text === "🎤 “turn off the bed light”");
    await home.next(anna, ({ text }) => text.startsWith("Bed Light"));
    expect((await home.state("light.bed_light")).state).toBe("off");
    expect(await spokenTo(anna)).toBe("bed light is now off");
    await says("unlock the back door");
    const question = await home.next(anna, ({ text }) => text.includes("Unlock Back Door?"));
    expect(question.buttons).toContain("Yes");
    expect((await home.state("lock.back_door")).state).toBe("locked");
  });

  it("a timer that was set at a satellite is heard there, and not in a chat", async () => {
    // Home Assistant fetches the announcement from itself, and this one listens on loopback only
    await client.result({ type: "config/core/update", internal_url: live.url });
    stack.defer(async () => void (await client.result({ type: "config/core/update", internal_url: null })));
    using satellite = await startSatellite();
    await using setUps = new SetUps();
    await setUps.add("wyoming", { host: "127.0.0.1", port: satellite.port });
    const announces = (await vi.waitFor(async () => {
      const rows = (await client.result({ type: "config/entity_registry/list" })) as unknown as readonly Frame[];
      const found = rows.find((row) => String(row["entity_id"]).startsWith("assist_satellite."));
      expect((await home.state(String(found?.["entity_id"]))).state).toBe("idle");
      return found;
    }, PATIENCE)) as Frame;
    // the service reads what is new a moment later
    await sleep(3_000);

    const said = { type: "assist_pipeline/run", start_stage: "intent", end_stage: "intent", input: { text: "set a timer for 3 seconds" } };
    const id = await client.subscribe({ ...said, pipeline: pipeline["id"], device_id: announces["device_id"] });
    await vi.waitFor(() => expect(JSON.stringify(client.frames.filter((frame) => frame["id"] === id))).toContain("run-end"), PATIENCE);
    const answer = JSON.stringify(client.frames.filter((frame) => frame["id"] === id));
    expect(answer).toContain("Okay, 3 seconds.");
    expect(answer).not.toContain("write");

    await vi.waitFor(() => expect(satellite.played.at(-1)?.length).toBeGreaterThan(SECOND_BYTES / 2), PATIENCE);
    expect((await home.texts(anna)).join("\n")).not.toContain("Time is up");
  });

  it("gives a program the text of a recording", async () => {
    const hash = createHash("sha256").update(TOKEN).digest("hex");
    changeRows(home.dataDir, `INSERT INTO programs VALUES ('mic', 'Mic', '${hash}', 'telegram:${anna}', NULL, 'anna', 0, NULL)`);
    for (const [as, type] of [
      ["wav", "audio/wav"],
      ["ogg", "audio/ogg"],
    ] as const) {
      const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": type };
      const body = Uint8Array.from(spokenSentence("turn on the kitchen lights", as));
      const response = await fetch(`http://127.0.0.1:${doors.api}/transcribe?language=en`, { method: "POST", headers, body });
      expect([response.status, await response.json()]).toEqual([200, { text: "turn on the kitchen lights" }]);
    }
  });
});
