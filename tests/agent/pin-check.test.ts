import { expect, it } from "vitest";
import { createPinPad } from "../../src/agent/approvals/pin-pad.ts";
import { Secrets } from "../../src/config/secrets.ts";

function openPad(pins: Readonly<Record<string, string>> = { unlock: "4711", disarm: "0815" }) {
  let now = 0;
  const pad = createPinPad({ pins: new Secrets(pins), clock: () => now });
  const passes = (ms: number) => {
    now += ms;
  };
  return { pad, passes };
}

it("the PIN of each effect that was chosen is needed, in any order", () => {
  const { pad } = openPad();
  expect(pad.check("anna", ["unlock"], " 4711 ").kind).toBe("right");
  expect(pad.check("anna", ["unlock", "disarm"], "0815 4711").kind).toBe("right");
  expect(pad.check("anna", ["unlock", "disarm"], "4711")).toEqual({ kind: "wrong", left: 2 });
});

it("three wrong ones lock it for that person, beside what is typed on buttons", () => {
  const { pad, passes } = openPad();
  const said = ["1111", "2222", "3333", "4711"].map((pin) => pad.check("anna", ["unlock"], pin).kind);
  expect(said).toEqual(["wrong", "wrong", "given-up", "locked"]);
  expect(pad.open("question", "anna", ["action"], ["unlock"])).toBeUndefined();
  expect(pad.check("ben", ["unlock"], "4711").kind).toBe("right");
  passes(15 * 60_000);
  expect(pad.check("anna", ["unlock"], "4711").kind).toBe("right");
});

it("a list of guesses is one wrong try", () => {
  const { pad } = openPad();
  expect(pad.check("anna", ["unlock"], "1111 2222 4711")).toEqual({ kind: "wrong", left: 2 });
});

it("where a PIN is wanted and there is none, none is right", () => {
  const { pad } = openPad({});
  expect(pad.check("anna", ["unlock"], "")).toEqual({ kind: "wrong", left: 2 });
  expect(pad.check("anna", ["unlock"], "4711").kind).toBe("wrong");
});
