import type { Role } from "../../security/policy/policy-input.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, flag, json } from "../database.ts";
import { QUESTION_HOLDS_MS } from "./presence-consents.ts";

/** A call that is to be made; its id and the question that got a yes to it are those of the plan. */
export interface PlannedCall {
  readonly id: string;
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly approvalId?: string | undefined;
}

export type ScheduleKind = "reminder" | "timer" | "action";

export interface NewSchedule {
  /** The turn that planned it. */
  readonly turnId: string;
  readonly personId: string;
  readonly kind: ScheduleKind;
  /** What to be reminded of, or what the timer is for; empty for actions and for a timer without a name. */
  readonly text: string;
  /** When, as `attention/trigger.ts` has it. */
  readonly trigger: object;
  /** When it is due (ms); undefined for what waits for a state. */
  readonly dueAt: number | undefined;
  readonly call?: PlannedCall | undefined;
  /** Who is told, where that is somebody else of the household. */
  readonly recipientId?: string | undefined;
  readonly recipientName?: string | undefined;
  /** It is told once more where nobody answers. */
  readonly isImportant?: boolean | undefined;
}

/** Something planned, with the chat and the person of the turn that planned it. Times are ms since the epoch. */
export interface Schedule extends Chat, Omit<NewSchedule, "call"> {
  readonly id: number;
  readonly calls: readonly PlannedCall[];
  readonly threadId: string | undefined;
  readonly isPrivate: boolean;
  readonly personName: string;
  readonly role: Role;
  readonly language: string;
  readonly status: "active" | "paused" | "done" | "cancelled";
  /** When it was due before. */
  readonly lastDue: number | undefined;
  /** What is left of a timer that is paused. */
  readonly leftMs: number | undefined;
  readonly createdAt: number;
}

export interface UnansweredReminder {
  readonly scheduleId: number;
  readonly dueAt: number;
  readonly isRepeated: boolean;
  readonly isAnswered: boolean;
}

/** Of one person at a time: nobody looks through more, and what writes messages by itself may not write thousands. */
export const MOST_PLANS = 200;

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

