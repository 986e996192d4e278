import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '@/services/api-error';
import { subscribeRequested, unlockRequested } from '@/store/intents';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { intentFeature } from './intent-feature';

/** Compatible backends charge the current price: they ignore `expectedPrice`, and coupons for subscriptions. */
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
const me = { _id: 'f00000000000000000000001', wallet: 150.5, isPerformer: false };
const card = {
  _id: 'd00000000000000000000001',
  token: 'card_1',
  brand: 'Visa',
  last4Digits: '4242',
  month: '4',
  year: '2031',
  isDefault: true,
};
const unknown = () => {
  throw new ApiError(404, { statusCode: 404, message: 'Cannot POST /tax/calculate', error: 'Not Found' });
};

async function open(want: object, answers: Answers) {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [card], total: 1 }),
      calculateTax: unknown,
      getMe: () => me,
      listCharges: () => ({ data: [], total: 0 }),
      searchTransactions: () => ({ data: [], total: 0 }),
      ...answers,
    },
    user: me,
    extensions: [],
  });
  await act(async () => {
    page.store.dispatch(want as never);
    await settle();
  });
  return { sent: (name: string) => page.calls.filter((call) => call.name === name) };
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

afterEach(() => window.sessionStorage.clear());

describe('a price that has changed', () => {
  it('of a post is shown, and charged only after another press', async () => {
    const { sent } = await open(unlockRequested(item), {
      getFeed: () => ({ _id: item.id, price: 9 }),
      buyFeed: () => ({ _id: 'e1', totalPrice: 9, status: 'success' }),
    });
    await press('Unlock for $6.00');
    expect(screen.getByText(/The price changed from \$6\.00 to \$9\.00/)).toBeInTheDocument();
    expect(sent('buyFeed')).toHaveLength(0);
    await press('Unlock for $9.00');
    expect(sent('buyFeed')).toHaveLength(1);
  });

  it('of a subscription is shown, too', async () => {
    let monthlyPrice = 8;
    const { sent } = await open(subscribeRequested({ performer }), {
      getPerformer: () => ({ ...performer, monthlyPrice }),
    });
    monthlyPrice = 12;
    await press('Subscribe for $8.00');
    expect(screen.getByText(/The price changed since you opened this/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Subscribe for $12.00' })).toBeInTheDocument();
    expect(sent('subscribePerformer')).toHaveLength(0);
  });

  it('does not prevent payment if it cannot be loaded', async () => {
    const { sent } = await open(unlockRequested(item), {
      getFeed: () => {
        throw new ApiError(500, {});
      },
      buyFeed: () => ({ _id: 'e1', totalPrice: 6, status: 'success' }),
    });
    await press('Unlock for $6.00');
    expect(sent('buyFeed')).toHaveLength(1);
  });
});

it('no coupon is accepted for a subscription that the backend would charge in full', async () => {
  await open(subscribeRequested({ performer }), { getPerformer: () => performer });
  expect(screen.getByRole('button', { name: 'Subscribe for $8.00' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'I have a coupon' })).not.toBeInTheDocument();
});
