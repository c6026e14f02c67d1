import { isKind, isPersonal, isUrgent, KINDS, kindOfSubject, kindSubject } from "../../../attention/finding-kinds.ts";
import { LESS, type Notify, reasonOf, tells, type WhyTold } from "../../../attention/notifier.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import type { Finding, FindingStore, NotificationRow } from "../../../storage/turns/findings.ts";
import type { Person } from "../../turn.ts";
import { findingText } from "../../wording/findings.ts";
import { capitalised, createPhrases } from "../../wording/phrases.ts";

/** Weeks of what a house tells. */
const MOST_TOLD = 50;

interface NotificationsViewDependencies {
  readonly store: Pick<
    FindingStore,
    "get" | "openNow" | "toldTo" | "preferences" | "prefer" | "unprefer" | "quietUntil" | "beQuiet" | "endQuiet"
  >;
  readonly home: Pick<Home, "find">;
  readonly options: {
    readonly notify: Notify;
    readonly quietHours: string | undefined;
    readonly digestTime: string | undefined;
  };
  readonly now: () => number;
}

export const CHOICES = ["all", "less", "never"] as const;
export type Choice = (typeof CHOICES)[number];

/** Texts are Markdown. */
interface ShownFinding {
  readonly key: string;
  readonly text: string;
  readonly kindText: string;
  readonly since: number;
  readonly isMuted: boolean;
  readonly isUrgent: boolean;
  readonly entityIds: readonly string[];
}

interface ShownNotification extends Pick<NotificationRow, "id" | "at" | "status" | "score"> {
  readonly text: string;
  readonly kindText: string;
  readonly why: WhyTold;
  readonly entityIds: readonly string[];
}

export type NotificationsView = ReturnType<typeof createNotificationsView>;

/** What is amiss, what a person was told of it and why, and how they want to be told. For grown-ups of the house. */
export function createNotificationsView({ store, home, options, now }: NotificationsViewDependencies) {
  const choiceOf = (factor = 1): Choice => (factor === 0 ? "never" : factor < 1 ? "less" : "all");

  function wordsFor({ language, role }: Person) {
    const catalogue: Catalogue = catalogueFor(language);
    const phrases = createPhrases({ home, catalogue });
    return {
      kindText: (kind: string) => capitalised(catalogue.find(`finding.kind.${kind}`) ?? kind),
      sentence: (finding: Finding, at: number) => findingText(finding, { home, catalogue, now: at }),
      names: ({ entityIds }: Pick<Finding, "entityIds">) => phrases.names(entityIds),
      maySee: ({ entityIds }: Pick<Finding, "entityIds">) => entityIds.every((entityId) => mayRead(entityId, role)),
    };
  }

  return {
    options,
    quietUntil({ id }: Person): number | undefined {
      const until = store.quietUntil(id);
      return until > now() ? until : undefined;
    },
    open(viewer: Person): readonly ShownFinding[] {
      const { kindText, sentence, maySee } = wordsFor(viewer);
      const muted = new Set(store.preferences(viewer.id).flatMap(({ subject, factor }) => (factor === 0 ? subject : [])));
      return store
        .openNow()
        .filter((finding) => !isPersonal(finding) && maySee(finding))
        .map((finding) => {
          const { key, kind, since, entityIds } = finding;
          const isMuted = muted.has(key) || muted.has(kindSubject(kind));
          return { key, since, entityIds, isMuted, isUrgent: isUrgent(kind), text: sentence(finding, now()), kindText: kindText(kind) };
        });
    },
    /** The newest first. */
    told(viewer: Person): readonly ShownNotification[] {
      const { kindText, sentence, names, maySee } = wordsFor(viewer);
      return store.toldTo(viewer.id, MOST_TOLD).flatMap((row) => {
        const { id, key, kind, at, status, score } = row;
        const finding = store.get(key);
        if (!finding || !maySee(finding)) return [];
        // of a time before the present one only the names are kept
        const text = at >= finding.openedAt ? sentence(finding, at) : names(finding);
        return { id, at, status, score, text, kindText: kindText(kind), why: reasonOf(row), entityIds: finding.entityIds };
      });
    },
    kinds(viewer: Person) {
      const { kindText } = wordsFor(viewer);
      const chosen = new Map(store.preferences(viewer.id).map(({ subject, factor }) => [subject, factor]));
      return Object.entries(KINDS).map(([kind, { level }]) => ({
        kind,
        text: kindText(kind),
        choice: choiceOf(chosen.get(kindSubject(kind))),
        isUrgent: isUrgent(kind),
        isTold: tells(options.notify, level),
      }));
    },
    /** What they want to hear less of, or nothing, one by one. */
    muted(viewer: Person) {
      const { kindText, names } = wordsFor(viewer);
      return store.preferences(viewer.id).flatMap(({ subject, factor }) => {
        if (kindOfSubject(subject) !== undefined || factor === 1) return [];
        const finding = store.get(subject);
        const kind = kindText(finding?.kind ?? subject.split("/")[0] ?? subject);
        return { subject, kindText: kind, text: finding ? names(finding) : kind, choice: choiceOf(factor) };
      });
    },
    /** False for what is nothing to choose about: what is urgent is told, or is not. */
    choose({ id }: Person, subject: string, choice: Choice): boolean {
      const kind = kindOfSubject(subject);
      if (choice === "all") {
        store.unprefer(id, subject);
        return true;
      }
      const isThere = kind === undefined ? store.get(subject) !== undefined : isKind(kind) && !(isUrgent(kind) && choice === "less");
      if (isThere) store.prefer(id, subject, choice === "less" ? LESS : 0);
      return isThere;
    },
    /** For so long (ms) only danger is told; 0 ends that. */
    beQuiet({ id }: Person, ms: number): void {
      if (ms === 0) store.endQuiet(id);
      else store.beQuiet(id, now() + ms);
    },
  };
}
