import type { WireReceipt } from "../../channels/console/wire.ts";
import { useWorld } from "../world.ts";

/** All others are neither good nor bad. */
const TONES: Readonly<Record<string, "good" | "bad" | "warn">> = {
  ...{ done: "good", already: "good", sent: "good", started: "good", allow: "good", answered: "good", ok: "good" },
  ...{ confirm: "warn", waiting: "warn", "no-change": "warn", unknown: "warn", expired: "warn" },
  ...{ failed: "bad", deny: "bad", blocked: "bad" },
};

export function Badge({ id, children }: { id: string; children: string }) {
  return <span class={`badge ${TONES[id] ?? "plain"}`}>{children}</span>;
}

export function Outcome({ id }: { id: string }) {
  return <Badge id={id}>{useWorld().texts.word("outcome", id)}</Badge>;
}

export function Outcomes({ of }: { of: string }) {
  return (
    <span class="row">
      {of.split(",").map((id) => (
        <Outcome key={id} id={id} />
      ))}
    </span>
  );
}

export function Receipt({ of: { service, targets, outcome, error, milliseconds } }: { of: WireReceipt }) {
  const { texts } = useWorld();
  return (
    <div class="receipt">
      <div class="row">
        <code>{service}</code>
        <Outcomes of={outcome} />
        {milliseconds !== undefined && <span class="quiet">{texts.duration(milliseconds)}</span>}
      </div>
      {targets.length > 0 && (
        <ul class="plain">
          {targets.map((target) => (
            <li key={target.entityId}>
              <span dir="auto">{target.name}</span> <code class="quiet">{target.entityId}</code>
              {target.after !== undefined && (
                <span class="quiet" dir="auto">
                  → {target.after}
                </span>
              )}{" "}
              {target.outcome !== outcome && <Outcome id={target.outcome} />}
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p class="bad-text" dir="auto">
          {error}
        </p>
      )}
    </div>
  );
}
