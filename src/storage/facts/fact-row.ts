import type { Origin } from "../../security/provenance/provenance.ts";
import type { Sensitivity } from "../../security/redaction/sensitivity.ts";

export const FACT_CATEGORIES = ["preference", "habit", "pattern", "fact"] as const;
export type FactCategory = (typeof FACT_CATEGORIES)[number];

/** Where a fact comes from, the weakest first. */
export const FACT_SOURCES = ["observed", "inferred", "told"] as const;
export type FactSource = (typeof FACT_SOURCES)[number];

export type Scope =
  | { readonly kind: "person"; readonly personId: string }
  | { readonly kind: "room"; readonly areaId: string }
  | { readonly kind: "house" };

export function isSameScope(one: Scope, other: Scope): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a fact rests on: a message of a person, or days on which something happened. */
export type Evidence =
  | { readonly kind: "turn"; readonly turnId: string }
  | { readonly kind: "events"; readonly entityId: string; readonly days: readonly string[]; readonly note: string };

/** Something known. Times are ms; confidence and importance 0 to 1. `quarantined` waits for a yes; `refused` is kept so that it is not learned again. */
export interface Fact {
  readonly id: number;
  readonly scope: Scope;
  readonly category: FactCategory;
  /** `snake_case`; what it is about: `temperature_bedroom`. */
  readonly key: string;
  /** In the words of the person. */
  readonly value: string;
  readonly confidence: number;
  readonly sensitivity: Sensitivity;
  readonly source: FactSource;
  readonly origin: Origin;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly occurrences: number;
  readonly validFrom: number;
  readonly validTo: number | undefined;
  /** As it was when it was last seen; it fades from then on. */
  readonly importance: number;
  readonly expiresAt: number | undefined;
  readonly supersededBy: number | undefined;
  readonly evidence: readonly Evidence[];
  readonly status: "active" | "quarantined" | "refused";
  /** BCP 47 language of the value; empty if nobody knows. */
  readonly language: string;
  /** Who said it; undefined for what was observed. */
  readonly toldBy: string | undefined;
}

/** A fact as it is written: all but its id, with its place among valid ones. */
export interface NewFact extends Omit<Fact, "id" | "supersededBy" | "validTo"> {
  /** Empty where one value is valid at a time, else the value in its one form. */
  readonly slot: string;
}
