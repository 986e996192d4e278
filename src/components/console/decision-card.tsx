import { Alert, Button, Card, Form, Radio, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { LeaveGuard } from '../states/leave-guard';

interface DecisionValues {
  decision: string;
  reason?: string;
}

interface DecisionCardProps<Values extends DecisionValues> {
  form: FormInstance<Values>;
  options: { value: Values['decision']; label: string }[];
  /** Chosen at the beginning. Without one, the button waits for a choice. */
  initial?: Values['decision'];
  okText: string;
  isDanger: boolean;
  isBusy: boolean;
  /** Whether the act succeeded: the page can be left. */
  isDone: boolean;
  isDisabled?: boolean;
  failure: string | undefined;
  onDecide: (values: Values) => void;
  /** Fields that the decision needs, and what it leads to. */
  children: ReactNode;
}

/** A decision of several, beside what it is about. Asks before its reason is lost. */
export function DecisionCard<Values extends DecisionValues>({
  form,
  options,
  initial,
  okText,
  isDanger,
  isBusy,
  isDone,
  isDisabled = false,
  failure,
  onDecide,
  children,
}: DecisionCardProps<Values>) {
  const decision = Form.useWatch('decision', form);
  const reason = Form.useWatch('reason', { form, preserve: true });
  const hasReason = typeof reason === 'string' && reason.trim() !== '';
  return (
    <Card title="Decision">
      <LeaveGuard when={hasReason && !isDone ? 'leaving' : null} />
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={isDisabled || isBusy}
        onFinish={onDecide}
      >
        <Form.Item name="decision" initialValue={initial}>
          <Radio.Group aria-label="Decision" vertical options={options} />
        </Form.Item>
        {children}
        {failure !== undefined && (
          <Alert type="error" showIcon title={failure} style={{ marginBottom: 'var(--s-3)' }} />
        )}
        <Button
          type="primary"
          danger={isDanger}
          htmlType="submit"
          loading={isBusy}
          disabled={isDisabled || decision === undefined}
          block
        >
          {okText}
        </Button>
      </Form>
    </Card>
  );
}
