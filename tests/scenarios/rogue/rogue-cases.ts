import { routineCases } from "./cases-routines.ts";
import { serviceCases } from "./cases-services.ts";
import { splitCases } from "./cases-split.ts";
import { targetCases } from "./cases-targets.ts";
import { textCases } from "./cases-texts.ts";
import type { RogueCase } from "./rogue-case.ts";

/** Every way past the gate that is tried. */
export const rogueCases: readonly RogueCase[] = [...splitCases, ...routineCases, ...targetCases, ...serviceCases, ...textCases];
