import { storeForTest } from '../../../../tests/harness/render-with-store';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import {
  networkChanged,
  partFailed,
  selectIsDisconnected,
  selectReconnectCount,
  selectToasts,
  socketStatusChanged,
  toastClosed,
  toastShown,
} from './ui-slice';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const { store } = storeForTest();
  const show = (text: string) => void store.dispatch(toastShown({ text }));
  const texts = () => selectToasts(store.getState()).map((toast) => toast.text);
  return { store, show, texts };
}

describe('notices', () => {
  it('close after five seconds each', async () => {
    const { show, texts } = start();
    show('one');
    await vi.advanceTimersByTimeAsync(3_000);
    show('two');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(texts()).toEqual(['one', 'two']);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts()).toEqual(['two']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(texts()).toEqual([]);
  });

  it('are limited to the newest two', () => {
    const { show, texts } = start();
    ['one', 'two', 'three'].forEach(show);
    expect(texts()).toEqual(['two', 'three']);
  });

  it('are not shown twice, and stay five seconds after the last time', async () => {
    const { show, texts } = start();
    show('again');
    await vi.advanceTimersByTimeAsync(3_000);
    show('again');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(texts()).toEqual(['again']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(texts()).toEqual([]);
  });

  it('that the server rendered close after five seconds, too', async () => {
    const { store: server, show } = start();
    show('from the server');
    const { store } = storeForTest({ preloaded: { ui: server.getState().ui } });
    expect(selectToasts(store.getState())).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(selectToasts(store.getState())).toEqual([]);
  });

  it('close one by one when the user closes them', () => {
    const { store, show, texts } = start();
    show('one');
    show('two');
    store.dispatch(toastClosed(selectToasts(store.getState())[0]?.id ?? ''));
    expect(texts()).toEqual(['two']);
  });
});

describe('a lost connection', () => {
  it.each([
    ['closed', false],
    ['initialized', false],
    ['connected', false],
    ['disconnect', true],
    ['ended', false],
    ['reconnecting', true],
    ['failed', true],
  ] as const)('is reported with the socket %s: %s', (status, isCutOff) => {
    const { store } = start();
    store.dispatch(socketStatusChanged(status));
    expect(selectIsDisconnected(store.getState())).toBe(isCutOff);
  });

  it('is reported without a network', () => {
    const { store } = start();
    store.dispatch(networkChanged({ isOffline: true }));
    expect(selectIsDisconnected(store.getState())).toBe(true);
    store.dispatch(networkChanged({ isOffline: false }));
    expect(selectIsDisconnected(store.getState())).toBe(false);
  });
});

describe('a failed call', () => {
  it.each([
    [404, 'Cannot GET /users/me', false],
    [404, 'Entity is not found', true],
    [500, 'Cannot GET /users/me', true],
  ])('leaves its endpoint supported after %i %s: %s', async (status, message, isKnown) => {
    const { store } = storeForTest({
      user: {},
      answers: {
        getMe: () => {
          throw new ApiError(status, { message });
        },
      },
    });
    store.dispatch(currentUserRequested());
    await vi.advanceTimersByTimeAsync(0);
    expect(selectSupportsCall(accountRoutes.getMe)(store.getState())).toBe(isKnown);
    expect(selectSupportsCall(authRoutes.login)(store.getState())).toBe(true);
  });
});

describe('a part of a page that failed', () => {
  const failure = { part: 'post', message: 'no such colour', stack: 'Error: no such colour' };

  it('is reported only once, however often it is retried', async () => {
    const { store, calls } = storeForTest({ answers: { reportPageFailure: () => ({ success: true }) } });
    for (let time = 0; time < 3; time += 1) store.dispatch(partFailed(failure));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual([
      expect.objectContaining({ name: 'reportPageFailure', input: { body: { ...failure, path: '/' } } }),
    ]);
  });

  it('is reported at most five times per page, and not to a backend without the call', async () => {
    const answers = {
      reportPageFailure: () => {
        throw new ApiError(404, { message: 'Cannot POST /page-failures' });
      },
    };
    const { store, calls } = storeForTest({ answers });
    store.dispatch(partFailed(failure));
    await vi.advanceTimersByTimeAsync(0);
    store.dispatch(partFailed({ ...failure, part: 'sheet' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
    // Saved for this tab; another tab starts without it.
    const next = storeForTest({ answers });
    next.store.dispatch(partFailed(failure));
    await vi.advanceTimersByTimeAsync(0);
    expect(next.calls).toEqual([]);

    window.sessionStorage.clear();
    const other = storeForTest({ answers: { reportPageFailure: () => ({ success: true }) } });
    for (let part = 0; part < 9; part += 1) other.store.dispatch(partFailed({ ...failure, part: `part ${part}` }));
    await vi.advanceTimersByTimeAsync(0);
    expect(other.calls).toHaveLength(5);
  });
});

describe('a reconnect to the server', () => {
  const getReturns = (store: ReturnType<typeof start>['store']) => selectReconnectCount(store.getState());

  it('is counted for the network and for the socket, but not for the first connect', () => {
    const { store } = start();
    store.dispatch(networkChanged({ isOffline: false }));
    store.dispatch(socketStatusChanged('connected'));
    expect(getReturns(store)).toBe(0);
    store.dispatch(networkChanged({ isOffline: true }));
    store.dispatch(networkChanged({ isOffline: false }));
    expect(getReturns(store)).toBe(1);
    for (const status of ['disconnect', 'reconnecting', 'connected'] as const)
      store.dispatch(socketStatusChanged(status));
    expect(getReturns(store)).toBe(2);
    for (const status of ['ended', 'connected'] as const) store.dispatch(socketStatusChanged(status));
    expect(getReturns(store)).toBe(3);
  });

  it.each([0, 502, 503, 504])('is awaited by polling after a call failed with %i', async (status) => {
    let isDown = true;
    const answer = () => {
      if (isDown) throw new ApiError(status, undefined);
      return {};
    };
    const { store, calls } = storeForTest({ user: {}, answers: { getMe: answer, getSettings: answer } });
    store.dispatch(currentUserRequested());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getState().ui.isServerLost).toBe(true);
    // The interval grows to ten seconds at most.
    const looks = calls.filter(({ name }) => name === 'getSettings').length;
    expect(looks).toBeGreaterThanOrEqual(7);
    expect(looks).toBeLessThanOrEqual(10);
    isDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.getState().ui).toMatchObject({ isServerLost: false, returns: 1 });
    const all = calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(all);
  });

  it.each([400, 401, 404, 500])('is not awaited after a %i, which is a response', async (status) => {
    const { store, calls } = storeForTest({
      user: {},
      answers: {
        getMe: () => {
          throw new ApiError(status, undefined);
        },
      },
    });
    store.dispatch(currentUserRequested());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.map(({ name }) => name)).toEqual(['getMe']);
  });

  it('is awaited from the start if the page was rendered without the API', async () => {
    const made = storeForTest();
    const ui = { ...made.store.getState().ui, isServerLost: true };
    const { store } = storeForTest({ preloaded: { ui }, answers: { getSettings: () => ({}) } });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(getReturns(store)).toBe(1);
  });
});
