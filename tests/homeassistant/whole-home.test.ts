import { expect, test } from "vitest";
import { openReadyHome } from "./open-home.ts";

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
