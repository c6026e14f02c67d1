import { createHash, randomUUID } from "node:crypto";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { PressReply } from "../../agent/turn.ts";
import type { TurnRunner } from "../../agent/turns/runner.ts";
import type { SpeechToText } from "../../homeassistant/reading/speech-to-text.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Approval } from "../../storage/turns/approvals.ts";
import type { ChatPages } from "../../storage/turns/chat-pages.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { Reply, WaitOptions } from "../program-channel.ts";
import { atMost, atOnce, onlyPrograms, type ProgramEnv } from "../programs/guard.ts";
import { PROBLEM_TYPE, Problem, type ProblemCode, problemOf } from "../programs/problem.ts";
import { type Client, type Programs, REST, toldTo } from "../programs/programs.ts";
import type { Asking, createTurnResults, TurnRecords } from "../programs/turn-results.ts";
import { createDocsPage } from "./docs-page.ts";
import {
  confirmForm,
  heardShape,
  historyQuery,
  historyShape,
  problemShape,
  processForm,
  statusShape,
  turnShape,
  userId,
} from "./shapes.ts";

/** The longest message in a language of four bytes a letter, and a little more. */
const LARGEST_REQUEST = 32_000;
/** Five minutes of 16 kHz PCM; speech on a phone is a tenth of that. */
const LARGEST_AUDIO = 10 * 1024 * 1024;
/** Recordings at a time: each is in memory until Home Assistant has heard it. */
const MOST_RECORDINGS = 4;

interface RestParts {
  readonly channel: Asking;
  readonly programs: Pick<Programs, "clientOf" | "waitFor">;
  readonly results: ReturnType<typeof createTurnResults>;
  readonly records: Pick<TurnRecords, "turns"> & { readonly approvals: { readonly get: (id: string) => Approval | undefined } };
  readonly pages: Pick<ChatPages, "page">;
  readonly decide: TurnRunner["decide"];
  readonly speech: SpeechToText;
  readonly status: () => z.infer<typeof statusShape>;
  readonly version: string;
  readonly now: () => number;
  readonly logger: Logger;
}

const json = <Shape extends z.ZodType>(schema: Shape) => ({ "application/json": { schema } });
const problems = { default: { description: "A problem document (RFC 9457)", content: { [PROBLEM_TYPE]: { schema: problemShape } } } };
const security = [{ token: [] }];
const idempotency = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/)
    .optional()
    .openapi({ description: "The same key with the same text is one message, however often it is sent." }),
});

const turnAnswer = { description: "What came of it", content: json(turnShape) };
const waitedAnswer = { ...turnAnswer, content: { ...turnAnswer.content, "text/event-stream": { schema: z.string() } } };

const processRoute = createRoute({
  method: "post",
  path: "/process",
  security,
  summary: "Says something, and waits for the answer",
  description:
    "With `Accept: text/event-stream` it tells of the way there: events `progress` (what is being done), `text` (the answer so far), and at the end `turn` or `problem`.",
  request: { headers: idempotency, body: { required: true, content: json(processForm) } },
  responses: { 200: waitedAnswer, ...problems },
});

const confirmRoute = createRoute({
  method: "post",
  path: "/confirm",
  security,
  summary: "Answers a question, and waits for what comes of it",
  description: "As with /process, the way there can be told by events.",
  request: { body: { required: true, content: json(confirmForm) } },
  responses: { 200: waitedAnswer, ...problems },
});

const turnRoute = createRoute({
  method: "get",
  path: "/turns/{turn_id}",
  security,
  summary: "What became of a message",
  request: { params: z.object({ turn_id: z.string().max(64) }) },
  responses: { 200: turnAnswer, ...problems },
});

const statusRoute = createRoute({
  method: "get",
  path: "/status",
  security,
  summary: "Whether the service, its home and its model are well",
  responses: { 200: { description: "How it is", content: json(statusShape) }, ...problems },
});

