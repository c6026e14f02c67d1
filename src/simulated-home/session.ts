import type { WebSocket } from "ws";
import type { Answer, CommandConnection, Frame } from "./core.ts";
import { Refusal } from "./refusal.ts";
import { ReplyLost } from "./telegram/telegram-sending.ts";

/** Home Assistant closes a client that does not log in within this time (measured: 10.0 s). */
const AUTH_MS = 10_000;

interface Parts {
  readonly socket: WebSocket;
  readonly version: string;
  readonly token: string;
  readonly userId: string;
  /** True: never answers a login. */
  readonly mute: boolean;
  /** Throws a Refusal for a type that Home Assistant does not know (now). */
  readonly answerFor: (type: string) => Answer;
}

/** One client's connection: login, commands with growing ids, subscriptions, and several messages in one frame for clients that take them. */
export function serveSocket({ socket, version, token, userId, mute, answerFor }: Parts): void {
  const subscriptions = new Map<number, () => void>();
  let authenticated = false;
  let coalesces = false;
  let lastId = 0;
  let queue: string[] = [];

  const flush = () => {
    const messages = queue;
    queue = [];
    if (socket.readyState !== socket.OPEN) return;
    if (coalesces && messages.length > 1) socket.send(`[${messages.join(",")}]`);
    else for (const message of messages) socket.send(message);
  };
  const send = (message: string) => {
    if (queue.push(message) === 1) queueMicrotask(flush);
  };
  const fail = (id: unknown, error: Record<string, unknown>) => send(JSON.stringify({ id, type: "result", success: false, error }));
  const connection: CommandConnection & { after?: () => void } = {
    userId,
    event: (id, event) => send(JSON.stringify({ id, type: "event", event })),
    keep(id, end, first) {
      subscriptions.set(id, end);
      connection.after = first ?? (() => {});
    },
    end(id) {
      const end = subscriptions.get(id);
      end?.();
      return subscriptions.delete(id);
    },
  };
  const logIn = (frame: Frame) => {
    if (mute) return;
    const problems = loginProblems(frame);
    if (problems.length > 0) {
      send(JSON.stringify({ type: "auth_invalid", message: `Auth message incorrectly formatted: ${problems.join("\n")}` }));
      return end();
    }
    if (frame["access_token"] !== token) {
      send(JSON.stringify({ type: "auth_invalid", message: "Invalid access token or password" }));
      return end();
    }
    clearTimeout(waiting);
    authenticated = true;
    send(JSON.stringify({ type: "auth_ok", ha_version: version }));
  };
  const end = () => queueMicrotask(() => socket.close(1000));
  const run = async (id: number, type: string, frame: Frame) => {
    try {
      const answerer = answerFor(type);
      // An unknown command does not use its id up.
      lastId = id;
      const answer = answerer(frame, connection);
      // Only what takes time is awaited, so that answers of plain commands keep the order of the commands.
      const result = answer instanceof Promise ? await answer : answer;
      send(JSON.stringify({ id, type: "result", success: true, result: result ?? null }));
      connection.after?.();
      delete connection.after;
    } catch (error) {
      if (error instanceof ReplyLost) return socket.terminate();
      if (error instanceof Refusal) return fail(id, error.frame);
      fail(id, { code: "unknown_error", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const receive = (frame: Frame) => {
    if (!authenticated) return logIn(frame);
    const { id, type } = frame;
    if (typeof id !== "number" || typeof type !== "string")
      return fail(id ?? null, { code: "invalid_format", message: "Message incorrectly formatted." });
    if (id <= lastId) return fail(id, { code: "id_reuse", message: "Identifier values have to increase." });
    if (type === "ping") {
      lastId = id;
      return send(JSON.stringify({ id, type: "pong" }));
    }
    const features = frame["features"];
    if (type === "supported_features" && typeof features === "object" && features !== null) coalesces = "coalesce_messages" in features;
    void run(id, type, frame);
  };

  const waiting = setTimeout(() => socket.close(1000), AUTH_MS).unref();
  socket.on("message", (data) => {
    const parsed = parse(String(data));
    if (parsed === undefined) return socket.close(1000);
    for (const frame of Array.isArray(parsed) ? parsed : [parsed]) receive(frame as Frame);
  });
  socket.on("error", () => socket.terminate());
  socket.on("close", () => {
    clearTimeout(waiting);
    for (const stop of subscriptions.values()) stop();
    subscriptions.clear();
  });
  send(JSON.stringify({ type: "auth_required", ha_version: version }));
}

/** What is wrong with a login frame, in Home Assistant's words. */
function loginProblems(frame: Frame): string[] {
  const unknown = Object.entries(frame).filter(([key]) => key !== "type" && key !== "access_token" && key !== "api_password");
  const odd = unknown.map(([key, value]) => `not a valid option at '${key}'. Got ${JSON.stringify(value)}`);
  return frame["type"] === "auth" ? odd : [...odd, `not a valid value at 'type'. Got '${frame["type"]}'`];
}

/** Undefined for what is no JSON object or list of them. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
