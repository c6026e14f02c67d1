import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ChatMessage } from "../../channels/console/wire.ts";
import { useLoaded } from "../loading.ts";
import { Form } from "../parts/field.tsx";
import { Icon, SCROLLED_BY_KEYS } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { useWorld } from "../world.ts";
import { useCards } from "./cards.tsx";
import { MessageBubble, STOP, UnsentBubble } from "./message-bubble.tsx";
import { useConversation } from "./use-conversation.ts";

/** So near to its end somebody reads along; further up they read what was, and are left there. */
const NEAR_END_PX = 80;

export function ChatPage() {
  const { texts, me } = useWorld();
  const chat = useConversation();
  const { messages, unsent, progress } = chat;
  const cardsOf = useCards(messages);
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

  // a keyboard, a question or a card makes room: who reads along stays at the end
  useEffect(() => {
    if (!log.current) return undefined;
    const sizes = new ResizeObserver(() => follows.current && toEnd());
    for (const box of [log.current, ...log.current.children]) sizes.observe(box);
    return () => sizes.disconnect();
  }, []);

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
          {isEmpty && <Beginning say={say} />}
          {messages.map((message) => (
            <MessageBubble key={message.id} message={message} cards={cardsOf(message)} />
          ))}
          {unsent.map((one) => (
            <UnsentBubble key={one.clientId} unsent={one} again={() => chat.again(one)} />
          ))}
          {progress && (
            <article class="bubble assistant">
              <h2 class="hidden">{me.assistantName}</h2>
              <div class="said as-written" dir="auto" lang={me.person.language}>
                {/* the dots move in the place of its own */}
                {progress.text.replace(/\s*…$/u, "")}{" "}
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
      <Composer onSay={say} isAtWork={progress !== undefined} />
    </div>
  );
}

/** What somebody who has said nothing yet may say, of what their home has. */
function Beginning({ say }: { say: (text: string) => void }) {
  const { api, texts } = useWorld();
  const { value = [] } = useLoaded("chat", "suggestions", (signal) => api.get<readonly string[]>("chat/suggestions", {}, signal));
  return (
    <div class="empty">
      <h2>{texts.t("chat.empty.title")}</h2>
      {value.length > 0 && <p>{texts.t("chat.empty.hint")}</p>}
      <div class="examples">
        {value.map((text) => (
          <button key={text} type="button" dir="auto" onClick={() => say(text)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

/** An answer grows while it is written; it is read out once it has stood still for so long. */
const STILL_MS = 1_200;

/** Reads out what the assistant says, each answer once and whole, to who does not see it. */
function Announcer({ messages, assistantName }: { messages: readonly ChatMessage[]; assistantName: string }) {
  const [said, setSaid] = useState("");
  const before = useRef<string | undefined>(undefined);
  const last = messages.findLast(({ from }) => from !== "person");
  const now = last && `${last.id} ${last.text}`;
  useEffect(() => {
    // what was there when the page opened is no news
    if (before.current === undefined) {
      if (messages.length > 0) before.current = now ?? "";
      return undefined;
    }
    if (now === before.current || !last) return undefined;
    const timer = setTimeout(() => {
      before.current = now;
      const choices = last.buttons.flat().map(({ label }) => label);
      setSaid([`${assistantName}: ${last.text}`, ...choices].join(" · "));
    }, STILL_MS);
    return () => clearTimeout(timer);
  }, [now, last, messages.length, assistantName]);
  return (
    <div class="hidden" aria-live="polite">
      {said}
    </div>
  );
}

const MOST_HEIGHT_PX = 160;
const SEND_ICON = "M3 20V14l8-2-8-2V4l19 8-19 8Z";
const STOP_ICON = "M7 7h10v10H7V7Z";

/** Where messages are written. Enter sends where there is a keyboard; on a phone it begins a line, as in other chats. */
function Composer({ onSay, isAtWork }: { onSay: (text: string) => void; isAtWork: boolean }) {
  const { texts, me, draft } = useWorld();
  const [text, setText] = useState(draft.text);
  const box = useRef<HTMLTextAreaElement>(null);
  draft.text = text;
  useLayoutEffect(() => {
    if (!box.current || text === undefined) return;
    box.current.style.height = "auto";
    box.current.style.height = `${Math.min(box.current.scrollHeight, MOST_HEIGHT_PX)}px`;
  }, [text]);
  const say = () => {
    const said = text.trim();
    if (said === "") return;
    setText("");
    onSay(said);
    box.current?.focus();
  };
  return (
    <Form class="composer" onSubmit={say}>
      <div class="chat-column">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          value={text}
          placeholder={texts.t("chat.placeholder")}
          aria-label={texts.t("chat.write", { assistant: me.assistantName })}
          enterkeyhint="send"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            const isPlainEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
            if (!isPlainEnter || matchMedia("(pointer: coarse)").matches) return;
            event.preventDefault();
            say();
          }}
        />
        {isAtWork && text.trim() === "" ? (
          <button type="button" class="send" aria-label={texts.t("chat.stop")} title={texts.t("chat.stop")} onClick={() => onSay(STOP)}>
            <Icon path={STOP_ICON} />
          </button>
        ) : (
          <button type="submit" class="send primary" aria-label={texts.t("chat.send")} title={texts.t("chat.send")}>
            <Icon path={SEND_ICON} />
          </button>
        )}
      </div>
    </Form>
  );
}
