import { useCallback, useEffect, useState } from "preact/hooks";

/** Long enough to read a sentence twice. */
const SHOWN_MS = 6_000;

/** One sentence at a time, the newest; it goes by itself. */
export function useToast(): { readonly shown: string; readonly show: (text: string) => void } {
  const [toast, setToast] = useState({ text: "", count: 0 });
  const show = useCallback((text: string) => setToast(({ count }) => ({ text, count: count + 1 })), []);
  useEffect(() => {
    if (!toast.text) return undefined;
    const timer = setTimeout(() => setToast((now) => (now === toast ? { ...now, text: "" } : now)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return { shown: toast.text, show };
}
