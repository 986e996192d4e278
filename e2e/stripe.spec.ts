import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { enter, makeFan } from './accounts';
import { endPayoutRest, releaseIncome } from './backdate-rows';
import { expect, expectAccessible, test, type } from './fixtures';
import { ask, choosePlan, getSheet, readPayments } from './payments';
import {
  answerBank,
  fillByCard,
  makeSeller,
  secrets,
  serveStripePages,
  startStripeSite,
  typeStripeCard,
  watchCard,
  type StripeSite,
} from './stripe-site';

/** F-7: typed card data is sent only to Stripe. */

let site: StripeSite;
test.beforeAll(async () => {
  site = await startStripeSite();
});
test.afterAll(() => site.stop());
test.beforeEach(({ context }) => serveStripePages(context, site));

const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  asks: '4000002760003184',
  asksOnce: '4000002500003155',
};

test('a fan subscribes with bank authentication: declining it costs nothing, approving it pays', async ({
  page,
  context,
  request,
}) => {
  const creator = await makeSeller(request, site, 6);
  const fan = await makeFan(request, 'Ada Fenn', site);
  await enter(context, site.url, fan.token);
  const checkCard = watchCard(context, site);
  await page.goto(`${site.url}/${creator.username}`);
  const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $9.00');
  await typeStripeCard(page, cards.asks);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Subscribe for $9.00' }).click();
  await answerBank(page, 'Refuse');
  await expect(sheet.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  await expect(sheet.getByText(/You were not charged/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Pay another way' }).click();
  await expect(sheet.getByText('Visa ending 3184')).toBeVisible();
  await sheet.getByRole('button', { name: 'Subscribe for $9.00' }).click();
  await answerBank(page, 'Approve');
  await expect(sheet.getByText('You’re in')).toBeVisible();
  await expectAccessible(page);
  const { data } = await readPayments(request, fan);
  expect(data.map(({ status }) => status)).toEqual(['success', 'fail']);
  await checkCard(cards.asks);
});

test('a post is paid by card: a declined card is reported above the button, another one pays', async ({
  page,
  context,
  request,
  refusals,
}) => {
  const creator = await makeSeller(request, site, 6);
  const fan = await makeFan(request, 'Theo Marsh', site);
  await enter(context, site.url, fan.token);
  const checkCard = watchCard(context, site);
  refusals.expectRefusal(400, '/payment-cards');
  await page.goto(`${site.url}/post/${creator.postId}`);
  await page.getByRole('button', { name: 'Unlock for $6.00' }).click();
  const sheet = getSheet(page);
  await sheet.getByRole('radio', { name: 'Card' }).check();
  await typeStripeCard(page, cards.declined);
  const pay = sheet.getByRole('button', { name: /^Pay \$[\d.]+ by card$/ });
  await pay.click();
  await expect(sheet.getByRole('alert')).toContainText('Your card was declined.');
  const [alert, button] = [await sheet.getByRole('alert').boundingBox(), await pay.boundingBox()];
  expect((alert?.y ?? 0) + (alert?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  await typeStripeCard(page, cards.mastercard);
  await pay.click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  await sheet.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Cobalt, and patience.')).toBeVisible();
  expect((await readPayments(request, fan)).data).toMatchObject([{ status: 'success' }]);
  await checkCard(cards.mastercard);
});

test(
  'a card is added without a purchase: the bank is asked immediately, and declining saves no card',
  { tag: '@full' },
  async ({ page, context, request }) => {
    const fan = await makeFan(request, 'Noa Bright', site);
    await enter(context, site.url, fan.token);
    const checkCard = watchCard(context, site);
    await page.goto(`${site.url}/user/cards`);
    await page.getByRole('button', { name: 'Add a card' }).click();
    const save = getSheet(page).getByRole('button', { name: 'Save card' });
    await typeStripeCard(page, cards.asksOnce);
    await save.click();
    await answerBank(page, 'Refuse');
    await expect(getSheet(page).getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
    await expectAccessible(page);
    const list = () =>
      ask<{ data: { last4Digits: string; setupClientSecret?: string | null }[] }>(
        request,
        fan,
        'GET',
        '/payment-cards',
      );
    expect((await list()).data).toEqual([]);
    await typeStripeCard(page, cards.asksOnce);
    await save.click();
    await answerBank(page, 'Approve');
    await expect(page.getByRole('listitem').filter({ hasText: 'Visa ending 3155' })).toBeVisible();
    await expect(getSheet(page)).toHaveCount(0);
    await expect
      .poll(async () => (await list()).data)
      .toMatchObject([{ last4Digits: '3155', setupClientSecret: null }]);
    await checkCard(cards.asksOnce);
  },
);

test(
  'a creator sets up Stripe, requests a payout, and is paid after approval',
  { tag: '@full' },
  async ({ page, context, request }) => {
    const creator = await makeSeller(request, site, 100);
    const fan = await makeFan(request, 'Ada Fenn', site);
    await fillByCard(request, fan, 120);
    await ask(request, fan, 'POST', `/wallet/charges/feed/${creator.postId}`, {});
    await releaseIncome(creator.username, site.dataDir);
    await enter(context, site.url, creator.token);
    await page.goto(`${site.url}/creator/banking`);
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Stripe', exact: true }) });
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Set up Stripe' }).click();
    await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
    await page.goto(`${site.url}/creator/banking?stripe=return`);
    await expect(panel.getByText('Not finished')).toBeVisible();
    await expect(panel.getByText(/Stripe needs more information/)).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/creator/banking`);
    await expectAccessible(page);
    await page.goto(`${site.url}/creator/banking?stripe=refresh`);
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText('Stripe can pay you now')).toBeVisible();
    await expect(panel.getByText('Ready', { exact: true })).toBeVisible();
    await expect(page.getByText(/Payouts are paused until/)).toBeVisible();
    await expectAccessible(page);

    await endPayoutRest(creator.username, site.dataDir);
    await page.goto(`${site.url}/creator/payout-request/create`);
    await expect(page.getByRole('radio', { name: 'Stripe' })).toBeChecked();
    await type(page.getByLabel('Amount'), '60');
    await page.getByRole('button', { name: 'Review $60.00' }).click();
    const confirm = page.getByRole('dialog', { name: 'Request this payout?' });
    await expect(confirm.getByText('To Stripe')).toBeVisible();
    await confirm.getByRole('button', { name: 'Request $60.00' }).click();
    await page.waitForURL('**/creator/payout-request');
    const read = async () =>
      (await ask<{ data: { _id: string; status: string }[] }>(request, creator, 'GET', '/payout-requests/search'))
        .data[0];
    await site.admin('payouts', 'approve', (await read())?._id ?? '');
    await expect.poll(async () => (await read())?.status).toBe('done');
    await page.reload();
    const latest = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Payout of/ }) });
    await expect(latest.getByText('Sent to Stripe')).toBeVisible();
    const accountId = (await ask<{ accountId: string }>(request, creator, 'GET', '/stripe/accounts/me')).accountId;
    expect(site.double.state.list('transfer').filter(({ destination }) => destination === accountId)).toHaveLength(1);
  },
);

test('no page, script, response or log contains a secret of the operator', async ({ request }) => {
  const values = [...Object.values(secrets), 'sk_test_', 'sk_live_', 'whsec_'];
  const tells = (text: string) => values.filter((value) => text.includes(value));
  const read = async (url: string) => (await request.get(url)).text();
  for (const page of ['/', '/auth/login', '/creator', '/user/cards'])
    expect(tells(await read(`${site.url}${page}`))).toEqual([]);
  const settings = await read(`${site.apiUrl}/settings/public`);
  expect(settings).toContain('pk_test_51QuietLantern');
  expect(tells(settings)).toEqual([]);
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' };
  const forged = await request.post(`${site.apiUrl}/webhooks/stripe`, { headers, data: '{}' });
  expect([forged.status(), tells(await forged.text())]).toEqual([403, []]);
  const folder = '.next/static';
  const scripts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts)
    expect([name, tells(await readFile(path.join(folder, name), 'utf8'))]).toEqual([name, []]);
  expect(site.log()).not.toBe('');
  expect(tells(site.log())).toEqual([]);
});
