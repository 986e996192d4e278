import { Landmark, SearchX } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Button } from '@/components/basic/button';
import { CsvButton } from '@/components/basic/csv-button';
import { Day } from '@/components/basic/times';
import { Sheet } from '@/components/layout/sheet';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { Under } from '@/components/list/title-cell';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { selectEarningTerms } from '@/features/identity/auth/session-slice';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { isFiniteNumber } from '@/lib/known';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectOverview } from '../payout-slice';
import { PAYOUTS_PER_PAGE, payouts, payoutsExport } from '../payout-list';
import { describeAccount, getNet, selectAccounts, type Payout } from '../payout-words';
import { PayoutBadge, PayoutView } from './payout-view';
import styles from './payout.module.css';

interface PayoutTableProps {
  page: number;
  getHref: (page: number) => string;
  /** Link to the list without filters. */
  allHref: string;
  onWithdraw: (payout: Payout) => void;
}

export function PayoutTable({ page, getHref, allHref, onWithdraw }: PayoutTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(payouts.select);
  const isExporting = useAppSelector((state) => state.payouts.isExporting);
  const [openId, setOpenId] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const opened = list.rows.find(({ _id }) => _id === openId);
  const close = useCallback(() => setIsOpen(false), []);
  const open = useCallback((id: string) => {
    setOpenId(id);
    setIsOpen(true);
  }, []);
  const tellsFees = list.rows.some(({ feeTokens }) => isFiniteNumber(feeTokens));
  const columns = useMemo(() => makeColumns(open, tellsFees), [open, tellsFees]);
  const { status, fromDate } = list.query;
  const isFiltered = Boolean(status ?? fromDate);
  return (
    <>
      <ListStates
        list={list}
        failedTitle="Your payouts did not load"
        onRetry={() => dispatch(payouts.requested(list.query))}
        skeleton="line"
        skeletonCount={6}
        empty={isFiltered ? <NoMatch allHref={allHref} /> : <NoPayouts />}
      >
        <div className={styles.bar}>
          <p className="sm muted">{pluralise(list.total, 'request')}</p>
          <CsvButton isBusy={isExporting} onPress={() => dispatch(payoutsExport.requested())} />
        </div>
        <DataTable caption="Payouts, newest first" columns={columns} rows={list.rows} rowKey={({ _id }) => _id} />
        <Pager label="Payouts" page={page} pages={Math.ceil(list.total / PAYOUTS_PER_PAGE)} getHref={getHref} />
      </ListStates>
      <Sheet
        open={isOpen && opened !== undefined}
        onClose={close}
        title={`Payout of ${formatMoney(opened?.requestTokens)}`}
        subtitle={opened && <PayoutBadge payout={opened} />}
      >
        {opened && (
          <PayoutView
            payout={opened}
            onWithdraw={(payout) => {
              close();
              onWithdraw(payout);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

const toWhere = ({ paymentAccountType, accountHint }: Payout) => describeAccount(paymentAccountType, accountHint);

function Arrival({ payout: { status, arrivesAt, paidAt, updatedAt } }: { payout: Payout }) {
  if (status === 'done') return <Day value={paidAt ?? updatedAt} />;
  if (!arrivesAt || status === 'rejected') return '—';
  return (
    <>
      by <Day value={arrivesAt} />
    </>
  );
}

/** @param tellsFees false if the backend sends no fees, which hides those columns. */
const makeColumns = (onOpen: (id: string) => void, tellsFees: boolean): DataColumn<Payout>[] => [
  {
    key: 'requested',
    header: 'Requested',
    renderCell: (payout) => (
      <>
        <button type="button" className="link" onClick={() => onOpen(payout._id)}>
          <Day value={payout.createdAt} />
          <span className="sr">, {formatMoney(payout.requestTokens)}: see its steps</span>
        </button>
        <Under>
          <PayoutBadge payout={payout} />
          <span className="block">{toWhere(payout)}</span>
          {payout.status !== 'rejected' && (payout.arrivesAt || payout.status === 'done') && (
            <span className="block">
              {payout.status === 'done' ? 'sent ' : 'there '}
              <Arrival payout={payout} />
            </span>
          )}
        </Under>
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    wideOnly: true,
    nowrap: true,
    renderCell: (payout) => <PayoutBadge payout={payout} />,
  },
  { key: 'to', header: 'To', wideOnly: true, renderCell: toWhere },
  {
    key: 'when',
    header: 'Arrives',
    nowrap: true,
    wideOnly: true,
    renderCell: (payout) => <Arrival payout={payout} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    numeric: true,
    renderCell: (payout) => (
      <>
        {formatMoney(payout.requestTokens)}
        {tellsFees && payout.status !== 'rejected' && (
          <Under>
            {payout.feeTokens ? `fee ${formatMoney(-payout.feeTokens)}` : 'no fee'}
            <span className="block strong">{formatMoney(getNet(payout))}</span>
          </Under>
        )}
      </>
    ),
  },
  ...(tellsFees
    ? [
        {
          key: 'fee',
          header: 'Fee',
          numeric: true,
          wideOnly: true,
          // A rejected or withdrawn request costs no fee.
          renderCell: ({ status, feeTokens }: Payout) =>
            formatMoney(status === 'rejected' ? 0 : feeTokens && -feeTokens),
        },
        {
          key: 'net',
          header: 'You get',
          numeric: true,
          wideOnly: true,
          renderCell: (payout: Payout) => (
            <span className="strong">{formatMoney(payout.status === 'rejected' ? 0 : getNet(payout))}</span>
          ),
        },
      ]
    : []),
];

const NoMatch = ({ allHref }: { allHref: string }) => (
  <EmptyState
    icon={SearchX}
    title="No payouts match"
    text="Choose another status or other days, or take the filters off."
    action={<Button href={allHref}>Show all payouts</Button>}
  />
);

function NoPayouts() {
  const accounts = useAppSelector(selectAccounts);
  const terms = useAppSelector(selectEarningTerms);
  const { sums } = useAppSelector(selectOverview);
  const wait = terms?.holdingDays ? ` ${pluralise(terms.holdingDays, 'day')} after each sale` : ' soon after each sale';
  const hasEarned = (sums?.totalEarnedTokens ?? 0) > 0;
  return (
    <EmptyState
      icon={Landmark}
      title="No payouts yet"
      text={`What you earn becomes available${wait}. Request it here, and we send it to your bank or PayPal.`}
      action={
        accounts.length === 0 ? (
          <Button href={paths.creator.banking}>Add where your money goes</Button>
        ) : hasEarned ? (
          <Button href={paths.creator.earnings}>See your earnings</Button>
        ) : (
          <Button href={paths.creator.createPost}>Write a post</Button>
        )
      }
    />
  );
}
