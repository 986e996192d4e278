import type { ReactNode } from 'react';
import styles from './buy-bar.module.css';

interface BuyBarProps {
  /** `$8.50 a month`. */
  price: ReactNode;
  /** `or 7 days free first`. */
  note?: ReactNode;
  /** One primary Button. */
  children: ReactNode;
}

/** Price and button at the foot of a profile below 1000 px; the page keeps room for it by itself. */
export function BuyBar({ price, note, children }: BuyBarProps) {
  return (
    <div className={styles.place}>
      <div className={styles.bar}>
        <div className="grow">
          <p className="strong num">{price}</p>
          {note && <p className="xs muted">{note}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
