import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { consolePayoutFeature, type ConsolePayout } from '@/features/operations/payout/payout-feature';
import { saveTextFile } from '@/services/save-file';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { PayoutsScreen } from './payouts-screen';
import { loadPayouts, payoutsHref, readPayoutFilter } from './payouts-query';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

vi.mock('@/services/save-file', () => ({ saveTextFile: vi.fn() }));

const sums = {
  pending: { count: 2, amount: 160, net: 157 },
  approved: { count: 1, amount: 50, net: 48.5 },
  reserved: 210,
  paidOut: 900,
  hasSepa: false,
  bankFile: { fresh: { count: 1, amount: 50, net: 48.5 }, repeated: { count: 0, amount: 0, net: 0 }, lastAt: null },
};

const names = (isNameEqual: boolean | null): ConsolePayout['checks'] => ({
  isFirst: true,
  pausedUntil: null,
  isNameEqual,
  holder: 'Noor Adeyemi',
  fullName: isNameEqual === null ? '' : isNameEqual ? 'Noor Adeyemi' : 'Leo Brandt',
  isVerified: true,
});

function payout(id: string, overrides: Partial<ConsolePayout> = {}): ConsolePayout {
  return {
    _id: id,
    performerId: 'p1',
    name: 'Noor Adeyemi',
    username: 'noor',
    amount: 80,
    fee: 1.5,
    net: 78.5,
    accountType: 'banking',
    accountHint: '5678',
    status: 'pending',
    reasonCode: null,
    reason: '',
    note: '',
    reference: '',
    checks: names(true),
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    decidedAt: null,
    bankFileAt: null,
    paidAt: null,
    ...overrides,
  };
}

async function show(answers: Answers, query: Record<string, string> = {}) {
  const rendered = renderWithStore(<PayoutsScreen />, {
    features: [actFeature, consolePayoutFeature, listExportFeature],
    user: { roles: ['user', 'admin', 'accountant'] },
    answers: { sumPayouts: () => sums, ...answers },
    query,
  });
  await act(async () => {
    for (const action of loadPayouts({ query })) rendered.store.dispatch(action);
    await settle();
  });
  return rendered;
}

const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
    await settle();
  });

const findDialog = async () => within(await screen.findByRole('dialog'));

