import { useState } from "preact/hooks";
import type { Memory, MemoryFact, MemoryHabit } from "../../channels/console/wire.ts";
import { useDoing, usePaged } from "../loading.ts";
import { ConfirmedButton } from "../parts/confirm.tsx";
import { Segments } from "../parts/field.tsx";
import { Card, Empty, Page, PagedList } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Evidence, Fact } from "./fact.tsx";

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

/** A habit of the house or a person; it can be narrowed to some weekdays, or refused. */
function Habit({ habit, onChanged }: { habit: MemoryHabit; onChanged: () => void }) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const { id, text, confidence, days, evidence } = habit;
  const { isBusy, run } = useDoing();
  const path = `habits/${encodeURIComponent(id)}`;

  const toggle = (day: number) => {
    const after = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort();
    if (after.length === 0) return toast(t("memory.pick-day"));
    return void run(async () => {
      await api.send("POST", path, { days: after });
      onChanged();
    });
  };
  const forget = () =>
    run(async () => {
      await api.send("DELETE", path);
      toast(t("memory.forgotten"));
      onChanged();
    });

  return (
    <div class="habit">
      <p>
        <strong dir="auto">{text}</strong> <span class="quiet">{t("memory.sure", { percent: Math.round(confidence * 100) })}</span>
      </p>
      <fieldset class="days">
        <legend class="quiet">{t("memory.days")}</legend>
        {texts.weekdays.map(({ day, name }) => (
          <button key={name} type="button" aria-pressed={days.includes(day)} aria-disabled={isBusy} onClick={() => toggle(day)}>
            {name}
          </button>
        ))}
      </fieldset>
      <Evidence of={evidence} />
      <ConfirmedButton
        label={t("memory.forget")}
        about={t("memory.forget.of", { key: text })}
        title={t("memory.forget.title")}
        text={t("memory.forget.text", { what: text })}
        onYes={() => void forget()}
      />
    </div>
  );
}
