import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { CloudPolicy } from "../../security/egress/cloud/cloud-policy.ts";
import type { Chat } from "../../storage/chat.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";

/** An answer with the note that a model outside the house gave it. */
export function withCloudNote(answer: string, model: string, catalogue: Catalogue): string {
  return `${answer}\n${catalogue.text("answer.from-cloud", { model })}`;
}

/** The same answer as it is remembered: the note is our own word, and no model is to take it up. */
export function withoutCloudNote(answer: string, model: string | undefined, catalogue: Catalogue): string {
  return model === undefined ? answer : answer.replace(withCloudNote("", model, catalogue), () => "");
}

interface CloudNoticeDependencies {
  readonly policy: CloudPolicy;
  /** They are asked before the model at home. */
  readonly first: boolean;
  /** `provider/model` of each. */
  readonly models: readonly string[];
  /** The chats that owners read alone, as far as they are known. */
  readonly ownersChats: () => readonly Chat[];
  readonly outbox: Pick<OutboxStore, "add">;
  readonly language: string;
  readonly clock: () => number;
  readonly wakeDelivery: () => void;
}

/** Tells each owner what leaves the house; once for as long as the options let the same go. Called again it tells those who were not there before. */
export function createCloudNotice({ policy, first, models, ownersChats, outbox, language, clock, wakeDelivery }: CloudNoticeDependencies) {
  const catalogue = catalogueFor(language);
  const { sendProfile, sendHomeState } = policy;
  const when = catalogue.text(first ? "notice.cloud.first" : "notice.cloud.fallback");
  const text = catalogue.text("notice.cloud", {
    models: catalogue.list(models),
    when,
    profile: sendProfile ? catalogue.text("notice.cloud.profile") : "",
    state: sendHomeState ? catalogue.text("notice.cloud.state") : "",
  });
  const told = new Set<string>();
  return (): void => {
    const before = told.size;
    for (const { channel, bot, chatId } of ownersChats()) {
      const onceKey = `cloud:${first ? "first" : "fallback"}:${sendProfile}:${sendHomeState}:${channel}:${bot}:${chatId}`;
      if (told.has(onceKey)) continue;
      outbox.add({ channel, bot, chatId, kind: "notice", text, origin: "home", onceKey, at: clock() });
      told.add(onceKey);
    }
    if (told.size > before) wakeDelivery();
  };
}
