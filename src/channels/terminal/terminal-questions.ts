import type { Button } from "../../storage/turns/outbox.ts";

interface Choice {
  readonly key: string;
  readonly label: string;
}

interface OpenQuestion {
  readonly messageId: string;
  readonly text: string;
  readonly buttons: ReadonlyMap<string, Button>;
  /** What the digits of a PIN pad carry, and its `OK`; none where no PIN is typed. */
  readonly pad: ReadonlyMap<string, string>;
}

/** Buttons that were chosen, in the order in which they are pressed. */
export interface Taken {
  readonly messageId: string;
  readonly data: readonly string[];
  /** Nothing follows but the question's own end: there is no turn behind it. */
  readonly isLast: boolean;
}

const CANCEL = "c";
const AGAIN = "a";

/** Questions that stand open in one chat. Keys belong to the newest that can be answered alone; the older ones wait until it is. */
export function createOpenQuestions() {
  let open: readonly OpenQuestion[] = [];
  const dropped = new Set<string>();
  const without = (messageId: string) => open.filter((question) => question.messageId !== messageId);
  const newest = (): OpenQuestion | undefined => open.findLast(({ buttons }) => buttons.has(CANCEL));
  /** Whose keys are shown: what can only be asked again comes last. */
  const current = (): OpenQuestion | undefined => newest() ?? open.at(-1);

  return {
    /** A question was asked, or its buttons changed: none closes it. Buttons that only offer something under a text get no keys. */
    set({ messageId, text, buttons }: { messageId: string; text: string; buttons: readonly Button[] }): void {
      open = without(messageId);
      if (!isQuestion(buttons)) {
        // nothing more will be told of it
        if (buttons.length === 0) dropped.delete(messageId);
        return;
      }
      const keys = keysOf(buttons);
      const pad = new Map(buttons.filter(isPad).map(({ label, data }) => [label, data]));
      open = [...open, { messageId, text, buttons: keys, pad }];
    },
    /** Something else was said: nobody is interested any more in asking again what expired, or in what could be chosen. */
    dropOffers(): void {
      const offers = open.filter(({ buttons }) => [...buttons.values()].some(isOffer));
      for (const { messageId } of offers) dropped.add(messageId);
      open = open.filter((question) => !offers.includes(question));
    },
    /** True for an offer that was dropped, until its end has come: how it ended is no news. */
    isDropped: (messageId: string): boolean => dropped.has(messageId),
    newest: (): Pick<OpenQuestion, "messageId" | "text"> | undefined => newest(),
    choices: (): readonly Choice[] => {
      const keys = [...(current()?.buttons ?? [])].map(([key, { label }]) => ({ key, label }));
      return (current()?.pad.size ?? 0) > 0 ? [{ key: "0-9", label: "PIN" }, ...keys] : keys;
    },
    /** What a key or a typed word (`y`, `Yes`, `only 2`, `no`) stands for, which is taken once; or a whole PIN. */
    take(typed: string): Taken | undefined {
      const asking = open.findLast(({ buttons, pad }) => pad.size > 0 || buttons.has(typed));
      if (/^\d+$/.test(typed) && asking && asking.pad.size > 0) {
        // the pad stays until it is taken away: the next try is no message either
        return { messageId: asking.messageId, data: [...typed, "OK"].flatMap((label) => asking.pad.get(label) ?? []), isLast: false };
      }
      const question = current();
      const word = typed.toLowerCase();
      const labelled = [...(question?.buttons ?? [])].find(([, { label }]) => label.toLowerCase() === word)?.[0];
      const button = question?.buttons.get(word) ?? question?.buttons.get(labelled ?? WORDS.get(word) ?? "");
      if (!question || !button) return undefined;
      open = without(question.messageId);
      return { messageId: question.messageId, data: [button.data], isLast: !beginsTurn(button) };
    },
    takeCancel(): Taken | undefined {
      return this.take(CANCEL);
    },
  };
}

/** What people type where they could press. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["yes", "y"],
  ["n", CANCEL],
  ["no", CANCEL],
]);

/** A PIN is typed as a whole, so its digits are no keys. */
function isPad({ data }: Button): boolean {
  return data.startsWith("p:");
}

function isChoice({ data }: Button): boolean {
  return data.startsWith("c:");
}

/** One thing is asked, and can be left: a list has buttons about several, or a single one. */
function isQuestion(buttons: readonly Button[]): boolean {
  const about = new Set(buttons.map(({ data }) => data.split(":")[1]));
  const keys = keysOf(buttons);
  return about.size === 1 && (keys.has(AGAIN) || (keys.has(CANCEL) && buttons.length > 1));
}

/** Whether a turn goes on or begins with the press. What is to be remembered or forgotten is so at once. */
function beginsTurn(button: Button): boolean {
  return isChoice(button) ? ownKey(button) !== CANCEL : /^[ar]:/.test(button.data);
}

/** What waits for nobody: another message takes it away. */
function isOffer(button: Button): boolean {
  return isChoice(button) || ownKey(button) === AGAIN;
}

/** `y`, `c`, `a` for asking again, and a number for all others, in their order: by what a button does, not by what is written on it. */
function keysOf(buttons: readonly Button[]): ReadonlyMap<string, Button> {
  const keyed = buttons.filter((button) => !isPad(button));
  const numbered = keyed.filter((button) => ownKey(button) === undefined);
  return new Map(keyed.map((button) => [ownKey(button) ?? String(numbered.indexOf(button) + 1), button]));
}

function ownKey({ data }: Button): string | undefined {
  if (data.startsWith("r:")) return AGAIN;
  const choice = data.split(":").at(-1);
  return choice === "yes" ? "y" : choice === "no" ? CANCEL : undefined;
}
