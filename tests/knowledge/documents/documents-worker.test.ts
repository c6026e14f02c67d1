import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { tinyPdf } from "../../../eval/tiny-pdf.ts";
import { readDocument } from "../../../src/knowledge/documents/documents-worker.ts";
import { folderOf } from "../document-folder.ts";
import { itemsIn } from "../items-in.ts";

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
    ["a.pdf", tinyPdf([""]), "pictures"],
    ["a.pdf", Buffer.from("no PDF at all"), "no_pdf"],
    ["a.txt", Buffer.from(" \n "), "no_text"],
  ])("%s without a text says why", async (name, content, why) => {
    expect(await readingOf(name, content)).toEqual({ ok: false, why });
  });
});

describe("a file among the documents", () => {
  it.each([
    ["a link to a file elsewhere", (path: string, outside: string) => symlinkSync(join(outside, "outside.md"), path), "outside"],
    ["a folder of that name", (path: string) => mkdirSync(path), "no_file"],
    [
      "larger than 100 MB",
      (path: string) => {
        writeFileSync(path, "");
        truncateSync(path, 1_000_000_000);
      },
      "large",
    ],
  ])("that became %s since it was found is not read", async (_, become, why) => {
    const { documents, folder, pauses } = folderOf({ "a.md": "one" });
    const elsewhere = folderOf({ "outside.md": "elsewhere" });
    pauses.push(() => {
      rmSync(join(folder, "a.md"));
      become(join(folder, "a.md"), elsewhere.folder);
    });
    expect(await itemsIn(documents)).toEqual([]);
    expect(documents.problems()).toEqual([{ file: "a.md", why }]);
  });

  it("is not read through a subfolder that became a link, but through a folder that is one", async () => {
    const { documents, folder, pauses } = folderOf({ "sub/a.md": "one" });
    const elsewhere = folderOf({ "a.md": "elsewhere" });
    pauses.push(() => {
      rmSync(join(folder, "sub"), { recursive: true });
      symlinkSync(elsewhere.folder, join(folder, "sub"));
    });
    expect(await itemsIn(documents)).toEqual([]);
    const linked = join(folder, "linked");
    symlinkSync(elsewhere.folder, linked);
    expect(await readDocument({ folder: linked, path: join(linked, "a.md"), kind: "markdown" })).toMatchObject({ ok: true });
  });

  it("of a gigabyte is named as too large, without being read", async () => {
    const { documents, folder } = folderOf({ "small.md": "one", "film.pdf": "" });
    truncateSync(join(folder, "film.pdf"), 1_000_000_000);
    expect((await itemsIn(documents)).map(({ ref }) => ref)).toEqual(["small.md"]);
    expect(documents.problems()).toEqual([{ file: "film.pdf", why: "large" }]);
  });
});
