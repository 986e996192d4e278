import { useState } from 'react';
import { roundDollars } from '@contract/base/money';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { nameQuantity, pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import type { OrderLine } from '@/store/intents';
import { selectLastPurchases, selectPayment, toPurchases, type PaymentState } from '../payment-slice';
import type { Delivery, Purchase } from '../purchase';
import { PayForm } from './pay-form';
import { Shortfall } from './top-up-form';
import styles from './checkout.module.css';

interface LineByLineFormProps {
  lines: OrderLine[];
  delivery: Delivery;
  isReady: boolean;
}

/** For backends that sell only one product at a time: pays each line from the wallet. After a failure, the rest is not paid. */
export function LineByLineForm({ lines, delivery, isReady }: LineByLineFormProps) {
  const payment = useAppSelector(selectPayment);
  const tried = useAppSelector(selectLastPurchases);
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const [omitted, setOmitted] = useState<string[]>([]);
  const unpaid = listUnpaid(lines, payment, tried);
  const wanted = unpaid.filter(({ productId }) => !omitted.includes(productId));
  const sum = roundDollars(wanted.reduce((total, line) => total + getSum(line), 0));
  const purchases = wanted.map((line): Purchase => ({ kind: 'product', line, delivery, price: getSum(line) }));
  const [first] = wanted;
  const isRefused = payment.step === 'choosing' && tried.length > 0;
  const payingId = 'attempt' in payment ? getProductId(payment.attempt.purchase) : undefined;
  const list = (
    <ul className={styles.lines}>
      {lines.map((line) => {
        const { productId, name, quantity } = line;
        const isPaid = !unpaid.includes(line);
        return (
          <li key={productId} className="row row--between">
            <span className="grow">
              {nameQuantity(quantity, name)}
              {!isPaid && isRefused && first?.productId === productId && unpaid.length > 1 && (
                <Button variant="ghost" size="sm" onClick={() => setOmitted((now) => [...now, productId])}>
                  Leave out
                </Button>
              )}
            </span>
            <span className="num nowrap">{formatMoney(getSum(line))}</span>
            {isPaid && <Badge tone="success">Bought</Badge>}
            {!isPaid && productId === payingId && <Badge tone="accent">Paying</Badge>}
            {omitted.includes(productId) && <Badge>Left out</Badge>}
          </li>
        );
      })}
    </ul>
  );
  if (first && wallet < sum && payment.step === 'choosing' && wanted.length === 1) {
    return (
      <Shortfall what={first.name} price={sum} wallet={wallet} verb="order" then={isReady ? purchases[0]! : null} />
    );
  }
  return (
    <PayForm
      label={`Pay ${formatMoney(sum)} from wallet`}
      reason={
        wallet < sum
          ? `Your wallet holds ${formatMoney(wallet)}. What it can’t pay is left in your cart.`
          : wanted.length > 1
            ? `${pluralise(wanted.length, 'payment')}, one for each product. The seller may add shipping.`
            : undefined
      }
      purchases={isReady ? purchases : []}
    >
      {list}
    </PayForm>
  );
}

const getSum = ({ price, quantity }: OrderLine): number => roundDollars(price * quantity);
const getProductId = (purchase: Purchase) => (purchase.kind === 'product' ? purchase.line.productId : undefined);

/** Lines that are no longer part of the attempt have been paid. */
function listUnpaid(lines: OrderLine[], payment: PaymentState, tried: Purchase[]): OrderLine[] {
  const open = 'attempt' in payment ? toPurchases(payment.attempt) : tried;
  const ids = open.flatMap((purchase) => getProductId(purchase) ?? []);
  return ids.length === 0 ? lines : lines.filter(({ productId }) => ids.includes(productId));
}
