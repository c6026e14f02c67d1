import { textsIn } from "../../text/texts-in.ts";
import type { EffectFinding } from "../effects/effect.ts";
import { mediaEffects } from "../effects/effect-media.ts";

const ENTITY_ID = /^[a-z_]+\.[a-z\d_]+$/;

/** An announcement in a model's words is a message: a voice assistant may take it for a command. `said` is what the person wrote, if it is not only supposed. */
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

/** An address of the internet that a grown-up sent in this very message may be played: it is theirs. One of the home's own network stays what it is. */
export function withOwnAddress(findings: readonly EffectFinding[], { service, data }: ReadonlyCall, said: string | undefined) {
  const isAddress = (finding: EffectFinding) => finding.because === "address" && finding.service === service;
  if (said === undefined || !findings.some(isAddress)) return findings;
  const sent = new Set(said.split(/\s+/));
  const others = textsIn(data).filter((text) => !sent.has(text.trim()));
  return mediaEffects({ others }).some(({ because }) => because === "address")
    ? findings
    : findings.filter((finding) => !isAddress(finding));
}

interface ReadonlyCall {
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Words with a space around each, without marks and capital letters. */
function plain(text: string): string {
  return ` ${text
    .toLowerCase()
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}
