import { enter, makeFan } from './accounts';
import { expect, expectAccessible, fillFanSignUp, fresh, logIn, test, type } from './fixtures';
import { recordSocketJoins } from './hydration';

test('a fan signs up, is logged in, changes the profile and logs out', { tag: '@machines' }, async ({ page }) => {
  const username = fresh('fan');
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: /Follow and subscribe/ }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  await expectAccessible(page);
  await fillFanSignUp(page, { name: 'Robin Vale', username });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('heading', { name: 'Follow creators to fill your Home' })).toBeVisible();
  await page.goto('/user/account');
  await expectAccessible(page);
  await type(page.getByLabel('Name', { exact: true }), 'Robin A. Vale');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.getByLabel('Change picture').setInputFiles('public/art/leo.webp');
  const size = page.getByLabel('Size');
  // While the dialog is still opening, its fields cannot be focused.
  await expect(size).toBeVisible();
  await size.focus();
  await expect(size).toBeFocused();
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await expect(size).toHaveValue('1.5');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('main img').first()).toHaveAttribute('src', /^http/);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/auth/login');
  await page.goto('/home');
  await page.waitForURL(/\/auth\/login/);
});

test('a wrong password shows an error beside the field', async ({ page, refusals }) => {
  refusals.expectRefusal(422, '/auth/login');
  await page.goto('/auth/login');
  await type(page.getByLabel('Email or username'), 'fan@demo.test');
  await type(page.getByLabel('Password', { exact: true }), 'not-the-password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Email or password is not right.')).toBeVisible();
  await expect(page.getByLabel('Email or username')).toHaveValue('fan@demo.test');
});

test('login takes creators to their page and fans home; the login page redirects both', async ({ page }) => {
  await logIn(page, 'creator@demo.test');
  await expect(page).toHaveURL(/\/demo-creator$/);
  await page.goto('/auth/login');
  await page.waitForURL('**/demo-creator');
  // Leave the page first: left open, it would notice the lost session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await logIn(page, 'fan@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/creator/earning');
  await page.waitForURL('**/home');
});

test(
  'a scheduled account deletion is announced on every page, and one click cancels it in all tabs',
  { tag: '@full' },
  async ({ page, context, request, baseURL }) => {
    const { username, token } = await makeFan(request, 'Lee Leaving');
    await enter(context, baseURL, token);
    await page.goto('/user/account?section=data');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const sheet = page.getByRole('dialog');
    await type(sheet.getByLabel(`Type ${username} to continue`), username);
    await sheet.getByRole('button', { name: 'Delete my account' }).click();
    const bar = page.getByRole('region', { name: 'Account deletion' });
    await expect(bar).toContainText('Your account will be deleted on');
    await expectAccessible(page);
    for (const path of ['/home', '/messages', '/demo-creator', '/page/terms-of-service']) {
      await page.goto(path);
      await expect(bar).toBeVisible();
    }
    await expectAccessible(page);
    await page.goto('/wallet');
    await page.getByRole('button', { name: 'Top up', exact: true }).click();
    await expect(sheet.getByText('Keep it to make payments.')).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Keep my account' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto('/auth/login');
    await type(page.getByLabel('Email or username'), username);
    await expect(bar).toBeHidden();
    await type(page.getByLabel('Password', { exact: true }), 'a few words in a row');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/home');
    await expect(bar).toBeVisible();
    const second = await context.newPage();
    const untilListening = recordSocketJoins(second);
    await second.goto('/notification');
    const secondBar = second.getByRole('region', { name: 'Account deletion' });
    await expect(secondBar).toBeVisible();
    await untilListening();
    await bar.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText('Your account stays')).toBeVisible();
    await expect(bar).toBeHidden();
    await expect(secondBar).toBeHidden();
    await second.close();
  },
);
