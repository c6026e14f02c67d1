import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Me } from "../channels/console/wire.ts";
import { ActivityPage } from "./activity/activity-page.tsx";
import type { Api } from "./api.ts";
import { ChatPage } from "./chat/chat-page.tsx";
import { HealthPage } from "./health/health-page.tsx";
import { KnowledgePage } from "./knowledge/knowledge-page.tsx";
import { followEvents, type LiveEvents } from "./live-events.ts";
import { MemoryPage } from "./memory/memory-page.tsx";
import { NotificationsPage } from "./notifications/notifications-page.tsx";
import { BAR, hasPlace, hrefOf, PLACE_ICONS, type Place, parentOf, placeOf, type Route, useRoute } from "./pages.ts";
import { Icon } from "./parts/page.tsx";
import { Problem } from "./parts/problem.tsx";
import { PlannedPage } from "./planned/planned-page.tsx";
import { PolicyPage } from "./policy/policy-page.tsx";
import { ProgramsPage } from "./programs/programs-page.tsx";
import { Questions, useQuestions } from "./questions.tsx";
import { SearchLogPage } from "./records/search-log-page.tsx";
import { TurnsPage } from "./records/turns-page.tsx";
import { SettingsPage } from "./settings/settings-page.tsx";
import { englishTexts, loadTexts } from "./texts.ts";
import { type Undo, useWorld, type World, WorldContext } from "./world.ts";

/** Asks first who is looking: without that there is nothing to show. */
export function App({ api }: { api: Api }) {
  const [me, setMe] = useState<Me>();
  const [problem, setProblem] = useState<unknown>();
  const [texts, setTexts] = useState(englishTexts);
  const ask = () => {
    setProblem(undefined);
    api
      .get<Me>("me")
      .then(async (answer) => {
        api.setToken(answer.token);
        setTexts(await loadTexts(answer.person.language));
        setMe(answer);
      })
      .catch(async (fault: unknown) => {
        setTexts(await loadTexts(navigator.language));
        setProblem(fault);
      });
  };
  useEffect(ask, [api]);
  useEffect(() => {
    Object.assign(document.documentElement, texts.written);
  }, [texts]);
  const events = useEvents(me !== undefined);
  if (me && events) return <Shell api={api} events={events} texts={texts} me={me} />;
  return (
    <main class="alone">
      <h1 class="hidden">{texts.t("page.chat")}</h1>
      {problem === undefined ? (
        <p class="waiting quiet" role="status">
          {texts.t("loading")}
        </p>
      ) : (
        <Problem of={problem} texts={texts} retry={ask} />
      )}
    </main>
  );
}

function useEvents(wanted: boolean): LiveEvents | undefined {
  const [events, setEvents] = useState<LiveEvents>();
  useEffect(() => {
    if (!wanted) return undefined;
    const end = new AbortController();
    setEvents(followEvents(end.signal));
    return () => end.abort();
  }, [wanted]);
  return events;
}

