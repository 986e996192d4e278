import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { askPushPermission, readPushPermission, subscribeDevice, type PushPermission } from '@/services/push-device';
import { forgetNotifications } from '@/services/service-worker';
import { creatorHomeOpened, followStored, messageDelivered } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { PushPanel } from './components/push-panel';
import { pushFeature } from './push-feature';
import type { PushDevice } from './push-slice';

vi.mock('@/services/push-device');
vi.mock('@/services/service-worker');

const user = { _id: 'f00000000000000000000001' };
const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'auth' } };
const device: PushDevice = {
  _id: 'd1',
  device: 'desktop',
  browser: 'Firefox',
  os: 'Linux',
  isCurrent: true,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSuccessAt: null,
};
const phone: PushDevice = { ...device, _id: 'd2', browser: 'Chrome', os: 'Android', isCurrent: false };

const setPermission = (now: PushPermission, answer: PushPermission = now) => {
  vi.mocked(readPushPermission).mockReturnValue(now);
  vi.mocked(askPushPermission).mockReset().mockResolvedValue(answer);
};

beforeEach(() => {
  localStorage.clear();
  vi.mocked(subscribeDevice).mockReset().mockResolvedValue(subscription);
  vi.mocked(forgetNotifications).mockReset().mockResolvedValue();
});

const answers: Answers = {
  listPushSubscriptions: () => ({ data: [], total: 0 }),
  getPushKey: () => ({ publicKey: 'site key' }),
  addPushSubscription: () => device,
  removePushSubscription: () => true,
};

async function show(more: Answers = {}) {
  const given = storeForTest({ features: [pushFeature], answers: { ...answers, ...more }, user });
  renderWithStore(<PushPanel />, { given });
  await act(settle);
  return given;
}

const countCalls = (calls: { name: string }[], name: string) => calls.filter((call) => call.name === name).length;

describe('notifications on this device', () => {
  it('are turned on with the site’s key after the browser has asked, and off again', async () => {
    setPermission('default', 'granted');
    const { calls } = await show();
    expect(askPushPermission).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on for this device' }));
    await act(settle);
    expect(subscribeDevice).toHaveBeenCalledWith('site key');
    expect(calls.find(({ name }) => name === 'addPushSubscription')?.input.body).toEqual(subscription);
    expect(screen.getByText('This device')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off: this device' }));
    await act(settle);
    expect(forgetNotifications).toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
    expect(localStorage.getItem('push_device')).toBeNull();
  });

  it('say where to allow them if the browser blocks them, and what cannot get any', async () => {
    setPermission('default', 'denied');
    const { calls } = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on for this device' }));
    await act(settle);
    expect(screen.getByText(/are blocked in this browser/)).toBeVisible();
    expect(countCalls(calls, 'addPushSubscription')).toBe(0);
  });

  it('are not offered by a browser without them', async () => {
    setPermission('unsupported');
    await show();
    expect(screen.getByText(/cannot receive notifications/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('say that the browser refused, and can be tried again', async () => {
    setPermission('granted');
    vi.mocked(subscribeDevice).mockRejectedValueOnce(new Error('no push service'));
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on for this device' }));
    await act(settle);
    expect(screen.getByRole('alert')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on for this device' }));
    await act(settle);
    expect(screen.getByText('This device')).toBeVisible();
  });

  it('can be turned off for another device', async () => {
    setPermission('default');
    const { calls } = await show({ listPushSubscriptions: () => ({ data: [phone], total: 1 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Turn off: Chrome on Android' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'removePushSubscription')?.input.params).toEqual({ id: 'd2' });
    expect(forgetNotifications).not.toHaveBeenCalled();
    expect(screen.queryByText('Chrome on Android')).not.toBeInTheDocument();
  });
});

describe('after a new login', () => {
  const start = async (accountId: string, endpoint: string) => {
    setPermission('granted');
    localStorage.setItem('push_device', JSON.stringify({ accountId, endpoint }));
    const { calls } = storeForTest({ features: [pushFeature], answers, user });
    await settle();
    return countCalls(calls, 'addPushSubscription');
  };

  it('they continue for the same account, and are registered only if their address is new', async () => {
    expect(await start(user._id, 'https://push.example/old')).toBe(1);
    expect(await start(user._id, subscription.endpoint)).toBe(0);
  });

  it('another account on the device gets none', async () => {
    expect(await start('somebody else', 'https://push.example/old')).toBe(0);
    expect(subscribeDevice).not.toHaveBeenCalled();
  });
});

describe('notifications are offered', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const follow = async ({ isFollowed = true, extensions }: { isFollowed?: boolean; extensions?: string[] } = {}) => {
    const { store } = storeForTest({ features: [pushFeature], answers, user, extensions });
    store.dispatch(followStored({ performerId: 'p1', isFollowed }));
    await vi.advanceTimersByTimeAsync(3_000);
    return selectToasts(store.getState()).filter(({ action }) => action === 'Notify me').length;
  };

  it('to a fan who follows a creator, once in a month, and never asked by the browser before a press', async () => {
    setPermission('default');
    expect([await follow({ isFollowed: false }), await follow(), await follow()]).toEqual([0, 1, 0]);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    expect(await follow()).toBe(1);
    expect(askPushPermission).not.toHaveBeenCalled();
  });

  it('after a message was sent, once however many follow', async () => {
    setPermission('default');
    const { store } = storeForTest({ features: [pushFeature], answers, user });
    store.dispatch(messageDelivered({ conversationId: 'c1' }));
    store.dispatch(messageDelivered({ conversationId: 'c1' }));
    await vi.advanceTimersByTimeAsync(3_000);
    store.dispatch(messageDelivered({ conversationId: 'c2' }));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Hear when they reply?']);
    expect(await follow()).toBe(0);
  });

  it('to a creator at home, only if they never were', async () => {
    setPermission('default');
    const open = async () => {
      const { store } = storeForTest({ features: [pushFeature], answers, user });
      store.dispatch(creatorHomeOpened());
      await vi.advanceTimersByTimeAsync(3_000);
      return selectToasts(store.getState()).map(({ text }) => text);
    };
    expect(await open()).toEqual(['Hear about new fans, sales and messages?']);
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    expect(await open()).toEqual([]);
    expect(askPushPermission).not.toHaveBeenCalled();
  });

  it('neither if they are on or blocked, nor before a backend without them', async () => {
    for (const permission of ['granted', 'denied', 'unsupported'] as const) {
      setPermission(permission);
      expect(await follow()).toBe(0);
    }
    setPermission('default');
    expect(await follow({ extensions: ['updatePreferences'] })).toBe(0);
  });
});
