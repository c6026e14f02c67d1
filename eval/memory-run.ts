import { type Chat, holds, type MemoryCase, type Step, WHO, type Who } from "./memory-case.ts";
import { givenIn, type ModelRequest, realModel, scriptedModel } from "./memory-model.ts";
import { MemoryWorld } from "./memory-world.ts";

/** What came of one conversation. */
export interface MemoryOutcome {
  readonly case: MemoryCase;
  /** Values that were asked for, and those of them that came to the right person. */
  readonly asked: number;
  readonly right: number;
  /** Values that were to be heard and were, and those of them that stood in the prompt: the model did not have to look them up. */
  readonly heard: number;
  readonly byItself: number;
  /** Facts that are known at the end, and those of them that should not be. */
  readonly known: number;
  readonly junk: number;
  /** Facts that should be known at the end and are not. */
  readonly missing: number;
  readonly leaks: number;
  readonly forgottenLeft: number;
  /** What went wrong, one line each. */
  readonly notes: readonly string[];
}

interface RunOptions {
  readonly names: Readonly<Record<Who, string>>;
  /** A real one; the conversation's own moves are played when left out. */
  readonly model: { readonly url: string; readonly name: string } | undefined;
}

type Says = Extract<Step, { kind: "says" }>;

/** Plays one conversation with the whole service, and compares what came of it. */
export async function runMemoryCase(row: MemoryCase, { names, model: real }: RunOptions): Promise<MemoryOutcome> {
  await using model = real ? await realModel(real) : await scriptedModel(row);
  await using world = await MemoryWorld.start({ model, names, language: row.language });
  const notes: string[] = [];
  const sum = { asked: 0, right: 0, heard: 0, byItself: 0, leaks: 0 };
  const note = (text: string) => void notes.push(`${row.id}: ${text}`);
  for (const [index, step] of row.steps.entries()) {
    if (step.kind === "days") await world.passes(step.days);
    else if (step.kind === "screen") await world.screen(step.text);
    else await say(step, index);
  }
  for (const { chat, value } of leaksInMessages(row, world)) {
    sum.leaks += 1;
    note(`“${value}” stands in the chat of ${chat}`);
  }
  for (const { messages } of model.requests.filter(({ isTurn }) => !isTurn)) {
    const owners = new Set(row.private.filter(({ value }) => messages.some(({ content }) => holds(content, value))).map(({ of }) => of));
    if (owners.size < 2) continue;
    sum.leaks += 1;
    note(`one request of the idle time holds what is private of ${[...owners].join(" and ")}`);
  }
  const left = row.gone.filter(({ value, from }) => world.has(value, from));
  for (const { value, from } of left) note(`“${value}” is still in the ${from}`);
  return { case: row, ...sum, ...compareFacts(row, world, note), forgottenLeft: left.length, notes };

  async function say(step: Says, index: number): Promise<void> {
    const { who, text, in: chat = who, hears = [], neverHears = [] } = step;
    const before = model.requests.length;
    const told = world.messages(chat).length;
    model.play(step.model ?? ["recall"]);
    await world.says(who, text, chat);
    if (step.presses !== undefined && !(await world.presses(who, step.presses))) note(`step ${index}: there is no button ${step.presses}`);
    const requests = model.requests.slice(before).filter(({ isTurn }) => isTurn);
    const answer = world.messages(chat).slice(told).flat();
    judge(step, requests, answer, index, hears, neverHears);
  }

  function judge(
    step: Says,
    requests: readonly ModelRequest[],
    answer: readonly string[],
    index: number,
    hears: readonly string[],
    neverHears: readonly string[],
  ): void {
    const given = requests.map(givenIn);
    const remembered = given.flatMap((one) => one.remembered).join("\n");
    const all = [remembered, ...given.flatMap((one) => one.answers)].join("\n");
    for (const value of hears) {
      sum.asked += 1;
      // a command is answered without a model
      const isGiven = requests.length === 0 || holds(all, value);
      if (isGiven && answer.some((message) => holds(message, value))) {
        sum.right += 1;
        if (requests.length > 0) sum.heard += 1;
        if (holds(remembered, value)) sum.byItself += 1;
      } else
        note(
          `step ${index} “${step.text}”: “${value}” ${isGiven ? `is not in the answer “${answer.at(-1) ?? ""}”` : "did not reach the model"}`,
        );
    }
    for (const value of neverHears) {
      sum.asked += 1;
      if (!holds(all, value) && !answer.some((message) => holds(message, value))) sum.right += 1;
      else note(`step ${index} “${step.text}”: “${value}” should not have come up`);
    }
    for (const { of, value } of row.private) {
      const mayKnow = step.in === "group" ? saidIn(row, "group", value, index) : of === step.who || saidIn(row, step.who, value, index);
      if (mayKnow || !requests.some(({ messages }) => messages.some(({ content }) => holds(content, value)))) continue;
      sum.leaks += 1;
      note(`step ${index} “${step.text}”: the prompt of ${step.who} holds “${value}” of ${of}`);
    }
  }
}

/** Private values in chats of others. */
function leaksInMessages(row: MemoryCase, world: MemoryWorld): readonly { readonly chat: Chat; readonly value: string }[] {
  return [...WHO, "group" as const].flatMap((chat) => {
    const texts = world.messages(chat).flat();
    return row.private
      .filter(({ of, value }) => of !== chat && !saidIn(row, chat, value, row.steps.length) && texts.some((text) => holds(text, value)))
      .map(({ value }) => ({ chat, value }));
  });
}

/** True if somebody said it in that chat, up to that step. */
function saidIn({ steps }: MemoryCase, chat: Chat, value: string, upTo: number): boolean {
  return steps.slice(0, upTo + 1).some((step) => step.kind === "says" && (step.in ?? step.who) === chat && holds(step.text, value));
}

function compareFacts({ keeps }: MemoryCase, world: MemoryWorld, note: (text: string) => void) {
  const facts = world.facts();
  const wanted = new Set(keeps);
  let junk = 0;
  for (const { scope, who = scope.kind, key, value } of facts) {
    const fit = [...wanted].find((one) => one.of === who && holds(`${key.replaceAll("_", " ")}: ${value}`, one.value));
    if (fit) wanted.delete(fit);
    else {
      junk += 1;
      note(`“${key}: ${value}” of ${who} should not be known`);
    }
  }
  for (const { of, value } of wanted) note(`“${value}” of ${of} is not known`);
  return { known: facts.length, junk, missing: wanted.size };
}
