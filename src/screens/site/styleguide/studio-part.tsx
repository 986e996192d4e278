import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { BarChart } from '@/components/list/bar-chart';
import { DataTable } from '@/components/list/data-table';
import { Pager } from '@/components/list/pager';
import { Panel } from '@/components/layout/panel';
import { Stat, StatRow } from '@/components/list/stat';
import { UploadRow } from '@/components/form/upload-row';
import { formatMoney } from '@/lib/format-money';
import { Part, Sample } from './sample';
import { works } from './stand-ins';

const days = Array.from({ length: 30 }, (_, index) => ({
  label: index < 9 ? `${index + 23} Oct` : `${index - 8} Nov`,
  value: Math.round(30 + 28 * Math.sin(index * 0.9) + index * 1.4 + (index === 26 ? 30 : 0)),
}));
const payments = [
  { id: '1', day: '21 Nov', what: 'Unlocked “The keeper’s letters”', amount: '−$3.00', balance: '$24.30' },
  { id: '2', day: '20 Nov', what: 'Top-up from card ending 4242', amount: '+$25.00', balance: '$27.30' },
  { id: '3', day: '18 Nov', what: 'Tip for Callum Reid', amount: '−$5.00', balance: '$2.30' },
];
const megabyte = 1024 * 1024;

/** Figures, tables, uploads. */
export function StudioPart() {
  const [page, setPage] = useState(2);
  const nothing = () => undefined;
  return (
    <Part id="studio" title="Studio">
      <Sample name="StatRow">
        <StatRow>
          <Stat label="After commission, 30 days" value="$1,486.90" note="12 % more than before" trend="up" />
          <Stat label="Today" value="$38.25" note="4 sales" />
          <Stat label="Subscribers" value="1,204" note="41 new, 9 left" trend="up" />
          <Stat label="Renewing" value="93 %" note="1 point less" trend="down" />
        </StatRow>
      </Sample>
      <Sample name="BarChart and its table twin">
        <Panel>
          <BarChart
            summary="Earnings a day over 30 days, highest on 18 November"
            bars={days}
            format={(value) => formatMoney(value, { dropZeros: true })}
            columns={['Day', 'Earned']}
          >
            <a className="link" href="#studio">
              Download CSV
            </a>
            <span>Amounts are after the 20 % commission.</span>
          </BarChart>
        </Panel>
      </Sample>
      <Sample name="DataTable, Pager">
        <DataTable
          caption="Wallet movements"
          rows={payments}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'what',
              header: 'What',
              renderCell: (row) => (
                <a className="link" href="#studio">
                  {row.what}
                </a>
              ),
            },
            { key: 'day', header: 'Date', renderCell: (row) => row.day, nowrap: true },
            { key: 'state', header: 'State', renderCell: () => <Badge tone="success">Done</Badge>, wideOnly: true },
            { key: 'amount', header: 'Amount', renderCell: (row) => row.amount, numeric: true },
            {
              key: 'balance',
              header: 'Balance',
              renderCell: (row) => <b className="strong">{row.balance}</b>,
              numeric: true,
            },
          ]}
        />
        <div onClickCapture={(event) => event.preventDefault()}>
          <Pager page={page} pages={5} hrefOf={(to) => `#page-${to}`} label="payments" />
        </div>
        <button type="button" className="link sm" onClick={() => setPage(page === 5 ? 1 : page + 1)}>
          Another page
        </button>
      </Sample>
      <Sample name="UploadRow" narrow>
        <Panel>
          <ul>
            <UploadRow
              name="01-pencil-study.jpg"
              kind="photo"
              thumb={works.vases}
              state="ready"
              note="description added"
              onRemove={nothing}
            />
            <UploadRow
              name="stream-afternoon.mp4"
              kind="video"
              state="uploading"
              loaded={214 * megabyte}
              total={380 * megabyte}
              onRemove={nothing}
            />
            <UploadRow name="evening.mp4" kind="video" state="processing" onRemove={nothing} />
            <UploadRow name="voice.wav" kind="audio" state="waiting" onRemove={nothing} />
            <UploadRow
              name="final-scan.tiff"
              kind="file"
              state="failed"
              error="This file type is not supported. Save it as JPEG or PNG."
              onRemove={nothing}
              onRetry={nothing}
            />
          </ul>
        </Panel>
      </Sample>
    </Part>
  );
}
