import { useState } from 'react';
import { AmountPicker } from '@/components/form/amount-picker';
import { Field } from '@/components/form/field';
import { MoneyInput } from '@/components/form/money-input';
import { inCoins, toAmountText } from '@contract/base/money';
import { formatMoney } from '@/lib/format-money';

interface Bounds {
  min: number;
  max: number;
}

export interface Amount {
  text: string;
  set(text: string): void;
  /** In major units; null for an invalid text or an amount outside the limits. */
  value: number | null;
  problem: string | undefined;
}

/** @param first initial amount in major units. */
export function useAmount(first: number | undefined, { min, max }: Bounds): Amount {
  const [text, set] = useState(first === undefined ? '' : toAmountText(first));
  const number = Number(text);
  const isInside = text !== '' && number >= min && number <= max;
  const range = `from ${formatMoney(min)} to ${formatMoney(max)}`;
  return {
    text,
    set,
    value: isInside ? number : null,
    problem: text !== '' && !isInside ? `Choose an amount ${range}.` : undefined,
  };
}

interface AmountFieldProps {
  label: string;
  amount: Amount;
  bounds: Bounds;
  suggestions: number[];
  tone?: 'accent' | 'gift';
}

export function AmountChoice({ label, amount, suggestions, tone }: Omit<AmountFieldProps, 'bounds'>) {
  const options = suggestions.map((sum) => ({
    value: toAmountText(sum),
    label: formatMoney(sum, { dropZeros: true }),
  }));
  return <AmountPicker label={label} options={options} value={amount.text} onChange={amount.set} tone={tone} />;
}

export function AmountField({ bounds, ...choice }: AmountFieldProps) {
  const { amount } = choice;
  return (
    <>
      <AmountChoice {...choice} />
      <Field
        label="Or your own amount"
        hint={`From ${formatMoney(bounds.min)} to ${formatMoney(bounds.max)}`}
        error={amount.problem}
      >
        <MoneyInput value={amount.text} onChange={amount.set} />
      </Field>
    </>
  );
}

/** The missing amount rounded up to whole units, but at least the site's minimum. In major units. */
export const getMinTopUp = (missing: number, min: number): number => Math.max(min, Math.ceil(missing));

/** Whether no single top-up covers what is missing. */
export const isBeyondTopUp = (missing: number, { min, max }: Bounds): boolean => getMinTopUp(missing, min) > max;

/** @param missing amount that the wallet lacks, in major units; 0 for a top-up without a purchase. */
export function suggestTopUps(missing: number, { min, max }: Bounds): number[] {
  const least = getMinTopUp(missing, min);
  const round = [10, 25, 50, 100, 200, 500, 1000].map(inCoins).filter((sum) => sum > least && sum <= max);
  return [...(isBeyondTopUp(missing, { min, max }) ? [] : [least]), ...round].slice(0, 3);
}
