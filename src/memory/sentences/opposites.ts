import type { Fact } from "../../storage/facts/fact-row.ts";
import type { Key } from "../facts/fact-keys.ts";
import { isKindOf, isSameThing, itemsOf, listedIn } from "../facts/fact-values.ts";
import { isDenial, withoutTurning } from "../facts/polarity.ts";

export interface Opposed {
  readonly fact: Fact;
  /** Of the things that it lists only these; undefined: all of it. */
  readonly items: string | undefined;
}

/** Facts of a set that a value takes back, whole or in part: "no coffee" takes the coffee of "tea and coffee", and the other way round. */
export function opposedBy(facts: readonly Fact[], value: string, key: Key): readonly Opposed[] {
  const isDenied = isDenial(value);
  const named = itemsOf(withoutTurning(value));
  return facts.flatMap((fact) => {
    if (isDenial(fact.value) === isDenied) return [];
    const listed = listedIn(fact.value);
    const opposed = listed.filter((thing) =>
      named.some((one) => isSameThing(withoutTurning(thing), one) || (isDenied && !key.kind?.isExact && isKindOf(thing, one))),
    );
    if (opposed.length === 0) return [];
    return [{ fact, items: opposed.length < listed.length ? opposed.join(", ") : undefined }];
  });
}

/** What a person is told to be so no more: of a list only what was taken back. */
export function takenBack({ fact, items }: Opposed): Fact {
  return items === undefined ? fact : { ...fact, value: items };
}
