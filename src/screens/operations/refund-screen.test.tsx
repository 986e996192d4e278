import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import { consoleRefundFeature, type RefundDetails } from '@/features/operations/refund/refund-feature';
import { todoFeature, todos } from '@/features/operations/todo/todo-feature';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { RefundScreen } from './refund-screen';
import { RefundsScreen } from './refunds-screen';
import { loadRefund, loadRefunds, refundAddress } from './refunds-query';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const details: RefundDetails = {
  request: {
    _id: 'r1',
    saleId: 's1',
    kind: 'feed',
    title: 'Post by Noor',
    orderId: null,
    amount: 6,
    refundsTo: 'wallet',
    takes: 4.8,
    reason: 'Not as shown',
    state: 'with_operator',
    answer: '',
    decidedBy: null,
    decidedAt: null,
    answerBy: null,
    userId: 'u1',
    userInfo: null,
    performerId: 'p1',
    performerInfo: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  },
  sale: { createdAt: '2026-11-18T10:00:00.000Z', paymentId: null, isDisputed: false },
  operator: null,
  ofFan: { asked: 3, granted: 1 },
};

async function show(answers: Answers) {
  const rendered = renderWithStore(<RefundScreen />, {
    features: [actFeature, consoleRefundFeature],
    user: { roles: ['user', 'admin', 'accountant'] },
    answers,
    query: { id: 'r1' },
  });
  await act(async () => {
    for (const action of loadRefund({ query: { id: 'r1' } })) rendered.store.dispatch(action);
    await settle();
  });
  return rendered;
}

const press = (button: HTMLElement) =>
  act(async () => {
    fireEvent.click(button);
    await settle();
  });

describe('a refund request of the console', () => {
  it('is granted with its shares in sight, and shows the decision', async () => {
    let request = details.request;
    const operator = { _id: 'o1', name: 'Tess Marlow', username: 'tess' };
    const { calls } = await show({
      getRefund: () => ({ ...details, request, operator: request.decidedBy ? operator : null }),
      grantRefundAsOperator: () => {
        request = { ...request, state: 'granted', decidedBy: 'operator' };
        return { success: true };
      },
    });
    expect(screen.getByText(/3 requests so far, 1 granted/)).toBeInTheDocument();
    fireEvent.click(screen.getByText('Refund $6.00'));
    const dialog = within(await screen.findByRole('dialog'));
    const readRow = (name: string) => dialog.getByText(name).closest('tr')?.textContent;
    expect(readRow('Earned by the creator')).toBe('Earned by the creator$4.80$0.00');
    await press(dialog.getByText('Refund $6.00'));
    expect(calls.find(({ name }) => name === 'grantRefundAsOperator')?.input).toEqual({
      params: { id: 'r1' },
      body: { answer: '' },
    });
    expect(screen.getByText('Tess Marlow (@tess)')).toBeInTheDocument();
  });

  it('cannot be granted while the bank has the money', async () => {
    await show({ getRefund: () => ({ ...details, sale: { ...details.sale, isDisputed: true } }) });
    expect(screen.getByText('Refund $6.00').closest('button')).toBeDisabled();
    expect(screen.getByText(/disputes this payment/)).toBeInTheDocument();
  });

  it('offers another try if it does not load', async () => {
    let tries = 0;
    await show({
      getRefund: () => {
        tries += 1;
        if (tries === 1) throw new ApiError(500, { message: 'The server is away.' });
        return details;
      },
    });
    expect(screen.getByText('The server is away.')).toBeInTheDocument();
    await press(screen.getByText('Try again'));
    expect(screen.getByText('Not as shown')).toBeInTheDocument();
  });

  it('is counted on its tab while its creator has it', async () => {
    const oldestAt = details.request.createdAt;
    const { store } = renderWithStore(<RefundsScreen />, {
      features: [actFeature, consoleRefundFeature, todoFeature],
      user: { roles: ['user', 'admin', 'accountant'] },
      answers: {
        searchRefunds: () => ({ data: [], total: 0 }),
        listTodos: () => [{ kind: 'askedRefund', count: 1, oldestAt }],
      },
    });
    await act(async () => {
      for (const action of [...loadRefunds({ query: {} }), todos.requested()]) store.dispatch(action);
      await settle();
    });
    expect(screen.getByText('With creators (1)')).toBeInTheDocument();
    expect(screen.getByText(/1 is with its creator: see/)).toBeInTheDocument();
  });

  it('is listed by filters that are in the address', () => {
    const query = { status: 'granted', q: 'mira', from: '2026-11-01', to: '2026-11-21', page: '3' };
    expect(refundAddress.href(refundAddress.read(query), 2)).toBe(
      '/admin/refunds?status=granted&q=mira&from=2026-11-01&to=2026-11-21&page=2',
    );
    expect(refundAddress.toQuery(query, 20)).toEqual({
      status: 'granted',
      q: 'mira',
      fromDate: '2026-11-01',
      toDate: '2026-11-21',
      offset: 40,
    });
    expect(refundAddress.href(refundAddress.read({}))).toBe('/admin/refunds');
  });
});
