import { describe, expect, test } from "vitest";
import { redactAnswer, redactError } from "../../../src/security/redaction/redaction.ts";

const redact = (text: string) => redactAnswer(text, () => undefined);

// No time is asserted: a pattern that is not linear does not come to an end within the time that a test has.
describe("a megabyte comes to its end", () => {
  const UNITS = [
    ..."a a. a- 1. 1: ab: :: [ ]( ] [a](http:// http:// http://a@ eyJ- eyJaaaaaaaa. 123456: sk-1-".split(" "),
    ..."light. light.a\\_ token= a1 =/+- .local ( ) * _ \\".split(" "),
    "bearer ",
    "localhost:1 ",
    "token: ",
    " ",
  ];
  const repeated = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));

  test("of all that patterns begin with", () => {
    const text = UNITS.map((unit) => repeated(unit, 1_000_000 / UNITS.length)).join(" ");
    expect(redact(text)).not.toBe("");
    expect(redactError(text)).not.toBe("");
  });

  test.each(UNITS)("of %j in a URL", (unit) => {
    const url = `http://example.org/${repeated(unit, 200_000)}`;
    expect(redact(url)).not.toBe("");
    expect(redactError(url)).not.toBe("");
  });

  test.each(["a", "ab:", "http://a@", "eyJ-", "](", "_"])("of %j alone", (unit) => {
    expect(redact(repeated(unit, 1_000_000))).not.toBe("");
  });

  test.each(["*", "a*", "*a ", "_a ", "`a", "\\", "&#", "&#46;", "\n ", "\u200b-", "[a](http://b.c)", "light.b*_d* "])(
    "of the mark %j",
    (unit) => {
      expect(redact(repeated(unit, 200_000))).not.toBe("");
    },
  );

  test("of a mark inside a word", () => {
    expect(redact(`0${repeated("_", 200_000)}0`)).not.toBe("");
  });
});
