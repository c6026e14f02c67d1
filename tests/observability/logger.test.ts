import { expect, it } from "vitest";
import { CommandError } from "../../src/homeassistant/errors.ts";
import { TelegramError } from "../../src/homeassistant/telegram-error.ts";
import { createLogger, type LogLevel } from "../../src/observability/logger.ts";

function logged(fields: object, level: LogLevel = "info"): Record<string, unknown> {
  const lines: string[] = [];
  createLogger({ level, destination: { write: (line) => void lines.push(line) } }).warn(fields, "something happened");
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
  expect(logged({ err: "odd" })["err"]).toEqual({ message: "odd" });
});

it.each([new CommandError("invalid_format", "what Anna wrote"), new TelegramError({ kind: "markup" }, "what Anna wrote")])(
  "an error that may quote a person keeps name and code only, above debug",
  (err) => {
    expect(logged({ err })["err"]).toEqual({ name: err.name, errorCode: err.code });
    expect(logged({ err }, "debug")["err"]).toMatchObject({ message: "what Anna wrote" });
  },
);
