import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

interface Session {
  readonly socket: Socket;
  readonly topics: Set<string>;
  will: { topic: string; payload: string; retain: boolean } | undefined;
}

interface Login {
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/** A small MQTT 3.1.1 broker on loopback: exact topics, kept messages, last wills, quality of service 0 and 1. */
export class FakeMqttBroker implements AsyncDisposable {
  readonly kept = new Map<string, string>();
  readonly logins: Login[] = [];
  /** Code of the answer to a login; 5 refuses it. */
  answer = 0;
  readonly #server = net.createServer((socket) => this.#serve(socket));
  readonly #sessions = new Set<Session>();
  #port = 0;

  static async start(): Promise<FakeMqttBroker> {
    const broker = new FakeMqttBroker();
    await broker.open();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.#port}`;
  }

  /** Listens again, on the same port. */
  async open(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Goes away without a word. */
  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.drop();
    await closed;
  }

  /** Reads and says nothing any more, as behind a cable that was pulled out. */
  freeze(): void {
    for (const { socket } of this.#sessions) socket.pause();
  }

  /** All connections are lost. */
  drop(): void {
    for (const { socket } of this.#sessions) socket.destroy();
  }

  publish(topic: string, payload: string, retain = false): void {
    if (retain && payload === "") this.kept.delete(topic);
    else if (retain) this.kept.set(topic, payload);
    for (const session of this.#sessions) if (session.topics.has(topic)) send(session, topic, payload, false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.close();
  }

  #serve(socket: Socket): void {
    const session: Session = { socket, topics: new Set(), will: undefined };
    this.#sessions.add(session);
    let waiting = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sessions.delete(session);
      if (session.will) this.publish(session.will.topic, session.will.payload, session.will.retain);
    });
    socket.on("data", (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let packet = packetIn(waiting); packet; packet = packetIn(waiting)) {
        waiting = waiting.subarray(packet.size);
        this.#take(session, packet.head, new Reader(packet.body));
      }
    });
  }

  #take(session: Session, head: number, body: Reader): void {
    const { socket } = session;
    switch (head >> 4) {
      case 1: {
        body.text();
        body.skip(1);
        const flags = body.byte();
        body.skip(2);
        body.text();
        if (flags & 4) session.will = { topic: body.text(), payload: body.text(), retain: (flags & 32) !== 0 };
        this.logins.push({ username: flags & 128 ? body.text() : undefined, password: flags & 64 ? body.text() : undefined });
        if (this.answer !== 0) session.will = undefined;
        socket.write(Buffer.from([0x20, 2, 0, this.answer]));
        if (this.answer !== 0) socket.end();
        break;
      }
      case 3: {
        const topic = body.text();
        if ((head >> 1) & 3) socket.write(Buffer.from([0x40, 2, body.byte(), body.byte()]));
        this.publish(topic, body.rest(), (head & 1) === 1);
        break;
      }
      case 8: {
        const id = [body.byte(), body.byte()];
        const topics: string[] = [];
        while (body.more) {
          topics.push(body.text());
          body.skip(1);
        }
        socket.write(Buffer.from([0x90, 2 + topics.length, ...id, ...topics.map(() => 1)]));
        for (const topic of topics) {
          session.topics.add(topic);
          const kept = this.kept.get(topic);
          if (kept !== undefined) send(session, topic, kept, true);
        }
        break;
      }
      case 12:
        socket.write(Buffer.from([0xd0, 0]));
        break;
      case 14:
        session.will = undefined;
        socket.end();
        break;
    }
  }
}

function send({ socket }: Session, topic: string, payload: string, retained: boolean): void {
  const name = Buffer.from(topic);
  const body = Buffer.concat([Buffer.from([name.length >> 8, name.length & 255]), name, Buffer.from(payload)]);
  const length: number[] = [];
  for (let left = body.length; left > 0 || length.length === 0; left >>= 7) length.push((left & 127) | (left > 127 ? 128 : 0));
  socket.write(Buffer.concat([Buffer.from([0x30 | (retained ? 1 : 0), ...length]), body]));
}

/** The first whole packet of a buffer. */
function packetIn(buffer: Buffer): { head: number; body: Buffer; size: number } | undefined {
  let length = 0;
  for (let index = 1; index < Math.min(buffer.length, 5); index++) {
    const byte = buffer.readUInt8(index);
    length |= (byte & 127) << (7 * (index - 1));
    if (byte & 128) continue;
    const size = index + 1 + length;
    return buffer.length < size ? undefined : { head: buffer.readUInt8(0), body: buffer.subarray(index + 1, size), size };
  }
  return undefined;
}

class Reader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  get more(): boolean {
    return this.#at < this.#buffer.length;
  }

  byte(): number {
    return this.#buffer.readUInt8(this.#at++);
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  text(): string {
    const length = this.#buffer.readUInt16BE(this.#at);
    this.#at += 2 + length;
    return this.#buffer.toString("utf8", this.#at - length, this.#at);
  }

  rest(): string {
    const text = this.#buffer.toString("utf8", this.#at);
    this.#at = this.#buffer.length;
    return text;
  }
}
