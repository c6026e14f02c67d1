import { ApiProblem } from "../api.ts";
import type { Texts } from "../texts.ts";

const FORBIDDEN = 403;
const GATEWAY_TROUBLE = 502;

/** What went wrong and what to do: the server's sentence, else one of the page. */
export function problemText(problem: unknown, { t }: Pick<Texts, "t">): string {
  if (!(problem instanceof ApiProblem)) return t("problem.unreadable", { status: problem instanceof Error ? problem.name : "?" });
  const { code, status, message } = problem;
  if (message) return message;
  if (code === "offline") return t("problem.offline");
  if (status >= GATEWAY_TROUBLE) return t("problem.starting");
  return status === FORBIDDEN ? t("problem.denied") : t("problem.unreadable", { status });
}

/** A box that says it, with a button where trying again may help. Nothing without a problem. */
export function Problem({ of, texts, retry }: { of: unknown; texts: Pick<Texts, "t">; retry?: () => void }) {
  if (of === undefined) return null;
  return (
    <div class="problem" role="alert">
      <p>
        <strong class="problem-title">{texts.t("problem.title")}</strong>
        {problemText(of, texts)}
      </p>
      {retry && (
        <button type="button" onClick={retry}>
          {texts.t("retry")}
        </button>
      )}
    </div>
  );
}
