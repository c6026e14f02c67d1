import { expect, it } from "vitest";
import { HomeUnreachableError } from "../../../src/homeassistant/connection/errors.ts";
import { createSpeechToText } from "../../../src/homeassistant/reading/speech-to-text.ts";

const ABLE = { languages: ["de", "en-US"], formats: ["wav"], codecs: ["pcm"], sample_rates: [16_000], bit_rates: [16], channels: [1] };

interface Engine {
  readonly engine?: string;
  readonly heard?: { readonly text: string; readonly result: string };
  readonly isAway?: boolean;
}

/** A home whose preferred pipeline hears by one engine. */
function home({ engine = "stt.whisper", heard = { text: "turn on the light", result: "success" }, isAway = false }: Engine = {}) {
  const sent: { path: string; content: string | undefined }[] = [];
  const pipelines = [
    { id: "other", stt_engine: "stt.cloud", stt_language: "fr" },
    { id: "mine", stt_engine: engine || null, stt_language: "de" },
  ];
  const speech = createSpeechToText({
    connection: {
      async command<Result>() {
        if (isAway) throw new HomeUnreachableError("away");
        return { preferred_pipeline: "mine", pipelines } as Result;
      },
    },
    rest: {
      get: async (path) => (path === "/api/stt/stt.whisper" ? ABLE : undefined),
      async submit(path, { headers }) {
        sent.push({ path, content: headers["X-Speech-Content"] });
        return heard;
      },
    },
  });
  return { sent, hear: (bytes: Uint8Array, language = "en") => speech.hear(bytes, { language, signal: new AbortController().signal }) };
}

function wav({ rate = 16_000, channels = 1, kind = 1 } = {}): Uint8Array {
  const view = new DataView(new ArrayBuffer(52));
  const put = (at: number, text: string) => {
    for (const [index, sign] of [...text].entries()) view.setUint8(at + index, sign.charCodeAt(0));
  };
  put(0, "RIFF");
  put(8, "WAVE");
  put(12, "fmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, kind, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint16(34, 16, true);
  put(36, "data");
  return new Uint8Array(view.buffer);
}

it("the engine of the preferred pipeline hears, in the language that was asked for", async () => {
  const { sent, hear } = home();
  expect(await hear(wav())).toEqual({ kind: "heard", text: "turn on the light" });
  await hear(wav(), "it");
  const content = (language: string) => `format=wav; codec=pcm; sample_rate=16000; bit_rate=16; channel=1; language=${language}`;
  expect(sent).toEqual([
    { path: "/api/stt/stt.whisper", content: content("en-US") },
    { path: "/api/stt/stt.whisper", content: content("de") },
  ]);
});

const REFUSED: readonly (readonly [what: string, bytes: Uint8Array, of: Engine, kind: string])[] = [
  ["no audio at all", new Uint8Array(), {}, "unreadable"],
  ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47]), {}, "unreadable"],
  ["a WAV without PCM", wav({ kind: 85 }), {}, "unreadable"],
  ["a WAV that ends in its head", wav().subarray(0, 30), {}, "unreadable"],
  ["a chunk without an end", Uint8Array.from([...wav().subarray(0, 12), ...new Uint8Array(40).fill(255)]), {}, "unreadable"],
  ["another rate than the engine takes", wav({ rate: 44_100 }), {}, "unsupported"],
  ["silence", wav(), { heard: { text: "", result: "success" } }, "nothing"],
  ["an error of the engine", wav(), { heard: { text: "", result: "error" } }, "nothing"],
  ["a home without an engine", wav(), { engine: "" }, "no-engine"],
  ["an engine that is gone", wav(), { engine: "stt.gone" }, "no-engine"],
  ["a home that is away", wav(), { isAway: true }, "away"],
];

it.for(REFUSED)("%s is told as such", async ([, bytes, of, kind]) => {
  expect(await home(of).hear(bytes)).toMatchObject({ kind });
});
