import type { Page } from '@playwright/test';
import { howBusy } from '../tests/harness/how-busy';
import { apiUrl, demoToken, enter, makeFan } from './accounts';
import { expect, expectAccessible, openOther, test } from './fixtures';
import { admin } from './operator';
import { awaitSent, linkPattern } from './outbox';
import { recordSocketJoins } from './hydration';

/** Run alone, after all other tests, because these close the site for a while. */

/** No other test uses this creator. */
const creator = 'leobrandt';
const fromPortugal = { 'x-forwarded-for': '85.240.1.1' };

/** Changed settings reach all processes within this time. */
const seenWithin = 10_000 * howBusy();

test(
  'maintenance mode closes every page with 503 and notifies open ones, which reopen by themselves',
  { tag: '@full' },
  async ({ page, request, baseURL, refusals }) => {
    const getStatus = async (address: string) => (await request.get(address)).status();
    const { token } = await makeFan(request, 'Mia Tenance');
    refusals.expectRefusal(503, '');
    await enter(page.context(), baseURL, token);
    await page.goto('/home');
    await admin('settings', 'set', 'maintenanceMessage', 'The kiln is being cleaned.');
    await admin('settings', 'set', 'maintenanceMode', 'true');
    try {
      await expect.poll(() => getStatus('/'), { timeout: seenWithin }).toBe(503);
      expect(await getStatus(`/${creator}`)).toBe(503);
      expect(await getStatus('/auth/login')).toBe(200);
      await page.getByRole('link', { name: 'Notifications' }).filter({ visible: true }).first().click();
      await expect(page.getByRole('heading', { name: 'Back soon' })).toBeVisible({ timeout: seenWithin });
      await expect(page.getByText('The kiln is being cleaned.')).toBeVisible();
      await expectAccessible(page);
    } finally {
      await admin('settings', 'set', 'maintenanceMode', 'false');
      await admin('settings', 'set', 'maintenanceMessage', '');
    }
    // The closed page polls and reopens by itself.
    await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible({
      timeout: 2 * seenWithin,
    });
    await expect.poll(() => getStatus('/'), { timeout: seenWithin }).toBe(200);
  },
);

test('a blocked country gets a 451 page that says so', async ({ browser, baseURL, request }) => {
  const other = await openOther(browser, baseURL);
  await other.page.context().setExtraHTTPHeaders(fromPortugal);
  other.expectRefusal(451, '');
  other.expectRefusal(403, apiUrl);
  await admin('countries', 'set', 'PT');
  try {
    const statusThere = async () => (await request.get('/', { headers: fromPortugal })).status();
    await expect.poll(statusThere, { timeout: seenWithin }).toBe(451);
    expect((await request.get('/')).status()).toBe(200);
    await other.page.goto(`/${creator}`);
    await expect(other.page.getByRole('heading', { name: 'Not available in your country' })).toBeVisible();
    await expectAccessible(other.page);
  } finally {
    await admin('countries', 'set');
  }
  await other.close();
});

async function mediaOn(page: Page): Promise<string[]> {
  const ids = [...(await page.content()).matchAll(/\/media\/[^"'\s]*?([0-9a-f]{24})\//g)].map(
    (match) => match[1] ?? '',
  );
  expect(ids.length).toBeGreaterThan(0);
  return [...new Set(ids)];
}

test('fans whom a creator blocks, individually or by country, get a 404', async ({ browser, baseURL, request }) => {
  const fan = await makeFan(request, 'Bo Blocked');
  const headers = { authorization: await demoToken(request, creator) };
  const me = await request.get(`${apiUrl}/users/me`, { headers: { authorization: fan.token } });
  const { data: fanAccount } = (await me.json()) as { data: { _id: string } };
  const other = await openOther(browser, baseURL);
  other.expectRefusal(404, creator);
  await enter(other.page.context(), baseURL, fan.token);
  const isThere = async () => (await other.page.goto(`/${creator}`))?.status();
  expect(await isThere()).toBe(200);
  // Files that the page happens to request at the moment of the block are rejected.
  for (const id of await mediaOn(other.page)) other.expectRefusal(403, `/${id}/`);

  await request.post(`${apiUrl}/block/users`, { headers, data: { targetId: fanAccount._id, reason: 'test' } });
  await expect.poll(isThere).toBe(404);
  const unknown = await request.get('/nobody-is-called-this', { headers: { cookie: `token=${fan.token}` } });
  expect(unknown.status()).toBe(404);
  await request.delete(`${apiUrl}/block/users/${fanAccount._id}`, { headers });
  await expect.poll(isThere).toBe(200);

  const statusFrom = async (address: object) =>
    (await request.get(`/${creator}`, { headers: { ...address } })).status();
  await request.post(`${apiUrl}/block/countries`, { headers, data: { countryCodes: ['PT'] } });
  await expect.poll(() => statusFrom(fromPortugal)).toBe(404);
  expect(await statusFrom({})).toBe(200);
  await request.post(`${apiUrl}/block/countries`, { headers, data: { countryCodes: [] } });
  await expect.poll(() => statusFrom(fromPortugal)).toBe(200);
  await other.close();
});

test('a card needs a verified email: once it is verified, the form continues by itself', async ({
  page,
  request,
  baseURL,
  context,
}) => {
  // Logs in before the setting changes: afterwards, login would be rejected.
  const { username, token } = await makeFan(request, 'Cara Pending');
  await enter(context, baseURL, token);
  await admin('settings', 'set', 'requireEmailVerification', 'true');
  try {
    const readPage = async () => (await page.request.get('/user/cards')).text();
    await expect.poll(readPage, { timeout: seenWithin }).toContain('"requireEmailVerification":true');
    const untilListening = recordSocketJoins(page);
    await page.goto('/user/cards');
    await page.getByRole('button', { name: 'Add a card' }).first().click();
    await expect(page.getByRole('heading', { name: 'Verify Your Email to Continue' })).toBeVisible();
    await expect(page.getByText(/check your inbox .* before adding a payment method/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
    await page.getByRole('button', { name: 'I opened the link' }).click();
    await expect(page.getByText(/^Not verified yet\./)).toBeVisible();
    await expectAccessible(page);
    await untilListening();
    const mailed = await context.newPage();
    await mailed.goto(await awaitSent(`${username}@example.test`, linkPattern));
    await mailed.getByRole('button', { name: 'Verify my email' }).click();
    await mailed.waitForURL('**/auth/email-verified-success**');
    await expect(page.getByLabel('Card number')).toBeVisible();
    await mailed.close();
    await expectAccessible(page);
  } finally {
    await admin('settings', 'set', 'requireEmailVerification', 'false');
  }
});
