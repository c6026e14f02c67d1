import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { PresenceConsent, PresenceConsentStore } from "../../storage/turns/presence-consents.ts";
import { type CommandAnswer, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { verbatim } from "../wording/phrases.ts";

/** `w:<consent>:<answer>`; `end` takes a standing one back. */
const DATA = /^w:(\d{1,12}):(always|once|no|end)$/;

const SAID = { always: "presence.said-always", once: "presence.said-once", no: "presence.said-no" } as const;

interface PresenceQuestionsDependencies extends PressEditorDependencies {
  readonly store: Pick<PresenceConsentStore, "get" | "answer" | "revoke" | "standingOf">;
  readonly nameOf: (personId: string) => string;
  /** It was answered; in the transaction that says so. */
  readonly answered: (consent: PresenceConsent, isAllowed: boolean) => void;
  readonly transaction: <Result>(run: () => Result) => Result;
}

export type PresenceQuestions = ReturnType<typeof createPresenceQuestions>;

/** Under the question whether somebody may be told when its reader comes and goes; what is told each time is no matter of once. */
export function presenceButtons({ id }: Pick<PresenceConsent, "id">, isEach: boolean, catalogue: Catalogue) {
  const button = (label: MessageKey, what: string) => ({ label: catalogue.text(label), data: `w:${id}:${what}` });
  const once = isEach ? [] : [button("button.presence-once", "once")];
  return [[button("button.presence-always", "always"), ...once], [button("button.presence-no", "no")]];
}

/** Answers to the question whether somebody may be told when one comes and goes, and the list of those that were given for good. */
export function createPresenceQuestions({ store, nameOf, answered, transaction, outbox, now }: PresenceQuestionsDependencies) {
  const edit = createPressEditor({ outbox, now });

  /** Whom a person lets be told until they take it back, each with a button for that; undefined where nobody is. */
  function standing(personId: string, catalogue: Catalogue): Exclude<CommandAnswer, string> | undefined {
    const given = store.standingOf(personId);
    if (given.length === 0) return undefined;
    const named = given.map(({ id, watcherId }) => ({ id, name: nameOf(watcherId) }));
    return {
      text: catalogue.text("presence.standing", { names: catalogue.list(named.map(({ name }) => verbatim(name))) }),
      buttons: named.map(({ id, name }) => [{ label: catalogue.text("button.presence-end", { name }), data: `w:${id}:end` }]),
    };
  }

  return {
    standing,
    /** Undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const [, id, what] = DATA.exec(press.data) ?? [];
      if (id === undefined) return undefined;
      const { person } = press;
      const toast = toasterFor(person);
      const consent = store.get(Number(id));
      if (!consent || !person || consent.watchedId !== person.id) return toast("toast.unknown");
      const catalogue = catalogueFor(person.language);
      const name = verbatim(nameOf(consent.watcherId));
      if (what === "end") {
        store.revoke(consent.id, person.id);
        edit(press, standing(person.id, catalogue) ?? catalogue.text("presence.ended", { name }));
        return toast("toast.presence-ended", {}, true);
      }
      const status = what as "always" | "once" | "no";
      const isNew = transaction(() => {
        const isAnswered = store.answer(consent.id, status, now());
        if (isAnswered) answered(consent, status !== "no");
        return isAnswered;
      });
      if (!isNew) return toast("toast.answered");
      edit(press, catalogue.text(SAID[status], { name }));
      return toast("toast.presence-answered", {}, true);
    },
  };
}
