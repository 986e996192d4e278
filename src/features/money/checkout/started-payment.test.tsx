import { act, fireEvent, screen } from '@testing-library/react';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { startedPaymentStore } from '@/services/storage';
import { tipRequested } from '@/store/intents';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { intentFeature } from './intent-feature';
import type { CheckoutIntent } from './checkout-intent';
import type { Purchase } from './purchase';
import { recordStartedPayment } from './started-payment';

const performer = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const charge = { _id: 'b00000000000000000000001', balanceAfter: 19.3, status: 'success' };
const tipEntry = { ...charge, type: 'tip', performerId: performer._id, totalPrice: 5 };
const item = { target: 'feed' as const, id: 'c00000000000000000000001', title: 'Kiln', price: 6, performer };
const message = { ...item, target: 'message' as const, conversationId: 'k', sequence: 7 };
const answers: Answers = {
  subscribePerformer: () => ({ ...charge, paymentGateway: 'stripe' }),
  getPerformer: () => ({ ...performer, monthlyPrice: 8 }),
  buyFeed: () => charge,
  buyMessage: () => charge,
  listCards: () => ({ data: [], total: 0 }),
  calculateTax: () => ({ amount: 100, taxAmount: 0, totalAmount: 100, rate: 0 }),
  getMe: () => ({ _id: 'f00000000000000000000001', wallet: 19.3, isPerformer: false }),
};
const never = () => new Promise(() => undefined);

async function load(tipPerformer: Answers['tipPerformer'], user: object = {}, books: object[] = []) {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      ...answers,
      tipPerformer,
      listCharges: () => ({ data: books, total: books.length }),
      searchTransactions: () => ({ data: books, total: books.length }),
    },
    user,
  });
  await act(settle);
  return { ...page, tips: () => page.calls.filter(({ name }) => name === 'tipPerformer') };
}

async function tipAndLeave() {
  const page = await load(never);
  await act(async () => {
    page.store.dispatch(tipRequested({ performer }));
    await settle();
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send $5.00' }));
  await act(settle);
  const [tip] = page.tips();
  page.unmount();
  return tip;
}

afterEach(() => window.sessionStorage.clear());

describe('a reload during a payment', () => {
  it('leads to an open sheet with the outcome, and sends nothing', async () => {
    expect((await tipAndLeave())?.idempotencyKey).toBeDefined();
    const { tips } = await load(never, {}, [tipEntry]);
    expect(await screen.findByText('You tipped Noor Adeyemi $5.00.')).toBeInTheDocument();
    expect(tips()).toEqual([]);
    expect(startedPaymentStore.read()).toBeUndefined();
  });

  it.each<[string, CheckoutIntent, Purchase, string, string]>([
    [
      'a creator',
      { kind: 'subscribe', performer, plan: 'monthly' },
      { kind: 'subscribe', performerId: performer._id, name: 'Noor Adeyemi', plan: 'monthly', cardId: 'c', total: 8 },
      'See it',
      '/noor',
    ],
    ['a post', { kind: 'unlock', item }, { kind: 'unlock', item, price: 6 }, 'Open', `/post/${item.id}`],
    [
      'a message',
      { kind: 'unlock', item: message },
      { kind: 'unlock', item: message, price: 6 },
      'Open',
      '/messages/k',
    ],
  ])('links to the opened item, which can be on the page before: %s', async (_what, intent, purchase, name, href) => {
    recordStartedPayment(
      { key: 'k', userId: 'f00000000000000000000001', intent, attempt: [purchase], before: [], isLeft: false },
      Date.now(),
    );
    const types = { subscribe: 'monthly_subscription', unlock: 'feed' } as Record<string, string>;
    const target = purchase.kind === 'unlock' ? purchase.item.target : 'performer';
    const targetId = purchase.kind === 'unlock' ? purchase.item.id : performer._id;
    await load(never, {}, [
      { ...charge, paymentGateway: 'stripe', type: types[purchase.kind], target, targetId, performerId: performer._id },
    ]);
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  });

  it('leads to the current balance, not that of the entry in the payment history', async () => {
    await tipAndLeave();
    const { store } = await load(never, {}, [{ ...tipEntry, balanceAfter: 50 }]);
    await screen.findByText('You tipped Noor Adeyemi $5.00.');
    await act(settle);
    expect(selectCurrentUser(store.getState())?.wallet).toBe(19.3);
  });

  it('opens no sheet if the outcome was already shown', async () => {
    const page = await load(() => charge);
    await act(async () => {
      page.store.dispatch(tipRequested({ performer }));
      await settle();
    });
    fireEvent.click(screen.getByRole('button', { name: 'Send $5.00' }));
    await act(settle);
    page.unmount();
    const again = await load(() => charge);
    expect(again.tips()).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('opens no sheet for payments of another account or old ones', async () => {
    await tipAndLeave();
    const [started] = startedPaymentStore.read() ?? [];
    expect((await load(() => charge, { _id: 'f00000000000000000000002' })).tips()).toEqual([]);
    if (started) startedPaymentStore.write([{ ...started, startedAt: Date.now() - 16 * 60_000 }]);
    expect((await load(() => charge)).tips()).toEqual([]);
    if (started) startedPaymentStore.write([{ ...started, attempt: [{ kind: 'gift' }] }]);
    expect((await load(() => charge)).tips()).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
