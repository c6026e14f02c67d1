import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tinyPdf } from "../../../eval/tiny-pdf.ts";
import { documentsOf, folderOf } from "../document-folder.ts";

const never = new AbortController().signal;

describe("the folder of documents", () => {
  it("gives passages with file, heading or page, in which the document's name stands too", async () => {
    const { documents } = folderOf({
      "manuals/gas_boiler.pdf": tinyPdf(["Cover", "Press R."]),
      "notes.md": "# Bins\nOn Tuesdays.",
      "x.doc": "no",
    });
    expect(await documents.read(never)).toEqual([
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
      expect(await documents.read(never)).toEqual([]);
      expect([...documents.unread()]).toEqual(["a.md"]);
      prints.add(await documents.fingerprint());
    }
    expect(documents.problems()).toEqual([{ file: "a.md", why: "unreadable" }]);
    expect(prints.size).toBe(5);
    expect(await documents.read(never)).toMatchObject([{ text: "a\nold" }]);
    expect([...documents.unread(), ...documents.problems()]).toEqual([]);
  });

  it("holds no passages: a document that is kept is not told again until it changes, one that is not kept is", async () => {
    const { documents, write, read } = folderOf({ "a.md": "one", "b.md": "two" });
    const told = async () => [(await documents.read(never)).map(({ text }) => text), [...documents.unread()]];
    expect(await told()).toEqual([["a\none", "b\ntwo"], []]);
    expect(await told()).toEqual([["a\none", "b\ntwo"], []]);
    documents.kept();
    expect(await told()).toEqual([[], ["a.md", "b.md"]]);
    write("a.md", "other");
    expect(await told()).toEqual([["a\nother"], ["b.md"]]);
    expect(await told()).toEqual([["a\nother"], ["b.md"]]);
    expect(read.filter((file) => file === "b.md")).toHaveLength(2);
  });

  it("reads many large documents in several goes, each of which shows that there are more", async () => {
    const large = `${"Press R. ".repeat(300_000)}`;
    const names = ["a", "b", "c", "d", "e", "f"];
    const { documents, read } = folderOf(Object.fromEntries(names.map((name) => [`${name}.txt`, large])));
    const goes: (readonly string[])[] = [];
    for (const prints = new Set<string>(); !prints.has(await documents.fingerprint()); ) {
      prints.add(await documents.fingerprint());
      const refs = new Set((await documents.read(never)).map(({ ref }) => ref));
      documents.kept();
      goes.push([...refs]);
      if (goes.length === 1) expect(documents.problems()).toContainEqual({ file: "f.txt", why: "not_yet" });
    }
    expect(goes.flat()).toEqual(names.map((name) => `${name}.txt`));
    expect(goes.length).toBeGreaterThan(1);
    expect(read).toHaveLength(6);
    expect(documents.problems()).toEqual([]);
  });

  it("leaves a document that ended its thread, and reads it again only when it changes", async () => {
    const { documents, write, faults, read } = folderOf({ "bomb.md": "one" });
    faults.push(Object.assign(new Error("out of memory"), { code: "ERR_WORKER_OUT_OF_MEMORY" }));
    for (let look = 0; look < 3; look++) expect(await documents.read(never)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "bomb.md", why: "memory" }]);
    expect(read).toEqual(["bomb.md"]);
    write("bomb.md", "harmless");
    expect(await documents.read(never)).toHaveLength(1);
  });

  it("shows by its fingerprint that a file came, went or changed, and reads no other file again", async () => {
    const { documents, folder, write, read } = folderOf({ "a.md": "one", "b.md": "two" });
    const prints = [await documents.fingerprint()];
    await documents.read(never);
    documents.kept();
    const changes = [() => utimesSync(join(folder, "a.md"), 1, 1), () => write("c.md", "three"), () => rmSync(join(folder, "b.md"))];
    for (const change of changes) {
      change();
      prints.push(await documents.fingerprint());
      await documents.read(never);
      documents.kept();
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
    await documents.read(never);
    documents.kept();
    rmSync(join(own.folder, "a.md"));
    expect(await documents.read(never)).toMatchObject([{ text: "a\ntwo" }]);
  });

  it("names the documents that cannot be read, and reads the others", async () => {
    const { documents } = folderOf({ "bad.pdf": "none", "good.txt": "Text." });
    expect((await documents.read(never)).map(({ ref }) => ref)).toEqual(["good.txt"]);
    expect(documents.problems()).toEqual([{ file: "bad.pdf", why: "no_pdf" }]);
  });

  it("tries a document again that failed by no fault of its own", async () => {
    const { documents, faults } = folderOf({ "a.md": "one" });
    faults.push(new Error("too much to do"));
    expect(await documents.read(never)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "a.md", why: "unreadable" }]);
    expect(await documents.read(never)).toHaveLength(1);
    expect(documents.problems()).toEqual([]);
  });

  it("counts for each document how often it could not be read, and afresh when it changes", async () => {
    const { documents, write, faults } = folderOf({ "a.md": "one" });
    const fails = async (...files: readonly string[]) => {
      const before = await documents.fingerprint();
      faults.push(...files.map(() => new Error("too much to do")));
      await documents.read(never);
      expect([...documents.unread()]).toEqual(files);
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
