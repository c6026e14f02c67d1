import { useEffect, useRef } from "preact/hooks";
import type { ApprovalItem, Listed } from "../channels/console/wire.ts";
import { useLoaded } from "./loading.ts";
import { hrefOf, PAGE_ICONS, type PageId } from "./pages.ts";
import { useWorld } from "./world.ts";

export function Tabs({ pages, current }: { pages: readonly PageId[]; current: PageId }) {
  const { texts } = useWorld();
  const open = useOpenApprovals(pages.includes("approvals"));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // only sideways: the page itself stays where it is
    const [bar, tab] = [list.current, list.current?.querySelector<HTMLElement>(`[href="${hrefOf(current)}"]`)];
    if (bar && tab) bar.scrollTo({ left: tab.offsetLeft + tab.offsetWidth / 2 - bar.offsetWidth / 2 });
  }, [current]);
  return (
    <header class="bar">
      <nav aria-label={texts.t("nav")}>
        <ul ref={list} class="tabs">
          {pages.map((page) => (
            <li key={page}>
              <a href={hrefOf(page)} aria-current={page === current ? "page" : undefined}>
                <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                  <path d={PAGE_ICONS[page]} />
                </svg>
                <span>{texts.t(`page.${page}`)}</span>
                {page === "approvals" && open > 0 && (
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

function useOpenApprovals(wanted: boolean): number {
  const { api } = useWorld();
  const { value } = useLoaded<Listed<ApprovalItem> | undefined>("approvals", "", (signal) =>
    wanted ? api.get("approvals", {}, signal) : Promise.resolve(undefined),
  );
  return value?.items.filter(({ mayAnswer, expiresAt }) => mayAnswer && expiresAt > Date.now()).length ?? 0;
}
