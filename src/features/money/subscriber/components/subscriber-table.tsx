import { MessageCircle, SearchX, UsersRound } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { CsvButton } from '@/components/basic/csv-button';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { Day } from '@/components/basic/times';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { IconButton } from '@/components/basic/icon-button';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { PersonRow } from '@/components/people/person-row';
import { useNow, zoneAt } from '@/components/hooks/use-now';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { subscribers, subscribersExport, SUBSCRIBERS_PER_PAGE, type SubscriberQuery } from '../subscriber-feature';
import type { Subscriber } from '../subscriber-words';
import { describeNextPayment, getStatus, getTier } from '../subscriber-words';
import styles from './subscriber-table.module.css';

const getName = ({ userInfo }: Subscriber) => getPersonName(userInfo, 'fan');

const hasTotalSpent = ({ totalSpent }: Subscriber) => totalSpent !== undefined;

/** The current time in the browser; on the server and before hydration, the time at which the row was written. */
function useMoment(row: Subscriber): { now: number; timeZone: string | undefined } {
  const now = useNow();
  return { now: now ?? Date.parse(row.updatedAt), timeZone: zoneAt(now) };
}

function SubscriptionStatus({ row }: { row: Subscriber }) {
  const { text, tone } = getStatus(row, useMoment(row).now);
  return <Badge tone={tone}>{text}</Badge>;
}

function Next({ row }: { row: Subscriber }) {
  const { now, timeZone } = useMoment(row);
  return <span suppressHydrationWarning>{describeNextPayment(row, now, timeZone)}</span>;
}

/** Provided by the page, because this area cannot import other features. */
export interface SubscriberExtras {
  renderNote?: (row: Subscriber) => ReactNode;
  renderActions?: (row: Subscriber) => ReactNode;
}

const makeColumns = ({ renderNote, renderActions }: SubscriberExtras): DataColumn<Subscriber>[] => [
  {
    key: 'who',
    header: 'Subscriber',
    renderCell: (row) => (
      <PersonRow
        size="sm"
        className={styles.person}
        name={getName(row)}
        avatar={row.userInfo?.avatar}
        href={row.userInfo ? paths.messageTo('user', row.userId) : undefined}
        meta={
          <>
            <span className={styles.onPhone}>
              <SubscriptionStatus row={row} /> {getTier(row)}
              <br />
              <Next row={row} />
            </span>
            <span className={styles.onDesk}>{row.userInfo?.username && `@${row.userInfo.username}`}</span>
            {renderNote?.(row)}
          </>
        }
      />
    ),
  },
  {
    key: 'state',
    header: 'Status',
    wideOnly: true,
    nowrap: true,
    renderCell: (row) => <SubscriptionStatus row={row} />,
  },
  { key: 'tier', header: 'Tier', wideOnly: true, nowrap: true, renderCell: getTier },
  { key: 'since', header: 'Since', wideOnly: true, nowrap: true, renderCell: (row) => <Day value={row.createdAt} /> },
  { key: 'next', header: 'Next', wideOnly: true, nowrap: true, renderCell: (row) => <Next row={row} /> },
  {
    key: 'paid',
    header: 'Total paid',
    numeric: true,
    renderCell: (row) => (row.totalSpent === undefined ? '' : formatMoney(row.totalSpent)),
  },
  {
    key: 'act',
    header: 'Actions',
    quietHeader: true,
    numeric: true,
    renderCell: (row) =>
      row.userInfo && (
        <div className={styles.actions}>
          <span className={styles.onDesk}>
            {!row.blockedUser && (
              <IconButton
                icon={MessageCircle}
                label={`Message ${getName(row)}`}
                size="sm"
                href={paths.messageTo('user', row.userId)}
              />
            )}
          </span>
          {renderActions?.(row)}
        </div>
      ),
  },
];

interface SubscriberTableProps extends SubscriberExtras {
  page: number;
  getHref: (page: number) => string;
}

export function SubscriberTable({ page, getHref, renderNote, renderActions }: SubscriberTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(subscribers.select);
  const isExporting = useAppSelector((state) => state.subscribers.isExporting);
  const { rows, total, query } = list;
  const columns = useMemo(() => makeColumns({ renderNote, renderActions }), [renderNote, renderActions]);
  return (
    <ListStates
      list={list}
      failedTitle="Your subscribers did not load"
      onRetry={() => dispatch(subscribers.requested(query))}
      skeleton="person"
      skeletonCount={8}
      empty={<Nobody query={query} />}
    >
      <div className={cx('row row--between', styles.head)}>
        <p className="sm muted">{pluralise(total, 'subscriber')}</p>
        <CsvButton isBusy={isExporting} onPress={() => dispatch(subscribersExport.requested())} />
      </div>
      <DataTable
        caption="Subscribers, newest first"
        columns={rows.some(hasTotalSpent) ? columns : columns.filter(({ key }) => key !== 'paid')}
        rows={rows}
        rowKey={(row) => row._id}
      />
      <Pager label="Subscribers" page={page} pages={Math.ceil(total / SUBSCRIBERS_PER_PAGE)} getHref={getHref} />
    </ListStates>
  );
}

function Nobody({ query: { q, state, tier, list } }: { query: SubscriberQuery }) {
  const everyone = <Button href={paths.creator.subscribers}>Show everyone</Button>;
  if (q !== undefined && hasOnlyPunctuation(q)) return <NothingToSearch text={q} action={everyone} />;
  return q || state || tier || list ? (
    <EmptyState
      icon={SearchX}
      title="No subscribers match"
      text="Try another name, or take the filters off."
      action={everyone}
    />
  ) : (
    <EmptyState
      icon={UsersRound}
      title="No subscribers yet"
      text="People who subscribe appear here with what they paid. A new post is the best invitation."
      action={<Button href={paths.creator.createPost}>Write a post</Button>}
    />
  );
}
