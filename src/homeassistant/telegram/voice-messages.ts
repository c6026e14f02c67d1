import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "../../observability/logger.ts";
import type { Heard, SpeechToText } from "../reading/speech-to-text.ts";
import type { Home } from "../registry/home.ts";

/** Two minutes of a voice message are 500 KB; whatever is larger is something else. */
const LARGEST_BYTES = 2_000_000;
/** A file that an aborted download left behind. */
const STALE_MS = 10 * 60_000;
/** Home Assistant is back from a restart within this time, also on a small computer. */
const HOME_WAIT_MS = 60_000;

/** A voice message as Telegram's bot can fetch it. */
export interface VoiceMessage {
  readonly bot: string;
  readonly chatId: string;
  readonly fileId: string;
  /** In bytes, as Telegram says; undefined if it does not. */
  readonly size?: number | undefined;
}

/** What was heard; `no-folder`: there is none that Home Assistant and the service share. */
export type VoiceHeard = Heard | { readonly kind: "no-folder" };

interface VoiceMessagesParts {
  readonly telegram: {
    downloadFile(
      file: VoiceMessage & { readonly directory: string; readonly name: string },
      options: { readonly signal: AbortSignal },
    ): Promise<void>;
  };
  readonly home: Pick<Home, "whenReady">;
  readonly speech: Pick<SpeechToText, "hear">;
  /** Home Assistant writes there what its bot downloads, and this process reads it; the same path for both. */
  readonly folder: string | undefined;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Voice messages as text: the bot of Home Assistant downloads them, its speech-to-text hears them, and the file goes at once. Rejects with the signal's reason only. */
export function createVoiceMessages({ telegram, home, speech, folder, clock, logger }: VoiceMessagesParts) {
  const dropStale = async (directory: string): Promise<void> => {
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      if (clock() - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  };
  const download = async (voice: VoiceMessage, directory: string, name: string, signal: AbortSignal): Promise<Uint8Array | "too-long"> => {
    const path = join(directory, basename(name));
    try {
      await mkdir(directory, { recursive: true });
      await dropStale(directory);
      await telegram.downloadFile({ ...voice, directory, name: basename(name) }, { signal });
      if ((await stat(path)).size > LARGEST_BYTES) return "too-long";
      return await readFile(path);
    } finally {
      await rm(path, { force: true });
    }
  };
  return {
    /** `name`: of the file, as long as it exists. */
    async hear(
      voice: VoiceMessage,
      { name, language, signal }: { readonly name: string; readonly language: string; readonly signal: AbortSignal },
    ): Promise<VoiceHeard> {
      if (folder === undefined) return { kind: "no-folder" };
      if ((voice.size ?? 0) > LARGEST_BYTES) return { kind: "too-long" };
      try {
        await home.whenReady(AbortSignal.any([signal, AbortSignal.timeout(HOME_WAIT_MS)]));
        const bytes = await download(voice, folder, name, signal);
        return bytes === "too-long" ? { kind: "too-long" } : await speech.hear(bytes, { language, signal });
      } catch (error) {
        signal.throwIfAborted();
        logger.warn({ err: error }, "a voice message could not be downloaded");
        return { kind: "away" };
      }
    },
  };
}

export type VoiceMessages = ReturnType<typeof createVoiceMessages>;
