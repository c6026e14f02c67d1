import { createHash } from "node:crypto";
import { isPersonal, isUrgent, kindOfSubject, kindSubject } from "../../attention/finding-kinds.ts";
import { LESS } from "../../attention/notifier.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { spokenIn } from "../../recognition/spoken.ts";
import { isGrownUp } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Finding, FindingStore } from "../../storage/turns/findings.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import { type CommandAnswer, type CommandContext, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import type { ButtonPress, Person, PressReply } from "../turn.ts";
import { findingOrigin, findingText } from "../wording/findings.ts";
import { verbatim } from "../wording/phrases.ts";
import { createNotificationKinds, kindsButton } from "./notification-kinds.ts";
import type { PresenceQuestions } from "./presence-questions.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** "2h", "1.5h", "90m", "30": minutes where no unit stands. */
const DURATION = /^(\d{1,4}(?:[.,]\d)?)\s?(h|m|min)?$/;
const LONGEST_QUIET_MS = 7 * 24 * HOUR_MS;
/** `n:<notification>:<what>`; `open` shows one of several by itself. */
const DATA = /^n:(\d{1,12}):(open|done|mute|never|keep|less|why|yes|no)$/;
/** `n:again:<digest of the subject>`: a subject may be longer than a button's data. */
const AGAIN = /^n:again:([\w-]{12})$/;
const DIGEST_LENGTH = 12;
/** Nobody reads through more. */
const MOST_BUTTONS = 12;
/** Numbers side by side on a phone. */
const ROW = 4;

interface NotificationsDependencies extends PressEditorDependencies {
  readonly store: Pick<
    FindingStore,
    | "get"
    | "openNow"
    | "notification"
    | "answered"
    | "lastOf"
    | "preferences"
    | "prefer"
    | "unprefer"
    | "reset"
    | "quietUntil"
    | "beQuiet"
    | "endQuiet"
  >;
  readonly home: Pick<Home, "find">;
  /** A time (ms) after "until" or "since". */
  readonly bound: (catalogue: Catalogue, at: number) => string;
  /** Whom a person lets be told when they come and go. */
  readonly standing: PresenceQuestions["standing"];
  /** What a choice is about that is about no finding; undefined for every other. */
  readonly otherSubject: (subject: string, catalogue: Catalogue) => string | undefined;
}

export type NotificationCommands = ReturnType<typeof createNotificationCommands>;

function kindText(kind: string, catalogue: Catalogue): string | undefined {
  return catalogue.find(`finding.kind.${kind}`);
}

/** Lines about findings, and the buttons for them. */
export interface Listed {
  readonly lines: readonly string[];
  readonly buttons: readonly (readonly Button[])[];
  readonly origin: Origin;
}

function digestOf(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url").slice(0, DIGEST_LENGTH);
}

function buttonOf(id: number, catalogue: Catalogue) {
  return (label: MessageKey, what: string) => ({ label: catalogue.text(label), data: `n:${id}:${what}` });
}

/** In ms; NaN for what is no length. */
function lengthOf(said: string, language: string): number {
  const [, count, unit] = DURATION.exec(said) ?? [];
  if (count !== undefined) return Number(count.replace(",", ".")) * (unit === "h" ? HOUR_MS : MINUTE_MS);
  const length = spokenIn(language)?.times.duration(said);
  return length?.rest === "" ? length.ms : Number.NaN;
}

/** Under what was told unasked. */
export function notificationButtons(id: number, { kind }: Pick<Finding, "kind">, catalogue: Catalogue) {
  const button = buttonOf(id, catalogue);
  return [
    [button("button.finding-done", "done"), button("button.finding-mute", "mute")],
    [...(isUrgent(kind) ? [] : [button("button.finding-less", "less")]), button("button.finding-why", "why")],
  ];
}

/** Under the question whether something urgent is never to be told again. */
function muteButtons(id: number, catalogue: Catalogue) {
  const button = buttonOf(id, catalogue);
  return [[button("button.finding-keep", "keep"), button("button.finding-never", "never")]];
}

/** Under the first of what no fact tells to be wanted. */
export function offerButtons(id: number, catalogue: Catalogue) {
  const button = buttonOf(id, catalogue);
  return [[button("button.yes", "yes"), button("button.finding-no", "no")]];
}

