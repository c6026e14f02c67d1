import { useState } from "preact/hooks";
import type { Listed, SearchLogItem } from "../../channels/console/wire.ts";
import { usePaged } from "../loading.ts";
import { PersonField, Segments } from "../parts/field.tsx";
import { Badge } from "../parts/outcome.tsx";
import { Empty, Page, PagedList, When } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

const FILTERS = ["all", "today", "blocked"] as const;
type Filter = (typeof FILTERS)[number];

export function SearchLogPage() {
  const { api, texts } = useWorld();
  const [filter, setFilter] = useState<Filter>("all");
  const [person, setPerson] = useState("");
  const log = usePaged<SearchLogItem>("searchlog", `${filter} ${person}`, (cursor, signal) =>
    api.get<Listed<SearchLogItem>>("searchlog", { filter, person, cursor }, signal),
  );
  const none = texts.t(filter === "blocked" ? "searchlog.none.blocked" : "searchlog.none");
  return (
    <Page title={texts.t("page.searchlog")} intro={texts.t("searchlog.intro")}>
      <Segments
        label={texts.t("searchlog.filter")}
        value={filter}
        onChange={setFilter}
        of={FILTERS.map((value) => ({ value, label: texts.t(`searchlog.${value}`) }))}
      />
      <div class="filter">
        <PersonField value={person} onChange={setPerson} />
      </div>
      <PagedList label={texts.t("page.searchlog")} paged={log} none={<Empty>{none}</Empty>}>
        {({ at, person, kind, query, target, blocked, reason }) => (
          <div class="item">
            <span class="item-head">
              <strong dir="auto">{query}</strong>
              <Badge id={blocked ? "blocked" : "left"}>{texts.t(blocked ? "searchlog.is-blocked" : "searchlog.is-sent")}</Badge>
            </span>
            {reason && <span dir="auto">{reason}</span>}
            <span class="item-head quiet">
              <span>{[kind, target, person].filter(Boolean).join(" · ")}</span>
              <When at={at} />
            </span>
          </div>
        )}
      </PagedList>
    </Page>
  );
}
