import type { Chosen } from "../../agent/approvals/choice-desk.ts";
import { dayOfAsks } from "../../agent/automation-overview.ts";
import { type IncomingMessage, messageIdOfRun, type Person } from "../../agent/turn.ts";
import { verbatim } from "../../agent/wording/phrases.ts";
import { stepsIn } from "../../automations/intent.ts";
import { asAutomation, nameOfRoutine, routineOf } from "../../automations/routine.ts";
import { isOwnRoutineId } from "../../homeassistant/acting/own-routines.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { AutomationAskStore } from "../../storage/turns/automation-asks.ts";
import type { AutomationStore, AutomationVersion } from "../../storage/turns/automations.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import { createRateLimits } from "../../text/rate-limit.ts";

interface AutomationAskOptions {
  readonly automations: Pick<AutomationStore, "current">;
  readonly asks: AutomationAskStore;
  readonly outbox: Pick<OutboxStore, "add">;
  readonly home: Pick<Home, "info">;
  /** Who there is, and where each reads what nobody asked for. */
  readonly everybody: () => readonly Person[];
  readonly chatOf: (personId: string) => Chat | undefined;
  readonly begin: (message: IncomingMessage, chosen: Chosen) => void;
  /** Whether somebody may know that this automation runs. */
  readonly mayTell: (made: Pick<AutomationVersion, "kind" | "automation">, person: Person) => boolean;
  /** Turns that one automation may begin on a day. */
  readonly most: number;
  readonly transaction: (run: () => void) => void;
  readonly clock: () => number;
}

/** What an automation asks, with the run that asks it. */
interface Asked {
  /** The id of the automation, as the event has it. */
  readonly automation: unknown;
  /** The name of whoever is to be answered, as the event has it. */
  readonly person: string | undefined;
  readonly text: string;
  readonly contextId: string;
  readonly firedAt: number | undefined;
}

type Taken = "begun" | "unknown_automation" | "too_many" | "too_many_today" | "no_consent" | "unknown_chat";

/** More is an automation that starts itself: of those nothing is written. */
const MOST_PER_MINUTE = 6;
const MINUTE_MS = 60_000;

/**
 * Begins the turn that an automation of ours asks for: with the words that its person approved, for that person, in their chat. Undefined for events without the id
 * of one, and for what it does not ask as it stands now. The count is on disk with the turn; the first that is too much on a day is told of.
 */
export function createAutomationAsk(options: AutomationAskOptions) {
  const { automations, asks, outbox, home, everybody, chatOf, begin, mayTell, most, transaction, clock } = options;
  /** By the ids of what is known, so that there are no more than those. */
  const limits = createRateLimits({ most: MOST_PER_MINUTE, withinMs: MINUTE_MS });

  return ({ automation: id, person: name, text, contextId, firedAt }: Asked): Taken | undefined => {
    if (!isOwnRoutineId(id)) return undefined;
    const made = automations.current(id);
    const routine = made && routineOf(made.kind, made.automation);
    if (!routine) return "unknown_automation";
    const at = clock();
    if (limits.take(id, at) > 0) return "too_many";
    const steps = stepsIn(asAutomation(routine).actions);
    const isAsked = steps.some((step) => step.kind === "ask" && step.person === name && step.instruction === text);
    const person = everybody().find((one) => one.id === made.personId);
    if (!isAsked || !person) return undefined;
    const where = chatOf(person.id);
    if (!where) return "unknown_chat";
    if (!mayTell(made, person)) return "no_consent";
    const day = dayOfAsks(home, at);
    const { channel, bot, chatId } = where;
    const { answered, refused } = asks.on(id, day);
    if (answered >= most) {
      const told = catalogueFor(person.language).text("automation.asked-enough", { name: verbatim(nameOfRoutine(made)), count: most });
      const item = { channel, bot, chatId, turnId: made.turnId, kind: "notice", origin: "home" } as const;
      transaction(() => {
        asks.refused(id, day);
        if (refused === 0) outbox.add({ ...item, text: told, onceKey: `asks/${id}/${day}`, at });
      });
      return "too_many_today";
    }
    const sent = { sentAt: Math.min(firedAt ?? at, at), replyToMessageId: undefined, threadId: undefined };
    const message = { channel, bot, chatId, person, isPrivate: true, text, kind: "text", origin: "automation", ...sent } as const;
    const write = () => asks.answered(id, day);
    begin({ ...message, messageId: messageIdOfRun({ automationId: id, contextId }, text) }, { text, origin: "automation", write });
    return "begun";
  };
}
