import { egressWords } from "../../languages/egress-words.ts";

/** What the model may do after a search was blocked (the seed's "search recovery protocol"). */
export function recoveryHint(kinds: readonly string[]): string {
  const found = [...new Set(kinds.map((kind) => egressWords.kinds[kind.replace(/^(?:home|public)_/, "")] ?? "something private"))].join(
    " and ",
  );
  return (
    `The search was not made: it has ${found} in it. Do not send it again in another spelling. Ask with generic words in place of names, ` +
    `rooms and ids, like "smart light not responding". If it cannot be asked so, answer from what you know, or say that this cannot be searched for.`
  );
}
