import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '@/services/api-error';
import { saveFrom, saveTextFile } from '@/services/save-file';
import { performerTipped } from '@/store/intents';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { ChargeTable } from './components/charge-table';
import { ExportButton } from './components/export-button';
import { StatementTable } from './components/statement-table';
import { TransactionTable } from './components/transaction-table';
import { WalletBalance, WalletLines } from './components/wallet';
import { ReceiptSheet } from './components/receipt-sheet';
import { charges, paymentFeature, lines as lineList, transactions } from './payment-feature';
import { receiptFeature, receiptRequested } from './receipt-feature';

vi.mock('@/services/save-file', () => ({ saveFrom: vi.fn(), saveTextFile: vi.fn() }));
const savedFile = () => vi.mocked(saveTextFile).mock.lastCall;
beforeEach(() => vi.mocked(saveTextFile).mockClear());

const noor = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor' };
const charge = {
  _id: 'b0000000000000000a11ce01',
  createdAt: '2026-11-20T10:00:00.000Z',
  target: 'feed',
  targetId: 'c00000000000000000000001',
  performerId: noor._id,
  performerInfo: noor,
  type: 'feed',
  products: [{ name: 'Kiln, "Thursday"' }],
  totalPrice: 5,
  status: 'refunded',
};
const line = (over: object) => ({ createdAt: '2026-11-20T10:00:00.000Z', ...over });
const lines = [
  line({ _id: 'l3', kind: 'refund', amount: 5, balanceAfter: 20, charge }),
  line({ _id: 'l2', kind: 'charge', amount: -5, balanceAfter: 15, charge }),
  line({ _id: 'l1', kind: 'top_up', amount: 20, balanceAfter: 20, transactionId: 'd00000000000000012345678' }),
];
const payment = {
  _id: 'd00000000000000012345678',
  createdAt: '2026-11-19T10:00:00.000Z',
  type: 'token_package',
  status: 'success',
  originalPrice: 20,
  totalPrice: 16,
  couponInfo: { code: 'WELCOME20' },
  card: { brand: 'Visa', last4Digits: '4242' },
};
const noStatement = () => {
  throw new ApiError(404, { statusCode: 404, message: 'Cannot GET /wallet/statement', error: 'Not Found' });
};
const href = () => '/somewhere';

async function show(ui: React.ReactElement, answers: Answers, action = lineList.requested({ limit: 10 }) as object) {
  const page = renderWithStore(ui, { features: [paymentFeature], user: {}, answers });
  await act(async () => {
    page.store.dispatch(action as never);
    await settle();
  });
  return page;
}

