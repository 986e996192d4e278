import { roundDollars } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Panel } from '@/components/layout/panel';
import { SumLines } from '@/components/list/sum-lines';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { orderRequested, type CartLine } from '@/store/intents';
import { findChange, isOrderable, type CartCheckState } from '../cart-check-feature';
import type { Parcel } from '../cart-lines';
import { pricesAccepted } from '../cart-slice';
import { getOffer, sumParcel } from '../cart-sums';
import styles from './cart.module.css';

interface CartCheckoutProps {
  lines: CartLine[];
  parcels: Parcel[];
  checks: CartCheckState;
}

export function CartCheckout({ lines, parcels, checks }: CartCheckoutProps) {
  const dispatch = useAppDispatch();
  const isBlocked = lines.some((line) => !isOrderable(findChange(line, checks[line.productId])));
  const sums = parcels.map((parcel) => sumParcel(parcel.lines, checks));
  const goods = roundDollars(sums.reduce((sum, one) => sum + one.goods, 0));
  const shipping = roundDollars(sums.reduce((sum, one) => sum + one.shipping, 0));
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isDigital = lines.every((line) => line.isDigital);
  const checkOut = () => {
    // Changed prices are shown beside their lines, so the buyer has seen them.
    const priced = lines.map((line) => ({ ...line, ...getOffer(line, checks[line.productId]) }));
    dispatch(pricesAccepted(priced.map(({ productId, price }) => ({ productId, price }))));
    dispatch(orderRequested({ lines: priced }));
  };
  return (
    <Panel
      className={styles.pay}
      title={parcels.length > 1 ? `Pay for ${pluralise(parcels.length, 'order')} at once` : 'Your order'}
    >
      <SumLines
        lines={[
          { label: pluralise(pieces, 'item'), amount: formatMoney(goods) },
          ...(shipping > 0 ? [{ label: 'Shipping', amount: formatMoney(shipping) }] : []),
        ]}
        total={{ label: 'Total', amount: formatMoney(roundDollars(goods + shipping)) }}
      />
      <Button variant="primary" size="lg" block disabled={isBlocked} onClick={checkOut}>
        Checkout
      </Button>
      <p className="xs muted">
        {isBlocked
          ? 'Something in your cart can’t be ordered as it is. See the notes beside it.'
          : `A card payment adds tax. Nothing renews${isDigital ? '' : ', and you can cancel an order until it ships'}.`}
      </p>
    </Panel>
  );
}
