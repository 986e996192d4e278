import Link from 'next/link';
import { Tag } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { payments, PAYMENTS_PER_PAGE, type PaymentLine } from '@/features/operations/ledger/ledger-feature';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { ExportButton } from './export-button';
import { FilteredList } from './filtered-list';
import { PersonLink } from './person-link';
import { paymentAddress } from './payments-query';
import { TableTime } from './table-time';

const statusWords: Record<PaymentLine['status'], { text: string; color?: string }> = {
  created: { text: 'Not started' },
  processing: { text: 'In progress', color: 'processing' },
  require_authentication: { text: 'At the bank', color: 'warning' },
  success: { text: 'Paid', color: 'success' },
  fail: { text: 'Failed', color: 'error' },
  canceled: { text: 'Not completed' },
  refunded: { text: 'Refunded' },
};

const typeWords: Record<PaymentLine['type'], string> = {
  token_package: 'Top-up',
  free_subscription: 'Free trial',
  monthly_subscription: 'Subscription by month',
  yearly_subscription: 'Subscription by year',
  platform_subscription: 'Membership',
  feed: 'Post',
  video: 'Video',
  gallery: 'Gallery',
  message: 'Message',
  public_chat: 'Ticket to a show',
  product: 'Order',
};

export const describeType = (type: PaymentLine['type']): string => typeWords[type];

export const PaymentStatusTag = ({ status }: { status: PaymentLine['status'] }) => (
  <Tag color={statusWords[status].color}>{statusWords[status].text}</Tag>
);

/** A top-up buys nothing yet: its money is still the fan's. */
export function Seller({ payment: { type, performerId, performerName, performerUsername } }: { payment: PaymentLine }) {
  if (performerId !== null)
    return <PersonLink person={{ _id: performerId, name: performerName, username: performerUsername }} />;
  return type === 'token_package' ? 'Their wallet' : 'The site';
}

export const Payer = ({ payment: { userId, userName, userUsername } }: { payment: PaymentLine }) => (
  <PersonLink person={{ _id: userId, name: userName, username: userUsername }} />
);

const columns: ConsoleColumn<PaymentLine>[] = [
  {
    key: 'what',
    title: 'Payment',
    render: ({ _id, type }) => (
      <Link className="link" href={consolePaths.payment(_id)}>
        {describeType(type)}
      </Link>
    ),
  },
  { key: 'payer', title: 'Payer', render: (row) => <Payer payment={row} /> },
  { key: 'seller', title: 'For', render: (row) => <Seller payment={row} /> },
  { key: 'total', title: 'Total', isNumber: true, render: ({ totalPrice }) => formatMoney(totalPrice) },
  { key: 'tax', title: 'Tax', isNumber: true, render: ({ taxAmount }) => formatMoney(taxAmount) },
  { key: 'state', title: 'Status', render: ({ status }) => <PaymentStatusTag status={status} /> },
  { key: 'card', title: 'Card', render: ({ card }) => card || 'Not recorded' },
  {
    key: 'at',
    title: 'When',
    render: ({ bookedAt }) => <TableTime at={bookedAt} />,
  },
];

/** Card payments of all fans. */
export function PaymentsScreen() {
  const list = useAppSelector(payments.select);
  return (
    <>
      <PageTitle title="Payments" />
      <ConsolePage
        title="Payments"
        note="Payments by card, on the day they were booked. Open one for what it moved in the ledger."
        actions={<ExportButton call="exportPayments" list={list} />}
      >
        <FilteredList
          label="Payments"
          placeholder="Payer, email, or id, also of the gateway"
          address={paymentAddress}
          list={payments}
          pageSize={PAYMENTS_PER_PAGE}
          columns={columns}
        />
      </ConsolePage>
    </>
  );
}
