import { createServer, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import type { ChangesData } from "./changes.ts";

/** In batches, as a busy home makes them. */
const BATCH_MS = 20;
/** A worker that was held up for a moment does not make up for all of it at once. */
const MOST_AT_ONCE = 400;

const { home, entityIds, perSecond, sent } = workerData as ChangesData;
const count = new Int32Array(sent);
let subscribed: { readonly socket: WebSocket; readonly id: number } | undefined;
let load: NodeJS.Timeout | undefined;

/** What a device reports, in the short form of `subscribe_entities`: another state each time. */
function change(next: number): string {
  const entityId = entityIds[next % entityIds.length] ?? "";
  const isOdd = Math.floor(next / entityIds.length) % 2 === 1;
  // a lamp that is waited for comes and goes, and is never on
  const [off, on] = entityId.startsWith("light.") ? ["off", "unavailable"] : ["off", "on"];
  const state = entityId.startsWith("sensor.") ? String(next % 97) : isOdd ? on : off;
  const event = { c: { [entityId]: { "+": { s: state, lc: Date.now() / 1_000, c: `01CHANGE${String(next).padStart(18, "0")}` } } } };
  return JSON.stringify({ id: subscribed?.id, type: "event", event });
}

function flood(): void {
  const from = performance.now();
  const before = count[0] ?? 0;
  load = setInterval(() => {
    const due = Math.floor(((performance.now() - from) / 1_000) * perSecond) + before - (count[0] ?? 0);
    const changes = Array.from({ length: Math.min(MOST_AT_ONCE, due) }, () => change(Atomics.add(count, 0, 1) + 1));
    if (changes.length > 0) subscribed?.socket.send(`[${changes.join(",")}]`);
  }, BATCH_MS);
}

/** Passes on both ways, in order; what comes before the home is there waits. */
function serve(socket: WebSocket): void {
  const upstream = new WebSocket(`${home.replace("http", "ws")}/api/websocket`, { perMessageDeflate: false });
  const waiting: RawData[] = [];
  upstream.on("open", () => {
    for (const data of waiting.splice(0)) upstream.send(data, { binary: false });
  });
  upstream.on("message", (data, binary) => socket.send(data, { binary }));
  socket.on("message", (data) => {
    const text = String(data);
    if (text.includes('"subscribe_entities"')) subscribed = { socket, id: (JSON.parse(text) as { id: number }).id };
    if (upstream.readyState === WebSocket.CONNECTING) waiting.push(data);
    else upstream.send(data, { binary: false });
  });
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    one.on("error", () => one.terminate());
    one.on("close", () => other.close());
  }
}

const server = createServer((incoming, outgoing) => {
  const { url = "", method, headers } = incoming;
  const forwarded = request(new URL(url, home), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on("error", () => outgoing.destroy());
  incoming.pipe(forwarded);
});
const sockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (incoming, socket, head) => sockets.handleUpgrade(incoming, socket, head, serve));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === "object" && address ? address.port : 0);
});
parentPort?.on("message", (isOn: boolean) => {
  clearInterval(load);
  if (isOn) flood();
});
