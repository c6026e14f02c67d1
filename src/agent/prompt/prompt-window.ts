import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { messageText } from "../../models/message-text.ts";
import { ModelError, type ModelProblem, type ModelReply, type ModelRequest, type Models } from "../../models/models.ts";
import { promptLimit } from "../prompt-budget.ts";
import { ACTING_TOOL } from "../toolbox.ts";
import type { TokenEstimate } from "./token-estimate.ts";

/** Begins the id of a message that stands for an earlier turn: such ones may be left out of a prompt that grows too long. */
const HISTORY_ID = "history:";

export function historyMessageId(entryId: number): string {
  return `${HISTORY_ID}${entryId}`;
}

export function isHistoryMessage({ id }: { readonly id?: string | undefined }): boolean {
  return id?.startsWith(HISTORY_ID) ?? false;
}

export function historyEntryId({ id }: { readonly id?: string | undefined }): number | undefined {
  return id?.startsWith(HISTORY_ID) ? Number(id.slice(HISTORY_ID.length)) : undefined;
}

const LEFT_OUT = JSON.stringify({
  left_out: "This answer is no longer here, there was no room. If you still need it, call the tool again.",
});

/** What is left after something had to go, so that the next round does not have to leave out more at once. */
const AFTER_CUT = 0.85;
/** Of what was thought to fit, when the server says that it does not. */
const SECOND_TRY = 0.6;

/** Problems that a shorter prompt may not have. */
const TOO_LONG: ReadonlySet<ModelProblem["kind"]> = new Set(["context_too_small", "window_smaller"]);

interface WindowDependencies {
  readonly models: Models;
  readonly estimate: TokenEstimate;
  readonly numCtx: number;
}

/** The models as turns ask them, never beyond the window; counts are learned. A prompt found too long is tried once more, shorter. */
export function createWindowedModels({ models, estimate, numCtx }: WindowDependencies): Models {
  const ask = async (request: ModelRequest): Promise<ModelReply> => {
    const reply = await models.invoke(request);
    const { model, inputTokens, isCloud } = reply;
    // a model outside read another prompt, and a picture is no text
    if (inputTokens !== undefined && !isCloud && !request.picture)
      estimate.learn({ model, messages: request.messages, tools: request.tools, inputTokens });
    return reply;
  };
  const fitted = (request: ModelRequest, most: (now: number) => number): ModelRequest => {
    const { model } = models.status();
    const count = (messages: readonly BaseMessage[]) => estimate.messages(model, messages) + estimate.tools(model, request.tools);
    const now = count(request.messages);
    const limit = most(now);
    if (now <= limit) return request;
    const messages = shortened(request.messages, (some) => count(some) <= limit * AFTER_CUT);
    if (count(messages) > promptLimit(numCtx)) throw new ModelError({ kind: "context_too_small", model, numCtx });
    return { ...request, messages };
  };
  return {
    status: () => models.status(),
    async invoke(request) {
      const first = fitted(request, () => promptLimit(numCtx));
      try {
        return await ask(first);
      } catch (error) {
        if (!(error instanceof ModelError) || !TOO_LONG.has(error.problem.kind)) throw error;
        const second = fitted(first, (now) => now * SECOND_TRY);
        if (second.messages.length === first.messages.length && second.messages.every((one, at) => one === first.messages[at])) throw error;
        return await ask(second);
      }
    },
  };
}

/** Leaves out earlier turns, the oldest first, each as a whole; then what reading tools answered first in this turn. */
function shortened(messages: readonly BaseMessage[], fits: (messages: readonly BaseMessage[]) => boolean): readonly BaseMessage[] {
  let left = messages;
  while (!fits(left)) {
    const next = withoutOldestTurn(left) ?? withoutOldestAnswer(left);
    if (!next) break;
    left = next;
  }
  return left;
}

function withoutOldestTurn(messages: readonly BaseMessage[]): readonly BaseMessage[] | undefined {
  const from = messages.findIndex(isHistory);
  if (from < 0) return undefined;
  const next = messages.findIndex((message, at) => at > from && (message.getType() === "human" || !isHistory(message)));
  return [...messages.slice(0, from), ...messages.slice(next < 0 ? messages.length : next)];
}

function withoutOldestAnswer(messages: readonly BaseMessage[]): readonly BaseMessage[] | undefined {
  const at = messages.findIndex(
    // without what was done a model might do it once more
    (message) => ToolMessage.isInstance(message) && message.name !== ACTING_TOOL && messageText(message).length > LEFT_OUT.length,
  );
  const answer = messages[at];
  if (!ToolMessage.isInstance(answer)) return undefined;
  const { tool_call_id, name } = answer;
  return messages.with(at, new ToolMessage({ content: LEFT_OUT, tool_call_id, ...(name !== undefined && { name }) }));
}

function isHistory(message: BaseMessage): boolean {
  return message.id?.startsWith(HISTORY_ID) ?? false;
}
