import { createHash } from "node:crypto";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { isOwnerDecision, type OwnerDecision } from "../../security/effects/action-facts.ts";
import type { Chat } from "../../storage/chat.ts";
import type { AssistantDatabase } from "../../storage/database.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import type { DecidedEntity, EntityDecisions } from "../approvals/entity-decisions.ts";
import {
  type CommandAnswer,
  type CommandContext,
  createPressEditor,
  type PressEditorDependencies,
  tellOnce,
  toasterFor,
} from "../command.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { oneLine, verbatim } from "../wording/phrases.ts";

const ROWS = 6;
const LONGEST_NAME = 60;

/** `d:<page>:<device>:<decision>` decides and shows the page again; `d:<page>` turns to it. The device is a digest of its entity id. */
const DATA = /^d:(\d{1,4})(?::([\w-]{12}):(\w{1,5}))?$/;

/** `n:<device>:<decision>` decides about the device of a card, or leaves it for later, and shows the next; `n:start` shows the first. */
const CARD = /^n:(start|[\w-]{12})(?::(fine|ask|never|later))?$/;

interface PolicyCommandDependencies extends PressEditorDependencies {
  readonly decisions: Pick<EntityDecisions, "list" | "decide">;
  readonly database: Pick<AssistantDatabase, "transaction">;
}

export type PolicyCommand = ReturnType<typeof createPolicyCommand>;

/** `/policy`: the devices that no fact tells about, what an owner decided about each, and buttons that change it. For owners, in private. */
export function createPolicyCommand({ decisions, database, outbox, now }: PolicyCommandDependencies) {
  const edit = createPressEditor({ outbox, now });
  return {
    run({ person, isPrivate, catalogue }: Pick<CommandContext, "person" | "isPrivate" | "catalogue">): CommandAnswer {
      if (person.role !== "owner") return catalogue.text("policy.owners-only");
      return isPrivate ? pageOf(decisions.list(), 0, catalogue) : catalogue.text("policy.in-private");
    },

    /** Tells owners once in each of these chats that devices wait for a decision, and begins to go through them. False if nobody was there to be told. */
    introduce(chats: readonly Chat[], catalogue: Catalogue): boolean {
      const waiting = decisions.list().filter(isWaiting);
      if (waiting.length === 0) return true;
      const { text, buttons } = cardOf(waiting, undefined, catalogue);
      const head = catalogue.text("policy.waiting", { count: waiting.length });
      tellOnce(outbox, chats, { key: "devices", text: `${head}\n\n${text}`, buttons, at: now() });
      return chats.length > 0;
    },

    /** Answers a press on a button under the list or a card; undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const [, card, choice] = CARD.exec(press.data) ?? [];
      const [, page, device, decision] = DATA.exec(press.data) ?? [];
      if (page === undefined && card === undefined) return undefined;
      const { person, isPrivate } = press;
      const toast = toasterFor(person);
      if (person?.role !== "owner" || !isPrivate) return toast("toast.unknown");
      const catalogue = catalogueFor(person.language);
      const before = decisions.list();
      const entity = before.find(({ entityId }) => digestOf(entityId) === (device ?? card));
      const decided = decision ?? (choice === "later" ? undefined : choice);
      if (decided !== undefined && (!entity || !isOwnerDecision(decided))) return toast("toast.unknown");
      database.transaction(() => {
        if (entity && isOwnerDecision(decided)) decisions.decide([entity.entityId], decided, person);
        // in the order in which it was shown, so that nothing moves under a finger
        const after = new Map(decisions.list().map((one) => [one.entityId, one]));
        const rows = before.flatMap(({ entityId }) => after.get(entityId) ?? []);
        edit(press, page === undefined ? cardOf(rows, entity?.entityId, catalogue) : pageOf(rows, Number(page), catalogue));
      });
      return toast("toast.yes", {}, true);
    },
  };
}

function isWaiting({ decision }: DecidedEntity): boolean {
  return decision === undefined;
}

/** The next device that waits, behind the one that was shown last, with what can be decided. */
function cardOf(entities: readonly DecidedEntity[], last: string | undefined, catalogue: Catalogue) {
  const behind = entities.slice(entities.findIndex(({ entityId }) => entityId === last) + 1);
  const next = behind.find(isWaiting);
  if (!next) {
    const count = entities.filter(isWaiting).length;
    return { text: count === 0 ? catalogue.text("policy.nothing-waits") : catalogue.text("policy.left", { count }), buttons: [] };
  }
  const data = (choice: OwnerDecision | "later") => `n:${digestOf(next.entityId)}:${choice}`;
  const button = (choice: OwnerDecision) => ({ label: catalogue.text(`button.decide-${choice}`), data: data(choice) });
  return {
    text: catalogue.text(next.isPlug ? "question.undecided-outlet" : "question.undecided", { names: nameOf(next), count: 1 }),
    buttons: [
      [button("fine"), button("ask")],
      [button("never"), { label: catalogue.text("button.later"), data: data("later") }],
    ],
  };
}

function pageOf(entities: readonly DecidedEntity[], wanted: number, catalogue: Catalogue) {
  const pages = Math.max(1, Math.ceil(entities.length / ROWS));
  const page = Math.min(wanted, pages - 1);
  const shown = entities.slice(page * ROWS, (page + 1) * ROWS);
  const waiting = entities.filter(isWaiting).length;
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
  const each = waiting > 0 ? [{ label: catalogue.text("button.policy-each"), data: "n:start" }] : [];
  const turning = [...turn(page - 1, "button.back"), ...each, ...turn(page + 1, "button.more")];
  return { text: [head, "", ...lines].join("\n").trimEnd(), buttons: turning.length > 0 ? [...buttons, turning] : buttons };
}

function lineOf(entity: DecidedEntity, catalogue: Catalogue): string {
  const { decision, by = "", isPlug } = entity;
  const said =
    decision === undefined
      ? catalogue.text(isPlug ? "policy.undecided-plug" : "policy.undecided")
      : catalogue.text(`policy.decided-${decision}`, { name: verbatim(by) });
  return `${nameOf(entity)}: ${said}`;
}

function nameOf({ name, area }: DecidedEntity): string {
  const place = area === undefined ? "" : ` (${verbatim(oneLine(area, LONGEST_NAME))})`;
  return `**${verbatim(oneLine(name, LONGEST_NAME))}**${place}`;
}

function digestOf(entityId: string): string {
  return createHash("sha256").update(entityId).digest("base64url").slice(0, 12);
}
