import type { Asker, Memory } from "../../memory/facts/fact.ts";
import { normalisedKey } from "../../memory/facts/fact-keys.ts";
import { saysTheSame } from "../../memory/facts/fact-values.ts";
import type { CommandAnswer, CommandContext } from "../command-context.ts";
import { button, type FactList, inWords, maySay } from "../graph/fact-list.ts";
import { quotable } from "../wording/verbatim.ts";

const MOST_CHOICES = 6;
const LONGEST_QUOTE = 100;

export type MemoryCommand = ReturnType<typeof createMemoryCommand>;

interface MemoryCommandDependencies {
  readonly memory: Pick<Memory, "get" | "visibleTo" | "correct" | "forget">;
  readonly list: FactList;
  readonly now: () => number;
}

function askerOf({ person: { id, role }, isPrivate }: CommandContext): Asker {
  return { personId: id, role, isPrivate };
}

/** What `/memory` answers: a page of what is known; one fact with where it comes from; and typed what its buttons do. */
export function createMemoryCommand({ memory, list, now }: MemoryCommandDependencies) {
  const run = (context: CommandContext, argument: string): CommandAnswer => {
    const { catalogue } = context;
    const text = argument.trim();
    const [, page] = /^(?:page\s+(\d{1,4}))?$/i.exec(text) ?? [];
    if (text === "" || page !== undefined) return list.page(askerOf(context), Number(page ?? 1), catalogue);
    const [, forgotten] = /^forget\s+m?(\d{1,12})$/i.exec(text) ?? [];
    if (forgotten !== undefined) return forget(context, Number(forgotten));
    const [, id, right] = /^m?(\d{1,12})\s*(?:=\s*(.{1,300}))?$/is.exec(text) ?? [];
    if (id === undefined) return catalogue.text("memory.usage");
    return right === undefined ? explain(context, Number(id)) : correct(context, Number(id), right);
  };

  const explain = (context: CommandContext, factId: number): string => {
    const { catalogue } = context;
    return list.evidence(askerOf(context), factId, catalogue) ?? catalogue.text("memory.unknown", { said: `m${factId}` });
  };

  /** Facts of that number or about that, to be forgotten with a button each. */
  const forgetFact = (context: CommandContext, words: string): CommandAnswer => {
    const { catalogue } = context;
    const asker = askerOf(context);
    const [, id] = /^m(\d{1,12})$/i.exec(words) ?? [];
    const { name } = normalisedKey(words);
    const facts = memory
      .visibleTo(asker, now())
      .filter((fact) => maySay(fact, asker) && (fact.id === Number(id) || fact.key === name || saysTheSame(fact.value, words)))
      .slice(0, MOST_CHOICES);
    if (facts.length === 0) return catalogue.text("memory.unknown", { said: `“${quotable(words.slice(0, LONGEST_QUOTE))}”` });
    const lines = facts.map((fact) => catalogue.text("memory.detail", { id: fact.id, ...inWords(fact) }));
    const buttons = facts.map((fact) => [button(catalogue.text("button.forget", { id: fact.id }), fact.id, "gone")]);
    return { text: [catalogue.text("memory.forget-ask"), ...lines].join("\n"), buttons };
  };
  return { run, explain, forgetFact };

  function ownFact(asker: Asker, id: number) {
    return memory.visibleTo(asker, now()).find((fact) => fact.id === id && maySay(fact, asker));
  }

  function forget(context: CommandContext, id: number): string {
    const { catalogue, person, turnId, chat } = context;
    if (!ownFact(askerOf(context), id)) return catalogue.text("memory.unknown", { said: `m${id}` });
    memory.forget([id], { personId: person.id, turnId, chat });
    return catalogue.text("memory.forgotten", { id });
  }

  function correct(context: CommandContext, id: number, value: string): string {
    const { catalogue, person, turnId } = context;
    if (!ownFact(askerOf(context), id)) return catalogue.text("memory.unknown", { said: `m${id}` });
    const learned = memory.correct(id, value, { personId: person.id, evidence: [{ kind: "turn", turnId }] }, now());
    if (!learned) return catalogue.text("memory.unknown", { said: quotable(`m${id}`) });
    if (learned.outcome === "rejected") {
      const why = learned.reason === "secret" ? catalogue.text("memory.why-secret") : catalogue.text("memory.why-other");
      return catalogue.text("memory.not-stored", { why });
    }
    return catalogue.text("memory.corrected", { id: learned.fact.id, ...inWords(learned.fact) });
  }
}
