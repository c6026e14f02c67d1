import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { createContextNode } from "../../src/agent/prompt/context.ts";
import { createContextCollector, createEntityProvider } from "../../src/agent/prompt/context-sources.ts";
import { createConversation } from "../../src/agent/prompt/conversation.ts";
import { createWindowedModels } from "../../src/agent/prompt/prompt-window.ts";
import { createSystemPrompt } from "../../src/agent/prompt/prompts.ts";
import { createSummariser } from "../../src/agent/prompt/summariser.ts";
import { createTokenEstimate } from "../../src/agent/prompt/token-estimate.ts";
import { promptLimit } from "../../src/agent/prompt-budget.ts";
import { createScreen } from "../../src/agent/screen.ts";
import type { TurnStateValues } from "../../src/agent/state.ts";
import { offeredOf } from "../../src/agent/toolbox.ts";
import { createIdleGate } from "../../src/models/idle-gate.ts";
import type { Models } from "../../src/models/models.ts";
import { createOllamaProvider } from "../../src/models/ollama.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { createSummaryStore } from "../../src/storage/turns/summaries.ts";
import { createCallHaService } from "../../src/tools/call-ha-service.ts";
import { createGetEntityState } from "../../src/tools/get-entity-state.ts";
import { TURN } from "../agent/context-world.ts";
import { timersByHand } from "../agent/later.ts";
import { fakeHome } from "../fakes/home.ts";
import { NOW, openStores } from "../storage/stores.ts";

// Prompts of a conversation on a real Ollama: MODEL_URL is its address, MODEL_NAME a pulled model with tools.

const { MODEL_URL: url = "", MODEL_NAME: model = "" } = process.env;

/** Twelve turns on a small model on a busy CPU. */
const PATIENCE_MS = 600_000;

const NUM_CTX = 4_096;
const TURNS = 12;
/** Turns after which the length of a prompt is known. */
const LEARNT = 10;

const SAID = [
  "is the bed light on?",
  "how warm is it in the office?",
  "and at 04:30 this morning?",
  "ist die Haustür abgeschlossen, und wer hat sie zuletzt aufgemacht?",
  "which of the blinds upstairs are closed?",
  "ok, thanks",
];
const ANSWER = "The light in the bedroom is off, and it is 21.5 °C there.";

/** Another address of the same server, which keeps how many tokens it counted in each prompt, and has it answer one: more is not looked at. */
async function doorTo(target: string) {
  const counted: number[] = [];
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request));
    const shortened = JSON.stringify({ ...asked, options: { ...asked.options, num_predict: 1 } });
    const answer = await fetch(`${target}${request.url}`, { method: "POST", body: shortened });
    const body = await answer.text();
    const { prompt_eval_count = 0 } = JSON.parse(body.trim().split("\n").at(-1) ?? "{}");
    counted.push(prompt_eval_count);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the door has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    counted,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

/** A conversation that the server has never read a word of; each turn tells what was estimated for its prompt. */
function conversation(serverUrl: string) {
  const { database, sessions, addTurn } = openStores();
  const home = fakeHome({
    entities: ["Bed Light", "Desk Lamp", "Hallway Light"].map((name, at) => ({ entityId: `light.l${at}`, name, state: "off" })),
  });
  const provider = createOllamaProvider({ url: serverUrl, model, numCtx: NUM_CTX });
  const tools = [createGetEntityState({ home, now: () => NOW }), createCallHaService()];
  const run = { signal: new AbortController().signal, late: false, progress() {} };
  const only: Models = {
    invoke: (request) => provider.invoke(request),
    status: () => ({ model: provider.model, reachable: true, problem: undefined }),
  };
  const logger = createLogger({ level: "error", destination: { write() {} } });
  const [clock, { later }, numCtx] = [() => NOW, timersByHand(), NUM_CTX];
  const estimate = createTokenEstimate();
  const store = createSummaryStore({ database });
  const summariser = createSummariser({ models: only, store, estimate, numCtx, clock, idle: createIdleGate({ clock, later }), logger });
  const models = createWindowedModels({ models: only, estimate, numCtx });
  const systemPrompt = createSystemPrompt(home, { assistantName: "Casa", persona: `Your number is ${randomUUID()}.` }, numCtx);
  const screen = createScreen({ logger });
  const providers = [createEntityProvider({ home: { ready: true }, find: () => home.exposed() })];
  const assemble = createContextNode({
    begunBy: async () => undefined,
    groups: async () => [],
    collect: createContextCollector({ providers, screen, later, logger }),
    conversation: createConversation({ store, summariser }),
    ...{ home, screen, systemPrompt, offered: offeredOf(tools), models, estimate, numCtx, runs: new Map([["1", run]]), clock },
  });
  const { sessionId } = addTurn("1");
  return async (said: string): Promise<{ readonly estimated: number }> => {
    const { messages = [], context } = await assemble({ turn: { ...TURN, sessionId, text: said } } as TurnStateValues);
    const declared = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    await models.invoke({ messages: [systemPrompt(), ...messages], tools: declared, signal: run.signal });
    sessions.append(sessionId, "100", "1", { role: "person", personId: "anna", content: said, origin: "person" }, NOW);
    sessions.append(sessionId, "100", "1", { role: "assistant", personId: undefined, content: ANSWER, origin: "home" }, NOW);
    return { estimated: context?.tokens ?? 0 };
  };
}

it("keeps every prompt within the window, and its length is known within 5 % from the eleventh turn on", {
  timeout: PATIENCE_MS,
}, async () => {
  await using door = await doorTo(url);
  const says = conversation(door.url);
  const estimated: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) estimated.push((await says(SAID[turn % SAID.length] ?? "")).estimated);

  expect(door.counted).toHaveLength(TURNS);
  expect(Math.max(...door.counted)).toBeLessThanOrEqual(promptLimit(NUM_CTX));
  const errors = door.counted.map((tokens, turn) => Math.abs((estimated[turn] ?? 0) - tokens) / tokens);
  expect(Math.max(...errors.slice(LEARNT))).toBeLessThan(0.05);
});
