import type { Chosen } from "../../agent/approvals/choice-desk.ts";
import { eventMessageId, type IncomingMessage, type Person } from "../../agent/turn.ts";
import { verbatim } from "../../agent/wording/phrases.ts";
import { nameOfRoutine } from "../../automations/routine.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { AutomationAskStore } from "../../storage/turns/automation-asks.ts";
import type { AutomationStore } from "../../storage/turns/automations.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";

interface AutomationAskOptions {
  readonly automations: Pick<AutomationStore, "asking">;
  readonly asks: AutomationAskStore;
  readonly outbox: Pick<OutboxStore, "add">;
  readonly home: Pick<Home, "info">;
  /** Who there is, and where each reads what nobody asked for. */
  readonly everybody: () => readonly Person[];
  readonly chatOf: (personId: string) => Chat | undefined;
  readonly begin: (message: IncomingMessage, chosen: Chosen) => void;
  /** Whether somebody may know that this automation runs. */
  readonly mayTell: (automation: object, person: Person) => boolean;
  /** Turns that one automation may begin on a day. */
  readonly most: number;
  readonly clock: () => number;
}

/** What an automation asks, with the run that asks it. */
interface Asked {
  readonly text: string;
  readonly contextId: string;
  readonly firedAt: number | undefined;
}

type Taken = "begun" | "too_many_today" | "no_consent" | "unknown_chat";

/**
 * Begins the turn that an automation of ours asks for: with the words that its person approved, for that person, in their chat. Undefined for what none of them
 * asks as it stands now. The count is on disk with the turn; the first that is too much on a day is told of.
 */
export function createAutomationAsk(options: AutomationAskOptions) {
  const { automations, asks, outbox, home, everybody, chatOf, begin, mayTell, most, clock } = options;

  return ({ text, contextId, firedAt }: Asked): Taken | undefined => {
    const made = automations.asking(text);
    const person = everybody().find(({ id }) => id === made?.personId);
    if (!made || !person) return undefined;
    const where = chatOf(person.id);
    if (!where) return "unknown_chat";
    if (!mayTell(made.automation, person)) return "no_consent";
    const at = clock();
    const day = homeTime(home.info.timeZone).iso(at).slice(0, 10);
    const { channel, bot, chatId } = where;
    const { answered, refused } = asks.on(made.id, day);
    if (answered >= most) {
      asks.refused(made.id, day);
      if (refused > 0) return "too_many_today";
      const told = catalogueFor(person.language).text("automation.asked-enough", { name: verbatim(nameOfRoutine(made)), count: most });
      const item = { channel, bot, chatId, turnId: made.turnId, kind: "notice", origin: "home" } as const;
      outbox.add({ ...item, text: told, onceKey: `asks/${made.id}/${day}`, at });
      return "too_many_today";
    }
    const sent = { sentAt: Math.min(firedAt ?? at, at), replyToMessageId: undefined, threadId: undefined };
    const message = { channel, bot, chatId, person, isPrivate: true, text, kind: "text", origin: "automation", ...sent } as const;
    const write = () => asks.answered(made.id, day);
    begin({ ...message, messageId: eventMessageId(contextId, text) }, { text, origin: "automation", write });
    return "begun";
  };
}
