import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import { enter, makeFan } from './accounts';
import { chooseTime, expect, expectAccessible, test } from './fixtures';
import { takeShots } from './shots';

test.use({ serviceWorkers: 'allow' });

/** A browser of tests has no push service. This one remembers what it was asked for. */
const replacePushService = () => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = () => Promise.resolve('granted');
  let current: PushSubscription | null = null;
  PushManager.prototype.subscribe = function subscribe(options) {
    const key = options?.applicationServerKey as string;
    const bytes = Uint8Array.from(
      atob(key.replaceAll('-', '+').replaceAll('_', '/')),
      (one) => one.codePointAt(0) ?? 0,
    );
    const endpoint = `https://push.example/${Math.random()}`;
    const p256dh = 'BG_wO5SSQc4drdQ1GeaWDgqFtBppoFwygQOqK84VlMoWPE91OlW_AdxT9sCwx-7ni0DG_30lqW4igrmJzvccFEo';
    const keys = { p256dh, auth: 'A'.repeat(22) };
    current = {
      endpoint,
      options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => {
        current = null;
        return Promise.resolve(true);
      },
    } as unknown as PushSubscription;
    return Promise.resolve(current);
  };
  PushManager.prototype.getSubscription = () => Promise.resolve(current);
};

/** @returns a function that delivers a message to the service worker of the page, as the browser's push service would */
async function connectToWorker(page: Page): Promise<(payload: object) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return async (payload) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) });
  };
}

interface Tray {
  shown: { title: string; path: string; close(): void }[];
}

/** Chromium without a window has no notifications: this one keeps those that the service worker shows. */
async function replaceTray(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  await worker.evaluate(() => {
    const tray: Tray = { shown: [] };
    Object.assign(globalThis, { tray });
    ServiceWorkerRegistration.prototype.showNotification = (title, { tag, data }: NotificationOptions = {}) => {
      const { path } = data as { path: string };
      const close = () => void (tray.shown = tray.shown.filter((one) => one !== made));
      const made = { title, path, tag, data, close };
      tray.shown = [...tray.shown.filter((one) => !('tag' in one) || one.tag !== tag), made];
      return Promise.resolve();
    };
  });
  return worker;
}

const listShown = (worker: Worker) =>
  worker.evaluate(() =>
    (globalThis as unknown as { tray: Tray }).tray.shown.map(({ title, path }) => ({ title, path })),
  );

/** A press on the newest notification, which lies outside of the page. */
const pressNotification = (worker: Worker) =>
  worker.evaluate(() => {
    const notification = (globalThis as unknown as { tray: Tray }).tray.shown.at(-1);
    const press = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
    globalThis.dispatchEvent(press);
  });

test('a device is told of news while the site is closed, until it logs out', async ({
  page,
  context,
  request,
  baseURL,
  refusals,
}) => {
  await page.addInitScript(replacePushService);
  await enter(context, baseURL, (await makeFan(request)).token);
  await page.goto('/user/account?section=notifications');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByRole('button', { name: 'Turn off: this device' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn off: this device' })).toBeVisible();

  const deliver = await connectToWorker(page);
  const worker = await replaceTray(context);
  await deliver({ title: 'You have a new message', body: 'Open Ovela', path: '/wallet', tag: 'one' });
  await deliver({ title: 'You have a new message', body: 'Open Ovela', path: '/wallet', tag: 'one' });
  await expect.poll(() => listShown(worker)).toEqual([{ title: 'You have a new message', path: '/wallet' }]);
  await pressNotification(worker);
  await page.waitForURL('**/wallet');
  await expect.poll(() => listShown(worker)).toEqual([]);

  // An address elsewhere is not opened.
  await deliver({ title: 'Elsewhere', path: 'https://elsewhere.example/', tag: 'two' });
  await expect.poll(() => listShown(worker)).toEqual([{ title: 'Elsewhere', path: '/notification' }]);
  await pressNotification(worker);
  await page.waitForURL('**/notification');

  refusals.expectLost('');
  await page.getByRole('button', { name: 'Your account' }).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/auth/login');
  const isSubscribed = async () => (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null;
  await expect.poll(() => page.evaluate(isSubscribed)).toBe(false);
});

test('a fan chooses each kind of news by channel, and quiet hours', async ({ page, context, request, baseURL }) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  await page.goto('/user/account?section=notifications');
  const box = (name: string) => page.getByRole('checkbox', { name });
  await expect(box('New messages, by push')).toBeChecked();
  await expect(box('Sales, by email')).toHaveCount(0);
  await box('New messages, by push').uncheck();
  await box('Likes, on the site').uncheck();
  await box('Likes, by email').check();
  await page.getByRole('switch', { name: /Quiet hours/ }).check();
  await chooseTime(page.getByLabel('From', { exact: true }), '21:30');
  await page.getByLabel('To', { exact: true }).focus();
  await expect(page.getByRole('status').filter({ hasText: 'Changes saved' })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'news');
  await page.reload();
  await expect(box('New messages, by push')).not.toBeChecked();
  await expect(box('Likes, on the site')).not.toBeChecked();
  await expect(box('Likes, by email')).toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');

  await page.getByRole('button', { name: 'Turn off all email and push' }).click();
  await expect(box('Comments and replies, by email')).not.toBeChecked();
  await page.reload();
  await expect(box('Comments and replies, by push')).not.toBeChecked();
  await expect(box('Comments and replies, on the site')).toBeChecked();
});
