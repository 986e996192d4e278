import { formatMoney } from '@/lib/format-money';
import { PlainTable } from './plain-table';

export interface Change {
  name: string;
  /** In major units. */
  before: number;
  after: number;
}

/** Sums as they are now, and as an act will leave them. */
export const BeforeAfter = ({ changes }: { changes: Change[] }) => (
  <PlainTable<Change>
    aria-label="Before and after"
    rowKey="name"
    size="small"
    pagination={false}
    dataSource={changes}
    columns={[
      { key: 'name', title: 'Amount', dataIndex: 'name' },
      { key: 'before', title: 'Now', align: 'right', className: 'num', render: (_, { before }) => formatMoney(before) },
      { key: 'after', title: 'After', align: 'right', className: 'num', render: (_, { after }) => formatMoney(after) },
    ]}
  />
);
