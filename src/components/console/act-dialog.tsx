import { Form } from 'antd';
import type { ReactNode } from 'react';
import { buildRule } from './build-rule';
import { CountedText } from './counted-text';
import { ConsoleDialog, type ConsoleDialogProps } from './console-dialog';
import { FormDialog } from './form-dialog';

interface ActDialogProps extends Omit<ConsoleDialogProps, 'onOk' | 'hasChanges' | 'children'> {
  /** Says what the act does, and whom it reaches. */
  effect: ReactNode;
  /** The label of a text that the act needs; absent if it needs none. */
  reason?: {
    label: string;
    hint?: string;
    isOptional?: boolean;
    maxLength: number;
    /** @returns what is wrong with the text; null if nothing is */
    findProblem?: (text: string) => string | null;
  };
  onAct: (reason: string) => void;
}

/** Asks an operator to confirm an act, and for its reason. */
export function ActDialog({ effect, reason, onAct, ...dialog }: ActDialogProps) {
  const intro = <div style={{ display: 'grid', gap: 'var(--s-3)', marginBottom: 'var(--s-4)' }}>{effect}</div>;
  if (!reason) {
    return (
      <ConsoleDialog {...dialog} onOk={() => onAct('')}>
        {intro}
      </ConsoleDialog>
    );
  }
  return (
    <FormDialog<{ reason?: string }>
      {...dialog}
      requiredMark={(label, { required }) => (required ? label : <>{label} (optional)</>)}
      onFinish={(values) => onAct((values.reason ?? '').trim())}
    >
      {intro}
      <Form.Item
        name="reason"
        label={reason.label}
        extra={reason.hint}
        rules={[
          { required: !reason.isOptional, whitespace: true, message: 'Please say why.' },
          ...(reason.findProblem ? [buildRule(reason.findProblem)] : []),
        ]}
      >
        <CountedText rows={3} maxLength={reason.maxLength} />
      </Form.Item>
    </FormDialog>
  );
}
