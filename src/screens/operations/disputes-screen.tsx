import Link from 'next/link';
import { Tag } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { consoleDisputes, DISPUTES_PER_PAGE, type Dispute } from '@/features/operations/dispute/dispute-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { PageTitle } from '../site/page-title';
import { PersonLink } from './person-link';
import { disputeAddress } from './disputes-query';
import { FilteredList } from './filtered-list';

const formatTime = (at: string) => formatFull(at, { timeZone: VIEWER_TIME_ZONE });

const words: Record<Dispute['status'], { text: string; color?: string }> = {
  open: { text: 'Open', color: 'warning' },
  won: { text: 'Won', color: 'success' },
  lost: { text: 'Lost', color: 'error' },
};

const columns: ConsoleColumn<Dispute>[] = [
  {
    key: 'payer',
    title: 'Payer',
    render: ({ userId, userName, userUsername }) => (
      <PersonLink person={{ _id: userId, name: userName, username: userUsername }} />
    ),
  },
  { key: 'amount', title: 'Amount', isNumber: true, render: ({ amount }) => formatMoney(amount) },
  { key: 'fee', title: 'Fee', isNumber: true, render: ({ fee }) => formatMoney(fee) },
  { key: 'reason', title: 'Reason', render: ({ reason }) => reason.replaceAll('_', ' ') || 'Not specified' },
  {
    key: 'state',
    title: 'Status',
    render: ({ status, closedAt }) => (
      <>
        <Tag color={words[status].color}>{words[status].text}</Tag> {closedAt && formatTime(closedAt)}
      </>
    ),
  },
  {
    key: 'deadline',
    title: 'Respond by',
    render: ({ status, respondBy }) => (status === 'open' && respondBy ? formatTime(respondBy) : 'No deadline'),
  },
  { key: 'opened', title: 'Opened', render: ({ createdAt }) => formatTime(createdAt) },
  {
    key: 'payment',
    title: 'At the gateway',
    render: ({ gatewayId, paymentId }) => (
      <Link className="link" href={consolePaths.payment(paymentId)}>
        {gatewayId}
      </Link>
    ),
  },
];

/** Payments that their payers dispute at the bank. */
export function DisputesScreen() {
  return (
    <>
      <PageTitle title="Disputes" />
      <ConsolePage
        title="Disputes"
        note="The bank has taken this money until it decides. Send evidence on the website of the payment gateway before the deadline."
      >
        <FilteredList
          label="Disputes"
          placeholder="Payer or id"
          address={disputeAddress}
          list={consoleDisputes}
          pageSize={DISPUTES_PER_PAGE}
          columns={columns}
        />
      </ConsolePage>
    </>
  );
}
