import { takeEvery } from 'redux-saga/effects';
import { ApiError } from '@/services/api-error';
import { socketStatusChanged } from '@/features/site/ui/ui-slice';
import type { Feature } from '@/store/feature';
import { itemUnlocked, reminderChanged, saleEnded, subscriptionChanged } from '@/store/intents';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { getRefusedStatus } from './join-saga';
import { needsTicket } from './needs-ticket';
import { roomFeature } from './room-feature';
import * as room from './room-slice';
import { selectHasChat, selectPlace, selectRoom, type Show } from './room-state';

const performerId = 'f00000000000000000000009';
const conversationId = 'c00000000000000000000001';

const buildShow = (about: Partial<Show> = {}): Show => ({
  _id: 'e00000000000000000000001',
  createdAt: '2026-11-28T20:00:00.000Z',
  updatedAt: '2026-11-28T20:00:00.000Z',
  performerId,
  title: 'Sunday loops',
  description: '',
  type: 'public',
  sessionId: 'session-1',
  isStreaming: true,
  streamingTime: 0,
  isFree: true,
  stats: { members: 3, likes: 0 },
  conversationId,
  ...about,
});

const refuse = (status: number, error?: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'No.', ...(error && { error }) });
};

const noPosts: Answers = { listFeeds: () => ({ data: [], total: 0 }), searchStreams: () => ({ data: [], total: 0 }) };

function enter(answers: Answers, { isGuest = false, user = {}, feature = roomFeature } = {}) {
  const made = storeForTest({
    features: [feature],
    answers: { ...noPosts, ...answers },
    ...(!isGuest && { user }),
  });
  made.store.dispatch(room.roomEntered({ performerId }));
  const read = () => selectRoom(made.store.getState());
  const hear = (event: string, payload: unknown) => {
    const action = roomFeature.socket?.[event]?.(payload as never, event);
    if (action) made.store.dispatch(action);
  };
  return { ...made, read, hear };
}

const joinable = (show = buildShow()): Answers => ({
  joinStream: () => ({ ...show, stream: show, conversation: null }),
});

describe('a refused join', () => {
  it.each([
    ['NOT_SUBSCRIBED', 403, true, 'subscribersOnly'],
    ['NOT_FOLLOWING', 403, true, 'followersOnly'],
    ['NOT_FOLLOWING', 403, false, 'loginNeeded'],
    ['UNAUTHORIZED', 401, false, 'loginNeeded'],
    ['REMOVED_FROM_SHOW', 403, true, 'closed'],
    // Compatible backends send no code of their own.
    ['FORBIDDEN', 403, true, 'subscribersOnly'],
    [undefined, 422, true, 'waiting'],
    ['ENTITY_NOT_FOUND', 404, true, 'waiting'],
    [undefined, 500, true, 'failed'],
    [undefined, 0, true, 'failed'],
  ])('maps %s (%s, logged in: %s) to %s', (code, status, isLoggedIn, expected) => {
    expect(getRefusedStatus(new ApiError(status, { error: code, message: 'No.' }), isLoggedIn)).toBe(expected);
  });

  it('leads to polling for the next show and loading the announced one if no show is live', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const post = (id: string, streamingScheduled: string) => ({
      _id: id,
      title: 'Loops',
      text: '',
      streamingScheduled,
    });
    const { read, store } = enter({
      joinStream: refuse(422),
      listFeeds: () => ({ data: [post('p1', past), { ...post('p2', soon), isReminded: true }], total: 2 }),
    });
    await settle();
    expect(read()).toMatchObject({
      status: 'waiting',
      announced: { postId: 'p2', startsAt: soon, isReminded: true },
    });
    store.dispatch(reminderChanged({ postId: 'p2', isReminded: false }));
    expect(read().announced?.isReminded).toBe(false);
  });
});

