import Link from 'next/link';
import { Alert, Button, Card, Flex, Skeleton, Statistic } from 'antd';
import { personMoney, type PersonMoney } from '@/features/operations/person/person-feature';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { formatMoney } from '@/lib/format-money';
import { formatShare } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paymentAddress } from './payments-query';
import { PersonEntries } from './person-entries';
import styles from './person-screen.module.css';

/** Balances as they stand in the ledger. */
export function PersonMoneyTab({ isCreator }: { isCreator: boolean }) {
  const dispatch = useAppDispatch();
  const mayPayments = useAppSelector(selectMay('readLedger'));
  const { data: money, status, error, query } = useAppSelector(personMoney.select);
  if (status === 'failed')
    return (
      <Alert
        type="error"
        showIcon
        title={error?.message}
        action={<Button onClick={() => query !== null && dispatch(personMoney.requested(query))}>Try again</Button>}
      />
    );
  if (!money) return <Skeleton active />;
  return (
    <Flex vertical gap="middle">
      <Card>
        <div className={styles.figures}>
          {listFigures(money, isCreator).map(({ title, value }) => (
            <Statistic key={title} title={title} value={value} />
          ))}
        </div>
      </Card>
      <PersonEntries isCreator={isCreator} />
      {!isCreator && mayPayments && query !== null && (
        <Link className="link" href={paymentAddress.href({ status: 'all', q: query, from: '', to: '' })}>
          Their payments by card
        </Link>
      )}
    </Flex>
  );
}

function listFigures(money: PersonMoney, isCreator: boolean): { title: string; value: string }[] {
  const { wallet, pending, reserved, debt, sold, paidOut, spent, refundShare } = money;
  if (!isCreator) {
    return [
      { title: 'In the wallet', value: formatMoney(wallet) },
      { title: 'Spent, without refunds', value: formatMoney(spent) },
    ];
  }
  return [
    { title: 'Available', value: formatMoney(wallet) },
    { title: 'Pending', value: formatMoney(pending) },
    { title: 'In payout requests', value: formatMoney(reserved) },
    { title: 'Paid out', value: formatMoney(paidOut) },
    { title: 'Sold, without refunds', value: formatMoney(sold) },
    { title: 'Refunded', value: refundShare === null ? 'No sales' : formatShare(refundShare) },
    ...(debt === 0 ? [] : [{ title: 'Owed', value: formatMoney(debt) }]),
  ];
}
