import { Badge } from '@/components/basic/badge';
import { Panel } from '@/components/layout/panel';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { TitleCell, whenColumn } from '@/components/list/title-cell';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectAskedRefunds } from '../refund-feature';
import { getStateWords, type RefundRequest } from '../refund-words';

const columns: DataColumn<RefundRequest>[] = [
  {
    key: 'what',
    header: 'Paid for',
    renderCell: (row) => (
      <TitleCell
        title={row.title}
        href={paths.receipt(row.saleId)}
        who={row.performerInfo?.name ?? undefined}
        at={row.createdAt}
      />
    ),
  },
  { key: 'creator', header: 'Creator', wideOnly: true, renderCell: ({ performerInfo }) => performerInfo?.name ?? '' },
  whenColumn,
  {
    key: 'state',
    header: 'Status',
    nowrap: true,
    renderCell: ({ state }) => {
      const { text, tone } = getStateWords(state, 'fan');
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  { key: 'sum', header: 'Amount', numeric: true, renderCell: ({ amount }) => formatMoney(amount) },
];

export function AskedRefunds() {
  const requests = useAppSelector(selectAskedRefunds);
  if (requests.length === 0) return null;
  return (
    <Panel title="Refund requests" className="stack">
      <DataTable
        caption="Refunds you asked for"
        columns={columns}
        rows={requests}
        rowKey={({ _id }: RefundRequest) => _id}
      />
    </Panel>
  );
}
