import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@contract/base/limits';
import { inCoins, roundDollars } from '@contract/base/money';
import { paymentRoutes } from '@contract/money/payment-routes';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension, selectSupportsCall } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { findTopUpAmount, type Purchase } from '../purchase';
import { getMoneyText, selectNewPrice, selectPayment, selectLastPurchases } from '../payment-slice';
import { selectTaxRates } from '../tax-slice';
import type { CheckoutIntent } from '../checkout-intent';
import { AmountField, getMinTopUp, isBeyondTopUp, useAmount } from './amount-field';
import { CardTotal, useCardTotal } from './card-total';
import { PayForm } from './pay-form';
import { PayWith } from './pay-with';
import { ShortBy, Shortfall } from './top-up-form';
import { SumLines } from '@/components/list/sum-lines';
import { WalletTax } from './wallet-tax';
import { getFirstWay, WayToPay, type PayWay } from './way-to-pay';

export function TipForm({ intent }: { intent: Extract<CheckoutIntent, { kind: 'tip' }> }) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const settings = useAppSelector(selectSettings);
  const takesNote = useAppSelector(selectHasExtension('tipNotes'));
  const { minimumTipPrice: min, maximumTipPrice: max } = settings;
  const topUps = { min: settings.minimumWalletPrice, max: settings.maximumWalletPrice };
  const suggestions = [min, ...[5, 10, 25, 50].map(inCoins)]
    .filter((sum, index) => (index === 0 || sum > min) && sum <= max)
    .slice(0, 4);
  const tried = useAppSelector(selectLastPurchases);
  const triedTip = tried.find((purchase) => purchase.kind === 'tip');
  const amount = useAmount(triedTip?.price ?? suggestions[1] ?? min, { min, max });
  const [note, setNote] = useState(triedTip?.note ?? '');
  const [isToppingUp, setIsToppingUp] = useState(findTopUpAmount(tried) !== undefined);
  const { value } = amount;
  const { _id: performerId, name } = intent.performer;
  const { conversationId, show } = intent;
  const purchase: Purchase | null =
    value === null ? null : { kind: 'tip', performerId, name, price: value, conversationId, show, note: note.trim() };
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
            {!isBeyondTopUp(missing, topUps) && (
              <Button variant="primary" size="lg" block onClick={() => setIsToppingUp(true)}>
                Top up {formatMoney(getMinTopUp(missing, topUps.min))}
              </Button>
            )}
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

const getWhat = ({ target }: UnlockFormProps['item']) =>
  target === 'stream' ? 'Ticket for this show' : 'Unlock once, yours to keep';

export function UnlockForm({ item }: UnlockFormProps) {
  const takesCards = useAppSelector(selectSupportsCall(paymentRoutes.buyByCard));
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const tried = useAppSelector(selectLastPurchases);
  const { price } = usePriceNow(item);
  const [way, setWay] = useState<PayWay>(
    tried.length === 0
      ? getFirstWay(wallet, price)
      : tried.some(({ kind }) => kind === 'unlockByCard')
        ? 'card'
        : 'wallet',
  );
  // Compatible backends sell tickets only from the wallet. Wire contract 2.13.
  if (!takesCards || item.target === 'stream') return <UnlockFromWallet item={item} />;
  return (
    <div className="stack stack--lg">
      <WayToPay value={way} wallet={wallet} onChange={setWay} />
      {way === 'card' ? <UnlockByCard item={item} /> : <UnlockFromWallet item={item} />}
    </div>
  );
}

interface UnlockFormProps {
  item: Extract<CheckoutIntent, { kind: 'unlock' }>['item'];
}

function usePriceNow(item: UnlockFormProps['item']) {
  const payment = useAppSelector(selectPayment);
  const newPrice = useAppSelector(selectNewPrice);
  const isChanged = newPrice !== undefined && payment.step === 'choosing';
  return {
    price: newPrice ?? item.price,
    warning: isChanged ? getPriceWarning(item.price, newPrice, getMoneyText(payment)) : undefined,
    isKnown: newPrice !== null,
  };
}

function UnlockByCard({ item }: UnlockFormProps) {
  const { price, warning, isKnown } = usePriceNow(item);
  const priced = useCardTotal(price, 'wallet');
  const { choice, payment } = priced;
  return (
    <PayForm
      label={payment ? `Pay ${formatMoney(payment.total)} by card` : 'Pay by card'}
      warning={warning}
      choice={choice}
      reason="One payment. Not part of a subscription."
      purchases={payment && isKnown ? [{ kind: 'unlockByCard', item, ...payment }] : []}
    >
      <CardTotal what={getWhat(item)} priced={priced} />
      <PayWith {...choice} />
    </PayForm>
  );
}

function UnlockFromWallet({ item }: UnlockFormProps) {
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { price, warning, isKnown } = usePriceNow(item);
  const takesCards = useAppSelector(selectSupportsCall(paymentRoutes.buyByCard));
  const { wallet: taxRate = 0 } = useAppSelector(selectTaxRates);
  const purchase: Purchase = { kind: 'unlock', item, price };
  const isTicket = item.target === 'stream';
  const what = getWhat(item);
  if (wallet < price) {
    return (
      <Shortfall
        what={what}
        price={price}
        wallet={wallet}
        verb={isTicket ? 'buy' : 'unlock'}
        then={purchase}
        warning={warning}
      />
    );
  }
  return (
    <PayForm
      label={`${isTicket ? 'Buy ticket' : 'Unlock'} for ${formatMoney(price)}`}
      warning={warning}
      reason="From your wallet. Not part of a subscription."
      purchases={isKnown ? [purchase] : []}
    >
      <SumLines
        lines={[
          { label: 'In your wallet', amount: formatMoney(wallet) },
          { label: 'Left after this', amount: formatMoney(roundDollars(wallet - price)) },
        ]}
        total={{ label: what, amount: formatMoney(price) }}
      />
      {takesCards && <WalletTax cardTax={roundDollars(price * taxRate)} />}
    </PayForm>
  );
}

function getPriceWarning(seen: number, now: number | null, money: string): string {
  if (now === null) return `The price changed since you opened this. ${money} Close this to see the new price.`;
  return `The price changed from ${formatMoney(seen)} to ${formatMoney(now)} since you opened this. ${money}`;
}
