import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button';
import { selectCurrentUser } from '@/features/session/session-slice';
import { selectSettings } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import type { Purchase } from '../purchase';
import type { Wish } from '../wish-slice';
import { AmountField, useAmount } from './amount-field';
import { PayFooter } from './pay-footer';
import { Shortfall } from './shortfall';
import styles from './checkout.module.css';

/** A tip from the wallet, inside the site's bounds. */
export function TipForm({ wish }: { wish: Extract<Wish, { kind: 'tip' }> }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { minimumTipPrice: min, maximumTipPrice: max } = useAppSelector(selectSettings);
  const suggestions = [min, 5, 10, 25, 50].filter((sum, index) => (index === 0 || sum > min) && sum <= max).slice(0, 4);
  const amount = useAmount(suggestions[1] ?? min, { min, max });
  const [isToppingUp, setIsToppingUp] = useState(false);
  const { value } = amount;
  const { _id: performerId, name } = wish.performer;
  const purchase: Purchase | null =
    value === null ? null : { kind: 'tip', performerId, name, price: value, conversationId: wish.conversationId };
  const isShort = value !== null && value > wallet;
  if (isToppingUp && isShort && purchase) {
    return (
      <div className={styles.parts}>
        <Shortfall what={`Tip for ${name}`} price={value} wallet={wallet} verb="send" then={purchase} />
        <Button variant="ghost" size="sm" block onClick={() => setIsToppingUp(false)}>
          Choose another sum
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.parts}>
      <AmountField label="Tip" amount={amount} bounds={{ min, max }} suggestions={suggestions} tone="gift" />
      {isShort ? (
        <Button variant="primary" size="lg" block onClick={() => setIsToppingUp(true)}>
          Top up {formatMoney(value - wallet)} that is missing
        </Button>
      ) : (
        <PayFooter
          variant="gift"
          icon={HandCoins}
          label={value === null ? 'Send a tip' : `Send ${formatMoney(value)}`}
          purchases={purchase ? [purchase] : []}
        />
      )}
      <p className={styles.small}>From your wallet, {formatMoney(wallet)}. Tips are not refundable.</p>
    </div>
  );
}
