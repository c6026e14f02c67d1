import { useEffect, useRef, useState } from "preact/hooks";
import type { MemoryFact } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { ConfirmedButton } from "../parts/confirm.tsx";
import { Field, Form } from "../parts/field.tsx";
import { Badge } from "../parts/outcome.tsx";
import { useWorld } from "../world.ts";

interface FactProps {
  readonly fact: MemoryFact;
  readonly onChanged: () => void;
  readonly onGone: () => void;
}

/** What is known, why, and what its owner can do about it. */
export function Fact({ fact, onChanged, onGone }: FactProps) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const { id, key, value, isWaiting, source, lastSeen, evidence, mayChange } = fact;
  const [isCorrecting, setCorrecting] = useState(false);
  const { isBusy, run } = useDoing();
  const path = `memory/${encodeURIComponent(id)}`;
  const name = key.replaceAll("_", " ");

  const correct = (said: string) =>
    run(async () => {
      await api.send("POST", path, { value: said });
      toast(t("memory.corrected"));
      setCorrecting(false);
      onChanged();
    });
  const forget = () =>
    run(async () => {
      await api.send("DELETE", path);
      toast(t("memory.forgotten"));
      onGone();
    });

  return (
    <div class="item">
      <span class="item-head">
        <span class="quiet">{name}</span>
        {isWaiting && <Badge id="waiting">{t("memory.quarantined")}</Badge>}
      </span>
      {isCorrecting ? (
        <Correcting label={t("memory.value")} value={value} isBusy={isBusy} onSave={correct} onCancel={() => setCorrecting(false)} />
      ) : (
        <strong dir="auto">{value}</strong>
      )}
      <span class="quiet">
        <span dir="auto">{source}</span> · {texts.when(lastSeen)}
      </span>
      <Evidence of={evidence} />
      {mayChange && !isCorrecting && (
        <div class="row">
          <button type="button" class="text" aria-label={t("memory.correct.of", { key: name })} onClick={() => setCorrecting(true)}>
            {t("memory.correct")}
          </button>
          <ConfirmedButton
            label={t("memory.forget")}
            about={t("memory.forget.of", { key: name })}
            title={t("memory.forget.title")}
            text={t("memory.forget.text", { what: value })}
            onYes={() => void forget()}
          />
        </div>
      )}
    </div>
  );
}

interface CorrectingProps {
  readonly label: string;
  readonly value: string;
  readonly isBusy: boolean;
  readonly onSave: (value: string) => void;
  readonly onCancel: () => void;
}

function Correcting({ label, value, isBusy, onSave, onCancel }: CorrectingProps) {
  const { t } = useWorld().texts;
  const [draft, setDraft] = useState(value);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={box}>
      <Form class="correcting" onSubmit={() => draft.trim() !== "" && onSave(draft.trim())}>
        <Field label={label} value={draft} onChange={setDraft} required />
        <div class="row">
          <button type="submit" class="primary" aria-disabled={isBusy}>
            {t("save")}
          </button>
          <button type="button" onClick={onCancel}>
            {t("cancel")}
          </button>
        </div>
      </Form>
    </div>
  );
}

export function Evidence({ of }: { of: readonly string[] }) {
  const { t } = useWorld().texts;
  return (
    <details>
      <summary>{t("memory.why")}</summary>
      {of.length === 0 && <p class="quiet">{t("memory.no-evidence")}</p>}
      <ul class="plain">
        {of.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  );
}
