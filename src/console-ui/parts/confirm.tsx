import { useEffect, useId, useRef } from "preact/hooks";
import { useWorld } from "../world.ts";

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** What the button that does it says. */
  readonly doIt: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before something goes for good. The browser's own dialog keeps the focus within and gives it back. */
export function Confirm({ title, text, doIt, onYes, onClose }: ConfirmProps) {
  const { texts } = useWorld();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onClose={onClose}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`} dir="auto">
        {text}
      </p>
      <div class="row end">
        <button type="button" onClick={() => dialog.current?.close()}>
          {texts.t("cancel")}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            dialog.current?.close();
            onYes();
          }}
        >
          {doIt}
        </button>
      </div>
    </dialog>
  );
}
