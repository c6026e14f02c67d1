/** A chat of a channel. Ids are the channel's own, as text. */
export interface Chat {
  readonly channel: string;
  readonly bot: string;
  readonly chatId: string;
}
