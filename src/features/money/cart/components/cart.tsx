import Link from 'next/link';
import { CircleCheck, ShoppingCart } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { useNow } from '@/components/hooks/use-now';
import { SumLines } from '@/components/list/sum-lines';
import { Avatar } from '@/components/people/avatar';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { CartLine } from '@/store/intents';
import { cartCheckRequested, selectCartCheck, type CartCheckState } from '../cart-check-feature';
import { groupByParcel, type Parcel } from '../cart-lines';
import { joinedSeen, selectCartLines, selectJoinedCount } from '../cart-slice';
import { sumParcel } from '../cart-sums';
import { CartCheckout } from './cart-checkout';
import { CartGoods } from './cart-goods';
import styles from './cart.module.css';

/** ux.md SH-1, SH-2, SH-4 */
export function Cart() {
  const dispatch = useAppDispatch();
  const lines = useAppSelector(selectCartLines);
  const checks = useAppSelector(selectCartCheck) ?? {};
  // The server does not know the cart, which is stored on the device, so it renders a skeleton.
  const isAlive = useNow() !== null;
  const ids = lines.map(({ productId }) => productId).join(' ');
  useEffect(() => {
    if (ids !== '') dispatch(cartCheckRequested());
  }, [dispatch, ids]);
  if (!isAlive) return <Skeleton count={4} />;
  if (lines.length === 0) {
    return (
      <EmptyState
        icon={ShoppingCart}
        title="Your cart is empty"
        text="Things and files that you add appear here. They stay for your next visit."
        action={
          <Button variant="primary" href={paths.creators}>
            Find creators
          </Button>
        }
      />
    );
  }
  const parcels = groupByParcel(lines);
  return (
    <div className={styles.cart}>
      <div className="stack stack--lg">
        <JoinedNote />
        {parcels.map((parcel, index) => (
          <ParcelPanel
            key={parcel.performer._id}
            parcel={parcel}
            place={parcels.length > 1 ? `Order ${index + 1} of ${parcels.length}` : undefined}
            checks={checks}
            lines={lines}
          />
        ))}
      </div>
      <CartCheckout lines={lines} parcels={parcels} checks={checks} />
    </div>
  );
}

function JoinedNote() {
  const dispatch = useAppDispatch();
  const joined = useAppSelector(selectJoinedCount);
  useEffect(
    () => () => {
      dispatch(joinedSeen());
    },
    [dispatch],
  );
  if (joined === 0) return null;
  return (
    <Note icon={CircleCheck} tone="accent">
      <b>{pluralise(joined, 'item')} added.</b> {joined === 1 ? 'It was' : 'They were'} in your cart before you logged
      in.
    </Note>
  );
}

interface ParcelPanelProps {
  parcel: Parcel;
  /** Such as `Order 1 of 2`; undefined if there is only one parcel. */
  place: string | undefined;
  checks: CartCheckState;
  lines: CartLine[];
}

function ParcelPanel({ parcel: { performer, lines: own }, place, checks, lines }: ParcelPanelProps) {
  const isSent = own.some(({ isDigital }) => !isDigital);
  const sums = sumParcel(own, checks);
  return (
    <section className={styles.parcel} aria-label={`From ${performer.name}`}>
      <header className={styles.head}>
        <Avatar name={performer.name} src={performer.avatar} size="sm" />
        <div className="grow">
          <h2>
            <Link href={paths.profile(performer.username || performer._id)}>{performer.name}</Link>
          </h2>
          <p className="xs muted">
            {[place, isSent ? 'sent in one parcel' : 'to download'].filter(Boolean).join(', ')}
          </p>
        </div>
      </header>
      <ul>
        {own.map((line) => (
          <CartGoods key={line.productId} line={line} found={checks[line.productId]} lines={lines} />
        ))}
      </ul>
      <footer className={styles.foot}>
        <SumLines
          lines={[
            { label: 'Items', amount: formatMoney(sums.goods) },
            ...(sums.shipping > 0 ? [{ label: 'Shipping', amount: formatMoney(sums.shipping) }] : []),
          ]}
        />
      </footer>
    </section>
  );
}
