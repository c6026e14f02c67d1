import { type ComponentChild, h } from "preact";
import { useMemo } from "preact/hooks";
import type { Card, ChatMessage, Pressed } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { hrefOf } from "../pages.ts";
import { Icon, When } from "../parts/page.tsx";
import { problemText } from "../parts/problem.tsx";
import { useQuestions, useSecondsLeft } from "../questions.tsx";
import { useWorld } from "../world.ts";
import { Cards } from "./cards.tsx";
import type { Unsent } from "./use-conversation.ts";

/** What stops whatever the chat is at; a person sees a word for it. */
export const STOP = "/cancel";

const STEPS_ICON = "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm-1 7h2v6h-2v-6Zm0-4h2v2h-2V7Z";

export function MessageBubble({ message, cards }: { message: ChatMessage; cards: readonly Card[] }) {
  const { texts, me } = useWorld();
  const { id, from, text, html, at, edited, turnId, hasPicture, hours, buttons, approvalId } = message;
  const body = useMemo(() => safeHtml(html), [html]);
  const question = useQuestions().items.find(({ id }) => id === approvalId);
  const who = from === "person" ? texts.t("chat.you") : from === "notice" ? texts.t("chat.notice") : me.assistantName;
  return (
    <article class={`bubble ${from}`}>
      <h2 class="hidden">{who}</h2>
      {hasPicture && <img class="picture" src={`api/chat/picture/${encodeURIComponent(id)}`} alt={texts.t("chat.picture")} />}
      <div class="said" dir="auto" lang={me.person.language}>
        {from === "person" && text === STOP ? texts.t("chat.stop") : body}
      </div>
      <Cards cards={cards} hours={hours ?? 0} />
      {buttons.length > 0 && <Buttons message={message} />}
      <footer>
        {turnId && from === "assistant" && me.pages.includes("turns") && (
          <a href={hrefOf("turns", turnId)} aria-label={texts.t("chat.steps")} title={texts.t("chat.steps")}>
            <Icon path={STEPS_ICON} />
          </a>
        )}
        {question && buttons.length > 0 && <Left until={question.expiresAt} />}
        {edited && <span class="quiet">{texts.t("chat.edited")}</span>}
        <When at={at} />
      </footer>
    </article>
  );
}

/** Of a question that is open. */
function Left({ until }: { until: number }) {
  const { texts } = useWorld();
  const seconds = useSecondsLeft(until);
  return (
    <span class="quiet">{seconds > 0 ? texts.t("approvals.left", { time: texts.countdown(seconds) }) : texts.t("approvals.over")}</span>
  );
}

function Buttons({ message: { id, buttons } }: { message: ChatMessage }) {
  const { api, texts, toast } = useWorld();
  const { isBusy, run } = useDoing();
  const press = (data: string) => run(async () => toast((await api.send<Pressed>("POST", "chat/press", { messageId: id, data })).toast));
  return (
    <fieldset class="choices">
      <legend class="hidden">{texts.t("chat.choices")}</legend>
      {buttons.map((row) => (
        <div class="choice-row" key={row.map(({ data }) => data).join(" ")}>
          {row.map(({ label, data }) => (
            <button key={data} type="button" aria-disabled={isBusy} onClick={() => void press(data)}>
              {label}
            </button>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** What was written here and is not in the conversation yet. */
export function UnsentBubble({ unsent: { text, problem }, again }: { unsent: Unsent; again: () => void }) {
  const { texts } = useWorld();
  return (
    <article class="bubble person unsent">
      <h2 class="hidden">{texts.t("chat.you")}</h2>
      <div class="said as-written" dir="auto">
        {text}
      </div>
      {problem === undefined ? (
        <footer>
          <span class="quiet">{texts.t("chat.sending")}</span>
        </footer>
      ) : (
        <div class="problem" role="alert">
          <p>
            <strong>{texts.t("chat.failed")}</strong> {problemText(problem, texts)}
          </p>
          <button type="button" onClick={again}>
            {texts.t("retry")}
          </button>
        </div>
      )}
    </article>
  );
}

/** What Markdown becomes, and nothing that runs, loads, covers or asks. */
const ALLOWED = new Set(
  "P BR STRONG B EM I U S DEL CODE PRE UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD HR H3 H4 H5 H6 SPAN".split(" "),
);
const DROPPED = new Set("SCRIPT STYLE IFRAME OBJECT EMBED TEMPLATE NOSCRIPT SVG MATH TITLE HEAD TEXTAREA SELECT".split(" "));
/** The page's own headings stand above those of a text. */
const RENAMED: Readonly<Record<string, string>> = { H1: "H3", H2: "H4" };
const SAFE_LINK = /^(https?:|mailto:)/i;

/** HTML as nodes of the page: listed elements without attributes, and outward links. The server escapes already; this is the second lock. */
function safeHtml(html: string): ComponentChild[] {
  return childrenOf(new DOMParser().parseFromString(html, "text/html").body);
}

function childrenOf(parent: Node): ComponentChild[] {
  return [...parent.childNodes].flatMap(nodeOf);
}

function nodeOf(node: Node): ComponentChild[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent];
  if (!(node instanceof Element)) return [];
  const name = node.tagName.toUpperCase();
  if (DROPPED.has(name)) return [];
  const inside = childrenOf(node);
  if (name === "A") return [linkOf(node.getAttribute("href") ?? "", inside)];
  const shown = RENAMED[name] ?? name;
  return ALLOWED.has(shown) ? [h(shown.toLowerCase(), {}, ...inside)] : inside;
}

function linkOf(href: string, inside: ComponentChild[]): ComponentChild {
  if (!SAFE_LINK.test(href)) return h("span", {}, ...inside);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...inside);
}
