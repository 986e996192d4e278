import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { reactionFeature } from '@/features/content/reaction/reaction-feature';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { profileRequested } from '@/features/identity/performer/performer-slice';
import { chatFeature } from '@/features/live/chat/chat-feature';
import { roomFeature } from '@/features/live/room/room-feature';
import * as room from '@/features/live/room/room-slice';
import { seatFeature } from '@/features/live/seat/seat-feature';
import { seatChanged } from '@/features/live/seat/seat-slice';
import type { Seat } from '@/features/live/seat/seat-state';
import { showFeature } from '@/features/live/show/show-feature';
import { intentClosed, intentFeature, selectIntent } from '@/features/money/checkout/intent-feature';
import {
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
  type StoreOptions,
} from '../../../tests/harness/render-with-store';
import { RoomScreen } from './room-screen';

const performer = {
  _id: 'f00000000000000000000009',
  name: 'Ines Calloway',
  username: 'ines',
  avatar: '',
  cover: '',
  isFollowed: false,
  isSubscribed: false,
  monthlyPrice: 5,
  stats: { followers: 1 },
};
const show = {
  _id: 'e00000000000000000000001',
  performerId: performer._id,
  title: 'Sunday loops',
  description: '',
  type: 'public',
  sessionId: 's1',
  isStreaming: true,
  isFree: true,
  stats: { members: 3, likes: 0 },
  conversationId: 'c00000000000000000000001',
  audience: 'everyone',
};

const join = (about: object = {}) => ({ ...show, ...about, stream: show, conversation: null });
const refuse = (status: number, error?: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'No.', ...(error && { error }) });
};

const waiting = () => new Promise(() => undefined);

async function open(
  answers: Answers,
  { user = {}, ...options }: Omit<StoreOptions, 'user'> & { user?: StoreOptions['user'] | null } = {},
) {
  const given = storeForTest({
    features: [performerFeature, reactionFeature, showFeature, roomFeature, chatFeature, seatFeature, intentFeature],
    ...(user && { user }),
    answers: {
      getPerformer: () => performer,
      getMe: () => ({ _id: 'f00000000000000000000001', name: 'Ada', wallet: 24.3, isPerformer: false }),
      searchStreams: () => ({ data: [], total: 0 }),
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      listPublicStreamMessages: () => ({ data: [], total: 0 }),
      listMessages: () => ({ data: [], total: 0 }),
      createStreamAccess: refuse(400, 'PROVIDER_NOT_CONFIGURED'),
      ...answers,
    },
    ...options,
  });
  given.store.dispatch(profileRequested({ address: 'ines' }));
  const made = renderWithStore(<RoomScreen />, { given, path: '/streaming/ines', query: { username: 'ines' } });
  await act(settle);
  return made;
}

const seat: Seat = {
  _id: 'a1',
  streamId: 'e2',
  conversationId: 'c2',
  sessionId: 's2',
  type: 'private',
  performerId: performer._id,
  updatedAt: null,
  state: 'asked',
  endedBy: null,
  price: 4,
  answerBy: null,
  paidUntil: null,
  hostAwaySince: null,
  minutes: 0,
  cost: 0,
  isMetered: true,
};

