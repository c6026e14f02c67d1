import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tinyPdf } from "../../../eval/tiny-pdf.ts";
import { documentsOf, folderOf } from "../document-folder.ts";
import { itemsIn, partsIn } from "../items-in.ts";

const never = new AbortController().signal;

describe("the folder of documents", () => {
  it("gives passages with file, heading or page, in which the document's name stands too", async () => {
    const { documents } = folderOf({
      "manuals/gas_boiler.pdf": tinyPdf(["Cover", "Press R."]),
      "notes.md": "# Bins\nOn Tuesdays.",
      "x.doc": "no",
    });
    expect(await itemsIn(documents)).toEqual([
      {
        ref: "manuals/gas_boiler.pdf",
        part: 0,
        text: "gas boiler\nCover",
        metadata: { file: "manuals/gas_boiler.pdf", page: 1 },
        origin: "document",
      },
      {
        ref: "manuals/gas_boiler.pdf",
        part: 1,
        text: "gas boiler\nPress R.",
        metadata: { file: "manuals/gas_boiler.pdf", page: 2 },
        origin: "document",
      },
      { ref: "notes.md", part: 0, text: "notes > Bins\nOn Tuesdays.", metadata: { file: "notes.md", heading: "Bins" }, origin: "document" },
    ]);
  });

  it("tells that a document cannot be read for now, so that what is kept of it stays, and shows a few times that it is to be read again", async () => {
    const { documents, faults } = folderOf({ "a.md": "old" });
    const prints = new Set<string>();
    for (let look = 0; look < 8; look++) {
      faults.push(new Error("too much to do"));
      expect(await partsIn(documents)).toEqual([{ items: [], unread: new Set(["a.md"]) }]);
      prints.add(await documents.fingerprint());
    }
    expect(documents.problems()).toEqual([{ file: "a.md", why: "unreadable" }]);
    expect(prints.size).toBe(5);
    expect(await itemsIn(documents)).toMatchObject([{ text: "a\nold" }]);
    expect(documents.problems()).toEqual([]);
  });

  it("tells a document again only when it changes, or when its passages were not stored", async () => {
    const { documents, write, read } = folderOf({ "a.md": "one", "b.md": "two" });
    for await (const { ref } of documents.read(never)) if (ref === "b.md") break;
    expect(await itemsIn(documents)).toMatchObject([{ text: "b\ntwo" }]);
    expect(await itemsIn(documents)).toEqual([]);
    write("a.md", "other");
    expect(await itemsIn(documents)).toMatchObject([{ text: "a\nother" }]);
    expect(read).toEqual(["a.md", "b.md", "b.md", "a.md"]);
  });

  it("lets what is kept go of files that are gone, and of those that can never be read", async () => {
    const { documents, folder, write } = folderOf({ "a.md": "one", "b.md": "two", "c.md": "three" });
    await itemsIn(documents);
    rmSync(join(folder, "a.md"));
    write("b.md", " ");
    expect(await partsIn(documents)).toEqual([
      { items: [], unread: new Set(["b.md", "c.md"]) },
      { items: [], ref: "b.md" },
    ]);
  });

  it("leaves a document that ended its thread, and reads it again only when it changes", async () => {
    const { documents, write, faults, read } = folderOf({ "bomb.md": "one" });
    faults.push(Object.assign(new Error("out of memory"), { code: "ERR_WORKER_OUT_OF_MEMORY" }));
    for (let look = 0; look < 3; look++) expect(await itemsIn(documents)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "bomb.md", why: "memory" }]);
    expect(read).toEqual(["bomb.md"]);
    write("bomb.md", "harmless");
    expect(await itemsIn(documents)).toHaveLength(1);
  });

  it("shows by its fingerprint that a file came, went or changed, and reads no other file again", async () => {
    const { documents, folder, write, read } = folderOf({ "a.md": "one", "b.md": "two" });
    const prints = [await documents.fingerprint()];
    await itemsIn(documents);
    const changes = [() => utimesSync(join(folder, "a.md"), 1, 1), () => write("c.md", "three"), () => rmSync(join(folder, "b.md"))];
    for (const change of changes) {
      change();
      prints.push(await documents.fingerprint());
      await itemsIn(documents);
    }
    expect(new Set(prints).size).toBe(4);
    expect(await documents.fingerprint()).toBe(prints.at(-1));
    expect(read).toEqual(["a.md", "b.md", "a.md", "c.md"]);
  });

  it("reads a document again that another of the same time and size took the place of", async () => {
    const own = folderOf({ "a.md": "own" });
    const shared = folderOf({ "a.md": "two" });
    for (const { folder } of [own, shared]) utimesSync(join(folder, "a.md"), 1, 1);
    const documents = documentsOf([own.folder, shared.folder]);
    await itemsIn(documents);
    rmSync(join(own.folder, "a.md"));
    expect(await itemsIn(documents)).toMatchObject([{ text: "a\ntwo" }]);
  });

  it("names the documents that cannot be read, and reads the others", async () => {
    const { documents } = folderOf({ "bad.pdf": "none", "good.txt": "Text." });
    expect((await itemsIn(documents)).map(({ ref }) => ref)).toEqual(["good.txt"]);
    expect(documents.problems()).toEqual([{ file: "bad.pdf", why: "no_pdf" }]);
  });

  it("tries a document again that failed by no fault of its own", async () => {
    const { documents, faults } = folderOf({ "a.md": "one" });
    faults.push(new Error("too much to do"));
    expect(await itemsIn(documents)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "a.md", why: "unreadable" }]);
    expect(await itemsIn(documents)).toHaveLength(1);
    expect(documents.problems()).toEqual([]);
  });

  it("counts for each document how often it could not be read, and afresh when it changes", async () => {
    const { documents, write, faults } = folderOf({ "a.md": "one" });
    const fails = async (...files: readonly string[]) => {
      const before = await documents.fingerprint();
      faults.push(...files.map(() => new Error("too much to do")));
      expect(await itemsIn(documents)).toEqual([]);
      return (await documents.fingerprint()) !== before;
    };
    for (let look = 0; look < 5; look++) expect(await fails("a.md")).toBe(true);
    expect(await fails("a.md")).toBe(false);
    write("b.md", "two");
    for (let look = 0; look < 5; look++) expect(await fails("a.md", "b.md")).toBe(true);
    expect(await fails("a.md", "b.md")).toBe(false);
    write("a.md", "other");
    for (let look = 0; look < 5; look++) expect(await fails("a.md", "b.md")).toBe(true);
    expect(await fails("a.md", "b.md")).toBe(false);
  });
});
