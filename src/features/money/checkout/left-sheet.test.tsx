import { act, fireEvent, screen, within } from '@testing-library/react';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { startedPaymentStore } from '@/services/storage';
import { tipRequested, topUpRequested, unlockRequested } from '@/store/intents';
import { renderWithStore, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { paymentRequested, selectIsRunning, selectKey, selectPayment } from './payment-slice';
import { CheckoutHost } from './components/checkout-host';
import { intentFeature, intentClosed, selectIsCheckoutOpen } from './intent-feature';

/** A sheet is closed by leaving its page, so a response can arrive while another sheet is open. */
const performer = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const item = { target: 'feed' as const, id: 'c00000000000000000000001', title: 'Kiln', price: 6, performer };
const charge = { _id: 'b00000000000000000000001', balanceAfter: 19.3, status: 'success' };
const card = {
  _id: 'd00000000000000000000001',
  token: 'card_1',
  brand: 'Visa',
  last4Digits: '4242',
  month: '4',
  year: '2031',
  isDefault: true,
};
const paid = {
  _id: 'e00000000000000000000001',
  paymentGateway: 'stripe',
  status: 'success',
  originalPrice: 10,
  totalPrice: 10,
};

const wait = (ms = 0) => act(async () => vi.advanceTimersByTimeAsync(ms));

function held() {
  let reply: (value: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const answer = () =>
    new Promise((resolve, reject) => {
      reply = resolve;
      fail = reject;
    });
  return { answer, reply: (value: unknown) => reply(value), fail: (error: Error) => fail(error) };
}

async function open(answers: Answers, extensions?: string[]) {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [card], total: 1 }),
      calculateTax: () => ({ rate: 0 }),
      getMe: () => ({ _id: 'f00000000000000000000001', wallet: 19.3, isPerformer: false }),
      ...answers,
    },
    user: {},
    ...(extensions && { extensions }),
  });
  const want = async (action: Parameters<typeof page.store.dispatch>[0]) => {
    act(() => void page.store.dispatch(action));
    await wait();
  };
  const named = (name: string) => page.calls.filter((one) => one.name === name);
  return { ...page, want, named };
}

const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await wait();
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  window.sessionStorage.clear();
});

