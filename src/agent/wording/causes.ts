import type { Reading } from "../../homeassistant/recogniser/readings.ts";
import type { Entity } from "../../homeassistant/registry/home.ts";
import { isInState } from "../../homeassistant/registry/state-words.ts";
import type { CausedChange, CausePerson } from "../cause.ts";
import { createAutomationWords } from "./automations.ts";
import { type Phrases, type StateText, verbatim } from "./phrases.ts";
import type { ReportInput } from "./receipts.ts";

interface CauseWordsInput extends Pick<ReportInput, "home" | "catalogue"> {
  readonly stateText: StateText;
  readonly phrases: Phrases;
  readonly momentOf: (at: number) => string;
}

/** Says who or what brought an entity into the state that is asked about, last; Markdown. */
export function createCauseWords({ home, catalogue, stateText, phrases, momentOf }: CauseWordsInput) {
  const { when: whenSo } = createAutomationWords({ home, catalogue, stateText });

  function someone({ name, asked }: CausePerson): string {
    if (name === undefined) return catalogue.text("cause.user");
    const who = verbatim(name);
    if (!asked) return who;
    const { approvedBy } = asked;
    return approvedBy.length === 0
      ? catalogue.text("cause.asked", { who })
      : catalogue.text("cause.approved", { who, others: catalogue.list(approvedBy.map(verbatim)) });
  }

  function told({ at, cause }: CausedChange, name: string): string {
    const when = momentOf(at);
    switch (cause.kind) {
      case "person":
        return cause.by ? catalogue.text("cause.person", { who: someone(cause.by), when }) : catalogue.text("cause.somebody", { when });
      case "automation":
      case "script":
      case "scene": {
        const { kind, by, trigger } = cause;
        const named = cause.name === undefined ? catalogue.text("cause.routine", { kind, when }) : undefined;
        return [
          named ?? catalogue.text("cause.named-routine", { kind, when, name: verbatim(cause.name ?? "") }),
          ...(trigger ? [catalogue.text("cause.trigger", { what: whenSo({ triggers: [trigger] }) })] : []),
          ...(by ? [catalogue.text("cause.set-off", { who: someone(by) })] : []),
        ].join(" ");
      }
      case "service":
        return catalogue.text("cause.service", { when });
      case "entity":
        return cause.name === undefined
          ? catalogue.text("cause.entity", { when })
          : catalogue.text("cause.named-entity", { when, name: verbatim(cause.name) });
      case "device":
        return catalogue.text("cause.device", { name, when });
    }
  }

  return ({ states = {} }: Reading, entity: Entity, changes: readonly CausedChange[], from: number): string => {
    const { entityId } = entity;
    const name = phrases.nameOf(entityId);
    const asked = states[entityId];
    const isSo = (state: string) => asked === undefined || isInState({ entityId, state }, asked);
    const change = changes.find(({ state }) => isSo(state));
    if (change) return told(change, name);
    const state = asked === undefined ? phrases.word(entity.state.state, entityId) : phrases.word(asked, entityId);
    return catalogue.text("cause.none", { name, state, when: momentOf(from) });
  };
}
