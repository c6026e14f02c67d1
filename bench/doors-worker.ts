import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createFrameReader, frameOf } from "../src/channels/assist/wyoming-frames.ts";
import { sharedNow } from "./figure.ts";

/** Where the service listens, and the tokens that it takes. */
export interface Callers {
  readonly assist: string;
  readonly api: string;
  readonly wyomingPort: number;
  readonly tokens: { readonly assist: string; readonly program: string; readonly agent: string };
}

/** What is asked, and by which way in; `streamed` is Assist's, and heard once its first sentence is there. */
export interface Asked {
  readonly door: "assist" | "wyoming" | "rest" | "mcp" | "streamed";
  readonly text: string;
  readonly chat: string;
}

/** ms that the caller waited, and when it heard what it waited for, by the clock that all threads share. */
export interface Heard {
  readonly took: number;
  readonly at: number;
}

const { assist, api, wyomingPort, tokens }: Callers = workerData;
const agent = new Client({ name: "bench", version: "1.0.0" });
const headers = { Authorization: `Bearer ${tokens.agent}` };
await agent.connect(new StreamableHTTPClientTransport(new URL(`${api}/mcp`), { requestInit: { headers } }));

parentPort?.on("message", async ({ door, text, chat }: Asked) => {
  const from = performance.now();
  const rest = await DOORS[door](text, chat);
  const heard: Heard = { took: performance.now() - from, at: sharedNow() };
  await rest?.();
  parentPort?.postMessage(heard);
});

/** Each resolves when its answer is there, with what is left to read of it. */
const DOORS: Readonly<Record<Asked["door"], (text: string, chat: string) => Promise<(() => Promise<unknown>) | undefined>>> = {
  assist: (content, user) => posted(assist, tokens.assist, { model: "Assistant", user, messages: [{ role: "user", content }] }),
  rest: (content) => posted(`${api}/process`, tokens.program, { user_id: "Anna", input_type: "text", content }),
  async mcp(text) {
    await agent.callTool({ name: "ask_assistant", arguments: { text } });
    return undefined;
  },
  wyoming: transcribed,
  async streamed(content, user) {
    const body = { model: "Assistant", user, stream: true, messages: [{ role: "user", content }] };
    const pieces = (await post(assist, tokens.assist, body)).body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    while (pieces && !heard.includes("France")) heard += (await pieces.read()).value ?? "";
    return async () => {
      while (pieces && !(await pieces.read()).done);
    };
  },
};

function post(url: string, token: string, body: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function posted(url: string, token: string, body: object): Promise<undefined> {
  const response = await post(url, token, body);
  const text = await response.text();
  if (!response.ok || !text.includes("You said")) throw new Error(`${url} answered ${response.status}: ${text}`);
}

/** As Home Assistant asks: each sentence on a connection of its own. */
function transcribed(text: string, conversation_id: string): Promise<undefined> {
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
