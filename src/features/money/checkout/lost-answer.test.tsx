import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '@/services/api-error';
import { startedPaymentStore } from '@/services/storage';
import { subscribeRequested, tipRequested, topUpRequested, unlockRequested } from '@/store/intents';
import { renderWithStore, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { intentFeature } from './intent-feature';

/** Compatible backends ignore idempotency keys: only their payment history shows whether a payment was made. */
const performer = {
  _id: 'a00000000000000000000001',
  name: 'Noor Adeyemi',
  username: 'noor',
  avatar: '',
  monthlyPrice: 8,
  yearlyPrice: 0,
  stats: { totalFeeds: 3 },
  isSubscribed: false,
};
const item = { target: 'feed' as const, id: 'c00000000000000000000001', title: 'Kiln', price: 6, performer };
const card = {
  _id: 'd00000000000000000000001',
  token: 'card_1',
  brand: 'Visa',
  last4Digits: '4242',
  month: '4',
  year: '2031',
  isDefault: true,
};
const me = { _id: 'f00000000000000000000001', wallet: 150.5, isPerformer: false };

const charge = (one: object) => ({ _id: 'e1', performerId: performer._id, totalPrice: 5, status: 'success', ...one });
const payment = (one: object) => ({
  _id: 'e1',
  paymentGateway: 'stripe',
  status: 'success',
  originalPrice: 25,
  totalPrice: 25,
  ...one,
});

const cases = [
  {
    what: 'a tip',
    want: tipRequested({ performer }),
    button: 'Send $5.00',
    call: 'tipPerformer',
    books: 'listCharges',
    entry: charge({ type: 'tip', target: 'performer', targetId: performer._id }),
    done: 'You tipped Noor Adeyemi $5.00.',
  },
  {
    what: 'an unlocked post',
    want: unlockRequested(item),
    button: /^Unlock for \$6\.00/,
    call: 'buyFeed',
    books: 'listCharges',
    entry: charge({ type: 'feed', target: 'feed', targetId: item.id, totalPrice: 6 }),
    done: /yours/i,
  },
  {
    what: 'a top-up',
    want: topUpRequested(),
    button: /^Top up for \$10\.00/,
    call: 'topUpWallet',
    books: 'searchTransactions',
    entry: payment({ type: 'token_package', originalPrice: 10, totalPrice: 10 }),
    done: /\$10\.00/,
  },
  {
    what: 'a subscription',
    want: subscribeRequested({ performer }),
    button: /^Subscribe for \$8\.00/,
    call: 'subscribePerformer',
    books: 'searchTransactions',
    entry: payment({ type: 'monthly_subscription', targetId: performer._id, originalPrice: 8 }),
    done: 'Everything Noor Adeyemi posts for subscribers is open.',
  },
] as const;

type Case = (typeof cases)[number];
type Lost = 'no answer' | 'a gateway’s 502' | 'a plain 500';
const lost: Record<Lost, () => never> = {
  'no answer': () => {
    throw new ApiError(0, undefined);
  },
  'a gateway’s 502': () => {
    throw new ApiError(502, '<html>');
  },
  'a plain 500': () => {
    throw new ApiError(500, { statusCode: 500, message: 'Internal server error' });
  },
};

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

interface Backend {
  /** Whether the backend recorded the payment before the response was lost. */
  isBooked: boolean;
  how?: Lost;
  extensions?: readonly string[];
  isLate?: () => boolean;
}

async function open(
  { want, call, books, entry }: Case,
  { isBooked, how = 'no answer', extensions = [], isLate = () => false }: Backend,
  reload = false,
) {
  let sent = 0;
  const old = { ...entry, _id: 'old' };
  const answers: Answers = {
    listCards: () => ({ data: [card], total: 1 }),
    calculateTax: () => ({ amount: 100, taxAmount: 0, totalAmount: 100, rate: 0 }),
    getPerformer: () => performer,
    getMe: () => me,
    // An earlier tip of the same amount must not be taken for this one.
    [books]: () => ({ data: ((sent > 0 || reload) && isBooked) || isLate() ? [entry, old] : [old], total: 2 }),
    [call]: () => {
      sent += 1;
      return lost[how]();
    },
  };
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers,
    user: me,
    extensions,
  });
  await wait(0);
  if (!reload) {
    act(() => void page.store.dispatch(want));
    await wait(0);
  }
  return { ...page, sent: () => page.calls.filter(({ name }) => name === call) };
}