describe('the page of a show that the viewer cannot enter', () => {
  it.each([
    ['offline', refuse(422, 'STREAM_OFFLINE'), {}, 'Ines Calloway isn’t live right now', 'See Ines Calloway’s page'],
    ['subscribers only', refuse(403, 'NOT_SUBSCRIBED'), {}, 'This show is for subscribers', 'Subscribe'],
    [
      'followers only',
      refuse(403, 'NOT_FOLLOWING'),
      {},
      'This show is for followers and subscribers',
      'Follow Ines Calloway',
    ],
    ['a guest', refuse(401, 'UNAUTHORIZED'), null, 'Log in to watch', 'Sign up'],
    ['it failed', refuse(500), {}, 'The show did not load', 'Try again'],
  ])('shows the reason and the next step: %s', async (_why, joinStream, user, title, next) => {
    await open({ joinStream }, { user });
    expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
    const buttons = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')];
    expect(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toContain(next);
    expect(screen.queryByRole('log')).not.toBeInTheDocument();
  });

  it('counts down to the announced show, and sets a reminder', async () => {
    const streamingScheduled = new Date(Date.now() + 90_000).toISOString();
    const { calls } = await open({
      joinStream: refuse(422),
      listFeeds: () => ({ data: [{ _id: 'p1', title: 'Late loops', text: '', streamingScheduled }], total: 1 }),
      setShowReminder: () => ({ isReminded: true }),
    });
    expect(screen.getByText(/Live in 1:(29|30)/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remind me' }));
    await act(settle);
    expect(calls.at(-1)).toMatchObject({ name: 'setShowReminder', input: { params: { id: 'p1' } } });
    expect(screen.getByRole('button', { name: 'Reminder set' })).toBePressed();
  });
});

describe('the page of a show', () => {
  it('shows title, audience, goal and chat, and tips name the show', async () => {
    const { store } = await open({
      joinStream: () => join({ goal: { text: 'New strings', amount: 250, raised: 180 } }),
    });
    expect(screen.getByRole('heading', { name: 'Sunday loops', level: 1 })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ines Calloway' })).toHaveAttribute('href', '/ines');
    expect(screen.getByRole('link', { name: 'Ines Calloway' }).parentElement).toHaveTextContent(
      'Ines Calloway · Everyone',
    );
    expect(screen.getByText('$180.00 of $250.00')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: '72 percent of the goal' })).toBeInTheDocument();
    expect(screen.getByLabelText('Say something')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Tip' }));
    await act(settle);
    expect(selectIntent(store.getState())).toMatchObject({
      kind: 'tip',
      show: { conversationId: show.conversationId, sessionId: 's1', streamType: 'stream_public' },
    });
  });

  it('opens a title that is too long for the page, and can be followed on phones', async () => {
    const title = 'Sunday loops, one cello and a pedal, until nobody asks for more';
    await open({
      joinStream: () => join({ title }),
      followPerformer: () => ({ success: true }),
    });
    const heading = screen.getByRole('button', { name: title, expanded: false });
    await userEvent.click(heading);
    expect(heading).toHaveAttribute('aria-expanded', 'true');
    const [onDesk, onPhone] = screen.getAllByRole('button', { name: 'Follow Ines Calloway' });
    expect([onDesk, onPhone].map((one) => one?.parentElement?.className)).toEqual(['not-phone', 'phoneOnly']);
  });

  it('lets guests read the chat, and asks them to log in before they can write', async () => {
    await open({ joinStream: () => join(), createStreamAccess: refuse(400) }, { user: null });
    expect(screen.getByText('Log in to chat.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
      'href',
      '/auth/login?returnTo=%2Fstreaming%2Fines',
    );
  });

  it.each([
    ['subscribers', 'Only subscribers can chat right now.', 'Subscribe'],
    ['followers', 'Only followers and subscribers can chat right now.', 'Follow Ines Calloway'],
  ])('shows that only %s can write', async (writers, text, button) => {
    await open({ joinStream: () => join({ chat: { slowSeconds: 0, writers, emoteOnly: false } }) });
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: button }).length).toBeGreaterThan(0);
  });

  it('offers the ticket instead of the video, without a chat', async () => {
    const { store, calls } = await open({ joinStream: () => join({ isFree: false, price: 5, hasPurchased: false }) });
    await userEvent.click(screen.getByRole('button', { name: 'Buy ticket for $5.00' }));
    await act(settle);
    expect(selectIntent(store.getState())).toMatchObject({
      kind: 'unlock',
      item: { target: 'stream', id: show._id, price: 5 },
    });
    expect(screen.queryByRole('log')).not.toBeInTheDocument();
    expect(calls.map(({ name }) => name)).not.toContain('createStreamAccess');
  });

  it('counts down to the end of a show whose host disconnected, by the time of the server', async () => {
    const hostAwaySince = new Date(Date.now() - 12_400).toISOString();
    const { store } = await open({ joinStream: () => join({ hostAwaySince }), createStreamAccess: waiting });
    act(() => void store.dispatch(room.pictureChanged({ state: 'lost', at: Date.now() - 2_000 })));
    expect(screen.getByText('Ines Calloway lost the connection')).toBeInTheDocument();
    expect(screen.getByText(/The show ends unless they come back/)).toHaveTextContent(/\((47|48) s\)/);
  });

  it('offers to retry after a minute without video', async () => {
    const { store } = await open({ joinStream: () => join(), createStreamAccess: waiting });
    act(() => void store.dispatch(room.pictureChanged({ state: 'stalled', at: Date.now() - 61_000 })));
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Leave' }).length).toBe(2);
  });

  it('lists viewers', async () => {
    const { store } = await open({ joinStream: () => join() });
    const members = [{ _id: 'u1', name: 'Omar Vale', username: 'omar', avatar: '' }];
    act(
      () =>
        void store.dispatch(
          room.viewersChanged({ conversationId: show.conversationId, total: 3, members: members as never }),
        ),
    );
    await act(settle);
    expect(screen.getByRole('button', { name: '3 viewers' })).toBeInTheDocument();
  });

  it('links to the last replay while no show is live, and to this show’s replay after its end', async () => {
    const replay = (streamId: string) => ({ data: [{ _id: 'v1', slug: 'loops', streamId, title: 'Loops' }], total: 1 });
    const waiting = await open({ joinStream: refuse(422), searchVideos: () => replay('another') });
    expect(screen.getByRole('link', { name: 'Watch the last show' })).toHaveAttribute('href', '/video/loops');
    waiting.unmount();
    const { store } = await open({ joinStream: () => join(), searchVideos: () => replay(show._id) });
    act(() => void store.dispatch(room.showEnded({ conversationId: show.conversationId, endedBy: 'host' })));
    await act(settle);
    expect(screen.getByText('Thanks for watching. You can see it again.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Watch the replay' })).toHaveAttribute('href', '/video/loops');
  });

  it('says that the host removed the viewer, who enters again once let back in', async () => {
    let isRemoved = false;
    const { store } = await open({
      joinStream: () => (isRemoved ? refuse(403, 'REMOVED_FROM_SHOW')() : join()),
      createStreamAccess: waiting,
    });
    isRemoved = true;
    act(() => void store.dispatch(room.accessLost({ conversationId: show.conversationId })));
    await act(settle);
    expect(screen.getByRole('heading', { name: 'You can’t watch this show any more' })).toBeInTheDocument();
    expect(screen.getByText(/Ines Calloway removed you from it/)).toBeInTheDocument();
    isRemoved = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByRole('heading', { name: 'Sunday loops' })).toBeInTheDocument();
  });

  it('offers a subscription beside the ticket if subscribers need none', async () => {
    const paid = { isFree: false, price: 5, hasPurchased: false };
    const first = await open({
      joinStream: () => join({ ...paid, audience: 'subscribers', ticketFor: 'others' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(selectIntent(first.store.getState())).toMatchObject({ kind: 'subscribe' });
    first.unmount();
    await open({ joinStream: () => join({ ...paid, audience: 'subscribers', ticketFor: 'audience' }) });
    expect(screen.getByRole('button', { name: 'Buy ticket for $5.00' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
  });
});

describe('a per-minute show', () => {
  it('shows the price before the request', async () => {
    const { calls } = await open({
      joinStream: () => join({ minutePrice: 4 }),
      requestPrivateChat: refuse(409, 'PRICE_CHANGED'),
    });
    // On phones, in place of the longer text.
    expect(screen.getByText('$4.00 a minute')).toBeInTheDocument();
    expect(screen.getByText(/\$4.00 a minute from your wallet. With \$24.30 that is 6 minutes/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Request private show' }));
    expect(screen.getByText('You pay $4.00 at the start of each minute')).toBeInTheDocument();
    expect(screen.getByText(/Nothing is charged until Ines accepts/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Ask Ines' }));
    await act(settle);
    expect(screen.getByText(/The price changed. It is \$4.00 a minute now. You were not charged./)).toBeInTheDocument();
    expect(calls.filter(({ name }) => name === 'joinStream').length).toBe(2);
  });

  it('offers a top-up if the balance is too low, and continues with the request after it', async () => {
    const { store } = await open({ joinStream: () => join({ minutePrice: 4 }) }, { user: { wallet: 1 } });
    await userEvent.click(screen.getByRole('button', { name: 'Request private show' }));
    expect(screen.getByText('You need $4.00 for the first minute.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ask Ines' })).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText(/What would you like/), 'A song');
    await userEvent.click(screen.getByRole('button', { name: 'Top up' }));
    await act(settle);
    expect(selectIntent(store.getState())).toEqual({ kind: 'topUp', next: 'seat' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    act(() => {
      store.dispatch(balanceChanged({ wallet: 11 }));
      store.dispatch(intentClosed());
    });
    expect(screen.getByRole('button', { name: 'Ask Ines' })).toBeInTheDocument();
    expect(screen.getByLabelText(/What would you like/)).toHaveValue('A song');
  });

  it('waits for the host, shows its cost while running, warns of the last minute, and ends with the total', async () => {
    const { store, emitted } = await open({ joinStream: () => join({ minutePrice: 4 }) });
    act(() => void store.dispatch(seatChanged({ ...seat, answerBy: new Date(Date.now() + 30_000).toISOString() })));
    expect(screen.getByText('Waiting for Ines Calloway’s answer')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeInTheDocument();
    const running: Seat = {
      ...seat,
      state: 'running',
      minutes: 4,
      cost: 16,
      paidUntil: new Date(Date.now() + 48_000).toISOString(),
    };
    act(() => void store.dispatch(seatChanged(running)));
    await act(settle);
    expect(emitted.at(-1)).toMatchObject({
      event: 'private-stream/join',
      payload: { conversationId: 'c2', streamId: 'e2' },
    });
    expect(screen.getByText('$16.00')).toBeInTheDocument();
    expect(screen.getByText(/in 4\d s/)).toBeInTheDocument();
    expect(screen.getByText('Enough for 6 more minutes.')).toBeInTheDocument();
    act(() => void store.dispatch(seatChanged({ ...running, price: 30 })));
    expect(screen.getByRole('alert')).toHaveTextContent(
      /This is the last minute. \$24.30 is left, the show ends in 4\d seconds/,
    );
    expect(screen.getByRole('button', { name: 'Top up' })).toBeInTheDocument();
    act(
      () => void store.dispatch(seatChanged({ ...running, state: 'ended', endedBy: 'wallet', minutes: 5, cost: 20 })),
    );
    await act(settle);
    expect(screen.getByText(/your wallet had no money for the next minute/)).toBeInTheDocument();
    expect(screen.getByText('5 minutes at $4.00')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('button', { name: 'Request private show' })).toBeInTheDocument();
  });

  it('that already runs is found on entering by a link, without a new connection', async () => {
    const { emitted } = await open({
      joinStream: refuse(422),
      listSeats: () => ({
        data: [{ ...seat, performer, state: 'running', note: '', minutes: 1, cost: 4, createdAt: '', updatedAt: '' }],
      }),
    });
    expect(screen.getByRole('heading', { name: 'Private show with Ines Calloway', level: 1 })).toBeInTheDocument();
    expect(emitted.at(-1)).toMatchObject({ event: 'private-stream/join', payload: { conversationId: 'c2' } });
  });

  it('keeps the sheet closed after the answer', async () => {
    const { store } = await open({ joinStream: () => join({ minutePrice: 4 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Request private show' }));
    act(() => void store.dispatch(seatChanged(seat)));
    act(() => void store.dispatch(seatChanged({ ...seat, state: 'declined' })));
    expect(screen.getByText('You were not charged.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['declined', 'Ines Calloway can’t do a private show right now'],
    ['withdrawn', 'You withdrew your request'],
    ['expired', 'Ines Calloway didn’t answer in time'],
  ] as const)('shows that it was %s, and that nothing was charged', async (state, text) => {
    const { store } = await open({ joinStream: () => join() });
    act(() => void store.dispatch(seatChanged({ ...seat, state })));
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText('You were not charged.')).toBeInTheDocument();
  });

  it('shows no cost on backends that do not count minutes', async () => {
    const { store } = await open({ joinStream: () => join() });
    act(() => void store.dispatch(seatChanged({ ...seat, state: 'running', isMetered: false })));
    await act(settle);
    expect(screen.getAllByText('Private show with Ines Calloway')).toHaveLength(2);
    expect(screen.queryByText(/Next minute/)).not.toBeInTheDocument();
  });

  it('shows a group show’s video only to fans with a seat', async () => {
    const { calls } = await open({ joinStream: () => join({ type: 'group', minutePrice: 2 }) });
    expect(screen.getByText('Join the group show to watch.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Join' })).toBeInTheDocument();
    expect(calls.map(({ name }) => name)).not.toContain('createStreamAccess');
  });
});
