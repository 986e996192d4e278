import { useRouter } from 'next/router';
import { Button, Dropdown, Space } from 'antd';
import { useState, type Key } from 'react';
import {
  ConsoleFilters,
  DaysFilter,
  SearchFilter,
  SelectFilter,
  StatusTabs,
} from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import {
  consolePayouts,
  PAYOUTS_PER_PAGE,
  payoutSums,
  type BankFileFormat,
  type ConsolePayout,
} from '@/features/operations/payout/payout-feature';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { BankFileDialog } from './bank-file-dialog';
import { ExportButton } from './export-button';
import { payoutColumns } from './payout-columns';
import { listRows, PayoutDialog, type PayoutAct } from './payout-dialogs';
import { accountTypes, payoutsHref, payoutTabs, readPayoutFilter, type PayoutFilter } from './payouts-query';
import styles from './payouts-screen.module.css';
import { PagedTable } from './paged-table';

const empty: Record<PayoutFilter['status'], string> = {
  pending: 'No payout waits for approval.',
  approved: 'No approved payout waits to be paid.',
  done: 'No payout was paid yet.',
  rejected: 'Payouts that were rejected, withdrawn or returned would be here.',
  all: 'Creators have not asked for a payout yet.',
};

const isSelectable = ({ checks }: ConsolePayout) => checks.pausedUntil === null;

/** Payouts of all creators: operators approve them, pay them, and say what became of them. */
export function PayoutsScreen() {
  const router = useRouter();
  const filter = readPayoutFilter(router.query);
  const sums = useAppSelector(payoutSums.select).data;
  const counts: Partial<Record<PayoutFilter['status'], number>> = {
    pending: sums?.pending.count,
    approved: sums?.approved.count,
  };
  const { rows, query, total } = useAppSelector(consolePayouts.select);
  const [keys, setKeys] = useState<Key[]>([]);
  const [act, setAct] = useState<PayoutAct | null>(null);
  const [format, setFormat] = useState<BankFileFormat | null>(null);
  const selected = rows.filter((row) => row.status === 'pending' && isSelectable(row) && keys.includes(row._id));
  const open = (next: PayoutFilter, page?: number) =>
    void router.push(payoutsHref(next, page), undefined, { scroll: false });
  const change = (part: Partial<PayoutFilter>) => {
    setKeys([]);
    open({ ...filter, ...part });
  };
  const unselectDone = () => {
    const done = act ? listRows(act).map(({ _id }) => _id) : [];
    setKeys((before) => before.filter((key) => !done.includes(String(key))));
  };
  const isFiltered = filter.q !== '' || filter.type !== null || filter.from !== '';
  return (
    <>
      <PageTitle title="Payouts" />
      <ConsolePage
        title="Payouts"
        note={<Sums />}
        actions={
          <>
            <ExportButton call="exportPayouts" list={{ query, total }} />
            <BankFileButton onPick={setFormat} />
          </>
        }
      >
        <StatusTabs
          value={filter.status}
          options={payoutTabs.map((tab) => ({ ...tab, count: counts[tab.value] }))}
          onChange={(status) => change({ status })}
        />
        <Filters filter={filter} onChange={change} />
        {selected.length > 0 && (
          <div className={styles.selected}>
            <span>
              <b>
                {selected.length} selected, {formatMoney(add(selected, 'amount'))}.
              </b>{' '}
              Fees {formatMoney(add(selected, 'fee'))}, paid out {formatMoney(add(selected, 'net'))}.
            </span>
            <Button type="primary" onClick={() => setAct({ kind: 'approve', rows: selected })}>
              Approve {pluralise(selected.length, 'payout')}
            </Button>
          </div>
        )}
        <PagedTable
          list={consolePayouts}
          label="Payouts"
          columns={payoutColumns(filter.status, setAct)}
          pageSize={PAYOUTS_PER_PAGE}
          onPage={(page) => open(filter, page)}
          empty={isFiltered ? 'No payout fits these filters.' : empty[filter.status]}
          selection={filter.status === 'pending' ? { keys, onChange: setKeys, isSelectable } : undefined}
        />
        <BankFileDialog format={format} onClose={() => setFormat(null)} />
        <PayoutDialog act={act} onClose={() => setAct(null)} onDone={unselectDone} />
      </ConsolePage>
    </>
  );
}

const add = (rows: readonly ConsolePayout[], what: 'amount' | 'fee' | 'net'): number =>
  rows.reduce((sum, row) => sum + row[what], 0);

function Sums() {
  const { data: sums } = useAppSelector(payoutSums.select);
  if (!sums) return null;
  const { pending, approved, paidOut } = sums;
  return (
    <>
      {formatMoney(pending.amount)} to approve in {pluralise(pending.count, 'payout')}, {formatMoney(approved.net)} to
      pay in {pluralise(approved.count, 'payout')}, {formatMoney(paidOut)} paid out so far.
    </>
  );
}

function BankFileButton({ onPick }: { onPick: (format: BankFileFormat) => void }) {
  const { data: sums } = useAppSelector(payoutSums.select);
  if (!sums?.hasSepa) return <Button onClick={() => onPick('csv')}>Bank file</Button>;
  return (
    <Space.Compact>
      <Button onClick={() => onPick('sepa')}>Bank file (SEPA)</Button>
      <Dropdown trigger={['click']} menu={{ items: [{ key: 'csv', label: 'As CSV' }], onClick: () => onPick('csv') }}>
        <Button aria-label="Other formats of the bank file">…</Button>
      </Dropdown>
    </Space.Compact>
  );
}

function Filters({ filter, onChange }: { filter: PayoutFilter; onChange: (part: Partial<PayoutFilter>) => void }) {
  return (
    <ConsoleFilters>
      <SearchFilter
        label="Search payouts"
        placeholder="Creator or payout id"
        value={filter.q}
        onSearch={(q) => onChange({ q })}
      />
      <SelectFilter
        label="Paid to"
        value={filter.type}
        options={accountTypes}
        onChange={(type) => onChange({ type })}
      />
      <DaysFilter from={filter.from} to={filter.to} onChange={onChange} />
    </ConsoleFilters>
  );
}
