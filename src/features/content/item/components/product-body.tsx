import { Download, Package } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { PhotoSet } from '@/components/media/photo-set';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format-count';
import { useAppDispatch } from '@/store/hooks';
import { getKey } from '../item-kinds';
import { downloadRequested } from '../item-slice';
import { getPreview, getPriceText, getTitle, type ProductItem } from '../item-view';
import styles from './item.module.css';

/** From here down the number of pieces left shows. */
const LOW_STOCK = 10;

/** A product: what it looks like, what it costs, how it comes, and its file for who bought it. */
export function ProductBody({ item, eager }: { item: ProductItem; eager?: boolean }) {
  const dispatch = useAppDispatch();
  const key = getKey(item);
  const picture = getPreview(item);
  return (
    <div className="stack">
      {picture && (
        <PhotoSet
          pictures={[{ ...picture, id: item._id, full: item.thumbnail?.url ?? picture.src, alt: getTitle(item) }]}
          eager={eager}
        />
      )}
      <div className={cx('row row--between', styles.offer)}>
        <div>
          <p className={styles.price}>{item.isBought ? 'Bought' : getPriceText(item)}</p>
          <p className={cx('row sm muted', styles.way)}>
            <Icon of={item.isDigital ? Download : Package} />
            {item.isDigital ? 'Digital: a file to download' : getStockText(item)}
          </p>
        </div>
        {!item.isBought && <p className="sm muted">Not open for orders yet</p>}
        {item.isDigital && item.isBought && (
          <Button variant="primary" icon={Download} onClick={() => dispatch(downloadRequested({ key }))}>
            Download
          </Button>
        )}
      </div>
    </div>
  );
}

function getStockText({ stock }: ProductItem): string {
  if (stock <= 0) return 'Sold out';
  return stock <= LOW_STOCK ? `Shipped to you, only ${formatCount(stock)} left` : 'Shipped to you';
}
