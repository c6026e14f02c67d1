import { z } from "zod";
import type { VoiceHeard, VoiceMessages } from "../../homeassistant/telegram/voice-messages.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { anchorOf, type Recording } from "../turn.ts";

/** More is no conversation, and each keeps Home Assistant's engine busy for as long as it lasts. */
const MOST_VOICES = 10;
const VOICES_WITHIN_MS = 5 * 60_000;
/** Two minutes of speech are half of it; with what is put around it, it is one message of Telegram. */
const LONGEST_HEARD = 4_000;

export interface VoiceTurnsDependencies extends Pick<TurnStores, "database" | "turns" | "outbox">, Pick<Timing, "clock"> {
  readonly voices: Pick<VoiceMessages, "hear">;
}

const recordingForm: z.ZodType<Recording> = z.object({ fileId: z.string(), size: z.number().optional() });

/** A turn as it goes on, with the words that were heard; or what is said because there are none. */
type Understood = { readonly turn: TurnRow } | { readonly say: (catalogue: Catalogue) => string };

/**
 * Turns voice messages into what was said. What was heard is kept and shown in one transaction, before anything is done about it; a message that a
 * crash cut short is heard again. Rejects with the signal's reason only.
 */
export function createVoiceTurns({ database, turns, outbox, voices, clock }: VoiceTurnsDependencies) {
  const keep = (turn: TurnRow, text: string): TurnRow => {
    const { id: turnId, channel, bot, chatId, threadId, language } = turn;
    const at = clock();
    database.transaction(() => {
      turns.markHeard(text, turnId);
      const shown = catalogueFor(language).text("voice.heard", { text });
      const item = { turnId, kind: "notice" as const, text: shown, origin: "person" as const, onceKey: `heard:${turnId}` };
      if (!turns.isErased(turnId)) outbox.add({ channel, bot, chatId, threadId, ...item, replyToMessageId: anchorOf(turn), at });
    });
    return { ...turn, text, recording: undefined };
  };

  return async (turn: TurnRow, signal: AbortSignal): Promise<Understood> => {
    if (turn.recording === undefined) return { turn };
    if (turns.voiceCount(turn.personId, turn.receivedAt - VOICES_WITHIN_MS, turn.receivedAt) > MOST_VOICES) {
      return { say: (catalogue) => catalogue.text("voice.too-many") };
    }
    const { bot, chatId, language, id } = turn;
    const voice = { bot, chatId, ...recordingForm.parse(JSON.parse(turn.recording)) };
    const heard: VoiceHeard = await voices.hear(voice, { name: `${id}.oga`, language, signal });
    if (heard.kind === "heard") return { turn: keep(turn, heard.text.slice(0, LONGEST_HEARD)) };
    const { kind } = heard;
    return { say: (catalogue) => catalogue.text(`voice.${kind}`) };
  };
}
