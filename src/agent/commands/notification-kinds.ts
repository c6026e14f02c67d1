import { isKind, isUrgent, KINDS, kindSubject } from "../../attention/finding-kinds.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { isGrownUp } from "../../security/policy/policy-input.ts";
import type { FindingStore } from "../../storage/turns/findings.ts";
import { type CommandAnswer, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import type { ButtonPress, PressReply } from "../turn.ts";

/** `n:kinds` shows the kinds, `n:kind:<kind>` switches one off or on, `n:off:<kind>` one that its person was warned about. */
const DATA = /^n:(?:kinds|(kind|off):([a-z-]{1,40}))$/;

interface NotificationKindsDependencies extends PressEditorDependencies {
  readonly store: Pick<FindingStore, "preferences" | "prefer" | "unprefer">;
}

export function kindsButton(catalogue: Catalogue) {
  return { label: catalogue.text("button.finding-kinds"), data: "n:kinds" };
}

/** Which kinds of findings a person wants to be told of, each switched by its button; also before the first of its kind. */
export function createNotificationKinds({ store, outbox, now }: NotificationKindsDependencies) {
  const edit = createPressEditor({ outbox, now });

  function view(personId: string, catalogue: Catalogue): CommandAnswer {
    const off = new Set(store.preferences(personId).flatMap(({ subject, factor }) => (factor === 0 ? subject : [])));
    const buttons = Object.keys(KINDS).map((kind) => {
      const text = catalogue.find(`finding.kind.${kind}`) ?? kind;
      return [{ label: `${off.has(kindSubject(kind)) ? "✗" : "✓"} ${text}`, data: `n:kind:${kind}` }];
    });
    return { text: catalogue.text("notifications.kinds"), buttons };
  }

  /** What is urgent is switched off on purpose only. */
  function warning(kind: string, catalogue: Catalogue): CommandAnswer {
    const text = catalogue.text("notifications.urgent-off", { kind: catalogue.find(`finding.kind.${kind}`) ?? kind });
    return {
      text,
      buttons: [
        [
          { label: catalogue.text("button.finding-keep"), data: "n:kinds" },
          { label: catalogue.text("button.finding-never"), data: `n:off:${kind}` },
        ],
      ],
    };
  }

  return {
    /** Answers a press on a button of its own; undefined for every other. */
    press(press: ButtonPress): PressReply | undefined {
      const match = DATA.exec(press.data);
      if (!match) return undefined;
      const { person } = press;
      const toast = toasterFor(person);
      const [, what, kind] = match;
      if (!person || !isGrownUp(person.role)) return toast("toast.unknown");
      const catalogue = catalogueFor(person.language);
      if (kind !== undefined) {
        if (!isKind(kind)) return toast("toast.unknown");
        const subject = kindSubject(kind);
        const isOff = store.preferences(person.id).some((one) => one.subject === subject && one.factor === 0);
        if (what === "kind" && !isOff && isUrgent(kind)) {
          edit(press, warning(kind, catalogue));
          return toast("toast.finding-kinds", {}, true);
        }
        if (what === "kind" && isOff) store.unprefer(person.id, subject);
        else store.prefer(person.id, subject, 0);
      }
      edit(press, view(person.id, catalogue));
      return toast("toast.finding-kinds", {}, true);
    },
  };
}
