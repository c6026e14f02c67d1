import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../parts/problem.tsx";
import { SCROLLED_BY_KEYS } from "../parts/scroll.tsx";
import { useWorld } from "../world.ts";
import { Announcer } from "./announcer.tsx";
import { Composer } from "./composer.tsx";
import { MessageBubble, UnsentBubble } from "./message-bubble.tsx";
import { useConversation } from "./use-conversation.ts";

/** So near to its end somebody reads along; further up they read what was, and are left there. */
const NEAR_END_PX = 80;
const EXAMPLES = ["chat.empty.1", "chat.empty.2", "chat.empty.3"] as const;

export function ChatPage() {
  const { texts, me } = useWorld();
  const chat = useConversation();
  const { messages, unsent, progress } = chat;
  const log = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const heightBefore = useRef<number | undefined>(undefined);
  const [isAway, setAway] = useState(false);
  const toEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight });

  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    if (heightBefore.current !== undefined) {
      // what was read stays in its place while older messages come in above it
      box.scrollTop += box.scrollHeight - heightBefore.current;
      heightBefore.current = undefined;
    } else if (follows.current) toEnd();
  }, [messages, unsent, progress]);

  const say = (text: string) => {
    follows.current = true;
    chat.say(text);
  };
  const isEmpty = chat.isLoaded && messages.length === 0 && unsent.length === 0;
  return (
    <div class="chat">
      <h1 class="hidden" tabIndex={-1}>
        {texts.t("page.chat")}
      </h1>
      <div
        class="chat-log"
        ref={log}
        role="log"
        aria-label={texts.t("chat.log")}
        aria-live="off"
        {...SCROLLED_BY_KEYS}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
          setAway(!follows.current);
        }}
      >
        <div class="chat-column">
          <Problem of={chat.problem} texts={texts} retry={chat.reload} />
          {chat.hasEarlier && (
            <button
              type="button"
              class="wide"
              onClick={() => {
                heightBefore.current = log.current?.scrollHeight;
                void chat.earlier();
              }}
            >
              {texts.t("chat.earlier")}
            </button>
          )}
          {isEmpty && (
            <div class="empty">
              <h2>{texts.t("chat.empty.title")}</h2>
              <p>{texts.t("chat.empty.hint")}</p>
              <div class="examples">
                {EXAMPLES.map((key) => (
                  <button key={key} type="button" onClick={() => say(texts.t(key))}>
                    {texts.t(key)}
                  </button>
                ))}
              </div>
            </div>
          )}
          {messages.map((message) => (
            <MessageBubble key={message.id} message={message} />
          ))}
          {unsent.map((one) => (
            <UnsentBubble key={one.clientId} unsent={one} again={() => chat.again(one)} />
          ))}
          {progress && (
            <article class="bubble assistant">
              <h2 class="hidden">{me.assistantName}</h2>
              <div class="said as-written" dir="auto" lang={me.person.language}>
                {progress.text}{" "}
                <span class="dots" aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
              </div>
            </article>
          )}
        </div>
      </div>
      {isAway && (
        <button type="button" class="to-end" onClick={toEnd}>
          {texts.t("chat.newest")}
        </button>
      )}
      <Announcer messages={messages} assistantName={me.assistantName} />
      <Composer onSay={say} />
    </div>
  );
}