describe('the payouts of the console', () => {
  it('approves the selected payouts with the sums before and after', async () => {
    const rows = [
      payout('a'),
      payout('b', { name: 'Leo Brandt' }),
      payout('c', { checks: { ...names(false), isFirst: false, pausedUntil: '2026-11-22T10:00:00.000Z' } }),
    ];
    const { calls, container } = await show({
      searchPayouts: () => ({ data: rows, total: 3 }),
      approvePayouts: () => ({ success: true }),
    });
    const boxes = [...container.querySelectorAll('input[type="checkbox"]')];
    expect(boxes.at(-1)).toBeDisabled();
    fireEvent.click(boxes[0]!);
    fireEvent.click(screen.getByText('Approve 2 payouts'));
    const dialog = await findDialog();
    expect(dialog.getByText(/^Creators will be paid/).textContent).toBe(
      'Creators will be paid $157.00 in all, and the site keeps a fee of $3.00. Nothing is sent to the bank yet: the payouts move to “To pay”. Each creator gets an email.',
    );
    const readRow = (name: string) => dialog.getByText(name).closest('tr')?.textContent;
    expect(readRow('Waits for approval')).toBe('Waits for approval$160.00$0.00');
    expect(readRow('To pay, without fees')).toBe('To pay, without fees$48.50$205.50');
    await press(dialog.getByText('Approve $160.00'));
    const seen = [rows[0], rows[1]].map((row) => ({ id: row?._id, updatedAt: row?.updatedAt }));
    expect(calls.find(({ name }) => name === 'approvePayouts')?.input).toEqual({ body: { payouts: seen } });
    expect(calls.filter(({ name }) => name === 'searchPayouts')).toHaveLength(2);
  });

  it('keeps the other payouts selected when one is decided, and on another page, until a filter changes', async () => {
    let rows = [payout('a'), payout('b'), payout('c')];
    const { store, container } = await show({
      searchPayouts: ({ query }) =>
        query?.['offset'] === 0 ? { data: rows, total: 53 } : { data: [payout('d')], total: 53 },
      rejectPayout: () => {
        rows = rows.slice(0, 2);
        return { success: true };
      },
    });
    const check = (index: number) =>
      fireEvent.click(container.querySelectorAll('tbody input[type="checkbox"]')[index]!);
    const load = (page: string) =>
      act(async () => {
        for (const action of loadPayouts({ query: { page } })) store.dispatch(action);
        await settle();
      });
    for (const index of [0, 1, 2]) check(index);
    await press(screen.getAllByText('Reject')[2]!);
    const dialog = await findDialog();
    fireEvent.change(dialog.getByLabelText('Noor Adeyemi reads'), { target: { value: 'Wrong holder' } });
    await press(dialog.getByText('Reject $80.00'));
    expect(screen.getByText('Approve 2 payouts')).toBeInTheDocument();

    fireEvent.click(screen.getByRole('listitem', { name: '2' }));
    await load('2');
    check(0);
    expect(screen.getByText('Approve 1 payout')).toBeInTheDocument();
    await load('1');
    expect(screen.getByText('Approve 2 payouts')).toBeInTheDocument();

    fireEvent.click(screen.getByRole('tab', { name: /^To pay/ }));
    expect(screen.queryByText(/^Approve \d/)).not.toBeInTheDocument();
  });

  it('shows the names to compare, if the server could not', async () => {
    await show({ searchPayouts: () => ({ data: [payout('a', { checks: names(null) })], total: 1 }) });
    expect(screen.getByText('Compare the name')).toBeInTheDocument();
    expect(screen.getByText(/^The bank account belongs to/).textContent).toBe(
      'The bank account belongs to Noor Adeyemi; the creator gave no full name. ',
    );
  });

  it('names the creator when one payout is approved', async () => {
    await show({ searchPayouts: () => ({ data: [payout('a', { amount: 60, fee: 0, net: 60 })], total: 1 }) });
    fireEvent.click(screen.getByText('Approve'));
    const dialog = await findDialog();
    expect(dialog.getByText(/will be paid/).textContent).toBe(
      'Noor Adeyemi will be paid $60.00. Nothing is sent to the bank yet: the payout moves to “To pay”. They get an email.',
    );
  });

  it('leaves payouts of an earlier bank file out of the next one, unless the operator includes them', async () => {
    const repeated = { count: 2, amount: 60, net: 58.5 };
    const lastAt = '2026-11-20T22:33:00.000Z';
    const bankFile = { ...sums.bankFile, repeated, lastAt };
    const { calls } = await show({
      searchPayouts: () => ({ data: [], total: 0 }),
      sumPayouts: () => ({ ...sums, bankFile }),
      makeBankFile: () => ({ format: 'csv', content: 'id', count: 1, total: 48.5, leftOutIds: [] }),
    });
    const download = async (isAgain: boolean) => {
      fireEvent.click(screen.getByText('Bank file'));
      const dialog = await findDialog();
      expect(dialog.getByText('New in this file: 1 payout, $48.50.')).toBeInTheDocument();
      expect(dialog.getByText(/^Left out/).textContent).toContain('2 payouts, $58.50');
      if (isAgain) fireEvent.click(dialog.getByRole('checkbox'));
      await press(dialog.getByText('Download bank file'));
    };
    await download(false);
    await download(true);
    const bodies = calls.filter(({ name }) => name === 'makeBankFile').map(({ input }) => input);
    expect(bodies).toEqual([
      { body: { format: 'csv', isRepeated: false } },
      { body: { format: 'csv', isRepeated: true } },
    ]);
  });

  it('warns before all payouts are put into a second file', async () => {
    const bankFile = {
      fresh: { count: 0, amount: 0, net: 0 },
      repeated: sums.approved,
      lastAt: '2026-11-20T22:33:00.000Z',
    };
    const { calls } = await show({
      searchPayouts: () => ({ data: [], total: 0 }),
      sumPayouts: () => ({ ...sums, bankFile }),
      makeBankFile: () => ({ format: 'csv', content: 'id', count: 1, total: 48.5, leftOutIds: [] }),
    });
    fireEvent.click(screen.getByText('Bank file'));
    const dialog = await findDialog();
    expect(dialog.getByText(/^Already downloaded/).textContent).toContain('pays the same creators twice');
    await press(dialog.getByText('Download bank file again'));
    expect(calls.find(({ name }) => name === 'makeBankFile')?.input).toEqual({
      body: { format: 'csv', isRepeated: true },
    });
  });

  it('downloads the list with its filters, without its page', async () => {
    const query = { status: 'done', q: 'noor', page: '2' };
    const { calls } = await show(
      {
        searchPayouts: () => ({ data: [payout('a', { status: 'done' })], total: 51 }),
        exportPayouts: (input) =>
          JSON.stringify(input).includes('after')
            ? { content: 'b\r\n', count: 1, total: 51, next: null }
            : { content: 'id\r\na\r\n', count: 50, total: 51, next: 'a-row' },
      },
      query,
    );
    await press(screen.getByText('Download CSV'));
    const dialog = await findDialog();
    expect(dialog.getByText(/^51 rows/)).toBeInTheDocument();
    await press(dialog.getByText('Download'));
    const filter = { status: 'done', q: 'noor' };
    expect(calls.filter(({ name }) => name === 'exportPayouts').map(({ input }) => input)).toEqual([
      { body: filter },
      { body: { ...filter, after: 'a-row' } },
    ]);
    const name = expect.stringMatching(/^payouts_[\d-]{10}\.csv$/);
    expect(saveTextFile).toHaveBeenCalledWith(name, 'id\r\na\r\nb\r\n', 'text/csv');
  });

  it('keeps the reason when a rejection fails', async () => {
    await show({
      searchPayouts: () => ({ data: [payout('a')], total: 1 }),
      rejectPayout: () => {
        throw new ApiError(403, { message: 'This payout can no longer be changed.' });
      },
    });
    fireEvent.click(await screen.findByText('Reject'));
    const dialog = await findDialog();
    await press(dialog.getByText('Reject $80.00'));
    expect(await dialog.findByText('Please say why.')).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText('Noor Adeyemi reads'), { target: { value: 'Wrong holder' } });
    await press(dialog.getByText('Reject $80.00'));
    expect(await dialog.findByText('This payout can no longer be changed.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Noor Adeyemi reads')).toHaveValue('Wrong holder');
  });

  it('offers another try if the list does not load', async () => {
    let tries = 0;
    await show({
      searchPayouts: () => {
        tries += 1;
        if (tries === 1) throw new ApiError(500, { message: 'The server is away.' });
        return { data: [], total: 0 };
      },
    });
    await press(await screen.findByText('Try again'));
    expect(await screen.findByText('No payout waits for approval.')).toBeInTheDocument();
  });

  it('reads its filters from the address and writes them there', () => {
    const query = { status: 'done', q: 'mira', type: 'banking', from: '2026-11-01', to: '2026-11-21' };
    expect(payoutsHref(readPayoutFilter(query), 2)).toBe(
      '/admin/payouts?status=done&q=mira&type=banking&from=2026-11-01&to=2026-11-21&page=2',
    );
    expect(payoutsHref(readPayoutFilter({ status: 'nonsense' }))).toBe('/admin/payouts');
  });
});
