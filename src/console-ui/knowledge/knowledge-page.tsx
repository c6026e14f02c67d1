import { useEffect, useState } from "preact/hooks";
import type { Knowledge, KnowledgeTried, SyncProgress } from "../../channels/console/wire.ts";
import { useDoing, useLoaded } from "../loading.ts";
import { Field, Form } from "../parts/field.tsx";
import { Card, LoadedPage } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Documents } from "./documents.tsx";

export function KnowledgePage() {
  const { api, texts } = useWorld();
  const knowledge = useLoaded("knowledge", "", (signal) => api.get<Knowledge>("knowledge", {}, signal));
  const { reload } = knowledge;
  return (
    <LoadedPage of={knowledge} title={texts.t("page.knowledge")} intro={texts.t("knowledge.intro")}>
      {(value) => (
        <>
          <Sources knowledge={value} reload={reload} />
          <Documents documents={value.documents} types={value.types} mostBytes={value.mostBytes} reload={reload} />
          <TryQuestion />
        </>
      )}
    </LoadedPage>
  );
}

function Sources({ knowledge: { sources, embedding, progress }, reload }: { knowledge: Knowledge; reload: () => void }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <Card title={t("knowledge.sources")}>
      <ul class="rows">
        {sources.map(({ name, count, at, problem }) => (
          <li key={name}>
            <span class="item-head">
              <strong>{texts.word("source", name)}</strong>
              <span class="nowrap">{t("knowledge.passages", { count })}</span>
            </span>
            <span class="quiet">{at === undefined ? t("knowledge.never") : t("knowledge.read", { when: texts.when(at) })}</span>
            {problem && <p class="bad-text">{problem}</p>}
          </li>
        ))}
      </ul>
      <p class="quiet">{embedding.model ? t("knowledge.embedding", { model: embedding.model }) : t("knowledge.embedding.none")}</p>
      {embedding.problem && <p class="bad-text">{embedding.problem}</p>}
      <Sync now={progress} reload={reload} />
    </Card>
  );
}

function Sync({ now, reload }: { now: SyncProgress | undefined; reload: () => void }) {
  const { api, events, texts, toast } = useWorld();
  const { t } = texts;
  const [progress, setProgress] = useState(now);
  const { isBusy, run } = useDoing();
  useEffect(() => setProgress(now), [now]);
  useEffect(
    () =>
      events.on("sync", (told) => {
        setProgress(told);
        if (!told.running) reload();
      }),
    [events, reload],
  );
  const isRunning = progress?.running === true;
  const start = () =>
    run(async () => {
      await api.send("POST", "knowledge/sync");
      toast(t("knowledge.begun"));
    });
  return (
    <div class="sync">
      <button type="button" class="primary" aria-disabled={isBusy || isRunning} onClick={() => !isRunning && void start()}>
        {isRunning ? t("knowledge.syncing") : t("knowledge.sync")}
      </button>
      {progress?.running && (
        <div class="grow">
          <progress max={Math.max(1, progress.total)} value={progress.done} aria-label={t("knowledge.syncing")} />
          <span class="quiet">
            {t("knowledge.progress", { done: progress.done, total: progress.total })} {progress.text}
          </span>
        </div>
      )}
      {progress && !progress.running && progress.text && <span role="status">{progress.text}</span>}
    </div>
  );
}

function TryQuestion() {
  const { api, texts } = useWorld();
  const { t } = texts;
  const [question, setQuestion] = useState("");
  const [tried, setTried] = useState<KnowledgeTried>();
  const { isBusy, run } = useDoing();
  const find = () => run(async () => setTried(await api.send<KnowledgeTried>("POST", "knowledge/try", { question: question.trim() })));
  return (
    <Card title={t("knowledge.try")}>
      <Form class="ask" onSubmit={() => question.trim() !== "" && void find()}>
        <Field type="search" label={t("knowledge.question")} value={question} onChange={setQuestion} />
        <div class="row filter-end">
          <button type="submit" aria-disabled={isBusy}>
            {t("knowledge.find")}
          </button>
        </div>
      </Form>
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
                {passage.words !== undefined && <span class="chip">{t("knowledge.why.words", { rank: passage.words })}</span>}
                {passage.meaning !== undefined && <span class="chip">{t("knowledge.why.meaning", { rank: passage.meaning })}</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
