/** What was given to the engine. */
interface HeardAudio {
  /** `X-Speech-Content`. */
  readonly content: string;
  readonly bytes: Buffer;
}

const ABLE = { languages: ["en", "de"], formats: ["wav"], codecs: ["pcm"], sample_rates: [16_000], bit_rates: [16], channels: [1] };

/** Speech-to-text of the preferred pipeline: it hears what a test says beforehand, and takes what Whisper takes. */
export class SimulatedSpeech {
  readonly heard: HeardAudio[] = [];
  /** Entity of the engine; undefined for a home without one. */
  engine: string | undefined;
  /** What it makes of whatever it is given. */
  hears = "";

  pipelines() {
    const pipeline = { id: "preferred", stt_engine: this.engine ?? null, stt_language: "en" };
    return { preferred_pipeline: "preferred", pipelines: [pipeline] };
  }

  /** What an address under `/api/stt/` answers; undefined for nothing there. Without audio: what the engine can do. */
  answer(path: string, audio?: HeardAudio): object | undefined {
    if (this.engine === undefined || path !== `/api/stt/${this.engine}`) return undefined;
    if (!audio) return ABLE;
    this.heard.push(audio);
    return { text: this.hears, result: "success" };
  }
}
