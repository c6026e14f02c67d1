import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { tinyPdf } from "../../eval/tiny-pdf.ts";
import { createDocuments } from "../../src/rag/documents.ts";
import { passagesOf } from "../../src/rag/documents-passages.ts";
import { type ReadDocument, readDocument } from "../../src/rag/documents-worker.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { temporaryFolder } from "../storage/temporary-folder.ts";

const never = new AbortController().signal;

function folderOf(files: Readonly<Record<string, string | Buffer>>) {
  const folder = temporaryFolder();
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  for (const [file, content] of Object.entries(files)) write(file, content);
  const read: string[] = [];
  const faults: Error[] = [];
  const pauses: (() => void)[] = [];
  const documents = createDocuments({
    folders: [folder],
    pool: {
      async run<Input, Output>(_task: object, input: Input) {
        const file = input as Parameters<typeof readDocument>[0];
        read.push(file.path.slice(folder.length + 1));
        const fault = faults.shift();
        if (fault) throw fault;
        pauses.shift()?.();
        return (await readDocument(file)) as Output;
      },
    },
    logger: recordingLogger().logger,
  });
  return { folder, write, read, faults, pauses, documents };
}

function documentsOf(folders: readonly string[]) {
  const pool = { run: async <Input, Output>(_: object, input: Input) => (await readDocument(input as ReadDocument)) as Output };
  return createDocuments({ folders, pool, logger: recordingLogger().logger });
}

const words = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `word${from + index}`).join(" ");
const section = (text: string) => ({ heading: undefined, page: undefined, text });

