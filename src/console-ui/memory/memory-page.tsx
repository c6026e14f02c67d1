import { useState } from "preact/hooks";
import type { Memory, MemoryFact } from "../../channels/console/wire.ts";
import { usePaged } from "../loading.ts";
import { Segments } from "../parts/field.tsx";
import { Card, Empty, Page, PagedList } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Fact } from "./fact.tsx";
import { Habit } from "./habit.tsx";

const WHOSE = ["me", "house"] as const;

export function MemoryPage() {
  const { api, texts, me } = useWorld();
  const { t } = texts;
  const [whose, setWhose] = useState<(typeof WHOSE)[number]>("me");
  const [beside, setBeside] = useState<Pick<Memory, "people" | "habits">>({ people: [], habits: [] });
  const facts = usePaged<MemoryFact>("memory", whose, async (cursor, signal) => {
    const memory = await api.get<Memory>("memory", { person: whose, cursor }, signal);
    if (cursor === undefined) setBeside(memory);
    return memory;
  });
  const others = beside.people.filter(({ id }) => id !== me.person.id).map(({ name }) => name);
  return (
    <Page
      title={t("page.memory")}
      intro={t("memory.intro")}
      aside={
        <a class="button" href="api/memory/export" download="memory.json">
          {t("memory.export")}
        </a>
      }
    >
      <Segments
        label={t("memory.whose")}
        value={whose}
        onChange={setWhose}
        of={WHOSE.map((value) => ({ value, label: t(`memory.${value}`) }))}
      />
      <h2 class="section">{t("memory.facts")}</h2>
      <PagedList label={t("memory.facts")} paged={facts} none={<Empty>{t("memory.none")}</Empty>}>
        {(fact) => (
          <Fact fact={fact} onChanged={facts.reload} onGone={() => facts.edit((items) => items.filter(({ id }) => id !== fact.id))} />
        )}
      </PagedList>
      <Card title={t("memory.habits")}>
        {beside.habits.length === 0 && <p class="quiet">{t("memory.habits.none")}</p>}
        {beside.habits.map((habit) => (
          <Habit key={habit.id} habit={habit} onChanged={facts.reload} />
        ))}
      </Card>
      {others.length > 0 && <p class="quiet">{t("memory.others", { names: others.join(", ") })}</p>}
    </Page>
  );
}
