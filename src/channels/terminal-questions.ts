import type { Button } from "../storage/outbox-item.ts";
import type { Choice } from "./terminal-screen.ts";

interface OpenQuestion {
  readonly messageId: string;
  readonly text: string;
  /** By key. */
  readonly buttons: ReadonlyMap<string, Button>;
}

const CANCEL = "c";
const AGAIN = "a";

/** Questions that stand open in one chat. A key belongs to the newest of them that has it. */
export function createOpenQuestions() {
  let open: readonly OpenQuestion[] = [];
  const without = (messageId: string) => open.filter((question) => question.messageId !== messageId);
  const byKey = (): ReadonlyMap<string, { readonly question: OpenQuestion; readonly button: Button }> =>
    new Map(open.flatMap((question) => [...question.buttons].map(([key, button]) => [key, { question, button }] as const)));

  return {
    /** A question was asked, or its buttons changed: none closes it. */
    set({ messageId, text, buttons }: { messageId: string; text: string; buttons: readonly Button[] }): void {
      open = without(messageId);
      if (buttons.length > 0) open = [...open, { messageId, text, buttons: new Map(buttons.map((button) => [keyOf(button), button])) }];
    },
    /** Nobody is interested any more in asking again what expired. */
    dropOffers(): void {
      open = open.filter(({ buttons }) => !buttons.has(AGAIN));
    },
    /** The newest question that can be answered. */
    newest: (): Pick<OpenQuestion, "messageId" | "text"> | undefined => open.findLast(({ buttons }) => buttons.has(CANCEL)),
    choices: (): readonly Choice[] => [...byKey()].map(([key, { button }]) => ({ key, label: button.label })),
    /** What a key or a typed word (`y`, `Yes`, `only 2`, `no`) stands for; it is taken once. */
    take(typed: string): { readonly messageId: string; readonly data: string } | undefined {
      const keys = byKey();
      const word = typed.toLowerCase();
      const labelled = [...keys].find(([, { button }]) => button.label.toLowerCase() === word)?.[0];
      const found = keys.get(word) ?? keys.get(labelled ?? WORDS.get(word) ?? "");
      if (!found) return undefined;
      open = without(found.question.messageId);
      return { messageId: found.question.messageId, data: found.button.data };
    },
    /** True if the key alone answers something. */
    has: (key: string): boolean => byKey().has(key.toLowerCase()),
    /** The newest question's Cancel, taken. */
    takeCancel(): { readonly messageId: string; readonly data: string } | undefined {
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

/** `y`, `c`, a number, or `a` for asking again: by what the button does, not by what is written on it. */
function keyOf({ data }: Button): string {
  if (data.startsWith("r:")) return AGAIN;
  const choice = data.split(":").at(-1) ?? "";
  return choice === "yes" ? "y" : choice === "no" ? CANCEL : String(Number(choice) + 1);
}
