import { DatePicker, Form, Input, InputNumber } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { FormDialog } from '@/components/console/form-dialog';
import { useAct } from '@/features/operations/act/use-act';
import { saveCoupon, type Coupon } from '@/features/operations/site-text/coupon-feature';
import { fromPercent, toRoundPercent } from '@/lib/percent';

interface Fields {
  code: string;
  percent: number;
  usesLeft: number;
  lastDay: Dayjs;
}

const fill = [{ required: true, message: 'Enter a value.' }];
const wide = { width: '100%' };

/** Creates a coupon, or changes one; changing one that is over starts it again. */
export function CouponDialog({ edited, onClose }: { edited: Coupon | 'new' | null; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open: edited !== null, onDone: onClose });
  const coupon = edited === 'new' ? null : edited;
  const save = ({ code, percent, usesLeft, lastDay }: Fields) =>
    act(
      saveCoupon(code.trim(), {
        value: fromPercent(percent),
        usesLeft,
        lastDay: lastDay.format('YYYY-MM-DD'),
        isNew: coupon === null,
      }),
    );
  return (
    <FormDialog<Fields>
      open={edited !== null}
      title={coupon ? `Change ${coupon.code}` : 'New coupon'}
      okText={coupon && coupon.state !== 'running' ? 'Save and start again' : 'Save'}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      initialValues={toFields(coupon)}
      onFinish={save}
    >
      <Form.Item
        name="code"
        label="Code"
        rules={[
          { required: true, message: 'Enter a code.' },
          { pattern: /^[A-Za-z0-9-]{3,60}$/, message: 'Use 3 to 60 letters, digits and dashes.' },
        ]}
      >
        <Input disabled={coupon !== null || isBusy} maxLength={60} autoCapitalize="characters" />
      </Form.Item>
      <Form.Item name="percent" label="Off the price" rules={fill}>
        <InputNumber suffix="%" min={1} max={100} precision={0} style={wide} />
      </Form.Item>
      <Form.Item name="usesLeft" label="Uses from now on" rules={fill}>
        <InputNumber min={0} max={1_000_000} precision={0} style={wide} />
      </Form.Item>
      <Form.Item name="lastDay" label="Last day" extra="It ends at midnight UTC." rules={fill}>
        <DatePicker format="D MMMM YYYY" style={wide} />
      </Form.Item>
    </FormDialog>
  );
}

const toFields = (coupon: Coupon | null): Partial<Fields> =>
  coupon
    ? {
        code: coupon.code,
        percent: toRoundPercent(coupon.value),
        usesLeft: coupon.usesLeft,
        lastDay: dayjs(coupon.expiredDate.slice(0, 10)),
      }
    : { percent: 20, usesLeft: 100 };
