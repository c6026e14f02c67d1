/** Ids of outcomes and states by how they are to be taken. All others are neither good nor bad. */
const TONES: Readonly<Record<string, "good" | "bad" | "warn">> = {
  done: "good",
  already: "good",
  sent: "good",
  started: "good",
  allow: "good",
  answered: "good",
  ok: "good",
  confirm: "warn",
  waiting: "warn",
  "no-change": "warn",
  unknown: "warn",
  expired: "warn",
  failed: "bad",
  deny: "bad",
  blocked: "bad",
};

/** A word in a colour of its own; the word alone says it all. */
export function Badge({ id, children }: { id: string; children: string }) {
  return <span class={`badge ${TONES[id] ?? "plain"}`}>{children}</span>;
}
