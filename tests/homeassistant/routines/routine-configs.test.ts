import { expect, it } from "vitest";
import { HomeUnreachableError } from "../../../src/homeassistant/connection/errors.ts";
import { createRoutineConfigs } from "../../../src/homeassistant/routines/routines.ts";
import { fakeHome } from "../../fakes/home.ts";

function configsOf(entityIds: readonly string[]) {
  const connection = { connected: true };
  const world = { connection, underWay: 0, most: 0, read: [] as string[], onRead: () => {} };
  const configs = createRoutineConfigs({
    connection,
    home: fakeHome({ entities: entityIds.map((entityId, index) => ({ entityId, exposed: index % 2 === 0 })) }),
    routines: {
      async read(entityId) {
        world.most = Math.max(world.most, ++world.underWay);
        world.read.push(entityId);
        await Promise.resolve();
        world.underWay--;
        world.onRead();
        return { ok: true, config: { id: entityId }, calls: [] };
      },
    },
  });
  return { world, configs };
}

const signal = new AbortController().signal;
const scripts = Array.from({ length: 10 }, (_, index) => `script.s${index}`);

it("all routines of a kind are read, hidden ones too, by their ids", async () => {
  const { configs } = configsOf(["script.b", "script.a", "automation.x", "light.hall"]);
  const read = await configs.all("script", signal);
  expect(read.map(({ entity, content }) => [entity.entityId, content])).toEqual([
    ["script.a", { ok: true, config: { id: "script.a" }, calls: [] }],
    ["script.b", { ok: true, config: { id: "script.b" }, calls: [] }],
  ]);
});

it("only a few are asked for at a time", async () => {
  const { configs, world } = configsOf(scripts);
  expect(await configs.all("script", signal)).toHaveLength(10);
  expect(world.most).toBe(4);
});

it("a connection that is lost on the way is told, for what was not read is not gone", async () => {
  const { configs, world } = configsOf(scripts);
  world.onRead = () => {
    world.connection.connected = false;
  };
  await expect(configs.all("script", signal)).rejects.toThrow(HomeUnreachableError);
  expect(world.read).toHaveLength(4);
});

it("ends with the signal's reason", async () => {
  const { configs, world } = configsOf(scripts);
  const stop = new AbortController();
  world.onRead = () => stop.abort(new Error("enough"));
  await expect(configs.all("script", stop.signal)).rejects.toThrow("enough");
});
