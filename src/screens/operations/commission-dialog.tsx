import { Form, InputNumber, Radio } from 'antd';
import { CountedText } from '@/components/console/counted-text';
import { FormDialog } from '@/components/console/form-dialog';
import { useAct } from '@/features/operations/act/use-act';
import { changeCommission, MAX_OPERATOR_TEXT } from '@/features/operations/person/person-acts';
import type { Person } from '@/features/operations/person/person-feature';
import { describeSiteCommission } from '@/features/operations/setting/setting-words';
import { formatShare, fromPercent, toPercent } from '@/lib/percent';
import { useAppDispatch } from '@/store/hooks';
import { loadPersonLog } from './people-query';

interface Values {
  source: 'site' | 'own';
  percent?: number;
  reason: string;
}

interface CommissionDialogProps {
  id: string;
  creator: NonNullable<Person['creator']>;
  open: boolean;
  onClose: () => void;
}

export function CommissionDialog({
  id,
  creator: { commission, siteCommission, siteCommissions },
  open,
  onClose,
}: CommissionDialogProps) {
  const dispatch = useAppDispatch();
  const [form] = Form.useForm<Values>();
  const source = Form.useWatch('source', form);
  const close = () => {
    dispatch(loadPersonLog(id));
    onClose();
  };
  const { act, isBusy, failure } = useAct({ open, onDone: close });
  const change = ({ percent, reason }: Values) =>
    act(changeCommission(id, source === 'own' && percent !== undefined ? fromPercent(percent) : null, reason.trim()));
  return (
    <FormDialog
      open={open}
      title="Change commission"
      okText="Change commission"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      form={form}
      initialValues={{
        source: commission === null ? 'site' : 'own',
        percent: toPercent(commission ?? siteCommission),
        reason: '',
      }}
      onFinish={change}
    >
      <p>
        Now{' '}
        {commission === null
          ? describeSiteCommission(siteCommission, siteCommissions)
          : `${formatShare(commission)}, their own`}
        . The new share applies to payments from now on, renewals included. The creator gets an email about it.
      </p>
      <Form.Item name="source">
        <Radio.Group
          aria-label="Commission"
          options={[
            { value: 'site', label: `The site’s, as in Settings` },
            { value: 'own', label: 'Their own, for all sales' },
          ]}
        />
      </Form.Item>
      {/* Stays in the form, so that a typed percentage is there again when they choose it again. */}
      <Form.Item
        name="percent"
        label="Percent"
        hidden={source !== 'own'}
        rules={[{ required: source === 'own', message: 'Enter a percentage.' }]}
      >
        <InputNumber min={0} max={100} precision={2} suffix="%" />
      </Form.Item>
      <Form.Item
        name="reason"
        label="Reason"
        extra="Colleagues read it in the log."
        rules={[{ required: true, whitespace: true, message: 'Please say why.' }]}
      >
        <CountedText rows={3} maxLength={MAX_OPERATOR_TEXT} />
      </Form.Item>
    </FormDialog>
  );
}
