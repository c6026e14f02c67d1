import type { Home } from "../../homeassistant/registry/home.ts";
import type { ResolvedCall } from "../../homeassistant/services/services.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { StepResult } from "../state.ts";
import { createPhrases } from "../wording/phrases.ts";

/** One line for a message that came too late to be worked on, or whose work was interrupted for too long. */
export function lateAnswer(catalogue: Catalogue, interrupted: boolean, ageMs: number): string {
  if (interrupted) return catalogue.text("answer.late-interrupted");
  const minutes = Math.round(ageMs / 60_000);
  const age =
    minutes < 120 ? catalogue.text("age.minutes", { count: minutes }) : catalogue.text("age.hours", { count: Math.round(minutes / 60) });
  return catalogue.text("answer.late", { age });
}

export function errorAnswer(catalogue: Catalogue): string {
  return catalogue.text("answer.error");
}

/** Lines for actions that were started and whose end nobody saw. */
export function unfinishedReports(
  unfinished: readonly { id: string; service: string; entityIds: readonly string[] }[],
  results: readonly StepResult[],
  { home, catalogue }: { home: Pick<Home, "find">; catalogue: Catalogue },
): readonly string[] {
  const phrases = createPhrases({ home, catalogue });
  const told = new Set(results.flatMap((result) => (result.kind === "receipt" ? [result.receipt.actionId] : [])));
  return unfinished.flatMap((action) => {
    if (told.has(action.id)) return [];
    const call: ResolvedCall = { service: action.service, entityIds: action.entityIds, data: {} };
    const parameters = { action: phrases.action(call), names: phrases.names(action.entityIds) };
    return catalogue.text(action.entityIds.length === 0 ? "receipt.unknown-plain" : "receipt.unknown", parameters);
  });
}
