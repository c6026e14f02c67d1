import { useState } from "preact/hooks";
import { problemText } from "./parts/problem.tsx";
import { useWorld } from "./world.ts";

/** Does one thing at a time; says so when it fails. True if it was done. */
export function useDoing(): { readonly isBusy: boolean; readonly run: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { texts, toast } = useWorld();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return false;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toast(problemText(error, texts));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
