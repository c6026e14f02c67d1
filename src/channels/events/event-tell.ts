import type { Person } from "../../agent/turn.ts";
import { verbatim } from "../../agent/wording/phrases.ts";
import { isOwnRoutineId } from "../../homeassistant/acting/own-routines.ts";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import { TELL_EVENT } from "../../security/routines/routine-calls.ts";
import type { AutomationStore, AutomationVersion } from "../../storage/turns/automations.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import { isRecord } from "../../text/is-record.ts";
import { createRateLimits } from "../../text/rate-limit.ts";
import { TELEGRAM } from "../telegram/telegram-incoming.ts";
import type { createEventAddress } from "./event-ask.ts";

/** As an automation's own text may have (automations/intent.ts); what is longer comes from elsewhere. */
const LONGEST_TEXT = 500;
/** Of each automation of ours, and of all others together: more is one that starts itself. */
const MOST_PER_MINUTE = 6;
const MINUTE_MS = 60_000;

interface EventTellOptions {
  readonly connection: Pick<HomeConnection, "subscribe">;
  readonly addressee: ReturnType<typeof createEventAddress>;
  readonly outbox: Pick<OutboxStore, "add">;
  readonly automations: Pick<AutomationStore, "current">;
  /** Whether somebody may be told what this automation tells. */
  readonly mayTell: (made: Pick<AutomationVersion, "kind" | "automation">, person: Person) => boolean;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Messages that automations have for a person: shown in their own chat, each event's once. They instruct nobody. */
export function createEventTell({ connection, addressee, outbox, automations, mayTell, clock, logger }: EventTellOptions) {
  const limits = createRateLimits({ most: MOST_PER_MINUTE, withinMs: MINUTE_MS });

  const refuse = (why: string) => logger.warn({ why }, `an event ${TELL_EVENT} was refused`);

  /** Why it is not told; undefined for what is. */
  const take = (event: unknown): string | undefined => {
    const data = isRecord(event) && isRecord(event["data"]) ? event["data"] : {};
    const { context, time_fired: firedAt } = isRecord(event) ? event : {};
    const run = isRecord(context) ? context["id"] : undefined;
    const { person, message, automation } = data;
    if (typeof person !== "string" || typeof message !== "string" || message.trim() === "" || message.length > LONGEST_TEXT)
      return "malformed";
    const now = clock();
    const made = isOwnRoutineId(automation) ? automations.current(automation) : undefined;
    if (limits.take(made?.id ?? "", now) > 0) return "too_many";
    const found = addressee({ person, chatId: undefined });
    if (found.kind === "nobody") return found.why;
    if (isOwnRoutineId(automation) && !made) return "unknown_automation";
    if (made && !mayTell(made, found.person)) return "no_consent";
    const text = catalogueFor(found.person.language).text("automation.told", { text: verbatim(message.trim()) });
    // what somebody asked for is forgotten with their message
    const turnId = made?.turnId;
    const chat = { channel: TELEGRAM, bot: found.bot, chatId: found.chatId };
    outbox.add({ ...chat, turnId, kind: "notice", origin: "outside", text, onceKey: `tell:${run}:${firedAt}`, at: now });
    return undefined;
  };

  return {
    attach: (): Disposable =>
      connection.subscribe<unknown>({ type: "subscribe_events", event_type: TELL_EVENT }, (event) => {
        try {
          const why = take(event);
          if (why) refuse(why);
        } catch (error) {
          logger.error({ err: error }, "a message of an automation could not be written down");
        }
      }),
  };
}
