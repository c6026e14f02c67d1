import { useEffect, useRef, useState } from "preact/hooks";
import type { MemoryFact } from "../../channels/console/wire.ts";
import { Badge } from "../parts/badge.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { TextField } from "../parts/field.tsx";
import { useDoing } from "../use-doing.ts";
import { useWorld } from "../world.ts";
import { Evidence } from "./evidence.tsx";

interface FactProps {
  readonly fact: MemoryFact;
  readonly onChanged: () => void;
  readonly onGone: () => void;
}

/** What is known, why, and what its owner can do about it. */
export function Fact({ fact, onChanged, onGone }: FactProps) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const { id, key, value, status, confidence, lastSeen, evidence, mayChange } = fact;
  const [mode, setMode] = useState<"shown" | "correcting" | "forgetting">("shown");
  const { isBusy, run } = useDoing();
  const path = `memory/${encodeURIComponent(id)}`;
  const name = key.replaceAll("_", " ");
  const percent = Math.round(confidence * 100);

  const correct = (said: string) =>
    run(async () => {
      await api.send("POST", path, { value: said });
      toast(t("memory.corrected"));
      setMode("shown");
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
        {status === "quarantined" && <Badge id="waiting">{t("memory.quarantined")}</Badge>}
      </span>
      {mode === "correcting" ? (
        <Correcting label={t("memory.value")} value={value} isBusy={isBusy} onSave={correct} onCancel={() => setMode("shown")} />
      ) : (
        <strong dir="auto">{value}</strong>
      )}
      <span class="quiet">
        {t("memory.sure", { percent })} · {t("memory.seen", { when: texts.when(lastSeen) })}
      </span>
      <Evidence of={evidence} />
      {mayChange && mode !== "correcting" && (
        <div class="row">
          <button type="button" class="text" aria-label={t("memory.correct.of", { key: name })} onClick={() => setMode("correcting")}>
            {t("memory.correct")}
          </button>
          <button type="button" class="text danger" aria-label={t("memory.forget.of", { key: name })} onClick={() => setMode("forgetting")}>
            {t("memory.forget")}
          </button>
        </div>
      )}
      {mode === "forgetting" && (
        <Confirm
          title={t("memory.forget.title")}
          text={t("memory.forget.text", { what: value })}
          doIt={t("memory.forget")}
          onYes={() => void forget()}
          onClose={() => setMode("shown")}
        />
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
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <form
      ref={form}
      class="correcting"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() !== "") onSave(draft.trim());
      }}
    >
      <TextField label={label} value={draft} onChange={setDraft} required />
      <div class="row">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {t("save")}
        </button>
        <button type="button" onClick={onCancel}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}
