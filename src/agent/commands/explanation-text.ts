import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { MessageValues } from "../../languages/format-message.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { createPhrases } from "../wording/phrases.ts";
import { outsideQuote, verbatim } from "../wording/verbatim.ts";

/** A decision to be put into words: an Explanation, or as much of one as was kept. */
export interface Explained {
  readonly outcome: string;
  readonly rule: string;
  readonly reasons: readonly string[];
  readonly facts: {
    readonly role?: string;
    readonly channel?: string;
    readonly outside?: { readonly source: string; readonly text: string } | undefined;
    readonly effects: readonly { readonly effect: string; readonly entityId?: string | undefined; readonly because: string }[];
    readonly targets?: number;
    readonly jointTargets?: number;
    readonly atHome?: boolean | undefined;
  };
  readonly changes: readonly { readonly change: string; readonly outcome: string }[];
}

/** What a rule is called when a yes was there. */
const APPROVED = ":approved";

const VERDICTS: ReadonlyMap<string, MessageKey> = new Map([
  ["allow", "explain.allow"],
  ["confirm", "explain.confirm"],
  ["deny", "explain.deny"],
]);
const THEN: ReadonlyMap<string, MessageKey> = new Map([
  ["allow", "explain.then-allow"],
  ["confirm", "explain.then-confirm"],
]);

const MOST_EFFECTS = 5;

/** Rule, facts and what would change it, as lines of Markdown. Shows no entity id, and of hidden things no name. */
export function createExplanationText({ home, rateMinutes }: { home: Pick<Home, "find">; rateMinutes: number }) {
  return (explained: Explained, { catalogue, role }: { readonly catalogue: Catalogue; readonly role: Role }): readonly string[] => {
    const { outcome, facts, changes } = explained;
    const rule = explained.rule.replace(APPROVED, "");
    const verdict = explained.rule.endsWith(APPROVED) ? "explain.approved" : (VERDICTS.get(outcome) ?? "explain.rule");
    const parameters: MessageValues = {
      ...outsideQuote(facts.outside, catalogue),
      count: Math.max(facts.targets ?? 1, facts.jointTargets ?? 1),
      minutes: rateMinutes,
    };
    const reasons = explained.reasons.flatMap((reason) => {
      const id = reason.replace(APPROVED, "");
      return (outcome === "deny" ? catalogue.find(`denied.${id}`, parameters) : undefined) ?? catalogue.find(`why.${id}`, parameters) ?? [];
    });
    return [
      catalogue.text(verdict, { rule: verbatim(rule) }),
      ...reasons.map((reason) => `- ${reason}`),
      ...factLines(facts).map((fact) => `- ${fact}`),
      ...(changes.length > 0 ? [catalogue.text("explain.changes")] : []),
      ...changes.map(({ change, outcome: then }) => {
        const words = catalogue.find(`change.${change}`) ?? verbatim(change.replaceAll("_", " "));
        const key = THEN.get(then);
        return key === undefined ? `- ${words}` : `- ${words} ${catalogue.text(key)}`;
      }),
    ];

    function factLines({ role: asker, channel, effects, atHome }: Explained["facts"]): readonly string[] {
      const who = asker === undefined ? undefined : (catalogue.find(`role.${asker}`) ?? verbatim(asker));
      return [
        ...(who === undefined ? [] : [catalogue.text("explain.who", { who, channel: verbatim(channel ?? "") })]),
        ...(atHome === undefined ? [] : [catalogue.text(atHome ? "explain.at-home" : "explain.away")]),
        ...effects.slice(0, MOST_EFFECTS).map(effectLine),
        ...(effects.length > MOST_EFFECTS ? [catalogue.text("explain.more-effects", { more: effects.length - MOST_EFFECTS })] : []),
      ];
    }

    function effectLine({ effect, entityId, because }: Explained["facts"]["effects"][number]): string {
      const words = catalogue.find(`effect.${effect}`) ?? verbatim(effect);
      const mayName = entityId !== undefined && mayRead(entityId.split(".")[0] ?? "", role) && home.find(entityId) !== undefined;
      const name = mayName ? [createPhrases({ home, catalogue }).nameOf(entityId)] : [];
      const told = because === "" ? [] : [catalogue.text("explain.told-by", { told: verbatim(because.replaceAll(/[_:]/g, " ")) })];
      const more = [...name, ...told];
      const line = catalogue.text("explain.effect", { effect: words });
      return more.length > 0 ? `${line} (${more.join("; ")})` : line;
    }
  };
}
