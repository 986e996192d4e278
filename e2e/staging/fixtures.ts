import { expect, test as base, type Page } from '@playwright/test';
import { type } from '../fixtures';
import { waitForHydration } from '../hydration';

export { expect };

/** The backend of this run, as browsers reach it. */
const endpoint = (process.env.E2E_API_ENDPOINT ?? '').replace(/\/$/, '');
const mayWrite = process.env.E2E_WRITES === '1';

/** Changes nothing but who is logged in. */
const logInCall = /^POST \/auth\/login$/;
/** What journeys do in the name of their fan when they are told that they may. */
const writes = /^(POST|DELETE) \/follows\/[^/]+$/;
/** What no screen may ever say, wherever it comes from. */
const broken = /\bNaN\b|\bundefined\b|Invalid Date|did not load|Something went wrong/;

/**
 * Journeys before somebody's own backend. A call that could change something there is stopped before it is sent, and fails
 * the journey; so does an uncaught error of a page.
 */
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

/** Opens a page, which must be whole: one heading, and nothing that tells of a value which is not there. */
export async function open(page: Page, path: string): Promise<void> {
  const reply = await page.goto(path);
  expect([path, reply?.status()]).toEqual([path, 200]);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await waitForHydration(page);
  await expect(page.locator('body')).not.toHaveText(broken);
}

/** Logs in by the form, as the fan of `E2E_LOGIN` and `E2E_PASSWORD`. */
export async function logIn(page: Page): Promise<void> {
  const { E2E_LOGIN: name = '', E2E_PASSWORD: password = '' } = process.env;
  await open(page, '/auth/login');
  await type(page.getByLabel('Email or username'), name);
  await type(page.getByLabel('Password', { exact: true }), password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  // The page behind the log-in is there, so that leaving it again interrupts nothing.
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();
}

/** Opens the page of the first creator that the backend shows. */
export async function openCreator(page: Page): Promise<void> {
  await open(page, '/creator');
  const links = page.getByRole('main').getByRole('link');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const profile = paths.find((path) => /^\/[\w.-]+$/.test(path) && path !== '/creator' && path !== '/search');
  expect(profile, 'the backend shows a creator').toBeDefined();
  await open(page, profile ?? '/');
}
