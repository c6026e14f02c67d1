import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { documentKind, filesIn, isClosed, MOST_FILES } from "./documents-files.ts";

/** A document that lies in one of the folders. */
export interface ShelvedDocument {
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

/** `closed`: this service may not write there. */
export type ShelfOutcome = "done" | "name" | "kind" | "full" | "missing" | "closed" | "nowhere";

/** Bytes of a document that somebody hands over; what lies in the folder otherwise may be larger. */
export const LARGEST_DOCUMENT = 10_000_000;
/** Bytes of a name: file systems take 255, and a temporary name is a little longer. */
const LONGEST_NAME = 200;
/** Stems that are devices on Windows, from where the folder is looked at over the network. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i;

/** The owner's documents as files. `put` replaces a file at once or not at all. Throws what the file system throws (a full disk). */
export function createDocumentShelf({ folders }: { readonly folders: readonly string[] }) {
  return {
    async list(): Promise<readonly ShelvedDocument[]> {
      const { files } = await filesIn(folders);
      const all = files.map(async ({ file: name, path }): Promise<readonly ShelvedDocument[]> => {
        const about = await stat(path).catch(() => undefined);
        return about ? [{ name, bytes: about.size, at: Math.round(about.mtimeMs) }] : [];
      });
      return (await Promise.all(all)).flat();
    },

    /** A name whose letters are composed of signs, as a Mac sends it, is kept in one form. */
    async put(given: string, content: Uint8Array): Promise<ShelfOutcome> {
      const name = given.normalize("NFC");
      const [folder] = folders;
      if (folder === undefined) return "nowhere";
      if (!isPlainName(name)) return "name";
      if (documentKind(name) === undefined) return "kind";
      const { files } = await filesIn(folders);
      if (files.length >= MOST_FILES && files.every(({ file }) => file.normalize("NFC") !== name)) return "full";
      return doneUnlessClosed(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write(folder, name, content);
      });
    },

    /** By its name in the list: no path is made of what was asked for. `isMeantBy`: by its content, too. */
    async remove(name: string, isMeantBy?: (content: Uint8Array) => boolean): Promise<ShelfOutcome> {
      const { files } = await filesIn(folders);
      const isMeant = ({ file }: { readonly file: string }) => file.normalize("NFC") === name.normalize("NFC");
      const found = files.find(({ file }) => file === name) ?? files.find(isMeant);
      if (!found || (isMeantBy && !isMeantBy(await readFile(found.path)))) return "missing";
      return doneUnlessClosed(() => rm(found.path, { force: true }));
    },
  };
}

export type DocumentShelf = ReturnType<typeof createDocumentShelf>;

async function doneUnlessClosed(change: () => Promise<void>): Promise<ShelfOutcome> {
  try {
    await change();
    return "done";
  } catch (error) {
    if (isClosed(error)) return "closed";
    throw error;
  }
}

/** A name that is nothing but a name, on every system, and that the reader of the folder does not pass over. */
function isPlainName(name: string): boolean {
  return (
    name === basename(name) &&
    name === name.trim() &&
    !RESERVED.test(name) &&
    Buffer.byteLength(name) <= LONGEST_NAME &&
    /^[^.\p{Cc}\p{Cf}\\/:*?"<>|][^\p{Cc}\p{Cf}\\/:*?"<>|]*$/u.test(name)
  );
}

/** Hidden until it is whole: the reader of the folder passes hidden files over. */
async function write(folder: string, name: string, content: Uint8Array): Promise<void> {
  const hidden = join(folder, `.${randomBytes(9).toString("base64url")}`);
  try {
    await using file = await open(hidden, "wx", 0o600);
    await file.writeFile(content);
    await file.sync();
    await rename(hidden, join(folder, name));
  } catch (error) {
    await rm(hidden, { force: true });
    throw error;
  }
}
