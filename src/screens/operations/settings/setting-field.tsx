import { Checkbox, DatePicker, Form, Input, InputNumber, Switch } from 'antd';
import { getSiteCurrency } from '@contract/base/currency';
import { getSettingKind, type Setting } from '@/features/operations/setting/setting-feature';
import { settingTexts } from '@/features/operations/setting/setting-texts';
import { captchaFormWords, saleKinds } from '@/features/operations/setting/setting-words';

const required = [{ required: true, message: 'Enter a value.' }];
const wide = { width: '100%' };

/** The field for one setting, by its kind. */
export function SettingField({ setting, label }: { setting: Setting; label: string }) {
  const { bounds, key } = setting;
  const kind = getSettingKind(key);
  switch (kind) {
    case 'flag':
      return (
        <Form.Item name="value" label={label} valuePropName="checked">
          <Switch checkedChildren="On" unCheckedChildren="Off" />
        </Form.Item>
      );
    case 'price':
    case 'number':
    case 'share': {
      const prefix = kind === 'price' ? getSiteCurrency().code : undefined;
      const unit = settingTexts[key].unit;
      const suffix = kind === 'share' ? '%' : unit && `${unit}s`;
      return (
        <Form.Item name="value" label={label} rules={required}>
          <InputNumber prefix={prefix} suffix={suffix} style={wide} />
        </Form.Item>
      );
    }
    case 'shares':
      return saleKinds.map((sale) => (
        <Form.Item key={sale.key} name={['value', sale.key]} label={sale.label}>
          <InputNumber suffix="%" min={0} max={100} style={wide} placeholder="As “Commission”" />
        </Form.Item>
      ));
    case 'forms':
      return (
        <Form.Item name="value" label={label}>
          <Checkbox.Group options={captchaFormWords} />
        </Form.Item>
      );
    case 'time':
      return (
        <Form.Item name="value" label={label}>
          <DatePicker showTime={{ format: 'HH:mm' }} format="D MMMM YYYY, HH:mm" style={wide} />
        </Form.Item>
      );
    case 'text':
    case 'html':
      return (
        <Form.Item name="value" label={label}>
          <Input.TextArea rows={kind === 'html' ? 10 : 4} maxLength={bounds.maxLength} />
        </Form.Item>
      );
    default:
      return (
        <Form.Item name="value" label={label}>
          <Input maxLength={bounds.maxLength} inputMode={kind === 'url' ? 'url' : undefined} />
        </Form.Item>
      );
  }
}
