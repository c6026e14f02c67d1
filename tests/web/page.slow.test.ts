import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPublicAddress } from "../../src/security/provenance/public-address.ts";
import type { PageDoor } from "../../src/web/page.ts";
import { createPages } from "../../src/web/page.ts";
import type { FetchedPage } from "../../src/web/page-worker.ts";
import type { Ended } from "../../src/web/search.ts";
import { createWorkerPool } from "../../src/workers/pool.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { type WebServer, webServer } from "./web-server.ts";

const { logger } = recordingLogger();
const pool = createWorkerPool({ threads: 1, maxQueue: 5, niceness: 0, logger });
/** A thread that is new loads all that pages are read with: a second, and much more while all tests run. */
const LOADING_MS = 60_000;
beforeAll(async () => {
  const page: FetchedPage = {
    bytes: Buffer.from("<p>"),
    cut: false,
    isHtml: true,
    charset: "utf-8",
    url: "http://site.example/",
    limit: 10,
  };
  await pool.run({ file: new URL("../../src/web/page-worker.ts", import.meta.url), name: "readPage" }, page);
}, LOADING_MS);
afterAll(() => pool[Symbol.asyncDispose]());

/** In tests the internet is this one address of this machine; all others of it are a home's. */
const INTERNET = "127.0.0.1";
const HOME = "127.0.0.2";

const SENTENCE = "Hold the button of the unit for ten seconds until the lamp blinks twice, then let it go. ";
const ARTICLE = `<!DOCTYPE html><html><head><title>How to reset a relay</title><style>p { color: red }</style>
<script>document.title = "taken over"; document.body.innerHTML = "<p>scripts ran</p>";</script></head>
<body><nav><a href="/">Home</a> <a href="/login">Log in</a></nav>
<article><h1>How to reset a relay</h1><p>${SENTENCE.repeat(6)}</p><h2>After that</h2><p>${SENTENCE.repeat(4)}</p>
<img src="/pixel.png"><iframe src="/frame"></iframe><link rel="stylesheet" href="/style.css"></article><footer>All rights</footer></body></html>`;

const html =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);

