import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { intentFeature, selectIntent } from '@/features/money/checkout/intent-feature';
import { wirePerformer } from '../../../../tests/factories/wire';
import { renderWithStore, settle } from '../../../../tests/harness/render-with-store';
import { ProfileBuyBar } from './components/profile-buy-bar';
import { SubscribePanel } from './components/subscribe-panel';
import type { Performer } from './performer-slice';

/** Dates in another year are shown with the year; ten o'clock is on the same day in all test time zones. */
const running = {
  _id: 'a'.repeat(24),
  subscriptionType: 'monthly',
  status: 'active',
  price: 8.5,
  expiredAt: '2040-12-22T10:00:00.000Z',
  nextRecurringDate: '2040-12-22T10:00:00.000Z',
};
const mira = (subscription: object | null, isSubscribed: boolean) =>
  ({ ...wirePerformer({ isSubscribed, monthlyPrice: 8.5 }), subscription }) as unknown as Performer;

async function show(performer: Performer) {
  const shown = renderWithStore(
    <>
      <section aria-label="Card">
        <SubscribePanel performer={performer} />
      </section>
      <ProfileBuyBar performer={performer} />
    </>,
    { user: {}, features: [intentFeature] },
  );
  await act(settle);
  return {
    ...shown,
    card: within(screen.getByRole('region', { name: 'Card' })),
    bar: within(screen.getByRole('group', { name: 'Subscription' })),
  };
}

describe('the state of a subscription', () => {
  it.each([
    ['renews', running, true, 'Renews on 22 December 2040 for $8.50 plus any tax.', 'Manage', 'active'],
    [
      'was canceled and is still active',
      { ...running, status: 'deactivated', nextRecurringDate: null },
      ...([true, 'You keep access until 22 December 2040.', 'Renew', 'ending'] as const),
    ],
    [
      'could not be charged and is still active',
      { ...running, status: 'past_due', nextRecurringDate: '2040-12-23T10:00:00.000Z' },
      ...([
        true,
        'We’ll try again on 23 December 2040. You keep access until 22 December 2040.',
        'Manage',
        'active',
      ] as const),
    ],
    [
      'could not be charged and is locked',
      { ...running, status: 'past_due', nextRecurringDate: '2040-12-23T10:00:00.000Z' },
      ...([false, 'We’ll try again on 23 December 2040. Locked until it’s paid.', 'Manage', 'active'] as const),
    ],
    [
      'is complimentary',
      { ...running, subscriptionType: 'system', nextRecurringDate: null },
      ...([true, 'You keep access until 22 December 2040.', 'Manage', 'active'] as const),
    ],
  ] as const)('that %s is the same on the card and in the bar, with one action', async (...row) => {
    const [, subscription, isOpen, text, button, filter] = row;
    const { card, bar } = await show(mira(subscription, isOpen));
    for (const place of [card, bar]) {
      expect(place.getByText((_words, node) => node?.tagName === 'P' && node.textContent === text)).toBeVisible();
      expect(place.getByRole('link', { name: button })).toHaveAttribute('href', `/user/my-subscription?show=${filter}`);
      expect(place.queryByRole('button')).not.toBeInTheDocument();
    }
  });

  it('says that a payment failed', async () => {
    const { bar } = await show(mira({ ...running, status: 'past_due' }, false));
    expect(bar.getByText('Payment failed')).toBeVisible();
  });

  it('is shown once it has ended, with a button to subscribe again', async () => {
    const { card, bar } = await show(mira({ ...running, status: 'deactivated', nextRecurringDate: null }, false));
    for (const place of [card, bar])
      expect(place.getByText((_words, node) => node?.textContent === 'It ended on 22 December 2040.')).toBeVisible();
    expect(card.getByRole('button', { name: 'Subscribe for $8.50' })).toBeVisible();
    await userEvent.click(bar.getByRole('button', { name: 'Renew' }));
    await act(settle);
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Subscribe for $8.50' })).toBeVisible();
  });

  it('is shown for a trial, which can be continued from the bar', async () => {
    const trial = { ...running, subscriptionType: 'free', nextRecurringDate: null };
    const { bar, store } = await show(mira(trial, true));
    await userEvent.click(bar.getByRole('button', { name: 'Keep subscribing' }));
    expect(selectIntent(store.getState())).toMatchObject({ kind: 'subscribe', plan: 'monthly' });
  });

  it('is short if the backend sends no details', async () => {
    const { bar } = await show(mira(null, true));
    expect(bar.getByText('You are subscribed')).toBeVisible();
    expect(bar.getByRole('link', { name: 'Manage' })).toBeVisible();
  });

  it('is replaced by the price for guests', async () => {
    const { bar } = await show(mira(null, false));
    expect(bar.getByText('$8.50 a month')).toBeVisible();
    expect(bar.getByRole('button', { name: 'Subscribe' })).toBeVisible();
  });
});
