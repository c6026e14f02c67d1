import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import { decodeOggOpus } from "./ogg-opus.ts";
import { languageIn, voiceEngines } from "./voice-pipeline.ts";

/** A local engine on a small machine takes about as long as the speech does. */
const HEAR_TIMEOUT_MS = 60_000;

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
}

export type SpeechToText = ReturnType<typeof createSpeechToText>;

/** Speech as text, by the engine of Home Assistant's preferred Assist pipeline. Nothing is kept. */
export function createSpeechToText({ connection, rest }: SpeechToTextParts) {
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
        const { hears } = await voiceEngines(connection, inTime);
        const path = `/api/stt/${encodeURIComponent(hears.engine ?? "")}`;
        const told = hears.engine && (await rest.get(path, { signal: inTime }));
        if (!told) return { kind: "no-engine" };
        const able = abilities.parse(told);
        const detail = lacking(able, audio);
        if (detail !== undefined) return { kind: "unsupported", detail };
        const spoken = [language, hears.language].flatMap((one) => (one === undefined ? [] : (languageIn(able.languages, one) ?? [])));
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
        const { result, text } = transcript.parse(await rest.submit(path, { headers, bytes }, { signal: inTime }));
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