const historyRoute = createRoute({
  method: "get",
  path: "/history/{user_id}",
  security,
  summary: "What was said in a conversation of this program",
  request: { params: z.object({ user_id: userId }), query: historyQuery },
  responses: { 200: { description: "A page of messages", content: json(historyShape) }, ...problems },
});

const audio = z.string().openapi({ format: "binary" });
const transcribeRoute = createRoute({
  method: "post",
  path: "/transcribe",
  security,
  summary: "Speech as text, by Home Assistant's speech-to-text",
  description: "WAV with PCM, or Ogg with Opus. The text is only told, not acted on: send it to /process.",
  request: {
    query: z.object({
      language: z
        .string()
        .regex(/^[a-zA-Z]{2,3}(?:-[a-zA-Z\d]{2,8}){0,3}$/)
        .optional(),
    }),
    body: { required: true, content: { "audio/wav": { schema: audio }, "audio/ogg": { schema: audio } } },
  },
  responses: { 200: { description: "What was heard", content: json(heardShape) }, ...problems },
});

/** The API for programs, and the document that describes it. All but that document needs a token. */
export function createRest({ channel, programs, results, records, pages, decide, speech, status, version, now, logger }: RestParts) {
  const app = new OpenAPIHono<ProgramEnv>({
    defaultHook(result) {
      if (result.success) return;
      const { issues } = result.error;
      const isTooLong = issues.some(({ code, path }) => code === "too_big" && path[0] === "content");
      const detail = issues.map(({ path, message }) => `${path.join(".") || "request"}: ${message}`).join("; ");
      throw new Problem(isTooLong ? "too-long" : "invalid", { detail });
    },
  });
  const page = createDocsPage();

  const guard = onlyPrograms(programs);
  for (const path of ["/process", "/confirm", "/status", "/turns/*", "/history/*", "/transcribe"]) app.use(path, guard);
  for (const path of ["/process", "/confirm"]) app.use(path, atMost(LARGEST_REQUEST));
  app.use("/transcribe", atOnce(MOST_RECORDINGS), atMost(LARGEST_AUDIO));

  /** Runs a request that waits: as one answer, or as the events on the way to it. */
  const waited = (context: Context<ProgramEnv>, run: (options: WaitOptions) => Promise<Reply>) => {
    const { signal } = context.req.raw;
    const { client } = context.var;
    const wantsEvents = context.req.header("Accept")?.includes("text/event-stream");
    if (!wantsEvents) return run({ signal }).then((reply) => context.json(results.ofReply(reply, client), 200));
    return streamSSE(context, async (stream) => {
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const tell = (event: string, data: object) => void stream.writeSSE({ event, data: JSON.stringify(data) });
      try {
        const reply = await run({
          signal: AbortSignal.any([signal, gone.signal]),
          onProgress(progress) {
            const { kind, ...more } = progress;
            if (kind === "text") tell("text", { ...more, text: toldTo(client, progress.text) });
            else if (kind !== "ended") tell("progress", { kind, ...more });
          },
        });
        await stream.writeSSE({ event: "turn", data: JSON.stringify(results.ofReply(reply, client)) });
      } catch (error) {
        await stream.writeSSE({ event: "problem", data: JSON.stringify(problemOf(error, logger).document) });
      }
    });
  };

  app.openapi(processRoute, async (context) => {
    const { client } = context.var;
    const { user_id, content, metadata } = context.req.valid("json");
    const key = context.req.valid("header")["idempotency-key"];
    const chatId = chatOf(client, user_id);
    return waited(context, (options) =>
      channel.ask(
        {
          chatId,
          person: client.person,
          text: content,
          isPrivate: client.speaksForPerson,
          areaId: metadata?.area_id,
          ...(!client.speaksForPerson && { origin: "outside" as const }),
          messageId: key === undefined ? randomUUID() : messageIdOf(key),
        },
        options,
      ),
    );
  });

  app.openapi(confirmRoute, async (context) => {
    const { client } = context.var;
    const { user_id, confirmation_id, confirm: isYes, pin } = context.req.valid("json");
    const chatId = chatOf(client, user_id);
    const approval = records.approvals.get(confirmation_id);
    const turn = approval && records.turns.get(approval.turnId);
    if (!approval || turn?.channel !== REST || turn.chatId !== chatId) throw new Problem("unknown-question");
    if (approval.channel !== REST || !approval.answerers.includes(client.person.id)) throw new Problem("not-yours");
    if (approval.status === "expired") throw new Problem("expired");
    if (approval.status !== "open") throw new Problem("already-answered");
    const choice = isYes ? "all" : [];
    let pressed: PressReply | undefined;
    return waited(context, async (options) => {
      const reply = await channel.after(
        turn.id,
        async () => {
          pressed = decide({ approvalId: approval.id, person: client.person, choice, pin, at: now() });
        },
        options,
      );
      if (pressed?.taken === false) {
        const isLate = records.approvals.get(approval.id)?.status === "expired";
        throw new Problem(isLate ? "expired" : "not-taken", { detail: pressed.toast });
      }
      return reply;
    });
  });

  app.openapi(turnRoute, (context) => {
    const turn = records.turns.get(context.req.valid("param").turn_id);
    if (!turn || !isOf(context.var.client, turn)) throw new Problem("unknown-turn");
    return context.json(results.ofTurn(turn, context.var.client), 200);
  });

  app.openapi(statusRoute, (context) => context.json(status(), 200));

  app.openapi(historyRoute, (context) => {
    const { limit, before } = context.req.valid("query");
    const chatId = chatOf(context.var.client, context.req.valid("param").user_id);
    const [at = 0, side = 0, row = 0] = (before ?? "").split(".").map(Number);
    const { items, next } = pages.page(
      { channel: REST, bot: "", chatId },
      { limit, before: before === undefined ? undefined : { at, side, row } },
    );
    const messages = items.map((item) => ({
      id: item.id,
      from: item.from,
      text: item.from === "person" || item.approvalId !== undefined ? item.text : toldTo(context.var.client, item.text),
      at: new Date(item.at).toISOString(),
      ...(item.turnId !== undefined && { turn_id: item.turnId }),
    }));
    return context.json({ messages, ...(next && { next: `${next.at}.${next.side}.${next.row}` }) }, 200);
  });

  app.openapi(transcribeRoute, async (context) => {
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    const language = context.req.valid("query").language ?? context.var.client.person.language;
    const heard = await speech.hear(bytes, { language, signal: context.req.raw.signal });
    if (heard.kind === "heard") return context.json({ text: heard.text }, 200);
    const codes = {
      "no-engine": "no-speech",
      unreadable: "unreadable-audio",
      unsupported: "unreadable-audio",
      nothing: "unheard",
      away: "home-away",
      "too-long": "too-long",
    } as const satisfies Readonly<Record<Exclude<typeof heard.kind, "heard">, ProblemCode>>;
    throw new Problem(codes[heard.kind], "detail" in heard ? { detail: heard.detail } : {});
  });

  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "HA Personal Assistant", version, license: { name: "Apache-2.0" } },
    servers: [{ url: "/" }],
  });
  app.get("/openapi.json", (context) => context.json(document));
  app.get("/docs", (context) => page(context, document));

  return app;
}

/** A conversation: of a token that speaks for a person there is one, theirs. Throws a Problem for another name. */
function chatOf(client: Client, user: string): string {
  if (!client.speaksForPerson) return `${client.id}/${user}`;
  const { id, name } = client.person;
  if (user !== id && user.toLowerCase() !== name.toLowerCase()) throw new Problem("unknown-user");
  return client.id;
}

function isOf({ id }: Client, { channel, chatId }: Pick<TurnRow, "channel" | "chatId">): boolean {
  return channel === REST && (chatId === id || chatId.startsWith(`${id}/`));
}

/** A key is the program's own text: only its digest is kept. */
function messageIdOf(key: string): string {
  return `key-${createHash("sha256").update(key).digest("base64url")}`;
}