async function pay(one: Case, how: Backend) {
  const page = await open(one, how);
  fireEvent.click(screen.getByRole('button', { name: one.button }));
  await wait(0);
  return page;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const isShown = (text: Parameters<typeof screen.queryAllByText>[0]): boolean => screen.queryAllByText(text).length > 0;

describe.each(cases)('M-18: $what without a response, on a backend that ignores keys', (one) => {
  it.each(Object.keys(lost) as Lost[])('is found in the payment history and sent once: %s', async (how) => {
    const { sent } = await pay(one, { isBooked: true, how });
    await wait(20_000);
    expect(screen.getAllByText(one.done).length).toBeGreaterThan(0);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.idempotencyKey).toBeUndefined();
    expect(startedPaymentStore.read()).toBeUndefined();
  });

  it('is not sent again if the payment history lacks it: the payer is told where to look, and can poll again', async () => {
    const { sent } = await pay(one, { isBooked: false });
    await wait(20_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('Look there before you pay again.');
    fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
    await wait(20_000);
    expect(screen.queryByText(/charged once at most/)).not.toBeInTheDocument();
    expect(sent()).toHaveLength(1);
  });

  it.each([true, false])('is not sent again after a reload (recorded: %s)', async (isBooked) => {
    const first = await pay(one, { isBooked });
    first.unmount();
    const { sent } = await open(one, { isBooked }, true);
    await wait(20_000);
    expect(sent()).toEqual([]);
    expect(isShown(isBooked ? one.done : 'Look again')).toBe(true);
  });

  it('does not reappear after its sheet was closed', async () => {
    const first = await pay(one, { isBooked: false });
    await wait(20_000);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await wait(0);
    first.unmount();
    const { sent } = await open(one, { isBooked: false }, true);
    await wait(20_000);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });
});

describe.each(cases)('M-18: $what without a response, on a backend that honors keys', (one) => {
  const extensions = ['idempotencyKeys'];
  const close = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await wait(0);
  };
  const TRY_AGAIN = /^Try again for \$\d+\.00$/;
  const tryAgain = () => screen.getByRole('button', { name: TRY_AGAIN });

  it('is found in the payment history and sent once', async () => {
    const { sent } = await pay(one, { isBooked: true, extensions });
    await wait(3_000);
    expect(screen.getAllByText(one.done).length).toBeGreaterThan(0);
    expect(sent()).toHaveLength(1);
  });

  it('is sent again, with its key, only by a button that states the amount', async () => {
    const { sent } = await pay(one, { isBooked: false, extensions });
    await wait(3_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('you are charged once at most');
    expect(sent()).toHaveLength(1);
    fireEvent.click(tryAgain());
    await wait(3_000);
    const [first, second] = sent();
    expect(first?.idempotencyKey).toBeDefined();
    expect(second).toEqual(first);
    expect(tryAgain()).toBeInTheDocument();
  });

  it.each([true, false])('is not sent again after a reload (recorded: %s)', async (isBooked) => {
    const first = await pay(one, { isBooked, extensions });
    first.unmount();
    const { sent } = await open(one, { isBooked, extensions }, true);
    await wait(3_000);
    expect(sent()).toEqual([]);
    expect(isShown(isBooked ? one.done : TRY_AGAIN)).toBe(true);
  });

  describe('after its sheet was closed', () => {
    const reopen = async (isBooked: boolean) => {
      let isWritten = false;
      const { sent, store } = await pay(one, { isBooked: false, extensions, isLate: () => isWritten });
      await wait(3_000);
      await close();
      isWritten = isBooked;
      act(() => void store.dispatch(one.want));
      await wait(3_000);
      return sent;
    };

    it('is found in the payment history when the same payment is started again', async () => {
      const sent = await reopen(true);
      expect(sent()).toHaveLength(1);
      expect(isShown(one.done)).toBe(true);
    });

    it('is looked for before the same can be paid again, with a different key', async () => {
      const sent = await reopen(false);
      expect(sent()).toHaveLength(1);
      fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
      await wait(0);
      fireEvent.click(screen.getByRole('button', { name: one.button }));
      await wait(3_000);
      expect(sent()).toHaveLength(2);
      expect(sent()[1]?.idempotencyKey).not.toBe(sent()[0]?.idempotencyKey);
    });
  });
});

it('M-18: no payment is sent if the payment history cannot be read first', async () => {
  const [tip] = cases;
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [], total: 0 }),
      calculateTax: () => ({ rate: 0 }),
      listCharges: lost['no answer'],
    },
    user: me,
    extensions: [],
  });
  act(() => void page.store.dispatch(tip.want));
  await wait(0);
  fireEvent.click(screen.getByRole('button', { name: tip.button }));
  await wait(0);
  expect(page.calls.map(({ name }) => name)).not.toContain('tipPerformer');
  expect(screen.getByRole('dialog')).toHaveTextContent('You were not charged.');
});

it('a rejection without an error code is understood, and the amount missing in the wallet is shown', async () => {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [card], total: 1 }),
      calculateTax: () => ({ rate: 0 }),
      listCharges: () => ({ data: [], total: 0 }),
      getMe: () => ({ ...me, wallet: 2 }),
      tipPerformer: () => {
        throw new ApiError(500, { statusCode: 500, message: { message: 'You do not have enough balance' } });
      },
    },
    user: me,
    extensions: [],
  });
  act(() => void page.store.dispatch(cases[0].want));
  await wait(0);
  fireEvent.click(screen.getByRole('button', { name: 'Send $5.00' }));
  await wait(20_000);
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('You do not have enough balance');
  expect(dialog).toHaveTextContent('You’re $3.00 short.');
});
