import type { Page } from '@playwright/test';
import { expect, expectAccessible, logIn, test } from './fixtures';
import { takeShots } from './shots';

test.use({ serviceWorkers: 'allow' });

const waitForWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });

const listStored = (page: Page) =>
  page.evaluate(async () => {
    const requests = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(requests)).flat().map(({ url }) => new URL(url).pathname);
  });

test('without a network, pages show that the device is offline, and come back', async ({ page, context, refusals }) => {
  await page.goto('/creator');
  await waitForWorker(page);
  refusals.expectLost('');
  await context.setOffline(true);
  await page.goto('/miraokafor');
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/offline/);
  await expectAccessible(page);
  await takeShots(page, 'offline');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Mira/);
  expect(new URL(page.url()).pathname).toBe('/miraokafor');
});

test('the service worker stores nothing but the offline page', async ({ page, refusals }) => {
  await logIn(page, 'fan@demo.test');
  await waitForWorker(page);
  for (const path of ['/home', '/wallet', '/messages', '/user/account']) await page.goto(path);
  expect(await listStored(page)).toEqual(['/offline.html']);
  refusals.expectLost('');
  await page.getByRole('button', { name: 'Your account' }).first().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/auth/login');
  expect(await listStored(page)).toEqual(['/offline.html']);
});

test(
  'a new version of the service worker replaces the old one immediately, and deletes its caches',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/creator');
    await waitForWorker(page);
    await page.evaluate(async () => {
      await caches.open('offline-0');
      const replaced = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
      // Another address is another version, whatever its text.
      await navigator.serviceWorker.register('/sw.js?next');
      await replaced;
    });
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('/sw.js?next');
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['offline-1']);
  },
);

test('the app can be installed: the manifest is complete, and each icon has its size', async ({ page, request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ id: '/', scope: '/', start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  await page.goto('/creator');
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    manifest.icons.map(({ src }) => src),
  );
  expect(sizes).toEqual(manifest.icons.map((icon) => icon.sizes));
  for (const { url } of manifest.shortcuts)
    expect((await request.get(url, { maxRedirects: 0 })).status()).toBeLessThan(400);
});

test(
  'installing is offered on the second visit, once, and stays in the account menu',
  { tag: '@full' },
  async ({ page, context }) => {
    // Chromium without a window never offers it.
    await context.addInitScript(() =>
      window.addEventListener('load', () =>
        setInterval(() => {
          const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
            prompt: () => {
              document.documentElement.dataset['asked'] = 'yes';
              return Promise.resolve({ outcome: 'dismissed' });
            },
          });
          if (!document.documentElement.dataset['asked']) window.dispatchEvent(offer);
        }, 500),
      ),
    );
    await logIn(page, 'fan@demo.test');
    await page.getByRole('button', { name: 'Your account' }).first().click();
    await expect(page.getByRole('menuitem', { name: 'Install as an app' })).toBeVisible();
    await page.evaluate(() => sessionStorage.removeItem('counted_visit'));
    await page.reload();
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'yes');
    const history = await page.evaluate(() => JSON.parse(localStorage.getItem('install') ?? '{}') as object);
    expect(history).toMatchObject({ visits: 2, offeredAt: expect.any(Number) });
  },
);
