import { Clock, Download, Globe, Package, Truck, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { QuantityStepper } from '@/components/form/quantity-stepper';
import { useNow } from '@/components/hooks/use-now';
import { PhotoSet } from '@/components/media/photo-set';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { getCountryName } from '@/lib/display-name';
import { formatCount, pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { cartAddRequested, orderRequested, type CartLine } from '@/store/intents';
import { getKey } from '../item-kinds';
import { downloadRequested } from '../item-slice';
import { getPayee, getPreview, getPriceText, getTitle, hasStock, type Delivery, type ProductItem } from '../item-view';
import styles from './item.module.css';

const LOW_STOCK = 10;

export function ProductBody({ item, eager }: { item: ProductItem; eager?: boolean }) {
  const picture = getPreview(item);
  return (
    <div className="stack">
      {picture && (
        <PhotoSet
          pictures={[{ ...picture, id: item._id, full: item.thumbnail?.url ?? picture.src, alt: getTitle(item) }]}
          eager={eager}
        />
      )}
      <section className={styles.buy} aria-label="Buy">
        <div className={cx('row row--between', styles.offer)}>
          <p className={styles.price}>{item.isBought ? 'Bought' : getPriceText(item)}</p>
          <p className="sm strong">{getStockText(item)}</p>
        </div>
        <Facts item={item} />
        <Ways item={item} />
      </section>
    </div>
  );
}

function getStockText({ isDigital, stock }: ProductItem): string {
  if (isDigital) return '';
  if (stock <= 0) return 'Sold out';
  return stock <= LOW_STOCK ? `${formatCount(stock)} left` : 'In stock';
}

interface Fact {
  icon: LucideIcon;
  text: string;
}

/** Facts about delivery or download. ux.md SH-1. */
function Facts({ item: { isDigital, delivery } }: { item: ProductItem }) {
  // Server and browser know different country names, so show them only after hydration.
  const areNamed = useNow() !== null;
  const facts = isDigital ? listFileFacts(delivery) : listParcelFacts(delivery, areNamed);
  return (
    <ul className={styles.facts}>
      {facts.map(({ icon, text }) => (
        <li key={text}>
          <Icon of={icon} size={16} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function listFileFacts(delivery: Delivery | null): Fact[] {
  const { downloadLimit = 0, downloadDays = 0 } = delivery ?? {};
  const count = downloadLimit > 0 ? pluralise(downloadLimit, 'download') : '';
  const days = downloadDays > 0 ? `within ${pluralise(downloadDays, 'day')}` : '';
  return [
    { icon: Download, text: 'Digital: a file to download, right after payment' },
    ...(count || days ? [{ icon: Clock, text: `${count || 'Downloads'} ${days}`.trim() }] : []),
  ];
}

const MAX_COUNTRIES = 4;

function listParcelFacts(delivery: Delivery | null, areNamed: boolean): Fact[] {
  if (!delivery) return [{ icon: Package, text: 'Shipped to you' }];
  const { shippingPrice, shipsTo, packDays, deliverDays } = delivery;
  const times = [
    packDays > 0 && `Packed within ${pluralise(packDays, 'day')}`,
    deliverDays > 0 &&
      `${packDays > 0 ? 'then ' : 'Delivered in '}about ${pluralise(deliverDays, 'day')}${packDays > 0 ? ' on the way' : ''}`,
  ].filter(Boolean);
  const countries =
    areNamed && shipsTo.length <= MAX_COUNTRIES
      ? shipsTo.map(getCountryName).join(', ')
      : pluralise(shipsTo.length, 'country', 'countries');
  return [
    {
      icon: Truck,
      text: shippingPrice > 0 ? `Shipping ${formatMoney(shippingPrice)} a parcel` : 'Free shipping',
    },
    { icon: Globe, text: shipsTo.length === 0 ? 'Ships everywhere' : `Ships to ${countries}` },
    ...(times.length > 0 ? [{ icon: Clock, text: times.join(', ') }] : []),
  ];
}

function Ways({ item }: { item: ProductItem }) {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const isSold = useAppSelector(selectHasPart('orders'));
  const [quantity, setQuantity] = useState(1);
  const isOwn = user?._id === item.performer._id;
  if (item.isDigital && (item.isBought || isOwn)) {
    return (
      <Button
        variant="primary"
        icon={Download}
        block
        onClick={() => dispatch(downloadRequested({ key: getKey(item) }))}
      >
        Download
      </Button>
    );
  }
  if (isOwn || !hasStock(item)) return null;
  if (!isSold || !item.price) return <p className="sm muted">It can’t be ordered at the moment.</p>;
  if (user?.isPerformer) return <p className="sm muted">This is a creator account. Only fan accounts can buy.</p>;
  const max = Math.min(item.stock, limits.orderQuantity);
  const line = toLine(item, Math.min(quantity, Math.max(1, max)));
  return (
    <div className={cx('row row--wrap', styles.ways)}>
      {!item.isDigital && max > 1 && (
        <QuantityStepper label="Quantity" value={line.quantity} max={max} onChange={setQuantity} />
      )}
      <Button className="grow" onClick={() => dispatch(cartAddRequested({ line, stock: item.stock }))}>
        Add to cart
      </Button>
      <Button variant="primary" className="grow" onClick={() => dispatch(orderRequested({ lines: [line] }))}>
        Buy now
      </Button>
    </div>
  );
}

const toLine = (item: ProductItem, quantity: number): CartLine => ({
  productId: item._id,
  quantity: item.isDigital ? 1 : quantity,
  price: item.price ?? 0,
  name: getTitle(item),
  isDigital: item.isDigital,
  performer: getPayee(item),
  shipsTo: item.delivery?.shipsTo ?? [],
  image: getPreview(item)?.src ?? '',
  address: item.slug || item._id,
});
