import { expect, it } from "vitest";
import { createSpeechToText } from "../../../src/homeassistant/reading/speech-to-text.ts";
import { createTextToSpeech } from "../../../src/homeassistant/reading/text-to-speech.ts";

it("an engine that nobody chose neither speaks nor hears: it may be one outside the house", async () => {
  const asked: string[] = [];
  const parts = {
    connection: {
      async command<Result>({ type }: { readonly type: string }) {
        asked.push(type);
        return { preferred_pipeline: "mine", pipelines: [{ id: "mine", stt_engine: null, tts_engine: null }] } as Result;
      },
    },
    rest: {
      async get(path: string) {
        asked.push(path);
        return undefined;
      },
      async submit(path: string) {
        asked.push(path);
      },
    },
    states: { all: () => [{ entityId: "tts.google_translate_en_com" }, { entityId: "stt.google_cloud" }] },
  };
  const { signal } = new AbortController();
  expect(await createTextToSpeech(parts).addressesFor("It is 21 °C.", { language: "en", signal })).toEqual([]);
  const head = Buffer.from("524946462c00000057415645666d7420100000000100010080bb000000770100020010006461746100000000", "hex");
  expect(await createSpeechToText(parts).hear(head, { language: "en", signal })).toEqual({ kind: "no-engine" });
  expect(asked).toEqual(["assist_pipeline/pipeline/list", "assist_pipeline/pipeline/list"]);
});
