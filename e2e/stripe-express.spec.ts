import { enter, makeFan } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { ask, getSheet, readPayments } from './payments';
import { takeShots } from './shots';
import {
  answerBank,
  getExpress,
  makeSeller,
  serveStripePages,
  startStripeSite,
  typeStripeCard,
  type StripeSite,
} from './stripe-site';

let site: StripeSite;
test.beforeAll(async () => {
  site = await startStripeSite();
});
test.afterAll(() => site.stop());
test.beforeEach(async ({ context }) => {
  site.double.wallets.clear();
  await serveStripePages(context, site);
});

const payByCard = /^Pay \$[\d.]+ by card$/;

test('a post is paid with Google Pay for exactly the displayed sum, and the card is saved under its name', async ({
  page,
  context,
  request,
}) => {
  site.double.wallets.set('google_pay', 'visa');
  const creator = await makeSeller(request, site, 6);
  const fan = await makeFan(request, 'Theo Marsh', site);
  await enter(context, site.url, fan.token);
  await page.goto(`${site.url}/post/${creator.postId}`);
  await page.getByRole('button', { name: 'Unlock for $6.00' }).click();
  const sheet = getSheet(page);
  await sheet.getByRole('radio', { name: 'Card' }).check();
  const wallet = getExpress(page);
  const button = wallet.getByRole('button', { name: 'Google Pay' });
  await expect(button).toBeVisible();
  await expect(wallet.getByRole('button', { name: 'Apple Pay' })).toHaveCount(0);
  await expectAccessible(page);
  await takeShots(page, 'express-pay');
  const sum = /\$([\d.]+)/.exec((await sheet.getByRole('button', { name: payByCard }).textContent()) ?? '')?.[1];
  const amount = Math.round(Number(sum) * 100);
  await button.click();
  await expect(wallet.getByText(`${amount} usd`)).toBeVisible();
  await wallet.getByRole('button', { name: 'Cancel' }).click();
  await button.click();
  await wallet.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  expect((await readPayments(request, fan)).data).toMatchObject([{ status: 'success' }]);
  expect(site.double.state.list('payment_intent').at(-1)).toMatchObject({ amount, currency: 'usd' });
  await page.goto(`${site.url}/user/cards`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Google Pay ending 4242' })).toBeVisible();
});

test(
  'a declined Google Pay card is reported above the button, and a typed card then pays',
  { tag: '@full' },
  async ({ page, context, request, refusals }) => {
    site.double.wallets.set('apple_pay', 'declined').set('google_pay', 'visa');
    const creator = await makeSeller(request, site, 6);
    const fan = await makeFan(request, 'Theo Marsh', site);
    await enter(context, site.url, fan.token);
    refusals.expectRefusal(400, '/payment-cards');
    await page.goto(`${site.url}/post/${creator.postId}`);
    await page.getByRole('button', { name: 'Unlock for $6.00' }).click();
    const sheet = getSheet(page);
    await sheet.getByRole('radio', { name: 'Card' }).check();
    const wallet = getExpress(page);
    await wallet.getByRole('button', { name: 'Apple Pay' }).click();
    await wallet.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(sheet.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();
    await expect(wallet.getByText('Not paid: fail')).toBeVisible();
    const pay = sheet.getByRole('button', { name: payByCard });
    const [alert, button] = [await sheet.getByRole('alert').boundingBox(), await pay.boundingBox()];
    expect((alert?.y ?? 0) + (alert?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    await takeShots(page, 'express-declined');
    expect((await readPayments(request, fan)).data).toEqual([]);
    await typeStripeCard(page, '5555555555554444');
    await pay.click();
    await expect(sheet.getByText('Unlocked')).toBeVisible();
  },
);

test(
  'a card is added from Apple Pay without being charged, once its bank agrees',
  { tag: '@full' },
  async ({ page, context, request }) => {
    site.double.wallets.set('apple_pay', 'authenticateOnce');
    const fan = await makeFan(request, 'Noa Bright', site);
    await enter(context, site.url, fan.token);
    await page.goto(`${site.url}/user/cards`);
    await page.getByRole('button', { name: 'Add a card' }).click();
    const wallet = getExpress(page);
    await wallet.getByRole('button', { name: 'Apple Pay' }).click();
    await expect(wallet.getByText('Nothing is charged')).toBeVisible();
    await wallet.getByRole('button', { name: 'Pay', exact: true }).click();
    await answerBank(page, 'Approve');
    await expect(page.getByRole('listitem').filter({ hasText: 'Apple Pay ending 3155' })).toBeVisible();
    await expect(getSheet(page)).toHaveCount(0);
    const { data } = await ask<{ data: object[] }>(request, fan, 'GET', '/payment-cards');
    expect(data).toMatchObject([{ brand: 'Apple Pay', holderName: 'Noa Bright' }]);
  },
);

test(
  'a browser without Google Pay or Apple Pay shows no express buttons',
  { tag: '@full' },
  async ({ page, context, request }) => {
    const fan = await makeFan(request, 'Noa Bright', site);
    await enter(context, site.url, fan.token);
    await page.goto(`${site.url}/user/cards`);
    await page.getByRole('button', { name: 'Add a card' }).click();
    const sheet = getSheet(page);
    await expect(getExpress(page).locator('#buttons')).toBeAttached();
    await expect(sheet.getByLabel('Name on the card')).toBeVisible();
    await expect(sheet.getByText('or type a card')).toBeHidden();
    const form = await sheet.getByRole('form', { name: 'New card' }).boundingBox();
    const label = await sheet.getByText('Card', { exact: true }).boundingBox();
    expect((label?.y ?? 0) - (form?.y ?? 0)).toBeLessThan(4);
    await takeShots(page, 'express-none');
  },
);
