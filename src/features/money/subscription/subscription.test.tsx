import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { currentUserLoaded } from '@/features/identity/auth/session-slice';
import { ToastHost } from '@/components/layout/toast-host';
import type { SpendingLimit } from '@/lib/spending-limit';
import { ApiError } from '@/services/api-error';
import { DOUBLE_TAP_MS } from '@/store/take-by';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { SubscriptionList } from './components/subscription-list';
import { UpcomingRenewals } from './components/upcoming-renewals';
import { resumeRequested, subscriptionFeature, subscriptionsRequested } from './subscription-feature';
import { getPhase } from '@/lib/subscription-phase';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const noor = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const cards = [
  { token: 'tok_visa', name: 'Visa ending 4242', expiry: 'Expires 08/29' },
  { token: 'tok_master', name: 'Mastercard ending 4444', expiry: 'Expires 09/30' },
];
const monthly = {
  _id: 'b00000000000000000000001',
  performerId: noor._id,
  performerInfo: noor,
  subscriptionType: 'monthly',
  paymentGateway: 'stripe',
  status: 'active',
  price: 8.5,
  expiredAt: inDays(20),
  nextRecurringDate: inDays(20),
  isActive: true,
};

async function open(
  filter: 'active' | 'ending' | 'ended',
  rows: object[],
  more: Answers = {},
  extensions?: readonly string[],
  limit: SpendingLimit | null = null,
) {
  const page = renderWithStore(
    <>
      <SubscriptionList limit={limit} filter={filter} cards={cards} onAddCard={() => undefined} />
      <UpcomingRenewals />
      <ToastHost toasts={[]} onAction={() => undefined} onClose={() => undefined} />
    </>,
    {
      features: [subscriptionFeature],
      user: {},
      answers: {
        searchUserSubscriptions: () => ({ data: rows, total: rows.length }),
        getPlatformSubscription: () => ({ isSubscribed: false }),
        ...more,
      },
      ...(extensions && { extensions }),
    },
  );
  await act(async () => {
    page.store.dispatch(subscriptionsRequested());
    await settle();
  });
  return page;
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('wire 3.16: a subscription on a backend that sends no price and renewal date', () => {
  const { price: _price, nextRecurringDate: _next, isActive: _active, ...family } = monthly;

  it('renews at the end of the period at the creator’s price', async () => {
    await open('active', [{ ...family, performerInfo: { ...noor, monthlyPrice: 9 } }]);
    expect(screen.queryByText(/Nothing renews/)).not.toBeInTheDocument();
    expect(screen.getAllByText('$9.00').length).toBeGreaterThan(0);
  });

  it('shows its renewal without the price if that is unknown', async () => {
    await open('active', [{ ...family, nextRecurringDate: inDays(20) }]);
    expect(screen.queryByText(/Nothing renews/)).not.toBeInTheDocument();
    expect(screen.getAllByText('—').length).toBeGreaterThan(0);
    expect(screen.queryByText(/NaN|\$0\.00/)).not.toBeInTheDocument();
  });

  it.each([
    ['canceled', { status: 'deactivated' }],
    ['given by the site', { subscriptionType: 'system', paymentGateway: 'system' }],
    ['a trial', { subscriptionType: 'free' }],
    ['expired', { expiredAt: inDays(-1) }],
  ])('does not renew if it is %s', async (_which, change) => {
    await open('active', [{ ...family, ...change }]);
    expect(screen.getByText(/Nothing renews/)).toBeVisible();
  });
});

describe('the list of a fan’s subscriptions', () => {
  it('shows the first renewal with an announced price', async () => {
    const priceChange = { price: 12, from: monthly.nextRecurringDate };
    await open('active', [{ ...monthly, priceChange }]);
    const row = screen.getAllByRole('listitem')[0];
    expect(row).toHaveTextContent(/for \$12\.00 plus any tax/);
    expect(row).toHaveTextContent(/From .+: \$12\.00 instead of \$/);
  });

  it('shows that the spending limit prevents a renewal, and links to the limit', async () => {
    const limit = { limit: 5, spent: 4, remaining: 1, resetsAt: '2040-12-01T00:00:00.000Z', pending: null };
    await open('active', [{ ...monthly, status: 'past_due' }], {}, undefined, limit);
    const row = screen.getAllByRole('listitem')[0];
    expect(row).toHaveTextContent(/You were not charged\. This would pass your limit of \$5\.00 for November\./);
    expect(row).toHaveTextContent('Not renewed');
    expect(screen.getByRole('link', { name: 'Change limit' })).toHaveAttribute('href', '/wallet#spending-limit');
  });

  it('cancels in two steps that show when access ends, and offers to resume', async () => {
    const row = { ...monthly, expiredAt: '2040-12-22T23:59:59.999Z' };
    const { calls, store } = await open('active', [row], { cancelSubscription: () => ({ success: true }) });
    await press('Cancel Noor Adeyemi');
    expect(screen.getByText(/Nothing more is charged/)).toBeInTheDocument();
    await press('Cancel subscription');
    expect(calls.find(({ name }) => name === 'cancelSubscription')?.input.params).toEqual({
      type: 'stripe',
      id: monthly._id,
    });
    const text = 'Cancelled. You keep access until 22 December 2040.';
    expect(store.getState().ui.toasts[0]).toMatchObject({ text, action: 'Renew' });
    expect(calls.filter(({ name }) => name === 'searchUserSubscriptions')).toHaveLength(2);
  });

  it('shows the current status if the response to canceling was lost', async () => {
    const stand = { status: 'active' };
    await open('active', [], {
      searchUserSubscriptions: () => ({ data: [{ ...monthly, ...stand }], total: 1 }),
      cancelSubscription: () => {
        stand.status = 'deactivated';
        throw new ApiError(0, undefined);
      },
    });
    await press('Cancel Noor Adeyemi');
    await press('Cancel subscription');
    expect(screen.queryByRole('button', { name: 'Cancel Noor Adeyemi' })).not.toBeInTheDocument();
  });

  it('keeps the list and the open sheet if a reload fails', async () => {
    let isDown = false;
    const { store } = await open('active', [], {
      searchUserSubscriptions: () => {
        if (isDown) throw new ApiError(0, undefined);
        return { data: [monthly], total: 1 };
      },
    });
    await press('Cancel Noor Adeyemi');
    isDown = true;
    await act(async () => {
      store.dispatch(subscriptionsRequested());
      await settle();
    });
    expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeVisible();
    expect(screen.queryByText('Your subscriptions did not load')).not.toBeInTheDocument();
  });

  it('shows that loading failed', async () => {
    await open('active', [], {
      searchUserSubscriptions: () => {
        throw new ApiError(0, undefined);
      },
    });
    expect(screen.getByText('Your subscriptions did not load')).toBeVisible();
  });

  it('resumes with one press', async () => {
    const ended = { status: 'deactivated', nextRecurringDate: null, expiredAt: '2040-12-22T23:59:59.999Z' };
    const { calls, store } = await open('ending', [{ ...monthly, ...ended }], {
      resumeSubscription: () => ({ success: true }),
    });
    await press('Renew Noor Adeyemi');
    expect(calls.filter(({ name }) => name === 'resumeSubscription')).toHaveLength(1);
    expect(store.getState().ui.toasts[0]).toMatchObject({ text: 'It renews again on 22 December 2040.' });
  });

  it('M-21: offers nothing from a creator who blocked the fan, and says that nothing more will be charged', async () => {
    await open('ending', [{ ...monthly, nextRecurringDate: null, blockedUser: true }]);
    expect(screen.getByText('This creator blocked you. Nothing more is charged.')).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Noor Adeyemi/ })).not.toBeInTheDocument();
  });

  it('changes one subscription at a time, while the others wait', async () => {
    const other = {
      ...monthly,
      _id: 'b00000000000000000000005',
      performerId: 'x',
      performerInfo: { ...noor, name: 'Mira Okafor' },
    };
    const card = { brand: 'Visa', last4Digits: '4242' };
    let end: ((reply: object) => void) | undefined;
    const { calls } = await open('active', [monthly, { ...other, card }], {
      cancelSubscription: () => new Promise((resolve) => (end = resolve)),
    });
    await press('Cancel Noor Adeyemi');
    await press('Cancel subscription');
    expect(screen.getByRole('button', { name: 'Cancel Mira Okafor' })).toBeDisabled();
    expect(screen.getByRole('switch', { name: 'Auto-renew: Mira Okafor' })).toBeDisabled();
    await press('Change card for Mira Okafor');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const answeredAt = performance.now();
    end?.({ success: true });
    await act(settle);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel Mira Okafor' })).toBeEnabled());
    // Rows stay locked for a moment, because the second tap of a double tap would hit the next row.
    expect(performance.now() - answeredAt).toBeGreaterThanOrEqual(DOUBLE_TAP_MS - 10);
    await press('Cancel Mira Okafor');
    await press('Cancel subscription');
    expect(calls.filter(({ name }) => name === 'cancelSubscription').map(({ input }) => input.params?.['id'])).toEqual([
      monthly._id,
      other._id,
    ]);
  });

  it('resumes from a toast while another row is being resumed', async () => {
    const ending = { ...monthly, status: 'deactivated', nextRecurringDate: null };
    const toReference = (id: string) => ({ id, performerId: noor._id, gateway: 'stripe', until: monthly.expiredAt });
    const ends: (() => void)[] = [];
    const { calls, store } = await open('ending', [ending], {
      resumeSubscription: () => new Promise((resolve) => ends.push(() => resolve({ success: true }))),
    });
    await press('Renew Noor Adeyemi');
    act(() => void store.dispatch(resumeRequested({ ref: toReference('b00000000000000000000006') as never })));
    expect(calls.filter(({ name }) => name === 'resumeSubscription')).toHaveLength(2);
    ends[0]?.();
    await act(settle);
    expect(store.getState().subscription.busyId).toBe('b00000000000000000000006');
    ends[1]?.();
    await waitFor(() => expect(store.getState().subscription.busyId).toBeNull());
  });

  it('offers no resume if the backend cannot', async () => {
    const { store } = await open('active', [monthly], { cancelSubscription: () => ({ success: true }) }, []);
    await press('Cancel Noor Adeyemi');
    expect(screen.queryByText(/resume/)).not.toBeInTheDocument();
    await press('Cancel subscription');
    expect(store.getState().ui.toasts[0]?.text).toMatch(/^Cancelled/);
    expect(store.getState().ui.toasts[0]).not.toHaveProperty('action');
    cleanup();
    await open('ending', [{ ...monthly, status: 'deactivated', nextRecurringDate: null }], {}, []);
    expect(screen.getByText(/Nothing more is charged/)).toBeInTheDocument();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Renew/ })).not.toBeInTheDocument();
  });

  it('has a switch for each that cancels and resumes', async () => {
    const ending = { ...monthly, _id: 'b00000000000000000000003', status: 'deactivated', nextRecurringDate: null };
    await open('active', [monthly]);
    fireEvent.click(screen.getByRole('switch', { name: 'Auto-renew: Noor Adeyemi' }));
    expect(screen.getByRole('dialog', { name: 'Cancel your subscription to Noor Adeyemi?' })).toBeInTheDocument();
    cleanup();
    const { calls } = await open('ending', [ending], { resumeSubscription: () => ({ success: true }) });
    expect(screen.getByRole('switch')).not.toBeChecked();
    fireEvent.click(screen.getByRole('switch'));
    await act(settle);
    expect(calls.some(({ name }) => name === 'resumeSubscription')).toBe(true);
  });

  it('shows the card, which can be changed', async () => {
    const paid = { ...monthly, card: { brand: 'Visa', last4Digits: '4242' } };
    const { calls, store } = await open('active', [paid], { changeSubscriptionCard: () => ({ success: true }) });
    expect(screen.getByText('Visa ending 4242')).toBeInTheDocument();
    await press('Change card for Noor Adeyemi');
    expect(screen.getByRole('radio', { name: /Visa ending 4242/ })).toBeChecked();
    fireEvent.click(screen.getByRole('radio', { name: /Mastercard/ }));
    await press('Renew from Mastercard ending 4444');
    expect(calls.find(({ name }) => name === 'changeSubscriptionCard')?.input).toEqual({
      params: { type: 'stripe', id: monthly._id },
      body: { cardId: 'tok_master' },
    });
    expect(store.getState().ui.toasts[0]?.text).toBe('It renews from Mastercard ending 4444 now.');
  });

  it('shows no cards if the backend has none, and a next step if none is saved', async () => {
    await open('active', [monthly, { ...monthly, _id: 'b00000000000000000000004', performerId: 'x', card: null }]);
    const words = screen.getAllByText(/card/i).map((found) => found.textContent);
    expect(words).toEqual(['No card saved', 'Choose a card for Noor Adeyemi']);
  });

  it('shows that a renewal failed, when the next try is, and that access has ended', async () => {
    const late = { ...monthly, status: 'past_due', isActive: false, card: { brand: 'Visa', last4Digits: '0341' } };
    await open('active', [late]);
    expect(screen.getByText(/We could not charge Visa ending 0341 and try again on/)).toHaveTextContent(
      'Locked until it’s paid.',
    );
  });

  it('M-20: asks for the age if a renewal requires it, even for the site membership', async () => {
    const late = { ...monthly, status: 'past_due', isAgeNeeded: true, isActive: false };
    const platform = { isSubscribed: false, status: 'past_due', expiredAt: inDays(-1), isAgeNeeded: true };
    await open('active', [late], { getPlatformSubscription: () => platform });
    const asked = screen.getAllByText(/^Confirm your age to keep your subscription to/);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toHaveTextContent('to Noor Adeyemi. You were not charged. We’ll try again on');
    expect(asked[1]).toHaveTextContent('Locked until it’s paid.');
    expect(screen.queryByText(/could not charge/)).not.toBeInTheDocument();
    expect(screen.getAllByText('Not renewed')).toHaveLength(2);
  });

  it('M-20: shows that the renewal is in progress once the age was declared', async () => {
    const { store } = await open('active', [{ ...monthly, status: 'past_due', isAgeNeeded: true }]);
    const declared = { _id: '1', isPerformer: false, isAgeDeclared: true } as Parameters<typeof currentUserLoaded>[0];
    act(() => void store.dispatch(currentUserLoaded(declared)));
    expect(screen.getByText('You confirmed your age. We’re renewing it now.')).toBeVisible();
  });

  it('offers to buy an ended one again, even the site membership', async () => {
    const ended = { ...monthly, status: 'deactivated', isActive: false, expiredAt: inDays(-3) };
    const platform = { isSubscribed: false, status: 'deactivated', expiredAt: inDays(-9), subscriptionId: 'p' };
    await open('ended', [ended], { getPlatformSubscription: () => platform });
    expect(screen.getAllByRole('button', { name: /^Subscribe again to/ })).toHaveLength(2);
  });

  it('sums up the renewals of the coming month', async () => {
    await open('active', [
      monthly,
      { ...monthly, _id: 'b00000000000000000000002', price: 3.5, nextRecurringDate: inDays(40) },
    ]);
    expect(screen.getByText('In the coming month, before tax').nextSibling).toHaveTextContent('$8.50');
  });

  it.each([
    [{ status: 'active' }, 'renewing'],
    [{ status: 'past_due' }, 'late'],
    [{ status: 'deactivated' }, 'ending'],
    [{ status: 'active', subscriptionType: 'free' }, 'ending'],
    [{ status: 'deactivated', isActive: false }, 'ended'],
    [{ status: 'active', isActive: undefined, expiredAt: inDays(-1) }, 'ended'],
  ])('treats %j as %s', (change, phase) => {
    expect(getPhase({ ...monthly, ...change }, Date.now())).toBe(phase);
  });
});
