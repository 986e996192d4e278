import { X } from 'lucide-react';
import {
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { defaultModal } from '@/config/modal';
import { cx } from '@/lib/cx';
import { wrapTab } from '@/lib/focus';
import { isComposing } from '@/lib/is-composing';
import { Button } from '../basic/button';
import { IconButton } from '../basic/icon-button';
import { FormFoot, SheetContext } from '../form/form-foot';
import { addLeaveQuestion } from '../states/leave-questions';
import { PartBoundary } from '../states/part-boundary';
import { useExitTransition } from '../hooks/use-exit-transition';
import { addNoticeSheet, SheetsBlockedContext } from './open-sheets';
import styles from './sheet.module.css';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  lead?: ReactNode;
  /** `wide` has the width of the specification's modals: for forms in two columns, and comment threads. */
  size?: 'md' | 'wide';
  /** Keeps it open, for example during a payment. */
  locked?: boolean;
  /** Keeps it open, and makes all other sheets wait. */
  mandatory?: boolean;
  children: ReactNode;
}

const wide = { '--w-modal': `${defaultModal.width}px` } as CSSProperties;

/** Equals `--t-base` of the design tokens. */
const LEAVE_MS = 200;

/**
 * The first control gets the focus, unless another has `autoFocus`. Buttons belong in a `FormFoot`, the last child. The sheet
 * asks before typed text is lost, even when a link or the back button leaves the page.
 */
export function Sheet({ open, locked = false, mandatory = false, ...props }: SheetProps) {
  const isWaiting = useContext(SheetsBlockedContext) && !mandatory;
  const isOpen = open && !isWaiting;
  const present = useExitTransition(isOpen, LEAVE_MS);
  return present ? <SheetDialog {...props} open={isOpen} locked={locked || mandatory} /> : null;
}

type SheetDialogProps = Omit<SheetProps, 'mandatory'>;

function SheetDialog({ open, onClose, title, subtitle, lead, size = 'md', locked, children }: SheetDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const [before] = useState(() => new Map<TextField, string>());

  /** For a single line, asks only if the press may have been a slip. @param isSlip whether it may */
  const confirmDiscard = (leave: () => void, isSlip: boolean): boolean => {
    const written = [...before].filter(([field, text]) => field.isConnected && field.value !== text);
    const isLong = written.length > 1 || written.some(([field]) => field instanceof HTMLTextAreaElement);
    const isAsking = isLong || (isSlip && written.length > 0);
    if (isAsking) setDiscard(() => leave);
    return isAsking;
  };
  const close = (isSlip = false) => {
    if (!locked && !confirmDiscard(onClose, isSlip)) onClose();
  };
  const requestClose = useEffectEvent(close);
  const askBeforeLeaving = useEffectEvent((leave: () => void) => !locked && confirmDiscard(leave, true));
  const recordText = ({ target }: FocusEvent) => {
    if (isTextField(target) && !before.has(target)) before.set(target, target.value);
  };

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const opener = document.activeElement;
    const unlisten = listenForLeave(element, (isSlip) => requestClose(isSlip));
    // Browsers close a dialog on the second attempt even if the first was prevented: reopen it and ask.
    const reopen = () => {
      // The event is late: the dialog has been opened again.
      if (element.open) return;
      element.showModal();
      requestClose(true);
    };
    element.addEventListener('close', reopen);
    before.clear();
    markScrollBar();
    element.showModal();
    // Focusing scrolls to where the sheet starts to slide in: scroll back.
    for (const scroller of [element, element.firstElementChild]) if (scroller) scroller.scrollTop = 0;
    const endNotices = addNoticeSheet(element);
    const endQuestion = addLeaveQuestion((leave) => askBeforeLeaving(leave));
    return () => {
      endQuestion();
      endNotices();
      unlisten();
      element.removeEventListener('close', reopen);
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open, before]);

  return (
    <>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onFocus={recordText}>
        <div className={cx(styles.sheet, size === 'wide' && styles.wide)} style={size === 'wide' ? wide : {}}>
          <span className={styles.grab} aria-hidden="true" />
          <header className="row">
            {lead}
            <div className="grow">
              <h2 id={titleId}>{title}</h2>
              {subtitle && <p className={cx('sm muted', styles.subtitle)}>{subtitle}</p>}
            </div>
            {!locked && <IconButton icon={X} label="Close" size="sm" onClick={() => close()} />}
          </header>
          <PartBoundary part="sheet" resetKey={title}>
            <SheetContext value>{children}</SheetContext>
          </PartBoundary>
          <div data-notices className={styles.notices} />
        </div>
      </dialog>
      <DiscardSheet discard={discard} onAnswer={() => setDiscard(null)} />
    </>
  );
}

interface DiscardSheetProps {
  /** Called if the user agrees to lose the text; null while they are not being asked. */
  discard: (() => void) | null;
  onAnswer: () => void;
}

/** Asks before a dialog with typed text closes. */
export const DiscardSheet = ({ discard, onAnswer }: DiscardSheetProps) => (
  <Sheet open={discard !== null} onClose={onAnswer} title="Discard what you wrote?">
    <FormFoot>
      <div className="row row--end">
        <Button
          variant="ghost"
          onClick={() => {
            onAnswer();
            discard?.();
          }}
        >
          Discard
        </Button>
        <Button variant="primary" onClick={onAnswer}>
          Keep writing
        </Button>
      </div>
    </FormFoot>
  </Sheet>
);

/**
 * A scroll bar that takes room keeps it while the sheet is open. To a page without one, or with a hidden one, room would be
 * added.
 */
function markScrollBar(): void {
  const root = document.documentElement;
  // Another open sheet has already hidden the scroll bar.
  if (document.querySelector('dialog[open]')) return;
  root.toggleAttribute('data-scrolls', window.innerWidth > root.clientWidth);
}

type TextField = HTMLTextAreaElement | HTMLInputElement;

/** Inputs without typed text, and search texts, which are quickly typed again. */
const UNTYPED_INPUTS = new Set(['checkbox', 'radio', 'range', 'search', 'file', 'color', 'button', 'submit']);

/** Props for a field whose text is saved beyond the sheet. */
export const KEPT_FIELD_PROPS = { 'data-kept': '' };

const isTextField = (target: EventTarget): target is TextField =>
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !UNTYPED_INPUTS.has(target.type))) &&
  target.dataset['kept'] === undefined;

/** Calls `onLeave` for Esc, the back gesture (`cancel`) and a press on the backdrop. Keeps Tab inside. */
function listenForLeave(element: HTMLDialogElement, onLeave: (isSlip: boolean) => void): () => void {
  // Listens on the document, so that a menu inside the sheet can handle Esc first.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('dialog') !== element) return;
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onLeave(false);
    } else wrapTab(event, element);
  };
  const handleCancel = (event: Event) => {
    if (event.target !== element) return;
    event.preventDefault();
    onLeave(true);
  };
  // A text selection that begins inside may end on the backdrop.
  let began: EventTarget | null = element;
  const handlePointerDown = (event: PointerEvent) => {
    began = event.target;
  };
  const handleClick = (event: MouseEvent) => {
    if (event.target === element && began === element) onLeave(true);
    began = element;
  };
  const end = new AbortController();
  const { signal } = end;
  document.addEventListener('keydown', handleKeyDown, { signal });
  element.addEventListener('cancel', handleCancel, { signal });
  element.addEventListener('pointerdown', handlePointerDown, { signal });
  element.addEventListener('click', handleClick, { signal });
  return () => end.abort();
}
