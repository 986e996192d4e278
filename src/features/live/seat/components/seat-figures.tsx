import type { ComponentProps } from 'react';
import { Figures } from '@/components/list/figures';
import styles from './seat.module.css';

export function SeatFigures({ figures }: Pick<ComponentProps<typeof Figures>, 'figures'>) {
  return <Figures figures={figures} className={styles.figures} />;
}

export const countMinutes = (wallet: number, price: number): number =>
  price > 0 ? Math.floor(wallet / price + 1e-9) : 0;