describe('a room', () => {
  it('is joined by the socket, again after each reconnect, and left', async () => {
    const { store, emitted } = enter(joinable());
    await settle();
    const join = { event: 'public-stream/join', payload: { conversationId } };
    expect(emitted).toEqual([join]);
    store.dispatch(socketStatusChanged('connected'));
    for (const action of roomFeature.resync?.(store.getState()) ?? []) store.dispatch(action);
    await settle();
    expect(emitted).toEqual([join, join]);
    store.dispatch(room.roomLeft());
    expect(emitted.at(-1)).toEqual({ event: 'public-stream/leave', payload: { conversationId } });
  });

  it('is not left by the socket if the viewer is the host, because that would end the show', async () => {
    const { store, emitted } = enter(joinable(), { user: { _id: performerId, isPerformer: true } });
    await settle();
    store.dispatch(room.roomLeft());
    await settle();
    expect(emitted).toEqual([{ event: 'public-stream/join', payload: { conversationId } }]);
  });

  it('is not joined again after the server has joined', async () => {
    const { store, calls } = storeForTest({ features: [roomFeature], user: {}, answers: joinable() });
    store.dispatch(room.joinRequested({ performerId }));
    await settle();
    store.dispatch(room.roomEntered({ performerId }));
    await settle();
    expect(calls.filter(({ name }) => name === 'joinStream')).toHaveLength(1);
  });

  it('counts viewers by the events of all API variants', async () => {
    const { read, hear } = enter(joinable());
    await settle();
    expect(read().viewers.total).toBe(3);
    hear('public-room-changed', { conversationId, total: 5, members: [{ _id: 'u1', name: 'Omar' }] });
    expect(read().viewers).toMatchObject({ total: 5, members: [{ name: 'Omar' }] });
    hear('JOINED_THE_ROOM', { conversationId, total: 6, members: null });
    expect(read().viewers).toEqual({ total: 6, members: [] });
    hear('public-room-changed', { conversationId: 'another', total: 1, members: [] });
    expect(read().viewers.total).toBe(6);
  });

  it('is updated by changes of the host, and keeps the viewer’s own state', async () => {
    const { read, hear } = enter(joinable(buildShow({ hasPurchased: true, isSubscribed: true })));
    await settle();
    const away = '2026-11-28T20:10:00.000Z';
    hear('stream/changed', buildShow({ title: 'Late loops', hostAwaySince: away, hasPurchased: false }));
    expect(read().show).toMatchObject({ title: 'Late loops', hostAwaySince: away, hasPurchased: true });
    hear('change-stream-info', { conversation: { _id: conversationId, name: 'By another name' } });
    expect(read().show?.title).toBe('By another name');
    hear('stream/changed', buildShow({ endedAt: away }));
    expect(read()).toMatchObject({ status: 'ended', endedBy: 'host' });
  });

  it.each([
    ['model-left', 'ended', 'host'],
    ['MODEL_LEFT_ROOM', 'ended', 'host'],
    ['admin-end-session-stream', 'ended', 'operator'],
    ['stream/access-lost', 'closed', null],
  ])('on %s, gets the status %s', async (event, status, endedBy) => {
    const { store, read, hear, emitted } = enter(joinable());
    await settle();
    hear(event, { conversationId, performerId, streamId: 'e1' });
    expect(read()).toMatchObject({ status, endedBy });
    expect(selectPlace(store.getState())).toBeNull();
    expect(emitted.at(-1)?.event).toBe('public-stream/leave');
  });

  it('is joined again when the host returns, unless it is still open', async () => {
    const { read, hear, calls } = enter(joinable());
    await settle();
    hear('join-broadcaster', { performerId, conversationId });
    await settle();
    expect(calls.filter(({ name }) => name === 'joinStream')).toHaveLength(1);
    hear('model-left', { conversationId });
    hear('join-broadcaster', { performerId, conversationId });
    await settle();
    expect(read().status).toBe('open');
  });

  it('can be entered again with the next show after the viewer was removed', async () => {
    let isRemoved = false;
    const { read, hear, store } = enter({
      joinStream: () =>
        isRemoved ? refuse(403, 'REMOVED_FROM_SHOW')() : { ...buildShow(), stream: buildShow(), conversation: null },
    });
    await settle();
    isRemoved = true;
    store.dispatch(room.roomRejoined());
    await settle();
    expect(read().status).toBe('closed');
    isRemoved = false;
    hear('join-broadcaster', { performerId, conversationId });
    await settle();
    expect(read().status).toBe('open');
  });

  it('gets the status ended when the show ends, even for a viewer without access', async () => {
    const { read, hear } = enter(joinable());
    await settle();
    hear('stream/access-lost', { conversationId });
    hear('model-left', { conversationId });
    expect(read().status).toBe('ended');
    hear('stream/access-lost', { conversationId });
    expect(read().status).toBe('ended');
  });

  it('gets the status ended if joining again finds no live show', async () => {
    let isLive = true;
    const { store, read } = enter({
      joinStream: () => (isLive ? { ...buildShow(), stream: buildShow(), conversation: null } : refuse(422)()),
    });
    await settle();
    isLive = false;
    store.dispatch(room.roomRejoined());
    await settle();
    expect(read()).toMatchObject({ status: 'ended', endedBy: 'host' });
  });

  it('stays open during a short failure of the server', async () => {
    let isAway = false;
    const { store, read } = enter({
      joinStream: () => (isAway ? refuse(503)() : { ...buildShow(), stream: buildShow(), conversation: null }),
    });
    await settle();
    isAway = true;
    store.dispatch(room.roomRejoined());
    await settle();
    expect(read().status).toBe('open');
  });

  it('is joined after subscribing', async () => {
    let isSubscribed = false;
    const { store, read } = enter({
      joinStream: () =>
        isSubscribed ? { ...buildShow(), stream: buildShow(), conversation: null } : refuse(403, 'NOT_SUBSCRIBED')(),
    });
    await settle();
    expect(read().status).toBe('subscribersOnly');
    isSubscribed = true;
    store.dispatch(subscriptionChanged({ performerId }));
    await settle();
    expect(read().status).toBe('open');
  });

  it('needs a ticket until one is bought', async () => {
    const priced = buildShow({ isFree: false, price: 5, hasPurchased: false });
    const { store, read } = enter(joinable(priced));
    await settle();
    expect(needsTicket(read().show!)).toBe(true);
    store.dispatch(itemUnlocked({ target: 'stream', id: priced._id }));
    expect(needsTicket(read().show!)).toBe(false);
  });

  it('has a chat for viewers with a seat in a group show', async () => {
    const { store } = enter(joinable(buildShow({ type: 'group' })));
    await settle();
    expect(selectHasChat(store.getState())).toBe(false);
    const place = { conversationId, streamId: 'e2', sessionId: 's2', isPrivate: true };
    store.dispatch(room.privatePlaceChanged(place));
    expect(selectHasChat(store.getState())).toBe(true);
  });

  it('joins a group show once the viewer has a seat, and leaves it when the seat ends', async () => {
    const { store, emitted } = enter(joinable(buildShow({ type: 'group', hasPurchased: false })));
    await settle();
    const place = { conversationId, streamId: buildShow()._id, sessionId: buildShow().sessionId, isPrivate: true };
    store.dispatch(room.privatePlaceChanged(place));
    expect(emitted.at(-1)).toMatchObject({ event: 'private-stream/join', payload: { conversationId } });
    store.dispatch(room.privatePlaceChanged(null));
    expect(emitted.map(({ event }) => event).slice(-2)).toEqual(['private-stream/leave', 'public-stream/join']);
  });

  it.each([
    ['stays in a group show', false, 'open'],
    ['is kept out of a group show that the host removed them from', true, 'closed'],
  ])('a viewer who lost a seat %s', async (_what, isBanned, status) => {
    let isLost = false;
    const group = buildShow({ type: 'group', hasPurchased: true });
    const { read, hear } = enter({
      joinStream: () =>
        isLost && isBanned ? refuse(403, 'REMOVED_FROM_SHOW')() : { ...group, stream: group, conversation: null },
    });
    await settle();
    isLost = true;
    hear('stream/access-lost', { conversationId });
    await settle();
    expect(read().status).toBe(status);
  });

  it('joins again with a ticket, because the server refused the viewer without one', async () => {
    let hasPurchased = false;
    const priced = () => buildShow({ isFree: false, price: 5, hasPurchased });
    const { store, emitted } = enter({ joinStream: () => ({ ...priced(), stream: priced(), conversation: null }) });
    await settle();
    hasPurchased = true;
    store.dispatch(itemUnlocked({ target: 'stream', id: priced()._id }));
    await settle();
    const join = { event: 'public-stream/join', payload: { conversationId } };
    expect(emitted).toEqual([join, join]);
    store.dispatch(room.joinRequested({ performerId }));
    await settle();
    expect(emitted).toHaveLength(2);
  });

  it.each<[string, Partial<Show>, { type: string }]>([
    ['without a bought ticket', { hasPurchased: false }, itemUnlocked({ target: 'stream', id: buildShow()._id })],
    ['before a subscription', {}, subscriptionChanged({ performerId })],
  ])('drops the reply to an older join that runs %s', async (_what, lacking, change) => {
    const priced = (about: Partial<Show> = {}) => buildShow({ isFree: false, price: 5, hasPurchased: true, ...about });
    const replies: (() => void)[] = [];
    const { store, read } = enter({
      joinStream: () =>
        new Promise((resolve, reject) => {
          const show = priced(replies.length === 0 ? lacking : {});
          const isRefused = replies.length === 0 && !('hasPurchased' in lacking);
          replies.push(() =>
            isRefused
              ? reject(new ApiError(403, { error: 'NOT_SUBSCRIBED' }))
              : resolve({ ...show, stream: show, conversation: null }),
          );
        }),
    });
    await settle();
    store.dispatch(change);
    replies[0]?.();
    await settle();
    expect(replies).toHaveLength(2);
    replies[1]?.();
    await settle();
    expect(read()).toMatchObject({ status: 'open', show: { hasPurchased: true } });
  });

  it('learns after a private show that the main one has ended', async () => {
    let isLive = true;
    const { store, read } = enter({
      joinStream: () => (isLive ? { ...buildShow(), stream: buildShow(), conversation: null } : refuse(422)()),
    });
    await settle();
    store.dispatch(
      room.privatePlaceChanged({ conversationId: 'c2', streamId: 'e2', sessionId: 's2', isPrivate: true }),
    );
    isLive = false;
    store.dispatch(room.privatePlaceChanged(null));
    await settle();
    expect(read().status).toBe('ended');
  });

  it('leaves for a private show and joins again afterwards', async () => {
    const { store, emitted } = enter(joinable());
    await settle();
    const place = { conversationId: 'c2', streamId: 'e2', sessionId: 's2', isPrivate: true };
    store.dispatch(room.privatePlaceChanged(place));
    store.dispatch(room.privatePlaceChanged(null));
    const { isPrivate: _private, ...payload } = place;
    expect(emitted.slice(1)).toEqual([
      { event: 'public-stream/leave', payload: { conversationId } },
      { event: 'private-stream/join', payload },
      { event: 'private-stream/leave', payload },
      { event: 'public-stream/join', payload: { conversationId } },
    ]);
  });
});

