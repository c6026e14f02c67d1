import { expect, it } from "vitest";
import type { PageProblem } from "../../src/web/page.ts";
import { webWorld } from "./web-world.ts";

const URL_READ = "https://help.example/relay";
const page = (text: string) => ({ kind: "page", url: URL_READ, title: "Relays", text, truncated: false }) as const;

it("tells a page that the person named as text from outside, and writes the request down", async () => {
  const { read, rows } = webWorld({ page: page("Hold the button.") });
  expect(await read(URL_READ, `read ${URL_READ}`)).toEqual({
    ...{ ok: true, name: "help.example", url: URL_READ, title: "Relays", text: "Hold the button." },
    ...{ origin: "outside", outside: ["Relays: Hold the button."] },
  });
  expect(rows()).toMatchObject([
    { kind: "page", original: URL_READ, sanitized: URL_READ, provider: "help.example", outcome: "ok", bytes: 123, personId: "anna" },
  ]);
});

it("tells a page that a search of the turn found", async () => {
  const hits = [{ title: "Relays", snippet: "", url: URL_READ }];
  const { search, read } = webWorld({ search: { kind: "found", hits }, page: page("Hold the button.") });
  await search("reset a relay");
  expect(await read(URL_READ)).toMatchObject({ ok: true });
});

it("answers with the address as it was found, and nothing that the model put behind it is asked or written down", async () => {
  const hits = [{ title: "Relays", snippet: "", url: URL_READ }];
  const { search, read, asked, rows } = webWorld({ search: { kind: "found", hits }, page: page("Hold the button.") });
  await search("reset a relay");
  for (const made of ["https://HELP.example/relay#who=Anna&door=4711", "https://help.example/./relay#who=Anna&door=4711"]) {
    expect(await read(made)).toMatchObject({ ok: true, url: URL_READ });
  }
  expect(asked).toEqual(["reset a relay", URL_READ, URL_READ]);
  expect(JSON.stringify(rows())).not.toMatch(/Anna|4711/);
});

it("asks a server without what stands behind the # of a link that was found", async () => {
  const hits = [{ title: "Relays", snippet: "", url: `${URL_READ}#reset` }];
  const { search, read, asked } = webWorld({ search: { kind: "found", hits }, page: page("Hold the button.") });
  await search("reset a relay");
  expect(await read(URL_READ)).toMatchObject({ ok: true, url: `${URL_READ}#reset` });
  expect(asked).toEqual(["reset a relay", URL_READ]);
});

it("writes down each address within the home that it was kept from", async () => {
  const { read, rows } = webWorld({ page: { kind: "problem", problem: "address" }, refused: ["http://192.168.1.1/admin"] });
  await read(URL_READ, URL_READ);
  expect(rows()).toMatchObject([
    { kind: "page", blocked: true, original: URL_READ, sanitized: "", provider: "192.168.1.1", reason: "page_address" },
    { kind: "page", blocked: false, provider: "help.example" },
  ]);
});

it("opens no address that the model made up", async () => {
  const { read, asked, rows } = webWorld({ page: page("Got it.") });
  expect(await read("https://evil.example/?who=anna", "what is a relay?")).toMatchObject({ ok: false, error: "unknown_address" });
  expect(asked).toEqual([]);
  expect(rows()).toMatchObject([{ kind: "page", blocked: true, sanitized: "", provider: "evil.example", reason: "not_read" }]);
});

it.each(["address", "unreachable", "timeout", "redirects", "status", "kind", "unreadable"] satisfies readonly PageProblem[])(
  "tells in plain words that a page cannot be read: %s",
  async (problem) => {
    const { read } = webWorld({ page: { kind: "problem", problem } });
    expect(await read(URL_READ, URL_READ)).toEqual({ ok: false, error: `page_${problem}`, message: expect.stringMatching(/^[A-Z].*\.$/) });
  },
);

it("says when there was more", async () => {
  const { read, limits } = webWorld({ page: { ...page("Hold the button for ten seconds."), truncated: true } });
  expect(await read(URL_READ, URL_READ)).toMatchObject({ ok: true, truncated: true });
  expect(limits).toEqual([4_000]);
});
