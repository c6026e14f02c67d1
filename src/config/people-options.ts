import { z } from "zod";
import { role } from "./action-options.ts";
import { listOf, matching, text, yesNo } from "./option-values.ts";

const USER_ID = "a Telegram user id: a whole number above 0, not a @name";
const user_id = z.union(
  [z.int({ error: USER_ID }).min(1, { error: USER_ID }), matching(USER_ID, /^[1-9]\d{0,15}$/)],
  { error: USER_ID }, // Telegram's ids have at most 52 significant bits (core.telegram.org/bots/api, User.id)
);

export const languageCode = () => matching("a language code, like en or pt-BR", /^[a-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/);

/** Somebody who may use the assistant, as users write it. */
export const person = z.strictObject(
  {
    name: text("a name of 1 to 60 characters", 1, 60),
    telegram_user_id: user_id.optional(),
    role,
    ha_person: matching("a person of Home Assistant, like person.anna", /^person\.[a-z\d]+(_[a-z\d]+)*$/).optional(),
    areas: listOf(text("the name of an area: 1 to 100 characters", 1, 100), "a list of areas, like Kitchen").default([]),
    until: z.iso.date({ error: "a day, like 2026-12-31" }).optional(),
    language: languageCode().optional(),
    voice_answers: yesNo().optional(),
  },
  { error: "a person: name, role, telegram_user_id or ha_person or both and, if wanted, areas, until, language and voice_answers" },
);

export interface ConfiguredPerson {
  readonly name: string;
  /** Digits; undefined for somebody who only uses the console: then there is a person of Home Assistant. */
  readonly telegramUserId: string | undefined;
  readonly role: z.output<typeof person>["role"];
  readonly haPerson: string | undefined;
  /** Names or ids of the areas that a guest may do something in. */
  readonly areas: readonly string[];
  /** The last day on which a guest may do something: `2026-12-31`, in the home's time zone. */
  readonly until: string | undefined;
  /** Of the answers to them; undefined for the one of everybody. */
  readonly language: string | undefined;
  /** What is answered to their voice messages is spoken, too. */
  readonly voiceAnswers?: boolean | undefined;
}

/** The people of the options as everybody else knows them. */
export function toPeople(people: readonly z.output<typeof person>[]): readonly ConfiguredPerson[] {
  return people.map(({ telegram_user_id: userId, ha_person: haPerson, voice_answers: voiceAnswers, until, language, ...person }) => ({
    ...person,
    haPerson,
    telegramUserId: userId === undefined ? undefined : String(userId),
    until,
    language,
    voiceAnswers,
  }));
}
