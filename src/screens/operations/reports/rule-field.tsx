import { Form, Input, Select } from 'antd';
import { MAX_DECISION_TEXT, ruleOptions } from '@/features/operations/report/report-words';

export const RuleField = () => (
  <Form.Item name="rule" label="Rule" rules={[{ required: true, message: 'Choose the rule.' }]}>
    <Select placeholder="Choose a rule" options={ruleOptions} />
  </Form.Item>
);

export const ReasonField = ({ label }: { label: string }) => (
  <Form.Item name="reason" label={label} rules={[{ required: true, whitespace: true, message: 'Please say why.' }]}>
    <Input.TextArea rows={4} maxLength={MAX_DECISION_TEXT} showCount />
  </Form.Item>
);
