import { useState } from 'react';
import { Field } from '@/components/form/field';
import { MoneyInput } from '@/components/form/money-input';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import styles from './composer.module.css';

type Price = ReturnType<typeof usePrice>;

/** What the next message costs, as typed and as a sum; both null while it costs nothing. */
export function usePrice() {
  const [text, setText] = useState<string | null>(null);
  const { minimumPpvPrice = 0, maximumPpvPrice } = useAppSelector(selectSettings);
  const sum = text === null ? null : Number(text);
  const isWithin = sum !== null && sum > 0 && sum >= minimumPpvPrice && sum <= maximumPpvPrice;
  const bounds =
    minimumPpvPrice > 0
      ? `${formatMoney(minimumPpvPrice)} to ${formatMoney(maximumPpvPrice)}.`
      : `Up to ${formatMoney(maximumPpvPrice)}.`;
  return { text, setText, sum, isFine: sum === null || isWithin, error: text && !isWithin ? bounds : undefined };
}

/** Where a creator says what opening the message costs. */
export function PriceLine({ price, hasFiles }: { price: Price; hasFiles: boolean }) {
  return (
    <div className={styles.price}>
      <Field
        label="Price"
        error={price.error}
        hint={hasFiles ? 'Fans pay once to open the files. The text stays visible.' : 'Add the files to sell.'}
      >
        <MoneyInput value={price.text ?? ''} onChange={price.setText} />
      </Field>
    </div>
  );
}
