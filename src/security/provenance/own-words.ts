import { textsIn } from "../../text/texts-in.ts";
import type { EffectFinding } from "../effects/effect.ts";

const ENTITY_ID = /^[a-z_]+\.[a-z\d_]+$/;

/**
 * Announcements count as such only in the person's own words: what a model words itself is a message like any other, for a voice assistant in
 * the room may take it for a command. `said` is what the person wrote; undefined for what is only supposed.
 */
export function withOwnWords(
  findings: readonly EffectFinding[],
  data: Readonly<Record<string, unknown>>,
  said: string | undefined,
): readonly EffectFinding[] {
  if (said === undefined || !findings.some(({ effect }) => effect === "announce")) return findings;
  const own = plain(said);
  const isOwn = Object.values(data)
    .flatMap(textsIn)
    .filter((text) => !ENTITY_ID.test(text.trim()))
    .every((text) => own.includes(plain(text)));
  return isOwn
    ? findings
    : findings.map((finding) => (finding.effect === "announce" ? { ...finding, effect: "message-out" as const } : finding));
}

/** Words with a space around each, without marks and capital letters. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
