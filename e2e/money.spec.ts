import type { Page } from '@playwright/test';
import { expect, expectAccessible, fresh, logIn, openOther, test } from './fixtures';

/** Signs up a fan with an empty wallet; the demo fan belongs to everybody. */
async function signUp(page: Page): Promise<string> {
  const username = fresh('fan');
  await page.goto('/auth/fan-register');
  await page.getByLabel('Your name').fill('Noa Bright');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('a few words in a row');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/home');
  return username;
}

/** Presses the price panel's button: beside the posts, or on phones in the sheet of the bar at the foot. */
async function wantSubscription(page: Page, price: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 1000;
  if (isPhone) await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const panel = isPhone ? page.getByRole('dialog') : page.getByRole('complementary', { name: 'Subscription' });
  await panel.getByRole('button', { name: `Subscribe for ${price}` }).click();
  await expect(page.getByRole('dialog').getByLabel('Card number')).toBeVisible();
}

async function fillCard(page: Page, number: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Card number').fill(number);
  await sheet.getByLabel('Expires').fill('12/34');
  await sheet.getByLabel('Security code').fill('123');
  await sheet.getByLabel('Name on the card').fill('Noa Bright');
  await sheet.getByRole('button', { name: /save/i }).click();
}

test('a new fan follows, subscribes with a new card, and sees what was closed', async ({ page }) => {
  await signUp(page);
  await page.goto('/demo-creator');
  await page.getByRole('button', { name: 'Follow Noor Adeyemi' }).click();
  await expect(page.getByRole('button', { name: /Following Noor Adeyemi/ })).toBeVisible();
  await wantSubscription(page, '$8.50');
  const sheet = page.getByRole('dialog');
  await fillCard(page, '4242424242424242');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^Subscribe for/ }).click();
  await expect(page.getByText('You are subscribed').first()).toBeAttached();
});

test('a declined card says so and charges nothing', async ({ page, refusals }) => {
  refusals.expectRefusal(400, '/payment/');
  await signUp(page);
  await page.goto('/miraokafor');
  await wantSubscription(page, '$12.00');
  await fillCard(page, '4000000000000341');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Subscribe for/ })
    .click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/not charged/i)
      .first(),
  ).toBeVisible();
});

test('an empty wallet is filled on the way to unlocking a post, which opens in place', async ({ page }) => {
  await signUp(page);
  await page.goto('/inescalloway');
  const unlock = page.getByRole('button', { name: /^Unlock for \$/ }).first();
  await unlock.scrollIntoViewIfNeeded();
  await unlock.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Missing')).toBeVisible();
  await fillCard(page, '5555555555554444');
  await sheet
    .getByRole('button', { name: /^(Top up|Add|Pay)/ })
    .last()
    .click();
  await expect(page.getByText(/Unlocked|It is yours|is open/i).first()).toBeVisible({ timeout: 20_000 });
});

test('a tip reaches the creator at once', async ({ page, browser, baseURL }) => {
  const creator = await openOther(browser, baseURL);
  await logIn(creator.page, 'creator@demo.test');
  await creator.page.goto('/creator/earning');
  const pending = creator.page.getByRole('region', { name: 'Balances' });
  await expect(pending).toBeVisible();
  const before = await pending.innerText();
  await logIn(page, 'fan@demo.test');
  await page.goto('/demo-creator');
  await page.getByRole('button', { name: 'Send a tip' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: /^Send \$/ }).click();
  await expect(sheet.getByRole('button', { name: /^Send \$/ })).toBeHidden();
  await expect(pending).not.toHaveText(before, { useInnerText: true });
  await creator.close();
});
