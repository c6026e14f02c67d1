import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { text as wholeText } from "node:stream/consumers";
import { parentPort, workerData } from "node:worker_threads";
import { createFrameReader, frameOf } from "../src/channels/assist/wyoming-frames.ts";
import { sharedNow } from "./figure.ts";

/** Where the service listens. */
export interface Callers {
  readonly assist: string;
  readonly api: string;
  readonly wyomingPort: number;
}

/** What is asked, and by which way in; `streamed` is Assist's, and heard once its first sentence is there. */
export interface Asked {
  readonly door: "assist" | "wyoming" | "rest" | "mcp" | "streamed";
  readonly text: string;
  /** Not Wyoming's: it has none. */
  readonly token: string;
  readonly chat: string;
}

/** ms that the caller waited, and when it heard what it waited for, by the clock that all threads share. */
export interface Heard {
  readonly took: number;
  readonly at: number;
}

const { assist, api, wyomingPort }: Callers = workerData;
/** Node's own client: what a caller's library takes is no time of the way in. `fetch` takes 1.5 ms of each request, the client of MCP's SDK 2 ms. */
const agent = new Agent({ keepAlive: true });

parentPort?.on("message", async ({ door, ...asked }: Asked) => {
  const from = performance.now();
  const rest = await DOORS[door](asked);
  const heard: Heard = { took: performance.now() - from, at: sharedNow() };
  await rest?.();
  parentPort?.postMessage(heard);
});

/** Each resolves when its answer is there, with what is left to read of it. */
const DOORS: Readonly<Record<Asked["door"], (asked: Omit<Asked, "door">) => Promise<(() => Promise<unknown>) | undefined>>> = {
  assist: ({ text: content, token, chat: user }) =>
    posted(assist, token, { model: "Assistant", user, messages: [{ role: "user", content }] }),
  rest: ({ text: content, token }) => posted(`${api}/process`, token, { user_id: "Anna", input_type: "text", content }),
  async mcp({ text, token }) {
    const params = { name: "ask_assistant", arguments: { text } };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return heardIn(await post(`${api}/mcp`, token, call, "application/json, text/event-stream"), "You said");
  },
  wyoming: transcribed,
  async streamed({ text: content, token, chat: user }) {
    const body = { model: "Assistant", user, stream: true, messages: [{ role: "user", content }] };
    return heardIn(await post(assist, token, body), "France");
  },
};

/** Reads events until one has these words; resolves with what reads the rest. */
async function heardIn(response: IncomingMessage, words: string): Promise<() => Promise<unknown>> {
  const pieces = response.setEncoding("utf8").iterator();
  let heard = "";
  while (!heard.includes(words)) {
    const { value, done } = await pieces.next();
    if (done) throw new Error(`the answer ended after: ${heard}`);
    heard += value;
  }
  return async () => {
    while (!(await pieces.next()).done);
  };
}

async function post(url: string, token: string, body: object, accept = "*/*"): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Accept: accept };
  const asked = request(url, { method: "POST", agent, headers });
  asked.end(JSON.stringify(body));
  const [response] = await once(asked, "response");
  return response;
}

async function posted(url: string, token: string, body: object): Promise<undefined> {
  const response = await post(url, token, body);
  const said = await wholeText(response);
  if (response.statusCode !== 200 || !said.includes("You said")) throw new Error(`${url} answered ${response.statusCode}: ${said}`);
}

/** As Home Assistant asks: each sentence on a connection of its own. */
function transcribed({ text, chat: conversation_id }: Omit<Asked, "door">): Promise<undefined> {
  const reader = createFrameReader();
  const socket = connect(wyomingPort, "127.0.0.1");
  socket.write(frameOf("transcript", { text, language: "en", context: { conversation_id } }));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      if ([...reader.read(chunk)].length === 0) return;
      socket.destroy();
      resolve(undefined);
    });
  });
}
