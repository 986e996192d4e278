import { createRequire } from 'node:module';

const { createElement } = createRequire(import.meta.url)('react');

/**
 * One of each antd component that the app shows. Popups are not rendered on a server: what appears only inside one needs
 * a sample of its own. Ours have no button "OK" or "Now", so antd's Button is not among them.
 */
export const antdSamples = ({ DatePicker }) => [
  createElement(DatePicker, { key: 'date', showTime: true, allowClear: true, status: 'error' }),
  createElement(DatePicker.RangePicker, { key: 'range' }),
];
