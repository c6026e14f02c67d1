import type { FindingKind } from "../../attention/finding-kinds.ts";
import { RUN_ENDS_MS } from "../../attention/power-runs.ts";
import { batteryLevel } from "../../homeassistant/registry/at-rest.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Finding } from "../../storage/turns/findings.ts";
import { createPhrases, oneLine, verbatim } from "./phrases.ts";

const MINUTE_MS = 60_000;
/** Of what Home Assistant says. */
const LONGEST_SAID = 200;
/** More are counted. */
const MOST_NAMED = 6;

interface FindingWordsInput {
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
  /** ms since the epoch */
  readonly now: number;
}

/** A sentence about something amiss, in one language; Markdown. Of what is over it says neither what to do nor how it is now. */
export function findingText({ kind, entityIds, since, openedAt, closedAt, detail }: Finding, words: FindingWordsInput): string {
  const { home, catalogue, now } = words;
  const phrases = createPhrases({ home, catalogue });
  const more = entityIds.length - MOST_NAMED;
  const names = phrases.names(entityIds.slice(0, MOST_NAMED), more > 0 ? [catalogue.text("question.more-things", { count: more })] : []);
  const [first] = entityIds.flatMap((entityId) => home.find(entityId) ?? []);
  const shownValue = (entity: Entity | undefined) =>
    entity ? phrases.state(entity.entityId, { state: entity.state.state, ...entity.state.attributes }) : "";
  const isOver = closedAt !== undefined;
  const values = { names, count: entityIds.length, duration: catalogue.duration(now - since), over: isOver ? "yes" : "no" };
  switch (kind as FindingKind) {
    case "danger":
      return catalogue.text(
        first?.deviceClass === "smoke" ? "finding.smoke" : first?.deviceClass === "gas" ? "finding.gas" : "finding.carbon-monoxide",
        values,
      );
    case "leak":
      return catalogue.text("finding.leak", values);
    case "open":
      return catalogue.text("finding.open", values);
    case "left-on":
      return catalogue.text("finding.left-on", values);
    case "alarm-off":
      return catalogue.text("finding.alarm-off", values);
    case "battery": {
      const level = first && !isOver ? batteryLevel(first) : undefined;
      return level === undefined
        ? catalogue.text("finding.battery", values)
        : catalogue.text("finding.battery-level", { ...values, level });
    }
    case "alarm-night":
      return catalogue.text("finding.alarm-night", values);
    case "warm":
      return catalogue.text("finding.warm", { ...values, value: shownValue(first) });
    case "finished": {
      const minutes = Math.round((openedAt - RUN_ENDS_MS - since) / MINUTE_MS);
      return catalogue.text("finding.finished", { ...values, duration: catalogue.exactDuration(minutes * MINUTE_MS) });
    }
    case "arrived":
      return catalogue.text("finding.arrived", values);
    case "unusual":
      return catalogue.text("finding.unusual", { ...values, value: shownValue(first) });
    case "unavailable":
      return catalogue.text("finding.unavailable", values);
    case "automation-failed":
    case "automation-broken": {
      const { says, why = "look", what = [] } = detail ?? {};
      const routine = entityIds[0]?.split(".")[0] ?? "";
      const told = why === "service" ? verbatim(what.join()) : phrases.names(what);
      return [
        catalogue.text(kind === "automation-failed" ? "finding.automation-failed" : "finding.automation-broken", { names, routine }),
        ...(says === undefined ? [] : [catalogue.text("finding.automation-says", { text: verbatim(oneLine(says, LONGEST_SAID)) })]),
        // of what never ran there is no trace to look at
        ...(isOver || (kind === "automation-broken" && why === "look")
          ? []
          : [catalogue.text(`finding.automation-why.${why}`, { names: told, count: what.length, routine })]),
      ].join(" ");
    }
  }
}

/** What Home Assistant says of a failure may hold what others wrote. */
export function findingOrigin(...found: readonly Pick<Finding, "detail">[]): Origin {
  return found.some(({ detail }) => detail?.says !== undefined) ? "outside" : "home";
}
