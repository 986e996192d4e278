import { useState, type ComponentPropsWithRef } from 'react';
import { getCurrencySign, hasSmallCoins } from '@/lib/format-money';
import { cx } from '@/lib/cx';
import { parseMoney } from '@/lib/read-money';
import { Input } from './input';

interface MoneyInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange'> {
  /** In major units: `8.50`. */
  value: string;
  /** Called with an amount in major units, or for an invalid amount with a text that is not a number. */
  onChange: (value: string) => void;
}

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
      value={typed.value === value ? typed.text : toText(value)}
      onChange={(event) => handleChange(event.target.value)}
      onBlur={(event) => {
        setTyped({ text: toText(value), value });
        onBlur?.(event);
      }}
    />
  );
}

/** The leading `$` keeps invalid texts such as `-5` and `1e9` from being parsed as numbers. */
const toInvalidSum = (text: string): string => `$${text}`;
const toText = (value: string): string => value.replace(/^\$/, '');