describe('a reply after the viewer left', () => {
  it.each([
    ['a show', () => ({ ...buildShow(), stream: buildShow(), conversation: null })],
    ['a refusal', refuse(403, 'NOT_SUBSCRIBED')],
  ])('does not enter the room again: %s', async (_what, reply) => {
    let send = () => undefined as void;
    const { store, read, emitted } = enter({
      joinStream: () => new Promise((resolve) => (send = () => resolve(null))).then(reply),
    });
    await settle();
    store.dispatch(room.roomLeft());
    send();
    await settle();
    expect(read()).toMatchObject({ performerId: null, status: 'idle', show: null });
    expect(emitted).toEqual([]);
  });

  it('does not enter the room again: a search that finds the show', async () => {
    let send = (_found: object) => undefined as void;
    const { store, read, calls } = enter({
      joinStream: refuse(422),
      searchStreams: () => new Promise((resolve) => (send = resolve)),
    });
    await settle();
    store.dispatch(room.roomRejoined());
    await settle();
    store.dispatch(room.roomLeft());
    send({ data: [buildShow()], total: 1 });
    await settle();
    expect(read().performerId).toBeNull();
    expect(calls.filter(({ name }) => name === 'joinStream')).toHaveLength(1);
  });

  it('shows nothing announced by the host before', async () => {
    let send = (_found: object) => undefined as void;
    const { store, read } = enter({
      joinStream: ({ params }) => (params?.['id'] === performerId ? refuse(422)() : new Promise(() => undefined)),
      listFeeds: () => new Promise((resolve) => (send = resolve)),
    });
    await settle();
    store.dispatch(room.joinRequested({ performerId: 'f00000000000000000000010' }));
    const streamingScheduled = new Date(Date.now() + 60_000).toISOString();
    send({ data: [{ _id: 'p1', title: 'Loops', text: '', streamingScheduled }], total: 1 });
    await settle();
    expect(read().announced).toBeNull();
  });
});

