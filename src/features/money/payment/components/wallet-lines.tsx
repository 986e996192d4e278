import Link from 'next/link';
import { Wallet } from 'lucide-react';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { TimeAgo } from '@/components/basic/times';
import { cx } from '@/lib/cx';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { lines, type WalletLine } from '../payment-feature';
import { linePath, lineTitle } from '../payment-words';
import styles from './wallet.module.css';

/** The last lines of the wallet: in by card, out for what was bought, each with what was left. */
export function WalletLines() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(lines.select);
  return (
    <ListStates
      list={list}
      failedTitle="Your activity did not load"
      onRetry={() => dispatch(lines.requested(list.query))}
      skeleton="line"
      skeletonCount={6}
      empty={
        <EmptyState
          icon={Wallet}
          title="No activity yet"
          text="Top up to unlock single posts and to tip. Everything you pay or receive shows here."
        />
      }
    >
      <ul className={styles.lines} aria-label="Recent activity">
        {list.rows.map((line) => (
          <Line key={line._id} line={line} />
        ))}
      </ul>
    </ListStates>
  );
}

function Line({ line }: { line: WalletLine }) {
  const { amount, balanceAfter, charge, createdAt } = line;
  const href = linePath(line);
  const who = charge?.performerInfo?.name;
  return (
    <li>
      <span className={styles.words}>
        {href ? (
          <Link className={styles.what} href={href}>
            {lineTitle(line)}
          </Link>
        ) : (
          <span className={styles.what}>{lineTitle(line)}</span>
        )}
        <span className="xs muted">
          {who && `${who}, `}
          <TimeAgo value={createdAt} />
          {charge?.status === 'refunded' && line.kind === 'charge' && ', refunded'}
        </span>
      </span>
      <span className={styles.sums}>
        <span className={cx(styles.sum, amount > 0 && styles.gain)}>{formatSigned(amount)}</span>
        {balanceAfter !== undefined && <span className="xs muted">{formatMoney(balanceAfter)} left</span>}
      </span>
    </li>
  );
}
