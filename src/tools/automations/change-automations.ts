import { z } from "zod";
import type { TurnInput } from "../../agent/state.ts";
import type { ActTool, Proposal } from "../../agent/toolbox.ts";
import { defineProposingTool } from "../tool.ts";

/** What a message that makes, changes, switches or deletes an automation comes to: the call that the gate asks about, or why there is none. */
export type AutomationWish = (message: string, turn: TurnInput, signal: AbortSignal) => Promise<Proposal>;

const sentence = z.string().trim().min(1).max(500);
const number = z.number().int().min(1).max(999);
const one = z.object({ number });

/** Automations made and changed by a model: each tool is the message that a person would write, with the same card, policy and versions. */
export function createChangeAutomations({ wish }: { readonly wish: AutomationWish }): readonly ActTool[] {
  const changing = <Schema extends z.ZodObject>(
    name: string,
    description: string,
    schema: Schema,
    message: (args: z.infer<Schema>) => string,
  ) =>
    ({ ...defineProposingTool(name, description, schema, (args, ...rest) => wish(message(args), ...rest)), group: "automations" }) as const;
  return [
    changing(
      "create_automation",
      "Makes an automation. sentence: what starts it and what it does, in the person's words.",
      z.object({ sentence }),
      (args) => `/automate ${args.sentence}`,
    ),
    changing(
      "update_automation",
      "Replaces one by another sentence.",
      z.object({ number, sentence }),
      (args) => `/automations ${args.number} ${args.sentence}`,
    ),
    changing("enable_automation", "Switches one on.", one, (args) => `/automations ${args.number} on`),
    changing("disable_automation", "Switches one off.", one, (args) => `/automations ${args.number} off`),
    changing("delete_automation", "Deletes one.", one, (args) => `/automations ${args.number} delete`),
  ];
}
