import Link from 'next/link';
import { CircleCheck, Download, Package, ShoppingCart, TriangleAlert } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { limits } from '@contract/base/limits';
import { roundDollars } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Note } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { QuantityStepper } from '@/components/form/quantity-stepper';
import { useNow } from '@/components/hooks/use-now';
import { Panel } from '@/components/layout/panel';
import { SumLines } from '@/components/list/sum-lines';
import { Picture } from '@/components/media/picture';
import { Avatar } from '@/components/people/avatar';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { formatCount, pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { orderRequested, type CartLine } from '@/store/intents';
import {
  cartCheckRequested,
  findChange,
  isOrderable,
  selectCartCheck,
  type Checked,
  type LineChange,
} from '../cart-check-feature';
import { removalOf } from '../cart-feature';
import { groupByParcel, type Parcel } from '../cart-lines';
import { joinedSeen, pricesAccepted, quantityChosen, selectCartLines, selectJoinedCount } from '../cart-slice';
import styles from './cart.module.css';

type CheckState = Record<string, Checked>;

/** The cart by creators, each with a parcel of its own, and the sum with the way to pay it. ux.md SH-1, SH-2, SH-4 */
export function Cart() {
  const dispatch = useAppDispatch();
  const lines = useAppSelector(selectCartLines);
  const checks = useAppSelector(selectCartCheck) ?? {};
  // The server does not know what a device keeps: it draws neither goods nor an empty cart.
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
      <Checkout lines={lines} parcels={parcels} checks={checks} />
    </div>
  );
}

/** What a visitor chose came along with the log-in. */
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
  /** Which of several orders it becomes. */
  place: string | undefined;
  checks: CheckState;
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
          <Goods key={line.productId} line={line} found={checks[line.productId]} lines={lines} />
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

function Goods({ line, found, lines }: { line: CartLine; found: Checked | undefined; lines: CartLine[] }) {
  const dispatch = useAppDispatch();
  const { productId, name, image, address, quantity, isDigital } = line;
  const change = findChange(line, found);
  const price = found && found !== 'gone' ? found.price : line.price;
  const stock = found && found !== 'gone' ? found.stock : limits.orderQuantity;
  const noPicture = (
    <span className={styles.picture}>
      <Icon of={isDigital ? Download : Package} />
    </span>
  );
  return (
    <li className={styles.goods}>
      {image ? (
        <Picture
          className={styles.picture}
          src={image}
          alt=""
          width={88}
          height={88}
          loading="lazy"
          fallback={noPicture}
        />
      ) : (
        noPicture
      )}
      <h3 className={styles.name}>
        <Link href={paths.product(address)}>{name}</Link>
      </h3>
      <div className={styles.price}>
        <span className="price">{formatMoney(roundDollars(price * quantity))}</span>
        {quantity > 1 && (
          <small className="num">
            {quantity} × {formatMoney(price)}
          </small>
        )}
      </div>
      {change && (
        <div className={styles.change}>
          <ChangeNote line={line} change={change} />
        </div>
      )}
      <div className={styles.acts}>
        {isDigital || change?.kind === 'gone' || change?.kind === 'soldOut' ? (
          <span className="sm muted">{isDigital ? 'Digital, yours right after payment' : ''}</span>
        ) : (
          <QuantityStepper
            label={`Quantity of ${name}`}
            value={quantity}
            max={Math.max(1, Math.min(stock, limits.orderQuantity))}
            onChange={(value) => dispatch(quantityChosen({ productId, quantity: value }))}
          />
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${name}`}
          onClick={() => removalOf(lines, line).forEach((action) => dispatch(action))}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

/** Says what changed since it was put into the cart, and changes nothing by itself. */
function ChangeNote({ line, change }: { line: CartLine; change: LineChange }) {
  const dispatch = useAppDispatch();
  switch (change.kind) {
    case 'gone':
      return warn('It’s no longer for sale. Remove it to continue.');
    case 'bought':
      return warn('You already own this. Remove it to continue.');
    case 'soldOut':
      return warn('It’s sold out. Remove it to continue.');
    case 'fewer':
      return warn(
        <>
          Only {formatCount(change.left)} left. You wanted {formatCount(line.quantity)}.{' '}
          <button
            type="button"
            className="link"
            onClick={() => dispatch(quantityChosen({ productId: line.productId, quantity: change.left }))}
          >
            Take {formatCount(change.left)}
          </button>
        </>,
      );
    case 'price':
      return warn(
        `The price changed from ${formatMoney(change.before)} to ${formatMoney(change.now)} since you added it.`,
      );
  }
}

const warn = (text: ReactNode) => (
  <Note icon={TriangleAlert} tone="warn">
    {text}
  </Note>
);

interface CheckoutProps {
  lines: CartLine[];
  parcels: Parcel[];
  checks: CheckState;
}

function Checkout({ lines, parcels, checks }: CheckoutProps) {
  const dispatch = useAppDispatch();
  const isBlocked = lines.some((line) => !isOrderable(findChange(line, checks[line.productId])));
  const sums = parcels.map((parcel) => sumParcel(parcel.lines, checks));
  const goods = roundDollars(sums.reduce((sum, one) => sum + one.goods, 0));
  const shipping = roundDollars(sums.reduce((sum, one) => sum + one.shipping, 0));
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isDigital = lines.every((line) => line.isDigital);
  const checkOut = () => {
    // What changed stands beside its line: going on means that it was read.
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

/** What a line is ordered for: as it is offered now, where that is known. */
const getOffer = ({ price, shipsTo }: CartLine, found: Checked | undefined) =>
  found && found !== 'gone' ? { price: found.price, shipsTo: found.shipsTo ?? shipsTo } : { price, shipsTo };

/** Shipping is paid once a parcel: the dearest of what is in it. */
function sumParcel(lines: CartLine[], checks: CheckState): { goods: number; shipping: number } {
  let goods = 0;
  let shipping = 0;
  for (const line of lines) {
    const found = checks[line.productId];
    if (found === 'gone') continue;
    goods = roundDollars(goods + getOffer(line, found).price * line.quantity);
    if (!line.isDigital) shipping = Math.max(shipping, found?.shippingPrice ?? 0);
  }
  return { goods, shipping };
}
