import { useRef, useState } from 'react';
import { Button } from '@/components/basic/button';
import { BarChart } from '@/components/list/bar-chart';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { Fact, FactList } from '@/components/list/fact-list';
import { Figures } from '@/components/list/figures';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { JumpToLatest } from '@/components/list/jump-to-latest';
import { ListStates } from '@/components/list/list-states';
import { LogEdge } from '@/components/list/log-edge';
import { Meter } from '@/components/list/meter';
import { NewPill } from '@/components/list/new-pill';
import { Pager } from '@/components/list/pager';
import { Stat, StatRow } from '@/components/list/stat';
import { SumLines } from '@/components/list/sum-lines';
import { ListRow } from '@/components/list/list-row';
import { TickList } from '@/components/list/tick-list';
import { Timeline } from '@/components/list/timeline';
import { TitleCell, Under, whenColumn } from '@/components/list/title-cell';
import { WindowedList } from '@/components/list/windowed-list';
import { PersonRow } from '@/components/people/person-row';
import { EmptyState } from '@/components/states/empty-state';
import { formatMoney } from '@/lib/format-money';
import { Links, State, type GalleryEntry } from './entry';
import { LONG_NAME, LONG_TEXT, minutesAgo, noop, noor } from './samples';
import styles from './gallery.module.css';

const bars = [12, 30, 8, 0, 44, 61, 27, 33, 19, 52].map((value, index) => ({ label: `${index + 9} Nov`, value }));

interface Payment {
  id: string;
  title: string;
  amount: number;
  createdAt: string;
}

const payments: Payment[] = [
  { id: 'p1', title: 'A month of Noor', amount: 8.5, createdAt: minutesAgo(30) },
  { id: 'p2', title: 'Tracing booklet', amount: 12, createdAt: minutesAgo(3_000) },
  { id: 'p3', title: LONG_NAME, amount: 1240.75, createdAt: minutesAgo(90_000) },
];

const paymentColumns: DataColumn<Payment>[] = [
  {
    key: 'title',
    header: 'What',
    renderCell: ({ id, title, createdAt }) => <TitleCell title={title} href={`/p/${id}`} who="Noor" at={createdAt} />,
  },
  whenColumn,
  {
    key: 'action',
    header: 'Actions',
    quietHeader: true,
    renderCell: () => <Button size="sm">Receipt</Button>,
  },
  { key: 'amount', header: 'Paid', numeric: true, renderCell: ({ amount }) => formatMoney(amount) },
];

function Jump() {
  const [isShown, setIsShown] = useState(true);
  return (
    <div className="stack stack--sm">
      <div className={styles.window}>
        <JumpToLatest isShown={isShown} missed={3} onJump={() => setIsShown(false)} />
      </div>
      <div>
        <Button size="sm" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
    </div>
  );
}

function Edges() {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame}>
      {(['idle', 'pending', 'failed'] as const).map((status) => (
        <State key={status} label={`status: ${status}`}>
          <LogEdge status={status} label="Older messages" onMore={noop} frame={frame} />
        </State>
      ))}
    </div>
  );
}

const pages = 4;
const getPageHref = (page: number) => `/payments?page=${page}`;

function Pages() {
  const [page, setPage] = useState(2);
  return (
    <Links onFollow={(href) => setPage(Number(new URLSearchParams(href.split('?')[1]).get('page')))}>
      <Pager label="Payments" page={page} pages={pages} getHref={getPageHref} />
    </Links>
  );
}

const list = { rows: ['row'], status: 'ready' as const, error: null, isEnd: true };
const listProps = {
  failedTitle: 'Your purchases did not load',
  onRetry: noop,
  skeleton: 'person' as const,
  skeletonCount: 2,
  empty: <EmptyState title="No purchases yet" />,
  onMore: noop,
};
const rows = <PersonRow {...noor} meta="The rows" />;

