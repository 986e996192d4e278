import Link from 'next/link';
import { Download, Package, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { limits } from '@contract/base/limits';
import { roundDollars } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Note } from '@/components/basic/note';
import { QuantityStepper } from '@/components/form/quantity-stepper';
import { Picture } from '@/components/media/picture';
import { paths } from '@/config/paths';
import { formatCount } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import type { CartLine } from '@/store/intents';
import { findChange, type Checked, type LineChange } from '../cart-check-feature';
import { removalOf } from '../cart-feature';
import { quantityChosen } from '../cart-slice';
import styles from './cart.module.css';

interface CartGoodsProps {
  line: CartLine;
  found: Checked | undefined;
  lines: CartLine[];
}

export function CartGoods({ line, found, lines }: CartGoodsProps) {
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
