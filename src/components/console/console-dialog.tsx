import { Alert, Modal } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { addDialog } from '../layout/open-sheets';
import { DiscardSheet } from '../layout/sheet';
import { addLeaveQuestion } from '../states/leave-questions';
import styles from './console-dialog.module.css';

export interface ConsoleDialogProps {
  open: boolean;
  title: string;
  okText: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure?: string;
  onOk: () => void;
  onClose: () => void;
  /** Whether closing would lose what was typed or chosen. */
  hasChanges?: () => boolean;
  children: ReactNode;
}

const getMain = () => document.getElementById('main') ?? document.body;

/** Notices of the act above the buttons, which they would cover on the page; those of an earlier act close. */
function Notices() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? addDialog(place.current) : undefined), []);
  return (
    <div ref={place}>
      <div data-notices="foot" className={styles.notices} />
    </div>
  );
}

/**
 * antd's Modal for one act, which cannot be closed while the act runs. Asks before changes are lost, also by a link or the back
 * button. In the page's body it would lock the scrolling by a style without the nonce that our policy asks for.
 */
export function ConsoleDialog({
  open,
  title,
  okText,
  isDanger,
  isBusy,
  failure,
  onOk,
  onClose,
  hasChanges,
  children,
}: ConsoleDialogProps) {
  const [discard, setDiscard] = useState<(() => void) | null>(null);
  const confirmDiscard = (leave: () => void): boolean => {
    const isAsking = !isBusy && hasChanges?.() === true;
    if (isAsking) setDiscard(() => leave);
    return isAsking;
  };
  const askBeforeLeaving = useEffectEvent(confirmDiscard);
  useEffect(() => (open ? addLeaveQuestion((leave) => askBeforeLeaving(leave)) : undefined), [open]);
  const close = () => {
    if (!confirmDiscard(onClose)) onClose();
  };
  return (
    <>
      <Modal
        open={open}
        title={title}
        okText={okText}
        okButtonProps={{ danger: isDanger, loading: isBusy }}
        cancelButtonProps={{ disabled: isBusy }}
        onOk={onOk}
        onCancel={(event) => {
          // A sheet above it has handled an Esc whose default it prevented.
          if (isBusy || event.defaultPrevented) return;
          // By default, the same Esc would close the sheet that asks.
          event.preventDefault();
          close();
        }}
        destroyOnHidden
        footer={(buttons) => (
          <>
            {open && <Notices />}
            {buttons}
          </>
        )}
        getContainer={getMain}
        styles={{
          // Clear of the button that closes it.
          header: { paddingInlineEnd: 'var(--s-8)' },
          // Its buttons stay in sight, however long the form is. In a low window the dialog itself scrolls.
          body: { maxHeight: 'max(240px, calc(100dvh - 220px))', overflowY: 'auto' },
        }}
        style={{ top: 24 }}
      >
        {children}
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Modal>
      <DiscardSheet discard={discard} onAnswer={() => setDiscard(null)} />
    </>
  );
}
