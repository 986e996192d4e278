import type { ReactNode } from 'react';
import styles from './seat.module.css';

/** Three figures side by side: what it costs, what the wallet has, how long that lasts. */
export function SeatFigures({ figures }: { figures: { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="price num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whole minutes that a wallet pays for. */
export const countMinutes = (wallet: number, price: number): number =>
  price > 0 ? Math.floor(wallet / price + 1e-9) : 0;
