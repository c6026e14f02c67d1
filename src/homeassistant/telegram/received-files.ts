import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "../../observability/logger.ts";
import type { Home } from "../registry/home.ts";

/** A file that an aborted download left behind. */
const STALE_MS = 10 * 60_000;
/** Home Assistant is back from a restart within this time, also on a small computer. */
const HOME_WAIT_MS = 60_000;

/** A file as Telegram's bot can fetch it. */
export interface SentFile {
  readonly bot: string;
  readonly chatId: string;
  readonly fileId: string;
  /** In bytes, as Telegram says; undefined if it does not. */
  readonly size?: number | undefined;
}

/** `no-folder`: there is none that Home Assistant and the service share · `too-long`: it is larger than wanted · `away`: it could not be fetched. */
export type ReceivedFile = { readonly kind: "read"; readonly bytes: Uint8Array } | { readonly kind: "no-folder" | "too-long" | "away" };

interface ReceivedFilesParts {
  readonly telegram: {
    downloadFile(
      file: SentFile & { readonly directory: string; readonly name: string },
      options: { readonly signal: AbortSignal },
    ): Promise<void>;
  };
  readonly home: Pick<Home, "whenReady">;
  /** Home Assistant writes there what its bot downloads, and this process reads it; the same path for both. */
  readonly folder: string | undefined;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Files that people send: the bot of Home Assistant downloads them, and they go from its disk once they were read. Rejects with the signal's reason only. */
export function createReceivedFiles({ telegram, home, folder, clock, logger }: ReceivedFilesParts) {
  const dropStale = async (directory: string): Promise<void> => {
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      if (clock() - (await stat(path)).mtimeMs > STALE_MS) await rm(path, { force: true });
    }
  };
  const download = async (file: SentFile, directory: string, name: string, most: number, signal: AbortSignal): Promise<ReceivedFile> => {
    const path = join(directory, basename(name));
    try {
      await mkdir(directory, { recursive: true });
      await dropStale(directory);
      await telegram.downloadFile({ ...file, directory, name: basename(name) }, { signal });
      if ((await stat(path)).size > most) return { kind: "too-long" };
      return { kind: "read", bytes: await readFile(path) };
    } finally {
      await rm(path, { force: true });
    }
  };
  return {
    /** `name`: of the file, as long as it exists. `most`: bytes. */
    async read(
      file: SentFile,
      { name, most, signal }: { readonly name: string; readonly most: number; readonly signal: AbortSignal },
    ): Promise<ReceivedFile> {
      if (folder === undefined) return { kind: "no-folder" };
      if ((file.size ?? 0) > most) return { kind: "too-long" };
      try {
        await home.whenReady(AbortSignal.any([signal, AbortSignal.timeout(HOME_WAIT_MS)]));
        return await download(file, folder, name, most, signal);
      } catch (error) {
        signal.throwIfAborted();
        logger.warn({ err: error }, "a file of Telegram could not be downloaded");
        return { kind: "away" };
      }
    },
  };
}

export type ReceivedFiles = ReturnType<typeof createReceivedFiles>;
