import { randomUUID } from "node:crypto";
import { AIMessage, type BaseMessage, HumanMessage, type SystemMessage, ToolMessage } from "@langchain/core/messages";
import { messageText } from "../../models/message-text.ts";
import { ModelError, type ModelReply, type Models } from "../../models/models.ts";
import { isClaim, isMemoryClaim } from "../../security/claims/claims.ts";
import { addressForms, contactsIn, keepReadLinks, linksIn } from "../../security/provenance/answer-links.ts";
import { routineChange } from "../../security/routines/routine-changes.ts";
import { isRecord } from "../../text/is-record.ts";
import { canonicalJson, textsIn } from "../../text/json.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { Review } from "../answer-review.ts";
import type { CloudRequests } from "../prompt/cloud-request.ts";
import { isHistoryMessage } from "../prompt/prompt-window.ts";
import { LAST_ROUND, MALFORMED_CORRECTION } from "../prompt/prompts.ts";
import { type PendingCall, type Runs, runOf, type TurnStateValues } from "../state.ts";
import type { StatementCheck } from "../statements/statements.ts";
import type { AskedChoice, Offered, Tool } from "../toolbox.ts";
import type { Planning } from "./planning.ts";

/** At most this many answers of the model in a turn; then one last without tools (the product's bound). */
const MAX_ROUNDS = 8;

/** Characters of an answer: what is longer is cut off before anybody reads it. */
const LONGEST_REVIEWED = 12_000;
/** A sentence longer than this is shown with the whole answer: each piece that grows it is read again. */
const LONGEST_UNFINISHED = 1_000;

/** What a second automation tool in one answer is told. It may be called again: nothing was wrong with it. */
const ONE_AT_A_TIME = { ok: false, error: "one_at_a_time", message: "One automation at a time: call this again after the first." } as const;

interface ThinkDependencies {
  readonly models: Models;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly offered: Offered;
  readonly triggerSaid: Planning["triggerSaid"];
  readonly runs: Runs;
  readonly systemPrompt: () => SystemMessage;
  readonly redact: (text: string) => string;
  /** What a model outside the house may be asked in a turn; left out, none is. */
  readonly cloud?: CloudRequests | undefined;
  readonly review: (state: TurnStateValues, answer: string, signal: AbortSignal) => Promise<Review>;
  /** What of a growing answer to a question may be shown before it was compared with the home. */
  readonly growing: StatementCheck["growing"];
}

/** One answer of the model: text with a review of what it states, or calls for the gate and the reading tools. */
export function createThinkNode({
  models,
  tools,
  offered,
  runs,
  systemPrompt,
  redact,
  cloud,
  review,
  growing,
  triggerSaid,
}: ThinkDependencies) {
  return async (state: TurnStateValues): Promise<Partial<TurnStateValues>> => {
    const run = runOf(runs, state.turn.turnId);
    const last = state.rounds >= MAX_ROUNDS;
    run.progress({ kind: "thinking" });
    const acted = state.results.some((result) => result.kind === "receipt");
    const finished = createFinishedText(growing(state.turn.text));
    const read = readLinks(state.messages);
    try {
      const reply = await models.invoke({
        messages: [systemPrompt(), ...state.messages, ...(last ? [new HumanMessage(LAST_ROUND)] : [])],
        tools: last ? [] : offered(state.groups),
        signal: run.signal,
        picture: run.picture,
        // a picture may show anybody and anything: it stays
        forCloud: state.turn.hasPicture ? undefined : cloud?.(state, { last, signal: run.signal }),
        onText: (soFar) => {
          const text = acted ? undefined : finished(soFar);
          if (text !== undefined && !isLeakedCall(text, tools)) run.progress({ kind: "text", text: keepReadLinks(redact(text), read) });
        },
      });
      const next = last ? lastReply(reply, state, tools) : await readReply(reply, state, { tools, offered, triggerSaid }, run.signal);
      const reads = next.calls?.filter((call) => call.kind === "read").length ?? 0;
      if (reads > 0) run.progress({ kind: "reading", count: reads });
      const { model, truncated, inputTokens, outputTokens = 0 } = reply;
      const tokens = inputTokens === undefined ? undefined : { prompt: inputTokens, completion: outputTokens };
      const cloudModel = reply.isCloud ? model : undefined;
      const answer = next.calls?.length === 0 && next.messages?.length === 1 ? String(next.messages[0]?.content ?? "").trim() : "";
      const reviewed = answer === "" ? undefined : await review(state, answer.slice(0, LONGEST_REVIEWED), run.signal);
      return { rounds: state.rounds + 1, model, cloudModel, truncated, tokens, review: reviewed, decisions: [], ...next };
    } catch (error) {
      if (error instanceof ModelError) return { failure: error.problem, calls: [], decisions: [] };
      throw error;
    }
  };
}

