import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { frameOf } from "../../../src/channels/assist/wyoming-frames.ts";

const SATELLITE = {
  ...{ name: "Kitchen Satellite", description: "Kitchen Satellite", version: "1", installed: true },
  ...{ attribution: { name: "", url: "" }, area: "Kitchen", has_vad: false, supports_trigger: false },
  ...{ active_wake_words: [], max_active_wake_words: 0 },
};

interface Header {
  readonly type: string;
  readonly data_length?: number;
  readonly payload_length?: number;
}

/** A satellite on the wall, which Home Assistant reaches by Wyoming: it hears nothing, and keeps what it is given to play. */
export async function startSatellite() {
  /** Raw sound of each announcement. */
  const played: Buffer[] = [];
  const answer = (socket: Socket, type: string, payload: Buffer): void => {
    if (type === "describe") socket.write(frameOf("info", { satellite: SATELLITE }));
    if (type === "ping") socket.write(frameOf("pong", {}));
    if (type === "audio-start") played.push(Buffer.alloc(0));
    if (type === "audio-chunk") played.push(Buffer.concat([played.pop() ?? Buffer.alloc(0), payload]));
    if (type === "audio-stop") socket.write(frameOf("played", {}));
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, Buffer.from(chunk)]);
      for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
        const { type, data_length = 0, payload_length = 0 } = JSON.parse(rest.toString("utf8", 0, end)) as Header;
        const payload = end + 1 + data_length;
        if (rest.length < payload + payload_length) return;
        answer(socket, type, rest.subarray(payload, payload + payload_length));
        rest = rest.subarray(payload + payload_length);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    played,
    [Symbol.dispose](): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
