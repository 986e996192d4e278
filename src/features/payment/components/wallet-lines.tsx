import Link from 'next/link';
import { Wallet } from 'lucide-react';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { Skeleton } from '@/components/skeleton';
import { TimeAgo } from '@/components/time-ago';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { movementsRequested, selectMovements, type Movement } from '../payment-slice';
import {
  chargePath,
  chargeState,
  chargeTitle,
  transactionPath,
  transactionState,
  transactionTitle,
} from '../payment-words';
import styles from './wallet.module.css';

interface Line {
  id: string;
  title: string;
  href: string;
  who?: string;
  date: string;
  /** Major units; what did not come through counts nothing and is shown as its state. */
  sum: number;
  state: string;
  isPaid: boolean;
}

function lineOf(movement: Movement): Line {
  if (movement.kind === 'in') {
    const { transaction } = movement;
    return {
      id: transaction._id,
      title: transactionTitle(transaction),
      href: transactionPath(transaction),
      date: transaction.createdAt,
      sum: transaction.originalPrice,
      state: transactionState(transaction).text,
      isPaid: transaction.status === 'success',
    };
  }
  const { charge } = movement;
  return {
    id: charge._id,
    title: chargeTitle(charge),
    href: chargePath(charge),
    who: charge.performerInfo?.name,
    date: charge.createdAt,
    sum: -charge.totalPrice,
    state: chargeState(charge).text,
    isPaid: charge.status === 'success',
  };
}

/** The last movements of the wallet: in by card, out for what was bought. */
export function WalletLines() {
  const dispatch = useAppDispatch();
  const { rows, status, error } = useAppSelector(selectMovements);
  if (status === 'failed') {
    return (
      <ErrorState
        title="The movements did not load"
        text={error?.message}
        onRetry={() => dispatch(movementsRequested())}
      />
    );
  }
  if (status !== 'ready' && rows.length === 0) return <Skeleton count={6} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Wallet}
        title="Nothing has moved yet"
        text="Top up to unlock single posts and to tip. Each movement shows here with its sum."
      />
    );
  }
  return (
    <ul className={styles.lines}>
      {rows.map(lineOf).map((line) => (
        <li key={line.id}>
          <span className={styles.words}>
            <Link className={styles.what} href={line.href}>
              {line.title}
            </Link>
            <span className="xs muted">
              {line.who && `${line.who}, `}
              <TimeAgo value={line.date} />
              {!line.isPaid && `, ${line.state.toLowerCase()}`}
            </span>
          </span>
          <span className={line.isPaid ? styles.sum : styles.undone}>
            {line.sum > 0 && '+'}
            {formatMoney(line.sum)}
          </span>
        </li>
      ))}
    </ul>
  );
}
