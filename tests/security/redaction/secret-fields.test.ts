import { expect, it } from "vitest";
import { isSecretField, redactSecrets, withoutSecrets } from "../../../src/security/redaction/redaction.ts";

it.each(["code", "pin", "user_code", "usercode", "api_key", "apiKey", "access_token", "Authorization"])("%s is a secret field", (name) => {
  expect(isSecretField(name)).toBe(true);
});

it.each(["barcode_type", "pinned", "codes_count", "tokens", "brightness"])("%s is none", (name) => {
  expect(isSecretField(name)).toBe(false);
});

it("codes are hidden at any depth, and everything else stays", () => {
  const data = { brightness: 3, code: "1234", users: [{ name: "Anna", pin: 7 }], more: { deep: { password: "x" } }, none: null };
  expect(withoutSecrets(data)).toEqual({
    ...{ brightness: 3, code: "•••", users: [{ name: "Anna", pin: "•••" }], more: { deep: { password: "•••" } }, none: null },
  });
});

it("an error's text loses the codes of its call", () => {
  expect(redactSecrets("1234 is wrong for Anna's 7", { code: "1234", users: [{ pin: 7 }], empty: { pin: "" } })).toBe(
    "••• is wrong for Anna's •••",
  );
});
