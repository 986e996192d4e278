import { ApiError } from '@/services/api-error';
import { watchStream } from '@/services/streaming/watch-stream';
import type { WatchHandlers } from '@/services/streaming/stream-watch';
import { itemUnlocked } from '@/store/intents';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { seatFeature } from '../seat/seat-feature';
import { roomFeature } from './room-feature';
import * as room from './room-slice';
import { selectPicture, selectRoom } from './room-state';

vi.mock('@/services/streaming/watch-stream', async () => ({
  ...(await vi.importActual<object>('@/services/streaming/watch-stream')),
  watchStream: vi.fn(),
}));

const wanted = { streamId: 'e1', sessionId: 's1' };
const access = { engine: 'embedded', ticket: 'once', iceServers: [], hls: null, isFull: false };

function start(answers: Answers, extensions?: readonly string[]) {
  const opened: { access: object; handlers: WatchHandlers }[] = [];
  const watch = { renew: vi.fn(), setMuted: vi.fn(), stop: vi.fn() };
  vi.mocked(watchStream).mockImplementation((given, _video, handlers) => {
    opened.push({ access: given, handlers });
    return Promise.resolve(watch);
  });
  const made = storeForTest({ features: [roomFeature], user: {}, answers, ...(extensions && { extensions }) });
  const video = document.createElement('video');
  made.store.dispatch(room.pictureWanted({ video, ...wanted }));
  const read = () => selectPicture(made.store.getState());
  return { ...made, opened, watch, read };
}

const refuse = (status: number, error?: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'No.', ...(error && { error }) });
};

