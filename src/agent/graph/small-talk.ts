import type { Config } from "../../config/config.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { fits, spokenIn } from "../../recognition/spoken.ts";
import { isNobody } from "../../storage/turns/turns.ts";
import { singleSpaced } from "../../text/fold.ts";
import type { TurnInput } from "../state.ts";
import { verbatim } from "../wording/phrases.ts";

interface SmallTalkDependencies {
  readonly config: Pick<Config, "assistantName">;
  readonly home: Pick<Home, "info">;
  readonly clock: () => number;
}

/** Answers greetings, thanks, the time and the like at once: a model would take seconds for it, and may not be there. */
export function createSmallTalk({ config, home, clock }: SmallTalkDependencies) {
  return ({ text, language, personId, personName, replyText }: TurnInput): string | undefined => {
    const spoken = spokenIn(language);
    // a reply is about what it replies to
    if (!spoken || replyText !== undefined) return undefined;
    const said = singleSpaced(text);
    // a greeting may stand before anything else, so that it is no part of a bare sentence
    const sentences = [spoken.bare(said), said.replace(/[\s.!?…]{1,9}$/u, "")];
    const kind = spoken.talk.find(([, templates]) => sentences.some((one) => fits(templates, one)))?.[0];
    if (!kind) return undefined;
    const catalogue = catalogueFor(language);
    const { timeZone } = home.info;
    return catalogue.text(`talk.${kind}`, {
      person: isNobody(personId) ? "nobody" : verbatim(personName),
      assistant: verbatim(config.assistantName),
      time: catalogue.time(clock(), { timeZone, timeStyle: "short" }),
      date: catalogue.time(clock(), { timeZone, dateStyle: "full" }),
    });
  };
}
