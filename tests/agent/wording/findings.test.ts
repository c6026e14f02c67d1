import { expect, it } from "vitest";
import { findingText } from "../../../src/agent/wording/findings.ts";
import { catalogueFor, LANGUAGES } from "../../../src/languages/catalogue.ts";
import type { Finding } from "../../../src/storage/turns/findings.ts";

const home = { find: () => undefined };
const open = (kind: string): Finding => ({
  ...{ key: kind, kind, entityIds: ["sensor.one"], since: 0, openedAt: 0, closedAt: undefined, stage: 0 },
});

it.each(LANGUAGES)("%s: of what is over it is not said what to do, or how it is", (language) => {
  const words = { home, catalogue: catalogueFor(language), now: 600_000 };
  for (const kind of ["danger", "warm", "unusual", "battery"]) {
    const [now, over] = [findingText(open(kind), words), findingText({ ...open(kind), closedAt: 600_000 }, words)];
    expect(over).not.toBe(now);
    expect(over).not.toContain("{");
    if (kind === "danger") expect(over.split(". ")).toHaveLength(1);
  }
});