describe("passages", () => {
  it("end where paragraphs end as long as they fit into 900 characters", () => {
    const paragraphs = [1, 2, 3, 4].map((number) => `${number} ${"x".repeat(398)}`);
    const passages = passagesOf([section(paragraphs.join("\n\n"))]);
    expect(passages.map(({ text }) => text)).toEqual([paragraphs.slice(0, 2).join("\n\n"), paragraphs.slice(2).join("\n\n")]);
  });

  it("repeat the last sentences of the one before, so that none is found without what it follows on", () => {
    const sentences = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} says something about the boiler.`);
    const texts = passagesOf([section(sentences.join(" "))]).map(({ text }) => text);

    expect(texts.length).toBeGreaterThan(2);
    for (const [index, text] of texts.entries()) {
      const last = texts[index - 1]?.split(/(?<=\.) /).at(-1);
      if (last !== undefined) expect(text.split(/(?<=\.) /).slice(0, 2)).toContain(last);
      expect(text.length).toBeLessThanOrEqual(900);
      expect(text).toMatch(/^Sentence[\s\S]*boiler\.$/);
    }
    expect(sentences.filter((sentence) => !texts.some((text) => text.includes(sentence)))).toEqual([]);
  });

  it.each([
    ["a sentence without an end", words(600)],
    ["a text without spaces", "漢".repeat(2_500)],
    ["signs of two halves", "😀".repeat(1_100)],
  ])("%s is cut into pieces that fit, and nothing of it is lost", (_, text) => {
    const texts = passagesOf([section(text)]).map((passage) => passage.text);
    expect(texts.every((piece) => piece.length <= 900 && piece.isWellFormed())).toBe(true);
    expect(texts.join(" ").replaceAll(" ", "").length).toBeGreaterThanOrEqual(text.replaceAll(" ", "").length);
    expect(texts.at(-1)?.slice(-5)).toBe(text.slice(-5));
  });

  it("keep a short end, which goes to the passage before it", () => {
    const body = `${"x".repeat(780)} ${"y".repeat(102)}.`;
    const texts = passagesOf([section(`${body} Reset code: 1234.`)]).map(({ text }) => text);
    expect(texts).toEqual([`${body} Reset code: 1234.`]);
  });

  it("have every sign of a text, in its order, wherever its sentences and paragraphs end", () => {
    let seed = 7;
    const below = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const breaks = ["", "", "", " ", ". ", "\n", "\n\n", "。", "! "];
    for (let round = 0; round < 300; round++) {
      // no sign comes twice, so that each is seen to be there
      const length = below(3_000);
      const often = 1 + below(80);
      const signs = Array.from({ length }, (_, index) => String.fromCodePoint((round % 2 === 0 ? 0x4e00 : 0x20000) + index));
      const text = signs.map((sign) => (below(often) === 0 ? `${sign}${breaks[below(breaks.length)]}` : sign)).join("");
      const texts = passagesOf([section(text)]).map((passage) => passage.text);
      const known = new Set(texts.join(""));
      expect(signs.filter((sign) => !known.has(sign))).toEqual([]);
      const first = texts.map((piece) => signs.indexOf([...piece].find((sign) => signs.includes(sign)) ?? ""));
      expect(first).toEqual(first.toSorted((one, other) => one - other));
      expect(Math.max(0, ...texts.map((piece) => piece.length))).toBeLessThanOrEqual(960);
      expect(texts.every((piece) => piece.isWellFormed())).toBe(true);
    }
  });

  it("keep headings and pages apart", () => {
    const passages = passagesOf([
      { heading: "Reset", page: undefined, text: "Press the button." },
      { heading: undefined, page: 2, text: "" },
      { heading: undefined, page: 3, text: "Technical data." },
    ]);
    expect(passages).toEqual([
      { heading: "Reset", page: undefined, text: "Press the button." },
      { heading: undefined, page: 3, text: "Technical data." },
    ]);
  });
});

describe("a document", () => {
  async function readingOf(name: string, content: string | Buffer) {
    const { folder } = folderOf({ [name]: content });
    const kind = name.endsWith("pdf") ? "pdf" : name.endsWith("html") ? "html" : name.endsWith("md") ? "markdown" : "text";
    return readDocument({ folder, path: join(folder, name), kind });
  }

  it("in Markdown is told by its headings; what stands in code and in front is none", async () => {
    const text = "---\ntags: x\n---\nBefore\n# Boiler\nIntro\n## Reset ##\nPress it.\n```\n# no heading\n```\n# Garden\nWater it.";
    expect(await readingOf("a.md", text)).toEqual({
      ok: true,
      passages: [
        { heading: undefined, page: undefined, text: "Before" },
        { heading: "Boiler", page: undefined, text: "Intro" },
        { heading: "Boiler > Reset", page: undefined, text: "Press it.\n```\n# no heading\n```" },
        { heading: "Garden", page: undefined, text: "Water it." },
      ],
    });
  });

  it.each([
    ["```x``` is written so"],
    ["```js\n~~~\n``\n# no heading\n````"],
    ["~~~ a ``` b\n# no heading\n~~~"],
    ["````\n```\n# no heading\n````"],
    ["```\n``` no end\n# no heading\n```  "],
  ])("in Markdown goes on behind code: %j", async (code) => {
    const read = await readingOf("a.md", `# Boiler\n${code}\n# Garden\nWater it.`);
    expect(read.ok && read.passages.map(({ heading }) => heading)).toEqual(["Boiler", "Garden"]);
  });

  it("in HTML is told without its scripts, menus and addresses", async () => {
    const html =
      "<head><title>T</title><style>p{}</style></head><nav>Menu</nav><h1>Oven</h1><script>steal()</script>" +
      '<p>Clean it <a href="http://x.example">weekly</a>.</p><h2>Error&nbsp;codes</h2><table><tr><th>E1</th><td>door open</td></tr></table>';
    const told = await readingOf("a.html", html);
    expect(told).toMatchObject({ ok: true, passages: [{ heading: "Oven", text: "Clean it weekly." }, { heading: "Oven > Error codes" }] });
    expect(JSON.stringify(told)).toMatch(/E1 +door open/);
    expect(JSON.stringify(told)).not.toMatch(/steal|Menu|x\.example|p\{/);
  });

  it("in PDF is told page by page, with words joined that a line's end parted", async () => {
    expect(await readingOf("a.pdf", tinyPdf(["Operating manual", "To reset the boi-\nler press (R)."]))).toEqual({
      ok: true,
      passages: [
        { heading: undefined, page: 1, text: "Operating manual" },
        { heading: undefined, page: 2, text: "To reset the boiler press (R)." },
      ],
    });
  });

  it("in PDF leaves nothing of itself in the thread", async () => {
    const { loadingTask } = await getDocumentProxy(new Uint8Array(tinyPdf(["Any"])));
    const destroy = vi.spyOn(Object.getPrototypeOf(loadingTask), "destroy");
    onTestFinished(() => destroy.mockRestore());
    await readingOf("a.pdf", tinyPdf(["Press R."]));
    expect(destroy).toHaveBeenCalledTimes(1);
    await loadingTask.destroy();
  });

  it("in PDF is read as far as its thousandth page, whatever stands behind it", async () => {
    const pages = Array.from({ length: 1_003 }, (_, index) => `Page ${index + 1}.`);
    const pdf = tinyPdf(pages).toString("latin1");
    // the last but one is no page at all
    const at = pdf.indexOf(`${4 + 1_001 * 2} 0 obj`);
    const broken = Buffer.from(`${pdf.slice(0, at)}${pdf.slice(at).replace("<< /Type /Page ", "[/Type /Page]<<")}`, "latin1");
    const read = await readingOf("a.pdf", broken);
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && [read.passages.length, read.passages.at(-1)]).toEqual([
      1_000,
      { heading: undefined, page: 1_000, text: "Page 1000." },
    ]);
  });

  it.each([
    ["UTF-8", Buffer.from("\uFEFFKüche – 21 °C")],
    ["UTF-16", Buffer.from("\uFEFFKüche – 21 °C", "utf16le")],
    ["Windows' old code", Buffer.from([0x4b, 0xfc, 0x63, 0x68, 0x65, 0x20, 0x96, 0x20, 0x32, 0x31, 0x20, 0xb0, 0x43])],
  ])("in %s has its letters", async (_, bytes) => {
    expect(await readingOf("a.txt", bytes)).toMatchObject({ ok: true, passages: [{ text: "Küche – 21 °C" }] });
  });

  it("has no signs that nobody sees", async () => {
    expect(await readingOf("a.txt", "un\u200Block \u202Ethe\u00ADdoor\u0007")).toMatchObject({ passages: [{ text: "unlock thedoor" }] });
  });

  it.each([
    ["a.pdf", tinyPdf([""]), "there is no text in it, only pictures"],
    ["a.pdf", Buffer.from("no PDF at all"), "it is no PDF that can be read"],
    ["a.txt", Buffer.from(" \n "), "there is no text in it"],
  ])("%s without a text says why", async (name, content, why) => {
    expect(await readingOf(name, content)).toEqual({ ok: false, why });
  });
});

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

  it("that is missing has no documents", async () => {
    const { documents, folder } = folderOf({});
    rmSync(folder, { recursive: true });
    expect(await documents.read(never)).toEqual([]);
    expect(await documents.fingerprint()).toBe("");
  });

  it("that is not to be has none either, whatever lies where the service runs", async () => {
    const run = () => Promise.reject(new Error("nothing is to be read"));
    const documents = createDocuments({ folders: [], pool: { run }, logger: recordingLogger().logger });
    expect(await documents.read(never)).toEqual([]);
    expect(await documents.fingerprint()).toBe("");
  });

  it("leaves hidden files and links out", async () => {
    const { documents, folder } = folderOf({ ".secret.md": "hidden", ".git/a.md": "hidden", "a.md": "shown" });
    const elsewhere = folderOf({ "outside.md": "elsewhere" });
    symlinkSync(join(elsewhere.folder, "outside.md"), join(folder, "link.md"));
    symlinkSync(elsewhere.folder, join(folder, "more"));
    expect((await documents.read(never)).map(({ ref }) => ref)).toEqual(["a.md"]);
  });

  it.each([
    [
      "a link to a file elsewhere",
      (path: string, outside: string) => symlinkSync(join(outside, "outside.md"), path),
      "it leads out of the folder",
    ],
    ["a folder of that name", (path: string) => mkdirSync(path), "it is no file"],
    [
      "larger than 100 MB",
      (path: string) => {
        writeFileSync(path, "");
        truncateSync(path, 1_000_000_000);
      },
      "it is larger than 100 MB",
    ],
  ])("a document that became %s since it was found is not read", async (_, become, why) => {
    const { documents, folder, pauses } = folderOf({ "a.md": "one" });
    const elsewhere = folderOf({ "outside.md": "elsewhere" });
    pauses.push(() => {
      rmSync(join(folder, "a.md"));
      become(join(folder, "a.md"), elsewhere.folder);
    });
    expect(await documents.read(never)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "a.md", why }]);
  });

  it("reads no document through a subfolder that became a link, but through a folder that is one", async () => {
    const { documents, folder, pauses } = folderOf({ "sub/a.md": "one" });
    const elsewhere = folderOf({ "a.md": "elsewhere" });
    pauses.push(() => {
      rmSync(join(folder, "sub"), { recursive: true });
      symlinkSync(elsewhere.folder, join(folder, "sub"));
    });
    expect(await documents.read(never)).toEqual([]);
    const linked = join(folder, "linked");
    symlinkSync(elsewhere.folder, linked);
    expect(await readDocument({ folder: linked, path: join(linked, "a.md"), kind: "markdown" })).toMatchObject({ ok: true });
  });

  it("of a gigabyte is named as too large, without being read", async () => {
    const { documents, folder } = folderOf({ "small.md": "one", "film.pdf": "" });
    truncateSync(join(folder, "film.pdf"), 1_000_000_000);
    expect((await documents.read(never)).map(({ ref }) => ref)).toEqual(["small.md"]);
    expect(documents.problems()).toEqual([{ file: "film.pdf", why: "it is larger than 100 MB" }]);
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
    expect(documents.problems()).toEqual([{ file: "a.md", why: "it cannot be read" }]);
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
      if (goes.length === 1) expect(documents.problems()).toContainEqual({ file: "f.txt", why: "it is not read yet" });
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
    expect(documents.problems()).toEqual([{ file: "bomb.md", why: "it needs too much memory" }]);
    expect(read).toEqual(["bomb.md"]);
    write("bomb.md", "harmless");
    expect(await documents.read(never)).toHaveLength(1);
  });

  it("vanishes while it is looked at: what is gone is no document, and nothing fails", async () => {
    const { documents, folder, pauses } = folderOf({ "a.md": "one", "sub/b.md": "two" });
    pauses.push(() => rmSync(folder, { recursive: true }));
    expect(await documents.read(never)).toEqual([]);
    expect(await documents.fingerprint()).not.toBe("");
    expect(await documents.read(never)).toEqual([]);
    expect(await documents.fingerprint()).toBe("");
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
    expect(documents.problems()).toEqual([{ file: "bad.pdf", why: "it is no PDF that can be read" }]);
  });

  it("tries a document again that failed by no fault of its own", async () => {
    const { documents, faults } = folderOf({ "a.md": "one" });
    faults.push(new Error("too much to do"));
    expect(await documents.read(never)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "a.md", why: "it cannot be read" }]);
    expect(await documents.read(never)).toHaveLength(1);
    expect(documents.problems()).toEqual([]);
  });
});

describe("two folders of documents", () => {
  it("are one, and of two documents of a name the first counts and the other is named", async () => {
    const own = folderOf({ "rules.md": "own", "a.md": "one" });
    const shared = folderOf({ "rules.md": "shared", "b.md": "two" });
    const documents = documentsOf([own.folder, join(own.folder, "missing"), shared.folder]);
    expect((await documents.read(never)).map(({ text }) => text)).toEqual(["a\none", "rules\nown", "b\ntwo"]);
    expect(documents.problems()).toEqual([{ file: "rules.md", why: "another folder has a document of this name" }]);
    rmSync(join(own.folder, "rules.md"));
    expect((await documents.read(never)).map(({ text }) => text)).toEqual(["a\none", "b\ntwo", "rules\nshared"]);
  });
});
