import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDocuments } from "../../../src/knowledge/documents/documents.ts";
import { recordingLogger } from "../../homeassistant/log.ts";
import { documentsOf, folderOf } from "../document-folder.ts";
import { itemsIn } from "../items-in.ts";

describe("the folder of documents", () => {
  it("that is missing has no documents", async () => {
    const { documents, folder } = folderOf({});
    rmSync(folder, { recursive: true });
    expect(await itemsIn(documents)).toEqual([]);
    expect(await documents.fingerprint()).toBe("");
  });

  it("that is not to be has none either, whatever lies where the service runs", async () => {
    const run = () => Promise.reject(new Error("nothing is to be read"));
    const documents = createDocuments({ folders: [], pool: { run }, logger: recordingLogger().logger });
    expect(await itemsIn(documents)).toEqual([]);
    expect(await documents.fingerprint()).toBe("");
  });

  it("leaves hidden files and links out", async () => {
    const { documents, folder } = folderOf({ ".secret.md": "hidden", ".git/a.md": "hidden", "a.md": "shown" });
    const elsewhere = folderOf({ "outside.md": "elsewhere" });
    symlinkSync(join(elsewhere.folder, "outside.md"), join(folder, "link.md"));
    symlinkSync(elsewhere.folder, join(folder, "more"));
    expect((await itemsIn(documents)).map(({ ref }) => ref)).toEqual(["a.md"]);
  });

  it("vanishes while it is looked at: what is gone is no document, and nothing fails", async () => {
    const { documents, folder, pauses } = folderOf({ "a.md": "one", "sub/b.md": "two" });
    const before = await documents.fingerprint();
    pauses.push(() => rmSync(folder, { recursive: true }));
    expect(await itemsIn(documents)).toEqual([]);
    expect(await documents.fingerprint()).not.toBe(before);
    expect(await itemsIn(documents)).toEqual([]);
    expect(await documents.fingerprint()).toBe("");
  });
});

describe("two folders of documents", () => {
  it("are one, and of two documents of a name the first counts and the other is named", async () => {
    const own = folderOf({ "rules.md": "own", "a.md": "one" });
    const shared = folderOf({ "rules.md": "shared", "b.md": "two" });
    const documents = documentsOf([own.folder, join(own.folder, "missing"), shared.folder]);
    expect((await itemsIn(documents)).map(({ text }) => text)).toEqual(["a\none", "rules\nown", "b\ntwo"]);
    expect(documents.problems()).toEqual([{ file: "rules.md", why: "twice" }]);
    rmSync(join(own.folder, "rules.md"));
    expect((await itemsIn(documents)).map(({ text }) => text)).toEqual(["rules\nshared"]);
  });
});
