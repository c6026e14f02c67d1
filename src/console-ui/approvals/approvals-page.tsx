import type { ApprovalItem, Listed } from "../../channels/console/wire.ts";
import { usePaged } from "../loading.ts";
import { Empty, Page, PagedList } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Approval } from "./approval.tsx";

export function ApprovalsPage() {
  const { api, texts } = useWorld();
  const approvals = usePaged<ApprovalItem>("approvals", "", (cursor, signal) =>
    api.get<Listed<ApprovalItem>>("approvals", { cursor }, signal),
  );
  const none = <Empty title={texts.t("approvals.none.title")}>{texts.t("approvals.none")}</Empty>;
  return (
    <Page title={texts.t("page.approvals")} intro={texts.t("approvals.intro")}>
      <PagedList label={texts.t("page.approvals")} paged={approvals} none={none}>
        {(approval) => <Approval approval={approval} onAnswered={approvals.reload} />}
      </PagedList>
    </Page>
  );
}
