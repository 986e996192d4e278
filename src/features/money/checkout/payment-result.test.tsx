import { act, fireEvent, screen } from '@testing-library/react';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import {
  ownSettings,
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
} from '../../../../tests/harness/render-with-store';
import { PaymentResult } from './components/payment-result';
import { paymentEventReceived } from './payment-slice';
import { resultFeature, resultRequested } from './result-feature';

const payment = {
  _id: 'd00000000000000012345678',
  target: 'token_package',
  type: 'token_package',
  status: 'success',
  originalPrice: 10,
  totalPrice: 12,
  taxAmount: 2,
  products: [{ name: 'Wallet top-up' }],
  createdAt: '2026-11-21T09:00:00.000Z',
};

async function open(answers: Answers, extensions?: string[]) {
  const page = renderWithStore(<PaymentResult />, { features: [resultFeature], answers, user: {} });
  await act(async () => {
    page.store.dispatch(ownSettings({ sandboxParts: ['payment'], ...(extensions && { extensions }) }));
    page.store.dispatch(resultRequested('12345678'));
    await settle();
  });
  return page;
}

describe('the return page of a gateway', () => {
  it('shows the status of the payment', async () => {
    await open({ getTransaction: () => payment });
    expect(screen.getByRole('heading', { name: '$12.00 paid' })).toBeInTheDocument();
  });

  it('links to the receipt, or serves as the receipt if the backend has none', async () => {
    const { unmount } = await open({ getTransaction: () => payment }, ['getReceipt', 'getTransaction']);
    expect(screen.getByRole('link', { name: 'View receipt' })).toHaveAttribute(
      'href',
      `/payment/receipt/${payment._id}`,
    );
    expect(screen.queryByRole('button', { name: 'Print or save as PDF' })).toBeNull();
    unmount();
    await open({ getTransaction: () => payment }, ['tipNotes', 'getTransaction']);
    expect(screen.queryByRole('link', { name: 'View receipt' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible();
  });

  it('shows no receipt of an unpaid payment', async () => {
    await open({ getTransaction: () => ({ ...payment, status: 'fail' }) }, ['getReceipt', 'getTransaction']);
    expect(screen.queryByRole('link', { name: 'View receipt' })).toBeNull();
  });

  it('ignores the status in the URL', async () => {
    await open({ getTransaction: () => ({ ...payment, status: 'fail', failureReason: 'Your card was declined.' }) });
    expect(screen.getByRole('heading', { name: 'Not paid' })).toBeInTheDocument();
    expect(screen.getByText('Your card was declined. You were not charged.')).toBeInTheDocument();
  });

  it('finds the payment in the list if the backend has no call for one payment', async () => {
    await open({
      getTransaction: () => {
        throw new ApiError(404, { message: 'Cannot GET' });
      },
      searchTransactions: () => ({ data: [payment], total: 1 }),
    });
    expect(screen.getByRole('heading', { name: '$12.00 paid' })).toBeInTheDocument();
  });

  it('keeps polling after an unknown status', async () => {
    const stand = { status: 'pending' };
    const { store } = await open({
      getTransaction: () => ({ ...payment, ...stand }),
      getMe: () => ({ _id: 'f00000000000000000000001', wallet: 34.3 }),
    });
    expect(screen.getByRole('heading', { name: 'Pending' })).toBeInTheDocument();
    stand.status = 'success';
    await act(async () => {
      store.dispatch(paymentEventReceived());
      await settle();
    });
    expect(screen.getByRole('heading', { name: '$12.00 paid' })).toBeInTheDocument();
  });

  it('stays after a failed poll, and is no longer polled once the payer has left', async () => {
    const replies: (() => object)[] = [
      () => ({ ...payment, status: 'processing' }),
      () => {
        throw new ApiError(503, undefined);
      },
      () => ({ ...payment, status: 'processing' }),
    ];
    const { calls, store, unmount } = await open({ getTransaction: () => replies.shift()?.() });
    const hear = () =>
      act(async () => {
        store.dispatch(paymentEventReceived());
        await settle();
      });
    await hear();
    expect(screen.getByRole('heading', { name: 'Pending' })).toBeInTheDocument();
    await hear();
    expect(calls.filter(({ name }) => name === 'getTransaction')).toHaveLength(3);
    unmount();
    await hear();
    expect(calls.filter(({ name }) => name === 'getTransaction')).toHaveLength(3);
  });

  it('is polled in the browser after the server has loaded it', async () => {
    const given = storeForTest({
      features: [resultFeature],
      user: {},
      answers: { getTransaction: () => payment, getMe: () => ({ _id: 'f00000000000000000000001', wallet: 34.3 }) },
      preloaded: {
        paymentResult: {
          reference: '12345678',
          transaction: { ...payment, status: 'processing' } as never,
          status: 'ready',
          isAnswering: false,
          error: null,
        },
      },
    });
    renderWithStore(<PaymentResult />, { given });
    await act(settle);
    expect(screen.getByRole('heading', { name: '$12.00 paid' })).toBeInTheDocument();
    expect(selectCurrentUser(given.store.getState())?.wallet).toBe(34.3);
  });

  it('reloads the balance when the payment completes while the page is open', async () => {
    const stand = { status: 'processing' };
    const { calls, store } = await open({
      getTransaction: () => ({ ...payment, ...stand }),
      getMe: () => ({ _id: 'f00000000000000000000001', wallet: 34.3 }),
    });
    expect(calls.map(({ name }) => name)).not.toContain('getMe');
    stand.status = 'success';
    await act(async () => {
      store.dispatch(paymentEventReceived());
      await settle();
    });
    expect(screen.getByRole('heading', { name: '$12.00 paid' })).toBeInTheDocument();
    expect(selectCurrentUser(store.getState())?.wallet).toBe(34.3);
  });

  it('lets the payer answer the sandbox’s bank after a reload', async () => {
    const { calls } = await open({
      getTransaction: () => ({ ...payment, status: 'require_authentication' }),
      confirmPayment: () => payment,
      getMe: () => ({ _id: 'f00000000000000000000001' }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Approve $12.00' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'confirmPayment')?.idempotencyKey).toBe(`${payment._id}-approve`);
    expect(screen.getByRole('heading', { name: '$12.00 paid' })).toBeInTheDocument();
  });

  it('shows that the payment does not exist', async () => {
    await open({
      getTransaction: () => {
        throw new ApiError(404, {});
      },
      searchTransactions: () => ({ data: [], total: 0 }),
    });
    expect(screen.getByText('Payment not found')).toBeInTheDocument();
  });
});
