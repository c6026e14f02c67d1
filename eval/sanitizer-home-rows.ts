import { BENIGN_ROWS } from "./sanitizer-home-rows-benign.ts";
import { BENIGN_FORMS, PRIVATE_FORMS } from "./sanitizer-home-rows-forms.ts";
import { BENIGN_HOUSEHOLD, PRIVATE_HOUSEHOLD } from "./sanitizer-home-rows-household.ts";
import { PRIVATE_ROWS } from "./sanitizer-home-rows-private.ts";
import { BENIGN_UNSEEN, PRIVATE_UNSEEN } from "./sanitizer-home-rows-unseen.ts";
import type { SanitizerRow } from "./sanitizer-judge.ts";

/** Questions in a home that is described in sanitizer-home.ts: what must not leave as it is, and what may. */
export function sanitizerHomeRows(): readonly SanitizerRow[] {
  const held = Object.entries({ ...PRIVATE_ROWS, ...PRIVATE_FORMS, ...PRIVATE_UNSEEN, ...PRIVATE_HOUSEHOLD }).flatMap(([kind, rows]) =>
    rows.map((row, index) => {
      const [text = "", ...secrets] = row.split(" | ");
      return { id: `${kind}/${index + 1}`, text, mustBlock: true, hasName: false, kinds: [kind], secrets };
    }),
  );
  const free = Object.entries({ ...BENIGN_ROWS, ...BENIGN_FORMS, ...BENIGN_UNSEEN, ...BENIGN_HOUSEHOLD }).flatMap(([kind, rows]) =>
    rows.map((text, index) => ({ id: `benign-${kind}/${index + 1}`, text, mustBlock: false, hasName: false, kinds: [kind], secrets: [] })),
  );
  return [...held, ...free];
}
