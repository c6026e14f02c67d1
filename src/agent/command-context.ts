import type { Catalogue } from "../languages/catalogue.ts";
import { mayReadOthers } from "../security/policy/read-access.ts";
import type { Origin } from "../security/provenance/provenance.ts";
import type { Chat } from "../storage/chat.ts";
import type { Button } from "../storage/turns/outbox.ts";
import type { Person } from "./turn.ts";

/** What a command may see and do. */
export interface CommandContext {
  readonly person: Pick<Person, "id" | "name" | "role" | "language">;
  readonly chat: Chat;
  /** The command's own turn, which is written when its answer is known. */
  readonly turnId: string;
  readonly messageId: string;
  /** Nobody else reads along. */
  readonly isPrivate: boolean;
  readonly assistantName: string;
  readonly catalogue: Catalogue;
  /** Has what runs or waits for a yes in the chat stopped once the answer is on disk; false if nothing does. */
  cancel(): boolean;
  readonly waiting: number;
  readonly openQuestions: number;
}

/** What a command answers: a text, or one with buttons under it. Markdown. Without an origin it is the home's. */
export type CommandAnswer =
  | string
  | { readonly text: string; readonly buttons: readonly (readonly Button[])[]; readonly origin?: Origin | undefined };

/** What others did is told where nobody else reads along; everybody sees their own. */
export function seesOthers({ person: { role }, isPrivate }: Pick<CommandContext, "person" | "isPrivate">): boolean {
  return isPrivate && mayReadOthers(role);
}

export function wholeAnswer(answer: CommandAnswer): Required<Exclude<CommandAnswer, string>> & { readonly origin: Origin } {
  return typeof answer === "string" ? { text: answer, buttons: [], origin: "home" } : { origin: "home", ...answer };
}
