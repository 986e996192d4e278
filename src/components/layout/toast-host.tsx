import { CircleAlert, CircleCheck } from 'lucide-react';
import { createPortal } from 'react-dom';
import { defaultModal } from '@/config/modal';
import { cx } from '@/lib/cx';
import { Button } from '../basic/button';
import { Icon } from '../basic/icon';
import { useNoticePlace } from './notice-place';
import styles from './toast-host.module.css';

export interface Toast {
  id: string;
  text: string;
  tone?: 'plain' | 'success' | 'error';
  /** `Undo` or `Retry`. */
  action?: string;
  /** Where the action leads, when it is a link. */
  href?: string;
}

interface ToastHostProps {
  toasts: Toast[];
  onAction: (id: string) => void;
  onClose: (id: string) => void;
}

/**
 * Short notices at the bottom, the newest two; while a sheet is open, inside it, since it covers everything else. A pure view:
 * whoever keeps the list decides how long one stays. A toast without an action closes when it is pressed.
 */
export function ToastHost({ toasts, onAction, onClose }: ToastHostProps) {
  const place = useNoticePlace();
  const host = (
    <div className={place ? styles.inSheet : styles.host} role="status" aria-live="polite">
      {toasts.slice(-2).map((toast) => (
        <div key={toast.id} className={cx('row', styles.toast)} role={toast.tone === 'error' ? 'alert' : undefined}>
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
      ))}
    </div>
  );
  // An empty one stays on the page: what is announced has to be there before its words are.
  return place && toasts.length > 0 ? createPortal(host, place) : host;
}
