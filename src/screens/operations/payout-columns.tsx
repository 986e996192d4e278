import Link from 'next/link';
import { Button, Space, Tag } from 'antd';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import type { ConsolePayout } from '@/features/operations/payout/payout-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { PersonLink } from './person-link';
import type { PayoutAct } from './payout-dialogs';
import type { PayoutFilter } from './payouts-query';
import { TableTime } from './table-time';

type Column = ConsoleColumn<ConsolePayout>;

const formatTime = (at: string | null) => formatFull(at, { timeZone: VIEWER_TIME_ZONE });

const facts: Column[] = [
  {
    key: 'creator',
    title: 'Creator',
    render: ({ performerId, name, username }) => <PersonLink person={{ _id: performerId, name, username }} />,
  },
  { key: 'amount', title: 'Amount', isNumber: true, render: ({ amount }) => formatMoney(amount) },
  { key: 'fee', title: 'Fee', isNumber: true, render: ({ fee }) => formatMoney(fee === 0 ? 0 : -fee) },
];

const netTitles: Record<PayoutFilter['status'], string> = {
  pending: 'To be paid',
  approved: 'To be paid',
  done: 'Paid',
  rejected: 'Without fee',
  all: 'Without fee',
};

const listFacts = (status: PayoutFilter['status']): Column[] => [
  ...facts,
  { key: 'net', title: netTitles[status], isNumber: true, render: ({ net }) => <b>{formatMoney(net)}</b> },
  { key: 'account', title: status === 'done' ? 'Paid to' : 'Goes to', render: describeAccount },
];

const checks: Column = { key: 'checks', title: 'Checks', render: (row) => <Checks row={row} /> };
const asked: Column = { key: 'asked', title: 'Requested', render: ({ createdAt }) => <TableTime at={createdAt} /> };
const decided: Column = { key: 'decided', title: 'Approved', render: ({ decidedAt }) => <TableTime at={decidedAt} /> };
const file: Column = {
  key: 'file',
  title: 'Bank file',
  render: ({ accountType, bankFileAt }) =>
    accountType !== 'banking' ? (
      'No'
    ) : bankFileAt === null ? (
      'Not yet'
    ) : (
      <>
        Downloaded <TableTime at={bankFileAt} />
      </>
    ),
};
const paid: Column = { key: 'paid', title: 'Paid', render: ({ paidAt }) => <TableTime at={paidAt} /> };
const reference: Column = { key: 'reference', title: 'Reference', render: ({ reference: text }) => text || 'None' };
const outcome: Column = {
  key: 'outcome',
  title: 'Outcome',
  render: (row) => (
    <>
      <Tag>{describeStatus(row)}</Tag> {row.reason}
    </>
  ),
};

const factsByStatus: Record<PayoutFilter['status'], Column[]> = {
  pending: [checks, asked],
  approved: [checks, decided, file],
  done: [reference, paid],
  rejected: [outcome, asked],
  all: [outcome, asked],
};

export const payoutColumns = (status: PayoutFilter['status'], onAct: (act: PayoutAct) => void): Column[] => [
  ...listFacts(status),
  ...factsByStatus[status],
  ...(status === 'rejected'
    ? []
    : [{ key: 'acts', title: '', render: (row: ConsolePayout) => <Acts row={row} onAct={onAct} /> }]),
];

function describeAccount({ accountType, accountHint }: ConsolePayout): string {
  if (accountType === 'stripe') return 'Stripe';
  if (accountType === 'paypal') return `PayPal, ${accountHint ?? ''}`;
  return accountHint === null ? 'Bank' : `Bank, ending ${accountHint}`;
}

function describeStatus({ status, reasonCode }: ConsolePayout): string {
  switch (status) {
    case 'pending':
      return 'Waits for approval';
    case 'approved':
      return 'To pay';
    case 'done':
      return 'Paid';
    case 'rejected':
      return { withdrawn: 'Withdrawn', rejected: 'Rejected', returned: 'Returned' }[reasonCode ?? 'rejected'];
  }
}

function Checks({ row }: { row: ConsolePayout }) {
  const { isFirst, pausedUntil, isNameEqual } = row.checks;
  const isUnknown = isNameEqual === null && row.accountType === 'banking';
  return (
    <>
      <Space wrap size={4}>
        {isNameEqual === true && <Tag color="success">Name matches</Tag>}
        {isNameEqual === false && <Tag color="error">Another name</Tag>}
        {isUnknown && <Tag color="warning">Compare the name</Tag>}
        {isFirst && <Tag color="processing">First payout</Tag>}
        {pausedUntil !== null && <Tag color="warning">Account changed, paused until {formatTime(pausedUntil)}</Tag>}
      </Space>
      {isNameEqual !== true && row.accountType === 'banking' && <Names row={row} />}
    </>
  );
}

/** For the operator to compare, if the server could not or found that they differ. */
function Names({ row: { performerId, checks } }: { row: ConsolePayout }) {
  const seesDocuments = useAppSelector(selectMay('reviewCreators'));
  const { holder, fullName, isVerified } = checks;
  const known = fullName === '' ? 'the creator gave no full name' : `the creator is ${fullName}`;
  return (
    <div className="sm muted">
      The bank account belongs to {holder || 'an unnamed person'}; {known}
      {!isVerified && ', without approved documents'}.{' '}
      {seesDocuments && (
        <Link className="link" href={consolePaths.reviewOf(performerId)}>
          See their documents
        </Link>
      )}
    </div>
  );
}

function Acts({ row, onAct }: { row: ConsolePayout; onAct: (act: PayoutAct) => void }) {
  const reject = <Button onClick={() => onAct({ kind: 'reject', row })}>Reject</Button>;
  switch (row.status) {
    case 'pending':
      return (
        <Space>
          <Button
            type="primary"
            disabled={row.checks.pausedUntil !== null}
            onClick={() => onAct({ kind: 'approve', rows: [row] })}
          >
            Approve
          </Button>
          {reject}
        </Space>
      );
    case 'approved':
      return (
        <Space>
          <Button type="primary" onClick={() => onAct({ kind: 'paid', row })}>
            Mark as paid
          </Button>
          {reject}
        </Space>
      );
    case 'done':
      return <Button onClick={() => onAct({ kind: 'returned', row })}>It came back</Button>;
    case 'rejected':
      return null;
  }
}
