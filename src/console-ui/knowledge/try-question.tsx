import { useState } from "preact/hooks";
import type { KnowledgeTried } from "../../channels/console/wire.ts";
import { SearchField } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { useDoing } from "../use-doing.ts";
import { useWorld } from "../world.ts";

/** What an answer would be looked up in, and which way found it. */
export function TryQuestion() {
  const { api, texts } = useWorld();
  const { t } = texts;
  const [question, setQuestion] = useState("");
  const [tried, setTried] = useState<KnowledgeTried>();
  const { isBusy, run } = useDoing();
  const find = () => run(async () => setTried(await api.send<KnowledgeTried>("POST", "knowledge/try", { question: question.trim() })));
  return (
    <Card title={t("knowledge.try")}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== "") void find();
        }}
      >
        <SearchField label={t("knowledge.question")} value={question} onChange={setQuestion} />
        <div class="row filter-end">
          <button type="submit" aria-disabled={isBusy}>
            {t("knowledge.find")}
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {tried && <p class="quiet">{tried.passages.length === 0 ? t("knowledge.nothing") : t(`knowledge.by.${tried.by}`)}</p>}
        <ol class="rows">
          {tried?.passages.map((passage, index) => (
            <li key={`${index} ${passage.title}`}>
              <strong class="name" dir="auto">
                {passage.title}
              </strong>
              <p class="as-written" dir="auto">
                {passage.text}
              </p>
              <span class="row">
                <span class="chip">{texts.word("source", passage.source)}</span>
                {passage.words !== null && <span class="chip">{t("knowledge.why.words", { rank: passage.words })}</span>}
                {passage.meaning !== null && <span class="chip">{t("knowledge.why.meaning", { rank: passage.meaning })}</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
