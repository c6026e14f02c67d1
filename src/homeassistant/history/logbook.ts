import { z } from "zod";
import type { CommandOptions, HomeConnection } from "../connection/connection.ts";
import { inForm } from "../connection/errors.ts";
import type { StateStore } from "../registry/states.ts";
import { isScriptService } from "../routines/routines.ts";

/** What made an entity change, as far as Home Assistant kept it. */
type Cause =
  /** A user of Home Assistant: in its app, or through whatever signs in as that user, this service too. */
  | { readonly kind: "person"; readonly userId: string }
  /** A routine; `userId` is who set it off. Of a scene Home Assistant keeps no more than that it was one. */
  | {
      readonly kind: "automation" | "script" | "scene";
      readonly entityId: string | undefined;
      readonly name: string | undefined;
      readonly userId: string | undefined;
    }
  /** `domain.service` called by nobody who signed in, or the integration (`homekit`) whose event it was. */
  | { readonly kind: "service"; readonly service: string }
  /** It followed another entity: a group its member, a template what it watches. */
  | { readonly kind: "entity"; readonly entityId: string }
  /** Nothing is known: the device itself, a switch on the wall, or a change that came later than its cause is remembered (5 s). */
  | { readonly kind: "device" };

export interface LogbookEntry {
  /** ms since the epoch */
  readonly at: number;
  /** Undefined for what is no change of a state: a routine that ran, a note of an integration. */
  readonly state: string | undefined;
  /** What an integration, or a routine, says of it. */
  readonly message: string | undefined;
  readonly cause: Cause;
  /** Home Assistant tells it for runs of routines only, never for changes of a state. */
  readonly contextId: string | undefined;
}

/** `signal` gives the reading up: it rejects. */
type LogbookOptions = Pick<CommandOptions, "signal">;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const row = z.object({
  /** Seconds since the epoch. */
  when: z.number(),
  entity_id: text,
  state: text,
  message: text,
  context_id: text,
  context_user_id: text,
  context_entity_id: text,
  context_domain: text,
  context_service: text,
  context_name: text,
});
type Row = z.infer<typeof row>;

/** Throws what the connection throws (CommandError where the logbook is switched off), and Error for an answer of unknown form. */
export function createLogbook({ connection }: { connection: Pick<HomeConnection, "command"> }) {
  return {
    /** Newest first, at most `limit`; `from` and `to` in ms since the epoch. Nothing for numbers that change all the time. */
    async causes(
      entityId: string,
      { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
      { signal }: LogbookOptions = {},
    ): Promise<readonly LogbookEntry[]> {
      const span = { start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString() };
      const answer = await connection.command<unknown>({ type: "logbook/get_events", ...span, entity_ids: [entityId] }, { signal });
      const rows = inForm(z.array(z.unknown()), answer, "logbook");
      const newest = limit > 0 ? rows.slice(-limit) : [];
      return inForm(z.array(row), newest, "logbook").map(entryOf).reverse();
    },

    /** Changes of states in the whole home, or of one entity; the newest first. */
    async recent(
      { from, to, entityId }: { readonly from: number; readonly to: number; readonly entityId?: string | undefined },
      { signal }: LogbookOptions = {},
    ): Promise<readonly { readonly at: number; readonly entityId: string; readonly state: string }[]> {
      const span = { start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString() };
      const which = entityId === undefined ? {} : { entity_ids: [entityId] };
      const answer = await connection.command<unknown>({ type: "logbook/get_events", ...span, ...which }, { signal });
      return inForm(z.array(row), answer, "logbook")
        .flatMap(({ when, entity_id, state }) =>
          entity_id === undefined || state === undefined ? [] : { at: Math.round(when * 1_000), entityId: entity_id, state },
        )
        .reverse();
    },

    /** The user that this service is signed in as: its actions stand in the logbook under that name. */
    async ownUserId({ signal }: LogbookOptions = {}): Promise<string> {
      return inForm(z.object({ id: z.string() }), await connection.command<unknown>({ type: "auth/current_user" }, { signal }), "user").id;
    },
  };
}

export type Logbook = ReturnType<typeof createLogbook>;

/** The name of the person entity that belongs to a user; undefined if none does, as for users of add-ons. */
export function personOfUser(states: Pick<StateStore, "all">, userId: string): string | undefined {
  for (const { entityId, attributes } of states.all()) {
    if (!entityId.startsWith("person.") || attributes["user_id"] !== userId) continue;
    const name = attributes["friendly_name"];
    return typeof name === "string" && name.trim() !== "" ? name.trim() : undefined;
  }
  return undefined;
}

function entryOf(row: Row): LogbookEntry {
  const { when, state, message, context_id: contextId } = row;
  return { at: Math.round(when * 1_000), state, message, cause: causeOf(row), contextId };
}

/** A routine comes before the user who set it off: `context_user_id` is that of the first call in the chain. */
function causeOf(row: Row): Cause {
  const { context_user_id: userId, context_entity_id: entityId, context_domain: domain, context_service: service } = row;
  const routine = routineKind(entityId?.split(".")[0]) ?? routineKind(domain);
  if (routine !== undefined) {
    const own = `${domain}.${service ?? ""}`;
    return { kind: routine, entityId: entityId ?? (isScriptService(own) ? own : undefined), name: row.context_name, userId };
  }
  if (userId !== undefined) return { kind: "person", userId };
  if (domain !== undefined) return { kind: "service", service: service === undefined ? domain : `${domain}.${service}` };
  if (entityId !== undefined) return { kind: "entity", entityId };
  return { kind: "device" };
}

function routineKind(domain: string | undefined): "automation" | "script" | "scene" | undefined {
  return domain === "automation" || domain === "script" || domain === "scene" ? domain : undefined;
}
