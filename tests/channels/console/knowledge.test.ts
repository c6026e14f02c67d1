import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import type { Knowledge, KnowledgeTried, Me } from "../../../src/channels/console/wire.ts";
import { createDocumentShelf } from "../../../src/knowledge/documents/documents-shelf.ts";
import { temporaryFolder } from "../../storage/temporary-folder.ts";
import { follow, openConsole, USERS } from "./console-world.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("a document is put in, known, found with its ranks, and taken away", async () => {
  const { home, browser } = await openConsole({ options: { knowledge: true } });
  await home.known();
  const page = await browser(USERS.anna);
  const state = async () => (await page.get<Knowledge>("knowledge")).body;

  const manual = "# Boiler\n\nPress the blue valve for ten seconds to bleed the boiler.";
  expect((await page.send("PUT", "knowledge/documents/Boiler%20manual.md", bytes(manual))).status).toBe(200);
  await vi.waitFor(async () => expect((await state()).sources.find(({ name }) => name === "document")?.count).toBe(1), { timeout: 20_000 });
  await home.known();
  expect((await state()).documents).toEqual([{ name: "Boiler manual.md", bytes: manual.length, at: expect.any(Number) }]);
  expect((await state()).types).toContain(".pdf");

  const tried = (await page.send<KnowledgeTried>("POST", "knowledge/try", { question: "how do I bleed the boiler with the valve?" })).body;
  expect(tried.passages[0]).toMatchObject({ source: "document", title: expect.stringContaining("Boiler manual.md"), words: 1 });
  expect(tried.by).toBe("words_and_meaning");

  expect((await page.send("DELETE", "knowledge/documents/Boiler%20manual.md")).status).toBe(200);
  await vi.waitFor(async () => expect((await state()).sources.find(({ name }) => name === "document")?.count).toBe(0), { timeout: 20_000 });
});

it("a name as a Mac writes it is the name that everybody else writes", async () => {
  const folder = temporaryFolder();
  const shelf = createDocumentShelf({ folders: [folder] });
  const names = async () => (await shelf.list()).map(({ name }) => name);
  const [composed, decomposed] = ["Müll.md".normalize("NFC"), "Müll.md".normalize("NFD")];
  expect([await shelf.put(decomposed, bytes("one")), await shelf.put(composed, bytes("two")), await names()]).toEqual([
    "done",
    "done",
    [composed],
  ]);
  expect([await shelf.remove(decomposed), await names()]).toEqual(["done", []]);
  writeFileSync(join(folder, decomposed), "put there by hand");
  expect([await shelf.remove(composed), await names()]).toEqual(["done", []]);
});

it("only owners change documents, children see none of it, and what is no document is refused", async () => {
  const { home, browser } = await openConsole({ options: { knowledge: true } });
  const [owner, adult, child] = [await browser(USERS.anna), await browser(USERS.ben), await browser(USERS.mia)];
  const put = async (page: typeof owner, name: string, content = bytes("text")) => {
    const { status, body } = await page.send("PUT", `knowledge/documents/${name}`, content);
    return [status, body["error"]];
  };
  expect(await put(adult, "a.md")).toEqual([403, "not-yours"]);
  expect((await adult.send("DELETE", "knowledge/documents/a.md")).status).toBe(403);
  expect((await child.get("knowledge")).status).toBe(403);
  expect(await put(owner, "run.sh")).toEqual([415, "kind"]);
  for (const name of [
    "..%2F..%2Fevil.md",
    "..%5Cevil.md",
    "%2Fetc%2Fevil.md",
    ".hidden.md",
    "a%00.md",
    "a%2Fb.md",
    "CON.md",
    "nul.backup.md",
    "lpt1.md",
    `${"x".repeat(250)}.md`,
  ])
    expect([name, ...(await put(owner, name))]).toEqual([name, expect.toBeOneOf([400, 404]), expect.anything()]);
  expect(await put(owner, "large.md", new Uint8Array(10_000_001))).toEqual([413, "too-large"]);
  expect((await owner.send("DELETE", "knowledge/documents/..%2Fassistant.db")).status).toBe(404);
  expect(existsSync(join(home.dataDir, "assistant.db"))).toBe(true);
  expect(readdirSync(home.dataDir).filter((name) => name.includes("evil"))).toEqual([]);
});

it("a document that comes in pieces is taken whole, and no more than is allowed of it", async () => {
  const { home, browser } = await openConsole({ options: { knowledge: true } });
  const { token } = (await (await browser(USERS.anna)).get<Me>("me")).body;
  const put = async (pieces: number) => {
    const content = Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(1_000_000, "x")));
    const headers = { "X-Remote-User-Id": USERS.anna, "X-Console-Token": token };
    const sent = request(`${home.consoleUrl}/api/knowledge/documents/pieces.txt`, { method: "PUT", headers });
    sent.on("error", () => undefined);
    content.pipe(sent);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect([await put(12), await put(2)]).toEqual([413, 200]);
  expect(statSync(join(home.dataDir, "knowledge", "pieces.txt")).size).toBe(2_000_000);
});

it("reading everything again is begun once, and its progress is told", async () => {
  const { home, browser } = await openConsole({ options: { knowledge: true } });
  await home.known();
  const stream = await follow(home.consoleUrl, USERS.ben);
  const page = await browser(USERS.ben);
  expect((await page.send("POST", "knowledge/sync")).status).toBe(202);
  const told = await stream.until('"running":false');
  expect(told).toContain("event: sync");
  expect(told).toContain('"running":true');
});

it("a document takes the place of its older one as a whole, and links lead nowhere", async () => {
  const folder = temporaryFolder();
  const [own, other] = [join(folder, "knowledge"), join(folder, "shared")];
  mkdirSync(join(other, "sub"), { recursive: true });
  writeFileSync(join(other, "sub", "deep.md"), "deep");
  writeFileSync(join(folder, "outside.md"), "outside");
  const shelf = createDocumentShelf({ folders: [own, other] });

  expect(await shelf.put("a.md", bytes("first"))).toBe("done");
  expect(await shelf.put("a.md", bytes("second, longer"))).toBe("done");
  symlinkSync(join(folder, "outside.md"), join(own, "link.md"));
  expect((await shelf.list()).map(({ name, bytes: size }) => [name, size])).toEqual([
    ["a.md", 14],
    ["sub/deep.md", 4],
  ]);
  expect(readdirSync(own).sort()).toEqual(["a.md", "link.md"]);
  expect([await shelf.remove("link.md"), await shelf.remove("../outside.md"), await shelf.remove("sub/deep.md")]).toEqual([
    "missing",
    "missing",
    "done",
  ]);
  expect(existsSync(join(folder, "outside.md"))).toBe(true);
  expect(await createDocumentShelf({ folders: [] }).put("a.md", bytes("x"))).toBe("nowhere");
});
