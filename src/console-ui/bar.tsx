import { BAR, hasPlace, hrefOf, PLACE_ICONS, type Place, placeOf } from "./pages.ts";
import { Icon } from "./parts/page.tsx";
import { useQuestions } from "./questions.tsx";
import { useWorld } from "./world.ts";

/** Whose page it is, and the places: below the page on a phone, beside the names on a desk. */
export function Bar({ current }: { current: Place }) {
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
