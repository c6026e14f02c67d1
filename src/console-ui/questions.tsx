import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import type { ApprovalItem, Listed } from "../channels/console/wire.ts";
import { useLoaded } from "./loading.ts";
import { useWorld } from "./world.ts";

interface OpenQuestions {
  readonly items: readonly ApprovalItem[];
  /** Reads them again: one was answered. */
  readonly reload: () => void;
}

const QuestionsContext = createContext<OpenQuestions>({ items: [], reload: () => undefined });

export const useQuestions = () => useContext(QuestionsContext);

/** Nobody answers more of them at once. */
const MOST = 100;

/** Questions that are open, wherever they were asked: for the bar, the chat and the activity. */
export function Questions({ children }: { children: ComponentChildren }) {
  const { api } = useWorld();
  const { value, reload } = useLoaded("approvals", "", (signal) => api.get<Listed<ApprovalItem>>("approvals", { limit: MOST }, signal));
  const open = useMemo(() => ({ items: value?.items ?? [], reload }), [value, reload]);
  return <QuestionsContext.Provider value={open}>{children}</QuestionsContext.Provider>;
}

export function useSecondsLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
