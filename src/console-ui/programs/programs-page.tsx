import { useState } from "preact/hooks";
import type { AdmittedProgram, ProgramItem, ProgramList } from "../../channels/console/wire-programs.ts";
import { type Loaded, useDoing, useLoaded } from "../loading.ts";
import { ConfirmedButton } from "../parts/confirm.tsx";
import { Field, Form, SelectField } from "../parts/field.tsx";
import { Card, Empty, LoadedPage } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

/** Programs that may ask, each with a token of its own. */
export function ProgramsPage() {
  const { api, texts } = useWorld();
  const { t } = texts;
  const list = useLoaded("programs", "", (signal) => api.get<ProgramList>("programs", {}, signal));
  return (
    <LoadedPage of={list} title={t("page.programs")} intro={t("programs.intro")}>
      {({ programs, people, roles }) => (
        <>
          {programs.length === 0 && <Empty>{t("programs.none")}</Empty>}
          <ul class="list" aria-label={t("page.programs")}>
            {programs.map((program) => (
              <li key={program.id}>
                <Shown program={program} reload={list.reload} />
              </li>
            ))}
          </ul>
          <Admission people={people} roles={roles} reload={list.reload} />
        </>
      )}
    </LoadedPage>
  );
}

function Shown({ program, reload }: { program: ProgramItem } & Pick<Loaded<ProgramList>, "reload">) {
  const { api, texts } = useWorld();
  const { t } = texts;
  const { run } = useDoing();
  const { id, name, person, role, usedAt } = program;
  const whose =
    person !== undefined
      ? t("programs.for", { name: person })
      : role !== undefined
        ? t("programs.as", { role: texts.word("role", role) })
        : t("programs.gone");
  const used = usedAt === undefined ? t("programs.unused") : t("programs.used", { when: texts.when(usedAt) });
  const revoke = () =>
    void run(async () => {
      await api.send("DELETE", `programs/${encodeURIComponent(id)}`);
      reload();
    });
  return (
    <div class="item">
      <div class="grow">
        <strong dir="auto">{name}</strong>
        <p class="quiet" dir="auto">
          {whose} · {used}
        </p>
      </div>
      <ConfirmedButton
        label={t("programs.revoke")}
        about={t("programs.revoke.of", { name })}
        title={t("programs.revoke.of", { name })}
        text={t("programs.revoke.sure")}
        onYes={revoke}
      />
    </div>
  );
}

function Admission({ people, roles, reload }: Pick<ProgramList, "people" | "roles"> & Pick<Loaded<ProgramList>, "reload">) {
  const { api, texts } = useWorld();
  const { t } = texts;
  const { isBusy, run } = useDoing();
  const options = [
    ...people.map(({ id, name }) => ({ value: `person ${id}`, label: t("programs.for", { name }) })),
    ...roles.map((role) => ({ value: `role ${role}`, label: t("programs.as", { role: texts.word("role", role) }) })),
  ];
  const [name, setName] = useState("");
  const [speaksFor, setSpeaksFor] = useState(options[0]?.value ?? "");
  const [token, setToken] = useState<string>();
  const admit = () =>
    void run(async () => {
      const [kind, who] = [speaksFor.slice(0, speaksFor.indexOf(" ")), speaksFor.slice(speaksFor.indexOf(" ") + 1)];
      const wanted = kind === "person" ? { name, personId: who } : { name, role: who };
      setToken((await api.send<AdmittedProgram>("POST", "programs", wanted)).token);
      setName("");
      reload();
    });
  return (
    <Card title={t("programs.new")}>
      <Form class="filter" onSubmit={admit}>
        <Field label={t("programs.name")} value={name} onChange={setName} required />
        <SelectField label={t("programs.speaks")} value={speaksFor} onChange={setSpeaksFor} of={options} />
        <div class="row filter-end">
          <button type="submit" aria-disabled={isBusy}>
            {t("programs.admit")}
          </button>
        </div>
      </Form>
      <div role="status">
        {token !== undefined && (
          <>
            <p>{t("programs.token")}</p>
            <p>
              <code dir="ltr">{token}</code>
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