/** The answer of the last round is plain text, or nothing that a person should read. */
function lastReply(reply: ModelReply, { mended }: TurnStateValues, tools: ReadonlyMap<string, Tool>): Partial<TurnStateValues> {
  const text = textOf(reply);
  const leaked = isLeakedCall(text, tools);
  return { messages: [new AIMessage(leaked ? "" : text)], calls: [], ...(leaked && { mended: { ...mended, calls: mended.calls + 1 } }) };
}

async function readReply(
  reply: ModelReply,
  state: TurnStateValues,
  { tools, offered, triggerSaid }: Pick<ThinkDependencies, "tools" | "offered" | "triggerSaid">,
  signal: AbortSignal,
): Promise<Partial<TurnStateValues>> {
  const failed = failedCalls(state.messages);
  const wanted = reply.message.tool_calls ?? [];
  let proposes = false;
  let asked: AskedChoice | undefined;
  const read = async (call: (typeof wanted)[number]): Promise<PendingCall> => {
    const id = randomUUID();
    const toolCallId = call.id ?? id;
    if (failed.has(canonicalJson([call.name, call.args]))) {
      return { kind: "invalid", id, toolCallId, tool: call.name, result: { ok: false, error: "failed_before" } };
    }
    const tool = tools.get(call.name);
    if (!tool) {
      const result = { ok: false, error: "unknown_tool", known: offered(state.groups).map(({ name }) => name) };
      return { kind: "invalid", id, toolCallId, tool: call.name, result };
    }
    if (tool.kind === "read") return { kind: "read", id, toolCallId, tool: call.name, args: call.args };
    if (tool.group === "automations") {
      if (proposes) return { kind: "invalid", id, toolCallId, tool: call.name, result: ONE_AT_A_TIME };
      proposes = true;
    }
    const proposal = await tool.propose(call.args, state.turn, signal);
    const said = proposal.ok && proposal.when !== undefined ? await triggerSaid(proposal.when, state.turn, signal) : undefined;
    const when = said === "now" ? undefined : said;
    const isLater =
      proposal.ok &&
      when === undefined &&
      !routineChange(proposal.call.service) &&
      (state.forLater || (proposal.when !== undefined && said !== "now"));
    if (proposal.ok) return { kind: "act", id, toolCallId, call: proposal.call, when, forLater: isLater };
    asked = proposal.asked;
    return { kind: "invalid", id, toolCallId, tool: call.name, result: proposal.result };
  };
  const calls: PendingCall[] = [];
  // one by one: a proposal drafts, and may ask a model
  for (const call of wanted) calls.push(await read(call));
  // a tap makes the option's words the person's own, so none of them may come from outside
  if (asked && calls.length === 1 && state.results.length === 0 && state.outside.length === 0)
    return { ...asked, path: "asked", calls: [] };
  const broken = calls.length === 0 && (reply.malformedToolCalls.length > 0 || isLeakedCall(textOf(reply), tools));
  if (broken && state.mended.calls === 0) {
    return {
      messages: [saidPlainly(reply), new HumanMessage(MALFORMED_CORRECTION)],
      calls: [],
      mended: { ...state.mended, calls: 1 },
    };
  }
  // Some servers repeat ids like `call_0`: the messages carry them as they came, our own ids tell the calls apart.
  const message = broken ? new AIMessage("") : reply.message;
  // who asks for the same again gets no further: one answer is left
  const isStuck = calls.some((call) => call.kind === "invalid" && call.result["error"] === "failed_before");
  return { messages: [message], calls, ...(isStuck && { rounds: MAX_ROUNDS }) };
}

