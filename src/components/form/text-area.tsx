import type { ComponentPropsWithRef } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import styles from './input.module.css';

export function TextArea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return <textarea {...rest} {...useFieldControl(rest)} className={cx(styles.input, styles.area, className)} />;
}
