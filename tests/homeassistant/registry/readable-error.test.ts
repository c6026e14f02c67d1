import { expect, it } from "vitest";
import { readableError } from "../../../src/homeassistant/registry/readable-error.ts";
import { fakeHome } from "../../fakes/home.ts";

it.each([
  ["Error fetching http://192.168.1.20/api?token=abc", "Error fetching [address]"],
  ["401 for https://cloud.example/x?token=abc, password=hunter2", "401 for https://cloud.example/x?token=[secret], password=[secret]"],
  ["Failed to reach light.hall at 10.0.0.7", "Failed to reach Hall at [address]"],
  ["lock.cellar did not answer", "that device did not answer"],
  ["Action notify.old_phone not found", "Action notify.old_phone not found"],
])("%s", (error, told) => {
  const entities = [
    { entityId: "light.hall", name: "Hall" },
    { entityId: "lock.cellar", name: "Cellar", exposed: false },
  ];
  expect(readableError(error, fakeHome({ entities }))).toBe(told);
});
