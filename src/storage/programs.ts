import type { AssistantDatabase } from "./database.ts";

/** Whom a program may speak as where it speaks for nobody: an owner is always a person. */
export const PROGRAM_ROLES = ["adult", "child", "guest"] as const;
export type ProgramRole = (typeof PROGRAM_ROLES)[number];

/** Before the id of a program that speaks for nobody, as an id of a person. */
const PROGRAM_ID = "program:";

export function personIdOf({ id }: Pick<Program, "id">): string {
  return `${PROGRAM_ID}${id}`;
}

/** Nothing is remembered of a program. */
export function isProgramId(personId: string): boolean {
  return personId.startsWith(PROGRAM_ID);
}

/** A program that may speak to the service: for a person, or as somebody of a role. */
export interface Program {
  readonly id: string;
  readonly name: string;
  readonly personId: string | undefined;
  readonly role: ProgramRole | undefined;
  /** The owner who let it in. */
  readonly createdBy: string;
  readonly createdAt: number;
  /** Within an hour; undefined before its first request. */
  readonly usedAt: number | undefined;
}

export type ProgramStore = ReturnType<typeof createProgramStore>;

/** Programs and the hashes of their tokens. */
export function createProgramStore({ database }: { readonly database: AssistantDatabase }) {
  const programs = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, Program>(`SELECT id, name, person_id, role, created_by, created_at, used_at FROM programs ${rest}`);
  const insert = database.command<Omit<Program, "usedAt"> & { readonly tokenHash: string }>(
    `INSERT INTO programs (id, name, token_hash, person_id, role, created_by, created_at)
     VALUES (@id, @name, @tokenHash, @personId, @role, @createdBy, @createdAt)`,
  );
  const remove = database.command<[string]>("DELETE FROM programs WHERE id = ?");
  const use = database.command<[number, string]>("UPDATE programs SET used_at = ? WHERE id = ?");
  return {
    add: (program: Omit<Program, "usedAt"> & { readonly tokenHash: string }): void => void insert(program),
    /** The oldest first. */
    list: programs<[]>("ORDER BY created_at, id").all,
    ofTokenHash: programs<[tokenHash: string]>("WHERE token_hash = ?").get,
    /** True if there was one. */
    remove: (id: string): boolean => remove(id) > 0,
    used: (id: string, at: number): void => void use(at, id),
  };
}
