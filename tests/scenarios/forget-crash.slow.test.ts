import { afterAll, beforeAll, expect, it } from "vitest";
import { askedOf, changeRows, eventually } from "./scenario-home.ts";
import { ServiceProcess } from "./service-process.ts";
import { countOnDisk } from "./words-on-disk.ts";

const ANNA = 700000001;
const BEN = 700000002;
/** Enough that a process is killed in the middle of them. */
const TURNS = 3_000;
/** Written at once: the service, which has the file open, waits half a second for others at most. */
const BATCH = 500;

let service: ServiceProcess;

const found = (word: string): number => countOnDisk(service, word);

const left = (person: number) => service.rows(`SELECT 1 FROM turns WHERE person_id = 'telegram:${person}' AND erased = 0`).length;

/** Years of talking, as the service writes it. */
function talkedMuch(person: number, word: string): void {
  for (let first = 1; first <= TURNS; first += BATCH) talked(person, word, first);
}

function talked(person: number, word: string, first: number): void {
  changeRows(
    service.dataDir,
    `WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + BATCH - 1})
       INSERT INTO turns (id, channel, bot, chat_id, message_id, session_id, person_id, is_private, kind, text, origin, status, sent_at, received_at, answer)
       SELECT '${person}-' || i, channel, bot, chat_id, 'old-' || i, session_id, person_id, 1, 'text', '${word} ' || i || ' ' || hex(randomblob(200)), 'person', 'sent', i, i,
         '${word} answer ' || i FROM n, (SELECT * FROM turns WHERE person_id = 'telegram:${person}' LIMIT 1);
     INSERT INTO conversation_history (session_id, chat_id, turn_id, person_id, role, content, origin, timestamp)
       SELECT session_id, chat_id, id, person_id, 'person', text, 'person', sent_at FROM turns WHERE text LIKE '${word}%' AND message_id LIKE 'old-%'
       AND sent_at BETWEEN ${first} AND ${first + BATCH - 1};`,
  );
}

beforeAll(async () => {
  service = await ServiceProcess.create();
  service.model.respond((call) => ({ text: `You say ${askedOf(call)}` }));
  await service.start();
  for (const [chatId, word] of [
    [ANNA, "zqanna"],
    [BEN, "zqben"],
  ] as const) {
    service.sim.telegram.say({ chatId, text: `tell me about ${word}` });
    await service.sim.telegram.waitFor(chatId);
  }
  await eventually(() => service.rows("SELECT 1 FROM turns WHERE status = 'sent'").length === 2);
  talkedMuch(ANNA, "zqanna");
  talkedMuch(BEN, "zqben");
});
afterAll(() => service[Symbol.asyncDispose]());

it("killed again and again while it forgets, it goes on at each start until no byte is left; other people's words stay", async () => {
  service.sim.telegram.say({ chatId: ANNA, text: "/forget" });
  await service.sim.telegram.waitFor(ANNA, ({ plain }) => plain.startsWith("Forget everything"));
  service.sim.telegram.press({ chatId: ANNA, label: "Yes" });
  await eventually(() => left(ANNA) < TURNS);
  await service.end("SIGKILL");
  const afterFirst = left(ANNA);
  expect(afterFirst).toBeGreaterThan(0);
  expect(service.rows("SELECT state FROM erasures")).toEqual([{ state: "erasing" }]);

  // killed before it is ready, which nobody waits for
  service.start().catch(() => undefined);
  await eventually(() => left(ANNA) < afterFirst, 20_000);
  await service.end("SIGKILL");
  expect(found("zqanna")).toBeGreaterThan(0);

  await service.start();
  await service.sim.telegram.waitFor(ANNA, ({ plain }) => plain.startsWith("It is forgotten"));
  expect([left(ANNA), found("zqanna")]).toEqual([0, 0]);
  expect(left(BEN)).toBe(TURNS + 1);
  expect(found("zqben")).toBeGreaterThan(TURNS * 3);
  expect(service.rows("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});