describe('the lines of the wallet’s statement', () => {
  const answers = { listWalletLines: () => ({ data: lines, total: 3 }) };

  it('show title, link, amount and balance, and the refund of a charge', async () => {
    await show(<WalletLines />, answers);
    const shown = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(shown[0]).toMatch(/^Refunded: Kiln, "Thursday"Noor Adeyemi · .*\+\$5\.00\$20\.00 left$/);
    expect(shown[1]).toMatch(/^Kiln, "Thursday".* · refunded−\$5\.00\$15\.00 left$/);
    expect(shown[2]).toMatch(/^Wallet top-up.*\+\$20\.00\$20\.00 left$/);
    expect(screen.getByRole('link', { name: 'Wallet top-up' })).toHaveAttribute(
      'href',
      '/payment/receipt/d00000000000000012345678',
    );
    expect(screen.getByRole('link', { name: 'Kiln, "Thursday"' })).toHaveAttribute('href', `/post/${charge.targetId}`);
  });

  it('link to their receipts', async () => {
    await show(<StatementTable page={1} getHref={href} isFiltered={false} />, answers);
    const links = screen.getAllByRole('link', { name: /^Receipt: / });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/payment/receipt/${charge._id}`,
      `/payment/receipt/${charge._id}`,
      '/payment/receipt/d00000000000000012345678',
    ]);
  });

  it('are updated after a purchase', async () => {
    const { calls, store } = await show(<WalletLines />, answers);
    await act(async () => {
      store.dispatch(performerTipped({ performerId: noor._id, price: 5 }));
      await settle();
    });
    expect(calls.map(({ input }) => input.query)).toEqual([
      { limit: 10, offset: 0 },
      { limit: 10, offset: 0 },
    ]);
  });

  it('show an unknown status in general words', async () => {
    const held = (row: object) => ({ data: [{ ...row, status: 'on_hold' }], total: 1 });
    await show(
      <TransactionTable page={1} getHref={href} isFiltered={false} />,
      { searchTransactions: () => held(payment) },
      transactions.requested({}),
    );
    expect(screen.getByRole('table')).toHaveTextContent('Unknown');
    await show(<StatementTable page={1} getHref={href} isFiltered={false} />, {
      listWalletLines: noStatement,
      listCharges: () => held(charge),
      searchTransactions: () => ({ data: [], total: 0 }),
    });
    expect(screen.getAllByRole('table')[1]).toHaveTextContent('Kiln');
  });

  it('are merged from charges and top-ups if the backend has no statement', async () => {
    const { calls } = await show(<StatementTable page={1} getHref={href} isFiltered={false} />, {
      listWalletLines: noStatement,
      listCharges: () => ({ data: [{ ...charge, status: 'success' }], total: 1 }),
      searchTransactions: () => ({ data: [payment], total: 1 }),
    });
    expect(screen.queryByRole('link', { name: /^Receipt/ })).toBeNull();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'What',
      'Creator',
      'When',
      'Status',
      'Amount',
    ]);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('−$5.00'),
      expect.stringContaining('+$20.00'),
    ]);
    expect(calls.find(({ name }) => name === 'searchTransactions')?.input.query).toMatchObject({
      target: 'token_package',
      status: 'success',
    });
  });

  describe('without a statement', () => {
    const perList = 230;
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString();
    const numbered = (row: object, prefix: string, shift: number) =>
      Array.from({ length: perList }, (_, index) => ({
        ...row,
        _id: `${prefix}${index}`,
        status: 'success',
        createdAt: at(2 * (perList - index) + shift),
      }));
    const books = { charges: numbered(charge, 'charge', 1), topUps: numbered(payment, 'top', 0) };
    /** Like the backend, sends at most 200 rows per page. */
    const getPage = (rows: object[], { offset = 0, limit = 10 }: { offset?: number; limit?: number } = {}) => ({
      data: rows.slice(offset, offset + Math.min(limit, 200)),
      total: rows.length,
    });
    const answers: Answers = {
      listWalletLines: noStatement,
      listCharges: ({ query }) => getPage(books.charges, query),
      searchTransactions: ({ query }) => getPage(books.topUps, query),
    };
    const inOrder = books.charges.flatMap(({ _id }, index) => [_id, books.topUps[index]?._id]);

    it.each([0, 10, 400, 450])('are the right ten from offset %d on, from both lists by time', async (offset) => {
      const { store } = await show(<div />, answers, lineList.requested({ limit: 10, offset }));
      const { rows, total } = store.getState().payment.lines;
      expect(rows.map(({ _id }: { _id: string }) => _id)).toEqual(inOrder.slice(offset, offset + 10));
      expect(total).toBe(2 * perList);
    });

    it('are read from one list if only one direction is shown', async () => {
      const { store, calls } = await show(
        <div />,
        answers,
        lineList.requested({ limit: 10, direction: 'out', offset: 220 }),
      );
      const { rows, total } = store.getState().payment.lines;
      expect(rows.map(({ _id }: { _id: string }) => _id)).toEqual(books.charges.slice(220).map(({ _id }) => _id));
      expect(total).toBe(perList);
      expect(calls.some(({ name }) => name === 'searchTransactions')).toBe(false);
    });

    it('are exported by reading each list only once', async () => {
      const { calls } = await show(<ExportButton what="lines" />, answers, lineList.requested({ limit: 10 }));
      const before = calls.length;
      fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
      await act(settle);
      const [, text = ''] = savedFile() ?? [];
      expect(text.trim().split('\r\n')).toHaveLength(2 * perList + 1);
      const asked = calls.slice(before).filter(({ name }) => name !== 'listWalletLines');
      expect(asked.map(({ name, input }) => [name, input.query?.['offset']])).toEqual([
        ['listCharges', 0],
        ['searchTransactions', 0],
        ['listCharges', 200],
        ['searchTransactions', 200],
      ]);
    });
  });

  it('have an empty state, one for a filter without results, and an error state', async () => {
    const none = { listWalletLines: () => ({ data: [], total: 0 }) };
    await show(<StatementTable page={1} getHref={href} isFiltered={false} />, none);
    expect(screen.getByRole('link', { name: 'Find creators' })).toBeInTheDocument();
    await show(<StatementTable page={1} getHref={href} isFiltered />, none);
    expect(screen.getByText('Nothing matches these filters')).toBeInTheDocument();
    const { calls } = await show(<WalletLines />, {
      listWalletLines: () => {
        throw new ApiError(500, {});
      },
    });
    fireEvent.click(screen.getByRole('button', { name: /again|retry/i }));
    await act(settle);
    expect(calls).toHaveLength(2);
  });
});

describe('a payment by card', () => {
  const showOne = async (status: string, extensions?: readonly string[]) => {
    const page = renderWithStore(<TransactionTable page={1} getHref={href} isFiltered={false} />, {
      features: [paymentFeature],
      user: {},
      answers: { searchTransactions: () => ({ data: [{ ...payment, status }], total: 1 }) },
      ...(extensions && { extensions }),
    });
    await act(async () => {
      page.store.dispatch(transactions.requested({}));
      await settle();
    });
    return screen.getByRole('link', { name: 'Wallet top-up' }).getAttribute('href');
  };

  it.each([
    ['its receipt', 'success', ['getReceipt'], '/payment/receipt/d00000000000000012345678'],
    ['its receipt once refunded', 'refunded', ['getReceipt'], '/payment/receipt/d00000000000000012345678'],
    ['its result page', 'fail', ['getReceipt'], '/payment/cancel?transactionId=12345678'],
    ['its result page on a compatible backend', 'success', ['tipNotes'], '/payment/success?transactionId=12345678'],
  ])('links to %s', async (_what, status, extensions, path) => {
    expect(await showOne(status, extensions)).toBe(path);
  });

  it.each([
    ['partly', 3.86, 'Partly refunded', '$16.00−$3.86 on 28 November'],
    ['in full', 16, 'Refunded', '$16.00−$16.00 on 28 November'],
  ])('shows that it was refunded %s', async (_what, amount, state, sum) => {
    const refunded = { amount, at: '2026-11-28T10:00:00.000Z' };
    await show(
      <TransactionTable page={1} getHref={href} isFiltered={false} />,
      { searchTransactions: () => ({ data: [{ ...payment, refunded }], total: 1 }) },
      transactions.requested({}),
    );
    const row = screen.getAllByRole('row')[1];
    expect(row).toHaveTextContent(state);
    expect(row?.lastChild).toHaveTextContent(sum);
    expect(screen.queryByText('Paid')).toBeNull();
  });
});

describe('the receipts of purchases', () => {
  const open = async (extensions?: readonly string[]) => {
    const page = renderWithStore(<ChargeTable page={1} getHref={href} />, {
      features: [paymentFeature],
      user: {},
      answers: { listCharges: () => ({ data: [{ ...charge, taxAmount: 0.51 }], total: 1 }) },
      ...(extensions && { extensions }),
    });
    await act(async () => {
      page.store.dispatch(charges.requested({}));
      await settle();
    });
    return screen.getByRole('link', { name: 'Kiln, "Thursday"' }).getAttribute('href');
  };

  it('are linked, with the amount paid and a refund', async () => {
    expect(await open()).toBe(`/payment/receipt/${charge._id}`);
    const row = screen.getAllByRole('row')[1];
    expect(row).toHaveTextContent('Refunded');
    expect(row?.lastChild).toHaveTextContent('$5.51');
    expect(screen.getByRole('table')).toHaveAccessibleName('What you paid for, from your wallet or by card');
  });

  it('are replaced by links to the items on a compatible backend', async () => {
    expect(await open(['tipNotes'])).toBe(`/post/${charge.targetId}`);
  });
});

describe('the CSV file', () => {
  it('has every line of the filtered statement, from all pages', async () => {
    const { calls } = await show(
      <ExportButton what="lines" />,
      {
        listWalletLines: ({ query }) => ({
          data: query?.['limit'] === 200 ? lines.slice(Number(query['offset']), Number(query['offset']) + 2) : lines,
          total: 3,
        }),
      },
      lineList.requested({ limit: 10, offset: 10, direction: 'in', fromDate: '2026-11-01', toDate: '2026-11-21' }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await act(settle);
    expect(calls.slice(1).map(({ input }) => input.query)).toMatchObject([
      { offset: 0, limit: 200, direction: 'in', fromDate: '2026-11-01' },
      { offset: 2, limit: 200, direction: 'in' },
    ]);
    const [name, text] = savedFile() ?? [];
    expect(name).toBe('wallet_2026-11-01_2026-11-21.csv');
    expect(text?.split('\r\n')).toEqual([
      'Date,What,Creator,Status,Amount,Balance after,Reference',
      '2026-11-20T10:00:00.000Z,"Refunded: Kiln, ""Thursday""",Noor Adeyemi,Refunded,5.00,20.00,0a11ce01',
      '2026-11-20T10:00:00.000Z,"Kiln, ""Thursday""",Noor Adeyemi,Refunded,-5.00,15.00,0a11ce01',
      '2026-11-20T10:00:00.000Z,Wallet top-up,,Received,20.00,20.00,12345678',
      '',
    ]);
  });

  it('has all card payments, or an error is shown if they do not load', async () => {
    let isDown = false;
    const { store } = await show(
      <>
        <TransactionTable page={1} getHref={href} isFiltered={false} />
        <ExportButton what="transactions" />
      </>,
      {
        searchTransactions: () => {
          if (isDown) throw new ApiError(500, { message: 'Down for a moment.' });
          return { data: [payment], total: 1 };
        },
      },
      transactions.requested({}),
    );
    expect(screen.getByText('Visa 4242')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await act(settle);
    expect(savedFile()?.[1]).toContain(
      '2026-11-19T10:00:00.000Z,Wallet top-up,Paid,Visa 4242,20.00,WELCOME20,,16.00,,12345678',
    );
    isDown = true;
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await act(settle);
    expect(store.getState().ui.toasts[0]?.text).toBe('Down for a moment.');
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
  });
});

describe('a receipt', () => {
  const receipt = {
    _id: charge._id,
    number: '0A11CE01',
    kind: 'feed',
    status: 'success',
    title: 'Kiln, "Thursday"',
    summary: '',
    price: 8,
    discount: 2,
    taxAmount: 0.5,
    totalPrice: 6.5,
    paidWith: { kind: 'card', brand: 'Visa', last4Digits: '4242' },
    payer: { name: 'Robin Vale', email: 'robin@example.test' },
    performer: noor,
    nextRecurringDate: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  };
  async function open(answers: Answers, extensions?: readonly string[]) {
    const options = { features: [receiptFeature], user: {}, answers, ...(extensions && { extensions }) };
    const page = renderWithStore(<ReceiptSheet />, options);
    await act(async () => {
      page.store.dispatch(receiptRequested(charge._id));
      await settle();
    });
    return page;
  }

  it('shows seller, payer, date, payment method and amounts, and can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await open({ getReceipt: () => receipt });
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(Object.fromEntries(facts)).toEqual({
      Number: '0A11CE01',
      Date: expect.stringContaining('2026') as string,
      'Paid by': 'Robin Vale, robin@example.test',
      'Paid with': 'Visa ending 4242',
      Price: '$8.00',
      Discount: '−$2.00',
      Tax: '$0.50',
      Total: '$6.50',
    });
    expect(screen.getByRole('link', { name: 'Noor Adeyemi' })).toHaveAttribute('href', '/noor');
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('shows the refund and its date', async () => {
    const refunded = { amount: 3.86, at: '2026-11-28T10:00:00.000Z' };
    await open({ getReceipt: () => ({ ...receipt, creditNoteNumber: '2026-R000007', refunded }) });
    expect(screen.getByText('Partly refunded')).toBeVisible();
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(Object.fromEntries(facts)).toMatchObject({
      'Credit note': '2026-R000007',
      'Refunded on': expect.stringContaining('28 November 2026') as string,
      Total: '$6.50',
      Refunded: '−$3.86',
    });
  });

  it('links to the order if products were bought', async () => {
    await open({ getReceipt: () => ({ ...receipt, kind: 'product', orderId: charge._id }) });
    expect(screen.getByRole('link', { name: 'View the order' })).toHaveAttribute('href', `/user/orders/${charge._id}`);
  });

  it('can be downloaded as a PDF with its tax rate, or only printed on other backends', async () => {
    const refunded = {
      ...receipt,
      number: '2026-000123',
      creditNoteNumber: '2026-R000007',
      taxRate: 0.0825,
      status: 'refunded',
    };
    const url = 'https://api.test/papers/receipt/me/1.pdf?e=1&s=2';
    const { calls, unmount } = await open({ getReceipt: () => refunded, getReceiptFile: () => ({ url }) });
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(Object.fromEntries(facts)).toMatchObject({
      Number: '2026-000123',
      'Credit note': '2026-R000007',
      'Tax (8.25%)': '$0.50',
    });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Download PDF' }));
      await settle();
    });
    expect(calls.at(-1)).toMatchObject({ name: 'getReceiptFile', input: { params: { id: charge._id } } });
    expect(saveFrom).toHaveBeenCalledWith(url);
    unmount();
    await open({ getReceipt: () => receipt }, ['getReceipt']);
    expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible();
  });

  it('is shown as missing to another account, and can be requested again after a failure', async () => {
    const missing = new ApiError(404, { statusCode: 404, message: 'Not found', error: 'ENTITY_NOT_FOUND' });
    const { unmount } = await open({
      getReceipt: () => {
        throw missing;
      },
    });
    expect(screen.getByRole('heading', { name: 'Receipt not found' })).toBeVisible();
    unmount();
    let asked = 0;
    await open({
      getReceipt: () => {
        asked += 1;
        if (asked === 1) throw new ApiError(500, { statusCode: 500, message: 'No', error: 'INTERNAL' });
        return receipt;
      },
    });
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: /try again/i }));
      await settle();
    });
    expect(screen.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  });
});

it.each([
  ['shows and orders if the site has them', [], 'Use it for posts, messages, shows, orders and tips.'],
  ['neither if the site has none', ['tipNotes'], 'Use it for posts, messages and tips.'],
])('the wallet page mentions %s', (_what, extensions, text) => {
  renderWithStore(<WalletBalance />, { features: [paymentFeature], user: {}, extensions });
  expect(screen.getByText(new RegExp(text.replaceAll('.', '\\.')))).toBeVisible();
});
