import { createRequire } from 'node:module';

const { createElement } = createRequire(import.meta.url)('react');

/**
 * One of each antd component that the app shows, also those that only appear inside an open popup: popups are not
 * rendered on a server.
 */
export const antdSamples = ({ Button, DatePicker }) => [
  createElement(DatePicker, { key: 'date', showTime: true, allowClear: true, status: 'error' }),
  createElement(DatePicker.RangePicker, { key: 'range' }),
  createElement(Button, { key: 'confirm', type: 'primary', size: 'small' }, 'OK'),
];
