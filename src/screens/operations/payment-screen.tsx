import { useRouter } from 'next/router';
import { Empty } from 'antd';
import { Facts, type Fact } from '@/components/console/facts';
import { PlainTable } from '@/components/console/plain-table';
import { consolePaths } from '@/config/console-paths';
import { payment as paymentValue, type PaymentDetails } from '@/features/operations/ledger/ledger-feature';
import { describeTransfer } from '@/features/operations/ledger/transfer-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readText } from './console-query';
import styles from './payment-screen.module.css';
import { describeType, Payer, PaymentStatusTag, Seller } from './payments-screen';
import { DetailPage } from './detail-page';

const formatTime = (at: string) => formatFull(at, { timeZone: VIEWER_TIME_ZONE });

/** One card payment with its entries in the ledger. */
export function PaymentScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(paymentValue.select);
  const payment = loaded.data?.payment;
  const title = payment ? `${describeType(payment.type)}, ${formatMoney(payment.totalPrice)}` : 'Payment';
  return (
    <DetailPage
      title={title}
      list={{ href: consolePaths.payments, label: 'All payments' }}
      loaded={loaded}
      onRetry={() => dispatch(paymentValue.requested(readText(query['id'])))}
    >
      {(details) => (
        <>
          <PaymentFacts payment={details.payment} />
          <section className={styles.transfers}>
            <h2>In the ledger</h2>
            {details.transfers.length === 0 && <Empty description="This payment moved no money." />}
            {details.transfers.map((transfer) => (
              <Transfer key={transfer._id} transfer={transfer} />
            ))}
          </section>
        </>
      )}
    </DetailPage>
  );
}

function PaymentFacts({ payment }: { payment: PaymentDetails['payment'] }) {
  const isBooked = payment.status === 'success' || payment.status === 'refunded';
  const facts: Fact[] = [
    { label: 'Status', value: <PaymentStatusTag status={payment.status} /> },
    { label: 'Payer', value: <Payer payment={payment} /> },
    { label: 'For', value: <Seller payment={payment} /> },
    { label: 'Total', value: formatMoney(payment.totalPrice) },
    { label: 'Tax included', value: formatMoney(payment.taxAmount) },
    { label: 'Card', value: payment.card || 'Not recorded' },
    { label: 'Begun', value: formatTime(payment.createdAt) },
    ...(isBooked ? [{ label: 'Booked', value: formatTime(payment.bookedAt) }] : []),
    { label: 'Id', value: <code>{payment._id}</code> },
    {
      label: 'Id at the gateway',
      value: payment.gatewayId === '' ? 'The gateway was not asked' : <code>{payment.gatewayId}</code>,
    },
  ];
  if (payment.failure !== '') facts.push({ label: 'Failure', value: payment.failure });
  return <Facts facts={facts} />;
}

type TransferView = PaymentDetails['transfers'][number];
type Entry = TransferView['entries'][number];

const accountWords: Record<string, string> = {
  wallet: 'Balance',
  pending: 'Pending income',
  reserved: 'Held for payouts',
  debt: 'Debt',
  revenue: 'Income of the site',
  gateway: 'Payment gateway',
  payout: 'Paid out',
  promotion: 'Gifts of the site',
  tax: 'Tax to pay',
  disputed: 'Disputed',
  losses: 'Losses',
};

function Transfer({ transfer: { code, reversesId, createdAt, entries } }: { transfer: TransferView }) {
  return (
    <div className={styles.transfer}>
      <h3>
        {describeTransfer(code)}
        {reversesId !== null && ', reverses an earlier booking'}
      </h3>
      <p className="sm muted">{formatTime(createdAt)}</p>
      <PlainTable<Entry>
        aria-label={`Entries of ${describeTransfer(code)}`}
        rowKey={({ account, ownerId }) => `${account} ${ownerId}`}
        size="small"
        pagination={false}
        dataSource={entries}
        columns={[
          {
            key: 'account',
            title: 'Account',
            render: (_, { account, ownerId, ownerName }) =>
              `${accountWords[account] ?? account}${ownerId === '' ? '' : ` of ${ownerName || 'a deleted account'}`}`,
          },
          {
            key: 'amount',
            title: 'Amount',
            align: 'right',
            className: 'num',
            render: (_, row) => formatSigned(row.amount),
          },
          {
            key: 'balance',
            title: 'Balance after',
            align: 'right',
            className: 'num',
            render: (_, row) => formatMoney(row.balanceAfter),
          },
        ]}
      />
    </div>
  );
}
