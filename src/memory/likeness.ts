import { type Fact, isSameScope } from "../storage/facts/fact-row.ts";
import type { FactStore } from "../storage/facts/facts.ts";
import type { FactVector } from "../storage/facts/stored-fact-vectors.ts";
import { isKeyOfTaste } from "./facts/fact-keys.ts";
import { comparable, saysOpposite } from "./facts/fact-values.ts";
import { isKeyOfDislike } from "./facts/polarity.ts";
import { isOver } from "./facts/pruning.ts";
import type { Prepared } from "./learning/learning.ts";

/** From here on two facts with the same value under different keys are one: `music_taste: jazz` and `likes: jazz`, as nomic-embed-text has them. */
const SAME_MEANING = 0.86;
const NEIGHBOURS = 5;

/** A valid fact of another key that means the same. */
export function twinOf(
  { proposed, key, compared }: Prepared,
  { store, vector, now }: { readonly store: FactStore; readonly vector: FactVector | undefined; readonly now: number },
): Fact | undefined {
  if (!vector || vector.vector.length === 0) return undefined;
  const { scope } = proposed;
  const personId = scope.kind === "person" ? scope.personId : "";
  const ids = store.visibleIds({ personId, now, onlyPublic: false, shared: "sensitive" });
  const near = store.searchVectors(vector, ids, NEIGHBOURS).filter(({ score }) => score >= SAME_MEANING);
  return store
    .ofIds(near.map(({ id }) => id))
    .find((fact) => isSameScope(fact.scope, scope) && fact.key !== key.name && comparable(fact.value, key) === compared);
}

/** What somebody likes is no more in what they do not like, and the other way round. */
export function oppositeOf(
  { proposed, key, isSet, value }: Prepared,
  { store, now }: { readonly store: FactStore; readonly now: number },
): Fact | undefined {
  if (!isSet) return undefined;
  const isDislike = isKeyOfDislike(key.name);
  return store.ofScope(proposed.scope).find((fact) => {
    const isValid = fact.status === "active" && fact.validTo === undefined && !isOver(fact, now);
    const [liked, other] = isDislike ? [fact.key, key.name] : [key.name, fact.key];
    if (!isValid || !isKeyOfTaste(liked) || !isKeyOfDislike(other)) return false;
    return saysOpposite(fact.value, `not ${value}`);
  });
}
