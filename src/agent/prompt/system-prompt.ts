import { SystemMessage } from "@langchain/core/messages";
import type { Home } from "../../homeassistant/registry/home.ts";
import { WINDOW } from "../context-budget.ts";
import { homeSummary, type Persona, staticPrompt } from "./prompts.ts";

/**
 * The head of every prompt: rules, persona, the home in a short summary. It stands first and hardly ever changes, so that the model
 * server's prefix cache holds; it is not in the checkpoint, where it would be written again at each step.
 */
export function createSystemPrompt({
  home,
  persona,
  numCtx = WINDOW,
}: {
  home: Pick<Home, "info" | "exposed" | "generation" | "ready">;
  persona: Persona;
  /** Tokens of the model's window. */
  numCtx?: number;
}): () => SystemMessage {
  const head = staticPrompt(persona);
  let summary = { generation: -1, text: "" };
  return () => {
    if (!home.ready) return new SystemMessage(`${head}\n\nThe home cannot be reached right now.`);
    if (summary.generation !== home.generation)
      summary = { generation: home.generation, text: homeSummary(home.info, home.exposed(), numCtx / WINDOW) };
    return new SystemMessage(`${head}\n\n${summary.text}`);
  };
}
