import { worstOrigin } from "../../security/provenance/provenance.ts";
import type { Sensitivity } from "../../security/redaction/sensitivity.ts";
import type { Evidence, Fact, FactCategory, FactSource, Scope } from "./fact-row.ts";

/** A row of profile_entries. */
export interface FactRow {
  readonly id: number;
  readonly scope: Scope["kind"];
  readonly scope_id: string;
  readonly category: FactCategory;
  readonly key: string;
  readonly value: string;
  readonly confidence: number;
  readonly sensitivity: Sensitivity;
  readonly source: FactSource;
  readonly origin: string;
  readonly language: string;
  readonly first_seen: number;
  readonly last_seen: number;
  readonly occurrence_count: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
  readonly importance: number;
  readonly expires_at: number | null;
  readonly superseded_by: number | null;
  readonly evidence: string;
  readonly told_by: string | null;
  readonly status: Fact["status"];
}

/** A fact as it is written: all but its id, with its place among valid ones. */
export interface NewFact extends Omit<Fact, "id" | "supersededBy" | "validTo"> {
  /** Empty where one value is valid at a time, else the value in its one form. */
  readonly slot: string;
}

export function scopeId(scope: Scope): string {
  if (scope.kind === "house") return "";
  return scope.kind === "person" ? scope.personId : scope.areaId;
}

/** Whose a fact is, as one word of the index; that of rooms and of the house is everybody's. */
export function ownerWord({ scope, scopeId: id }: { readonly scope: Scope["kind"]; readonly scopeId: string }): string {
  return scope === "person" ? `p${Buffer.from(id).toString("hex")}` : "shared";
}

export function toFact(row: FactRow): Fact {
  return {
    id: row.id,
    scope: toScope(row),
    category: row.category,
    key: row.key,
    value: row.value,
    confidence: row.confidence,
    sensitivity: row.sensitivity,
    source: row.source,
    origin: worstOrigin([row.origin]),
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    occurrences: row.occurrence_count,
    validFrom: row.valid_from,
    validTo: row.valid_to ?? undefined,
    importance: row.importance,
    expiresAt: row.expires_at ?? undefined,
    supersededBy: row.superseded_by ?? undefined,
    evidence: JSON.parse(row.evidence) as Evidence[],
    status: row.status,
    language: row.language,
    toldBy: row.told_by ?? undefined,
  };
}

function toScope({ scope, scope_id }: FactRow): Scope {
  if (scope === "person") return { kind: "person", personId: scope_id };
  return scope === "room" ? { kind: "room", areaId: scope_id } : { kind: "house" };
}

/** The columns of a fact as statements name them. */
export function toParameters(fact: NewFact): Readonly<Record<string, string | number | null>> {
  return {
    scope: fact.scope.kind,
    scopeId: scopeId(fact.scope),
    category: fact.category,
    key: fact.key,
    slot: fact.slot,
    value: fact.value,
    confidence: fact.confidence,
    sensitivity: fact.sensitivity,
    source: fact.source,
    origin: fact.origin,
    language: fact.language,
    firstSeen: fact.firstSeen,
    lastSeen: fact.lastSeen,
    occurrences: fact.occurrences,
    validFrom: fact.validFrom,
    importance: fact.importance,
    expiresAt: fact.expiresAt ?? null,
    evidence: JSON.stringify(fact.evidence),
    toldBy: fact.toldBy ?? null,
    status: fact.status,
  };
}
