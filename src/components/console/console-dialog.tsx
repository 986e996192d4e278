import { Alert, Modal } from 'antd';
import type { ReactNode } from 'react';

export interface ConsoleDialogProps {
  open: boolean;
  title: string;
  okText: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure?: string;
  onOk: () => void;
  onClose: () => void;
  children: ReactNode;
}

const getMain = () => document.getElementById('main') ?? document.body;

/**
 * antd's Modal for one act, which cannot be closed while the act runs. In the page's body it would lock the scrolling by a style
 * without the nonce that our policy asks for.
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
  children,
}: ConsoleDialogProps) {
  return (
    <Modal
      open={open}
      title={title}
      okText={okText}
      okButtonProps={{ danger: isDanger, loading: isBusy }}
      cancelButtonProps={{ disabled: isBusy }}
      onOk={onOk}
      onCancel={isBusy ? undefined : onClose}
      destroyOnHidden
      getContainer={getMain}
      // Its buttons stay in sight, however long the form is.
      styles={{ body: { maxHeight: 'calc(100dvh - 220px)', overflowY: 'auto' } }}
      style={{ top: 24 }}
    >
      {children}
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  );
}
