import type { Page } from '@playwright/test';
import { apiUrl, enter, makeCreator, makeFan } from './accounts';
import { expect, expectAccessible, fillFanSignUp, fresh, test } from './fixtures';
import { ageSubscriptions } from './backdate-rows';
import { verifyEmail } from './outbox';
import {
  ask,
  getBalance,
  choosePlan,
  findCreator,
  openPrices,
  readPayments,
  saveCard,
  getSheet,
  subscribe,
  testCards,
} from './payments';
import { recordSocketJoins, waitForHydration } from './hydration';

/** A date as pages show it: `21 December`, or `21 November 2027` if in another year. In UTC. */
function dayText(date: Date): string {
  const isThisYear = date.getUTCFullYear() === new Date().getUTCFullYear();
  const year = isThisYear ? undefined : 'numeric';
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year, timeZone: 'UTC' }).format(date);
}

interface Subscription {
  expiredAt: string;
  nextRecurringDate: string | null;
}

async function readSubscription(...[request, fan]: [Parameters<typeof ask>[0], { token: string }]) {
  const path = '/subscriptions/user/search?limit=50';
  const { data } = await ask<{ data: Subscription[] }>(request, fan, 'GET', path);
  if (!data[0]) throw new Error('The fan has no subscription');
  return data[0];
}

const show = async (page: Page, filter: 'Active' | 'Ending' | 'Ended') => {
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: filter }).click();
  await page.waitForURL(`**/user/my-subscription?show=${filter.toLowerCase()}`);
};

test.use({ timezoneId: 'UTC' });

