import { render, screen } from '@testing-library/react';
import { ConsoleTable } from './console-table';

interface Row {
  _id: string;
  name: string;
  reason: string | null;
}

const rows: Row[] = [
  { _id: '1', name: 'Ada', reason: null },
  { _id: '2', name: 'Bo', reason: 'late' },
];

it('on phones, a card has its parts in one line, and leaves out what is empty', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as never,
  );
  render(
    <ConsoleTable<Row>
      label="People"
      columns={[
        { key: 'id', title: 'Id', render: ({ _id }) => _id },
        {
          key: 'name',
          title: 'Name',
          render: ({ name }) => (
            <>
              by <b>{name}</b>
            </>
          ),
        },
        { key: 'reason', title: 'Reason', render: ({ reason }) => reason },
      ]}
      rows={rows}
      total={2}
      page={1}
      pageSize={10}
      onPage={() => undefined}
      isLoading={false}
      onRetry={() => undefined}
      empty="Nobody"
    />,
  );
  expect(screen.getByText('Ada').parentElement).toHaveTextContent(/^by Ada$/);
  expect(screen.getAllByText('Reason:')).toHaveLength(1);
  expect(screen.queryByText('Reason')).not.toBeInTheDocument();
});

it('opens the last page once the last row of the page behind it is gone', () => {
  const onPage = vi.fn();
  const table = (total: number, list: Row[], isLoading = false) => (
    <ConsoleTable<Row>
      label="Payouts"
      columns={[{ key: 'name', title: 'Name', render: ({ name }) => name }]}
      rows={list}
      total={total}
      page={2}
      pageSize={50}
      onPage={onPage}
      isLoading={isLoading}
      onRetry={() => undefined}
      empty="No payout waits for approval."
    />
  );
  const { rerender } = render(table(51, rows));
  rerender(table(50, [], true));
  expect(onPage).not.toHaveBeenCalled();
  rerender(table(50, []));
  expect(onPage.mock.calls).toEqual([[1]]);
});
