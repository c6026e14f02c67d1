import type { Person } from "../../agent/turn.ts";
import { HomeUnreachableError, OutcomeUnknownError } from "../../homeassistant/connection/errors.ts";
import type { Users } from "../../homeassistant/registry/users.ts";
import type { Logger } from "../../observability/logger.ts";
import { Refusal } from "./refusal.ts";

/** What the proxy before this server says of whoever sits at the browser. */
export interface RemoteUser {
  readonly id: string | undefined;
  readonly name: string | undefined;
}

interface IdentityDependencies {
  readonly hasPeople: boolean;
  readonly personOf: (userId: string) => Person | undefined;
  readonly administrator: (userId: string, name: string) => Person;
  readonly users: Users;
  /** Of the home: before its states are known nobody can be told by them. */
  readonly homeReady: () => boolean;
  readonly logger: Pick<Logger, "warn">;
}

/** Home Assistant's own ids of users are 32 hexadecimal digits; another provider's may be a little else. */
const USER_ID = /^[\w-]{1,64}$/;

export type Identify = (user: RemoteUser) => Promise<Person>;

/** A user of Home Assistant as a person of the options or, without people, as an owner if they are an administrator; else a Refusal. */
export function createIdentify({ hasPeople, personOf, administrator, users, homeReady, logger }: IdentityDependencies): Identify {
  return async ({ id, name }) => {
    if (id === undefined || !USER_ID.test(id)) throw new Refusal("not-home-assistant");
    if (hasPeople) {
      const person = personOf(id);
      if (person) return person;
      throw new Refusal(homeReady() ? "not-known" : "home-away");
    }
    const known = await users.administrator(id).catch((error: unknown) => {
      logger.warn({ err: error }, "the administrators of Home Assistant could not be read");
      throw new Refusal(isAway(error) ? "home-away" : "users-unread");
    });
    if (!known) throw new Refusal("not-admin");
    return administrator(id, name || known.name);
  };
}

function isAway(error: unknown): boolean {
  return error instanceof HomeUnreachableError || error instanceof OutcomeUnknownError;
}