/** What is planned, and the turns that came of it. Writes join an open transaction. */
export function createScheduleStore({
  database,
  most = MOST_PLANS,
  onChange = () => {},
}: {
  database: AssistantDatabase;
  most?: number;
  onChange?: () => void;
}) {
  const changed = (): void => database.afterCommit(onChange);
  const insert = database.command<Omit<NewSchedule, "isImportant"> & { readonly at: number; readonly isImportant: 0 | 1 }>(
    `INSERT INTO schedules (turn_id, person_id, kind, text, trigger, due_at, status, created_at, recipient_id, recipient_name, is_important)
     VALUES (@turnId, @personId, @kind, @text, @trigger, @dueAt, 'active', @at, @recipientId, @recipientName, @isImportant) ON CONFLICT DO NOTHING`,
  );
  const addCall = database.command<NewSchedule>(
    `UPDATE schedules SET calls = json_insert(calls, '$[#]', json(@call)) WHERE turn_id = @turnId AND kind = @kind AND text = @text AND trigger = @trigger
       AND NOT EXISTS (SELECT 1 FROM json_each(calls) WHERE value ->> 'id' = json(@call) ->> 'id')`,
  );
  const schedules = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, Schedule>(
      `SELECT schedules.id, turn_id, schedules.person_id, schedules.kind, schedules.text, trigger, due_at, calls, schedules.status, last_due, left_ms, created_at, recipient_id, recipient_name, is_important,
         channel, bot, chat_id, thread_id, is_private, people.name AS person_name, role, language
       FROM schedules CROSS JOIN turns ON turns.id = schedules.turn_id JOIN people ON people.id = schedules.person_id ${rest}`,
      { trigger: json, calls: json, isPrivate: flag, isImportant: flag },
    );
  const ofPerson = schedules<[personId: string]>(
    "WHERE schedules.person_id = ? AND schedules.status IN ('active','paused') ORDER BY due_at IS NULL, due_at, schedules.id",
  );
  const count = database.values<[string], number>("SELECT count(*) FROM schedules WHERE person_id = ? AND status IN ('active','paused')");
  const newest = schedules<[turnId: string, text: string, recipientId: string]>(
    "WHERE turn_id = ? AND schedules.text = ? AND ifnull(recipient_id, '') = ? ORDER BY schedules.id DESC LIMIT 1",
  );
  const fire = database.command<{ id: number; dueAt: number; next: number | undefined; awaits: object | undefined; at: number }>(
    `UPDATE schedules SET last_due = @dueAt, due_at = @next, trigger = coalesce(@awaits, trigger),
       status = iif(coalesce(@next, @awaits) IS NULL, 'done', 'active'), ended_at = iif(coalesce(@next, @awaits) IS NULL, @at, NULL)
     WHERE id = @id AND status = 'active'`,
  );
  const begin = database.command<[turnId: string, id: number]>("INSERT INTO schedule_runs (turn_id, schedule_id) VALUES (?, ?)");
  const cancel = database.command<[number, number]>(
    "UPDATE schedules SET status = 'cancelled', due_at = NULL, ended_at = ? WHERE id = ? AND status IN ('active','paused')",
  );
  // the first time it was told is what a message answers
  const expectAnswer = database.command<{ id: number; dueAt: number; toldAt: number; isRepeated: 0 | 1; nextAt: number }>(
    `INSERT INTO reminder_repeats (schedule_id, due_at, told_at, is_repeated, next_at) VALUES (@id, @dueAt, @toldAt, @isRepeated, @nextAt)
     ON CONFLICT (schedule_id) DO UPDATE SET due_at = excluded.due_at, is_repeated = excluded.is_repeated, next_at = excluded.next_at,
       told_at = iif(excluded.is_repeated, told_at, excluded.told_at)`,
  );
  const answered = database.command<[id: number]>("DELETE FROM reminder_repeats WHERE schedule_id = ?");
  const restore = database.command<{ id: number; dueAt: number | undefined; since: number }>(
    `UPDATE schedules SET status = iif(left_ms IS NULL, 'active', 'paused'), due_at = @dueAt, ended_at = NULL
     WHERE id = @id AND status = 'cancelled' AND ended_at >= @since`,
  );
  const move = database.command<Pick<Schedule, "id" | "trigger"> & { readonly dueAt: number }>(
    "UPDATE schedules SET trigger = @trigger, due_at = @dueAt, last_due = NULL, left_ms = NULL, status = 'active', ended_at = NULL WHERE id = @id",
  );
  const waitFor = database.command<Pick<Schedule, "id" | "trigger">>("UPDATE schedules SET trigger = @trigger WHERE id = @id");
  const pause = database.command<{ id: number; leftMs: number }>(
    "UPDATE schedules SET status = 'paused', left_ms = @leftMs, due_at = NULL WHERE id = @id AND status IN ('active','paused')",
  );

  return {
    /** Adds what a turn plans; the same once. A further call for the same time is one more of the same plan. Undefined for a person who has too many. */
    add(schedule: NewSchedule, at: number): Schedule | undefined {
      return database.transaction(() => {
        if ((count.get(schedule.personId) ?? 0) >= most) return undefined;
        insert({
          ...schedule,
          recipientId: schedule.recipientId,
          recipientName: schedule.recipientName,
          isImportant: schedule.isImportant === true ? 1 : 0,
          at,
        });
        if (schedule.call) addCall(schedule);
        changed();
        return newest.get(schedule.turnId, schedule.text, schedule.recipientId ?? "");
      });
    },
    get: schedules<[id: number]>("WHERE schedules.id = ?").get,
    /** What a person has planned, what is due first in front. */
    ofPerson: ofPerson.all,
    /** The same, as they may be told of it in a chat: what was planned in private is told in private. */
    toldTo: ({ personId, isPrivate }: Pick<Schedule, "personId" | "isPrivate">): readonly Schedule[] =>
      ofPerson.all(personId).filter((plan) => isPrivate || !plan.isPrivate),
    /** What of it came about since a time (ms), be it over. */
    cameAbout: schedules<[personId: string, since: number]>("WHERE schedules.person_id = ? AND last_due >= ?").all,
    /** What others have planned to be done in the house. */
    actionsOfOthers: schedules<[personId: string]>(
      "WHERE schedules.status IN ('active','paused') AND schedules.kind = 'action' AND schedules.person_id <> ? ORDER BY due_at IS NULL, due_at, schedules.id",
    ).all,
    /** What is due at a time, the oldest first. */
    due: schedules<[now: number]>("WHERE schedules.status = 'active' AND due_at <= ? ORDER BY due_at, schedules.id").all,
    nextDue: database.values<[], number>(
      `SELECT min(at) FROM (SELECT min(due_at) AS at FROM schedules WHERE status = 'active' AND due_at IS NOT NULL
         UNION ALL SELECT min(next_at) FROM reminder_repeats
         UNION ALL SELECT min(at) + ${QUESTION_HOLDS_MS} FROM presence_consents WHERE status = 'asked')`,
    ).get,
    /** What was told and waits for a sign that it was read: a message of the person counts. */
    unanswered: database.query<[now: number], UnansweredReminder>(
      `SELECT schedule_id, reminder_repeats.due_at, is_repeated, EXISTS (SELECT 1 FROM turns WHERE turns.person_id = schedules.person_id AND turns.origin = 'person'
           AND received_at > told_at) AS is_answered
       FROM reminder_repeats CROSS JOIN schedules ON schedules.id = schedule_id WHERE next_at <= ?`,
      { isRepeated: flag, isAnswered: flag },
    ).all,
    expectAnswer(reminder: {
      readonly id: number;
      readonly dueAt: number;
      readonly toldAt: number;
      readonly isRepeated: boolean;
      readonly nextAt: number;
    }): void {
      expectAnswer({ ...reminder, isRepeated: reminder.isRepeated ? 1 : 0 });
      changed();
    },
    /** It was read, or is told no more. */
    answered: (id: number): void => void answered(id),
    /** What waits for a state. */
    waiting: schedules<[]>("WHERE schedules.status = 'active' AND due_at IS NULL ORDER BY schedules.id").all,
    /** What it waits for, from now on. */
    await: (id: number, trigger: object): void => void waitFor({ id, trigger }),
    /** It was due, and is due again, waits for a state again, or is over. */
    fire(
      id: number,
      dueAt: number,
      { next, awaits, at }: { readonly next: number | undefined; readonly awaits?: object | undefined; readonly at: number },
    ): void {
      fire({ id, dueAt, next, awaits, at });
      changed();
    },
    /** A turn does what was planned. */
    begin: (turnId: string, id: number): void => void begin(turnId, id),
    /** What a turn does that nobody asked for now; undefined for every other turn. */
    ofRun: schedules<[turnId: string]>("WHERE schedules.id = (SELECT schedule_id FROM schedule_runs WHERE schedule_runs.turn_id = ?)").get,
    /** What became of what a person planned, since a time (ms). */
    outcomes: database.query<[personId: string, since: number], { readonly turnId: string; readonly answer: string }>(
      `SELECT turns.id AS turn_id, answer FROM turns INDEXED BY turns_of_person CROSS JOIN schedule_runs ON schedule_runs.turn_id = turns.id
       WHERE person_id = ? AND received_at >= ? AND erased = 0 AND answer IS NOT NULL ORDER BY received_at`,
    ).all,
    /** How many messages of one person were passed on to another, since a time (ms); "0" is the character behind "/". */
    relayedSince: database.values<[personId: string, recipientId: string, since: number], number>(
      `SELECT count(*) FROM schedules JOIN outbox ON once_key >= 'schedule/' || schedules.id || '/' AND once_key < 'schedule/' || schedules.id || '0'
       WHERE person_id = ? AND recipient_id = ? AND outbox.created_at >= ?`,
    ).get,
    /** False if it had ended. */
    cancel(id: number, at: number): boolean {
      changed();
      return cancel(at, id) === 1;
    },
    /** Takes a cancellation back that came no earlier than `since`; false for every other plan. */
    restore(plan: { readonly id: number; readonly dueAt: number | undefined; readonly since: number }): boolean {
      changed();
      return restore(plan) === 1;
    },
    /** Also one that was due already comes back. */
    move(id: number, trigger: object, dueAt: number): void {
      move({ id, trigger, dueAt });
      changed();
    },
    /** So much is left of it from now on, until it goes on. */
    pause(id: number, leftMs: number): boolean {
      changed();
      return pause({ id, leftMs }) === 1;
    },
  };
}
