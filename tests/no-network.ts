// Tests talk to this machine only: any other address is refused before a byte leaves, and fails the test that tried.
import net from "node:net";
import { afterEach, expect } from "vitest";

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
const refused: string[] = [];
const connect = net.Socket.prototype.connect;

interface ConnectOptions {
  readonly host?: string;
  readonly path?: string;
  /** Whoever brings one names machines itself: where the name leads counts. */
  readonly lookup?: net.LookupFunction;
}

function refuse(host: string): Error {
  refused.push(host);
  return new Error(`test tried to reach ${host}: tests talk to loopback only`);
}

/** The same names, but of this machine only. */
function ofThisMachine(lookup: net.LookupFunction): net.LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const other = error ? undefined : addresses.find((address) => !LOOPBACK.test(address));
      callback(other === undefined ? error : refuse(other), found, family);
    });
}

net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as ConnectOptions | number | string;
  const host =
    typeof options === "object"
      ? options.path
        ? "localhost"
        : (options.host ?? "localhost")
      : typeof args[1] === "string"
        ? args[1]
        : "localhost";
  if (!LOOPBACK.test(host)) {
    if (typeof options !== "object" || !options.lookup || net.isIP(host)) throw refuse(host);
    Object.assign(options, { lookup: ofThisMachine(options.lookup) });
  }
  return Reflect.apply(connect, this, args) as net.Socket;
} as typeof connect;

afterEach(() => {
  expect(refused.splice(0), "addresses outside this machine").toEqual([]);
});
