import { z } from "zod";
import type { AutomationChange } from "../../agent/graph/routines/routine-requests.ts";
import type { TurnInput } from "../../agent/state.ts";
import type { ActTool, Proposal } from "../../agent/toolbox.ts";
import { defineProposingTool } from "../tool.ts";

/** What making, changing, switching or deleting an automation comes to: the call that the gate asks about, or why there is none. */
export type ProposedAutomation = (change: AutomationChange, turn: TurnInput, signal: AbortSignal) => Promise<Proposal>;

const sentence = z.string().trim().min(1).max(500);
const number = z.number().int().min(1).max(999);
const one = z.object({ number });

/** Automations made and changed by a model, with the same card, policy and versions as those of a person's message. */
export function createChangeAutomations({ propose }: { readonly propose: ProposedAutomation }): readonly ActTool[] {
  const changing = <Schema extends z.ZodObject>(
    name: string,
    description: string,
    schema: Schema,
    change: (args: z.infer<Schema>) => AutomationChange,
  ) =>
    ({
      ...defineProposingTool(name, description, schema, (args, ...rest) => propose(change(args), ...rest)),
      group: "automations",
    }) as const;
  return [
    changing(
      "create_automation",
      "Makes an automation. sentence: what starts it and what it does, in the person's words.",
      z.object({ sentence }),
      (args) => ({ to: "new", ...args }),
    ),
    changing("update_automation", "Replaces one by another sentence.", z.object({ number, sentence }), (args) => ({
      to: "sentence",
      ...args,
    })),
    changing("enable_automation", "Switches one on.", one, (args) => ({ to: "on", ...args })),
    changing("disable_automation", "Switches one off.", one, (args) => ({ to: "off", ...args })),
    changing("delete_automation", "Deletes one.", one, (args) => ({ to: "delete", ...args })),
  ];
}
