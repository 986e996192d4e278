import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { abilities } from '@contract/extensions';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { performerTipped } from '@/store/intents';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { SpendingLimit } from './components/spending-limit';
import { UpcomingCharges } from './components/upcoming-charges';
import { limitRequested, spendingFeature, upcomingRequested } from './spending-feature';

const none = { limit: null, spent: 12, remaining: null, resetsAt: '2040-12-01T00:00:00.000Z', pending: null };
const set = { ...none, limit: 100, spent: 62, remaining: 38 };
const raised = { ...set, pending: { limit: 200, from: '2040-11-11T10:00:00.000Z' } };

async function show(answers: Answers, extensions?: readonly string[]) {
  const page = renderWithStore(
    <>
      <SpendingLimit />
      <UpcomingCharges />
    </>,
    {
      features: [spendingFeature],
      user: {},
      answers: {
        listUpcomingCharges: () => ({ charges: [], total: 0, until: '2040-12-10T10:00:00.000Z' }),
        ...answers,
      },
      ...(extensions && { extensions }),
    },
  );
  await act(async () => {
    page.store.dispatch(limitRequested());
    page.store.dispatch(upcomingRequested());
    await settle();
  });
  return page;
}

const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};
const field = () => screen.getByLabelText(/Most you want to spend in a month/);

