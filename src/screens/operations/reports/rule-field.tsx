import { Form, Select } from 'antd';
import { CountedText } from '@/components/console/counted-text';
import { buildRule } from '@/components/console/build-rule';
import {
  findNamedReporter,
  MAX_DECISION_TEXT,
  NAME_NO_REPORTER,
  ruleOptions,
  type Report,
} from '@/features/operations/report/report-words';

export const RuleField = () => (
  <Form.Item name="rule" label="Rule" rules={[{ required: true, message: 'Choose the rule.' }]}>
    <Select placeholder="Choose a rule" options={ruleOptions} />
  </Form.Item>
);

interface ReasonFieldProps {
  label: string;
  /** Reports about the content: the text names none of those who sent them. */
  reports: readonly Report[];
}

export const ReasonField = ({ label, reports }: ReasonFieldProps) => (
  <Form.Item
    name="reason"
    label={label}
    extra={NAME_NO_REPORTER}
    rules={[
      { required: true, whitespace: true, message: 'Please say why.' },
      buildRule((text) => findNamedReporter(text, reports)),
    ]}
  >
    <CountedText rows={4} maxLength={MAX_DECISION_TEXT} />
  </Form.Item>
);

/** For dialogs that ask for a reason. */
export const buildReason = (label: string, reports: readonly Report[]) => ({
  label,
  hint: NAME_NO_REPORTER,
  maxLength: MAX_DECISION_TEXT,
  findProblem: (text: string) => findNamedReporter(text, reports),
});
