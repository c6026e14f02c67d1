import type { WireReceipt } from "../../channels/console/wire.ts";
import { useWorld } from "../world.ts";
import { Badge } from "./badge.tsx";
import { Outcomes } from "./outcomes.tsx";

/** What became of a call, thing by thing. */
export function Receipt({ of: { service, targets, outcome, error, milliseconds } }: { of: WireReceipt }) {
  const { texts } = useWorld();
  return (
    <div class="receipt">
      <div class="row">
        <code>{service}</code>
        <Outcomes of={outcome} />
        {milliseconds !== null && <span class="quiet">{texts.duration(milliseconds)}</span>}
      </div>
      {targets.length > 0 && (
        <ul class="plain">
          {targets.map((target) => (
            <li key={target.entityId}>
              <span dir="auto">{target.name}</span> <code class="quiet">{target.entityId}</code>
              {target.after !== undefined && (
                <span class="quiet" dir="auto">
                  {target.before !== undefined && `${target.before} `}→ {target.after}
                </span>
              )}{" "}
              {target.outcome !== outcome && <Badge id={target.outcome}>{texts.word("outcome", target.outcome)}</Badge>}
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
