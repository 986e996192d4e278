import type { Mock } from 'vitest';
import { createAction } from '@reduxjs/toolkit';
import { badgesFeature } from '@/features/conversation/badges/badges-feature';
import { currentUserLoaded, guestDetected, loggedOut, type CurrentUser } from '@/features/identity/auth/session-slice';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { openSocket, type SocketListener, type SocketLogin } from '@/services/socket-client';
import type { Feature } from '@/store/feature';
import { settle, storeForTest } from '../../tests/harness/render-with-store';
import { watchSocket } from './socket-saga';

vi.mock('@/services/socket-client');

const heard = createAction<unknown>('test/heard');
const resynced = createAction<string>('test/resynced');
const listener: Feature = {
  name: 'page',
  reducer: (state: string[] = [], action) => {
    if (resynced.match(action)) return [...state, action.payload];
    return heard.match(action) ? [...state, String(action.payload)] : state;
  },
  socket: {
    exact: (payload: string) => heard(payload),
    unreadable: ({ missing }: { missing: string }) => heard(missing),
    ignored: () => null,
    'room_*': (payload: string, name) => heard(`${name}:${payload}`),
  },
  catchUp: () => [resynced('catch up')],
  resync: () => [resynced('resync')],
};
const ada = { _id: '1', name: 'Ada', isPerformer: false, wallet: 0 } as CurrentUser;

function start(user?: Partial<CurrentUser>, features = [listener]) {
  const connections: { login: SocketLogin; listener: SocketListener; close: Mock }[] = [];
  vi.mocked(openSocket).mockImplementation((_url, login, given) => {
    const connection = { login, listener: given, close: vi.fn(), emit: vi.fn() };
    connections.push(connection);
    return Promise.resolve(connection);
  });
  const made = storeForTest({ features, user });
  const socket: { current: unknown } = { current: null };
  made.store.runSaga(() => watchSocket(made.store.features, socket as Parameters<typeof watchSocket>[1]));
  const log = (): unknown => made.store.getState().page;
  const status = (): unknown => made.store.getState().ui.socket;
  return { ...made, connections, socket, log, status };
}

beforeEach(() => {
  document.body.innerHTML =
    '<script id="public-env" type="application/json">{"apiEndpoint":"http://api.test"}</script>';
});

describe('the socket', () => {
  it('opens after the login', async () => {
    const { store, connections } = start();
    await settle();
    store.dispatch(guestDetected());
    expect(connections).toHaveLength(0);
    store.dispatch(currentUserLoaded(ada));
    await settle();
    expect(connections).toHaveLength(1);
    store.dispatch(currentUserLoaded(ada));
    await settle();
    expect(connections).toHaveLength(1);
  });

  it('opens immediately for an account that is already logged in', async () => {
    const { connections, socket } = start({});
    await settle();
    expect(connections).toHaveLength(1);
    expect(socket.current).not.toBeNull();
  });

  it('sends the token in the payload only if the backend supports that', async () => {
    const { store, connections } = start();
    store.dispatch(currentUserLoaded(ada));
    store.dispatch(loggedOut());
    store.dispatch(settingsLoaded({ socketTokenInPayload: true }));
    store.dispatch(currentUserLoaded(ada));
    await settle();
    expect(connections.map(({ login }) => login.isPayloadRead)).toEqual([false, true]);
  });

  it('passes each event to the handlers for its name or prefix', async () => {
    const { connections, log } = start({});
    await settle();
    const onEvent = connections[0]?.listener.onEvent;
    onEvent?.('exact', 'a');
    onEvent?.('exactly', 'b');
    onEvent?.('ignored', 'c');
    onEvent?.('room_7', 'd');
    expect(log()).toEqual(['a', 'room_7:d']);
  });

  it('survives an event that lacks its payload', async () => {
    const { connections, log, status } = start({});
    await settle();
    const { onEvent, onStatus } = connections[0]?.listener ?? {};
    for (const name of ['update_balance', 'balance_update', 'unreadable']) onEvent?.(name, undefined);
    onEvent?.('exact', 'a');
    onStatus?.('connected');
    expect(log()).toEqual(['a', 'catch up']);
    expect(status()).toBe('connected');
  });

  it.each([
    ['once the socket is open', 'connected'],
    ['after a second if it is not open', 'reconnecting'],
  ] as const)('fetches the badge counts %s', async (_when, socketStatus) => {
    vi.useFakeTimers();
    try {
      const { connections, calls } = start({}, [badgesFeature]);
      const counts = () => calls.filter(({ name }) => name === 'countUnread').length;
      await vi.advanceTimersByTimeAsync(100);
      expect(counts()).toBe(0);
      connections[0]?.listener.onStatus(socketStatus);
      await vi.advanceTimersByTimeAsync(100);
      expect(counts()).toBe(socketStatus === 'connected' ? 1 : 0);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(counts()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('dispatches `catchUp` after the first connect, and `resync` after a reconnect', async () => {
    const { connections, log, status } = start({});
    await settle();
    const onStatus = connections[0]?.listener.onStatus;
    onStatus?.('connected');
    expect(log()).toEqual(['catch up']);
    onStatus?.('disconnect');
    onStatus?.('reconnecting');
    expect(status()).toBe('reconnecting');
    expect(log()).toEqual(['catch up']);
    onStatus?.('connected');
    expect(log()).toEqual(['catch up', 'resync']);
    expect(status()).toBe('connected');
  });

  it('closes on logout and opens again for the next account', async () => {
    const { store, connections, socket, log, status } = start({});
    await settle();
    store.dispatch(loggedOut());
    await settle();
    expect(connections[0]?.close).toHaveBeenCalledTimes(1);
    expect(socket.current).toBeNull();
    expect(status()).toBe('closed');
    connections[0]?.listener.onEvent('exact', 'late');
    expect(log()).toEqual([]);
    store.dispatch(currentUserLoaded(ada));
    await settle();
    expect(connections).toHaveLength(2);
  });

  it('closes a socket that finishes opening after the logout', async () => {
    const { store, connections, socket } = start({});
    store.dispatch(loggedOut());
    await settle();
    expect(connections[0]?.close).toHaveBeenCalledTimes(1);
    expect(socket.current).toBeNull();
  });

  it('reports that its library failed to load, and opens once it has loaded', async () => {
    vi.useFakeTimers();
    try {
      vi.mocked(openSocket).mockClear();
      const { connections, status } = start({});
      vi.mocked(openSocket).mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
      await vi.advanceTimersByTimeAsync(100);
      expect(status()).toBe('failed');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(connections).toHaveLength(1);
      connections[0]?.listener.onStatus('connected');
      await vi.advanceTimersByTimeAsync(100);
      expect(status()).toBe('connected');
      expect(openSocket).toHaveBeenCalledTimes(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops retrying after the logout', async () => {
    vi.useFakeTimers();
    try {
      const { store } = start({});
      vi.mocked(openSocket).mockRejectedValue(new Error('offline'));
      await vi.advanceTimersByTimeAsync(100);
      store.dispatch(loggedOut());
      const before = vi.mocked(openSocket).mock.calls.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(openSocket).toHaveBeenCalledTimes(before);
    } finally {
      vi.useRealTimers();
    }
  });
});
