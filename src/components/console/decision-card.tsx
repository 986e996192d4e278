import { Alert, Button, Card, Form, Radio, type FormInstance } from 'antd';
import type { ReactNode } from 'react';

interface DecisionCardProps<Values extends { decision: string }> {
  form: FormInstance<Values>;
  /** The first one is chosen at the beginning. */
  options: { value: Values['decision']; label: string }[];
  okText: string;
  isDanger: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  failure: string | undefined;
  onDecide: (values: Values) => void;
  /** Fields that the decision needs, and what it leads to. */
  children: ReactNode;
}

/** A decision of several, beside what it is about. */
export function DecisionCard<Values extends { decision: string }>({
  form,
  options,
  okText,
  isDanger,
  isBusy,
  isDisabled = false,
  failure,
  onDecide,
  children,
}: DecisionCardProps<Values>) {
  return (
    <Card title="Decision">
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={isDisabled || isBusy}
        onFinish={onDecide}
      >
        <Form.Item name="decision" initialValue={options[0]?.value}>
          <Radio.Group aria-label="Decision" vertical options={options} />
        </Form.Item>
        {children}
        {failure !== undefined && (
          <Alert type="error" showIcon title={failure} style={{ marginBottom: 'var(--s-3)' }} />
        )}
        <Button type="primary" danger={isDanger} htmlType="submit" loading={isBusy} block>
          {okText}
        </Button>
      </Form>
    </Card>
  );
}
