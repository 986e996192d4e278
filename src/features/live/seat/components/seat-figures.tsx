import type { ComponentProps } from 'react';
import { Figures } from '@/components/list/figures';
import styles from './seat.module.css';

/** Three figures side by side: what it costs, what the wallet has, how long that lasts. */
export function SeatFigures({ figures }: Pick<ComponentProps<typeof Figures>, 'figures'>) {
  return <Figures figures={figures} className={styles.figures} />;
}

/** Whole minutes that a wallet pays for. */
export const countMinutes = (wallet: number, price: number): number =>
  price > 0 ? Math.floor(wallet / price + 1e-9) : 0;
