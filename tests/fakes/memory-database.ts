import { AssistantDatabase } from "../../src/storage/database.ts";

let schema: Buffer | undefined;

/** An empty database in memory. The schema is made once in each process, which takes longer than most tests. */
export function memoryDatabase(): AssistantDatabase {
  if (!schema) {
    using first = new AssistantDatabase(":memory:");
    schema = first.sqlite.serialize();
  }
  return new AssistantDatabase(schema);
}
