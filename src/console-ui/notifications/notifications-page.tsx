import type { MutedSubject, NotificationKind, Notifications, OpenFinding, ToldFinding } from "../../channels/console/wire-attention.ts";
import { ActivityTabs } from "../activity/activity-tabs.tsx";
import { useDoing, useLoaded } from "../loading.ts";
import { ConfirmedButton } from "../parts/confirm.tsx";
import { Segments } from "../parts/field.tsx";
import { Badge } from "../parts/outcome.tsx";
import { Card, Group, LoadedPage, When } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

const CHOICES = ["all", "less", "never"] as const;
const QUIET_MINUTES = 120;
const TONES = { told: "ok", held: "waiting", dropped: "plain" } as const;

type Choose = (subject: string, choice: (typeof CHOICES)[number]) => Promise<boolean>;

/** What is amiss, what was told of it and why, and what the person wants to hear of. */
export function NotificationsPage() {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const loaded = useLoaded("notifications", "", (signal) => api.get<Notifications>("notifications", {}, signal));
  const { run } = useDoing();
  const send = async (path: string, body: object) => {
    const isDone = await run(() => api.send("POST", `notifications/${path}`, body));
    loaded.reload();
    return isDone;
  };
  const choose: Choose = (subject, choice) => send("choice", { subject, choice });
  const mute = async ({ id, text }: OpenFinding) => {
    if (!(await choose(id, "never"))) return;
    toast(t("notices.is-muted", { what: text }), { label: t("plans.undo"), run: () => void choose(id, "all") });
  };
  return (
    <LoadedPage title={t("page.notifications")} above={<ActivityTabs current="notifications" />} of={loaded}>
      {({ open, told, kinds, muted, quietUntil, options }) => (
        <>
          <Group title={t("notices.open")} none={t("notices.none")} of={open} keyOf={({ id }) => id}>
            {(finding) => <Open finding={finding} onMute={() => void mute(finding)} />}
          </Group>
          <Group title={t("notices.told")} none={t("notices.told.none")} of={told} keyOf={({ id }) => id}>
            {(one) => <Told one={one} />}
          </Group>
          <Card title={t("notices.kinds")}>
            <ul class="rows">
              {kinds.map((kind) => (
                <li key={kind.kind}>
                  <Kind kind={kind} choose={choose} />
                </li>
              ))}
            </ul>
          </Card>
          <Group title={t("notices.muted")} of={muted} keyOf={({ subject }) => subject}>
            {(one) => <Muted one={one} choose={choose} />}
          </Group>
          <Quiet until={quietUntil} options={options} onQuiet={(minutes) => void send("quiet", { minutes })} />
        </>
      )}
    </LoadedPage>
  );
}

function Open({ finding: { text, kind, since, isMuted, isUrgent, entityIds }, onMute }: { finding: OpenFinding; onMute: () => void }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <div class="item">
      <strong dir="auto">{text}</strong>
      <span class="quiet">
        {kind} · {t("notices.since", { when: texts.when(since) })}
      </span>
      <Ids of={entityIds} />
      {!isMuted && (
        <div class="row">
          {isUrgent ? (
            <Warned label={t("notices.mute")} about={t("notices.mute.of", { what: text })} what={text} onYes={onMute} />
          ) : (
            <button type="button" class="text" aria-label={t("notices.mute.of", { what: text })} onClick={onMute}>
              {t("notices.mute")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Told({ one: { at, text, kind, status, why, details } }: { one: ToldFinding }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <div class="item">
      <span class="item-head">
        <strong dir="auto">{text}</strong>
        <Badge id={TONES[status]}>{t(`notices.status.${status}`)}</Badge>
      </span>
      <span class="quiet">
        {kind} · <When at={at} />
      </span>
      <span class="quiet">{texts.word("notices.why", why)}</span>
      {details && <Ids of={details.entityIds} score={details.score} />}
    </div>
  );
}

/** For owners, on a tap. */
function Ids({ of, score }: { of: readonly string[] | undefined; score?: number }) {
  const { t } = useWorld().texts;
  if (of === undefined) return null;
  return (
    <details>
      <summary>{t("notices.details")}</summary>
      {score !== undefined && <p class="quiet">{t("notices.score", { percent: Math.round(score * 100) })}</p>}
      <ul class="plain">
        {of.map((entityId) => (
          <li key={entityId}>
            <code class="quiet">{entityId}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What is urgent is silenced on purpose only. */
function Warned({ what, ...asked }: { label: string; about: string; what: string; onYes: () => void }) {
  const { t } = useWorld().texts;
  return <ConfirmedButton {...asked} title={t("notices.urgent.title")} text={t("notices.urgent.text", { what })} />;
}

function Kind({ kind: { kind, text, choice, isUrgent, isTold }, choose }: { kind: NotificationKind; choose: Choose }) {
  const { t } = useWorld().texts;
  const subject = `kind:${kind}`;
  return (
    <div class="device">
      <span class="grow">
        <span>{text}</span>
        {!isTold && <span class="quiet">{t("notices.off")}</span>}
      </span>
      {isUrgent && choice === "all" ? (
        isTold && (
          <>
            <span class="quiet">{t("notices.always")}</span>
            <Warned
              label={t("notices.never")}
              about={t("notices.never.of", { what: text })}
              what={text}
              onYes={() => void choose(subject, "never")}
            />
          </>
        )
      ) : (
        <Segments
          label={text}
          value={choice}
          onChange={(value) => void choose(subject, value)}
          of={CHOICES.filter((value) => !isUrgent || value === "all" || value === choice).map((value) => ({
            value,
            label: t(`notices.${value}`),
          }))}
        />
      )}
    </div>
  );
}

function Muted({ one: { subject, text, kind, choice }, choose }: { one: MutedSubject; choose: Choose }) {
  const { t } = useWorld().texts;
  return (
    <div class="item">
      <div class="device">
        <span class="grow">
          <strong dir="auto">{text}</strong>
          <span class="quiet">
            {kind} · {t(`notices.${choice}`)}
          </span>
        </span>
        <button type="button" aria-label={t("notices.again.of", { what: text })} onClick={() => void choose(subject, "all")}>
          {t("notices.again")}
        </button>
      </div>
    </div>
  );
}

interface QuietProps {
  readonly until: number | undefined;
  readonly options: Notifications["options"];
  readonly onQuiet: (minutes: number) => void;
}

function Quiet({ until, options: { notify, quietHours, digestTime }, onQuiet }: QuietProps) {
  const { texts } = useWorld();
  const { t } = texts;
  const pairs = [
    [t("notices.hours"), quietHours?.replace("-", "–") ?? t("notices.hours.none")],
    [t("notices.digest"), digestTime ?? t("notices.digest.none")],
    [t("notices.notify"), t(`notices.notify.${notify}`)],
  ] as const;
  return (
    <Card title={t("notices.quiet")}>
      <p>{until === undefined ? t("notices.quiet.none") : t("notices.quiet.until", { when: texts.when(until) })}</p>
      <div class="row">
        <button type="button" onClick={() => onQuiet(until === undefined ? QUIET_MINUTES : 0)}>
          {until === undefined ? t("notices.quiet.begin") : t("notices.quiet.end")}
        </button>
      </div>
      <dl class="pairs">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt class="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">{t("notices.options")}</p>
    </Card>
  );
}
