/** A home to check, simulated or real, furnished as the recorded one, and somebody who writes in its chats. */
export interface ContractHome extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Chat that may write to the bot. */
  readonly chatId: number;
  readonly groupId: number;
  readonly botEntryId: string;
  /** The event entity that shows the bot's updates. */
  readonly botEntity: string;
  /** Resolve with Telegram's message id. */
  say(chatId: number, text: string, more?: { userId?: number; replyTo?: number }): Promise<number>;
  edit(chatId: number, messageId: number, text: string): Promise<void>;
  press(chatId: number, label: string): Promise<void>;
  voice(chatId: number): Promise<void>;
  /** Somebody flips `switch.wall_switch` by hand: it changes without anybody's context. */
  flipWallSwitch(): Promise<void>;
}

export type Connect = () => Promise<ContractHome>;
