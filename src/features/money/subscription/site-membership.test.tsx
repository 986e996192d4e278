import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { abilities } from '@contract/extensions';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { intentFeature, selectIntent } from '../checkout/intent-feature';
import { SiteMembership } from './components/site-membership';
import { subscriptionFeature, subscriptionsRequested } from './subscription-feature';

const end = '2040-12-22T10:00:00.000Z';
const member = {
  isSubscribed: true,
  status: 'active',
  subscriptionId: 'c'.repeat(24),
  price: 11.99,
  expiredAt: end,
  nextRecurringDate: '2040-12-22T10:00:00.000Z',
  card: { brand: 'Visa', last4Digits: '4242' },
};
const cancelled = { ...member, status: 'deactivated', nextRecurringDate: null };

async function show(platform: () => object, more: Answers = {}, extensions?: readonly string[]) {
  const page = renderWithStore(<SiteMembership />, {
    features: [subscriptionFeature, intentFeature],
    user: {},
    answers: {
      searchUserSubscriptions: () => ({ data: [], total: 0 }),
      getPlatformSubscription: platform,
      ...more,
    },
    ...(extensions && { extensions }),
  });
  await act(async () => {
    page.store.dispatch(subscriptionsRequested());
    await settle();
  });
  return page;
}

const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};
const card = () => within(screen.getByRole('region', { name: 'Site membership' }));

describe('the membership of the site in the wallet', () => {
  it('is offered with benefits and price, and opens its checkout', async () => {
    const { store } = await show(() => ({ isSubscribed: false }));
    expect(card().getByText('Opens everything creators post for site members.')).toBeVisible();
    expect(card().getByText('$11.99 a month')).toBeVisible();
    await press(/^Subscribe to /);
    expect(selectIntent(store.getState())).toEqual({ kind: 'platform' });
  });

  it('shows its renewal, and is canceled in two steps that show the end', async () => {
    let stands: object = member;
    const { calls } = await show(() => stands, {
      cancelPlatformSubscription: () => {
        stands = cancelled;
        return { success: true };
      },
    });
    expect(card().getByText('Active')).toBeVisible();
    expect(card().getByText(/Renews on/)).toHaveTextContent('Renews on 22 December 2040 for $11.99 plus any tax');
    await press(/^Cancel /);
    expect(screen.getByRole('dialog')).toHaveTextContent('You keep access until 22 December 2040');
    await press('Cancel subscription');
    expect(calls.some(({ name }) => name === 'cancelPlatformSubscription')).toBe(true);
    expect(card().getByText('Ending')).toBeVisible();
    expect(card().getByText(/Open until/)).toHaveTextContent('Open until 22 December 2040. Nothing more is charged.');
  });

  it('is resumed with one press while it runs, and bought again after it has ended', async () => {
    const { calls, unmount } = await show(() => cancelled, { resumeSubscription: () => ({ success: true }) });
    await press(/^Renew /);
    expect(calls.find(({ name }) => name === 'resumeSubscription')?.input.params).toEqual({
      type: 'stripe',
      id: member.subscriptionId,
    });
    unmount();
    const { store } = await show(() => ({ ...cancelled, isSubscribed: false, expiredAt: '2020-01-03T10:00:00.000Z' }));
    expect(card().getByText('Ended')).toBeVisible();
    await press(/^Subscribe again to /);
    expect(selectIntent(store.getState())).toEqual({ kind: 'platform' });
  });

  it('shows that it could not be charged', async () => {
    await show(() => ({ ...member, status: 'past_due' }));
    expect(card().getByText('Payment failed')).toBeVisible();
  });

  it('is hidden if the operator has disabled it, or the backend does not send it', async () => {
    const off = abilities.filter((name) => name !== 'siteMembers');
    for (const extensions of [off, []]) {
      const { container, unmount } = await show(() => ({ isSubscribed: false }), {}, extensions);
      expect(container).toBeEmptyDOMElement();
      unmount();
    }
    const { container } = await show(() => {
      throw new ApiError(404, { message: 'Cannot GET /users/isUserSubscribed' });
    });
    expect(container).toBeEmptyDOMElement();
  });
});
