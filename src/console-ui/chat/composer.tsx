import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useWorld } from "../world.ts";

const MOST_HEIGHT_PX = 160;
const SEND_ICON = "M3 20V14l8-2-8-2V4l19 8-19 8Z";

/** Where messages are written. Enter sends where there is a keyboard; on a phone it begins a line, as in other chats. */
export function Composer({ onSay }: { onSay: (text: string) => void }) {
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
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        say();
      }}
    >
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
        <button type="submit" class="send primary" aria-label={texts.t("chat.send")} title={texts.t("chat.send")}>
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d={SEND_ICON} />
          </svg>
        </button>
      </div>
    </form>
  );
}