describe('a response that arrives while another sheet is open', () => {
  it.each([
    ['success', (tip: ReturnType<typeof held>) => tip.reply(charge)],
    ['a refusal', (tip: ReturnType<typeof held>) => tip.fail(new ApiError(422, { message: 'Not today' }))],
    ['no answer', (tip: ReturnType<typeof held>) => tip.fail(new ApiError(0, undefined))],
  ])('is not shown in that sheet: %s', async (_what, end) => {
    const tip = held();
    const { want, named, store } = await open({ tipPerformer: tip.answer, buyFeed: () => charge });
    await want(tipRequested({ performer }));
    await press('Send $5.00');
    await want(intentClosed());
    await want(unlockRequested(item));
    expect(screen.getByRole('button', { name: 'Finishing your other payment' })).toBeInTheDocument();
    end(tip);
    await wait();
    expect(screen.getByRole('dialog')).not.toHaveTextContent(/You tipped Noor Adeyemi|Not today|did not reach us/);
    await press('Unlock for $6.00');
    expect(named('buyFeed')).toHaveLength(1);
    expect(screen.getByRole('dialog')).toHaveTextContent('Kiln by Noor Adeyemi is yours to keep.');
    expect(selectIsRunning(store.getState())).toBe(false);
  });

  it('continues the second part of its own purchase, with its own key', async () => {
    const topUp = held();
    const { store, want, named } = await open({ topUpWallet: topUp.answer, buyFeed: () => charge });
    await want(unlockRequested(item));
    const purchases = [
      { kind: 'topUp' as const, amount: 10, cardId: 'card_1', total: 10 },
      { kind: 'unlock' as const, item, price: 6 },
    ];
    await want(paymentRequested(purchases));
    const key = selectKey(store.getState());
    await want(intentClosed());
    await want(tipRequested({ performer }));
    topUp.reply(paid);
    await wait();
    expect(named('buyFeed').map(({ idempotencyKey }) => idempotencyKey)).toEqual([`${key}-unlock`]);
    expect(selectCurrentUser(store.getState())?.wallet).toBe(19.3);
    expect(screen.getByRole('button', { name: 'Send $5.00' })).toBeInTheDocument();
    // Only sheets in which the payer has pressed a button are recorded for a reload.
    expect(startedPaymentStore.read()).toBeUndefined();
  });

  it('is not polled for any more after its own sheet was closed', async () => {
    const books = held();
    let reads = 0;
    const { want, named } = await open(
      {
        listCharges: () => ((reads += 1) === 2 ? books.answer() : { data: [], total: 0 }),
        tipPerformer: () => {
          throw new ApiError(0, undefined);
        },
        buyFeed: () => charge,
      },
      [],
    );
    await want(tipRequested({ performer }));
    await press('Send $5.00');
    await wait(500);
    await want(intentClosed());
    await want(unlockRequested(item));
    books.reply({ data: [], total: 0 });
    await wait();
    await press('Unlock for $6.00');
    expect(named('buyFeed')).toHaveLength(1);
    await wait(60_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('Kiln by Noor Adeyemi is yours to keep.');
  });
});

describe.each([
  ['honors idempotency keys', ['idempotencyKeys']],
  ['ignores idempotency keys', []],
])('M-18: a second press during the call, on a backend that %s', (_what, extensions) => {
  async function pressTwice() {
    const tip = held();
    const page = await open({ tipPerformer: tip.answer }, extensions);
    await page.want(tipRequested({ performer }));
    await press('Send $5.00');
    await page.want(intentClosed());
    await page.want(tipRequested({ performer }));
    expect(screen.queryByRole('button', { name: 'Send $5.00' })).not.toBeInTheDocument();
    return { ...page, tip };
  }

  it('shows the outcome of the first, and sends nothing', async () => {
    const { tip, named } = await pressTwice();
    tip.reply(charge);
    await wait();
    expect(screen.getByRole('dialog')).toHaveTextContent('You tipped Noor Adeyemi $5.00.');
    expect(named('tipPerformer')).toHaveLength(1);
    expect(startedPaymentStore.read()).toBeUndefined();
  });

  it('shows why the first was rejected', async () => {
    const { tip } = await pressTwice();
    tip.fail(new ApiError(403, { error: 'FORBIDDEN', message: 'Not today' }));
    await wait();
    expect(screen.getByRole('dialog')).toHaveTextContent('Not today You were not charged.');
  });

  it('shows that no response arrived, and the next step', async () => {
    const { tip, named } = await pressTwice();
    tip.fail(new ApiError(0, undefined));
    await wait(20_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('It may still arrive.');
    expect(screen.getByRole('button', { name: /^(Try again for \$5\.00|Look again)$/ })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Send $5.00' })).not.toBeInTheDocument();
    expect(named('tipPerformer')).toHaveLength(1);
  });
});

describe('M-18: a payment whose sheet was closed before its outcome was known', () => {
  it('is recovered at the next press for the same target, even after other payments', async () => {
    let isBooked = false;
    const entry = { ...charge, type: 'tip', performerId: performer._id, totalPrice: 5 };
    const { want, named } = await open({
      listCharges: () => ({ data: isBooked ? [entry] : [], total: 0 }),
      tipPerformer: () => {
        throw new ApiError(0, undefined);
      },
      buyFeed: () => charge,
    });
    await want(tipRequested({ performer }));
    await press('Send $5.00');
    await wait(20_000);
    await want(intentClosed());
    await want(topUpRequested());
    await want(intentClosed());
    await want(unlockRequested(item));
    await press('Unlock for $6.00');
    expect(screen.getByRole('dialog')).toHaveTextContent('yours to keep');
    await want(intentClosed());
    isBooked = true;
    await want(tipRequested({ performer }));
    await wait(20_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('You tipped Noor Adeyemi $5.00.');
    expect(named('tipPerformer')).toHaveLength(1);
  });

  it('in two parts is recovered at its first part, and the second waits for a press', async () => {
    let isBooked = false;
    const topUp = { ...paid, type: 'token_package' };
    const { want, named, store } = await open({
      searchTransactions: () => ({ data: isBooked ? [topUp] : [], total: 0 }),
      topUpWallet: () => {
        throw new ApiError(0, undefined);
      },
      buyFeed: () => charge,
    });
    await want(unlockRequested(item));
    await want(
      paymentRequested([
        { kind: 'topUp', amount: 10, cardId: 'card_1', total: 10 },
        { kind: 'unlock', item, price: 6 },
      ]),
    );
    await wait(20_000);
    await want(intentClosed());
    isBooked = true;
    await want(unlockRequested(item));
    await wait(20_000);
    expect([named('topUpWallet').length, named('buyFeed').length]).toEqual([1, 0]);
    expect(selectPayment(store.getState())).toMatchObject({ step: 'choosing', isToppedUp: true });
    await press('Unlock for $6.00');
    expect(screen.getByRole('dialog')).toHaveTextContent('yours to keep');
  });

  it('in two parts is recovered at its second part if that was already sent', async () => {
    const buy = held();
    const entry = { ...charge, target: 'feed', targetId: item.id, performerId: performer._id, totalPrice: 6 };
    let isBooked = false;
    const { want, named } = await open({
      topUpWallet: () => paid,
      buyFeed: buy.answer,
      listCharges: () => ({ data: isBooked ? [entry] : [], total: 0 }),
    });
    await want(unlockRequested(item));
    await want(
      paymentRequested([
        { kind: 'topUp', amount: 10, cardId: 'card_1', total: 10 },
        { kind: 'unlock', item, price: 6 },
      ]),
    );
    await want(intentClosed());
    buy.fail(new ApiError(0, undefined));
    await wait(20_000);
    isBooked = true;
    await want(unlockRequested(item));
    await wait(20_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('yours to keep');
    expect([named('topUpWallet').length, named('buyFeed').length]).toEqual([1, 1]);
  });
});

describe('M-18: a payment started with a key', () => {
  it('is not sent again if the settings do not say whether keys are honored', async () => {
    const never = () => new Promise(() => undefined);
    const first = await open({ tipPerformer: never });
    await first.want(tipRequested({ performer }));
    await press('Send $5.00');
    first.unmount();
    const again = await open({ tipPerformer: () => charge }, []);
    await wait(20_000);
    expect(again.named('tipPerformer')).toEqual([]);
    expect(screen.getByRole('dialog')).toHaveTextContent('Look there before you pay again.');
    await press('Look again');
    expect(again.named('tipPerformer')).toEqual([]);
  });
});

describe('a purchase in two parts whose second part fails', () => {
  const both = [
    { kind: 'topUp' as const, amount: 10, cardId: 'card_1', total: 10 },
    { kind: 'unlock' as const, item, price: 6 },
  ];

  it.each([
    [
      'item was already bought',
      () => new ApiError(409, { error: 'ALREADY_BOUGHT', message: 'You own this' }),
      undefined,
    ],
    ['payment history cannot be read first', () => new ApiError(0, undefined), []],
  ])('is not described as “not charged” if the %s', async (_what, error, extensions) => {
    const fail = () => {
      throw error();
    };
    const { want } = await open(
      { topUpWallet: () => paid, searchTransactions: () => ({ data: [], total: 0 }), buyFeed: fail, listCharges: fail },
      extensions,
    );
    await want(unlockRequested(item));
    await want(paymentRequested(both));
    expect(screen.getByRole('dialog')).not.toHaveTextContent('You were not charged');
    expect(screen.getByRole('dialog')).toHaveTextContent('The top-up is in your wallet.');
  });

  it.each([
    ['is deleted', () => new ApiError(404, { message: 'We couldn’t find this.' }), 'We couldn’t find this.'],
    ['was repriced', () => new ApiError(409, { error: 'PRICE_CHANGED' }), 'since you opened this.'],
    ['was refused by the server', () => new ApiError(422, { message: 'Not today.' }), 'Not today.'],
  ])('has the text that the money is in the wallet if the item %s', async (_what, error, text) => {
    const { want } = await open({
      getFeed: () => ({ price: 6 }),
      topUpWallet: () => paid,
      buyFeed: () => {
        throw error();
      },
    });
    await want(unlockRequested(item));
    await want(paymentRequested(both));
    expect(screen.getByRole('dialog')).toHaveTextContent(`${text} The top-up is in your wallet.`);
    expect(screen.getByRole('dialog')).not.toHaveTextContent('You were not charged');
  });

  it('is described as “not charged” if there was no first part', async () => {
    const fail = () => {
      throw new ApiError(409, { error: 'ALREADY_BOUGHT', message: 'You own this' });
    };
    const { want } = await open({ buyFeed: fail });
    await want(topUpRequested());
    await want(unlockRequested(item));
    await press('Unlock for $6.00');
    expect(screen.getByRole('dialog')).toHaveTextContent('You already own this. You were not charged.');
  });
});

describe('M-16: a top-up for a purchase', () => {
  const place = { conversationId: 'a00000000000000000000009', sequence: 7 };
  const message = { ...item, ...place, target: 'message' as const };
  const gone = () => {
    throw new ApiError(404, { message: 'We couldn’t find this.' });
  };
  const topUp = { kind: 'topUp' as const, amount: 10, cardId: 'card_1', total: 10 };
  const listed = (one: object) => () => ({ data: [{ _id: item.id, isDeleted: false, price: 6, ...one }], total: 7 });

  it.each([
    ['a deleted post', item, { getFeed: gone }, 'We couldn’t find this. You were not charged.'],
    ['a deleted message', message, { listMessages: listed({ isDeleted: true }) }, 'deleted. You were not charged.'],
  ])('is not charged for %s, which is not offered again', async (_what, wanted, answers, text) => {
    const { want, named, store } = await open({ ...answers, topUpWallet: () => paid });
    await want(unlockRequested(wanted));
    await want(paymentRequested([topUp, { kind: 'unlock', item: wanted, price: 6 }]));
    expect(named('topUpWallet')).toEqual([]);
    const dialog = within(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog')).toHaveTextContent(text);
    expect(dialog.queryByRole('button', { name: 'Pay another way' })).not.toBeInTheDocument();
    fireEvent.click(dialog.getByText('Close'));
    expect(selectIsCheckoutOpen(store.getState())).toBe(false);
  });

  it('is not charged for a tip if the creator has blocked the payer', async () => {
    const { want, named } = await open({ getPerformer: gone, topUpWallet: () => paid });
    await want(tipRequested({ performer }));
    const tip = { kind: 'tip' as const, performerId: performer._id, name: performer.name, price: 25 };
    await want(paymentRequested([topUp, tip]));
    expect(named('topUpWallet')).toEqual([]);
    expect(screen.getByRole('dialog')).toHaveTextContent('You can’t tip this creator any more. You were not charged.');
  });

  it.each([
    ['a post', item, { getFeed: () => ({ price: 9 }) }],
    ['a message', message, { listMessages: listed({ price: 9 }) }],
  ])('is not charged for %s whose price has changed', async (_what, wanted, answers) => {
    const { want, named } = await open({ ...answers, topUpWallet: () => paid });
    await want(unlockRequested(wanted));
    await want(paymentRequested([topUp, { kind: 'unlock', item: wanted, price: 6 }]));
    expect(named('topUpWallet')).toEqual([]);
    expect(screen.getByRole('dialog')).toHaveTextContent('from $6.00 to $9.00 since you opened this. You were not');
  });

  it('is charged after checking the message by its sequence, if nothing has changed', async () => {
    const { want, named } = await open({ listMessages: listed({}), topUpWallet: () => paid, buyMessage: () => charge });
    await want(unlockRequested(message));
    await want(paymentRequested([topUp, { kind: 'unlock', item: message, price: 6 }]));
    expect(named('listMessages')).toMatchObject([
      { input: { params: { id: place.conversationId }, query: { limit: 1, beforeSequence: 8 } } },
    ]);
    expect(named('buyMessage')).toHaveLength(1);
  });

  it('is repeated without a check if it may already be paid: the item may be gone, but the money is not', async () => {
    let tries = 0;
    const { want, named } = await open({
      getFeed: () => (tries > 0 ? gone() : { price: 6 }),
      topUpWallet: () => {
        tries += 1;
        if (tries === 1) throw new ApiError(0, undefined);
        return paid;
      },
      buyFeed: gone,
    });
    await want(unlockRequested(item));
    await want(paymentRequested([topUp, { kind: 'unlock', item, price: 6 }]));
    await wait(20_000);
    await press('Try again for $10.00');
    expect(named('topUpWallet')).toHaveLength(2);
    expect(screen.getByRole('dialog')).toHaveTextContent('We couldn’t find this. The top-up is in your wallet.');
  });
});
