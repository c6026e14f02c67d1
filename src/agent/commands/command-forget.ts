import type { Home } from "../../homeassistant/registry/home.ts";
import type { AskedScope, ErasureStore } from "../../storage/erasure/erasures.ts";
import type { CommandAnswer, CommandContext } from "../command-context.ts";
import { dayNamed } from "./command-days.ts";
import { forgetButtons } from "./forgetting.ts";

interface ForgetDependencies {
  readonly home: Pick<Home, "info">;
  readonly erasures: Pick<ErasureStore, "ask" | "count" | "newestTurn">;
  /** Forgets single facts that fit the words; how to write the command when left out. */
  readonly forgetFact?: ((context: CommandContext, words: string) => CommandAnswer | Promise<CommandAnswer>) | undefined;
  /** ms since the epoch */
  readonly now: () => number;
}

/** What `/forget [today|last|conversation]` answers: a question, for what is forgotten does not come back. */
export function createForgetCommand({ home, erasures, forgetFact, now }: ForgetDependencies) {
  return (context: CommandContext, argument: string): CommandAnswer | Promise<CommandAnswer> => {
    const { catalogue, person, chat } = context;
    const words = argument.trim();
    const wanted = scopeOf(context, words.toLowerCase());
    if (wanted === "other") return forgetFact ? forgetFact(context, words) : catalogue.text("forget.usage");
    const count = wanted === "nothing" ? 0 : erasures.count(person.id, wanted, now());
    // of everything also what was learned goes, which nobody counts
    if (wanted === "nothing" || (count === 0 && wanted.kind !== "everything")) return catalogue.text("forget.nothing");
    const { channel, bot, chatId } = chat;
    const id = erasures.ask({ channel, bot, chatId, personId: person.id, scope: wanted, askedAt: now() });
    const text = [
      catalogue.text(`forget.ask-${wanted.kind}`, { count }),
      catalogue.text("forget.cannot-undo"),
      catalogue.text("forget.unreachable"),
    ];
    return { text: text.join("\n\n"), buttons: forgetButtons(id, catalogue) };
  };

  function scopeOf({ person, chat }: CommandContext, word: string): AskedScope | "nothing" | "other" {
    switch (word) {
      case "":
      case "everything":
        return { kind: "everything" };
      case "today": {
        const day = dayNamed("today", { now: now(), timeZone: home.info.timeZone });
        return day ? { kind: "day", from: day.from } : "nothing";
      }
      case "conversation":
      case "last": {
        const newest = erasures.newestTurn(chat, person.id);
        if (!newest) return "nothing";
        const { turnId, sessionId } = newest;
        return word === "last" ? { kind: "turn", turnId } : { kind: "conversation", sessionId };
      }
      default:
        return "other";
    }
  }
}
