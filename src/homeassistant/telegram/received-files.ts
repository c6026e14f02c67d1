import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../../observability/logger.ts";
import type { Later } from "../../text/later.ts";
import type { Home } from "../registry/home.ts";

/** Home Assistant is done by then with a download that nobody waits for any more. */
const LATE_MS = 10 * 60_000;
/** A turn's id and what it sent: whatever else lies in the folder is somebody else's. */
const OURS = /^[\w-]{36}\.(?:voice|photo|document)$/;
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
  readonly later: Later;
  readonly logger: Logger;
}

/** Files that people send: the bot of Home Assistant downloads them, and they go from its disk once they were read. Rejects with the signal's reason only. */
export function createReceivedFiles({ telegram, home, folder, later, logger }: ReceivedFilesParts) {
  const loading = new Set<string>();
  /** Removes what nobody reads any more. Never rejects. */
  const sweep = async (): Promise<void> => {
    if (folder === undefined) return;
    try {
      // there is no folder before the first download
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (OURS.test(name) && !loading.has(name)) await rm(join(folder, name), { force: true });
    } catch (error) {
      logger.warn({ err: error }, "a file of Telegram that was left behind could not be removed");
    }
  };
  const sweepLater = () => void later(LATE_MS, () => void sweep());
  const download = async (file: SentFile, directory: string, name: string, most: number, signal: AbortSignal): Promise<ReceivedFile> => {
    const path = join(directory, name);
    loading.add(name);
    try {
      await mkdir(directory, { recursive: true });
      await telegram.downloadFile({ ...file, directory, name }, { signal });
      if ((await stat(path)).size > most) return { kind: "too-long" };
      return { kind: "read", bytes: await readFile(path) };
    } catch (error) {
      // Home Assistant may go on, and write it yet
      sweepLater();
      throw error;
    } finally {
      loading.delete(name);
      await rm(path, { force: true });
    }
  };
  return {
    sweep,
    /** Removes what a crash left, and what Home Assistant was still fetching then. */
    start(): void {
      void sweep();
      sweepLater();
    },
    /** `name`: of the file, as long as it exists: the turn's id and what it is. `most`: bytes. */
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
