import { Plus, Wallet } from 'lucide-react';
import { nameCurrency } from '@contract/base/currency';
import { Button } from '@/components/basic/button';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { topUpRequested } from '@/store/intents';
import { selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './wallet.module.css';
import Link from 'next/link';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { TimeAgo } from '@/components/basic/times';
import { cx } from '@/lib/cx';
import { lines } from '../payment-feature';
import type { WalletLine } from '../payment-words';
import { getLinePath, getLineTitle } from '../payment-words';

export function WalletBalance() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const hasShows = useAppSelector(selectHasPart('shows'));
  const hasOrders = useAppSelector(selectHasPart('orders'));
  const { minimumWalletPrice, maximumWalletPrice, couponsForTopUps } = useAppSelector(selectSettings);
  return (
    <section className={styles.balance} aria-label="Balance">
      <div>
        <p className="sm ink-2">Balance, {nameCurrency()}</p>
        <p className={styles.total}>{formatMoney(user?.wallet ?? 0)}</p>
        <p className="sm ink-2">
          Use it for posts, messages{hasShows && ', shows'}
          {hasOrders && ', orders'} and tips. Subscriptions are paid by card.
        </p>
      </div>
      <div className={styles.topUp}>
        <Button variant="primary" size="lg" icon={Plus} onClick={() => dispatch(topUpRequested())}>
          Top up
        </Button>
        <p className="xs ink-2">
          {formatMoney(minimumWalletPrice)} to {formatMoney(maximumWalletPrice)} at a time.
          {couponsForTopUps !== false && ' You can use a coupon.'}
        </p>
      </div>
    </section>
  );
}

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
          title="No wallet activity yet"
          text="Top up to pay from your wallet. Money in and out of it shows here; what you pay by card is under Card payments."
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

const look = cx('strong truncate', styles.what);

function Line({ line }: { line: WalletLine }) {
  const { amount, balanceAfter, charge, createdAt } = line;
  const href = getLinePath(line);
  const who = charge?.performerInfo?.name;
  return (
    <li>
      <span className={styles.words}>
        {href ? (
          <Link className={look} href={href}>
            {getLineTitle(line)}
          </Link>
        ) : (
          <span className={look}>{getLineTitle(line)}</span>
        )}
        <span className="xs muted">
          {who && `${who} · `}
          <TimeAgo value={createdAt} />
          {charge?.status === 'refunded' && line.kind === 'charge' && ' · refunded'}
        </span>
      </span>
      <span className={cx('num', styles.sums)}>
        <span className={cx('strong', amount > 0 && styles.gain)}>{formatSigned(amount)}</span>
        {balanceAfter !== undefined && <span className="xs muted">{formatMoney(balanceAfter)} left</span>}
      </span>
    </li>
  );
}
