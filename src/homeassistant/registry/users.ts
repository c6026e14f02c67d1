import { z } from "zod";
import type { HomeConnection } from "../connection/connection.ts";

/** A user of Home Assistant who may change everything in it. */
export interface Administrator {
  readonly id: string;
  readonly name: string;
}

/** Whoever loses their rights has them here no longer than this; on a page that is open, until its next heartbeat after that. */
const FRESH_MS = 60_000;
const ADMINISTRATORS = "system-admin";

const rows = z.array(
  z.object({
    id: z.string(),
    name: z.string().nullish(),
    is_owner: z.boolean(),
    is_active: z.boolean(),
    system_generated: z.boolean(),
    group_ids: z.array(z.string()),
  }),
);

/** People who are administrators of Home Assistant. Rejects with the connection's errors: then nobody is let in. */
export function createUsers({ connection, clock }: { readonly connection: Pick<HomeConnection, "command">; readonly clock: () => number }) {
  let known: { readonly at: number; readonly users: z.infer<typeof rows> } | undefined;
  return {
    async administrator(userId: string): Promise<Administrator | undefined> {
      if (!known || clock() - known.at >= FRESH_MS) {
        known = { at: clock(), users: rows.parse(await connection.command<unknown>({ type: "config/auth/list" })) };
      }
      const user = known.users.find(({ id }) => id === userId);
      const isOne = user?.is_active && !user.system_generated && (user.is_owner || user.group_ids.includes(ADMINISTRATORS));
      return isOne ? { id: user.id, name: user.name ?? "" } : undefined;
    },
  };
}

export type Users = ReturnType<typeof createUsers>;
