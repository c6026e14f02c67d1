import type { PolicyCommand } from "../../agent/commands/command-policy.ts";
import type { People } from "../../channels/people.ts";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import type { LiveHome } from "../../homeassistant/live-home.ts";
import { createTelegramBots } from "../../homeassistant/telegram/telegram-bots.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Later } from "../../text/later.ts";

interface IntroductionDependencies {
  readonly home: LiveHome;
  readonly connection: Pick<HomeConnection, "command">;
  /** Where owners wrote. */
  readonly ownersChats: () => readonly Chat[];
  readonly people: Pick<People, "everybody" | "isOwnersChat">;
  readonly policy: Pick<PolicyCommand, "introduce">;
  readonly catalogue: Catalogue;
  readonly clock: () => number;
  readonly later: Later;
}

/** Integrations come up within a minute or two of Home Assistant's start, and their devices with them. */
const INTRODUCE_AFTER_MS = 3 * 60_000;

/** Tells owners once of devices that wait for a decision: where they wrote, else by the only bot that there is. Tried until the home is there. */
export function createIntroduction({ home, connection, ownersChats, people, policy, catalogue, clock, later }: IntroductionDependencies) {
  let timer: Disposable | undefined;
  let isOver = false;
  const chatsToTell = async (): Promise<readonly Chat[]> => {
    const chats = ownersChats();
    const [bot, ...bots] = chats.length > 0 ? [] : await createTelegramBots({ connection, clock })();
    if (!bot || bots.length > 0) return chats;
    const own = people.everybody.map(({ id }) => ({ channel: "telegram", bot: bot.id, chatId: id.slice(id.indexOf(":") + 1) }));
    return own.filter(people.isOwnersChat);
  };
  const start = (): void => {
    timer = later(INTRODUCE_AFTER_MS, async () => {
      const chats = home.ready ? await chatsToTell().catch(() => []) : [];
      if (!isOver && !(home.ready && policy.introduce(chats, catalogue))) start();
    });
  };
  return {
    start,
    [Symbol.dispose]() {
      isOver = true;
      timer?.[Symbol.dispose]();
    },
  };
}
