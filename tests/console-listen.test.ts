import { expect, test } from "vitest";
import { resolveConsole } from "../src/config/console-listen.ts";

const nothing = { port: undefined, trustLoopback: undefined };

test("no console listens unless the Supervisor runs this or the environment asks for it", () => {
  expect(resolveConsole({ ...nothing, supervised: false })).toBeUndefined();
});

test.for([
  ["in an app, where the sidebar looks for it, and lets the Supervisor in", nothing, true, ["0.0.0.0", 8099, true]],
  ["elsewhere on loopback alone", { port: "9000" }, false, ["127.0.0.1", 9000, false]],
  ["where the environment says", { port: "9000" }, true, ["0.0.0.0", 9000, true]],
] as const)("a console listens %s", ([, given, supervised, [address, port, ingress]]) => {
  expect(resolveConsole({ ...nothing, ...given, supervised })).toEqual({ address, port, ingress, trustLoopback: false });
});

test.for(["0", "65536", "-1", "80.5", "http", " 80"])("a port of %j is told to be wrong", (port) => {
  expect(resolveConsole({ ...nothing, port, supervised: true })).toEqual({ problem: expect.stringContaining("CONSOLE_PORT") });
});

test.for([
  ["true", { trustLoopback: true }],
  ["false", { trustLoopback: false }],
  ["yes", { problem: "CONSOLE_TRUST_LOOPBACK must be true or false" }],
] as const)("what this machine says of a user is believed where the environment says %j", ([trustLoopback, expected]) => {
  expect(resolveConsole({ ...nothing, port: "9000", trustLoopback, supervised: false })).toMatchObject(expected);
});
