// Tests talk to this machine only: any other address is refused before a byte leaves, and fails the test that tried.
import net from "node:net";
import { afterEach, expect } from "vitest";

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
const refused: string[] = [];
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { host?: string; path?: string } | number | string;
  const host =
    typeof options === "object"
      ? options.path
        ? "localhost"
        : (options.host ?? "localhost")
      : typeof args[1] === "string"
        ? args[1]
        : "localhost";
  if (!LOOPBACK.test(host)) {
    refused.push(host);
    throw new Error(`test tried to reach ${host}: tests talk to loopback only`);
  }
  return Reflect.apply(connect, this, args) as net.Socket;
} as typeof connect;

afterEach(() => {
  expect(refused.splice(0), "addresses outside this machine").toEqual([]);
});
