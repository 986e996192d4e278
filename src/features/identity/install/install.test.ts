import { storeForTest } from '../../../../tests/harness/render-with-store';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { installFeature } from './install-feature';
import { installRequested, selectAreInstallStepsOpen, selectCanInstall } from './install-slice';

const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function offer() {
  const prompt = vi.fn(() => Promise.resolve({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { prompt, event };
}

/** A page of a new visit that is read for some time. */
async function visit({ isOffered = true, isGuest = false } = {}) {
  sessionStorage.clear();
  const { store } = storeForTest({ features: [installFeature], ...(!isGuest && { user: {} }) });
  const browser = isOffered ? offer() : undefined;
  await vi.advanceTimersByTimeAsync(12_000);
  const toasts = selectToasts(store.getState()).filter((toast) => toast.action === 'Install');
  return { store, browser, toasts };
}

describe('installing', () => {
  it('is offered at the second visit, then not for 90 days', async () => {
    const shown: number[] = [];
    for (const pause of [0, 1, 1, 88, 2]) {
      vi.setSystemTime(Date.now() + pause * DAY);
      shown.push((await visit()).toasts.length);
    }
    expect(shown).toEqual([0, 1, 0, 0, 1]);
  });

  it('is not offered to guests, and never if the browser cannot install', async () => {
    await visit();
    const guest = await visit({ isGuest: true });
    expect([guest.toasts, selectCanInstall(guest.store.getState())]).toEqual([[], true]);
    const other = await visit({ isOffered: false });
    expect([other.toasts, selectCanInstall(other.store.getState())]).toEqual([[], false]);
  });

  it('asks by the browser’s own prompt, instead of on its first page', async () => {
    const { store, browser } = await visit();
    expect(browser?.event.defaultPrevented).toBe(true);
    store.dispatch(installRequested());
    expect(browser?.prompt).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('appinstalled'));
    expect(selectCanInstall(store.getState())).toBe(false);
  });

  it('shows the steps on an iPhone, unless it is installed', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)');
    const { store } = await visit({ isOffered: false });
    store.dispatch(installRequested());
    expect(selectAreInstallStepsOpen(store.getState())).toBe(true);
    Object.assign(navigator, { standalone: true });
    expect(selectCanInstall((await visit({ isOffered: false })).store.getState())).toBe(false);
    Reflect.deleteProperty(navigator, 'standalone');
  });
});
