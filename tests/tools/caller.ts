import type { ToolAnswer, ToolCaller } from "../../src/agent/toolbox.ts";

/** Somebody who calls a tool in a private chat; `more` is told of the turn. */
export function callerOf(personId: string, role: ToolCaller["role"], more: Partial<ToolCaller["turn"]> = {}): ToolCaller {
  const turn = { id: "turn-1", text: "", origin: "person", language: "en", outside: [], ...more } as const;
  return { personId, role, isPrivate: true, sessionId: "session-1", turn };
}

/** What the model is shown of an answer that tells also what was read. */
export async function shown(answer: Promise<ToolAnswer>): Promise<ToolAnswer> {
  const { read: _, ...told } = await answer;
  return told;
}
