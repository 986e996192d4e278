import Link from 'next/link';
import { Wallet } from 'lucide-react';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Skeleton } from '@/components/basic/skeleton';
import { TimeAgo } from '@/components/basic/time-ago';
import { cx } from '@/lib/cx';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { linesRequested, selectLines, type WalletLine } from '../payment-slice';
import { linePath, lineTitle } from '../payment-words';
import styles from './wallet.module.css';

/** The last lines of the wallet: in by card, out for what was bought, each with what was left. */
export function WalletLines() {
  const dispatch = useAppDispatch();
  const { rows, status, error, query } = useAppSelector(selectLines);
  if (status === 'failed') {
    return (
      <ErrorState
        title="Your activity did not load"
        text={error?.message}
        onRetry={() => dispatch(linesRequested(query))}
      />
    );
  }
  if (status !== 'ready' && rows.length === 0) return <Skeleton count={6} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Wallet}
        title="No activity yet"
        text="Top up to unlock single posts and to tip. Everything you pay or receive shows here."
      />
    );
  }
  return (
    <ul className={styles.lines} aria-label="Recent activity">
      {rows.map((line) => (
        <Line key={line._id} line={line} />
      ))}
    </ul>
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
