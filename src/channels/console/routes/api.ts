import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import type { ConsoleListen } from "../../../config/console-listen.ts";
import type { Logger } from "../../../observability/logger.ts";
import type { ConsoleEnv } from "../asked.ts";
import type { ConsoleChannel } from "../channel.ts";
import type { Identify } from "../identity.ts";
import type { Live } from "../live.ts";
import { createPageTokens, isSameOrigin } from "../page-token.ts";
import { Refusal } from "../refusal.ts";
import { believes } from "../server.ts";
import { PAGES, type PageId } from "../wire.ts";
import { type ActionPorts, routeActions } from "./route-actions.ts";
import { type ApprovalPorts, routeApprovals } from "./route-approvals.ts";
import { type ChatPorts, routeChat } from "./route-chat.ts";
import { type HealthPorts, routeHealth } from "./route-health.ts";
import { type KnowledgePorts, routeKnowledge } from "./route-knowledge.ts";
import { maySee, routeMe } from "./route-me.ts";
import { type MemoryPorts, routeMemory } from "./route-memory.ts";
import { type NotificationPorts, routeNotifications } from "./route-notifications.ts";
import { type PlannedPorts, routePlanned } from "./route-planned.ts";
import { type PolicyPorts, routePolicy } from "./route-policy.ts";
import { type ProgramPorts, routePrograms } from "./route-programs.ts";
import { routeSearchLog, type SearchLogPorts } from "./route-search-log.ts";
import { routeTurns, type TurnPorts } from "./route-turns.ts";

export interface ConsoleApiPorts
  extends Omit<ChatPorts, "channel">,
    TurnPorts,
    ApprovalPorts,
    ActionPorts,
    PlannedPorts,
    NotificationPorts,
    SearchLogPorts,
    MemoryPorts,
    PolicyPorts,
    HealthPorts {
  readonly listen: Pick<ConsoleListen, "ingress" | "trustLoopback" | "visitor">;
  readonly identify: Identify;
  readonly channel: ConsoleChannel;
  readonly live: Live;
  readonly knowledge: KnowledgePorts | undefined;
  /** Undefined where no program can reach the service. */
  readonly programs: ProgramPorts["programs"] | undefined;
  readonly assistantName: string;
  readonly homeName: () => string;
  readonly version: string;
  readonly language: () => string;
  readonly logger: Pick<Logger, "error" | "debug">;
}

/** Everything that the page asks for. Only the proxy is believed; changes need the page's own token and origin. */
export function createConsoleApi(ports: ConsoleApiPorts): Hono<ConsoleEnv> {
  const { listen, identify, live, language, knowledge, programs, everybody, logger } = ports;
  const app = new Hono<ConsoleEnv>();
  const tokens = createPageTokens();
  const without: readonly PageId[] = [...(knowledge ? [] : (["knowledge"] as const)), ...(programs ? [] : (["programs"] as const))];

  app.use(async (context, next) => {
    context.header("Cache-Control", "no-store");
    if (!believes(getConnInfo(context).remote.address, listen)) throw new Refusal("not-home-assistant");
    const id = context.req.header("X-Remote-User-Id") ?? listen.visitor;
    const name = context.req.header("X-Remote-User-Display-Name") ?? context.req.header("X-Remote-User-Name");
    const person = await identify({ id, name: wellFormed(name) });
    context.set("person", person);
    context.set("userId", id ?? "");
    if (context.req.method !== "GET" && context.req.method !== "HEAD") {
      const header = (wanted: string) => context.req.header(wanted);
      const [origin, fetchSite] = [header("Origin"), header("Sec-Fetch-Site")];
      const from = { origin, fetchSite, host: header("Host"), forwardedHost: header("X-Forwarded-Host") };
      if (!isSameOrigin(from)) throw new Refusal("other-site");
      if (!tokens.isValid(header("X-Console-Token"), id ?? "", person.id)) throw new Refusal("token");
    }
    await next();
  });
  for (const path of [...PAGES, "habits"] as const) {
    const page = path === "habits" ? "memory" : path;
    app.use(`/${path}/*`, async (context, next) => {
      if (!maySee(page, context.var.person)) throw new Refusal("not-yours");
      await next();
    });
  }

  routeMe(app, { ...ports, tokens, without });
  app.get("/events", (context) => {
    // nobody would read, or end, a stream that was asked for without its contents
    if (context.req.method === "HEAD") return context.body(null, 200, { "Content-Type": "text/event-stream" });
    const { person, userId } = context.var;
    const stream = live.follow(person, () => identify({ id: userId, name: person.name }));
    if (!stream) throw new Refusal("too-many");
    return context.body(stream, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
  });
  routeChat(app, ports);
  routeTurns(app, ports);
  routeApprovals(app, ports);
  routeActions(app, ports);
  routePlanned(app, ports);
  routeNotifications(app, ports);
  routeSearchLog(app, ports);
  routeMemory(app, ports);
  if (knowledge) routeKnowledge(app, knowledge);
  if (programs) routePrograms(app, { programs, everybody });
  routePolicy(app, ports);
  routeHealth(app, ports);

  app.all("*", () => {
    throw new Refusal("missing");
  });
  app.onError((error, context) => {
    const refusal = error instanceof Refusal ? error : new Refusal("failed");
    if (refusal !== error) logger.error({ err: error }, "a request to the console failed");
    return context.json(refusal.told(context.var.person?.language ?? language()), refusal.status, { "Cache-Control": "no-store" });
  });
  return app;
}

/** Headers are bytes; Home Assistant writes names in UTF-8, which Node reads as Latin 1. */
function wellFormed(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const text = Buffer.from(name, "latin1").toString("utf8");
  return (text.includes("\ufffd") ? name : text)
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 60);
}
