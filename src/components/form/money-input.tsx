import { useState, type ComponentPropsWithRef } from 'react';
import { getCurrencySign, hasSmallCoins } from '@/lib/format-money';
import { cx } from '@/lib/cx';
import { parseMoney } from '@/lib/read-money';
import { Input } from './input';

interface MoneyInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange'> {
  /** In major units: `8.50`. */
  value: string;
  /** Gets digits, and where the currency has small coins at most one point with two decimals; what is no sum comes as a text that is no number either. */
  onChange: (value: string) => void;
}

/**
 * A sum of money, which stands as it was typed until the field is left, then as it was read. Checks nothing but whether it is
 * a sum: limits belong to the form.
 */
export function MoneyInput({ value, onChange, onBlur, className, ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState({ text: value, value });
  const handleChange = (text: string) => {
    const next = parseMoney(text) ?? toInvalidSum(text);
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode={hasSmallCoins() ? 'decimal' : 'numeric'}
      lead={getCurrencySign()}
      className={cx('num', className)}
      // A sum that was set from elsewhere, such as one that was picked, goes before what was typed.
      value={typed.value === value ? typed.text : toText(value)}
      onChange={(event) => handleChange(event.target.value)}
      onBlur={(event) => {
        setTyped({ text: toText(value), value });
        onBlur?.(event);
      }}
    />
  );
}

/** With a leading `$`, even `-5` and `1e9` are no numbers to any form. */
const toInvalidSum = (text: string): string => `$${text}`;
const toText = (value: string): string => value.replace(/^\$/, '');
