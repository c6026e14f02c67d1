import { expect, it } from "vitest";
import type { HomeConnection } from "../../../src/homeassistant/connection/connection.ts";
import { createUsers } from "../../../src/homeassistant/registry/users.ts";
import { createTelegramBots } from "../../../src/homeassistant/telegram/telegram-bots.ts";

const row = (id: string, more: object = {}) => ({
  ...{ id, name: id, is_owner: false, is_active: true, system_generated: false, group_ids: ["system-users"] },
  ...more,
});

/** A connection that answers by these, and tells what it was asked. */
function answering(answers: Record<string, () => unknown>) {
  const asked: string[] = [];
  const connection = {
    async command<Result>(command: { readonly type: string }) {
      asked.push(command.type);
      return answers[command.type]?.() as Result;
    },
  } satisfies Pick<HomeConnection, "command">;
  return { asked, connection };
}

it("administrators are active people with those rights, or the owner", async () => {
  const rows = [
    row("plain"),
    row("admin", { group_ids: ["system-admin"] }),
    row("owner", { is_owner: true, name: null }),
    row("left", { is_active: false, group_ids: ["system-admin"] }),
    row("machine", { system_generated: true, group_ids: ["system-admin"] }),
  ];
  const { connection } = answering({ "config/auth/list": () => rows });
  const users = createUsers({ connection, clock: () => 0 });
  const found = await Promise.all(rows.map(({ id }) => users.administrator(id)));
  expect(found.map((user) => user?.id)).toEqual([undefined, "admin", "owner", undefined, undefined]);
});

it("the list is asked for once a minute, and again at once where it could not be read", async () => {
  let [now, fails] = [0, true];
  const { asked, connection } = answering({
    "config/auth/list"() {
      if (fails) throw new Error("away");
      return [row("admin", { is_owner: true })];
    },
  });
  const users = createUsers({ connection, clock: () => now });
  await expect(users.administrator("admin")).rejects.toThrow("away");
  fails = false;
  await users.administrator("admin");
  now = 59_999;
  await users.administrator("admin");
  expect(asked).toHaveLength(2);
  now = 60_000;
  await users.administrator("admin");
  expect(asked).toHaveLength(3);
});

it("a list of another form lets nobody in", async () => {
  const { connection } = answering({ "config/auth/list": () => [{ id: "admin", is_owner: true }] });
  await expect(createUsers({ connection, clock: () => 0 }).administrator("admin")).rejects.toThrow();
});

it.each([
  ["terminated by other getUpdates request", 60_000, "conflict"],
  ["terminated by other getUpdates request", 16 * 60_000, "loaded"],
  ["something else", 0, "loaded"],
])("a bot of which the log says %j %d ms ago is %s", async (text, ago, state) => {
  const { connection } = answering({
    "config_entries/get": () => [{ entry_id: "e", title: "Bot", state: "loaded" }],
    "system_log/list": () => [{ name: "homeassistant.components.telegram_bot", message: [text], timestamp: (10_000_000 - ago) / 1_000 }],
  });
  const bots = createTelegramBots({ connection, clock: () => 10_000_000 });
  expect(await bots()).toEqual([{ id: "e", name: "Bot", state, isWell: state === "loaded" }]);
});

it("a log that cannot be read tells nothing of bots", async () => {
  const { connection } = answering({
    "config_entries/get": () => [{ entry_id: "e", title: "Bot", state: "setup_retry" }],
    "system_log/list"() {
      throw new Error("unknown command");
    },
  });
  expect(await createTelegramBots({ connection, clock: () => 0 })()).toEqual([
    { id: "e", name: "Bot", state: "setup_retry", isWell: false },
  ]);
});