export const lists: GalleryEntry[] = [
  {
    name: 'BarChart',
    file: 'list/bar-chart.tsx',
    Show: () => (
      <>
        <State label="values">
          <BarChart
            summary="Earnings from 9 to 18 November: the most, $61.00, on 14 November."
            bars={bars}
            format={formatMoney}
            columns={['Day', 'Earned']}
          />
        </State>
        <State label="nothing earned">
          <BarChart
            summary="No earnings from 9 to 18 November."
            bars={bars.map(({ label }) => ({ label, value: 0 }))}
            format={formatMoney}
            columns={['Day', 'Earned']}
          />
        </State>
      </>
    ),
  },
  {
    name: 'DataTable',
    file: 'list/data-table.tsx',
    isWide: true,
    Show: () => <DataTable caption="Payments" rows={payments} rowKey={({ id }) => id} columns={paymentColumns} />,
  },
  {
    name: 'FactList, Fact',
    file: 'list/fact-list.tsx',
    Show: () => (
      <FactList>
        <Fact label="Order">No. 1042</Fact>
        <Fact label="Ships to">Noor Haddad, Example Street 4, Graz</Fact>
        <Fact label="Note">{LONG_TEXT}</Fact>
      </FactList>
    ),
  },
  {
    name: 'Figures',
    file: 'list/figures.tsx',
    note: 'The class it is given lays it out.',
    Show: () => (
      <Figures
        className="row row--between"
        figures={[
          { label: 'Watched', value: '42 min' },
          { label: 'Tips', value: '$18.00' },
          { label: 'Left', value: '8 min' },
        ]}
      />
    ),
  },
  {
    name: 'InfiniteEnd',
    file: 'list/infinite-end.tsx',
    Show: () => (
      <>
        {(['more', 'loading', 'failed', 'end'] as const).map((state) => (
          <State key={state} label={`state: ${state}`}>
            <InfiniteEnd state={state} onMore={noop} skeleton="person" />
          </State>
        ))}
      </>
    ),
  },
  { name: 'JumpToLatest', file: 'list/jump-to-latest.tsx', Show: Jump },
  {
    name: 'ListStates',
    file: 'list/list-states.tsx',
    Show: () => (
      <>
        <State label="not asked for yet, or pending without rows">
          <ListStates {...listProps}>{rows}</ListStates>
        </State>
        <State label="failed without rows">
          <ListStates
            {...listProps}
            list={{ ...list, rows: [], status: 'failed', error: { message: 'Check your connection.' } }}
          >
            {rows}
          </ListStates>
        </State>
        <State label="empty">
          <ListStates {...listProps} list={{ ...list, rows: [] }}>
            {rows}
          </ListStates>
        </State>
        <State label="ready, at its end">
          <ListStates {...listProps} list={list}>
            {rows}
          </ListStates>
        </State>
        <State label="pending with rows">
          <ListStates {...listProps} list={{ ...list, status: 'pending' }}>
            {rows}
          </ListStates>
        </State>
      </>
    ),
  },
  { name: 'LogEdge', file: 'list/log-edge.tsx', Show: Edges },
  {
    name: 'Meter',
    file: 'list/meter.tsx',
    Show: () => (
      <>
        <State label="0, 40 and 100 percent">
          <div className="stack">
            <Meter label="0 percent" percent={0} />
            <Meter label="40 percent" percent={40} />
            <Meter label="100 percent" percent={100} />
          </div>
        </State>
        <State label="size: sm">
          <Meter label="40 percent" percent={40} size="sm" />
        </State>
      </>
    ),
  },
  {
    name: 'NewPill',
    file: 'list/new-pill.tsx',
    note: 'Floats over the top of a list.',
    Show: () => (
      <div className={styles.window}>
        <NewPill label="3 new posts" onClick={noop} />
      </div>
    ),
  },
  {
    name: 'Pager',
    file: 'list/pager.tsx',
    note: 'Nothing for a single page.',
    Show: Pages,
  },
  {
    name: 'Stat, StatRow',
    file: 'list/stat.tsx',
    isWide: true,
    Show: () => (
      <StatRow>
        <Stat label="Earned this month" value="$1,240.75" note="12 % more than before" trend="up" />
        <Stat label="Subscribers" value="318" note="4 fewer than before" trend="down" />
        <Stat label="Views this month" value="10.4K" note="As before" />
        <Stat label={LONG_NAME} value="—" />
      </StatRow>
    ),
  },
  {
    name: 'SumLines',
    file: 'list/sum-lines.tsx',
    Show: () => (
      <SumLines
        lines={[
          { label: 'Tracing booklet', amount: '$12.00' },
          { label: LONG_NAME, amount: '$4.90' },
          { label: 'Coupon WELCOME20', amount: '−$2.40' },
        ]}
        total={{ label: 'Total today', amount: '$14.50' }}
      />
    ),
  },
  {
    name: 'ListRow',
    file: 'list/list-row.tsx',
    Show: () => (
      <ul>
        <ListRow>
          <p className="grow">Chrome on Windows</p>
          <Button size="sm">Log out</Button>
        </ListRow>
        <ListRow>
          <p className="grow">{LONG_TEXT}</p>
        </ListRow>
      </ul>
    ),
  },
  {
    name: 'TickList',
    file: 'list/tick-list.tsx',
    Show: () => <TickList items={['Every post', 'Messages with Noor', LONG_TEXT]} />,
  },
  {
    name: 'Timeline',
    file: 'list/timeline.tsx',
    Show: () => (
      <Timeline
        steps={[
          { title: 'Requested', note: '18 November', amount: '$120.00' },
          { title: 'Being checked', note: LONG_TEXT, tone: 'now' },
          { title: 'Paid out', note: 'Within three days', ahead: true },
          { title: 'Sent back by the bank', tone: 'bad', amount: '−$120.00' },
        ]}
      />
    ),
  },
  {
    name: 'TitleCell, Under, whenColumn',
    file: 'list/title-cell.tsx',
    note: 'Cells of a DataTable: the second line is for phones only.',
    Show: () => (
      <div className="stack">
        <div>
          <TitleCell title="Tracing booklet" href="/product/1" who="Noor" at={minutesAgo(300)} />
        </div>
        <div>
          <TitleCell title="Without a link" at={minutesAgo(300)} />
        </div>
        <div>
          $12.00 <Under>Paid from the wallet</Under>
        </div>
      </div>
    ),
  },
  {
    name: 'WindowedList',
    file: 'list/windowed-list.tsx',
    note: 'Only what is near the screen is in the document.',
    Show: () => (
      <WindowedList
        name="gallery"
        items={['first', 'second', 'third']}
        render={(item) => <PersonRow name={`The ${item} item`} size="sm" />}
      />
    ),
  },
];
