import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { Logger } from "../../observability/logger.ts";
import { connectionOf, createBearer, type GuessLimit, tokenDigest } from "../bearer.ts";
import { bodyAtMost } from "../body-limit.ts";
import { BoundedMap } from "../bounded-map.ts";
import { createAppended } from "../speech.ts";
import type { Assist } from "./assist.ts";

/** Home Assistant's prompt, tools and history come along with each sentence: 20 KB for a hundred entities, more for a long talk. */
const LONGEST_BODY = 2 * 1024 * 1024;
const MOST_MESSAGES = 1_000;
/** The client asks again within seconds where a connection broke. */
const AGAIN_MS = 60_000;
const MOST_REMEMBERED = 200;
/** What a set-up's probe is answered; nobody is there to hear it. */
const PROBED = "Ready.";

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const body = z.looseObject({
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(part), z.null()]).optional() }))
    .max(MOST_MESSAGES),
  stream: z.boolean().optional(),
  user: z.string().max(200).optional(),
});

interface CompletionsParts {
  readonly assist: Pick<Assist, "ask">;
  readonly token: string;
  readonly guesses: GuessLimit;
  /** What the model is called in Home Assistant's list. */
  readonly model: string;
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * OpenAI's chat completions for Home Assistant's `llama_cpp` integration. Only the last message of the user counts: the prompt, the tools and
 * the history that come with it are neither obeyed nor sent on. A request without `user` is a probe of the set-up, and no turn.
 */
export function createCompletions({ assist, token, guesses, model, now, logger }: CompletionsParts): Hono {
  const app = new Hono();
  const wanted = tokenDigest(token);
  const bearer = createBearer({ holderOf: (digest) => timingSafeEqual(digest, wanted) || undefined, guesses });
  /** Sentences whose answer did not arrive yet, by all that came with them. */
  const pending = new BoundedMap<string, { readonly messageId: string; readonly at: number }>(MOST_REMEMBERED);

  app.use(async (context, next) => {
    context.header("Cache-Control", "no-store");
    if (await bearer.holder(context.req.header("Authorization"), connectionOf(context))) return next();
    return context.json(problem(401, "The token is wrong: it is the option assist_api_token."), 401);
  });
  app.use(bodyAtMost(LONGEST_BODY, (context) => context.json(problem(413, "The request is too long."), 413)));

  app.get("/v1/models", (context) => context.json({ object: "list", data: [{ id: model, object: "model", created: 0, owned_by: model }] }));

  app.post("/v1/chat/completions", async (context) => {
    const parsed = body.safeParse(await context.req.json().catch(() => undefined));
    if (!parsed.success) return context.json(problem(400, "The request is no chat completion."), 400);
    const { messages, stream = false, user } = parsed.data;
    const last = messages.findLast(({ role }) => role === "user")?.content;
    const text = typeof last === "string" ? last : (last ?? []).map((one) => one.text ?? "").join(" ");
    const chat = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(now() / 1_000), model };
    if (!user) return stream ? streamed(chat, async () => PROBED) : context.json(completion(chat, PROBED));
    if (text.trim() === "") return context.json(problem(422, "The request has no message of a user."), 422);

    const key = createHash("sha256")
      .update(JSON.stringify([user, messages]))
      .digest("base64url");
    const before = pending.get(key);
    const messageId = before && now() - before.at < AGAIN_MS ? before.messageId : randomUUID();
    pending.set(key, { messageId, at: now() });
    const { signal } = context.req.raw;
    const ask = async (onText?: (text: string) => void): Promise<string> => {
      const answer = await assist.ask({ text, conversationId: user, messageId }, { signal, onText });
      if (!signal.aborted) pending.delete(key);
      return answer.text;
    };
    return stream ? streamed(chat, ask) : context.json(completion(chat, await ask()));
  });

  app.notFound((context) => context.json(problem(404, "There is nothing here."), 404));
  // no 5xx: the client would ask again
  app.onError((error, context) => {
    logger.error({ err: error }, "a request of Assist failed");
    return context.json(problem(400, "Something failed here. The log says more."), 400);
  });
  return app;
}

interface Chat {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

function completion(chat: Chat, content: string) {
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return { ...chat, object: "chat.completion", choices, usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } };
}

/** Server-sent events: text as it may be said, then its rest. */
function streamed(chat: Chat, ask: (onText: (text: string) => void) => Promise<string>): Response {
  const encoder = new TextEncoder();
  const chunk = (delta: Readonly<Record<string, string>>, finish: "stop" | null = null) =>
    encoder.encode(
      `data: ${JSON.stringify({ ...chat, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  let isOpen = true;
  const events = new ReadableStream<Uint8Array>({
    async start(controller) {
      const appended = createAppended();
      const tell = (bytes: Uint8Array) => isOpen && controller.enqueue(bytes);
      const say = (content: string) => content !== "" && tell(chunk({ content }));
      tell(chunk({ role: "assistant", content: "" }));
      say(appended.last(await ask((text) => say(appended.next(text)))));
      tell(chunk({}, "stop"));
      tell(encoder.encode("data: [DONE]\n\n"));
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return new Response(events, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}

/** OpenAI's shape of an error, with the members of a problem document (RFC 9457). */
function problem(status: ContentfulStatusCode, message: string) {
  const kind = status === 401 ? "authentication_error" : "invalid_request_error";
  return { title: message, status, error: { message, type: kind, code: null, param: null } };
}
