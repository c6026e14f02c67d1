import type { AssistantDatabase } from "../database.ts";

/** How often an automation asked the assistant on a day of the home, and how often that was too often. */
export interface AutomationAsks {
  readonly answered: number;
  readonly refused: number;
}

export type AutomationAskStore = ReturnType<typeof createAutomationAskStore>;

/** Counts the turns that automations began, by their id and the day. Writes join an open transaction. */
export function createAutomationAskStore({ database }: { database: AssistantDatabase }) {
  const of = database.query<[id: string, day: string], AutomationAsks>(
    "SELECT answered, refused FROM automation_asks WHERE id = ? AND day = ?",
  );
  const count = database.command<{ id: string; day: string; answered: number; refused: number }>(
    `INSERT INTO automation_asks (id, day, answered, refused) VALUES (@id, @day, @answered, @refused)
     ON CONFLICT (id) DO UPDATE SET day = @day, answered = iif(day = @day, answered, 0) + @answered, refused = iif(day = @day, refused, 0) + @refused`,
  );
  return {
    on: (id: string, day: string): AutomationAsks => of.get(id, day) ?? { answered: 0, refused: 0 },
    answered: (id: string, day: string): void => void count({ id, day, answered: 1, refused: 0 }),
    refused: (id: string, day: string): void => void count({ id, day, answered: 0, refused: 1 }),
  };
}
