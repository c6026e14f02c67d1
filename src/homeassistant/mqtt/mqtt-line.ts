export interface MqttMessage {
  readonly topic: string;
  readonly payload: string;
  /** Kept by the broker from earlier: not said now. */
  readonly retained: boolean;
}

export interface MqttListener {
  /** Called each time that messages can be sent, at first and after each break. */
  onUp(): void;
  onMessage(message: MqttMessage): void;
}

/** A way to the broker, made again for ever. Nothing that the broker does gets out of it as an exception. */
export interface MqttLine extends AsyncDisposable {
  /** Begins, and hears what is said on these topics. */
  start(topics: readonly string[], listener: MqttListener): void;
  /** Gives the broker a message to keep; an empty payload takes it away. Rejects when it did not go out. */
  keep(topic: string, payload: string): Promise<void>;
}