/** What `/notifications` and `/quiet` answer, and what the buttons under notifications do. */
export function createNotificationCommands({ store, home, bound, standing, otherSubject, outbox, now }: NotificationsDependencies) {
  const edit = createPressEditor({ outbox, now });
  const kinds = createNotificationKinds({ store, outbox, now });

  function subjectText(subject: string, catalogue: Catalogue): string {
    const kind = kindOfSubject(subject);
    if (kind !== undefined) return kindText(kind, catalogue) ?? subject;
    const finding = store.get(subject);
    if (finding) return findingText(finding, { home, catalogue, now: finding.closedAt ?? now() });
    return otherSubject(subject, catalogue) ?? verbatim(subject);
  }

  /** Findings that a person may read of in a list. */
  function readable<Some extends Pick<Finding, "kind" | "entityIds">>(
    found: readonly Some[],
    { role }: Pick<Person, "role">,
  ): readonly Some[] {
    return isGrownUp(role) ? found.filter((one) => !isPersonal(one) && one.entityIds.every((entityId) => mayRead(entityId, role))) : [];
  }

  /** A line for each finding, and for each that was told or held a button that shows it by itself. */
  function listed(found: readonly Finding[], person: Pick<Person, "id">, catalogue: Catalogue): Listed {
    const shown = found.slice(0, MOST_BUTTONS).flatMap(({ key, openedAt }, index) => {
      const row = store.lastOf(person.id, key, openedAt);
      return row ? { label: `🔔 ${index + 1}`, data: `n:${row.id}:open` } : [];
    });
    return {
      origin: findingOrigin(...found),
      lines: found.map((finding, index) => `${index + 1}. ${findingText(finding, { home, catalogue, now: now() })}`),
      buttons:
        shown.length > 0 ? [shown.slice(0, ROW), shown.slice(ROW, 2 * ROW), shown.slice(2 * ROW)].filter((row) => row.length > 0) : [],
    };
  }

  function openText(open: readonly Finding[], catalogue: Catalogue): string {
    if (open.length === 0) return catalogue.text("notifications.none-open");
    const lines = open.map((finding) => `- ${findingText(finding, { home, catalogue, now: now() })}`);
    return [catalogue.text("notifications.open"), ...lines].join("\n");
  }

  /** What is amiss, and how the person wants to be told, each with a button that takes it back. */
  function overview(person: Pick<Person, "id" | "role">, catalogue: Catalogue): Exclude<CommandAnswer, string> {
    const open = readable(store.openNow(), person);
    const chosen = store.preferences(person.id).filter(({ factor }) => factor !== 1);
    const until = store.quietUntil(person.id);
    const lines = [
      openText(open, catalogue),
      ...(until > now() ? [catalogue.text("notifications.quiet-until", { time: bound(catalogue, until) })] : []),
      ...chosen.map(
        ({ subject, factor }, index) =>
          `${index + 1}. ${catalogue.text(factor === 0 ? "notifications.muted" : "notifications.less", { what: subjectText(subject, catalogue) })}`,
      ),
      ...(chosen.length > 0 ? ["", catalogue.text("notifications.how-reset")] : []),
    ];
    const buttons = chosen
      .slice(0, MOST_BUTTONS)
      .map(({ subject }, index) => [
        { label: catalogue.text("button.finding-again", { number: index + 1 }), data: `n:again:${digestOf(subject)}` },
      ]);
    const origin = findingOrigin(...open, ...chosen.flatMap(({ subject }) => store.get(subject) ?? []));
    return { text: lines.join("\n"), buttons: [...buttons, [kindsButton(catalogue)]], origin };
  }

  function again(press: ButtonPress, digest: string): PressReply {
    const { person } = press;
    const toast = toasterFor(person);
    const chosen = person && store.preferences(person.id).find(({ subject }) => digestOf(subject) === digest);
    if (!person || !chosen) return toast("toast.unknown");
    store.unprefer(person.id, chosen.subject);
    edit(press, overview(person, catalogueFor(person.language)));
    return toast("toast.finding-again", {}, true);
  }

  return {
    readable,
    listed,
    /** What is open now, as far as a person may read of it. */
    openFor: (person: Pick<Person, "id" | "role">, catalogue: Catalogue): Listed =>
      listed(readable(store.openNow(), person), person, catalogue),

    notifications({ person, catalogue, isPrivate }: CommandContext, argument: string): CommandAnswer {
      // who is told what, and who may be told of whom, is nobody else's business
      const given = isPrivate ? standing(person.id, catalogue) : undefined;
      if (!isGrownUp(person.role)) return given ?? catalogue.text("notifications.grown-ups");
      if (argument.trim() === "reset") {
        store.reset(person.id);
        return catalogue.text("notifications.reset");
      }
      if (!isPrivate) {
        const open = readable(store.openNow(), person);
        return {
          text: [openText(open, catalogue), catalogue.text("notifications.in-private")].join("\n"),
          buttons: [],
          origin: findingOrigin(...open),
        };
      }
      const own = overview(person, catalogue);
      return given ? { ...own, text: `${own.text}\n${given.text}`, buttons: [...own.buttons, ...given.buttons] } : own;
    },

    quiet({ person, catalogue }: CommandContext, argument: string): CommandAnswer {
      const said = argument.trim().toLowerCase();
      if (said === "off") {
        store.endQuiet(person.id);
        return catalogue.text("notifications.quiet-over");
      }
      const ms = lengthOf(said, catalogue.language);
      if (!(ms > 0 && ms <= LONGEST_QUIET_MS)) return catalogue.text("notifications.quiet-usage");
      store.beQuiet(person.id, now() + ms);
      return catalogue.text("notifications.quiet-until", { time: bound(catalogue, now() + ms) });
    },

    /** Answers a press on a button under a notification; undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const [, digest] = AGAIN.exec(press.data) ?? [];
      if (digest !== undefined) return again(press, digest);
      const [, id, what] = DATA.exec(press.data) ?? [];
      if (id === undefined) return kinds.press(press);
      const { person } = press;
      const toast = toasterFor(person);
      const told = store.notification(Number(id));
      const finding = told && store.get(told.key);
      if (!told || !finding || told.personId !== person?.id) return toast("toast.unknown");
      const catalogue = catalogueFor(person.language);
      const text = findingText(finding, { home, catalogue, now: finding.closedAt ?? now() });
      const origin = findingOrigin(finding);
      const becomes = (said: MessageKey) => edit(press, { text: catalogue.text(said, { text }), buttons: [], origin });
      if (what === "open") {
        const { channel, bot, chatId } = press;
        const onceKey = `finding/${told.id}/${press.messageId}`;
        const buttons = notificationButtons(told.id, finding, catalogue);
        outbox.add({
          channel,
          bot,
          chatId,
          kind: "notice",
          origin,
          text: `🔔 ${text}`,
          buttons,
          onceKey,
          at: now(),
        });
        return toast("toast.finding-shown", {}, true);
      }
      if (what === "mute" && isUrgent(finding.kind)) {
        edit(press, { text: catalogue.text("finding.mute-urgent", { text }), buttons: muteButtons(told.id, catalogue), origin });
        return toast("toast.finding-shown", {}, true);
      }
      if (what === "keep") {
        edit(press, { text, buttons: notificationButtons(told.id, finding, catalogue), origin });
        return toast("toast.finding-again", {}, true);
      }
      if (what !== "why") store.answered(told.id);
      switch (what) {
        case "mute":
        case "never":
          store.prefer(person.id, finding.key, 0);
          becomes("finding.muted");
          return toast("toast.finding-muted", {}, true);
        case "yes":
        case "no":
          store.prefer(person.id, finding.key, what === "yes" ? 1 : 0);
          becomes(what === "yes" ? "finding.offer-yes" : "finding.offer-no");
          return toast("toast.planned-done", {}, true);
        case "less": {
          const subject = kindSubject(finding.kind);
          const factor = store.preferences(person.id).find((one) => one.subject === subject)?.factor ?? 1;
          store.prefer(person.id, subject, factor * LESS);
          becomes("finding.lessened");
          return toast("toast.finding-less", {}, true);
        }
        case "why": {
          const kind = kindText(finding.kind, catalogue) ?? "";
          edit(press, {
            text: catalogue.text("finding.why", { text, kind, since: bound(catalogue, finding.since) }),
            buttons: notificationButtons(told.id, finding, catalogue),
            origin,
          });
          return toast("toast.finding-why", {}, true);
        }
        default:
          becomes("planned.seen");
          return toast("toast.planned-done", {}, true);
      }
    },
  };
}
