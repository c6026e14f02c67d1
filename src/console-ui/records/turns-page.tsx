import { useState } from "preact/hooks";
import type { Listed, TurnItem } from "../../channels/console/wire.ts";
import { usePaged } from "../loading.ts";
import { hrefOf } from "../pages.ts";
import { Field, FilterForm, PersonField, SelectField } from "../parts/field.tsx";
import { Badge } from "../parts/outcome.tsx";
import { Empty, Page, PagedList, When } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { answerOf, TurnDetailPage, textOf } from "./turn-detail.tsx";

const PATHS = ["recogniser", "asked", "model", "command"] as const;
const NO_FILTER = { q: "", person: "", path: "" };

export function TurnsPage({ id }: { id: string | undefined }) {
  return id === undefined ? <TurnList /> : <TurnDetailPage id={id} />;
}

function TurnList() {
  const { api, texts } = useWorld();
  const [filter, setFilter] = useState(NO_FILTER);
  const turns = usePaged<TurnItem>("turns", JSON.stringify(filter), (cursor, signal) =>
    api.get<Listed<TurnItem>>("turns", { ...filter, cursor }, signal),
  );
  return (
    <Page title={texts.t("page.turns")} intro={texts.t("turns.intro")}>
      <FilterForm none={NO_FILTER} onApply={setFilter}>
        {(draft, change) => (
          <>
            <Field type="search" label={texts.t("turns.search")} value={draft.q} onChange={(q) => change({ q })} />
            <PersonField value={draft.person} onChange={(person) => change({ person })} />
            <SelectField
              label={texts.t("turns.path")}
              value={draft.path}
              onChange={(path) => change({ path })}
              of={["", ...PATHS].map((value) => ({ value, label: value === "" ? texts.t("filter.all") : texts.word("path", value) }))}
            />
          </>
        )}
      </FilterForm>
      <PagedList
        label={texts.t("page.turns")}
        paged={turns}
        none={<Empty>{texts.t(filter === NO_FILTER ? "turns.none" : "filter.none")}</Empty>}
      >
        {(turn) => <TurnRow turn={turn} />}
      </PagedList>
    </Page>
  );
}

function TurnRow({ turn }: { turn: TurnItem }) {
  const { texts } = useWorld();
  const { id, at, person, channel, path, status, milliseconds } = turn;
  const about = [person || texts.t("nobody"), texts.word("channel", channel), path && texts.word("path", path)];
  return (
    <a class="item" href={hrefOf("turns", id)}>
      <span class="item-head">
        <span class="quiet">{about.filter(Boolean).join(" · ")}</span>
        <When at={at} />
      </span>
      <strong dir="auto">{textOf(turn, texts)}</strong>
      <span class="clamp" dir="auto">
        {answerOf(turn, texts)}
      </span>
      <span class="row">
        {status !== "sent" && status !== "answered" && <Badge id={status}>{texts.word("status", status)}</Badge>}
        {milliseconds !== undefined && <span class="quiet">{texts.duration(milliseconds)}</span>}
      </span>
    </a>
  );
}
