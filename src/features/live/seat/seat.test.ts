import { currentUserLoaded, type CurrentUser } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { seatFeature } from './seat-feature';
import { seatsRequested } from '@/store/intents';
import * as seats from './seat-slice';
import { selectSeat, selectSeatRequest, type SeatWish } from './seat-state';

const conversationId = 'c00000000000000000000002';
const wish: SeatWish = {
  type: 'private',
  performerId: 'f00000000000000000000009',
  streamId: 'e1',
  price: 4,
  note: 'In D minor',
};

const chat = {
  conversation: { _id: conversationId },
  sessionId: 's2',
  price: 4,
  streamId: 'e2',
};

const told = (about: object = {}) => ({
  _id: 'a00000000000000000000001',
  streamId: 'e2',
  conversationId,
  sessionId: 's2',
  type: 'private',
  performer: { _id: wish.performerId },
  state: 'asked',
  price: 4,
  note: '',
  answerBy: new Date(Date.now() + 60_000).toISOString(),
  minutes: 0,
  cost: 0,
  createdAt: '2026-11-29T10:00:00.000Z',
  updatedAt: '2026-11-29T10:00:00.000Z',
  ...about,
});

/** @param extensions those of a compatible backend, which has no seats. */
function start(answers: Answers, extensions?: readonly string[]) {
  const made = storeForTest({
    features: [seatFeature],
    user: {},
    answers: { getMe: () => ({ _id: 'f00000000000000000000001', wallet: 20.3, isPerformer: false }), ...answers },
    ...(extensions && { extensions }),
  });
  const read = () => selectSeat(made.store.getState());
  const hear = (event: string, payload: unknown) => {
    const action = seatFeature.socket?.[event]?.(payload as never, event);
    if (action) made.store.dispatch(action);
  };
  return { ...made, read, hear };
}

describe('a private show on our own backend', () => {
  it('is requested at the price shown, runs, and ends with its total cost', async () => {
    const { store, calls, read, hear } = start({
      requestPrivateChat: () => chat,
      listSeats: () => ({ data: [told()] }),
    });
    store.dispatch(seats.seatWanted(wish));
    await settle();
    expect(calls[0]?.input).toMatchObject({
      params: { id: wish.performerId },
      body: { price: 4, userNote: 'In D minor' },
    });
    expect(read()).toMatchObject({ state: 'asked', isMetered: true });
    hear('stream/seat-changed', told({ state: 'running', minutes: 1, cost: 4 }));
    await settle();
    expect(read()).toMatchObject({ state: 'running', cost: 4 });
    // The wallet is loaded again for each minute.
    expect(calls.at(-1)?.name).toBe('getMe');
    hear('stream/seat-changed', told({ state: 'ended', endedBy: 'wallet', minutes: 3, cost: 12 }));
    expect(read()).toMatchObject({ state: 'ended', endedBy: 'wallet', cost: 12 });
  });

  it('is not stored if it ended before it was listed', async () => {
    const { store, read } = start({ requestPrivateChat: () => chat, listSeats: () => ({ data: [] }) });
    store.dispatch(seats.seatWanted(wish));
    await settle();
    expect(read()).toBeNull();
    expect(selectSeatRequest(store.getState()).status).toBe('idle');
  });

  it('charges nothing if its price has changed, and shows the new price', async () => {
    const { store, read } = start({
      requestPrivateChat: () => {
        throw new ApiError(409, { error: 'PRICE_CHANGED', message: 'The price has changed.' });
      },
    });
    store.dispatch(seats.seatWanted(wish));
    await settle();
    expect(selectSeatRequest(store.getState())).toMatchObject({ status: 'failed', error: { code: 'PRICE_CHANGED' } });
    expect(read()).toBeNull();
    store.dispatch(seats.seatRequestClosed());
    expect(selectSeatRequest(store.getState())).toEqual({ status: 'idle', error: null });
  });

  it('can be withdrawn before it starts, and left while it runs', async () => {
    const { store, calls, read } = start({
      declinePrivateChat: () => ({ declined: true }),
      leaveSeat: () => told({ state: 'ended', endedBy: 'fan', minutes: 2, cost: 8 }),
    });
    store.dispatch(seats.seatChanged({ ...toSeatForTest(), state: 'asked' }));
    store.dispatch(seats.seatLeaveRequested());
    await settle();
    expect(calls.find(({ name }) => name === 'declinePrivateChat')?.input.params).toEqual({ id: conversationId });
    expect(read()?.state).toBe('withdrawn');
    store.dispatch(seats.seatChanged({ ...toSeatForTest(), state: 'running' }));
    store.dispatch(seats.seatLeaveRequested());
    await settle();
    expect(read()).toMatchObject({ state: 'ended', cost: 8 });
  });

  it('is shown again after a reload, or how it ended', async () => {
    let open: object[] = [told({ state: 'running', minutes: 1, cost: 4 })];
    const { store, read } = start({
      listSeats: () => ({ data: open }),
      getSeat: () => told({ state: 'ended', endedBy: 'hostGone', minutes: 1, cost: 4 }),
    });
    for (const action of seatFeature.catchUp?.(store.getState()) ?? []) store.dispatch(action);
    await settle();
    expect(read()?.state).toBe('running');
    open = [];
    store.dispatch(seatsRequested());
    await settle();
    expect(read()).toMatchObject({ state: 'ended', endedBy: 'hostGone' });
  });
});

