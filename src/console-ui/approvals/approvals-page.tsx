import { useEffect } from "preact/hooks";
import type { ApprovalItem, Listed } from "../../channels/console/wire.ts";
import { Empty, Page } from "../parts/page.tsx";
import { PagedList } from "../parts/paged-list.tsx";
import { useChanges } from "../use-changes.ts";
import { usePaged } from "../use-paged.ts";
import { useWorld } from "../world.ts";
import { Approval } from "./approval.tsx";

export function ApprovalsPage() {
  const { api, events, texts } = useWorld();
  const approvals = usePaged<ApprovalItem>("approvals", (cursor, signal) => api.get<Listed<ApprovalItem>>("approvals", { cursor }, signal));
  const { reload } = approvals;
  useEffect(() => events.on("approvals", reload), [events, reload]);
  useChanges("approvals", reload);
  const none = <Empty title={texts.t("approvals.none.title")}>{texts.t("approvals.none")}</Empty>;
  return (
    <Page title={texts.t("page.approvals")} intro={texts.t("approvals.intro")}>
      <PagedList label={texts.t("page.approvals")} paged={approvals} none={none}>
        {(approval) => <Approval approval={approval} onAnswered={reload} />}
      </PagedList>
    </Page>
  );
}
