import type { Hono } from "hono";
import type { HealthView } from "../../../agent/commands/views/health-view.ts";
import type { ConsoleEnv } from "../asked.ts";
import type { Health } from "../wire.ts";

export interface HealthPorts {
  readonly health: HealthView;
  readonly tokensPerSecond: () => number | undefined;
  readonly fallback: () => string | undefined;
  readonly queue: () => Health["queue"];
  readonly databaseBytes: () => number;
  readonly versions: () => Health["versions"];
}

/** How the service is, and what to do about what is amiss. */
export function routeHealth(
  app: Hono<ConsoleEnv>,
  { health, tokensPerSecond, fallback, queue, databaseBytes, versions }: HealthPorts,
): void {
  app.get("/health", async (context) => {
    const { model, home, bots, checklist } = await health(context.var.person);
    const answer: Health = {
      model: { ...model, problem: model.problem ?? null, tokensPerSecond: tokensPerSecond() ?? null, fallback: fallback() ?? null },
      home: home.connected ? home : { connected: false, name: null, version: null, entities: null },
      telegram: bots?.map(({ name, state, isWell, hint }) => ({ bot: name, state, ok: isWell, hint: hint ?? null })) ?? null,
      queue: queue(),
      database: { bytes: databaseBytes() },
      versions: versions(),
      checklist: checklist.map(({ todo, ...line }) => ({ ...line, todo: todo ?? null })),
    };
    return context.json(answer);
  });
}