/** Calls of the turn that came to nothing, by name and arguments. */
function failedCalls(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const failed = new Set<string>();
  // servers repeat ids: a result belongs to the last call before it
  const asked = new Map<string, string>();
  for (const message of messages) {
    if (AIMessage.isInstance(message)) {
      for (const { id, name, args } of message.tool_calls ?? []) asked.set(id ?? "", canonicalJson([name, args]));
    } else if (
      ToolMessage.isInstance(message) &&
      messageText(message).startsWith('{"ok":false') &&
      !messageText(message).includes(ONE_AT_A_TIME.error)
    ) {
      failed.add(asked.get(message.tool_call_id) ?? "");
    }
  }
  return failed;
}

/** How text begins that is a call of a tool which there is not. */
const LIKE_A_CALL = /^\s*(?:```\w*\s*)?[[{][[{\s]*"(?:name|function|tool|tool_calls?|action|arguments|parameters)"\s*:/;

/** Small models write a call into their text instead of making it: `{"name": "get_entity_state", …`. No person should read that. */
function isLeakedCall(text: string, tools: ReadonlyMap<string, Tool>): boolean {
  if (LIKE_A_CALL.test(text)) return true;
  return text.matchAll(/"(?:name|function|tool)"\s*:\s*"(\w+)"/g).some(([, name = ""]) => tools.has(name));
}

/** Without its calls, and with whether a model outside said it. */
function saidPlainly(reply: ModelReply): AIMessage {
  return new AIMessage({ content: textOf(reply), response_metadata: reply.message.response_metadata });
}

function textOf(reply: ModelReply): string {
  return typeof reply.message.content === "string" ? reply.message.content : "";
}

/** Follows a growing answer to its last finished sentence; silent from the first claim on. Each sentence is read once. */
function createFinishedText({ from, mayShow }: ReturnType<StatementCheck["growing"]>): (soFar: string) => string | undefined {
  let checked = 0;
  let claimed = false;
  return (soFar) => {
    if (claimed || soFar.length - checked > LONGEST_UNFINISHED) return undefined;
    const last = splitSentences(soFar.slice(checked)).at(-2);
    if (!last) return undefined;
    const end = checked + last.end;
    const fresh = soFar.slice(checked, end);
    claimed = splitSentences(fresh).some(({ text }) => isClaim(text) || isMemoryClaim(text)) || !mayShow(fresh);
    checked = end;
    return claimed || end <= from ? undefined : soFar.slice(0, end);
  };
}

/** Links that the turn was given or has read. What the model itself put into a call first, and got back, is none of them. */
export function readLinks(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const read = new Set<string>();
  const known = new Set<string>();
  const made = new Set<string>();
  for (const message of messages) {
    if (message instanceof AIMessage) {
      // what an earlier answer said proves nothing, and does not make a link the model's own either
      if (isHistoryMessage(message)) continue;
      const texts = [messageText(message), ...(message.tool_calls ?? []).flatMap(({ args }) => textsIn(args))];
      const written = linksIn(texts);
      for (const contact of contactsIn(texts)) if (!read.has(contact)) made.add(contact);
      for (const link of written) for (const form of addressForms(link)) if (!known.has(form)) made.add(form);
    } else {
      const told = message instanceof ToolMessage ? answerTexts(message) : [messageText(message)];
      for (const contact of contactsIn(told)) if (!made.has(contact)) read.add(contact);
      for (const link of linksIn(told)) {
        const forms = addressForms(link);
        if (forms.some((form) => made.has(form))) continue;
        read.add(link);
        for (const form of forms) known.add(form);
      }
    }
  }
  return read;
}

/** The texts of a tool's answer (JSON) without what only gives back how the model called it. */
function answerTexts({ text, name }: ToolMessage): readonly string[] {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isRecord(answer)) return textsIn(answer);
    const { url, ...told } = answer;
    return textsIn(name === "read_page" ? told : { ...told, url });
  } catch {
    return [text];
  }
}
