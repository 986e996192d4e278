import { Alert, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { ConsoleModal } from './console-modal';

interface ActDialogProps {
  open: boolean;
  title: string;
  /** Says what the act does, and whom it reaches. */
  effect: ReactNode;
  okText: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure?: string;
  /** The label of a text that the act needs; absent if it needs none. */
  reason?: { label: string; hint?: string; isOptional?: boolean; maxLength: number };
  onAct: (reason: string) => void;
  onClose: () => void;
}

/** Asks before an act of an operator, and for its reason. */
export function ActDialog({
  open,
  title,
  effect,
  okText,
  isDanger,
  isBusy,
  failure,
  reason,
  onAct,
  onClose,
}: ActDialogProps) {
  const [form] = Form.useForm<{ reason?: string }>();
  return (
    <ConsoleModal
      open={open}
      title={title}
      okText={okText}
      okButtonProps={{ danger: isDanger, loading: isBusy }}
      cancelButtonProps={{ disabled: isBusy }}
      onOk={() => (reason ? form.submit() : onAct(''))}
      onCancel={isBusy ? undefined : onClose}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        requiredMark={(label, { required }) => (required ? label : <>{label} (optional)</>)}
        onFinish={(values) => onAct((values.reason ?? '').trim())}
      >
        <div style={{ display: 'grid', gap: 'var(--s-3)', marginBottom: 'var(--s-4)' }}>{effect}</div>
        {reason && (
          <Form.Item
            name="reason"
            label={reason.label}
            extra={reason.hint}
            rules={[{ required: !reason.isOptional, whitespace: true, message: 'Please say why.' }]}
          >
            <Input.TextArea rows={3} maxLength={reason.maxLength} showCount />
          </Form.Item>
        )}
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Form>
    </ConsoleModal>
  );
}
