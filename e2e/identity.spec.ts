import { generate } from 'otplib';
import type { Page } from '@playwright/test';
import { apiUrl, enter, makeCreator, makeFan } from './accounts';
import { expect, expectAccessible, fresh, openOther, test, type } from './fixtures';
import { awaitSent, codePattern, linkPattern, verifyEmail } from './outbox';
import { waitForHydration } from './hydration';
import { ageLinks } from './backdate-rows';

const password = 'a few words in a row';
const wrongCode = 'This code is wrong or has expired.';

async function fillLogin(page: Page, username: string, secret: string): Promise<void> {
  await page.goto('/auth/login');
  await type(page.getByLabel('Email or username'), username);
  await type(page.getByLabel('Password', { exact: true }), secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const expectInside = (page: Page) =>
  expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();

test('a phone number and a texted code create an account, whose details are completed later', async ({
  page,
  refusals,
}) => {
  refusals.expectRefusal(422, '/auth/phone');
  const digits = String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0');
  const phone = `+4474001${digits}`.slice(0, 13);
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Continue with a phone' }).click();
  await type(page.getByLabel('Phone number'), '12');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/./);
  await expectAccessible(page);
  await type(page.getByLabel('Phone number'), phone);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
  await type(page.getByLabel(/^Code sent to/), '000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel(/^Code sent to/)).toHaveAccessibleDescription(wrongCode);
  await type(page.getByLabel(/^Code sent to/), await awaitSent(phone, codePattern));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/user/account');
  await expectInside(page);
});

for (const [company, callback] of [
  ['Google', '/auth/google/callback'],
  ['Twitter', '/auth/twitter/callback'],
] as const) {
  test(`${company} logs in; declining there changes nothing`, async ({ page }) => {
    const name = fresh('out');
    await page.goto('/auth/login');
    await page.getByRole('button', { name: `Continue with ${company}` }).click();
    await expect(page.getByText(`This page stands for ${company}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`**${callback}`);
    await expect(page.getByText(`You didn’t finish logging in with ${company}. Nothing has changed.`)).toBeVisible();
    await page.getByRole('link', { name: 'Back to log in' }).click();
    await page.getByRole('button', { name: `Continue with ${company}` }).click();
    await type(page.locator('input[name=own]'), company === 'Google' ? `${name}@example.test` : name.slice(0, 15));
    await type(page.getByLabel('Name', { exact: true }), 'Sam Outside');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/(home|user\/account)$/);
    // Login by another company asks no age question, so the site asks once and then suggests creators.
    const question = page.getByRole('dialog', { name: 'Before you start' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'I am 18 or older' }).click();
    await expect(question).toHaveCount(0);
    await expectInside(page);
    await page
      .getByRole('navigation', { name: 'Main' })
      .filter({ visible: true })
      .getByRole('link', { name: 'Home', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Choose three creators' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Following 0 of 3')).toBeVisible();
    // The dialog's code is loaded on demand.
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    await expect(question).toHaveCount(0);
    const { cookies } = await page.context().storageState();
    expect(cookies.map((cookie) => cookie.name)).toEqual(['token']);
  });
}

test('two-factor authentication is set up, then required at login, and passed with a recovery code', async ({
  page,
  request,
  baseURL,
  refusals,
}) => {
  const { username, token } = await makeFan(request, 'Ira Twostep');
  // With an unverified email, no login method can be added.
  await verifyEmail(request, `${username}@example.test`);
  refusals.expectRefusal(403, '/auth/login');
  refusals.expectRefusal(422, '/auth/login');
  await enter(page.context(), baseURL, token);
  await page.goto('/user/account?section=security');
  await page.getByRole('button', { name: 'Set it up' }).click();
  const sheet = page.getByRole('dialog');
  const secret = (await sheet.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await expectAccessible(page);
  await type(sheet.getByLabel('The six digits the app shows'), await generate({ secret }));
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [code = ''] = await codes.allTextContents();
  await page.getByLabel('I have saved my codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  // Leave the page first: left open, it would notice the lost session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await fillLogin(page, username, password);
  const step = page.getByRole('dialog', { name: 'One more step' });
  await type(step.getByLabel('Code from your authenticator app'), '123123');
  await step.getByRole('button', { name: 'Continue' }).click();
  await expect(step.getByLabel('Code from your authenticator app')).toHaveAccessibleDescription(wrongCode);
  await expectAccessible(page);
  await type(step.getByLabel('Code from your authenticator app'), code);
  await step.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/home');
  await page.goto('/user/account?section=security');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
});

test('the mailed link verifies an address; opened again, it says that this is done', async ({
  page,
  request,
  baseURL,
}) => {
  const { username, token } = await makeFan(request, 'Una Letter');
  const link = await awaitSent(`${username}@example.test`, linkPattern);
  await enter(page.context(), baseURL, token);
  await page.goto('/user/account');
  await expect(page.getByText('Not verified yet. Open the link we emailed you, or send it again.')).toBeVisible();
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await page.waitForURL('**/auth/email-verified-success**');
  await expectAccessible(page);
  // The link also carries the page that the fan originally wanted.
  await page.goto(`${link}&returnTo=%2Fuser%2Faccount`);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('**/user/account');
  await expect(page.getByText('Verified.')).toBeVisible();
});

test('an ended session is reported at login and on the page that waits for email verification, which stays open', async ({
  page,
  request,
  baseURL,
  refusals,
}) => {
  const { token } = await makeFan(request, 'Ola Waiting');
  refusals.expectRefusal(401, apiUrl);
  await enter(page.context(), baseURL, token);
  await page.goto('/auth/verification');
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible();
  await request.post(`${apiUrl}/auth/logout`, { headers: { authorization: token } });
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/verification/);
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText('Your token is expired, please reload a page')).toBeVisible();
  // The message is shown only once. When the next session ends, it is shown on the login page.
  await enter(page.context(), baseURL, token);
  await page.goto('/home');
  await page.waitForURL(/\/auth\/login/);
  await expect(page.getByText('Please login!')).toBeVisible();
});

test('a forged email link leads to a page that says so', async ({ page }) => {
  await page.goto(`${apiUrl}/auth/email-verified?token=${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

test(
  'an expired link verifies nothing, and a newly requested one does',
  { tag: '@full' },
  async ({ page, request, baseURL }) => {
    const { username, token } = await makeFan(request, 'Lea Latecomer');
    const link = await awaitSent(`${username}@example.test`, linkPattern);
    await ageLinks(username);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to log in' }).click();
    await page.waitForURL('**/auth/login');
    await enter(page.context(), baseURL, token);
    await page.goto('/auth/verification');
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await expect.poll(() => awaitSent(`${username}@example.test`, linkPattern)).not.toBe(link);
    await page.goto(await awaitSent(`${username}@example.test`, linkPattern));
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await page.waitForURL('**/auth/email-verified-success**');
  },
);

test('an expired reset link does not set the password', { tag: '@full' }, async ({ page, request, refusals }) => {
  refusals.expectRefusal(422, '/auth/users/reset');
  const { username } = await makeFan(request, 'Ida Dawdle');
  const email = `${username}@example.test`;
  await request.post(`${apiUrl}/auth/users/forgot`, { data: { email } });
  const link = await awaitSent(email, /https?:\/\/\S*reset\S*/);
  await ageLinks(username);
  await page.goto(link);
  await type(page.getByLabel('New password'), 'other words in a row');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('This link has expired or was already used. Request a new one.')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.waitForURL('**/auth/forgot-password');
});

test('a forgotten password is reset by mail, and the old one stops working', async ({ page, request, refusals }) => {
  const { username } = await makeFan(request, 'Pia Forgot');
  const email = `${username}@example.test`;
  refusals.expectRefusal(422, '/auth/login');
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('**/auth/forgot-password');
  await type(page.getByLabel('Email', { exact: true }), email);
  await page.getByRole('button', { name: /Send/ }).click();
  const link = await awaitSent(email, /https?:\/\/\S*reset\S*/);
  await page.goto(link);
  await expectAccessible(page);
  await type(page.getByLabel('New password'), 'other words in a row');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.waitForURL('**/home');
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await fillLogin(page, username, password);
  await expect(page.getByText('Email or password is not right.')).toBeVisible();
  await fillLogin(page, username, 'other words in a row');
  await page.waitForURL('**/home');
});

test(
  'logging out all other devices is noticed there immediately',
  { tag: '@machines' },
  async ({ page, browser, request, baseURL }) => {
    const { username, token } = await makeFan(request, 'Kit Devices');
    const other = await openOther(browser, baseURL);
    other.expectRefusal(401, apiUrl);
    await fillLogin(other.page, username, password);
    await other.page.waitForURL('**/home');
    await expectInside(other.page);
    await enter(page.context(), baseURL, token);
    await page.goto('/user/account?section=sessions');
    await expect(page.getByText('This device')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    await expect(page.getByText('Every other device is logged out')).toBeVisible();
    // Nobody touches the other browser. It shows the notice for some seconds, then the login page.
    await expect(other.page.getByText('Please login!')).toBeVisible();
    await other.page.waitForURL(/\/auth\/login/);
    await other.close();
  },
);

test(
  'an address form lists the states of its country, and shows errors beside the fields',
  { tag: '@full' },
  async ({ page, request, baseURL }) => {
    const { token } = await makeFan(request, 'Rae Letterbox');
    await enter(page.context(), baseURL, token);
    await page.goto('/user/addresses');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add an address' }).click();
    const sheet = page.getByRole('dialog');
    await type(sheet.getByLabel('Full name'), 'Rae Letterbox');
    await sheet.getByLabel('Country').selectOption('US');
    await type(sheet.getByLabel('Street address'), '12 Mill Road');
    await type(sheet.getByLabel('City'), 'Bath');
    await sheet.getByLabel('State').selectOption('Maine');
    await type(sheet.getByLabel('ZIP code'), '04530');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Save address' }).click();
    await expect(sheet).toBeHidden();
    const card = page.getByRole('listitem').filter({ hasText: '12 Mill Road' });
    await expect(card).toContainText('Maine');
    await page.reload();
    await expect(card).toContainText('04530 Bath');
    await card.getByRole('button', { name: /^More for/ }).click();
    const deleted = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.ok());
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete address' }).click();
    await deleted;
    await page.reload();
    await expect(page.getByText('No addresses yet')).toBeVisible();
  },
);

test(
  'an approved creator replaces a document and stays approved during the review',
  { tag: '@full' },
  async ({ page, request, baseURL }) => {
    const { token } = await makeCreator(request);
    await enter(page.context(), baseURL, token);
    await page.goto('/creator/account?section=documents');
    const id = page.getByRole('region', { name: 'Photo of your ID', exact: true });
    const holding = page.getByRole('region', { name: 'Photo of you holding it', exact: true });
    await expect(id.getByText('Approved', { exact: true })).toBeVisible();
    await waitForHydration(page);
    await id.getByLabel('Replace').setInputFiles('public/art/leo.webp');
    await expect(id.getByText('In review', { exact: true })).toBeVisible();
    await expect(id.getByText('You stay approved while we review the new one.')).toBeVisible();
    await expect(holding.getByText('Approved', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/creator/my-post/create');
    await expect(page.getByRole('button', { name: /^Publish/ }).first()).toBeVisible();
  },
);
