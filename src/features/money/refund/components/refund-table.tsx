import { SearchX, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { Under } from '@/components/list/title-cell';
import { EmptyState } from '@/components/states/empty-state';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { received, REFUNDS_PER_PAGE } from '../refund-feature';
import { getStateWords, type RefundRequest } from '../refund-words';
import { DecideSheet } from './decide-sheet';

interface RefundTableProps {
  page: number;
  getHref: (page: number) => string;
  allHref: string;
}

export function RefundTable({ page, getHref, allHref }: RefundTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(received.select);
  const [opened, setOpened] = useState<RefundRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const columns = useMemo(
    () =>
      makeColumns((request) => {
        setOpened(request);
        setIsOpen(true);
      }),
    [],
  );
  // After the decision, the list has the newer state of the request.
  const shown = list.rows.find(({ _id }) => _id === opened?._id) ?? opened;
  return (
    <>
      <ListStates
        list={list}
        failedTitle="The requests did not load"
        onRetry={() => dispatch(received.requested(list.query))}
        skeleton="line"
        skeletonCount={6}
        empty={list.query.state ? <NoMatch allHref={allHref} /> : <NoRequests />}
      >
        <DataTable
          caption="Refund requests, newest first"
          columns={columns}
          rows={list.rows}
          rowKey={({ _id }) => _id}
        />
        <Pager label="Requests" page={page} pages={Math.ceil(list.total / REFUNDS_PER_PAGE)} getHref={getHref} />
      </ListStates>
      {shown && <DecideSheet request={shown} open={isOpen} onClose={close} />}
    </>
  );
}

function StateBadge({ state }: RefundRequest) {
  const { text, tone } = getStateWords(state, 'creator');
  return <Badge tone={tone}>{text}</Badge>;
}

const makeColumns = (onOpen: (request: RefundRequest) => void): DataColumn<RefundRequest>[] => [
  {
    key: 'what',
    header: 'Request',
    renderCell: (request) => (
      <>
        <button type="button" className="link" onClick={() => onOpen(request)}>
          {request.title}
        </button>
        <Under>
          <span className="block">{getPersonName(request.userInfo, 'fan')}</span>
          <StateBadge {...request} />
        </Under>
      </>
    ),
  },
  { key: 'who', header: 'From', wideOnly: true, renderCell: ({ userInfo }) => getPersonName(userInfo, 'fan') },
  {
    key: 'asked',
    header: 'Asked',
    nowrap: true,
    wideOnly: true,
    renderCell: ({ createdAt }) => <Day value={createdAt} />,
  },
  {
    key: 'state',
    header: 'Status',
    nowrap: true,
    wideOnly: true,
    renderCell: (request) => <StateBadge {...request} />,
  },
  {
    key: 'by',
    header: 'Answer by',
    nowrap: true,
    wideOnly: true,
    renderCell: ({ answerBy }) => (answerBy ? <Day value={answerBy} /> : '—'),
  },
  { key: 'amount', header: 'Amount', numeric: true, renderCell: ({ amount }) => formatMoney(amount) },
];

const NoMatch = ({ allHref }: { allHref: string }) => (
  <EmptyState
    icon={SearchX}
    title="No requests here"
    text="None of your refund requests has this status."
    action={<Button href={allHref}>Show all requests</Button>}
  />
);

const NoRequests = () => (
  <EmptyState
    icon={Undo2}
    title="No refund requests"
    text="When a fan asks for a refund, you can grant or refuse it here."
  />
);
