import { expect, test } from "vitest";
import { openReadyHome } from "./open-home.ts";

test("sensors that show what was found amiss are no part of the home: it would be found again", async () => {
  const entities = [
    { entity_id: "binary_sensor.ha_personal_assistant_leak", name: "Leak" },
    { entity_id: "binary_sensor.sink", name: "Sink" },
  ];
  await using opened = await openReadyHome({ furnishing: { entities } });
  expect(opened.home.known("binary_sensor.sink")).toBeDefined();
  expect(opened.home.known("binary_sensor.ha_personal_assistant_leak")).toBeUndefined();
});

test("everything of the home is known for judging, what is hidden stays hidden for telling", async () => {
  const entities = [
    { entity_id: "light.bed", name: "Bed Light", device: "Bed lamp" },
    { entity_id: "lock.cellar", name: "Cellar", exposed: false },
  ];
  await using opened = await openReadyHome({ furnishing: { entities } });
  const { home } = opened;

  expect(home.known("lock.cellar")).toMatchObject({ name: "Cellar", exposed: false });
  expect(home.find("lock.cellar")).toBeUndefined();
  expect(home.known("light.bed")).toBe(home.find("light.bed"));
  expect(home.known("light.gone")).toBeUndefined();
  const ids = Array.from(home.everything(), ({ entityId }) => entityId);
  expect(ids).toEqual(expect.arrayContaining(["light.bed", "lock.cellar"]));
  expect(ids).toHaveLength(opened.states.size);
});
