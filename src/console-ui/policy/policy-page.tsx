import type { PolicyCell, PolicyTable } from "../../channels/console/wire-policy.ts";
import { Badge } from "../parts/badge.tsx";
import { Card, Page } from "../parts/page.tsx";
import { Waiting } from "../parts/paged-list.tsx";
import { Problem } from "../parts/problem.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { useChanges } from "../use-changes.ts";
import { useLoaded } from "../use-loaded.ts";
import { useWorld } from "../world.ts";
import { Devices } from "./devices.tsx";
import { Simulator } from "./simulator.tsx";

const ROLES = ["owner", "adult", "child", "guest"] as const;

export function PolicyPage() {
  const { api, texts } = useWorld();
  const { value, problem, reload } = useLoaded("policy", (signal) => api.get<PolicyTable>("policy", {}, signal));
  useChanges("policy", reload);
  return (
    <Page title={texts.t("page.policy")} intro={texts.t("policy.intro")}>
      <Problem of={problem} texts={texts} retry={reload} />
      {!value && problem === undefined && <Waiting />}
      {value && (
        <>
          <Devices devices={value.devices} reload={reload} />
          <Simulator table={value} roles={ROLES} />
          <Effects table={value} />
          <Options options={value.options} />
        </>
      )}
    </Page>
  );
}

function Effects({ table: { effects } }: { table: PolicyTable }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <Card title={t("policy.table")}>
      <Scroll label={t("policy.table")}>
        <table class="policy">
          <thead>
            <tr>
              <th scope="col">{t("policy.effect")}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {texts.word("role", role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {effects.map(({ effect, text, byRole }) => (
              <tr key={effect}>
                <th scope="row">
                  {effect}
                  <span class="quiet">{text}</span>
                </th>
                {ROLES.map((role) => (
                  <td key={role}>
                    <Cell cell={byRole[role]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

function Cell({ cell }: { cell: PolicyCell | undefined }) {
  const { texts } = useWorld();
  if (!cell) return null;
  const more = [
    cell.by === "owner" && texts.word("policy.by", cell.by),
    (cell.people ?? 1) > 1 && texts.t("policy.two"),
    cell.pin && texts.t("policy.pin"),
  ];
  return (
    <>
      <Badge id={cell.outcome}>{texts.word("outcome", cell.outcome)}</Badge>
      {more.some(Boolean) && <span class="quiet">{more.filter(Boolean).join(", ")}</span>}
      <code class="quiet">{cell.rule}</code>
    </>
  );
}

function Options({ options }: { options: PolicyTable["options"] }) {
  const { t } = useWorld().texts;
  return (
    <Card title={t("policy.options")}>
      <dl class="pairs">
        {Object.entries(options).map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd dir="auto">{optionText(value) || <span class="quiet">{t("policy.empty")}</span>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function optionText(value: unknown): string {
  if (Array.isArray(value)) return value.map(optionText).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}
