import type { Hono } from "hono";
import { z } from "zod";
import type { Person } from "../../../agent/turn.ts";
import { findingText } from "../../../agent/wording/findings.ts";
import { capitalised, createPhrases } from "../../../agent/wording/phrases.ts";
import { isKind, isPersonal, isUrgent, KINDS, kindOfSubject, kindSubject } from "../../../attention/finding-kinds.ts";
import { LESS, type Notify, reasonOf, tells } from "../../../attention/notifier.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import type { Finding, FindingStore } from "../../../storage/turns/findings.ts";
import { bodyOf, type ConsoleEnv } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { Notifications } from "../wire-attention.ts";

export interface NotificationPorts {
  readonly notifications: {
    readonly store: Pick<
      FindingStore,
      "get" | "openNow" | "toldTo" | "preferences" | "prefer" | "unprefer" | "quietUntil" | "beQuiet" | "endQuiet"
    >;
    /** Danger is told of by name also where the entity is hidden. */
    readonly home: Pick<Home, "find">;
    readonly options: {
      readonly notify: Notify;
      readonly quietHours: string | undefined;
      readonly digestTime: string | undefined;
    };
  };
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
/** As long as `/quiet` takes: a week. */
const LONGEST_QUIET_MINUTES = 7 * 24 * 60;
/** Weeks of what a house tells. */
const MOST_TOLD = 50;

const choiceForm = z.strictObject({ subject: z.string().min(1).max(300), choice: z.enum(["all", "less", "never"]) });
const quietForm = z.strictObject({ minutes: z.int().min(0).max(LONGEST_QUIET_MINUTES) });

/** What is amiss and what people were told of it, and how they want to be told. For grown-ups of the house. */
export function routeNotifications(app: Hono<ConsoleEnv>, { notifications, now }: NotificationPorts): void {
  const { store, home, options } = notifications;

  app.get("/notifications", (context) => {
    const viewer = context.var.person;
    const isOwner = viewer.role === "owner";
    const { kindText, sentence, names, maySee } = wordsFor(viewer);
    const chosen = new Map(store.preferences(viewer.id).map(({ subject, factor }) => [subject, factor]));
    const isMuted = ({ key, kind }: Finding) => chosen.get(key) === 0 || chosen.get(kindSubject(kind)) === 0;
    const quietUntil = store.quietUntil(viewer.id);
    const { notify, quietHours, digestTime } = options;
    const answer: Notifications = {
      open: store
        .openNow()
        .filter((finding) => !isPersonal(finding) && maySee(finding))
        .map((finding) => ({
          id: finding.key,
          text: sentence(finding, now()),
          kind: kindText(finding.kind),
          since: finding.since,
          isMuted: isMuted(finding),
          isUrgent: isUrgent(finding.kind),
          entityIds: isOwner ? finding.entityIds : undefined,
        })),
      told: store.toldTo(viewer.id, MOST_TOLD).flatMap((row) => {
        const { id, key, kind, at, status, score } = row;
        const finding = store.get(key);
        if (!finding || !maySee(finding)) return [];
        // of a time before the present one only the names are kept
        const text = at >= finding.openedAt ? sentence(finding, at) : names(finding);
        const details = isOwner ? { score, entityIds: finding.entityIds } : undefined;
        return { id: String(id), at, status, text, kind: kindText(kind), why: reasonOf(row), details };
      }),
      kinds: Object.entries(KINDS).map(([kind, { level }]) => ({
        kind,
        text: kindText(kind),
        choice: choiceOf(chosen.get(kindSubject(kind))),
        isUrgent: isUrgent(kind),
        isTold: tells(notify, level),
      })),
      muted: [...chosen].flatMap(([subject, factor]) => {
        if (kindOfSubject(subject) !== undefined || factor === 1) return [];
        const finding = store.get(subject);
        const kind = kindText(finding?.kind ?? subject.split("/")[0] ?? subject);
        return { subject, kind, text: finding ? names(finding) : kind, choice: choiceOf(factor) };
      }),
      quietUntil: quietUntil > now() ? quietUntil : undefined,
      options: { notify, quietHours, digestTime },
    };
    return context.json(answer);
  });

  /** What is urgent is told, or is not: there is no less of it. */
  app.post("/notifications/choice", async (context) => {
    const { subject, choice } = await bodyOf(context, choiceForm);
    const { id } = context.var.person;
    const kind = kindOfSubject(subject);
    const isThere = kind === undefined ? store.get(subject) !== undefined : isKind(kind) && !(isUrgent(kind) && choice === "less");
    if (choice === "all") store.unprefer(id, subject);
    else if (isThere) store.prefer(id, subject, choice === "less" ? LESS : 0);
    else throw new Refusal("missing");
    return context.json({ ok: true });
  });

  app.post("/notifications/quiet", async (context) => {
    const { minutes } = await bodyOf(context, quietForm);
    const { id } = context.var.person;
    if (minutes === 0) store.endQuiet(id);
    else store.beQuiet(id, now() + minutes * MINUTE_MS);
    return context.json({ ok: true });
  });

  function wordsFor({ language, role }: Person) {
    const catalogue = catalogueFor(language);
    const phrases = createPhrases({ home, catalogue });
    return {
      kindText: (kind: string) => capitalised(catalogue.find(`finding.kind.${kind}`) ?? kind),
      sentence: (finding: Finding, at: number) => plainOf(findingText(finding, { home, catalogue, now: at })),
      names: ({ entityIds }: Finding) => plainOf(phrases.names(entityIds)),
      maySee: ({ entityIds }: Finding) => entityIds.every((entityId) => mayRead(entityId, role)),
    };
  }
}

function choiceOf(factor = 1): z.infer<typeof choiceForm>["choice"] {
  return factor === 0 ? "never" : factor < 1 ? "less" : "all";
}
