import type { AutomationTrigger } from "../automations/intent.ts";

/** Somebody behind a change. Without a name: a user of Home Assistant who is no person there. */
export interface CausePerson {
  readonly name: string | undefined;
  /** Something that signs in to Home Assistant as the service does. */
  readonly isOwnUser?: boolean;
  /** They asked the assistant, and these others said yes. */
  readonly asked?: { readonly approvedBy: readonly string[] };
}

/** Who or what made a change, as far as whoever asks may know: `by` and names are undefined where they may not. */
export type Cause =
  | { readonly kind: "person"; readonly by: CausePerson | undefined }
  | {
      readonly kind: "automation" | "script" | "scene";
      readonly name: string | undefined;
      readonly by: CausePerson | undefined;
      /** What set an automation off, by its trace. */
      readonly trigger?: AutomationTrigger | undefined;
    }
  /** Home Assistant itself, or an integration. */
  | { readonly kind: "service"; readonly service: string }
  /** It followed another entity. */
  | { readonly kind: "entity"; readonly name: string | undefined }
  | { readonly kind: "device" };

/** A change of an entity; `at` in ms since the epoch. */
export interface CausedChange {
  readonly at: number;
  readonly state: string;
  readonly cause: Cause;
}
