import { roundDollars } from '@contract/money';
import { SumLines } from '@/components/sum-lines';
import { selectCurrentUser } from '@/features/session/session-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout } from '../checkout-slice';
import type { Purchase } from '../purchase';
import type { Wish } from '../wish-slice';
import { PayFooter } from './pay-footer';
import { Shortfall } from './shortfall';
import styles from './checkout.module.css';

const what = 'Unlock once, yours to keep';

/** One item from the wallet, topped up right here when it holds too little. */
export function UnlockForm({ item }: { item: Extract<Wish, { kind: 'unlock' }>['item'] }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { newPrice } = useAppSelector(selectCheckout);
  const price = newPrice ?? item.price;
  const purchase: Purchase = { kind: 'unlock', item, price };
  const warning = priceWarning(item.price, newPrice);
  if (wallet < price) {
    return <Shortfall what={what} price={price} wallet={wallet} verb="unlock" then={purchase} warning={warning} />;
  }
  return (
    <div className={styles.parts}>
      <SumLines
        lines={[
          { label: what, amount: formatMoney(price) },
          { label: 'In your wallet', amount: formatMoney(wallet) },
        ]}
        total={{ label: 'Left afterwards', amount: formatMoney(roundDollars(wallet - price)) }}
      />
      <PayFooter
        label={`Unlock for ${formatMoney(price)}`}
        warning={warning}
        purchases={newPrice === null ? [] : [purchase]}
      />
      <p className={styles.small}>From your wallet. Not part of a subscription.</p>
    </div>
  );
}

function priceWarning(seen: number, now: number | null | undefined): string | undefined {
  if (now === undefined) return undefined;
  if (now === null)
    return 'The price changed since you opened this. Close it and look at the new one; nothing was charged.';
  return `The price changed from ${formatMoney(seen)} to ${formatMoney(now)} since you opened this. Nothing was charged.`;
}
