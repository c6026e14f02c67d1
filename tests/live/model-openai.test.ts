// The whole service with a real server behind OpenAI's API as the model at home: MODEL_URL is a running Ollama's address, with home-tool
// (which calls a tool in its first answer) and all-minilm made there.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { anna } from "./live-home.ts";
import { startKnowing } from "./live-knowledge.ts";

const { MODEL_URL: url = "" } = process.env;

/** A small model on a busy CPU reads some thousand tokens a minute. */
const PATIENCE_MS = 250_000;

interface Message {
  readonly role: string;
  readonly content: string;
}

/** The server under another address, which keeps what it was asked. The model is greedy: Ollama samples at temperature 1 by this API. */
async function listened() {
  const chats: { readonly messages: readonly Message[]; readonly stream: boolean }[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    paths.add(path);
    let body: string | undefined;
    if (request.method === "POST") {
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString());
      if (path === "/v1/chat/completions") chats.push(asked);
      body = JSON.stringify({ ...asked, ...(path === "/v1/chat/completions" && { temperature: 0 }) });
    }
    const answer = await fetch(url + path, { method: request.method ?? "GET", ...(body !== undefined && { body }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    for await (const part of answer.body ?? []) response.write(part);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    chats,
    paths,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

it("is told everything, calls a tool, hears what came of it, and makes the vectors", async () => {
  await using server = await listened();
  const atHome = { model_provider: "openai_compatible", openai_base_url: server.baseUrl, openai_base_url_at_home: true };
  await using home = await startKnowing({ ...atHome, openai_model: "home-tool", embedding_model: "all-minilm", num_ctx: 4096 });

  await home.says(anna, "a pipe has burst near the bed light: how do I cut off the water?");
  await home.next(anna, ({ kind }) => kind === "message", PATIENCE_MS);

  const [first, second] = server.chats;
  const prompt = first?.messages.map(({ content }) => content).join("\n");
  for (const known of ["Anna", "Bed Light", "light.bed_light"]) expect(prompt).toContain(known);
  const roles = second?.messages.slice(first?.messages.length).map(({ role }) => role);
  expect(roles?.slice(0, 2)).toEqual(["assistant", "tool"]);
  expect(server.chats.every(({ stream }) => stream)).toBe(true);
  expect(home.rows("SELECT model FROM interaction_log")).toEqual([{ model: "local/home-tool" }]);
  expect(server.paths).toEqual(new Set(["/v1/models", "/v1/embeddings", "/v1/chat/completions"]));
});
