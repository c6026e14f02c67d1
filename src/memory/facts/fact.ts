import type { Role } from "../../security/policy/policy-input.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Sensitivity } from "../../security/redaction/sensitivity.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Evidence, Fact, FactCategory, FactSource, Scope } from "../../storage/facts/fact-row.ts";

export const SUBJECTS = ["self", "house", "other", "none"] as const;
export const POLARITIES = ["affirmed", "negated"] as const;
export const MODALITIES = ["stated", "hypothetical", "past", "quoted"] as const;

/** What a model says of how a value was told. What it leaves out is checked all the same. */
export interface Claim {
  readonly subject?: (typeof SUBJECTS)[number] | undefined;
  readonly polarity?: (typeof POLARITIES)[number] | undefined;
  readonly modality?: (typeof MODALITIES)[number] | undefined;
  /** The part of the message that says it, letter by letter. */
  readonly quote?: string | undefined;
}

/** What a learner or a tool offers to be remembered. */
export interface ProposedFact {
  readonly scope: Scope;
  readonly category: FactCategory;
  /** Any words; they are brought into one form. */
  readonly key: string;
  /** In the words of the person. */
  readonly value: string;
  readonly source: FactSource;
  /** The worst of what it rests on. */
  readonly origin: Origin;
  readonly evidence: readonly Evidence[];
  /** 0 to 1 */
  readonly confidence: number;
  /** BCP 47; empty if nobody knows. */
  readonly language: string;
  /** How long it is true at most. */
  readonly ttlMs?: number | undefined;
  /** A model's opinion: it may only raise what the rules say. */
  readonly sensitivity?: Sensitivity | undefined;
  /** What the person said in their own words; what is not in them was not said by them. Not for what was observed. */
  readonly said?: string | undefined;
  /** What a model says of how it was said; code checks it. */
  readonly claim?: Claim | undefined;
  readonly toldBy?: string | undefined;
}

/** Why nothing was stored. `outranked`: what is known is surer, or was said since. */
export type RejectReason = "secret" | "trivial" | "recalled" | "refused" | "invalid" | "stranger" | "outranked";

export type Learned =
  | { readonly outcome: "stored"; readonly fact: Fact }
  | { readonly outcome: "merged" | "superseded"; readonly fact: Fact; readonly before: Fact }
  /** Something told says otherwise: that stands, and the proposal waits for the person (`waiting`; asked before if `asked`). */
  | {
      readonly outcome: "contradiction";
      readonly fact: Fact;
      readonly proposed: ProposedFact;
      readonly waiting: Fact;
      readonly asked: boolean;
    }
  | { readonly outcome: "quarantined"; readonly fact: Fact; readonly asked: boolean }
  | { readonly outcome: "rejected"; readonly reason: RejectReason };

export interface Asker {
  readonly personId: string;
  readonly role: Role;
  readonly isPrivate: boolean;
}

/** A fact that was called to mind, the best first. */
export interface Recalled {
  readonly fact: Fact;
  /** How well it fits; higher is better. */
  readonly score: number;
}

/** Who wants something forgotten, and the turn and the chat in which they say so, if there is one. */
export interface Forgetter {
  readonly personId: string;
  readonly turnId?: string | undefined;
  readonly chat?: Chat | undefined;
}
