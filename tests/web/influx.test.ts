import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createInflux, type FieldRow } from "../../src/web/influx.ts";

const QUERY = { domain: "light", objectIds: ["kitchen"], field: "state", from: Date.UTC(2026, 9, 1), to: Date.UTC(2026, 9, 8) };
const TABLE =
  "#datatype,string,long,dateTime:RFC3339,string,string\r\n#group,false,false,false,false,true\r\n#default,_result,,,,\r\n" +
  ",result,table,_time,_value,entity_id\r\n,,0,2026-10-01T18:00:00Z,on,kitchen\r\n,,0,2026-10-01T19:00:00.5Z,off,kitchen\r\n\r\n";
const BROKEN_MIDWAY =
  "#datatype,string,string\r\n#group,true,true\r\n#default,,\r\n,error,reference\r\n,runtime error: broken midway,\r\n\r\n";

/** A database that gives one answer to everything; what it was asked is remembered. */
async function database(answer: (response: ServerResponse) => void, timeoutMs = 2_000) {
  const asked: { url: string; token: string; query: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { query } = JSON.parse(body) as { query: string };
      asked.push({ url: request.url ?? "", token: request.headers.authorization ?? "", query });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const rows: FieldRow[] = [];
  const influx = createInflux(
    { url: `http://127.0.0.1:${port}`, token: "the-token", org: "home", bucket: "Home Assistant" },
    { timeoutMs },
  );
  const read = (query = QUERY, signal = new AbortController().signal) => influx.read(query, (row) => rows.push(row), { signal });
  return { read, rows, asked };
}

const csv = (text: string) => (response: ServerResponse) => response.writeHead(200, { "content-type": "text/csv" }).end(text);
const refusal =
  (status: number, message: string, code = "invalid") =>
  (response: ServerResponse) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code, message }));

it("rows come as they were written, asked for by one field of some entities of one domain", async () => {
  const { read, rows, asked } = await database(csv(TABLE));
  expect(await read({ ...QUERY, objectIds: ["kitchen", "hall"] })).toEqual({ kind: "ok", cut: [] });
  expect(rows).toEqual([
    { objectId: "kitchen", at: Date.UTC(2026, 9, 1, 18), value: "on" },
    { objectId: "kitchen", at: Date.UTC(2026, 9, 1, 19) + 500, value: "off" },
  ]);
  expect(asked[0]).toMatchObject({ url: expect.stringContaining("org=home"), token: "Token the-token" });
  expect(asked[0]?.query).toContain('r.domain == "light" and (r.entity_id == "kitchen" or r.entity_id == "hall") and r._field == "state"');
  expect(asked[0]?.query).toContain('range(start: time(v: "2026-10-01T00:00:00.000Z"), stop: time(v: "2026-10-08T00:00:00.000Z"))');
});

it("a name that is a query stays a name", async () => {
  const { read, asked } = await database(csv(""));
  await read({ ...QUERY, objectIds: ['x") |> drop(columns: ["_value"]) //'] });
  expect(asked[0]?.query).toContain('r.entity_id == "x\\") |> drop(columns: [\\"_value\\"]) //"');
});

it.each([
  ["wrong-token", refusal(401, "unauthorized access", "unauthorized")],
  ["wrong-token", refusal(403, "insufficient permissions", "forbidden")],
  ["missing-bucket", refusal(404, 'failed to initialize execute state: could not find bucket "Home Assistant"', "not found")],
  ["refused", refusal(404, "404 page not found", "not found")],
  ["wrong-org", refusal(400, 'failed to decode request body: organization name "home" not found')],
  ["slow", refusal(400, "queue length exceeded")],
  ["slow", refusal(429, "too many requests", "too many requests")],
  ["refused", refusal(400, "compilation failed")],
  ["down", refusal(503, "starting", "unavailable")],
  ["refused", csv(`${TABLE}${BROKEN_MIDWAY}`)],
  ["down", (response: ServerResponse) => response.destroy()],
] as const)("%s (case %#) is an outcome, and nothing is thrown", async (kind, answer) => {
  const { read } = await database(answer);
  expect(await read()).toEqual({ kind });
});

it("a database that does not come to an end is slow", async () => {
  const { read } = await database((response) => void response.writeHead(200, { "content-type": "text/csv" }).write(TABLE), 100);
  expect(await read()).toEqual({ kind: "slow" });
});

it("what is given up by the caller is no outcome", async () => {
  const stop = new AbortController();
  const { read } = await database(() => stop.abort(new Error("enough")));
  await expect(read(QUERY, stop.signal)).rejects.toThrow("enough");
});

it("names the things with more rows than a week of a busy thermostat has", async () => {
  const row = ",,0,2026-10-01T18:00:00Z,on,kitchen\r\n";
  const { read } = await database(csv(TABLE.replace(row, row.repeat(20_160))));
  expect(await read()).toEqual({ kind: "ok", cut: ["kitchen"] });
});
