import type { MemoryHabit } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { ConfirmedButton } from "../parts/confirm.tsx";
import { useWorld } from "../world.ts";
import { Evidence } from "./fact.tsx";

/** A habit of the house or a person; it can be narrowed to some weekdays, or refused. */
export function Habit({ habit, onChanged }: { habit: MemoryHabit; onChanged: () => void }) {
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
