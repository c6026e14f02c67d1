import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDocuments } from "../../src/rag/documents.ts";
import { passagesOf } from "../../src/rag/documents-passages.ts";
import { readDocument } from "../../src/rag/documents-worker.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { temporaryFolder } from "../storage/temporary-folder.ts";
import { tinyPdf } from "./tiny-pdf.ts";

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
  const documents = createDocuments({
    folder,
    pool: {
      async run<Input, Output>(_task: object, input: Input) {
        const file = input as Parameters<typeof readDocument>[0];
        read.push(file.path.slice(folder.length + 1));
        const fault = faults.shift();
        if (fault) throw fault;
        return (await readDocument(file)) as Output;
      },
    },
    logger: recordingLogger().logger,
  });
  return { folder, write, read, faults, documents };
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
    return readDocument({ path: join(folder, name), kind });
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
    const documents = createDocuments({ folder: undefined, pool: { run }, logger: recordingLogger().logger });
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

  it("shows by its fingerprint that a file came, went or changed, and reads no other file again", async () => {
    const { documents, folder, write, read } = folderOf({ "a.md": "one", "b.md": "two" });
    const prints = [await documents.fingerprint()];
    await documents.read(never);
    const changes = [() => utimesSync(join(folder, "a.md"), 1, 1), () => write("c.md", "three"), () => rmSync(join(folder, "b.md"))];
    for (const change of changes) {
      change();
      prints.push(await documents.fingerprint());
      await documents.read(never);
    }
    expect(new Set(prints).size).toBe(4);
    expect(await documents.fingerprint()).toBe(prints.at(-1));
    expect(read).toEqual(["a.md", "b.md", "a.md", "c.md"]);
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
