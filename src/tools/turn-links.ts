import type { ToolCaller } from "../agent/toolbox.ts";
import { addressForms, linksIn } from "../security/provenance/answer-links.ts";
import type { EgressKind, EgressLog } from "../storage/audit/search-audit.ts";
import type { Ended, Leaving } from "../web/search.ts";

/** Which pages a turn may open: an address that a model puts together could carry anything to whoever owns its host. */
export interface TurnLinks {
  /** A search of the turn found these. */
  found(turnId: string, urls: readonly string[]): void;
  /** The address as a search of the turn found it or the person wrote it, in whatever spelling; undefined for any other. */
  opened(url: string, caller: Pick<ToolCaller, "turn" | "sessionId" | "personId">): string | undefined;
}

/** A turn that searches again after so many others of the house is over. */
const MOST_TURNS = 100;
/** Messages before this one: "what does it say?" comes soon after the link. */
const MOST_MESSAGES = 10;

/** A person's own messages of a session, the newest first. */
export type SaidBefore = (sessionId: string, personId: string, limit: number) => readonly string[];

/** Kept in memory: after a restart the model is told to search again. */
export function createTurnLinks({ saidBefore }: { readonly saidBefore: SaidBefore }): TurnLinks {
  const ofTurns = new Map<string, Map<string, string>>();
  return {
    found(turnId, urls) {
      const links = ofTurns.get(turnId) ?? new Map<string, string>();
      ofTurns.delete(turnId);
      ofTurns.set(turnId, links);
      for (const url of urls) {
        const [form] = addressForms(url);
        if (form !== undefined && !links.has(form)) links.set(form, url);
      }
      const [oldest] = ofTurns.keys();
      if (ofTurns.size > MOST_TURNS && oldest !== undefined) ofTurns.delete(oldest);
    },
    opened(url, { turn, sessionId, personId }) {
      const [form] = addressForms(url);
      if (form === undefined) return undefined;
      const found = ofTurns.get(turn.id)?.get(form);
      if (found !== undefined || turn.origin !== "person") return found;
      for (const text of [turn.text, ...saidBefore(sessionId, personId, MOST_MESSAGES)]) {
        const link = [...linksIn([text])].find((one) => addressForms(one)[0] === form);
        if (link !== undefined) return whole(link, text);
      }
      return undefined;
    },
  };
}

/** A link as the person wrote it: with its scheme, and with the slash at its end. */
function whole(link: string, text: string): string {
  const at = text.indexOf(link);
  const scheme = /https?:\/\/$/i.exec(text.slice(0, at))?.[0] ?? "https://";
  return `${scheme}${link}${text.charAt(at + link.length) === "/" ? "/" : ""}`;
}

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
