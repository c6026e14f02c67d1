import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useWorld } from "../world.ts";

interface ConfirmedButtonProps {
  readonly label: string;
  readonly about: string;
  readonly title: string;
  readonly text: string;
  readonly onYes: () => void;
}

export function ConfirmedButton({ about, ...asked }: ConfirmedButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="text danger" aria-label={about} onClick={() => setOpen(true)}>
        {asked.label}
      </button>
      {isOpen && <Confirm {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The browser's own dialog keeps the focus within and gives it back. */
function Confirm({ title, text, label, onYes, onClose }: Omit<ConfirmedButtonProps, "about"> & { readonly onClose: () => void }) {
  const { texts } = useWorld();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const yes = () => {
    dialog.current?.close();
    onYes();
  };
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
        <button type="button" class="danger" onClick={yes}>
          {label}
        </button>
      </div>
    </dialog>
  );
}
