import type { TurnItem } from "../../channels/console/wire.ts";
import type { Texts } from "../texts.ts";

/** What was said, or that its words are gone. */
export function textOf({ text, forgotten }: TurnItem, { t }: Pick<Texts, "t">): string {
  return forgotten ? t("turns.forgotten") : text;
}

/** The answer, or why there is none to read. */
export function answerOf({ answer, forgotten, withheld }: TurnItem, { t }: Pick<Texts, "t">): string {
  if (forgotten) return t("turns.forgotten");
  return answer ?? t(withheld ? "turns.withheld" : "turns.unanswered");
}
