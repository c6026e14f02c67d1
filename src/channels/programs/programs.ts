import { randomBytes, randomUUID } from "node:crypto";
import { withoutCommands } from "../../agent/command.ts";
import type { Person } from "../../agent/turn.ts";
import { type Program, type ProgramRole, type ProgramStore, personIdOf } from "../../storage/programs.ts";
import { createRateLimits } from "../../text/rate-limit.ts";
import { type Connection, createBearer, type GuessLimit, tokenDigest } from "../bearer.ts";

/** The channels that programs by REST and agents by MCP are. */
export const REST = "rest";
export const MCP = "mcp";

/** Far more than a home has; a list stays readable. */
const MOST_PROGRAMS = 50;
const TOKEN_BYTES = 32;
/** Tells people and scanners of leaked secrets whose token it is. */
const TOKEN_PREFIX = "hapa_";
/** How exactly it is known when a program last spoke: not every request is to cost a write. */
const USED_EVERY_MS = 3_600_000;
/** What a program asks in a minute at most; a person's app asks far less, and a loop far more. */
const MOST_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** A program that has shown its token, and whom it speaks as. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly person: Person;
  /** What it says is a person's own words; else it comes from outside, and an owner is asked before anything is done. */
  readonly speaksForPerson: boolean;
}

/** What a program is told: one that speaks for nobody can give no commands. A question that somebody approves is told whole. */
export function toldTo({ speaksForPerson }: Client, text: string): string {
  return speaksForPerson ? text : withoutCommands(text);
}

interface ProgramsParts {
  readonly store: ProgramStore;
  /** Somebody who may speak now; undefined for whoever may not any more. */
  readonly personOf: (personId: string) => Person | undefined;
  readonly language: () => string;
  readonly now: () => number;
  readonly guesses: GuessLimit;
  /** Home Assistant itself, where the options let its agents in: as whom, and with which token. */
  readonly homeAssistant?: { readonly role: ProgramRole; readonly token: string } | undefined;
}

/** A token that nobody can guess. */
export function newToken(): string {
  return `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
}

export type Programs = ReturnType<typeof createPrograms>;

/** Programs that owners let in: each has its own token, shown once, and speaks for a person or as somebody of a role. */
export function createPrograms({ store, personOf, language, now, guesses, homeAssistant }: ProgramsParts) {
  const limits = createRateLimits({ most: MOST_PER_MINUTE, withinMs: MINUTE_MS });

  const clientOf = ({ id, name, personId, role }: Pick<Program, "id" | "name" | "personId" | "role">): Client | undefined => {
    const person = personId === undefined ? role && { id: personIdOf({ id }), name, role, language: language() } : personOf(personId);
    return person && { id, name, person, speaksForPerson: personId !== undefined };
  };

  const ofHome = homeAssistant && {
    digest: tokenDigest(homeAssistant.token),
    client: clientOf({ id: "home-assistant", name: "Home Assistant", personId: undefined, role: homeAssistant.role }),
  };
  const bearer = createBearer<{ readonly client: Client | undefined }>({
    guesses,
    holderOf(digest) {
      if (ofHome?.digest.equals(digest)) return { client: ofHome.client };
      const program = store.ofTokenHash(digest.toString("hex"));
      if (!program) return undefined;
      if (now() - (program.usedAt ?? 0) >= USED_EVERY_MS) store.used(program.id, now());
      return { client: clientOf(program) };
    },
  });

  return {
    list: store.list,
    /** Lets a program in; its token is shown once and never again. Undefined where there are too many. */
    admit(
      { name, speaksFor }: { readonly name: string; readonly speaksFor: { readonly personId: string } | { readonly role: ProgramRole } },
      owner: Pick<Person, "id">,
    ): { readonly id: string; readonly token: string } | undefined {
      if (store.list().length >= MOST_PROGRAMS) return undefined;
      const id = randomUUID();
      const token = newToken();
      const { personId, role } = { personId: undefined, role: undefined, ...speaksFor };
      store.add({ id, name, personId, role, tokenHash: tokenDigest(token).toString("hex"), createdBy: owner.id, createdAt: now() });
      return { id, token };
    },
    /** Its token is worth nothing from now on. True if there was one. */
    revoke: (id: string): boolean => store.remove(id),
    /** Who asks, by the Authorization header; `person-gone` for the program of somebody who may not speak any more. */
    async clientOf(header: string | undefined, connection: Connection): Promise<Client | "unknown" | "person-gone"> {
      const holder = await bearer.holder(header, connection);
      return holder ? (holder.client ?? "person-gone") : "unknown";
    },
    /** Counts a request; how long (ms) the program has to wait if it asked too often, and 0 if it did not. */
    waitFor: ({ id }: Pick<Client, "id">): number => limits.take(id, now()),
  };
}
