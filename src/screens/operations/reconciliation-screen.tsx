import { useRouter } from 'next/router';
import { Alert, Button, Checkbox, DatePicker, Form, Tag } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { ConsoleFilters } from '@/components/console/console-filters';
import { FormDialog } from '@/components/console/form-dialog';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { useAct } from '@/features/operations/act/use-act';
import {
  DAYS_PER_PAGE,
  reconcileDay,
  reconciliations,
  selectCanReconcile,
  type Reconciliation,
} from '@/features/operations/ledger/ledger-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { readOnlyDifferences, reconciliationHref } from './reconciliation-query';
import { PagedTable } from './paged-table';

const columns: ConsoleColumn<Reconciliation>[] = [
  { key: 'day', title: 'Day (UTC)', render: ({ _id }) => <b className="nowrap">{_id}</b> },
  {
    key: 'outcome',
    title: 'Outcome',
    render: ({ differences }) =>
      differences.length === 0 ? (
        <Tag color="success">Ledger and gateway agree</Tag>
      ) : (
        <>
          <Tag color="error">{pluralise(differences.length, 'difference')}</Tag>
          <ul>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </>
      ),
  },
  { key: 'movements', title: 'Movements', isNumber: true, render: ({ movements }) => movements },
  { key: 'fees', title: 'Fees', isNumber: true, render: ({ fees }) => formatMoney(fees) },
  {
    key: 'checked',
    title: 'Compared',
    render: ({ checkedAt }) => formatFull(checkedAt, { timeZone: VIEWER_TIME_ZONE }),
  },
];

/** Days of the ledger beside the record of the payment gateway. */
export function ReconciliationScreen() {
  const router = useRouter();
  const canReconcile = useAppSelector(selectCanReconcile);
  const [isComparing, setIsComparing] = useState(false);
  const isOnlyDifferences = readOnlyDifferences(router.query);
  const open = (isOnly: boolean, page?: number) =>
    void router.push(reconciliationHref(isOnly, page), undefined, { scroll: false });
  return (
    <>
      <PageTitle title="Reconciliation" />
      <ConsolePage
        title="Reconciliation"
        note="Each night the ledger of the day before is compared with the record of the payment gateway."
        actions={
          <Button type="primary" disabled={!canReconcile} onClick={() => setIsComparing(true)}>
            Compare a day
          </Button>
        }
      >
        {!canReconcile && (
          <Alert type="info" showIcon title="The payment gateway of this site has no record to compare with." />
        )}
        <ConsoleFilters>
          <Checkbox checked={isOnlyDifferences} onChange={({ target }) => open(target.checked)}>
            Only days with differences
          </Checkbox>
        </ConsoleFilters>
        <PagedTable
          list={reconciliations}
          label="Compared days"
          columns={columns}
          pageSize={DAYS_PER_PAGE}
          onPage={(page) => open(isOnlyDifferences, page)}
          empty={isOnlyDifferences ? 'No compared day has differences.' : 'No day was compared yet.'}
        />
        <CompareDialog open={isComparing} onClose={() => setIsComparing(false)} />
      </ConsolePage>
    </>
  );
}

function CompareDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  return (
    <FormDialog<{ day: Dayjs }>
      open={open}
      title="Compare a day"
      okText="Compare"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      initialValues={{ day: dayjs().subtract(1, 'day') }}
      onFinish={({ day }) => act(reconcileDay(day.format('YYYY-MM-DD')))}
    >
      <Form.Item
        name="day"
        label="Day, in UTC"
        extra="Moves no money. The result replaces an earlier one of this day."
        rules={[{ required: true, message: 'Choose a day.' }]}
      >
        <DatePicker disabledDate={(day) => day.isAfter(dayjs(), 'day')} />
      </Form.Item>
    </FormDialog>
  );
}
