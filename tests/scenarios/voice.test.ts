import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { oggOpus } from "../homeassistant/reading/ogg-world.ts";
import { anna, ben, eventually, family, ScenarioHome, type ScenarioOptions } from "./scenario-home.ts";

const NOTE = readFileSync(new URL("../fixtures/audio/voice-note.ogg", import.meta.url));
const ENGINE = "stt.whisper";

async function startHome(hears: string, scenario: ScenarioOptions = {}): Promise<ScenarioHome> {
  const home = await ScenarioHome.start(scenario);
  home.sim.speech.engine = ENGINE;
  home.sim.speech.hears = hears;
  return home;
}

it("a voice message is heard by Home Assistant, shown, and done like what is written; no file stays", async () => {
  await using home = await startHome("turn on the kitchen light");
  home.sim.telegram.voice({ chatId: anna, bytes: NOTE });
  expect((await home.next(anna)).plain).toBe("🎤 “turn on the kitchen light”");
  expect((await home.next(anna)).plain).toContain("Kitchen Light");
  expect(home.touched()).toEqual(["light.turn_on light.kitchen_light"]);
  const [audio] = home.sim.speech.heard;
  expect(audio?.content).toBe("format=wav; codec=pcm; sample_rate=16000; bit_rate=16; channel=1; language=en");
  expect(audio?.bytes.subarray(0, 4).toString()).toBe("RIFF");
  expect(readdirSync(join(home.dataDir, "voice"))).toEqual([]);
  expect(home.rows("SELECT kind, text, attachment FROM turns")).toEqual([
    { kind: "voice", text: "turn on the kitchen light", attachment: null },
  ]);
});

it("what may be heard wrong and does harm asks, also where an option lets it go unasked", async () => {
  const options = {
    people: family,
    effect_rules: [
      { effect: "power-cut", decision: "allow" },
      { effect: "siren", decision: "allow" },
      { effect: "valve", decision: "allow" },
    ],
    risk_unlock_without_yes: true,
    restricted_domains: [],
    require_confirmation: [],
  };
  await using home = await startHome("unlock the front door", { options });
  home.sim.telegram.voice({ chatId: anna, bytes: NOTE });
  await home.next(anna);
  const question = await home.next(anna);
  expect(question.plain).toContain("I only heard this");
  expect(home.touched()).toEqual([]);
  home.presses(anna, question.buttons[0]?.[0]?.label ?? "");
  await eventually(() => home.touched().includes("lock.unlock lock.front_door"));
});

it("a crash while it is downloaded loses nothing: it is heard after the next start, and once", async () => {
  await using home = await startHome("turn on the kitchen light");
  home.sim.telegram.fail({ service: "download_file", delayMs: 60_000 });
  home.sim.telegram.voice({ chatId: anna, bytes: NOTE });
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'running' AND attachment IS NOT NULL").length === 1);
  await home.stopApp();
  expect(home.texts(anna)).toEqual([]);
  await home.startApp();
  await home.next(anna, ({ plain }) => plain.includes("Kitchen Light"));
  expect(home.texts(anna).filter((text) => text.startsWith("🎤"))).toHaveLength(1);
  expect(home.touched()).toEqual(["light.turn_on light.kitchen_light"]);
}, 30_000);

it.for<[what: string, of: { bytes?: Buffer; size?: number; engine?: string; hears?: string; scenario?: ScenarioOptions }, said: string]>([
  ["a home without speech-to-text", { engine: "" }, "Settings > Voice assistants"],
  ["silence", { hears: "" }, "couldn’t make out any words"],
  ["no audio", { bytes: Buffer.from("MZ program") }, "can’t read this recording"],
  [
    "hours in a few kilobytes",
    { bytes: oggOpus(Array.from({ length: 5_000 }, () => Uint8Array.from([11, 6, 0]))) },
    "the limit is two minutes",
  ],
  ["a large file", { size: 19_000_000 }, "the limit is two minutes"],
  ["a larger file than Telegram says", { bytes: Buffer.alloc(2_100_000), size: 6 }, "the limit is two minutes"],
  ["a service without a folder", { scenario: { withoutVoice: true } }, "folder that Home Assistant and I share"],
])(
  "%s is told in one sentence",
  async ([, { bytes = NOTE, size = bytes.length, engine = ENGINE, hears = "hello", scenario = {} }, said]) => {
    await using home = await startHome(hears, scenario);
    home.sim.speech.engine = engine || undefined;
    home.sim.telegram.voice({ chatId: anna, bytes, size });
    expect((await home.next(anna)).plain).toContain(said);
    await home.settled();
    expect(home.texts(anna)).toHaveLength(1);
    expect(home.model.calls).toEqual([]);
  },
);

it("more voice messages than a conversation has are not heard", async () => {
  await using home = await startHome("hello");
  for (let count = 0; count < 12; count++) home.sim.telegram.voice({ chatId: anna, bytes: NOTE });
  await home.next(anna, ({ plain }) => plain.includes("a lot of voice messages"));
  // those of one millisecond count together
  expect(home.sim.speech.heard.length).toBeLessThanOrEqual(10);
  await home.settled();
  const [before, ofBen] = [home.sim.speech.heard.length, { chatId: ben, bytes: NOTE }];
  home.sim.telegram.voice(ofBen);
  await eventually(() => home.sim.speech.heard.length === before + 1);
  home.passes(5 * 60_000 + 1);
  home.sim.telegram.voice({ chatId: anna, bytes: NOTE });
  await eventually(() => home.sim.speech.heard.length === before + 2);
});

it.for<[what: string, of: { speaker?: string; voice_answers?: boolean; language?: string; written?: string }, spoken: string | undefined]>([
  ["whoever wants that hears the answer, too", {}, "Kitchen Light is now on (100 %)."],
  ["nobody who does not", { voice_answers: false }, undefined],
  ["what was written is answered in writing alone", { written: "turn on the kitchen light" }, undefined],
  ["a home that does not speak writes", { speaker: "" }, undefined],
  ["no voice speaks a language that is not its own", { language: "fr" }, undefined],
])("%s", async ([, { speaker = "tts.piper", voice_answers = true, language = "en", written }, spoken]) => {
  const people = [{ name: "Anna", telegram_user_id: anna, role: "owner", language, voice_answers }];
  await using home = await startHome("turn on the kitchen light", { options: { people } });
  home.sim.speech.speaker = speaker || undefined;
  if (written === undefined) home.sim.telegram.voice({ chatId: anna, bytes: NOTE });
  else home.says(anna, written);
  const text = await home.next(anna, ({ plain }) => plain.includes("Kitchen Light"));
  await eventually(() => home.rows("SELECT 1 FROM outbox WHERE status = 'pending'").length === 0);
  const voices = home.sim.telegram.messages(anna).filter(({ voice }) => voice !== undefined);
  expect(voices.map(({ voice }) => String(voice))).toEqual(spoken === undefined ? [] : [spoken]);
  if (spoken === undefined) return;
  expect(text.plain).toContain(spoken);
  expect(home.sim.speech.said).toEqual([
    { engine_id: "tts.piper", message: spoken, language: "en", cache: false, options: { preferred_format: "mp3", voice: "amy" } },
  ]);
});