describe('the picture of a show', () => {
  it('is requested with a viewer’s access, and its state is stored', async () => {
    const { calls, opened, read } = start({ createStreamAccess: () => access });
    await settle();
    expect(calls[0]?.input.body).toEqual({ streamId: 'e1', as: 'viewer' });
    expect(read().state).toBe('starting');
    opened[0]!.handlers.onState('playing');
    opened[0]!.handlers.onDelayed(true);
    expect(read()).toMatchObject({ state: 'playing', isDelayed: true, awaySince: null });
    opened[0]!.handlers.onState('stalled');
    expect(read()).toMatchObject({ state: 'stalled', awaySince: expect.any(Number) as number });
    opened[0]!.handlers.onState('playing');
    expect(read().awaySince).toBeNull();
  });

  it('exchanges session descriptions by the API’s call', async () => {
    const { calls, opened } = start({ createStreamAccess: () => access, connectStream: () => ({ sdp: 'answer' }) });
    await settle();
    await expect(opened[0]!.handlers.exchange({ ticket: 'once', sdp: 'offer' })).resolves.toBe('answer');
    expect(calls.at(-1)).toMatchObject({ name: 'connectStream', input: { body: { ticket: 'once', sdp: 'offer' } } });
  });

  it('reconnects with new access if it is lost, and counts the time since then', async () => {
    const { calls, opened, watch, read } = start({ createStreamAccess: () => access });
    await settle();
    opened[0]!.handlers.onState('playing');
    opened[0]!.handlers.onState('lost');
    const { awaySince } = read();
    expect(watch.stop).toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(calls.filter(({ name }) => name === 'createStreamAccess')).toHaveLength(2);
    await settle();
    opened[1]!.handlers.onState('starting');
    expect(read()).toMatchObject({ state: 'lost', awaySince });
    opened[1]!.handlers.onState('playing');
    expect(read()).toMatchObject({ state: 'playing', awaySince: null });
  });

  it('stays with the tab that took it over, until the viewer retries in this tab', async () => {
    const { calls, opened, read, store } = start({ createStreamAccess: () => access });
    await settle();
    opened[0]!.handlers.onState('replaced');
    await settle();
    expect(read().state).toBe('replaced');
    expect(calls).toHaveLength(1);
    store.dispatch(room.pictureRetried());
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('gets a new link when its link expires', async () => {
    const { opened, watch } = start({ createStreamAccess: () => access });
    await settle();
    opened[0]!.handlers.onStale();
    await settle();
    expect(watch.renew).toHaveBeenCalledWith(access);
  });

  it('has its token renewed before it expires', async () => {
    vi.useFakeTimers();
    try {
      const expiresAt = new Date(Date.now() + 120_000).toISOString();
      const { watch } = start({ createStreamAccess: () => ({ engine: 'livekit', url: '', token: 't', expiresAt }) });
      await vi.advanceTimersByTimeAsync(89_000);
      expect(watch.renew).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2_000);
      expect(watch.renew).toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('has its token renewed at most twice a minute if the device clock is ahead', async () => {
    vi.useFakeTimers();
    try {
      const expiresAt = new Date(Date.now() - 3_600_000).toISOString();
      const { watch } = start({ createStreamAccess: () => ({ engine: 'livekit', url: '', token: 't', expiresAt }) });
      await vi.advanceTimersByTimeAsync(61_000);
      expect(watch.renew).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has each following token renewed, too', async () => {
    vi.useFakeTimers();
    try {
      const expiry = () => new Date(Date.now() + 120_000).toISOString();
      const { watch } = start({
        createStreamAccess: () => ({ engine: 'livekit', url: '', token: 't', expiresAt: expiry() }),
      });
      await vi.advanceTimersByTimeAsync(290_000);
      expect(watch.renew).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['reconnects if it stays still, as after a restart of the engine', 'stalled', 2],
    ['does not reconnect if it moves again', 'playing', 1],
  ] as const)('after the return of the host, %s', async (_how, state, times) => {
    vi.useFakeTimers();
    try {
      const { store, opened, calls } = start({ createStreamAccess: () => access });
      await vi.advanceTimersByTimeAsync(0);
      opened[0]!.handlers.onState('playing');
      const tell = (hostAwaySince: string | null) =>
        store.dispatch(room.showChanged({ _id: wanted.streamId, hostAwaySince } as never));
      tell('2026-11-29T10:00:00.000Z');
      opened[0]!.handlers.onState('stalled');
      tell(null);
      opened[0]!.handlers.onState(state);
      await vi.advanceTimersByTimeAsync(4_500);
      expect(calls.filter(({ name }) => name === 'createStreamAccess')).toHaveLength(times);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is muted by the viewer’s switch, and ends with the page', async () => {
    const { store, watch } = start({ createStreamAccess: () => access });
    await settle();
    store.dispatch(room.soundSwitched({ isMuted: false }));
    expect(watch.setMuted).toHaveBeenCalledWith(false);
    store.dispatch(room.pictureWanted(null));
    expect(watch.stop).toHaveBeenCalled();
  });

  it.each([
    ['NOT_SUBSCRIBED', 403, 'subscribersOnly'],
    ['NOT_FOLLOWING', 403, 'followersOnly'],
  ])('is replaced by what the viewer needs after %s', async (code, status, expected) => {
    const { store } = start({ createStreamAccess: refuse(status, code) });
    await settle();
    expect(selectRoom(store.getState()).status).toBe(expected);
  });

  it('reloads the seat if a private show has ended, instead of joining the room', async () => {
    const { store, calls } = start({
      createStreamAccess: refuse(404, 'ENTITY_NOT_FOUND'),
      listSeats: () => ({ data: [] }),
    });
    store.addFeatures([seatFeature]);
    store.dispatch(room.privatePlaceChanged({ conversationId: 'c2', ...wanted, isPrivate: true }));
    await settle();
    expect(calls.filter(({ name }) => name === 'listSeats')).toHaveLength(1);
    expect(calls.filter(({ name }) => name === 'joinStream')).toHaveLength(0);
  });

  it('is not requested before the viewer has a ticket', async () => {
    const { store, read } = start({ createStreamAccess: refuse(403, 'TICKET_REQUIRED') });
    await settle();
    expect(read().needsTicket).toBe(true);
    store.dispatch(itemUnlocked({ target: 'stream', id: 'another' }));
    expect(read().needsTicket).toBe(true);
  });

  it('is requested by token from a compatible backend, with a notice if its engine cannot be played', async () => {
    const missing = start({ createStreamToken: refuse(400) }, ['shows']);
    await settle();
    expect(missing.read().state).toBe('unplayable');
    const { calls, opened } = start({ createStreamToken: () => '006token' }, ['shows']);
    await settle();
    expect(calls[0]?.input.body).toEqual({ channelName: 's1' });
    expect(opened[0]?.access).toMatchObject({ engine: 'agora', channel: 's1', token: '006token' });
  });
});