describe('the spending limit', () => {
  it('is offered with the amount spent so far, and can be set', async () => {
    const { calls } = await show({ getSpendingLimit: () => none, setSpendingLimit: () => ({ ...set, spent: 12 }) });
    expect(screen.getByText('$12.00')).toBeVisible();
    await press('Set a limit');
    await userEvent.type(field(), '100');
    expect(screen.getByText('Applies right away.')).toBeVisible();
    await press('Set limit to $100.00');
    expect(calls.find(({ name }) => name === 'setSpendingLimit')?.input.body).toEqual({ limit: 100 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows how much is left, and when it is reset', async () => {
    await show({ getSpendingLimit: () => set });
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '62');
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('$62.00 of $100.00 spent in November');
    expect(screen.getByText('$38.00 left')).toBeVisible();
    expect(screen.getByText(/Starts over on 1 December/)).toBeVisible();
  });

  it.each([
    ['without a limit', { limit: null, remaining: null }],
    ['with a limit', { limit: 100, remaining: 38 }],
  ])('names what waits for the bank apart from what was spent, %s', async (_what, limit) => {
    await show({ getSpendingLimit: () => ({ ...set, ...limit, spent: 50, waiting: 12 }) });
    expect(screen.getByText('$50.00')).toBeVisible();
    expect(screen.getByText('$12.00').parentElement).toHaveTextContent('$12.00 more waits for your bank.');
  });

  it('says before the press that a higher limit applies after a day and a lower one immediately', async () => {
    await show({ getSpendingLimit: () => set });
    await press('Change limit');
    await userEvent.clear(field());
    await userEvent.type(field(), '200');
    expect(screen.getByText(/applies after 24 hours/)).toBeVisible();
    await userEvent.clear(field());
    await userEvent.type(field(), '50');
    expect(screen.getByText(/Applies right away\. You’ve spent \$62\.00 already/)).toBeVisible();
    await userEvent.clear(field());
    await userEvent.type(field(), '0.5');
    expect(screen.getByRole('button', { name: 'Set limit' })).toBeDisabled();
  });

  it('shows a pending raise, which can be undone', async () => {
    let stored: object = raised;
    const { calls } = await show({
      getSpendingLimit: () => stored,
      setSpendingLimit: () => (stored = set),
    });
    expect(screen.getByText(/Your limit becomes \$200\.00 on/)).toBeVisible();
    await press('Keep $100.00');
    expect(calls.findLast(({ name }) => name === 'setSpendingLimit')?.input.body).toEqual({ limit: 100 });
    expect(screen.queryByText(/Your limit becomes/)).toBeNull();
  });

  it('says where the button is that a raise was not undone, until a sheet opens', async () => {
    await show({
      getSpendingLimit: () => raised,
      setSpendingLimit: () => {
        throw new ApiError(503, { statusCode: 503, message: 'Please try again later.' });
      },
    });
    await press('Keep $100.00');
    expect(screen.getByRole('alert')).toHaveTextContent('Please try again later.');
    await press('Change limit');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Remove limit in 24 hours');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is removed only after a day, and says so', async () => {
    const { calls, store } = await show({
      getSpendingLimit: () => set,
      setSpendingLimit: () => ({ ...set, pending: { limit: null, from: '2040-11-11T10:00:00.000Z' } }),
    });
    await press('Change limit');
    await press('Remove limit in 24 hours');
    expect(calls.findLast(({ name }) => name === 'setSpendingLimit')?.input.body).toEqual({ limit: null });
    expect(screen.getByText(/Your limit ends on/)).toBeVisible();
    expect(selectToasts(store.getState()).map(({ text }) => text)).toContain('Your limit ends in 24 hours');
  });

  it('shows progress on the button that was pressed', async () => {
    await show({ getSpendingLimit: () => set, setSpendingLimit: () => new Promise(() => undefined) });
    await press('Change limit');
    await userEvent.clear(field());
    await userEvent.type(field(), '50');
    await press('Remove limit in 24 hours');
    expect(screen.getByRole('button', { name: 'Removing' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Set limit to $50.00' })).toBeDisabled();
  });

  it('stays in the open sheet, with the reason, if it could not be saved', async () => {
    await show({
      getSpendingLimit: () => set,
      setSpendingLimit: () => {
        throw new ApiError(500, { statusCode: 500, message: 'Please try again.' });
      },
    });
    await press('Change limit');
    await press('Remove limit in 24 hours');
    expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeVisible();
  });

  it('counts new purchases', async () => {
    let spending = set;
    const { store } = await show({ getSpendingLimit: () => spending });
    spending = { ...set, spent: 90, remaining: 10 };
    await act(async () => {
      store.dispatch(performerTipped({ performerId: 'p', price: 28 }));
      await settle();
    });
    expect(screen.getByText('$10.00 left')).toBeVisible();
  });

  it('is hidden on other backends', async () => {
    const { calls } = await show({}, abilities);
    expect(screen.queryByText('Spending limit')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('can be loaded again after a failure', async () => {
    let isDown = true;
    await show({
      getSpendingLimit: () => {
        if (isDown) throw new ApiError(500, { statusCode: 500, message: 'Please try again.' });
        return set;
      },
    });
    isDown = false;
    await press('Try again');
    expect(screen.getByText('$38.00 left')).toBeVisible();
  });
});

describe('upcoming charges', () => {
  const charge = {
    kind: 'subscription',
    subscriptionId: 'a'.repeat(24),
    subscriptionType: 'monthly',
    performerInfo: { _id: 'p'.repeat(24), name: 'Noor Adeyemi', username: 'noor' },
    date: '2040-11-22T12:00:00.000Z',
    price: 12,
    tax: 2.4,
    total: 14.4,
    priceBefore: 8,
    card: { brand: 'Visa', last4Digits: '4242' },
    isRetry: false,
  };
  const platform = { ...charge, kind: 'platform_subscription', performerInfo: null, priceBefore: null, isRetry: true };

  it('show creator, date, card, a new price and the total', async () => {
    await show({
      getSpendingLimit: () => none,
      listUpcomingCharges: () => ({ charges: [charge, { ...platform, card: null }], total: 28.8, until: 'x' }),
    });
    expect(screen.getByRole('link', { name: 'Noor Adeyemi' })).toHaveAttribute('href', '/noor');
    expect(screen.getByText('Monthly · Visa ending 4242')).toBeVisible();
    expect(screen.getByText('New price: $12.00 instead of $8.00 before tax')).toBeVisible();
    expect(screen.getByText('Site membership · No card saved · tried again after it failed')).toBeVisible();
    expect(screen.getByText('Next 30 days, tax included')).toBeVisible();
    expect(screen.getByText('$28.80')).toBeVisible();
  });

  it('show no tax if there is none', async () => {
    const untaxed = { ...charge, tax: 0, total: 12 };
    await show({
      getSpendingLimit: () => none,
      listUpcomingCharges: () => ({ charges: [untaxed], total: 12, until: 'x' }),
    });
    expect(screen.getByText('New price: $12.00 instead of $8.00')).toBeVisible();
  });

  it('name the day of the next charge if it is later', async () => {
    const later = { charges: [], total: 0, until: 'x', nextDate: '2040-12-22T10:00:00.000Z' };
    await show({ getSpendingLimit: () => none, listUpcomingCharges: () => later });
    expect(screen.getByText(/^Your next charge is on/)).toHaveTextContent('Your next charge is on 22 December');
    expect(screen.queryByText(/No charges are due/)).toBeNull();
  });

  it('show an empty state', async () => {
    await show({ getSpendingLimit: () => none });
    expect(screen.getByText('No charges are due in the next 30 days.')).toBeVisible();
  });
});
