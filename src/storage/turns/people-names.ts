import type { AssistantDatabase } from "../database.ts";

/** Everybody who ever wrote, by the names that they had last. */
export function createPeopleNames({ database }: { database: AssistantDatabase }) {
  const names = database.sqlite.prepare<[], { readonly id: string; readonly name: string }>("SELECT id, name FROM people");
  return (): readonly { readonly id: string; readonly name: string }[] => names.all();
}
