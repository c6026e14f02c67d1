import { randomBytes } from "node:crypto";
import Sqlite from "better-sqlite3";
import type { GeneratedHouse } from "../../eval/habits-house.ts";

/** Rows of the recorder of Home Assistant 2026.11, as its own database has them. */
interface Writer {
  /** `userId`: whose hand it was, 32 hexadecimal digits. `context`: of the automation that made it. */
  state(row: {
    entityId: string;
    at: number;
    changedAt: number;
    state: string;
    attributes: object;
    userId?: string;
    context?: Buffer;
  }): void;
  automationRan(entityId: string, at: number): Buffer;
}

/** Writes a generated month into the database of a Home Assistant that is stopped. Hands are those of `userId` or of nobody in turn. */
export function writeMonth(
  path: string,
  { record, makers }: GeneratedHouse,
  { userId, ownUserId }: { userId: string; ownUserId: string },
): void {
  const sqlite = new Sqlite(path);
  try {
    sqlite.transaction(() => {
      const writer = createWriter(sqlite);
      for (const [entityId, samples] of record.samples) {
        const by = new Map(makers.get(entityId)?.map((maker) => [maker.at, maker.by]));
        let [changedAt, last] = [0, ""];
        for (const [index, { at, state, target }] of samples.entries()) {
          changedAt = state === last ? changedAt : at;
          last = state;
          const maker = by.get(at);
          const attributes = { friendly_name: entityId.split(".")[1], ...(target !== undefined && { temperature: target }) };
          const isAutomation = maker === "automation" || maker === "later";
          const context = isAutomation ? writer.automationRan("automation.timetable", at - 400) : undefined;
          const user = maker === "own" ? ownUserId : maker === "hand" && index % 2 === 0 ? userId : undefined;
          writer.state({ entityId, at, changedAt, state, attributes, ...(user && { userId: user }), ...(context && { context }) });
        }
      }
      for (const person of new Set(record.home.map(({ personId }) => personId))) {
        const entityId = `person.${person}`;
        const say = (at: number, state: string) =>
          writer.state({ entityId, at, changedAt: at, state, attributes: { friendly_name: person } });
        say(record.from, "not_home");
        for (const span of record.home.filter(({ personId }) => personId === person)) {
          say(span.from + 1, "home");
          if (span.to < record.to) say(span.to, "not_home");
        }
      }
    })();
  } finally {
    sqlite.close();
  }
}

function createWriter(sqlite: Sqlite.Database): Writer {
  const meta = new Map<string, number>();
  const attributesIds = new Map<string, number>();
  const findMeta = sqlite.prepare<[string], { metadata_id: number }>("SELECT metadata_id FROM states_meta WHERE entity_id = ?");
  const addMeta = sqlite.prepare("INSERT INTO states_meta (entity_id) VALUES (?)");
  const addAttributes = sqlite.prepare("INSERT INTO state_attributes (hash, shared_attrs) VALUES (?, ?)");
  const addState = sqlite.prepare(
    `INSERT INTO states (state, metadata_id, attributes_id, last_updated_ts, last_changed_ts, origin_idx, context_id_bin, context_user_id_bin, old_state_id)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)`,
  );
  sqlite
    .prepare(
      "INSERT INTO event_types (event_type) SELECT 'automation_triggered' WHERE NOT EXISTS (SELECT 1 FROM event_types WHERE event_type = 'automation_triggered')",
    )
    .run();
  const { event_type_id: typeId } = sqlite
    .prepare<[], { event_type_id: number }>("SELECT event_type_id FROM event_types WHERE event_type = 'automation_triggered'")
    .get() ?? { event_type_id: 0 };
  const addData = sqlite.prepare("INSERT INTO event_data (hash, shared_data) VALUES (?, ?)");
  const addEvent = sqlite.prepare(
    "INSERT INTO events (event_type_id, data_id, origin_idx, time_fired_ts, context_id_bin) VALUES (?, ?, 0, ?, ?)",
  );
  let dataId: number | bigint | undefined;
  let hash = 1;
  const newest = new Map<string, number | bigint>();

  return {
    state({ entityId, at, changedAt, state, attributes, userId, context = randomBytes(16) }) {
      const metaId = meta.get(entityId) ?? findMeta.get(entityId)?.metadata_id ?? Number(addMeta.run(entityId).lastInsertRowid);
      meta.set(entityId, metaId);
      const text = JSON.stringify(attributes);
      const attributesId = attributesIds.get(text) ?? Number(addAttributes.run(hash++, text).lastInsertRowid);
      attributesIds.set(text, attributesId);
      const user = userId === undefined ? null : Buffer.from(userId, "hex");
      const id = addState.run(
        state,
        metaId,
        attributesId,
        at / 1_000,
        changedAt === at ? null : changedAt / 1_000,
        context,
        user,
        newest.get(entityId) ?? null,
      ).lastInsertRowid;
      // the logbook leaves out what has nothing before it
      newest.set(entityId, id);
    },
    automationRan(entityId, at) {
      dataId ??= addData.run(hash++, JSON.stringify({ name: "Timetable", entity_id: entityId, source: "time" })).lastInsertRowid;
      const context = randomBytes(16);
      addEvent.run(typeId, dataId, at / 1_000, context);
      return context;
    },
  };
}
