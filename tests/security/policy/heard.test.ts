import fc from "fast-check";
import { expect, it } from "vitest";
import { EFFECTS } from "../../../src/security/effects/effect.ts";
import { decide } from "../../../src/security/policy/policy.ts";
import { FREE_EFFECTS } from "../../../src/security/policy/policy-rules.ts";
import { anyInput } from "../decision-inputs.ts";
import { ALL_RISKS, inputFor } from "../decisions.ts";

/** Everything that an option can loosen. */
const LOOSENED = { ...ALL_RISKS, effectRules: EFFECTS.map((effect) => ({ effect, decision: "allow" as const })) };

it.each(EFFECTS.filter((effect) => !FREE_EFFECTS.has(effect)))("%s that was only heard goes unasked for nobody", (effect) => {
  for (const role of ["owner", "adult", "child", "guest"] as const) {
    const situation = { effects: [effect], person: { role }, options: LOOSENED, input: { isHeard: true } };
    expect([role, decide(inputFor("light.turn_on", ["light.hall"], situation)).outcome]).not.toEqual([role, "allow"]);
  }
});

it("what is heard is never decided more loosely than what is written, and asks whatever is not harmless", () => {
  const strict = { allow: 0, confirm: 1, deny: 2 } as const;
  fc.assert(
    fc.property(anyInput, (given) => {
      // before anybody said yes
      const input = { ...given, approval: undefined };
      const [heard, written] = [decide({ ...input, isHeard: true }), decide({ ...input, isHeard: false })];
      if (strict[heard.outcome] < strict[written.outcome]) return false;
      return heard.outcome !== "allow" || input.effects.every(({ effect }) => FREE_EFFECTS.has(effect));
    }),
  );
});
