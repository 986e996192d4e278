import { X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { wrapTab } from '@/lib/focus';
import { IconButton } from './icon-button';
import { usePresence } from './use-presence';
import styles from './sheet.module.css';

interface SheetProps {
  open: boolean;
  /** Esc, the cross, or a press on the ground behind. */
  onClose: () => void;
  title: ReactNode;
  /** One muted line under the title. */
  subtitle?: ReactNode;
  /** Before the title: usually a Cameo. */
  lead?: ReactNode;
  /** `wide` for forms in two columns. */
  size?: 'md' | 'wide';
  /** Payment is under way: the sheet stays until it is settled. */
  locked?: boolean;
  className?: string;
  children: ReactNode;
}

/** How long a sheet takes to leave. The `--t-base` of the tokens, in milliseconds. */
const LEAVE_MS = 200;

/**
 * A dialog: from the bottom edge on phones, in the middle above 760 px. Keeps focus inside, closes with Esc and gives
 * the focus back to where it came from. The first control takes focus unless something has `autoFocus`.
 */
export function Sheet(props: SheetProps) {
  const present = usePresence(props.open, LEAVE_MS);
  return present ? <SheetDialog {...props} /> : null;
}

function SheetDialog({ open, onClose, title, subtitle, lead, size = 'md', locked, className, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    element.showModal();
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open]);

  const close = () => {
    if (!locked) onClose();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Escape') {
      // Taken here instead of `cancel`: browsers fire that one only once without a click in between.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else wrapTab(event, event.currentTarget);
  };
  const handleClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) close();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
      onCancel={(event) => {
        // The back gesture of phones arrives here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
    >
      <div className={cx(styles.sheet, size === 'wide' && styles.wide, className)}>
        <span className={styles.grab} aria-hidden="true" />
        <header className={styles.head}>
          {lead}
          <div className="grow">
            <h2 id={titleId}>{title}</h2>
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          {!locked && <IconButton icon={X} label="Close" size="sm" onClick={close} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}
