import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import type { StateStore } from "../registry/states.ts";

/** A local engine on a small machine takes about as long as the speech does. */
const HEAR_TIMEOUT_MS = 60_000;

const pipelines = z.object({
  preferred_pipeline: z.string().nullable(),
  pipelines: z.array(z.object({ id: z.string(), stt_engine: z.string().nullish(), stt_language: z.string().nullish() })),
});
const abilities = z.object({
  languages: z.array(z.string()),
  formats: z.array(z.string()),
  codecs: z.array(z.string()),
  sample_rates: z.array(z.number()),
  bit_rates: z.array(z.number()),
  channels: z.array(z.number()),
});
const transcript = z.object({ text: z.string().nullish(), result: z.string() });

/** Audio as it describes itself, in Home Assistant's words. */
interface AudioFormat {
  readonly format: "wav" | "ogg";
  readonly codec: "pcm" | "opus";
  readonly sampleRate: number;
  readonly bitRate: number;
  readonly channels: number;
}

export type Heard =
  | { readonly kind: "heard"; readonly text: string }
  /** Home Assistant has no engine · it did not answer · nothing was understood. */
  | { readonly kind: "no-engine" | "away" | "nothing" }
  /** It is neither WAV with PCM nor Ogg with Opus · the engine takes another kind. */
  | { readonly kind: "unreadable" | "unsupported"; readonly detail: string };

interface SpeechToTextParts {
  readonly connection: Pick<HomeConnection, "command">;
  readonly rest: Pick<Rest, "get" | "submit">;
  readonly states: Pick<StateStore, "all">;
}

export type SpeechToText = ReturnType<typeof createSpeechToText>;

/** Speech as text, by the engine of Home Assistant's preferred Assist pipeline, or else by the first that it has. Nothing is kept. */
export function createSpeechToText({ connection, rest, states }: SpeechToTextParts) {
  const engineOf = async (signal: AbortSignal) => {
    const list = pipelines.parse(await connection.command<unknown>({ type: "assist_pipeline/pipeline/list" }, { signal }));
    const preferred = list.pipelines.find(({ id }) => id === list.preferred_pipeline);
    const first = [...states.all()].find(({ entityId }) => entityId.startsWith("stt."))?.entityId;
    const engine = preferred?.stt_engine ?? first;
    return engine ? { path: `/api/stt/${encodeURIComponent(engine)}`, language: preferred?.stt_language ?? undefined } : undefined;
  };

  return {
    /** Never rejects but for the signal. */
    async hear(bytes: Uint8Array, { language, signal }: { readonly language: string; readonly signal: AbortSignal }): Promise<Heard> {
      const audio = audioFormatOf(bytes);
      if (!audio) return { kind: "unreadable", detail: "WAV with PCM or Ogg with Opus is read." };
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(HEAR_TIMEOUT_MS)]);
      try {
        const engine = await engineOf(inTime);
        const told = engine && (await rest.get(engine.path, { signal: inTime }));
        if (!engine || told === undefined) return { kind: "no-engine" };
        const able = abilities.parse(told);
        const detail = lacking(able, audio);
        if (detail !== undefined) return { kind: "unsupported", detail };
        const spoken = [language, engine.language].flatMap((one) => (one === undefined ? [] : (languageIn(able.languages, one) ?? [])));
        const { sampleRate, bitRate, channels, ...kind } = audio;
        const said = {
          ...kind,
          sample_rate: sampleRate,
          bit_rate: bitRate,
          channel: channels,
          language: spoken[0] ?? able.languages[0] ?? language,
        };
        const content = Object.entries(said).map(([name, value]) => `${name}=${value}`);
        const headers = { "X-Speech-Content": content.join("; "), "Content-Type": `audio/${audio.format}` };
        const { result, text } = transcript.parse(await rest.submit(engine.path, { headers, bytes }, { signal: inTime }));
        return result === "success" && text ? { kind: "heard", text } : { kind: "nothing" };
      } catch {
        signal.throwIfAborted();
        return { kind: "away" };
      }
    },
  };
}

/** What the engine does not take; undefined if it takes it. */
function lacking(able: z.infer<typeof abilities>, audio: AudioFormat): string | undefined {
  const wanted = [
    ["format", able.formats, audio.format],
    ["codec", able.codecs, audio.codec],
    ["sample rate", able.sample_rates, audio.sampleRate],
    ["bits", able.bit_rates, audio.bitRate],
    ["channels", able.channels, audio.channels],
  ] as const;
  const wrong = wanted.find(([, taken, given]) => !(taken as readonly unknown[]).includes(given));
  return wrong && `The engine takes ${wrong[0]} ${wrong[1].join(", ")}, not ${wrong[2]}.`;
}

/** As the engine writes it: the same, or the first of the same language. */
function languageIn(all: readonly string[], wanted: string): string | undefined {
  const [base] = wanted.toLowerCase().split("-");
  return all.find((one) => one.toLowerCase() === wanted.toLowerCase()) ?? all.find((one) => one.toLowerCase().split(/[-_]/)[0] === base);
}

const PCM = 1;
/** WAVE_FORMAT_EXTENSIBLE: the format proper stands in its extension. */
const EXTENSIBLE = 0xfffe;
/** Opus is decoded to this, whatever it was made from (RFC 7845 §5.1). */
const OPUS_RATE = 48_000;

/** What the head of a file says of it; undefined for all but WAV with PCM and Ogg with Opus. */
function audioFormatOf(bytes: Uint8Array): AudioFormat | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number, length = 4) => String.fromCharCode(...bytes.subarray(at, at + length));
  if (tag(0) === "OggS") {
    // the first page holds one packet, and its segment table one entry
    if (tag(28, 8) !== "OpusHead" || bytes.length < 38) return undefined;
    return { format: "ogg", codec: "opus", sampleRate: OPUS_RATE, bitRate: 16, channels: view.getUint8(37) };
  }
  if (tag(0) !== "RIFF" || tag(8) !== "WAVE") return undefined;
  for (let at = 12; at + 24 <= bytes.length; at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2)) {
    if (tag(at) !== "fmt ") continue;
    const kind = view.getUint16(at + 8, true);
    if (kind !== PCM && kind !== EXTENSIBLE) return undefined;
    const [channels, sampleRate, bitRate] = [view.getUint16(at + 10, true), view.getUint32(at + 12, true), view.getUint16(at + 22, true)];
    return { format: "wav", codec: "pcm", sampleRate, bitRate, channels };
  }
  return undefined;
}
