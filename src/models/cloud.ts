import { AIMessage } from "@langchain/core/messages";
import { messageText } from "./message-text.ts";
import type { ModelProvider } from "./models.ts";
import { type CloudAbout, ModelError, type ModelReply, type ModelRequest } from "./models.ts";

/** The log of what leaves the house, as far as a model outside needs it. A row is written before the request; if it cannot be, nothing leaves. */
export interface CloudEgress {
  begin(
    row: CloudAbout & {
      readonly kind: "cloud_model";
      readonly blocked: boolean;
      readonly reason?: string;
      readonly provider: string;
      readonly at: number;
    },
  ): number;
  /** `bytes`: of the request's body. */
  end(
    id: number,
    ended: { readonly outcome: "ok" | "unavailable" | "failed"; readonly bytes: number; readonly milliseconds: number },
  ): void;
}

/** Stands in what a model outside answered: only that may go to one again. */
const BY_CLOUD = { isCloud: true } as const;

/** Whether a model outside the house said this. What the model at home says may rest on all that stays here. */
export function isSaidOutside({ response_metadata: { isCloud } }: Pick<AIMessage, "response_metadata">): boolean {
  return isCloud === BY_CLOUD.isCloud;
}

interface CloudDependencies {
  readonly provider: ModelProvider;
  readonly egress: CloudEgress;
  readonly clock: () => number;
  /** Told each time that something is kept back: the kind, never a word of it. */
  readonly onKept?: (kept: { readonly model: string; readonly what: string; readonly when: "prompt" | "body" }) => void;
}

/** A model outside the house. It gets only `forCloud`, and the body is checked again and logged before it leaves. Answers are revealed. */
export function createCloudProvider({ provider, egress, clock, onKept = () => undefined }: CloudDependencies): ModelProvider {
  const { model } = provider;
  const kept = (what: string | undefined) => new ModelError({ kind: "not_sent", model, what });

  async function invoke(request: ModelRequest): Promise<ModelReply> {
    const form = await request.forCloud?.();
    if (!form) throw kept(undefined);
    const { about } = form;
    const block = (reason: string) =>
      egress.begin({ ...about, kind: "cloud_model", sanitized: "", blocked: true, reason, provider: model, at: clock() });
    if (form.outcome === "kept") {
      block(form.kind);
      onKept({ model, what: form.kind, when: "prompt" });
      throw kept(form.kind);
    }
    const startedAt = clock();
    let sent: { readonly row: number; readonly bytes: number } | undefined;
    let found: string | undefined;
    const beforeSend = (body: string) => {
      found = form.privateIn(body);
      if (found !== undefined) {
        block(found);
        onKept({ model, what: found, when: "body" });
        throw kept(found);
      }
      const row = egress.begin({ ...about, kind: "cloud_model", blocked: false, provider: model, at: startedAt });
      sent = { row, bytes: Buffer.byteLength(body) };
    };
    const end = (outcome: "ok" | "unavailable" | "failed") => {
      if (sent) egress.end(sent.row, { outcome, bytes: sent.bytes, milliseconds: clock() - startedAt });
    };
    const { messages, tools, reveal, revealArguments } = form;
    const { onText, signal } = request;
    const onRevealed = (soFar: string) => {
      const text = reveal(soFar, true);
      if (text !== "") onText?.(text);
    };
    let reply: ModelReply;
    try {
      reply = await provider.invoke({ messages, tools, signal, onText: onRevealed, beforeSend });
    } catch (error) {
      // libraries wrap what is thrown before they send
      if (found !== undefined) throw kept(found);
      end(error instanceof ModelError && error.problem.kind === "unreachable" ? "unavailable" : "failed");
      throw error;
    }
    if (!sent) throw new Error(`${model} was asked without a look at what was sent`);
    end("ok");
    const { message } = reply;
    const calls = (message.tool_calls ?? []).map((call) => ({ ...call, args: revealArguments(call.args) }));
    const { additional_kwargs } = message;
    return {
      ...reply,
      isCloud: true,
      message: new AIMessage({
        content: reveal(messageText(message), false),
        tool_calls: calls,
        additional_kwargs,
        response_metadata: BY_CLOUD,
      }),
    };
  }

  // no health check: nothing is to leave that no person asked for
  return { model, isCloud: true, invoke };
}
