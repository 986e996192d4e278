import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type TouchEvent } from 'react';
import { createPortal } from 'react-dom';
import { defaultModal } from '@/config/modal';
import { cx } from '@/lib/cx';
import { Button } from '../basic/button';
import { Icon } from '../basic/icon';
import { subscribeToDialogs, useNoticePlace } from './open-sheets';
import { useClearPlace } from './use-clear-place';
import styles from './toast-host.module.css';

export interface Toast {
  id: string;
  text: string;
  tone?: 'plain' | 'success' | 'error';
  action?: string;
  href?: string;
}

interface ToastHostProps {
  toasts: Toast[];
  onAction: (id: string) => void;
  onClose: (id: string) => void;
}

/** Shows the newest two notices where they cover no control, or inside an open sheet. `toasts` decides how long they stay. */
export function ToastHost({ toasts, onAction, onClose }: ToastHostProps) {
  const place = useNoticePlace();
  const shown = toasts.slice(-2);
  const floating = useClearPlace(place ? '' : shown.map(({ id }) => id).join());
  useCloseByDialogs(() => toasts.forEach(({ id }) => onClose(id)));
  useEscape(place ? undefined : shown.at(-1)?.id, onClose);
  const host = (
    <div ref={floating} className={place ? styles.inSheet : styles.host} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} onAction={onAction} onClose={onClose} />
      ))}
    </div>
  );
  // Screen readers announce only changes of an existing live region, so it is rendered even when empty.
  return place && toasts.length > 0 ? createPortal(host, place) : host;
}

function ToastLine({ toast, onAction, onClose }: { toast: Toast } & Omit<ToastHostProps, 'toasts'>) {
  const swipe = useSwipe(() => onClose(toast.id));
  return (
    <div className={cx('row', styles.toast)} role={toast.tone === 'error' ? 'alert' : undefined} {...swipe}>
      {toast.tone === 'success' && <Icon of={CircleCheck} />}
      {toast.tone === 'error' && <Icon of={CircleAlert} />}
      <span className="grow">{toast.text}</span>
      <Button
        variant="ghost"
        size="sm"
        className={styles.action}
        href={toast.href}
        onClick={() => (toast.action ? onAction(toast.id) : onClose(toast.id))}
      >
        {toast.action ?? defaultModal.okText}
      </Button>
    </div>
  );
}

function useCloseByDialogs(onDialog: () => void): void {
  const closeAll = useEffectEvent(onDialog);
  useEffect(() => subscribeToDialogs(() => closeAll()), []);
}

function useEscape(newestId: string | undefined, onClose: (id: string) => void): void {
  const closeNewest = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && newestId !== undefined) onClose(newestId);
  });
  const isShown = newestId !== undefined;
  useEffect(() => {
    if (!isShown) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => closeNewest(event);
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [isShown]);
}

const SWIPE_PX = 40;

function useSwipe(onSwipe: () => void) {
  const start = useRef<{ clientX: number; clientY: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch ? { clientX: touch.clientX, clientY: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (from && touch && Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) > SWIPE_PX) onSwipe();
    },
  };
}
