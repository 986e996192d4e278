import { Alert, Button, Card, Flex, Skeleton, Statistic } from 'antd';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { describeTransfer } from '@/features/operations/ledger/transfer-words';
import { personMoney, type PersonMoney } from '@/features/operations/person/person-feature';
import { formatMoney } from '@/lib/format-money';
import { formatShare } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './person-screen.module.css';
import { TableTime } from './table-time';

type Entry = PersonMoney['entries'][number];

const columns: ConsoleColumn<Entry>[] = [
  { key: 'at', title: 'When', render: ({ createdAt }) => <TableTime at={createdAt} /> },
  { key: 'code', title: 'Entry', render: ({ code }) => describeTransfer(code) },
  { key: 'amount', title: 'Amount', isNumber: true, render: ({ amount }) => formatMoney(amount) },
];

/** Balances as they stand in the ledger. */
export function PersonMoneyTab({ isCreator }: { isCreator: boolean }) {
  const dispatch = useAppDispatch();
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
      <ConsoleTable
        label="Newest entries of the wallet"
        columns={columns}
        rows={money.entries}
        total={money.entries.length}
        page={1}
        pageSize={Math.max(money.entries.length, 1)}
        onPage={() => undefined}
        isLoading={status === 'pending'}
        onRetry={() => undefined}
        empty="No money has moved in this wallet."
      />
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
