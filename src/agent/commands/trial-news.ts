import type { TrialNews } from "../../automations/trials.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { isGrownUp } from "../../security/policy/policy-input.ts";
import type { AutomationTrial, AutomationTrialStore } from "../../storage/turns/automation-trials.ts";
import type { AutomationStore } from "../../storage/turns/automations.ts";
import { mine } from "../automation-numbers.ts";
import { createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import { type ButtonPress, messageOfPress, type Person, type PressReply, type Turns } from "../turn.ts";
import { createMomentWords } from "../wording/moments.ts";
import { verbatim } from "../wording/phrases.ts";

/** `k:<automation>:<what>` */
const DATA = /^k:(hpa_[\da-f]{16}):(keep|stop)$/;

interface TrialPressesDependencies extends PressEditorDependencies {
  readonly store: Pick<AutomationTrialStore, "get" | "stop" | "drop">;
  readonly automations: Pick<AutomationStore, "latest">;
  readonly nameOf: (automationId: string) => string;
  readonly transaction: <Result>(run: () => Result) => Result;
  readonly receive: Turns["receive"];
  /** A trial was ended. */
  readonly changed: () => void;
}

/** What somebody is told of a trial, with what they may do about it. Markdown. */
export function trialNews(
  { kind, trial: { id, runs, ranAt, endsAt }, name }: TrialNews,
  catalogue: Catalogue,
  { home, now }: { readonly home: Pick<Home, "info">; readonly now: number },
) {
  const { timeZone } = home.info;
  const { moment } = createMomentWords({ catalogue, time: homeTime(timeZone), timeZone, now });
  const parameters = { name: verbatim(name), runs, when: moment(ranAt), until: moment(endsAt) };
  const keep = { label: catalogue.text("button.trial-keep"), data: `k:${id}:keep` };
  const stop = { label: catalogue.text("button.trial-stop"), data: `k:${id}:stop` };
  return {
    text: catalogue.text(kind === "ran" ? "automation.trial.ran" : "automation.trial.over", parameters),
    buttons: [kind === "ran" ? [keep, stop] : [keep]],
  };
}

/** Keeps or ends an automation on trial. One that is over, and of others than owners also one that runs, is switched on by a message like any other. */
export function createTrialPresses(deps: TrialPressesDependencies) {
  const { store, automations, nameOf, transaction, receive, changed, outbox, now } = deps;
  const edit = createPressEditor({ outbox, now });

  /** Who has it on trial, and who may change it otherwise. */
  const numberOf = (id: string, person: Person) => mine(automations.latest(), person).find(({ version }) => version.id === id)?.number;
  const isTheirs = (id: string, trial: AutomationTrial | undefined, person: Person) =>
    (trial?.personId === person.id && isGrownUp(person.role)) || numberOf(id, person) !== undefined;

  /** Undefined for every other button. */
  return (press: ButtonPress): PressReply | undefined => {
    const [, id, what] = DATA.exec(press.data) ?? [];
    if (id === undefined) return undefined;
    const { person } = press;
    const toast = toasterFor(person);
    const trial = store.get(id);
    if (!person || !isTheirs(id, trial, person)) return toast("toast.unknown");
    const parameters = { name: verbatim(nameOf(id)) };
    const catalogue = catalogueFor(person.language);
    const isRunning = trial !== undefined && trial.endsAt > now();
    if (what === "stop") {
      const isStopped = transaction(() => {
        if (!store.stop(id, now())) return false;
        edit(press, catalogue.text("automation.trial.stopping", parameters));
        return true;
      });
      if (!isStopped) return toast("toast.answered");
      changed();
      return toast("toast.trial-stop", {}, true);
    }
    // an owner may have allowed it for that week alone: what others may keep policy says
    if (isRunning && person.role === "owner") {
      transaction(() => {
        store.drop(id);
        edit(press, catalogue.text("automation.trial.kept", parameters));
      });
      return toast("toast.trial-keep", {}, true);
    }
    const number = numberOf(id, person);
    if ((trial !== undefined && !isRunning) || number === undefined) return toast("toast.answered");
    const received = receive(messageOfPress(press, person, `/automations ${number} on`));
    return received === "queued" ? toast("toast.yes", {}, true) : toast("toast.answered");
  };
}
