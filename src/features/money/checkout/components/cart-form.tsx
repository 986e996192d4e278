import { useEffect, useEffectEvent, useState } from 'react';
import { roundDollars } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { OrderLine } from '@/store/intents';
import { getMoneyText, selectLastPurchases, selectNewPrice, selectPayment } from '../payment-slice';
import { isOrder, type Delivery, type Purchase } from '../purchase';
import { quoteRequested, selectQuote } from '../quote-slice';
import { Hold } from './hold';
import { Bill, describeChanges, Goods } from './order-bill';
import { PayForm } from './pay-form';
import { PayWith, useCardChoice } from './pay-with';
import { Shortfall } from './top-up-form';
import { WalletTax } from './wallet-tax';
import { getFirstWay, WayToPay, type PayWay } from './way-to-pay';

interface CartFormProps {
  lines: OrderLine[];
  delivery: Delivery;
  isReady: boolean;
  /** Set if only another address helps; the error is then shown at the address. */
  onChangeAddress: (() => void) | undefined;
}

/** Pays for the whole cart together: the server calculates the total, and reserves the stock while this is shown. */
export function CartForm({ lines, delivery, isReady, onChangeAddress }: CartFormProps) {
  const dispatch = useAppDispatch();
  const { status, quote, failure } = useAppSelector(selectQuote);
  const payment = useAppSelector(selectPayment);
  const tried = useAppSelector(selectLastPurchases).find(isOrder);
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const newPrice = useAppSelector(selectNewPrice);
  const choice = useCardChoice();
  const [way, setWay] = useState<PayWay | null>(tried ? (tried.kind === 'order' ? 'wallet' : 'card') : null);
  const { deliveryAddressId } = delivery;
  const hold = () => void dispatch(quoteRequested({ lines, deliveryAddressId }));
  const begin = useEffectEvent((to: string | undefined) => {
    dispatch(quoteRequested({ lines, deliveryAddressId: to }));
  });
  const isOpen = payment.step === 'choosing' && isReady;
  useEffect(() => {
    if (isOpen) begin(deliveryAddressId);
  }, [isOpen, deliveryAddressId]);

  if (!quote) {
    return (
      <>
        {!failure && isReady && <Skeleton count={4} />}
        <PayForm
          label="Pay"
          purchases={[]}
          failure={onChangeAddress ? null : failure}
          instead={
            failure && (
              <Button block busy={status === 'pending'} onClick={onChangeAddress ?? hold}>
                {onChangeAddress ? 'Change the address' : 'Try again'}
              </Button>
            )
          }
        >
          <Goods lines={lines} />
        </PayForm>
      </>
    );
  }
  const { walletTotal, cardTotal } = quote;
  const chosen = way ?? getFirstWay(wallet, walletTotal);
  const total = chosen === 'wallet' ? walletTotal : cardTotal;
  const terms = { lines, delivery };
  const warning =
    payment.step === 'choosing'
      ? describeChanges(lines, quote, { isRefused: newPrice !== undefined, money: getMoneyText(payment) })
      : undefined;
  const isSettled = isReady && status === 'ready';
  const fromWallet: Purchase = { kind: 'order', ...terms, price: walletTotal };
  return (
    <>
      <Hold until={quote.expiresAt} isBusy={status === 'pending'} onRenew={hold} />
      <WayToPay value={chosen} wallet={wallet} onChange={setWay} />
      {chosen === 'wallet' && wallet < walletTotal ? (
        <Shortfall
          what="Your order"
          price={walletTotal}
          wallet={wallet}
          verb="order"
          then={isSettled ? fromWallet : null}
          warning={warning}
          cardTax={quote.tax}
        />
      ) : (
        <PayForm
          label={chosen === 'wallet' ? `Pay ${formatMoney(total)} from wallet` : `Pay ${formatMoney(total)} by card`}
          warning={warning}
          choice={chosen === 'card' ? choice : undefined}
          reason={
            chosen === 'wallet'
              ? `Leaves ${formatMoney(roundDollars(wallet - walletTotal))} in your wallet.`
              : `Nothing renews.${lines.every(({ isDigital }) => isDigital) ? '' : ' You can cancel an order until it ships.'}`
          }
          purchases={
            !isSettled
              ? []
              : [chosen === 'wallet' ? fromWallet : { kind: 'orderByCard', ...terms, cardId: choice.token, total }]
          }
        >
          <Bill quote={quote} withTax={chosen === 'card'} />
          {chosen === 'card' ? <PayWith {...choice} /> : <WalletTax cardTax={quote.tax} />}
        </PayForm>
      )}
    </>
  );
}