test('a free trial of a creator can be used once, needs a verified email but no card, and can be continued as paid', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(422, '/payment/subscribe');
  const fan = await makeFan(request);
  await enter(context, baseURL, fan.token);
  const untilListening = recordSocketJoins(page);
  await page.goto('/dariovenn');
  const sheet = await choosePlan(page, /7 days free/, 'Start 7-day free trial');
  await expect(sheet.getByRole('radio', { name: 'Try free' })).toBeChecked();
  await expect(sheet.getByText('Ends automatically. No card needed, nothing charged.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Start 7-day free trial' }).click();
  await expect(sheet.getByText(/to verify your email before starting a free trial\.$/)).toBeVisible();
  await expectAccessible(page);
  await untilListening();
  await verifyEmail(request, `${fan.username}@example.test`);
  await sheet.getByRole('button', { name: 'Start 7-day free trial' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  await sheet.getByRole('button', { name: 'See it' }).click();
  const { expiredAt } = await readSubscription(request, fan);
  const end = dayText(new Date(expiredAt));
  await page.goto('/user/my-subscription?show=ending');
  const row = page.getByRole('listitem').filter({ hasText: 'Dario Venn' });
  await expect(row).toContainText('Free trial');
  await expect(row).toContainText(`Open until ${end}. Nothing more is charged.`);
  await expectAccessible(page);
  expect((await readPayments(request, fan)).data).toMatchObject([{ status: 'success', totalPrice: 0 }]);

  const { _id: performerId } = await findCreator(request, fan, 'dariovenn');
  const again = await request.post(`${apiUrl}/payment/subscribe/performers`, {
    headers: { Authorization: fan.token },
    data: { performerId, type: 'free' },
  });
  expect(await again.json()).toMatchObject({ error: 'FREE_SUBSCRIPTION_USED' });
  await saveCard(request, fan);
  await row.getByRole('button', { name: 'Subscribe to Dario Venn' }).click();
  await expect(sheet.getByRole('radio', { name: 'Yearly' })).toBeVisible();
  await expect(sheet.getByRole('radio', { name: 'Try free' })).toHaveCount(0);
  await expect(sheet.getByText(`Added to what you have until ${end}.`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Subscribe for $4.00' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  const paid = await readSubscription(request, fan);
  expect(Date.parse(paid.expiredAt)).toBeGreaterThan(Date.parse(expiredAt));
});

test('a year is paid in one sum, and shows its discount, date and card', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await makeFan(request);
  await saveCard(request, fan);
  await enter(context, baseURL, fan.token);
  await page.goto('/leobrandt');
  const openedAt = Date.now();
  const sheet = await choosePlan(page, /Yearly/, 'Subscribe for $75.00');
  await expect(sheet.getByText(/You save \$15\.00 compared with paying monthly\./)).toBeVisible();
  // The sum appears once the server has sent its quote.
  const said = await sheet.getByText(/Renews on .* for \$/).innerText();
  await sheet.getByRole('button', { name: 'Subscribe for $75.00' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  await sheet.getByRole('button', { name: 'See it' }).click();
  await expect(page.getByText('You are subscribed').first()).toBeAttached();
  const { nextRecurringDate } = await readSubscription(request, fan);
  const next = new Date(nextRecurringDate ?? '');
  const day = dayText(next);
  // Or a year from when the form was opened: midnight may have passed since.
  const offered = dayText(new Date(next.getTime() - (Date.now() - openedAt)));
  expect([day, offered].map((one) => `Renews on ${one} for $75.00`)).toContain(
    /Renews on .* for \$75\.00/.exec(said)?.[0],
  );
  await page.goto('/user/my-subscription');
  const row = page.getByRole('listitem').filter({ hasText: 'Leo Brandt' });
  await expect(row).toContainText('Yearly, $75.00');
  await expect(row).toContainText(`Renews on ${day} for $75.00`);
  await expect(row).toContainText('Visa ending 4242');
  await expect(row.getByRole('switch', { name: 'Auto-renew: Leo Brandt' })).toBeChecked();
  await expectAccessible(page);
});

test('the site subscription unlocks a members’ post on the same page, is canceled and resumed', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(403, '/user/feeds/');
  // Not a demo creator: other tests open their pages, and would fail when the post is deleted.
  const creator = await makeCreator(request);
  const text = fresh('For subscribers of the site ');
  const post = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', {
    type: 'text',
    text,
    isFree: true,
    status: 'active',
  });
  const fan = await makeFan(request);
  await saveCard(request, fan);
  await enter(context, baseURL, fan.token);
  await page.goto(`/post/${post._id}`);
  await expect(page.getByText('Please subscribe to the platform to see the content for free!')).toBeVisible();
  await expect(page.getByText(text)).toHaveCount(0);
  await page.getByRole('button', { name: /^Subscribe to .* for \$11\.99 a month$/ }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByText(/Renews on/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Subscribe for $11.99' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  await sheet.getByRole('button', { name: 'See it' }).click();
  await expect(page.getByText(text).first()).toBeVisible();

  await page.goto('/user/my-subscription');
  await page.getByRole('button', { name: /^Cancel / }).click();
  await sheet.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/^Cancelled\. You keep access until/)).toBeVisible();
  await show(page, 'Ending');
  await page.getByRole('button', { name: /^Renew / }).click();
  await expect(page.getByText('Nothing is ending')).toBeVisible();
  await show(page, 'Active');
  await expect(page.getByRole('switch')).toBeChecked();
});

test('a new fan finds the site membership in the wallet, joins, reads a members’ post, cancels and sees when it ends', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const creator = await makeCreator(request);
  const text = fresh('For members who came by the wallet ');
  const body = { type: 'text', text, isFree: true, status: 'active' };
  const post = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', body);
  const fan = await makeFan(request);
  await saveCard(request, fan);
  await enter(context, baseURL, fan.token);
  await page.goto('/wallet');
  const card = page.getByRole('region', { name: 'Site membership' });
  await expect(card.getByText('$11.99 a month')).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^Subscribe to / }).click();
  const sheet = getSheet(page);
  await sheet.getByRole('button', { name: 'Subscribe for $11.99' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  await sheet.getByRole('button', { name: 'See it' }).click();
  await expect(card.getByText(/^Renews on/)).toContainText('for $11.99 plus any tax');
  await page.goto(`/post/${post._id}`);
  await expect(page.getByText(text).first()).toBeVisible();

  await page.goto('/wallet');
  await card.getByRole('button', { name: /^Cancel / }).click();
  await sheet.getByRole('button', { name: 'Cancel subscription' }).click();
  const { expiredAt } = await ask<{ expiredAt: string }>(request, fan, 'GET', '/users/isUserSubscribed');
  await expect(card.getByText(`Open until ${dayText(new Date(expiredAt))}. Nothing more is charged.`)).toBeVisible();
  await expect(card.getByText('Ending', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test(
  'a subscriber’s phone shows the state of the subscription without covering content',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await saveCard(request, fan);
    await subscribe(request, fan, 'leobrandt');
    await enter(context, baseURL, fan.token);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/leobrandt');
    const bar = page.getByRole('group', { name: 'Subscription' });
    const { nextRecurringDate } = await readSubscription(request, fan);
    await expect(bar.getByText('You are subscribed')).toBeVisible();
    await expect(bar.getByText(/^Renews on/)).toContainText(dayText(new Date(nextRecurringDate ?? '')));
    await expectAccessible(page);
    // The bar must not cover the end of the page.
    const room = await bar.evaluate((element) => {
      const padding = element.parentElement?.parentElement?.parentElement;
      return {
        bar: element.getBoundingClientRect().height,
        page: parseFloat(getComputedStyle(padding ?? element).paddingBottom),
      };
    });
    expect(room.page).toBeGreaterThanOrEqual(room.bar);
    await bar.getByRole('link', { name: 'Manage' }).click();
    await page.waitForURL('**/user/my-subscription?show=active');
    await expect(page.getByRole('button', { name: 'Cancel Leo Brandt' })).toBeVisible();
  },
);

test('canceling takes two clicks, shows the end date, keeps access, and is undone with one click', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await makeFan(request);
  await saveCard(request, fan);
  await subscribe(request, fan, 'leobrandt');
  const end = dayText(new Date((await readSubscription(request, fan)).expiredAt));
  await enter(context, baseURL, fan.token);
  await page.goto('/user/my-subscription');
  await page.getByRole('button', { name: 'Cancel Leo Brandt' }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByText(`You keep access until ${end}`)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(`Cancelled. You keep access until ${end}.`)).toBeVisible();
  await expect(page.getByText('No active subscriptions')).toBeVisible();
  await show(page, 'Ending');
  const row = page.getByRole('listitem').filter({ hasText: 'Leo Brandt' });
  await expect(row).toContainText(`Open until ${end}. Nothing more is charged.`);
  await page.goto('/leobrandt');
  await expect(page.getByText(`You keep access until ${end}.`).first()).toBeAttached();
  await page.goto('/user/my-subscription?show=ending');
  await row.getByRole('switch', { name: 'Auto-renew: Leo Brandt' }).click();
  await expect(page.getByText(/^It renews again on/)).toBeVisible();
  await show(page, 'Active');
  await expect(row.getByRole('switch')).toBeChecked();
  await page.goBack();
  await expect(page.getByText('Nothing is ending')).toBeVisible();
  expect((await readPayments(request, fan)).total).toBe(1);
});

test('an ended subscription can be renewed', async ({ page, context, baseURL, request }) => {
  const fan = await makeFan(request);
  await saveCard(request, fan);
  await subscribe(request, fan, 'leobrandt');
  const path = '/subscriptions/user/search?limit=50';
  const { data } = await ask<{ data: { _id: string }[] }>(request, fan, 'GET', path);
  await ask(request, fan, 'POST', `/payment/stripe/cancel-subscription/${data[0]?._id}`, {});
  await enter(context, baseURL, fan.token);
  await page.goto('/wallet');
  await waitForHydration(page);
  // A running server's clock cannot be changed, so this fakes the list as it will be after the paid month.
  let isMonthLater = true;
  await page.route('**/subscriptions/user/search*', async (route) => {
    if (!isMonthLater) return route.continue();
    const reply = await route.fetch();
    const body = (await reply.json()) as { data: { data: object[] } };
    const over = { isActive: false, expiredAt: new Date(Date.now() - 86_400_000).toISOString() };
    body.data.data = body.data.data.map((one) => ({ ...one, ...over }));
    return route.fulfill({ response: reply, json: body });
  });
  await page.getByRole('navigation', { name: 'Your money' }).getByRole('link', { name: 'Subscriptions' }).click();
  await page.waitForURL('**/user/my-subscription');
  await expect(page.getByText('No active subscriptions')).toBeVisible();
  await show(page, 'Ended');
  await expect(page.getByText(/^Ended on/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Subscribe again to Leo Brandt' }).click();
  const sheet = getSheet(page);
  isMonthLater = false;
  await sheet.getByRole('button', { name: 'Subscribe for $7.50' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  await page.goto('/user/my-subscription');
  await expect(page.getByRole('switch', { name: 'Auto-renew: Leo Brandt' })).toBeChecked();
  expect((await readPayments(request, fan)).total).toBe(2);
});

test(
  'a renewing subscription can change its card, and upcoming charges show their total',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await saveCard(request, fan);
    await subscribe(request, fan, 'leobrandt');
    await subscribe(request, fan, 'beafontana');
    await subscribe(request, fan, 'callumreid', 'yearly');
    await ageSubscriptions(fan.username);
    await saveCard(request, fan, testCards.mastercard);
    await enter(context, baseURL, fan.token);
    await page.goto('/user/my-subscription');
    const row = page.getByRole('listitem').filter({ hasText: 'Bea Fontana' });
    await row.getByRole('button', { name: 'Change card for Bea Fontana' }).click();
    const sheet = getSheet(page);
    await expect(sheet.getByRole('radio', { name: /Visa ending 4242/ })).toBeChecked();
    await sheet.getByRole('radio', { name: /Mastercard ending 4444/ }).check();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Renew from Mastercard ending 4444' }).click();
    await expect(page.getByText('It renews from Mastercard ending 4444 now.')).toBeVisible();
    await expect(row).toContainText('Mastercard ending 4444');
    await expect(page.getByText('Monthly · Mastercard ending 4444')).toHaveCount(1);

    await page.goto('/wallet');
    await expect(getBalance(page)).toContainText('$0.00');
    const month = page.getByText('Next 30 days, tax included');
    await expect(month.locator('xpath=following-sibling::*')).toHaveText('$14.00');
    await expect(page.getByRole('link', { name: 'Bea Fontana' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Callum Reid' })).toHaveCount(0);
    if ((page.viewportSize()?.width ?? 0) > 1240) {
      await page.goto('/home');
      await expect(page.getByRole('link', { name: '$14.00 in the coming month' })).toBeVisible();
      await expectAccessible(page);
    }
  },
);

test(
  'subscribers are not offered a second subscription',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    refusals.expectRefusal(422, '/payment/subscribe/performers');
    const fan = await makeFan(request);
    await saveCard(request, fan);
    await enter(context, baseURL, fan.token);
    await page.goto('/leobrandt');
    const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $7.50');
    const pay = sheet.getByRole('button', { name: 'Subscribe for $7.50' });
    await expect(pay).toBeEnabled();
    await subscribe(request, fan, 'leobrandt');
    await pay.click();
    await expect(sheet.getByText(/You were not charged/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('You are subscribed').first()).toBeAttached();
    expect((await readPayments(request, fan)).total).toBe(1);
  },
);

test('a guest who wants to subscribe signs up first, and then continues in the payment dialog', async ({ page }) => {
  await page.goto('/leobrandt');
  const prices = await openPrices(page);
  await prices.getByRole('radio', { name: /Yearly/ }).click();
  await prices.getByRole('button', { name: /^Subscribe for/ }).click();
  await page.waitForURL(/\/auth\/register\?returnTo=%2Fleobrandt%3Fsubscribe%3Dyearly$/);
  await page.getByRole('link', { name: /Follow and subscribe/ }).click();
  await fillFanSignUp(page, { name: 'Robin Vale', username: fresh('fan') });
  await page.getByRole('button', { name: 'Create account' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  await expect(page).toHaveURL(/\/leobrandt$/);
});