it('of a fan is ignored by the host, whose open room would join the show', async () => {
  const { store, read, hear } = start({});
  store.dispatch(currentUserLoaded({ _id: wish.performerId, isPerformer: true } as CurrentUser));
  await settle();
  hear('stream/seat-changed', told({ type: 'group', state: 'running', minutes: 1 }));
  expect(read()).toBeNull();
});

describe('a request without a response', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['ahead', -3_600_000, 4_900, 200],
    ['behind', 3_600_000, 60_900, 200],
  ])('is fetched after its deadline even if the device clock is %s', async (_what, leftMs, before, after) => {
    const answerBy = new Date(Date.now() + leftMs).toISOString();
    const { calls, hear } = start({ listSeats: () => ({ data: [told({ answerBy })] }) });
    hear('stream/seat-changed', told({ answerBy }));
    await vi.advanceTimersByTimeAsync(before);
    expect(calls.filter(({ name }) => name === 'listSeats')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(after);
    expect(calls.filter(({ name }) => name === 'listSeats')).toHaveLength(1);
  });
});

describe('a late response', () => {
  const updatedAt = '2026-11-29T10:05:00.000Z';

  it.each([
    ['with a state from before the end', '2026-11-29T10:04:00.000Z'],
    ['with a state of the same time', updatedAt],
  ])('does not bring back a show that has ended: %s', async (_when, before) => {
    let reply: (data: object) => void = () => undefined;
    const { store, read, hear } = start({
      listSeats: () => new Promise((resolve) => (reply = resolve)),
    });
    hear('stream/seat-changed', told({ state: 'running', minutes: 1, updatedAt: before }));
    store.dispatch(seatsRequested());
    await settle();
    hear('stream/seat-changed', told({ state: 'ended', endedBy: 'host', minutes: 2, updatedAt }));
    reply({ data: [told({ state: 'running', minutes: 1, updatedAt: before })] });
    await settle();
    expect(read()).toMatchObject({ state: 'ended', minutes: 2 });
  });
});

describe('a seat in a group show', () => {
  it('is bought at the price shown, with an idempotency key', async () => {
    const { store, calls, read } = start({
      joinGroupShow: () => told({ type: 'group', state: 'running', minutes: 1 }),
    });
    store.dispatch(seats.seatWanted({ ...wish, type: 'group' }));
    await settle();
    expect(calls[0]).toMatchObject({ name: 'joinGroupShow', input: { params: { id: 'e1' }, body: { price: 4 } } });
    expect(calls[0]?.idempotencyKey).toBeTruthy();
    expect(read()).toMatchObject({ type: 'group', state: 'running' });
  });
});

describe('a private show on a compatible backend', () => {
  it('is updated by events that name its conversation, and shows no minutes', async () => {
    const { store, calls, read, hear, emitted } = start({ requestPrivateChat: () => chat }, ['shows']);
    store.dispatch(seats.seatWanted(wish));
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['requestPrivateChat']);
    expect(read()).toMatchObject({ state: 'asked', isMetered: false });
    hear('private-chat-accept', { ...chat, isStreaming: 1 });
    expect(read()?.state).toBe('running');
    store.dispatch(seats.seatLeaveRequested());
    await settle();
    expect(emitted.at(-1)).toMatchObject({
      event: 'private-stream/leave',
      payload: { conversationId, sessionId: 's2' },
    });
    expect(read()).toMatchObject({ state: 'ended', endedBy: 'fan' });
  });

  it.each([
    ['private-chat-decline', 'declined'],
    ['model-left', 'ended'],
  ])('on %s, its seat is %s', async (event, state) => {
    const { store, read, hear } = start({ requestPrivateChat: () => chat }, ['shows']);
    store.dispatch(seats.seatWanted(wish));
    await settle();
    hear(event, { conversationId: 'another', streamId: 'x' });
    expect(read()?.state).toBe('asked');
    hear(event, { conversationId, streamId: 'e2' });
    expect(read()?.state).toBe(state);
  });
});

function toSeatForTest() {
  return {
    _id: 'a00000000000000000000001',
    streamId: 'e2',
    conversationId,
    sessionId: 's2',
    type: 'private' as const,
    performerId: wish.performerId,
    updatedAt: null,
    endedBy: null,
    price: 4,
    answerBy: null,
    paidUntil: null,
    hostAwaySince: null,
    minutes: 1,
    cost: 4,
    isMetered: true,
  };
}
