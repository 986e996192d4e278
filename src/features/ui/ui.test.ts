import { storeForTest } from '../../../tests/harness/render-with-store';
import { currentUserRequested } from '@/features/session/session-slice';
import { ApiError } from '@/services/api-error';
import {
  networkChanged,
  selectHasCall,
  selectIsCutOff,
  selectToasts,
  socketStatusChanged,
  toastClosed,
  toastShown,
} from './ui-slice';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function start() {
  const { store } = storeForTest();
  const show = (text: string) => void store.dispatch(toastShown({ text }));
  const texts = () => selectToasts(store.getState()).map((toast) => toast.text);
  return { store, show, texts };
}

describe('notices', () => {
  it('go by themselves after five seconds, each by its own clock', async () => {
    const { show, texts } = start();
    show('one');
    await jest.advanceTimersByTimeAsync(3_000);
    show('two');
    await jest.advanceTimersByTimeAsync(1_999);
    expect(texts()).toEqual(['one', 'two']);
    await jest.advanceTimersByTimeAsync(1);
    expect(texts()).toEqual(['two']);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(texts()).toEqual([]);
  });

  it('are the newest two', () => {
    const { show, texts } = start();
    ['one', 'two', 'three'].forEach(show);
    expect(texts()).toEqual(['two', 'three']);
  });

  it('say the same only once, for five seconds from the last time', async () => {
    const { show, texts } = start();
    show('again');
    await jest.advanceTimersByTimeAsync(3_000);
    show('again');
    await jest.advanceTimersByTimeAsync(3_000);
    expect(texts()).toEqual(['again']);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(texts()).toEqual([]);
  });

  it('that came with the page go after five seconds, too', async () => {
    const { store: server, show } = start();
    show('from the server');
    const { store } = storeForTest({ preloaded: { ui: server.getState().ui } });
    expect(selectToasts(store.getState())).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(selectToasts(store.getState())).toEqual([]);
  });

  it('go when they are closed, and only the one that was', () => {
    const { store, show, texts } = start();
    show('one');
    show('two');
    store.dispatch(toastClosed(selectToasts(store.getState())[0]?.id ?? ''));
    expect(texts()).toEqual(['two']);
  });
});

describe('being cut off', () => {
  it.each([
    ['closed', false],
    ['initialized', false],
    ['connected', false],
    ['disconnect', true],
    ['reconnecting', true],
    ['failed', true],
  ] as const)('with the socket %s: %s', (status, isCutOff) => {
    const { store } = start();
    store.dispatch(socketStatusChanged(status));
    expect(selectIsCutOff(store.getState())).toBe(isCutOff);
  });

  it('is also no network', () => {
    const { store } = start();
    store.dispatch(networkChanged({ isOffline: true }));
    expect(selectIsCutOff(store.getState())).toBe(true);
    store.dispatch(networkChanged({ isOffline: false }));
    expect(selectIsCutOff(store.getState())).toBe(false);
  });
});

describe('a call that the backend does not know', () => {
  it.each([
    [404, 'Cannot GET /users/me', false],
    [404, 'Entity is not found', true],
    [500, 'Cannot GET /users/me', true],
  ])('is told by %i %s: known %s', async (status, message, isKnown) => {
    const { store } = storeForTest({
      user: {},
      answers: {
        getMe: () => {
          throw new ApiError(status, { message });
        },
      },
    });
    store.dispatch(currentUserRequested());
    await jest.advanceTimersByTimeAsync(0);
    expect(selectHasCall('getMe')(store.getState())).toBe(isKnown);
    expect(selectHasCall('login')(store.getState())).toBe(true);
  });
});
