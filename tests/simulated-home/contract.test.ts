import { SimulatedHome } from "../../src/simulated-home/simulated-home.ts";
import { ANNA, HOME_GROUP } from "../../src/simulated-home/telegram/telegram-bot.ts";
import { homeAssistantContract } from "../contract/home-assistant.contract.ts";
import { recordedHome } from "../contract/recorded-home.ts";

homeAssistantContract("the simulated home", async () => {
  const home = await SimulatedHome.start({ furnishing: recordedHome });
  home.behave("lock.poorly_installed_door", { kind: "jams" });
  const { telegram } = home;
  return {
    url: home.url,
    token: home.token,
    chatId: ANNA,
    groupId: HOME_GROUP,
    botEntryId: telegram.entryId,
    botEntity: "event.home_bot_update_event",
    say: async (chatId, text, more = {}) => telegram.say({ chatId, text, ...more }),
    edit: async (chatId, messageId, text) => telegram.edit(chatId, messageId, text),
    press: async (chatId, label) => void telegram.press({ chatId, label }),
    voice: async (chatId) => void telegram.voice({ chatId }),
    flipWallSwitch: async () => home.setState("switch.wall_switch", home.state("switch.wall_switch")?.state === "on" ? "off" : "on"),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
});
