import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import type { StateStore } from "../registry/states.ts";
import { decodeOggOpus } from "./ogg-opus.ts";

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

/** What an engine is given, in Home Assistant's words. */
const WAV = "wav";
const PCM = "pcm";

/** Audio as it describes itself. */
interface AudioFormat {
  readonly sampleRate: number;
  readonly bitRate: number;
  readonly channels: number;
}

export type Heard =
  | { readonly kind: "heard"; readonly text: string }
  /** Home Assistant has no engine · it did not answer · nothing was understood. */
  | { readonly kind: "no-engine" | "away" | "nothing" }
  /** Longer than anybody speaks at once. */
  | { readonly kind: "too-long" }
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
    async hear(given: Uint8Array, { language, signal }: { readonly language: string; readonly signal: AbortSignal }): Promise<Heard> {
      const decoded = isOgg(given) ? await decodeOggOpus(given, signal) : { kind: "wav" as const, bytes: given };
      if (decoded.kind === "too-long") return { kind: "too-long" };
      const audio = decoded.kind === "wav" ? wavFormatOf(decoded.bytes) : undefined;
      if (decoded.kind !== "wav" || !audio) return { kind: "unreadable", detail: "WAV with PCM or Ogg with Opus is read." };
      const { bytes } = decoded;
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(HEAR_TIMEOUT_MS)]);
      try {
        const engine = await engineOf(inTime);
        const told = engine && (await rest.get(engine.path, { signal: inTime }));
        if (!engine || told === undefined) return { kind: "no-engine" };
        const able = abilities.parse(told);
        const detail = lacking(able, audio);
        if (detail !== undefined) return { kind: "unsupported", detail };
        const spoken = [language, engine.language].flatMap((one) => (one === undefined ? [] : (languageIn(able.languages, one) ?? [])));
        const said = {
          format: WAV,
          codec: PCM,
          sample_rate: audio.sampleRate,
          bit_rate: audio.bitRate,
          channel: audio.channels,
          language: spoken[0] ?? able.languages[0] ?? language,
        };
        const content = Object.entries(said).map(([name, value]) => `${name}=${value}`);
        const headers = { "X-Speech-Content": content.join("; "), "Content-Type": `audio/${WAV}` };
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
    ["format", able.formats, WAV],
    ["codec", able.codecs, PCM],
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

const PCM_CODE = 1;
/** WAVE_FORMAT_EXTENSIBLE: the format proper stands in its extension. */
const EXTENSIBLE = 0xfffe;

function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function isOgg(bytes: Uint8Array): boolean {
  return tagAt(bytes, 0) === "OggS";
}

/** What the head of a file says of it; undefined for all but WAV with PCM. */
function wavFormatOf(bytes: Uint8Array): AudioFormat | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (tagAt(bytes, 0) !== "RIFF" || tagAt(bytes, 8) !== "WAVE") return undefined;
  for (let at = 12; at + 24 <= bytes.length; at += 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2)) {
    if (tagAt(bytes, at) !== "fmt ") continue;
    const kind = view.getUint16(at + 8, true);
    if (kind !== PCM_CODE && kind !== EXTENSIBLE) return undefined;
    const [channels, sampleRate, bitRate] = [view.getUint16(at + 10, true), view.getUint32(at + 12, true), view.getUint16(at + 22, true)];
    return { channels, sampleRate, bitRate };
  }
  return undefined;
}
