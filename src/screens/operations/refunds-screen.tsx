import Link from 'next/link';
import { useRouter } from 'next/router';
import { Tag } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import {
  consoleRefunds,
  REFUNDS_PER_PAGE,
  type RefundRequest,
  type RefundState,
} from '@/features/operations/refund/refund-feature';
import { todos, type Todo } from '@/features/operations/todo/todo-feature';
import { formatCount } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { FilteredList } from './filtered-list';
import { PersonLink } from './person-link';
import { refundAddress } from './refunds-query';
import { TableTime } from './table-time';

export const refundWords: Record<RefundState, { text: string; color?: string }> = {
  asked: { text: 'With the creator' },
  with_operator: { text: 'To decide', color: 'warning' },
  granted: { text: 'Granted', color: 'success' },
  refused: { text: 'Refused' },
};

const columns: ConsoleColumn<RefundRequest>[] = [
  {
    key: 'title',
    title: 'Sale',
    render: ({ _id, title }) => (
      <Link className="link" href={consolePaths.refund(_id)}>
        {title}
      </Link>
    ),
  },
  { key: 'fan', title: 'Fan', render: ({ userInfo }) => <PersonLink person={userInfo} /> },
  {
    key: 'creator',
    title: 'Creator',
    render: ({ performerId, performerInfo }) => (performerId ? <PersonLink person={performerInfo} /> : 'The site'),
  },
  { key: 'amount', title: 'Amount', isNumber: true, render: ({ amount }) => formatMoney(amount) },
  { key: 'reason', title: 'Reason', render: ({ reason }) => reason },
  {
    key: 'state',
    title: 'Status',
    render: ({ state }) => <Tag color={refundWords[state].color}>{refundWords[state].text}</Tag>,
  },
  {
    key: 'asked',
    title: 'Requested',
    render: ({ createdAt }) => <TableTime at={createdAt} />,
  },
];

const countOf = (waiting: readonly Todo[] | null, kind: Todo['kind']): number =>
  waiting?.find((todo) => todo.kind === kind)?.count ?? 0;

/** Refund requests of all fans. */
export function RefundsScreen() {
  const { query } = useRouter();
  const waiting = useAppSelector(todos.select)?.data ?? null;
  const asked = countOf(waiting, 'askedRefund');
  const isFirstTab = refundAddress.read(query).status === 'with_operator';
  const empty =
    isFirstTab && asked > 0
      ? `No refund request waits for you. ${asked === 1 ? '1 is with its creator' : `${formatCount(asked)} are with their creators`}: see “With creators”.`
      : undefined;
  return (
    <>
      <PageTitle title="Refunds" />
      <ConsolePage
        title="Refunds"
        note="You decide what creators did not answer, and what they refused if the fan asks again."
      >
        <FilteredList
          label="Refund requests"
          placeholder="Fan, creator or id"
          address={refundAddress}
          list={consoleRefunds}
          pageSize={REFUNDS_PER_PAGE}
          columns={columns}
          counts={{ with_operator: countOf(waiting, 'refund'), asked }}
          empty={empty}
        />
      </ConsolePage>
    </>
  );
}
