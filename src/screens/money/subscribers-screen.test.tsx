import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberFeature, subscribers } from '@/features/money/subscriber/subscriber-feature';
import { fanNoteFeature } from '@/features/identity/fan-note/fan-note-feature';
import { fanBlockChanged } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type StoreOptions } from '../../../tests/harness/render-with-store';
import { readSubscribersQuery, toSubscriberQuery, SubscribersScreen } from './subscribers-screen';

const person = (name: string, index: number) => ({
  _id: `f0000000000000000000000${index}`,
  name,
  username: name.toLowerCase(),
  avatar: '',
  isPerformer: false,
});
const row = (name: string, index: number, given: object) => ({
  _id: `s${index}`,
  userId: person(name, index)._id,
  userInfo: person(name, index),
  performerId: 'c1',
  subscriptionType: 'monthly',
  status: 'active',
  paymentGateway: 'stripe',
  isActive: true,
  totalSpent: 12.5,
  createdAt: '2026-05-03T10:00:00.000Z',
  updatedAt: '2026-05-03T10:00:00.000Z',
  expiredAt: '2026-12-03T10:00:00.000Z',
  nextRecurringDate: '2026-12-03T10:00:00.000Z',
  ...given,
});

async function show(query: Record<string, string> = {}, more: object = {}, options: Partial<StoreOptions> = {}) {
  const given = storeForTest({
    features: [subscriberFeature, fanNoteFeature],
    user: { isPerformer: true } as never,
    ...options,
    answers: {
      listFanNotes: () => [],
      listFanLists: () => [],
      searchPerformerSubscriptions: () => ({
        data: [
          row('Ada', 1, more),
          row('Bo', 2, { ...more, status: 'deactivated', nextRecurringDate: null, subscriptionType: 'yearly' }),
          row('Cy', 3, { ...more, isActive: false, status: 'deactivated', nextRecurringDate: null }),
        ],
        total: 3,
      }),
      ...options.answers,
    },
  });
  given.store.dispatch(subscribers.requested(toSubscriberQuery(readSubscribersQuery(query))));
  const shown = renderWithStore(<SubscribersScreen />, { given, query, path: '/creator/my-subscriber' });
  await act(settle);
  return shown;
}

describe('SubscribersScreen', () => {
  it('hides totals that the backend does not send', async () => {
    await show({}, { totalSpent: undefined });
    expect(screen.getByRole('columnheader', { name: 'Next' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Total paid' })).not.toBeInTheDocument();
  });

  it('marks a blocked fan immediately and hides the message action', async () => {
    let isBlocked = false;
    const searchPerformerSubscriptions = () => ({ data: [row('Ada', 1, { blockedUser: isBlocked })], total: 1 });
    const { store } = await show({}, {}, { answers: { searchPerformerSubscriptions } });
    expect(screen.getByRole('link', { name: 'Message Ada' })).toBeVisible();
    isBlocked = true;
    act(() => void store.dispatch(fanBlockChanged({ userId: person('Ada', 1)._id, isBlocked })));
    await act(settle);
    expect(screen.getAllByRole('row')[1]).toHaveTextContent(/Ada.*Blocked/);
    expect(screen.queryByRole('link', { name: 'Message Ada' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More for Ada' }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Note and lists', 'Blocked people']);
  });

  it('shows status, start, next event, amount paid and message action', async () => {
    await show();
    const [, ada, bo, cy] = screen.getAllByRole('row');
    expect(ada).toHaveTextContent(/Ada.*Active.*Monthly.*3 May.*Renews on 3 December.*\$12\.50/);
    expect(bo).toHaveTextContent(/Bo.*Ending.*Yearly.*Ends on 3 December/);
    expect(cy).toHaveTextContent(/Cy.*Ended.*Ended on/);
    expect(within(ada as HTMLElement).getByRole('link', { name: 'Message Ada' })).toHaveAttribute(
      'href',
      expect.stringContaining('toSource=user'),
    );
  });

  it('requests the list with the filters in the URL, and writes choices to the URL', async () => {
    const { router, calls } = await show({ state: 'ending', tier: 'yearly', q: 'bo' });
    expect(calls[0]?.input.query).toMatchObject({
      q: 'bo',
      status: 'deactivated',
      isActive: true,
      subscriptionType: 'yearly',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Payment failed' }));
    expect(router.replace).toHaveBeenCalledWith('/creator/my-subscriber?q=bo&state=late&tier=yearly', undefined, {
      scroll: false,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Ended' }));
    expect(router.replace).toHaveBeenCalledWith('/creator/my-subscriber?q=bo&state=ended&tier=yearly', undefined, {
      scroll: false,
    });
  });
});

describe('a subscriber row', () => {
  const open = async (item: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'More for Ada' }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
    await act(settle);
  };
  const ada = 'f00000000000000000000001';

  it('has a private note and lists, which can be saved and shown, and by which rows can be filtered', async () => {
    let lists: object[] = [];
    const { calls, router } = await show(
      {},
      {},
      {
        answers: {
          setFanNote: ({ params, body }) => {
            lists = [{ name: 'Regulars', count: 1 }];
            return { userId: params?.['id'], ...body };
          },
          listFanLists: () => lists,
        },
      },
    );
    await open('Note and lists');
    await userEvent.type(screen.getByLabelText('Note optional'), 'Asked for the recipe');
    await userEvent.type(screen.getByLabelText('Add to a new list optional'), 'Regulars');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'setFanNote')?.input).toEqual({
      params: { id: ada },
      body: { note: 'Asked for the recipe', lists: ['Regulars'] },
    });
    expect(screen.getByRole('row', { name: /Ada/ })).toHaveTextContent('Regulars Asked for the recipe');
    await userEvent.click(screen.getByRole('button', { name: 'Regulars' }));
    expect(router.replace).toHaveBeenCalledWith('/creator/my-subscriber?list=Regulars', undefined, { scroll: false });
  });

  it('has no note field before the saved note is loaded', async () => {
    let isAway = true;
    const listFanNotes = () => {
      if (isAway) throw new Error('away');
      return [{ userId: ada, note: 'Paints', lists: [] }];
    };
    await show({}, {}, { answers: { listFanNotes } });
    await open('Note and lists');
    expect(screen.queryByLabelText('Note optional')).not.toBeInTheDocument();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByLabelText('Note optional')).toHaveValue('Paints');
  });

  it('shows its saved note, and rows can be limited to a list', async () => {
    const { calls } = await show(
      { list: 'Regulars' },
      {},
      { answers: { listFanNotes: () => [{ userId: ada, note: 'Paints', lists: ['Regulars'] }] } },
    );
    expect(calls[0]?.input.query).toMatchObject({ fanList: 'Regulars' });
    expect(screen.getByRole('row', { name: /Ada/ })).toHaveTextContent('Regulars Paints');
  });

  it('offers to block the fan', async () => {
    await show();
    await open('Block');
    expect(await screen.findByRole('dialog', { name: 'Block Ada?' })).toBeVisible();
  });

  it('has no note on backends without notes', async () => {
    const { calls } = await show({}, {}, { extensions: [] });
    await userEvent.click(screen.getByRole('button', { name: 'More for Ada' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Message', 'Block']);
    expect(calls.map(({ name }) => name)).toEqual(['searchPerformerSubscriptions']);
  });
});

it('a search for symbols only finds no subscribers, without a request', async () => {
  const { calls } = await show({ q: '🎉', state: 'active' });
  expect(screen.getByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show everyone' })).toBeInTheDocument();
  expect(calls.map(({ name }) => name)).not.toContain('searchPerformerSubscriptions');
});
