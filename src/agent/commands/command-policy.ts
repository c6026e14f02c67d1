import { createHash } from "node:crypto";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { isOwnerDecision, type OwnerDecision } from "../../security/effects/familiar.ts";
import type { AssistantDatabase } from "../../storage/database.ts";
import type { Button, OutboxStore } from "../../storage/turns/outbox.ts";
import type { DecidedEntity, EntityDecisions } from "../approvals/entity-decisions.ts";
import type { CommandAnswer, CommandContext } from "../command-context.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { oneLine } from "../wording/one-line.ts";
import { verbatim } from "../wording/verbatim.ts";

/** Devices on one page, three buttons each. */
const ROWS = 6;
const LONGEST_NAME = 60;

/** `d:<page>:<device>:<decision>` decides and shows the page again; `d:<page>` turns to it. The device is a digest of its entity id. */
const DATA = /^d:(\d{1,4})(?::([\w-]{12}):(\w{1,5}))?$/;

interface PolicyCommandDependencies {
  readonly decisions: Pick<EntityDecisions, "list" | "decide">;
  readonly database: Pick<AssistantDatabase, "transaction">;
  readonly outbox: Pick<OutboxStore, "add" | "ofMessage">;
  readonly wakeDelivery: () => void;
  /** ms since the epoch */
  readonly now: () => number;
}

export type PolicyCommand = ReturnType<typeof createPolicyCommand>;

/** `/policy`: the devices that no fact tells about, what an owner decided about each, and buttons that change it. For owners, in private. */
export function createPolicyCommand({ decisions, database, outbox, wakeDelivery, now }: PolicyCommandDependencies) {
  return {
    run({ person, isPrivate, catalogue }: Pick<CommandContext, "person" | "isPrivate" | "catalogue">): CommandAnswer {
      if (person.role !== "owner") return catalogue.text("policy.owners-only");
      return isPrivate ? pageOf(decisions.list(), 0, catalogue) : catalogue.text("policy.in-private");
    },

    /** Answers a press on a button under the list; undefined for every other button. */
    press({ channel, bot, chatId, messageId, data, person, isPrivate }: ButtonPress): PressReply | undefined {
      const [, page, device, decision] = DATA.exec(data) ?? [];
      if (page === undefined) return undefined;
      const catalogue = catalogueFor(person?.language ?? "en");
      const unknown = { toast: catalogue.text("toast.unknown"), taken: false };
      if (person?.role !== "owner" || !isPrivate) return unknown;
      const before = decisions.list();
      const entity = before.find(({ entityId }) => digestOf(entityId) === device);
      if (decision !== undefined && (!entity || !isOwnerDecision(decision))) return unknown;
      const chat = { channel, bot, chatId };
      const turnId = outbox.ofMessage(chat, messageId)?.turnId;
      database.transaction(() => {
        if (entity && isOwnerDecision(decision)) decisions.decide([entity.entityId], decision, person);
        // in the order in which it was shown, so that nothing moves under a finger
        const after = new Map(decisions.list().map((one) => [one.entityId, one]));
        const rows = before.flatMap(({ entityId }) => after.get(entityId) ?? []);
        outbox.add({
          ...chat,
          ...pageOf(rows, Number(page), catalogue),
          origin: "home",
          turnId,
          kind: "edit",
          editMessageId: messageId,
          at: now(),
        });
      });
      wakeDelivery();
      return { toast: catalogue.text("toast.yes"), taken: true };
    },
  };
}

function pageOf(entities: readonly DecidedEntity[], wanted: number, catalogue: Catalogue) {
  const pages = Math.max(1, Math.ceil(entities.length / ROWS));
  const page = Math.min(wanted, pages - 1);
  const shown = entities.slice(page * ROWS, (page + 1) * ROWS);
  const waiting = entities.filter(({ decision }) => decision === undefined).length;
  const head = waiting > 0 ? catalogue.text("policy.waiting", { count: waiting }) : catalogue.text("policy.nothing-waits");
  const lines = shown.map((entity, index) => `${index + 1}. ${lineOf(entity, catalogue)}`);
  const turn = (to: number, key: "button.back" | "button.more") =>
    to >= 0 && to < pages ? [{ label: catalogue.text(key), data: `d:${to}` }] : [];
  const buttons: (readonly Button[])[] = shown.map(({ entityId }, index) =>
    (["fine", "ask", "never"] as const).map((decision) => ({
      label: catalogue.text(`button.policy-${decision}`, { number: index + 1 }),
      data: `d:${page}:${digestOf(entityId)}:${decision satisfies OwnerDecision}`,
    })),
  );
  const turning = [...turn(page - 1, "button.back"), ...turn(page + 1, "button.more")];
  return { text: [head, "", ...lines].join("\n").trimEnd(), buttons: turning.length > 0 ? [...buttons, turning] : buttons };
}

function lineOf({ name, area, decision, by, isPlug }: DecidedEntity, catalogue: Catalogue): string {
  const place = area === undefined ? "" : ` (${verbatim(oneLine(area, LONGEST_NAME))})`;
  const said =
    decision === undefined
      ? catalogue.text(isPlug ? "policy.undecided-plug" : "policy.undecided")
      : catalogue.text(`policy.decided-${decision}`, { name: verbatim(by ?? "") });
  return `**${verbatim(oneLine(name, LONGEST_NAME))}**${place}: ${said}`;
}

function digestOf(entityId: string): string {
  return createHash("sha256").update(entityId).digest("base64url").slice(0, 12);
}
