import { z } from "zod";
import { FakeModelServer, type ModelCall, type ScriptedAnswer } from "../tests/fakes/model-server.ts";
import type { MemoryCase, ModelMove } from "./memory-case.ts";
import { ModelMeter } from "./model-meter.ts";

/** One request for an answer that the service made. */
export interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Of a turn; else of what is made in the model's idle time. */
  readonly isTurn: boolean;
}

/** A model for one conversation, and all that it was asked. */
export interface EvalModel extends AsyncDisposable {
  readonly url: string;
  readonly name: string;
  readonly requests: readonly ModelRequest[];
  /** A request is being answered. */
  isBusy(): boolean;
  /** What a scripted model does next; a real one does what it likes. */
  play(moves: readonly ModelMove[]): void;
}

const HEADING = "Remembered of the person who writes, or of the house:";

/** What a turn's model was given about people and the house: the remembered lines of its prompt, and what tools answered. */
export function givenIn({ messages }: ModelRequest): { readonly remembered: readonly string[]; readonly answers: readonly string[] } {
  const asked = messages.findLastIndex(({ role, content }) => role === "user" && content.includes("writes to you."));
  const prompt = messages[asked]?.content ?? "";
  const from = prompt.indexOf(HEADING);
  const lines = from < 0 ? [] : prompt.slice(from + HEADING.length + 1).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("- "));
  return {
    remembered: end < 0 ? lines : lines.slice(0, end),
    answers: messages.slice(asked + 1).flatMap(({ role, content }) => (role === "tool" ? [content] : [])),
  };
}

/** A model that plays a conversation's moves, and finds in its idle time what that says, over real HTTP. */
export async function scriptedModel({ finds }: Pick<MemoryCase, "finds">): Promise<EvalModel> {
  const server = await FakeModelServer.start();
  const requests: ModelRequest[] = [];
  let moves: ModelMove[] = [];
  server.respond((call) => {
    const request = { messages: call.messages, isTurn: isTurn(call.body) };
    requests.push(request);
    if (!request.isTurn) return { text: idleAnswer(call, finds) };
    return answerOf(moves.shift() ?? { text: "OK." }, call, moves);
  });
  return {
    url: server.url,
    name: "scripted",
    requests,
    isBusy: () => false,
    play: (next) => {
      moves = [...next];
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function idleAnswer({ messages }: ModelCall, finds: MemoryCase["finds"]): string {
  const isExtraction = messages[0]?.content.includes('"facts"') ?? false;
  const said = Object.keys(finds).find((text) => messages.at(-1)?.content.includes(JSON.stringify(text)));
  return isExtraction ? JSON.stringify({ facts: (said !== undefined && finds[said]) || [] }) : "They talked.";
}

function answerOf(move: ModelMove, call: ModelCall, moves: ModelMove[]): ScriptedAnswer {
  if (move !== "recall") return move;
  const { remembered, answers } = givenIn({ messages: call.messages, isTurn: true });
  const known = [...remembered.map(plain), ...answers.flatMap(toldIn)];
  if (known.length > 0) return { text: `I know this about you: “${known.join("” and “")}”.` };
  if (answers.length > 0) return { text: "I do not know." };
  moves.unshift("recall");
  return { toolCalls: [{ name: "get_user_profile", args: {} }] };
}

/** A remembered line without its mark and where it comes from. */
function plain(line: string): string {
  return line.replace(/^- /, "").replace(/ \([^()]*\)$/, "");
}

/** What a tool's answer tells: facts, and what the person said themselves in a conversation that is over. */
function toldIn(answer: string): readonly string[] {
  const { facts = [], passages = [] } = toolAnswer.parse(JSON.parse(answer));
  return [...facts.map(({ key, value }) => `${key}: ${value}`), ...passages.flatMap(({ text }) => /^Person: .*$/m.exec(text)?.[0] ?? [])];
}

const toolAnswer = z.object({
  facts: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
  passages: z.array(z.object({ text: z.string() })).optional(),
});

/** A real model behind a relay that listens. */
export async function realModel({ url, name }: { readonly url: string; readonly name: string }): Promise<EvalModel> {
  const requests: ModelRequest[] = [];
  const meter = new ModelMeter(url, {
    onBody: (path, body) => {
      if (path.startsWith("/api/chat")) requests.push(requestOf(JSON.parse(body)));
    },
  });
  return {
    url: await meter.start(),
    name,
    requests,
    isBusy: () => meter.open > 0,
    play: () => {},
    [Symbol.asyncDispose]: () => meter[Symbol.asyncDispose](),
  };
}

function requestOf(body: Readonly<Record<string, unknown>>): ModelRequest {
  const messages = Array.isArray(body["messages"]) ? body["messages"] : [];
  return { messages: messages.map(({ role, content }) => ({ role: String(role), content: String(content) })), isTurn: isTurn(body) };
}

function isTurn(body: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(body["tools"]) && body["tools"].length > 0;
}
