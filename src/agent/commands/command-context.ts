import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { InteractionLog, PastInteraction } from "../../storage/turns/interaction-log.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { type CommandContext, seesOthers } from "../command.ts";
import { inLine } from "../prompt/prompts.ts";
import { readContextRecord, type SlotRecord } from "../prompt-budget.ts";
import { quotable, verbatim } from "../wording/phrases.ts";
import { countIn } from "./command-arguments.ts";

/** Further back nobody counts messages. */
const MOST_BACK = 20;
const SAID_CHARACTERS = 60;

interface ContextCommandDependencies {
  readonly home: Pick<Home, "info">;
  readonly interactions: Pick<InteractionLog, "nthLast">;
  readonly quotes: Pick<TurnQuotes, "add">;
}

/** What `/context [n]` answers: what the prompt for the nth last message of the chat held, what was left out and what it cost. */
export function createContextCommand({ home, interactions, quotes }: ContextCommandDependencies) {
  return (context: CommandContext, argument: string): string => {
    const { catalogue, chat, person, turnId } = context;
    const back = countIn(argument.trim(), MOST_BACK);
    if (back === undefined) return catalogue.text("prompt.usage", { most: MOST_BACK });
    const past = interactions.nthLast(chat, { skip: back - 1, personId: seesOthers(context) ? undefined : person.id });
    if (!past) return catalogue.text("prompt.none");
    quotes.add(turnId, { turnIds: [past.turnId] });
    const time = homeTime(home.info.timeZone).minute(past.at);
    const said = quotable(inLine(past.said, SAID_CHARACTERS));
    return [catalogue.text("prompt.head", { time, said }), ...promptLines(past, catalogue)].join("\n");
  };
}

function promptLines({ path, context, tokens: counted }: PastInteraction, catalogue: Catalogue): readonly string[] {
  if (path !== "model") return [catalogue.text("prompt.no-model")];
  const record = readContextRecord(context);
  if (!record) return [catalogue.text("prompt.not-made")];
  const { tokens, window } = record;
  const whole = { model: verbatim(record.model), tokens, window, milliseconds: catalogue.number(record.milliseconds) };
  return [
    catalogue.text("prompt.whole", whole),
    ...(counted ? [catalogue.text("prompt.counted", { prompt: counted.prompt, completion: counted.completion })] : []),
    ...record.slots.map((slot) => slotLine(slot, catalogue)),
  ];
}

function slotLine({ slot, used, room, put, left, trouble }: SlotRecord, catalogue: Catalogue): string {
  const names = (list: readonly string[]) => list.map(verbatim).join(", ");
  return [
    catalogue.text("prompt.slot", { slot: catalogue.find(`prompt.slot.${slot}`) ?? slot, used, room }),
    ...(put.length > 0 ? [catalogue.text("prompt.put", { names: names(put) })] : []),
    ...(left.length > 0 ? [catalogue.text("prompt.left", { names: names(left) })] : []),
    ...(trouble ? [catalogue.text(`prompt.${trouble}`)] : []),
  ].join("; ");
}
