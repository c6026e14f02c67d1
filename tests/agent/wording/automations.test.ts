import { expect, it } from "vitest";
import { createAutomationWords } from "../../../src/agent/wording/automations.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import { fakeHome } from "../../fakes/home.ts";

it("a scene of a whole house is listed as far as a message has room", () => {
  const ids = Array.from({ length: 75 }, (_, index) => `light.lamp_${index}`);
  const home = fakeHome({ entities: ids.map((entityId) => ({ entityId, name: entityId })) });
  const meant = { name: "x", entities: Object.fromEntries(ids.map((id) => [id, { state: "off" }])) };
  const parts = createAutomationWords({ home, catalogue: catalogueFor("en") }).parts({ kind: "scene", meant });
  expect(parts).toHaveLength(61);
  expect(parts.at(-1)).toBe("- 15 more");
});
