import { Input } from 'antd';
import type { TextAreaProps } from 'antd/es/input';

/** A text with its count below it, in a line of its own: hint and error come after that line. */
export const CountedText = (props: TextAreaProps & { maxLength: number }) => (
  <div style={{ paddingBlockEnd: 'var(--s-5)' }}>
    <Input.TextArea {...props} showCount />
  </div>
);
