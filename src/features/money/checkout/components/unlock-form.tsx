import { roundDollars } from '@contract/base/money';
import { SumLines } from '@/components/list/sum-lines';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectCheckout } from '../checkout-slice';
import type { Purchase } from '../purchase';
import type { CheckoutIntent } from '../intent-slice';
import { PayForm } from './pay-form';
import { Shortfall } from './shortfall';

const what = 'Unlock once, yours to keep';

/** One item from the wallet, topped up right here when it holds too little. */
export function UnlockForm({ item }: { item: Extract<CheckoutIntent, { kind: 'unlock' }>['item'] }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { newPrice } = useAppSelector(selectCheckout);
  const price = newPrice ?? item.price;
  const purchase: Purchase = { kind: 'unlock', item, price };
  const warning = priceWarning(item.price, newPrice);
  if (wallet < price) {
    return <Shortfall what={what} price={price} wallet={wallet} verb="unlock" then={purchase} warning={warning} />;
  }
  return (
    <PayForm
      label={`Unlock for ${formatMoney(price)}`}
      warning={warning}
      reason="From your wallet. Not part of a subscription."
      purchases={newPrice === null ? [] : [purchase]}
    >
      <SumLines
        lines={[
          { label: what, amount: formatMoney(price) },
          { label: 'In your wallet', amount: formatMoney(wallet) },
        ]}
        total={{ label: 'Left after this', amount: formatMoney(roundDollars(wallet - price)) }}
      />
    </PayForm>
  );
}

function priceWarning(seen: number, now: number | null | undefined): string | undefined {
  if (now === undefined) return undefined;
  if (now === null)
    return 'The price changed since you opened this. You were not charged. Close this to see the new price.';
  return `The price changed from ${formatMoney(seen)} to ${formatMoney(now)} since you opened this. You were not charged.`;
}
