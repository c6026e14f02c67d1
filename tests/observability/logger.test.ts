import { expect, it } from "vitest";
import { CommandError } from "../../src/homeassistant/connection/errors.ts";
import { TelegramError } from "../../src/homeassistant/telegram/telegram-error.ts";
import { createLogger, type LogLevel } from "../../src/observability/logger.ts";

function logged(fields: object, level: LogLevel = "info", hide?: (text: string) => string): Record<string, unknown> {
  const lines: string[] = [];
  createLogger({ level, destination: { write: (line) => void lines.push(line) }, ...(hide && { hide }) }).warn(
    fields,
    "something happened",
  );
  return JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
}

it("a line has time, level and message, and nothing of the machine", () => {
  expect(logged({ count: 3 })).toEqual({ level: 40, time: expect.any(String), count: 3, msg: "something happened" });
});

it("secret fields are left out at any depth, also in lists", () => {
  const line = logged({ code: "1234", call: { data: { users: [{ pin: "7777", name: "x" }] } }, list: [[{ apiKey: "k" }]] });
  expect(line).toMatchObject({
    code: "[secret]",
    call: { data: { users: [{ pin: "[secret]", name: "x" }] } },
    list: [[{ apiKey: "[secret]" }]],
  });
});

it("a circle ends", () => {
  const circle: Record<string, unknown> = { at: new Date(0), token: "secret" };
  circle["self"] = circle;
  const text = JSON.stringify(logged({ circle }));
  expect(text).toContain("[deep]");
  expect(text).toContain("1970-01-01");
  expect(text).not.toContain('"secret"');
});

it("an error is name, message without credentials and code; its stack is there at debug only", () => {
  const error = Object.assign(new RangeError("GET http://anna:pw@10.0.0.1/x?token=abc failed"), { code: "E1" });
  expect(logged({ err: error })["err"]).toEqual({ name: "RangeError", message: expect.not.stringMatching(/pw@|abc/), errorCode: "E1" });
  expect(logged({ nested: { error } })["nested"]).toMatchObject({ error: { name: "RangeError", errorCode: "E1" } });
  expect(logged({ err: error }, "debug")["err"]).toHaveProperty("stack");
  expect(logged({ err: "odd" })["err"]).toEqual({ message: "[text]" });
  expect(logged({ err: "odd" }, "debug")["err"]).toEqual({ message: "odd" });
});

it.each([new CommandError("invalid_format", "what Anna wrote"), new TelegramError({ kind: "markup" }, "what Anna wrote")])(
  "an error that may quote a person keeps name and code only, above debug",
  (err) => {
    expect(logged({ err })["err"]).toEqual({ name: err.name, errorCode: err.code });
    expect(logged({ err }, "debug")["err"]).toMatchObject({ message: "what Anna wrote" });
  },
);

it.each(["info", "warn"] as const)("at %s only numbers, yes and no, and codes of known fields come through", (level) => {
  const fields = { turn: "t-1", kind: "text", why: "it is no file", count: 3, late: true, at: new Date(0), text: "hello", list: ["hello"] };
  const cleaned = { turn: "t-1", kind: "text", why: "it is no file", count: 3, late: true, text: "[text]", list: ["[text]"] };
  expect(logged(fields, level)).toMatchObject(cleaned);
  expect(
    logged({ kind: "Anna said it", source: "x".repeat(200), outcomes: ["done", "Küche"], nested: { name: "Anna B" } }, level),
  ).toMatchObject({
    kind: "[text]",
    source: "[text]",
    outcomes: ["done", "[text]"],
    nested: { name: "[text]" },
  });
  expect(logged({ url: new URL("http://anna:pw@10.0.0.1/x"), bytes: Buffer.from("hello") }, level)).toMatchObject({
    url: expect.not.stringContaining("pw"),
    bytes: "[bytes]",
  });
});

it("all levels but debug leave out the same: the others only write fewer lines", () => {
  const fields = { turn: "t-1", text: "Anna said it", token: "abc", err: new Error("Anna said it"), list: ["Küche"], count: 3 };
  const atLevel = (level: LogLevel) => {
    const lines: string[] = [];
    createLogger({ level, destination: { write: (line) => void lines.push(line) } }).error(fields, "something happened");
    return { ...(JSON.parse(lines.join("")) as object), time: "" };
  };
  expect(JSON.stringify(atLevel("info"))).not.toMatch(/Anna|abc|Küche/);
  for (const level of ["warn", "error"] as const) expect(atLevel(level)).toEqual(atLevel("info"));
  expect(JSON.stringify(atLevel("debug"))).toContain("Anna said it");
});

it("ids of ours stay whole, by which lines belong together", () => {
  const turn = "3f2b8c1e-5d4a-4b6f-9e7d-0a1b2c3d4e5f";
  expect(logged({ turn, actionId: turn, kind: turn })).toMatchObject({ turn, actionId: turn, kind: "[secret]" });
});

it("what a library throws is a name and a place, unless its words are known to quote nobody", () => {
  const parsed = (() => {
    try {
      return JSON.parse("Anna said it");
    } catch (error) {
      return error;
    }
  })();
  const http = Object.assign(new Error("400 the prompt was: Anna said it"), {
    name: "BadRequestError",
    headers: { authorization: "Bearer abc" },
    code: "Anna said",
  });
  for (const err of [parsed, http]) expect(JSON.stringify(logged({ err }))).not.toMatch(/Anna|Bearer|abc/);
  expect(logged({ err: http })["err"]).toEqual({ name: "BadRequestError" });
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
  expect(logged({ err: refused })["err"]).toMatchObject({ message: "connect ECONNREFUSED 127.0.0.1:1", errorCode: "ECONNREFUSED" });
  const own = Object.assign(new CommandError("not_found", "Anna"), {
    stack: "CommandError: Anna\n    at f (file:///app/src/agent/turns/runner.ts:270:5)",
  });
  expect(logged({ err: own })["err"]).toEqual({ name: "CommandError", errorCode: "not_found", at: "src/agent/turns/runner.ts:270" });
});

it("keys in texts, and secrets that are known, are struck out at debug too", () => {
  const hide = (text: string) => text.replaceAll("correct horse", "[secret]");
  const fields = {
    text: "key sk-abcdefghij0123456789abcd, correct horse",
    err: new Error("Authorization: Bearer abcdefgh12345; correct horse"),
  };
  expect(JSON.stringify(logged(fields, "debug", hide))).not.toMatch(/sk-abc|correct horse|abcdefgh12345/);
  expect(logged(fields, "debug", hide)).toMatchObject({ text: "key [secret], [secret]" });
});
