import { ACTIVITY, hrefOf } from "../pages.ts";
import { useWorld } from "../world.ts";

/** Pages of one place: what was done, what is to come, what was told. */
export function ActivityTabs({ current }: { current: (typeof ACTIVITY)[number] }) {
  const { texts, me } = useWorld();
  return (
    <nav aria-label={texts.t("activity.parts")}>
      <ul class="segments plain">
        {ACTIVITY.filter((page) => me.pages.includes(page)).map((page) => (
          <li key={page}>
            <a class="button" href={hrefOf(page)} aria-current={page === current ? "page" : undefined}>
              {texts.t(page === "activity" ? "activity.done" : `page.${page}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
