import type { ComponentPropsWithRef } from 'react';
import { currencySign } from '@/lib/format-money';
import { cx } from '@/lib/cx';
import { Input } from './input';

interface MoneyInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange'> {
  /** As typed, in major units: `8.50`. */
  value: string;
  /** Gets digits and at most one point with two decimals; a comma becomes a point, the rest is left out. */
  onChange: (value: string) => void;
}

/** A sum of money. Checks nothing but its letters: limits belong to the form. */
export function MoneyInput({ value, onChange, className, ...rest }: MoneyInputProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      lead={currencySign()}
      className={cx('num', className)}
      value={value}
      onChange={(event) => onChange(cleanSum(event.target.value))}
    />
  );
}

function cleanSum(typed: string): string {
  const [whole = '', ...rest] = typed
    .replace(/,/g, '.')
    .replace(/[^\d.]/g, '')
    .split('.');
  return rest.length > 0 ? `${whole}.${rest.join('').slice(0, 2)}` : whole;
}
