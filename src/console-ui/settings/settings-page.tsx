import { hrefOf, PLACE_ICONS, SETTINGS } from "../pages.ts";
import { Icon, Page } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

/** What is looked at now and then: a line for each page, with what one finds there. */
export function SettingsPage() {
  const { texts, me } = useWorld();
  return (
    <Page title={texts.t("page.settings")}>
      <ul class="list">
        {SETTINGS.filter((page) => me.pages.includes(page)).map((page) => (
          <li key={page}>
            <a class="item place" href={hrefOf(page)}>
              <Icon path={PLACE_ICONS[page]} />
              <span>
                <strong>{texts.t(`page.${page}`)}</strong>
                <span class="quiet">{texts.t(`settings.${page}`)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet">{texts.t("settings.version", { version: me.version })}</p>
    </Page>
  );
}