describe('polling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('joins again for a guest, to update the show', async () => {
    const { calls } = enter(joinable(), { isGuest: true });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(calls.filter(({ name }) => name === 'joinStream')).toHaveLength(3);
  });

  it.each([
    ['a ticket', { isFree: false, price: 5 }],
    ['a seat in a group show', { type: 'group' as const }],
  ])('tells a viewer without %s that the show has ended', async (_what, about) => {
    let isLive = true;
    const show = buildShow({ ...about, hasPurchased: false });
    const { read } = enter({
      joinStream: () => (isLive ? { ...show, stream: show, conversation: null } : refuse(422)()),
    });
    await vi.advanceTimersByTimeAsync(11_000);
    expect(read().status).toBe('open');
    isLive = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read()).toMatchObject({ status: 'ended', endedBy: 'host' });
  });

  it('ends the sale of the ticket with the show', async () => {
    const ended: unknown[] = [];
    const feature: Feature = {
      ...roomFeature,
      *browserSaga() {
        yield takeEvery(saleEnded, ({ payload }) => void ended.push(payload));
        yield* roomFeature.browserSaga?.() ?? [];
      },
    };
    let isLive = true;
    const show = buildShow({ isFree: false, price: 5, hasPurchased: false });
    enter({ joinStream: () => (isLive ? { ...show, stream: show, conversation: null } : refuse(422)()) }, { feature });
    await vi.advanceTimersByTimeAsync(0);
    isLive = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ended).toEqual([{ target: 'stream', id: show._id }]);
  });

  it('sends no request for a removed viewer until the host goes live', async () => {
    let isRemoved = false;
    const { read, hear, calls } = enter({
      joinStream: () => (isRemoved ? refuse(403, 'REMOVED_FROM_SHOW')() : { ...buildShow(), stream: buildShow() }),
    });
    await vi.advanceTimersByTimeAsync(0);
    isRemoved = true;
    hear('stream/access-lost', { conversationId });
    await vi.advanceTimersByTimeAsync(0);
    const before = calls.length;
    await vi.advanceTimersByTimeAsync(31_000);
    expect(calls).toHaveLength(before);
    expect(read().status).toBe('closed');
  });

  it('joins when a search finds the show', async () => {
    let isLive = false;
    const { read, calls } = enter({
      joinStream: () => (isLive ? { ...buildShow(), stream: buildShow(), conversation: null } : refuse(422)()),
      searchStreams: () => ({ data: isLive ? [buildShow()] : [], total: 0 }),
    });
    await vi.advanceTimersByTimeAsync(11_000);
    expect(calls.filter(({ name }) => name === 'joinStream')).toHaveLength(1);
    isLive = true;
    await vi.advanceTimersByTimeAsync(11_000);
    expect(read().status).toBe('open');
  });
});
