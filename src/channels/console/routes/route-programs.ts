import type { Hono } from "hono";
import { z } from "zod";
import type { Person } from "../../../agent/turn.ts";
import { PROGRAM_ROLES, type Program } from "../../../storage/programs.ts";
import type { Programs } from "../../programs/programs.ts";
import { bodyOf, type ConsoleEnv } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import type { AdmittedProgram, ProgramItem, ProgramList } from "../wire-programs.ts";

export interface ProgramPorts {
  readonly programs: Pick<Programs, "list" | "admit" | "revoke">;
  readonly everybody: readonly Pick<Person, "id" | "name">[];
}

const name = z.string().trim().min(1).max(60);
const form = z.union([z.strictObject({ name, personId: z.string().max(100) }), z.strictObject({ name, role: z.enum(PROGRAM_ROLES) })]);

/** Programs with a token of their own: to let in, to see, and to shut out again. */
export function routePrograms(app: Hono<ConsoleEnv>, { programs, everybody }: ProgramPorts): void {
  /** Where the options name nobody, owners let programs speak for themselves. */
  const peopleFor = ({ id, name }: Person) => (everybody.length > 0 ? everybody : [{ id, name }]);

  app.get("/programs", (context) => {
    const people = peopleFor(context.var.person).map(({ id, name }) => ({ id, name }));
    const answer: ProgramList = { programs: programs.list().map((program) => itemOf(program, people)), people, roles: PROGRAM_ROLES };
    return context.json(answer);
  });

  app.post("/programs", async (context) => {
    const { name, ...speaksFor } = await bodyOf(context, form);
    const { person } = context.var;
    if ("personId" in speaksFor && !peopleFor(person).some(({ id }) => id === speaksFor.personId)) throw new Refusal("nobody");
    const admitted = programs.admit({ name, speaksFor }, person);
    if (!admitted) throw new Refusal("many-programs");
    const answer: AdmittedProgram = { token: admitted.token };
    return context.json(answer);
  });

  app.delete("/programs/:id", (context) => {
    if (!programs.revoke(context.req.param("id"))) throw new Refusal("missing");
    return context.json({ ok: true });
  });
}

function itemOf({ id, name, personId, role, createdAt, usedAt }: Program, people: ProgramList["people"]): ProgramItem {
  const person = people.find((one) => one.id === personId)?.name;
  return { id, name, person, role, createdAt, usedAt };
}
