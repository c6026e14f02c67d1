import type { Hono } from "hono";
import { z } from "zod";
import type { EntityDecisions } from "../../../agent/approvals/entity-decisions.ts";
import type { TellExplanation, WhatIf, WhatIfAnswer } from "../../../agent/commands/command-why.ts";
import type { Person } from "../../../agent/turn.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import { OWNER_DECISIONS } from "../../../security/effects/action-facts.ts";
import type { Judgement } from "../../../security/policy/policy.ts";
import { effectTable } from "../../../security/policy/policy.ts";
import { type PolicyOptions, ROLES } from "../../../security/policy/policy-input.ts";
import { clockTime } from "../../../text/dates.ts";
import { CONSOLE } from "../../people.ts";
import { bodyOf, type ConsoleEnv, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { PolicyCell, PolicyTable, PossibleAction, Simulated } from "../wire.ts";

export interface PolicyPorts {
  readonly options: PolicyOptions;
  readonly everybody: readonly Pick<Person, "id" | "name">[];
  readonly decisions: Pick<EntityDecisions, "list" | "decide">;
  readonly whatIf: (question: WhatIf) => Promise<WhatIfAnswer>;
  readonly actionsOf: (entityId: string, catalogue: Catalogue) => readonly PossibleAction[];
  readonly explanationText: TellExplanation;
}

const CHANNELS = ["telegram", CONSOLE, "terminal"] as const;

const simulationForm = z.strictObject({
  role: z.enum(ROLES).optional(),
  person: z.string().max(100).optional(),
  service: z.string().regex(/^[a-z][a-z0-9_]*\.[a-z0-9_]+$/),
  entityId: z.string().max(255),
  hour: z.int().min(0).max(23),
  channel: z.enum(CHANNELS),
});

const MOST_DEVICES = 500;

const decisionForm = z.strictObject({
  entityIds: z.array(z.string().max(255)).min(1).max(MOST_DEVICES),
  decision: z.enum(OWNER_DECISIONS),
});

/** The table that decides, and what would be decided of something supposed: nothing is done. */
export function routePolicy(
  app: Hono<ConsoleEnv>,
  { options, everybody, decisions, whatIf, actionsOf, explanationText }: PolicyPorts,
): void {
  app.get("/policy", (context) => {
    const catalogue = catalogueFor(context.var.person.language);
    const answer: PolicyTable = {
      effects: effectTable(options).map(({ effect, byRole }) => ({
        effect,
        text: catalogue.find(`effect.${effect}`) ?? effect,
        byRole: Object.fromEntries(Object.entries(byRole).map(([role, cell]) => [role, cellOf(cell)])),
      })),
      devices: decisions.list(),
      people: everybody.map(({ id, name }) => ({ id, name })),
      channels: CHANNELS,
    };
    return context.json(answer);
  });

  app.get("/policy/actions", (context) => {
    return context.json(actionsOf(textOf(context, "entity") ?? "", catalogueFor(context.var.person.language)));
  });

  app.post("/policy/devices", async (context) => {
    const { entityIds, decision } = await bodyOf(context, decisionForm);
    if (context.var.person.role !== "owner") throw new Refusal("not-yours");
    const known = new Set(decisions.list().map(({ entityId }) => entityId));
    if (!entityIds.every((entityId) => known.has(entityId))) throw new Refusal("wrong");
    decisions.decide(entityIds, decision, context.var.person);
    return context.json({ devices: decisions.list() });
  });

  app.post("/policy/simulate", async (context) => {
    const { role, person, service, entityId, hour, channel } = await bodyOf(context, simulationForm);
    const who = person ?? role;
    if (who === undefined) throw new Refusal("wrong");
    const time = clockTime(hour * 60);
    const judged = await whatIf({ who, service, entity: entityId.toLowerCase(), time, data: {}, channel });
    if ("nobody" in judged) throw new Refusal("nobody");
    if ("problem" in judged) throw new Refusal("wrong", judged.problem);
    const { outcome, rule, needs } = judged;
    const reader = { catalogue: catalogueFor(context.var.person.language), role: context.var.person.role };
    const answer: Simulated = { outcome, rule, explanation: explanationText(judged, reader).map(plainOf), needs };
    return context.json(answer);
  });
}

function cellOf(judgement: Judgement): PolicyCell {
  const { outcome, rule } = judgement;
  return outcome === "confirm" ? { outcome, rule, ...judgement.requirement } : { outcome, rule, pin: false };
}
