import { parseButtonData } from "../../agent/approvals/questions.ts";
import type { Person } from "../../agent/turn.ts";
import { HOUSEHOLD } from "../../config/assist-options.ts";
import type { Config } from "../../config/config.ts";
import type { WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import { type Catalogue, catalogueFor, LANGUAGES } from "../../languages/catalogue.ts";
import { HOUSEHOLD_ID } from "../../storage/turns/turns.ts";
import type { ProgramChannel, Reply } from "../program-channel.ts";
import { spoken, spokenAnswer } from "../speech.ts";

/** The name of the channel that Home Assistant's Assist is. */
export const ASSIST = "assist";

/** As long as a message on Telegram: nobody says more at a time. */
const LONGEST_TEXT = 4_096;
const CHAT_ID_LENGTH = 128;

/** One sentence as Home Assistant hands it over. */
export interface Heard {
  readonly text: string;
  readonly conversationId: string | undefined;
  readonly deviceId?: string | undefined;
  readonly satelliteId?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  /** The same id makes one turn. */
  readonly messageId?: string | undefined;
}

/** What is said to it. `isHandled` is false where nothing was begun. */
export interface Answer {
  readonly text: string;
  readonly isHandled: boolean;
}

interface AssistParts {
  readonly channel: Pick<ProgramChannel, "ask">;
  readonly speakers: Config["speakers"];
  readonly home: Pick<WholeHome, "known">;
  readonly registries: Pick<Registries, "devices">;
  readonly everybody: readonly Person[];
  /** Of the house. */
  readonly language: () => string;
}

export type Assist = ReturnType<typeof createAssist>;

/** Sentences that were spoken to Assist as turns, and their answers as they are read out. */
export function createAssist({ channel, speakers, home, registries, everybody, language }: AssistParts) {
  /** Names and ids of a speaker, small. */
  const namesOf = ({ deviceId, satelliteId }: Heard): ReadonlySet<string> => {
    const satellite = satelliteId === undefined ? undefined : home.known(satelliteId);
    const device = registries.devices.get(deviceId ?? satellite?.deviceId ?? "");
    const names = [deviceId, satelliteId, satellite?.name, satellite?.deviceId, device?.name];
    return new Set(names.flatMap((name) => (name ? name.toLowerCase() : [])));
  };

  const personOf = (heard: Heard, spokenIn: string): Person => {
    const names = namesOf(heard);
    const wanted = speakers.find(({ device }) => names.has(device.toLowerCase()))?.person ?? HOUSEHOLD;
    const person = wanted === HOUSEHOLD ? undefined : everybody.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const household = { id: HOUSEHOLD_ID, name: catalogueFor(spokenIn).text("assist.household"), role: "child" } as const;
    return { ...(person ? { id: person.id, name: person.name, role: person.role } : household), language: spokenIn };
  };

  const areaOf = ({ deviceId, satelliteId }: Heard): string | undefined => {
    const satellite = satelliteId === undefined ? undefined : home.known(satelliteId);
    return satellite?.area?.areaId ?? registries.devices.get(deviceId ?? "")?.areaId;
  };

  /** A conversation's id comes from its caller, who must not be taken for a speaker by it. */
  const chatOf = ({ deviceId, satelliteId, conversationId }: Heard): string =>
    (satelliteId ?? deviceId ?? `conversation:${conversationId ?? ASSIST}`).slice(0, CHAT_ID_LENGTH);

  return {
    /** Never rejects. `onText` is told of all that may be said of the answer so far. */
    async ask(
      heard: Heard,
      { signal, onText }: { readonly signal: AbortSignal; readonly onText?: (text: string) => void },
    ): Promise<Answer> {
      const known = LANGUAGES.some((one) => one === heard.language?.split("-")[0]?.toLowerCase());
      const spokenIn = heard.language !== undefined && known ? heard.language : language();
      const catalogue = catalogueFor(spokenIn);
      const text = heard.text.trim();
      if (text === "") return { text: catalogue.text("assist.nothing"), isHandled: false };
      if (text.length > LONGEST_TEXT) return { text: catalogue.text("assist.too-long"), isHandled: false };
      const reply = await channel.ask(
        {
          chatId: chatOf(heard),
          person: personOf(heard, spokenIn),
          text,
          // whoever is in the room hears the answer
          isPrivate: false,
          areaId: areaOf(heard),
          ...(heard.messageId !== undefined && { messageId: heard.messageId }),
        },
        {
          signal,
          onProgress: (progress) => progress.kind === "text" && onText?.(spokenAnswer(progress.text).text),
        },
      );
      return answerOf(reply, catalogue);
    },
  };
}

function answerOf(reply: Reply, catalogue: Catalogue): Answer {
  switch (reply.kind) {
    case "answered": {
      const offered = reply.said.findLast(({ kind }) => kind === "answer")?.buttons.flat() ?? [];
      const isChoice = offered.some(({ data }) => parseButtonData(data)?.kind === "choice");
      const { text, isCut } = spokenAnswer(isChoice ? withoutHow(reply.text) : reply.text);
      return { text: isCut ? `${text} ${catalogue.text("assist.more")}` : text, isHandled: true };
    }
    case "asking": {
      const question = reply.said.findLast(({ kind }) => kind === "question");
      const said = question ? withoutHow(question.text) : (reply.said.at(-1)?.text ?? "");
      const text = [spoken(said).text, question ? catalogue.text("assist.yes-or-no") : ""].join(" ").trim();
      return { text, isHandled: true };
    }
    case "silent":
      return { text: catalogue.text("assist.done"), isHandled: true };
    case "timeout":
    case "gone":
      return { text: catalogue.text("assist.late"), isHandled: true };
    case "stopped":
      return { text: catalogue.text("assist.stopped"), isHandled: false };
    case "busy":
    case "refused":
    case "unstored":
    case "conflict":
      return { text: catalogue.text("assist.busy"), isHandled: false };
  }
}

/** A question without its last line, which tells how to press. */
function withoutHow(question: string): string {
  return question.replace(/\n[^\n]*$/, "");
}
