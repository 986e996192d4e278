import { Meter } from '@/components/list/meter';
import { formatMoney } from '@/lib/format-money';
import { toPercent } from '@/lib/percent';
import type { Show } from '../room-state';
import styles from './room.module.css';

export function GoalBar({ goal }: { goal: NonNullable<Show['goal']> }) {
  const { text, amount, raised } = goal;
  const percent = Math.floor(toPercent(amount > 0 ? raised / amount : 0));
  return (
    <div className="stack stack--sm">
      <div className="row row--between sm">
        <span>{text}</span>
        <span className="num muted nowrap">
          {formatMoney(raised)} of {formatMoney(amount)}
        </span>
      </div>
      <Meter label={`${percent} percent of the goal`} percent={percent} className={styles.goal} />
    </div>
  );
}
