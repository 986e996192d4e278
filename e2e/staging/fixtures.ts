import { expect, test as base, type Page } from '@playwright/test';
import { type } from '../fixtures';
import { waitForHydration } from '../hydration';

export { expect };

const endpoint = (process.env.E2E_API_ENDPOINT ?? '').replace(/\/$/, '');
const mayWrite = process.env.E2E_WRITES === '1';

/** Changes nothing but the session. */
const logInCall = /^POST \/auth\/login$/;
/** Allowed only with `E2E_WRITES=1`. */
const writes = /^(POST|DELETE) \/follows\/[^/]+$/;
const broken = /\bNaN\b|\bundefined\b|Invalid Date|did not load|Something went wrong/;

/** For an operator's real backend: blocks all calls that could change something, and fails on them and on page errors. */
export const test = base.extend<{ readOnly: void }>({
  readOnly: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
      await page.route(
        (url) => url.href.startsWith(endpoint),
        (route) => {
          const request = route.request();
          const call = `${request.method()} ${new URL(request.url()).pathname.slice(new URL(endpoint).pathname.replace(/\/$/, '').length)}`;
          const isHarmless = /^(GET|HEAD|OPTIONS) /.test(call) || logInCall.test(call) || call.includes('/socket.io');
          if (isHarmless || (mayWrite && writes.test(call))) return route.continue();
          faults.push(`a call that could change something: ${call}`);
          return route.abort();
        },
      );
      await use();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a page, which must have a heading and show no missing values. */
export async function open(page: Page, path: string): Promise<void> {
  const reply = await page.goto(path);
  expect([path, reply?.status()]).toEqual([path, 200]);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await waitForHydration(page);
  await expect(page.locator('body')).not.toHaveText(broken);
}

export async function logIn(page: Page): Promise<void> {
  const { E2E_LOGIN: name = '', E2E_PASSWORD: password = '' } = process.env;
  await open(page, '/auth/login');
  await type(page.getByLabel('Email or username'), name);
  await type(page.getByLabel('Password', { exact: true }), password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  // Once the page has loaded, a test can leave it without interrupting requests.
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();
}

export async function openCreator(page: Page): Promise<void> {
  await open(page, '/creator');
  const links = page.getByRole('main').getByRole('link');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const profile = paths.find((path) => /^\/[\w.-]+$/.test(path) && path !== '/creator' && path !== '/search');
  expect(profile, 'the backend shows a creator').toBeDefined();
  await open(page, profile ?? '/');
}
