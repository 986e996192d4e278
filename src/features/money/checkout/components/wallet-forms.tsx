import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@contract/base/limits';
import { roundDollars } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { findTopUpAmount, type Purchase } from '../purchase';
import { getMoneyText, selectNewPrice, selectPayment, selectLastPurchases } from '../payment-slice';
import type { CheckoutIntent } from '../checkout-intent';
import { AmountField, getMinTopUp, useAmount } from './amount-field';
import { PayForm } from './pay-form';
import { ShortBy, Shortfall } from './top-up-form';
import { SumLines } from '@/components/list/sum-lines';

/** A tip from the wallet, inside the site's bounds, with a few words where the server takes them. */
export function TipForm({ intent }: { intent: Extract<CheckoutIntent, { kind: 'tip' }> }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const settings = useAppSelector(selectSettings);
  const takesNote = useAppSelector(selectHasExtension('tipNotes'));
  const { minimumTipPrice: min, maximumTipPrice: max } = settings;
  const suggestions = [min, 5, 10, 25, 50].filter((sum, index) => (index === 0 || sum > min) && sum <= max).slice(0, 4);
  const tried = useAppSelector(selectLastPurchases);
  const triedTip = tried.find((purchase) => purchase.kind === 'tip');
  const amount = useAmount(triedTip?.price ?? suggestions[1] ?? min, { min, max });
  const [note, setNote] = useState(triedTip?.note ?? '');
  const [isToppingUp, setIsToppingUp] = useState(findTopUpAmount(tried) !== undefined);
  const { value } = amount;
  const { _id: performerId, name } = intent.performer;
  const { conversationId } = intent;
  const purchase: Purchase | null =
    value === null ? null : { kind: 'tip', performerId, name, price: value, conversationId, note: note.trim() };
  const missing = value === null ? 0 : roundDollars(value - wallet);
  if (isToppingUp && missing > 0 && value !== null && purchase) {
    return (
      <div className="stack stack--lg">
        <Button variant="ghost" size="sm" block onClick={() => setIsToppingUp(false)}>
          Choose another amount
        </Button>
        <Shortfall what={`Tip for ${name}`} price={value} wallet={wallet} verb="send" then={purchase} />
      </div>
    );
  }
  return (
    <PayForm
      variant="gift"
      icon={HandCoins}
      label={value === null ? 'Send a tip' : `Send ${formatMoney(value)}`}
      reason={`From your wallet, ${formatMoney(wallet)}. Tips are not refundable.`}
      purchases={purchase ? [purchase] : []}
      instead={
        missing > 0 && (
          <>
            <ShortBy missing={missing} className="sm ink-2 center" />
            <Button variant="primary" size="lg" block onClick={() => setIsToppingUp(true)}>
              Top up {formatMoney(getMinTopUp(missing, settings.minimumWalletPrice))}
            </Button>
          </>
        )
      }
    >
      <AmountField label="Tip" amount={amount} bounds={{ min, max }} suggestions={suggestions} tone="gift" />
      {takesNote && (
        <Field label="Add a note" hint="Optional">
          <Input maxLength={limits.tipNote} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      )}
    </PayForm>
  );
}

const what = 'Unlock once, yours to keep';

/** One item from the wallet, topped up right here when it holds too little. */
export function UnlockForm({ item }: { item: Extract<CheckoutIntent, { kind: 'unlock' }>['item'] }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const payment = useAppSelector(selectPayment);
  const newPrice = useAppSelector(selectNewPrice);
  const price = newPrice ?? item.price;
  const purchase: Purchase = { kind: 'unlock', item, price };
  const warning =
    newPrice === undefined || payment.step !== 'choosing'
      ? undefined
      : getPriceWarning(item.price, newPrice, getMoneyText(payment));
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
          { label: 'In your wallet', amount: formatMoney(wallet) },
          { label: 'Left after this', amount: formatMoney(roundDollars(wallet - price)) },
        ]}
        total={{ label: what, amount: formatMoney(price) }}
      />
    </PayForm>
  );
}

function getPriceWarning(seen: number, now: number | null, money: string): string {
  if (now === null) return `The price changed since you opened this. ${money} Close this to see the new price.`;
  return `The price changed from ${formatMoney(seen)} to ${formatMoney(now)} since you opened this. ${money}`;
}
