import { Alert, Button, Card, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { roundDollars } from '@contract/base/money';
import { moneyOverview, type MoneyOverview, type MoneyPeriod } from '@/features/operations/overview/overview-feature';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { formatShare, toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './overview.module.css';

/** Money in, out and held, from the ledger. */
export function MoneyFigures({ period }: { period: MoneyPeriod }) {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(moneyOverview.select);
  if (status === 'failed') {
    const retry = <Button onClick={() => dispatch(moneyOverview.requested(period))}>Try again</Button>;
    return <Alert type="error" showIcon title={error?.message} action={retry} />;
  }
  if (!data) return <Skeleton active />;
  const { moneyIn, payments, refunded, paidOut, payouts, sales, held, fanWallets, fans } = data;
  const all = roundDollars(held.available + held.pending + held.requested);
  const onItsWay = held.requested > 0 ? `, ${formatMoney(held.requested)} requested` : '';
  return (
    <>
      <dl className={styles.figures}>
        <Figure title="The site earned" amount={sales.commission}>
          Commission and site subscriptions, less refunds
        </Figure>
        <Figure title="Money in, with tax" amount={moneyIn}>
          {pluralise(payments, 'payment')}
          {refunded > 0 && `, ${formatMoney(refunded)} refunded`}
        </Figure>
        <Figure title="Paid out" amount={paidOut}>
          {pluralise(payouts, 'payout')}
        </Figure>
        <Figure title="Held for creators, now" amount={all}>
          {formatMoney(held.available)} available, {formatMoney(held.pending)} still pending{onItsWay}
        </Figure>
        <Figure title="In fans’ wallets, now" amount={fanWallets}>
          {pluralise(fans, 'wallet')}
        </Figure>
      </dl>
      <p className={styles.small}>
        Money in and sales differ: fans also buy with what they put into their wallets earlier, and a top-up is not a
        sale until it is spent.
      </p>
      <SalesCard sales={sales} />
    </>
  );
}

function Figure({ title, amount, children }: { title: string; amount: number; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{title}</dt>
      <dd className={styles.amount}>{formatMoney(amount)}</dd>
      <dd className={styles.small}>{children}</dd>
    </div>
  );
}

const parts = [
  { key: 'creators', label: 'Creators' },
  { key: 'commission', label: 'The site' },
  { key: 'tax', label: 'Tax to pay' },
] as const;

function SalesCard({ sales }: { sales: MoneyOverview['sales'] }) {
  const sum = roundDollars(sales.creators + sales.commission + sales.tax);
  const getShare = (amount: number) => (sum > 0 ? Math.max(0, amount / sum) : 0);
  return (
    <Card title={<h2 className={styles.title}>Where {formatMoney(sum)} of sales went</h2>}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ key }) => (
          <div
            key={key}
            className={styles.part}
            data-part={key}
            style={{ width: `${toPercent(getShare(sales[key]))}%` }}
          />
        ))}
      </div>
      <dl className={styles.legend}>
        {parts.map(({ key, label }) => (
          <div key={key}>
            <dt>
              <i className={styles.dot} data-part={key} />
              {label}, {formatShare(getShare(sales[key]))}
            </dt>
            <dd>{formatMoney(sales[key])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
