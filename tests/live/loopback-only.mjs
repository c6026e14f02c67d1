// Loaded into the service by `node --import`: whatever would leave this machine is refused, and told on stderr.
import net from "node:net";

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
const connect = net.Socket.prototype.connect;

net.Socket.prototype.connect = function guarded(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const named = typeof first === "object" ? (first.path ? "localhost" : first.host) : second;
  const host = typeof named === "string" ? named : "localhost";
  if (!LOOPBACK.test(host)) {
    process.stderr.write(`left this machine for ${host}\n`);
    throw new Error(`${host} is not this machine`);
  }
  return Reflect.apply(connect, this, args);
};
