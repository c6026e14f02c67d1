import type { ToolCaller } from "../agent/toolbox.ts";
import type { EgressKind, EgressLog } from "../storage/audit/search-audit.ts";
import type { Ended, Leaving } from "../web/egress-log.ts";

interface AboutToLeave {
  readonly kind: EgressKind;
  readonly original: string;
}

/** Writes down what a tool sends out of the house, before it leaves. */
export interface EgressWatch {
  /** It leaves: a row for each request. `provider` and `sanitized` are told by whom it goes to. */
  leaving(
    caller: ToolCaller,
    about: AboutToLeave & { row(to: string): { readonly provider: string; readonly sanitized: string } },
  ): Leaving;
  /** It was kept from leaving; `reason` is a code. */
  blocked(caller: ToolCaller, about: AboutToLeave & { readonly reason: string; readonly provider: string }): void;
}

export function createEgressWatch({ egress, now }: { egress: Pick<EgressLog, "begin" | "end">; now: () => number }): EgressWatch {
  const ofCaller = ({ personId, sessionId, turn }: ToolCaller) => ({ personId, sessionId, turnId: turn.id, at: now() });
  return {
    leaving: (caller, { kind, original, row }) => {
      return (to) => {
        const id = egress.begin({ ...ofCaller(caller), kind, original, blocked: false, ...row(to) });
        const started = now();
        return (ended: Ended) => egress.end(id, { ...ended, milliseconds: now() - started });
      };
    },
    blocked: (caller, { kind, original, reason, provider }) => {
      egress.begin({ ...ofCaller(caller), kind, original, sanitized: "", blocked: true, reason, provider });
    },
  };
}
