import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createSupervisor, SupervisorError } from "../../../src/homeassistant/mqtt/supervisor.ts";

/** A Supervisor that answers everything by one function. */
async function serving(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

const MOSQUITTO = { addon: "core_mosquitto", host: "core-mosquitto", port: 1883, ssl: false, username: "addons", password: "pass-MARKER" };

test("the broker is asked for with the token, and comes with its login", async () => {
  const seen: unknown[] = [];
  await using server = await serving((request, response) => {
    seen.push(request.method, request.url, request.headers.authorization);
    response.end(JSON.stringify({ result: "ok", data: { ...MOSQUITTO, protocol: "3.1.1" } }));
  });

  expect(await createSupervisor({ url: `${server.url}/`, token: "t" }).mqttBroker()).toEqual({
    url: "mqtt://core-mosquitto:1883",
    username: "addons",
    password: "pass-MARKER",
  });
  expect(seen).toEqual(["GET", "/services/mqtt", "Bearer t"]);
});

test.each([
  ["TLS", { ...MOSQUITTO, ssl: true, port: 8883 }, { url: "mqtts://core-mosquitto:8883", username: "addons" }],
  ["no login", { host: "10.0.0.5", port: 1883, ssl: false }, { url: "mqtt://10.0.0.5:1883", username: undefined, password: undefined }],
  ["an empty login", { ...MOSQUITTO, username: "", password: "" }, { username: undefined, password: undefined }],
  ["an address of IPv6", { ...MOSQUITTO, host: "fd00::5" }, { url: "mqtt://[fd00::5]:1883" }],
])("a broker with %s is understood", async (_, data, broker) => {
  await using server = await serving((_request, response) => response.end(JSON.stringify({ result: "ok", data })));
  expect(await createSupervisor({ url: server.url, token: "t" }).mqttBroker()).toMatchObject(broker);
});

test.each([
  [400, "Service not enabled"],
  [404, "Service does not exist"],
])("%i (%s) is no broker", async (status, message) => {
  await using server = await serving((_request, response) => response.writeHead(status).end(JSON.stringify({ result: "error", message })));
  expect(await createSupervisor({ url: server.url, token: "t" }).mqttBroker()).toBeUndefined();
});

test.each<[what: string, status: number, headers: Record<string, string>, body: string]>([
  ["a refusal", 403, {}, '{"result":"error","message":"No access to mqtt service! token-MARKER"}'],
  ["a fault", 500, {}, ""],
  ["no JSON", 200, {}, "<html>pass-MARKER"],
  ["no host", 200, {}, JSON.stringify({ result: "ok", data: { ...MOSQUITTO, host: 5 } })],
  ["a port that is none", 200, {}, JSON.stringify({ result: "ok", data: { ...MOSQUITTO, port: 99_999 } })],
  ["nothing", 200, {}, '{"result":"ok","data":null}'],
  ["a way to another host", 302, { location: "http://127.0.0.1:1/" }, ""],
])("%s is an error that holds neither token nor password", async (_, status, headers, body) => {
  await using server = await serving((_request, response) => response.writeHead(status, headers).end(body));
  const error = await createSupervisor({ url: server.url, token: "token-MARKER" })
    .mqttBroker()
    .catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(SupervisorError);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("MARKER");
});

test("one that is not there is an error, and an aborted question has its reason", async () => {
  const { url } = await serving(() => undefined).then(async (server) => {
    await server[Symbol.asyncDispose]();
    return server;
  });
  const supervisor = createSupervisor({ url, token: "t" });
  await expect(supervisor.mqttBroker()).rejects.toBeInstanceOf(SupervisorError);
  const reason = new Error("stopped");
  await expect(supervisor.mqttBroker({ signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
    name: "SupervisorError",
    cause: reason,
  });
});