interface World {
  /** Addresses of names, one list for each time that it is looked up; the last one stays. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly longestMs?: number;
}

/** Pages as they are read, with an internet of the test's own. */
function reader({ names = {}, longestMs = LOADING_MS }: World = {}) {
  const lookedUp: string[] = [];
  const left: { to: string; ended?: Ended }[] = [];
  const refused: string[] = [];
  const door: PageDoor = {
    mayConnect: (address) => address === INTERNET || isPublicAddress(address),
    mayUsePort: () => true,
    lookUp: async (hostname) => {
      const times = names[hostname] ?? [[INTERNET]];
      const addresses = times[Math.min(lookedUp.filter((name) => name === hostname).length, times.length - 1)] ?? [];
      lookedUp.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
  const pages = createPages({ pool, door, logger, longestMs });
  const read = (url: string, { limit = 4_000, signal = new AbortController().signal } = {}) =>
    pages.read(url, {
      limit,
      signal,
      refused: (to) => refused.push(to),
      leaving: (to) => {
        const row: (typeof left)[number] = { to };
        left.push(row);
        return (ended) => {
          row.ended = ended;
        };
      },
    });
  return { read, left, lookedUp, refused };
}

const at = (server: WebServer, path = "/article", name = "site.example") => `http://${name}:${server.port}${path}`;
const problem = (what: string) => ({ kind: "problem", problem: what });

describe("a page", () => {
  it("is its main text with headings; nothing of it is run or loaded", async () => {
    const server = await webServer(html(ARTICLE));
    const { read, left } = reader();
    const page = await read(at(server));
    expect(page).toMatchObject({ kind: "page", title: "How to reset a relay", truncated: false, url: at(server) });
    expect(page).toHaveProperty("text", expect.stringMatching(/^Hold the button.*\n\n## After that\n\nHold the button/s));
    expect(JSON.stringify(page)).not.toMatch(/scripts ran|taken over|color: red|Log in|All rights/);
    expect(server.asked.map(({ path }) => path)).toEqual(["/article"]);
    expect(left).toEqual([{ to: at(server), ended: { outcome: "ok", bytes: Buffer.byteLength(ARTICLE) } }]);
  });

  it("tells its server nothing of us", async () => {
    const server = await webServer(html(ARTICLE, { "set-cookie": "id=1" }));
    const { read } = reader();
    await read(at(server));
    await read(at(server));
    expect(Object.keys(server.asked[1]?.headers ?? {}).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  it("without an article is all its text", async () => {
    const server = await webServer(html("<title>Hours</title><ul><li>Monday 9-17</li><li>Tuesday 9-12</li></ul>"));
    expect(await reader().read(at(server))).toMatchObject({ title: "Hours", text: expect.stringMatching(/Monday 9-17\s.*Tuesday 9-12/s) });
  });

  it("is cut to what there is room for", async () => {
    const server = await webServer(html(ARTICLE));
    const page = await reader().read(at(server), { limit: 100 });
    expect(page).toMatchObject({ truncated: true, text: SENTENCE.repeat(2).slice(0, 100) });
  });

  it("may be plain text, and packed", async () => {
    const server = await webServer((request, response) => {
      const packed = request.url === "/br" ? brotliCompressSync("as it is <b>") : gzipSync("as it is <b>");
      response.writeHead(200, { "content-type": "text/plain", "content-encoding": request.url === "/br" ? "br" : "gzip" }).end(packed);
    });
    const { read } = reader();
    expect(await read(at(server, "/br"))).toMatchObject({ text: "as it is <b>" });
    expect(await read(at(server, "/gzip"))).toMatchObject({ text: "as it is <b>" });
  });

  it.each<[string, string, Buffer]>([
    ["what the server says", "text/html; charset=windows-1251", Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ["what the page says", "text/html", Buffer.from('<meta charset="windows-1251">\xcf\xf0\xe8\xe2\xe5\xf2', "latin1")],
    [
      "the bytes, where the server is wrong",
      "text/html; charset=utf-8",
      Buffer.from('<meta charset="windows-1251">\xcf\xf0\xe8\xe2\xe5\xf2', "latin1"),
    ],
    ["its mark", "text/html", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Привет", "utf16le")])],
    ["UTF-8, where the server says what nobody knows", "text/html; charset=klingon", Buffer.from("Привет")],
  ])("is read by %s", async (_how, type, body) => {
    const server = await webServer((_request, response) => response.writeHead(200, { "content-type": type }).end(body));
    expect(await reader().read(at(server))).toMatchObject({ text: "Привет" });
  });

  it("of old is read as Western European", async () => {
    const server = await webServer((_request, response) => response.writeHead(200, {}).end(Buffer.from("Caf\xe9", "latin1")));
    expect(await reader().read(at(server))).toMatchObject({ text: "Café" });
  });

  it("is found behind five redirects, and not behind six", async () => {
    const server = await webServer((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) html("<p>Here it is.</p>")(request, response);
      else response.writeHead(left % 2 ? 301 : 307, { location: `/${left - 1}` }).end();
    });
    const { read, left } = reader();
    expect(await read(at(server, "/5"))).toMatchObject({ kind: "page", text: "Here it is.", url: at(server, "/0") });
    expect(left).toHaveLength(6);
    expect(await read(at(server, "/6"))).toEqual(problem("redirects"));
  });

  it.each([
    ["status", 404, {}],
    ["status", 500, {}],
    ["kind", 200, { "content-type": "application/pdf" }],
    ["kind", 200, { "content-type": "text/html", "content-encoding": "gzip, gzip" }],
    ["unreachable", 200, { "content-type": "text/html", "content-encoding": "gzip" }],
    ["redirects", 302, { location: "http://[" }],
    ["address", 302, { location: "file:///etc/passwd" }],
  ] as const)("is none: %s (%i, case %#)", async (what, status, headers) => {
    const server = await webServer((_request, response) => response.writeHead(status, headers).end("no gzip"));
    expect(await reader().read(at(server))).toEqual(problem(what));
  });

  it("of a server that is not there is none", async () => {
    expect(await reader().read("http://site.example:1/")).toEqual(problem("unreachable"));
  });
});

describe("the home is out of reach", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://8.8.8.8/",
    "http://localhost/",
    "http://homeassistant.local:8123/",
    "http://router/",
    "http://nas.lan./",
    "http://anna:secret@site.example/",
    "ftp://site.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "no address",
  ])("%s is not looked up, and told as refused", async (url) => {
    const { read, lookedUp, left, refused } = reader();
    expect(await read(url)).toEqual(problem("address"));
    expect([...lookedUp, ...left]).toEqual([]);
    expect(refused).toEqual([URL.parse(url)?.href ?? url]);
  });

  it.each([[HOME], ["10.0.0.5"], ["fd00::1"], ["::ffff:10.0.0.5"], ["fe80::1"], ["100.64.0.1"], ["224.0.0.1"], [INTERNET, HOME]])(
    "a name that leads to %s (and %s) is not connected to",
    async (...addresses) => {
      const server = await webServer(html("<p>inside</p>"));
      const { read } = reader({ names: { "trap.example": [addresses.filter(Boolean)] } });
      expect(await read(at(server, "/", "trap.example"))).toEqual(problem("address"));
      expect(server.asked).toEqual([]);
    },
  );

  it.each(["http://127.0.0.2:PORT/", "http://inner.example:PORT/", "http://2130706434:PORT/", "//localhost:PORT/"])(
    "a redirect to %s is not followed",
    async (target) => {
      const server = await webServer((request, response) =>
        request.url === "/article"
          ? response.writeHead(302, { location: target.replace("PORT", String(server.port)) }).end()
          : html("<p>inside</p>")(request, response),
      );
      const { read, left, refused } = reader({ names: { "inner.example": [[HOME]] } });
      expect(await read(at(server))).toEqual(problem("address"));
      expect(left[0]).toMatchObject({ to: at(server), ended: { outcome: "ok" } });
      expect(refused).toEqual([new URL(target.replace("PORT", String(server.port)), server.url).href]);
      expect(server.asked.map(({ path }) => path)).toEqual(["/article"]);
    },
  );

  it("a name that is another machine the next time is judged again", async () => {
    const server = await webServer((_request, response) => response.writeHead(302, { location: "/secret" }).end());
    const { read, lookedUp } = reader({ names: { "rebind.example": [[INTERNET], [HOME]] } });
    expect(await read(at(server, "/", "rebind.example"))).toEqual(problem("address"));
    expect(lookedUp).toHaveLength(2);
    expect(server.asked).toHaveLength(1);
  });

  it("without a policy of a test, this machine and other ports are out of reach", async () => {
    const server = await webServer(html("<p>inside</p>"));
    const pages = createPages({ pool, logger });
    const asks = { limit: 100, signal: new AbortController().signal, leaving: () => () => undefined, refused: () => undefined };
    expect(await pages.read(server.url, asks)).toEqual(problem("address"));
    expect(await pages.read(`http://localhost.example:${server.port}/`, asks)).toEqual(problem("address"));
    expect(server.asked).toEqual([]);
  });
});

describe("a hostile site", () => {
  it("that drips ends with its time", async () => {
    const server = await webServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      const drip = setInterval(() => response.write("<p>"), 10);
      response.on("close", () => clearInterval(drip));
    });
    expect(await reader({ longestMs: 200 }).read(at(server))).toEqual(problem("timeout"));
  });

  it("that leads on for ever, slowly, ends with its time", async () => {
    const server = await webServer((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}1` }).end(), 80);
    });
    expect(await reader({ longestMs: 200 }).read(at(server))).toEqual(problem("timeout"));
  });

  it("of gigabytes is read as far as a megabyte, and the rest is not sent", async () => {
    let sent = 0;
    const server = await webServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
        response.once("drain", more);
      };
      more();
    });
    const { read, left } = reader();
    expect(await read(at(server))).toMatchObject({ kind: "page", truncated: true, text: "x".repeat(4_000) });
    expect(left[0]?.ended?.bytes).toBeLessThan(1_100_000);
    expect(sent).toBeLessThan(20_000_000);
  });

  it("that packs gigabytes is unpacked as far as a megabyte", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "a"));
    const server = await webServer(html(bomb, { "content-encoding": "gzip", "content-type": "text/plain" }));
    const { read, left } = reader();
    expect(await read(at(server))).toMatchObject({ kind: "page", truncated: true });
    expect(left[0]?.ended?.bytes).toBeLessThan(1_100_000);
  });

  it("of too many elements is read as far as some thousand", async () => {
    const server = await webServer(html("<p>a".repeat(60_000)));
    expect(await reader().read(at(server), { limit: 100_000 })).toMatchObject({
      ...{ kind: "page", truncated: true },
      text: expect.stringMatching(/^(?:a\n\n){4900,5000}a?$/),
    });
  });

  // read to its end, the first would take twenty seconds, the second eight
  it.each([
    ["is too deep", "<div>".repeat(100_000)],
    ["is long and deep", `<div><p>${"word, ".repeat(20)}`.repeat(2_400)],
  ])("that %s is not read, and the next page is", { timeout: 2 * LOADING_MS }, async (_what, body) => {
    const server = await webServer((request, response) => html(request.url === "/trap" ? body : "<p>Fine.</p>")(request, response));
    expect(await reader({ longestMs: 500 }).read(at(server, "/trap"))).toEqual(problem("timeout"));
    expect(await reader().read(at(server, "/fine"))).toMatchObject({ kind: "page", text: "Fine." });
  });

  it("ends with the turn that wanted it", async () => {
    const server = await webServer(() => undefined);
    const stop = new AbortController();
    const { read, left } = reader();
    const page = read(at(server), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("the turn was cancelled")), 50);
    await expect(page).rejects.toThrow("the turn was cancelled");
    expect(left).toHaveLength(1);
  });
});