function Shell({ api, events, texts, me }: Pick<World, "api" | "events" | "texts" | "me">) {
  const wanted = useRoute();
  const route: Route = hasPlace(wanted.page, me.pages) ? wanted : { page: "chat", id: undefined };
  const { shown: toast, show } = useToast();
  const draft = useRef({ text: "" }).current;
  const world = useMemo<World>(() => ({ api, events, texts, me, toast: show, draft }), [api, events, texts, me, show, draft]);
  const isConnected = useConnected(events);
  const main = useRef<HTMLElement>(null);
  const place = `${route.page}/${route.id ?? ""}`;
  const before = useRef(place);
  useEffect(() => {
    document.title = `${texts.t(`page.${route.page}`)} · ${me.assistantName}`;
    if (before.current === place) return;
    before.current = place;
    show(""); // it was about the page before
    main.current?.querySelector("h1")?.focus();
    window.scrollTo(0, 0);
  }, [place, route.page, texts, me.assistantName, show]);
  const parent = parentOf(route);
  const View = VIEWS[route.page];

  return (
    <WorldContext.Provider value={world}>
      <Questions>
        <div class={route.page === "chat" ? "shell full" : "shell"}>
          <button type="button" class="skip" onClick={() => main.current?.focus()}>
            {texts.t("skip")}
          </button>
          <Bar current={route.page} />
          {!isConnected && (
            <p class="banner" role="status">
              {texts.t("connection.lost")}
            </p>
          )}
          <main ref={main} tabIndex={-1}>
            {parent && (
              <a class="back" href={hrefOf(parent)}>
                {texts.t(`page.${parent}`)}
              </a>
            )}
            <View id={route.id} key={route.page} />
          </main>
          <div class="toasts" role="status">
            {toast.text && (
              <p dir="auto">
                {toast.text}
                {toast.undo && (
                  <button
                    type="button"
                    onClick={() => {
                      show("");
                      toast.undo?.run();
                    }}
                  >
                    {toast.undo.label}
                  </button>
                )}
              </p>
            )}
          </div>
        </div>
      </Questions>
    </WorldContext.Provider>
  );
}

/** Whose page it is, and the places: below the page on a phone, beside the names on a desk. */
function Bar({ current }: { current: Place }) {
  const { texts, me } = useWorld();
  const open = useQuestions().items.filter(({ mayAnswer }) => mayAnswer).length;
  const place = placeOf(current);
  return (
    <header class="bar">
      <p class="names">
        <strong dir="auto">{me.assistantName}</strong>
        <span class="quiet" dir="auto">
          {me.homeName}
        </span>
      </p>
      <nav aria-label={texts.t("nav")}>
        <ul class="tabs">
          {BAR.filter((page) => hasPlace(page, me.pages)).map((page) => (
            <li key={page}>
              <a href={hrefOf(page)} aria-current={page === place ? "page" : undefined}>
                <Icon path={PLACE_ICONS[page]} />
                <span>{texts.t(`page.${page}`)}</span>
                {page === "activity" && open > 0 && (
                  <>
                    <span class="count" aria-hidden="true">
                      {open}
                    </span>
                    <span class="hidden">{texts.t("nav.open", { count: open })}</span>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

const VIEWS: Readonly<Record<Place, (props: { id: string | undefined }) => preact.JSX.Element>> = {
  chat: ChatPage,
  activity: ActivityPage,
  planned: PlannedPage,
  notifications: NotificationsPage,
  memory: MemoryPage,
  settings: SettingsPage,
  health: HealthPage,
  knowledge: KnowledgePage,
  policy: PolicyPage,
  programs: ProgramsPage,
  searchlog: SearchLogPage,
  turns: TurnsPage,
};

/** A stream that is opened again at once is nobody's concern: only what lasts is told. */
const LASTING_MS = 2_000;

function useConnected(events: LiveEvents): boolean {
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    let timer = 0;
    const end = events.on("connected", (now) => {
      clearTimeout(timer);
      if (now) setConnected(true);
      else timer = window.setTimeout(() => setConnected(false), LASTING_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [events]);
  return isConnected;
}

/** Long enough to read a sentence twice, and to find a button. */
const SHOWN_MS = 6_000;
const UNDO_SHOWN_MS = 12_000;

interface Toast {
  readonly text: string;
  readonly undo: Undo | undefined;
}

function useToast(): { readonly shown: Toast; readonly show: World["toast"] } {
  const [toast, setToast] = useState<Toast>({ text: "", undo: undefined });
  const show = useCallback((text: string, undo?: Undo) => setToast({ text, undo }), []);
  useEffect(() => {
    if (!toast.text) return undefined;
    const timer = setTimeout(
      () => setToast((now) => (now === toast ? { text: "", undo: undefined } : now)),
      toast.undo ? UNDO_SHOWN_MS : SHOWN_MS,
    );
    return () => clearTimeout(timer);
  }, [toast]);
  return { shown: toast, show };
}
