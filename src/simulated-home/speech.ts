/** What was given to the engine. */
interface HeardAudio {
  /** `X-Speech-Content`. */
  readonly content: string;
  readonly bytes: Buffer;
}

/** What an engine is to say, as `POST /api/tts_get_url` takes it. */
interface ToSay {
  readonly engine_id: string;
  readonly message: string;
  readonly language: string;
  readonly cache: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

const ABLE = { languages: ["en", "de"], formats: ["wav"], codecs: ["pcm"], sample_rates: [16_000], bit_rates: [16], channels: [1] };

const SPEAK = "/api/tts_get_url";
const SPOKEN = "/api/tts_proxy/";

/** Engines of the preferred pipeline: one hears what a test says beforehand, and takes what Whisper takes; one speaks English and German. */
export class SimulatedSpeech {
  readonly heard: HeardAudio[] = [];
  readonly said: ToSay[] = [];
  /** Entity of the engine that hears; undefined for a home without one. */
  engine: string | undefined;
  /** What it makes of whatever it is given. */
  hears = "";
  /** Entity of the engine that speaks; undefined for a home without one. */
  speaker: string | undefined;

  pipelines() {
    const hears = { stt_engine: this.engine ?? null, stt_language: "en" };
    const speaks = { tts_engine: this.speaker ?? null, tts_language: "en", tts_voice: "amy" };
    return { preferred_pipeline: "preferred", pipelines: [{ id: "preferred", ...hears, ...speaks }] };
  }

  /** What Home Assistant tells of an engine that speaks. */
  speakerInfo(engine: unknown): object | undefined {
    return engine === this.speaker ? { provider: { engine_id: engine, supported_languages: ABLE.languages } } : undefined;
  }

  /** What an address of speech answers; undefined for nothing there. Without a body: what the engine that hears can do, or what was spoken. */
  answer(path: string, given?: HeardAudio): object | Buffer | undefined {
    if (path === SPEAK && given) {
      this.said.push(JSON.parse(String(given.bytes)));
      return { path: `${SPOKEN}${this.said.length}.mp3` };
    }
    const spoken = path.startsWith(SPOKEN) ? this.said[Number.parseInt(path.slice(SPOKEN.length), 10) - 1] : undefined;
    if (spoken) return Buffer.from(spoken.message);
    if (this.engine === undefined || path !== `/api/stt/${this.engine}`) return undefined;
    if (!given) return ABLE;
    this.heard.push(given);
    return { text: this.hears, result: "success" };
  }
}
