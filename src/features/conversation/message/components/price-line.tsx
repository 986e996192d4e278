import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/basic/icon-button';
import { Problem } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { MoneyInput } from '@/components/form/money-input';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { describeRange, formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { priceChanged } from '../message-slice';
import { selectPrice } from '../message-state';
import styles from './composer.module.css';

type Price = ReturnType<typeof usePrice>;

/** Price as typed and as a number; both null while the message is free. */
export function usePrice(conversationId: string) {
  const dispatch = useAppDispatch();
  const text = useAppSelector(selectPrice(conversationId));
  const setText = (price: string | null) => dispatch(priceChanged({ conversationId, price }));
  const { minimumPpvPrice = 0, maximumPpvPrice } = useAppSelector(selectSettings);
  const sum = text === null ? null : Number(text);
  const isWithin = sum !== null && sum > 0 && sum >= minimumPpvPrice && sum <= maximumPpvPrice;
  const bounds = describeRange(minimumPpvPrice, maximumPpvPrice);
  const [wantsField, setWantsField] = useState(false);
  return {
    text,
    setText,
    sum,
    isFine: sum === null || isWithin,
    error: text && !isWithin ? bounds : undefined,
    // While the price is invalid, its field stays visible.
    isOpen: text !== null && (wantsField || !isWithin),
    isOpenedByHand: wantsField,
    open: () => {
      setWantsField(true);
      if (text === null) setText('');
    },
    /** Hides the field but keeps the price. Promises M-23. */
    close: () => {
      setWantsField(false);
      if (text === '') setText(null);
    },
  };
}

interface PriceLineProps {
  price: Price;
  hasFiles: boolean;
  failed: number;
}

export function PriceLine({ price, hasFiles, failed }: PriceLineProps) {
  const hint = hasFiles ? 'Fans pay once to open the files. The text stays visible.' : 'Add the files to sell.';
  return (
    <div className={styles.price}>
      {price.isOpen ? (
        <PriceField price={price} hint={hint} />
      ) : (
        <div className={styles.chipLine}>
          <span className={styles.chip}>
            <button
              type="button"
              className={styles.sum}
              aria-label={`Price: ${formatMoney(price.sum ?? 0)}. Change it`}
              onClick={price.open}
            >
              {formatMoney(price.sum ?? 0)}
            </button>
            <RemovePrice price={price} />
          </span>
          <span className="xs muted">{hint}</span>
        </div>
      )}
      <Problem>{failed > 0 ? getUploadFailedText(failed) : null}</Problem>
    </div>
  );
}

/** Takes the focus only if the user opened it, not if it appeared because of an invalid price. */
function PriceField({ price, hint }: { price: Price; hint: string }) {
  const field = useFocusOnMount<HTMLInputElement>(price.isOpenedByHand);
  return (
    <div className={styles.priceField}>
      <Field label="Price" error={price.error} hint={hint}>
        <MoneyInput ref={field} value={price.text ?? ''} onChange={price.setText} />
      </Field>
      <RemovePrice price={price} />
    </div>
  );
}

const RemovePrice = ({ price }: { price: Price }) => (
  <IconButton
    icon={X}
    size="sm"
    label="Remove the price"
    onClick={() => {
      price.close();
      price.setText(null);
    }}
  />
);

const getUploadFailedText = (failed: number) =>
  failed === 1
    ? 'One file didn’t upload. Try it again or remove it, then send.'
    : `${failed} files didn’t upload. Try them again or remove them, then send.`;
