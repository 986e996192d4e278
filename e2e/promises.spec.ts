import { io } from 'socket.io-client';
import { howBusy } from '../tests/harness/how-busy';
import type { APIRequestContext, Page } from '@playwright/test';
import { apiUrl, enter, makeFan } from './accounts';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { admin } from './operator';
import { awaitSent, verifyEmail } from './outbox';
import { waitForHydration } from './hydration';
import { ageLogins } from './backdate-rows';

/** The promises about accounts and logins, tested in a browser. */

const password = 'a few words in a row';

async function logIn(page: Page, username: string, secret = password): Promise<string> {
  await page.goto('/auth/login');
  await type(page.getByLabel('Email or username'), username);
  await type(page.getByLabel('Password', { exact: true }), secret);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/home');
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'token');
  return cookie?.value ?? '';
}

async function prove(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await type(sheet.getByLabel('Current password'), 'not it');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByLabel('Current password')).toHaveAccessibleDescription(
    'The password does not match this account.',
  );
  await expectAccessible(page);
  await type(sheet.getByLabel('Current password'), password);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet).toBeHidden();
}

/** Uses a session without a browser. @returns `closed`, the time at which its socket closed */
async function openSocket(token: string): Promise<{ closed: Promise<number> }> {
  const socket = io(apiUrl, { transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  await new Promise<void>((resolve) => socket.emit('auth/login', { token }, () => resolve()));
  return { closed: new Promise<number>((resolve) => socket.on('disconnect', () => resolve(performance.now()))) };
}

async function whenRefused(request: APIRequestContext, token: string): Promise<number> {
  const ask = () => request.get(`${apiUrl}/users/me`, { headers: { authorization: token } });
  while ((await ask()).status() !== 401) continue;
  return performance.now();
}

const ends: { name: string; section: string; press(page: Page): Promise<void>; call: string }[] = [
  {
    name: 'logging out all other devices',
    section: 'sessions',
    press: (page) => page.getByRole('button', { name: 'Log out all other devices' }).click(),
    call: '/users/me/sessions',
  },
  {
    name: 'logging out that one device',
    section: 'sessions',
    press: (page) =>
      page
        .getByRole('listitem')
        .filter({ hasNotText: 'This device' })
        .getByRole('button', { name: /^Log out/ })
        .first()
        .click(),
    call: '/users/me/sessions/',
  },
  {
    name: 'a new password',
    section: 'security',
    async press(page) {
      await type(page.getByLabel('New password'), 'other words in a row');
      await page.getByRole('button', { name: 'Change password' }).click();
    },
    call: '/auth/users/me/password',
  },
];

for (const { name, section, press, call } of ends) {
  test(`I-1: ${name} ends the session in another browser`, async ({ page, browser, request, baseURL }) => {
    const { username, token } = await makeFan(request, 'Ned Elsewhere');
    const other = await openOther(browser, baseURL);
    other.expectRefusal(401, apiUrl);
    const theirs = await logIn(other.page, username);
    const { closed } = await openSocket(theirs);
    await enter(page.context(), baseURL, token);
    await page.goto(`/user/account?section=${section}`);
    // The path is also used to list sessions; waits for the write.
    const answered = page.waitForResponse(
      (reply) => reply.url().includes(call) && !['GET', 'OPTIONS'].includes(reply.request().method()) && reply.ok(),
    );
    await press(page);
    await answered;
    await expectEnded({ request, start: performance.now(), token: theirs, closed });
    // The notice is shown for some seconds, then the login page.
    await expect(other.page.getByText('Please login!')).toBeVisible();
    await other.page.waitForURL(/\/auth\/login/);
    await other.close();
    await page.reload();
    await expect(page).toHaveURL(/\/user\/account/);
  });
}

/** REST must reject the token within a second and the socket must close within five, plus what a busy machine adds. */
async function expectEnded({
  request,
  start,
  token,
  closed,
}: {
  request: APIRequestContext;
  start: number;
  token: string;
  closed: Promise<number>;
}): Promise<void> {
  const [refused, gone] = await Promise.all([whenRefused(request, token), closed]);
  const seconds = { rest: (refused - start) / 1000, socket: Math.max(0, gone - start) / 1000 };
  test.info().annotations.push({ type: 'seconds until the session had ended', description: JSON.stringify(seconds) });
  expect(seconds.rest).toBeLessThan(1 + 0.3 * howBusy());
  expect(seconds.socket).toBeLessThan(5 + 0.3 * howBusy());
}

test('I-1: logging out ends the session for everyone who uses its token', async ({ page, request }) => {
  const { username } = await makeFan(request, 'Lou Leaving');
  const token = await logIn(page, username);
  const { closed } = await openSocket(token);
  await page.goto('/user/account?section=sessions');
  const answered = page.waitForResponse((reply) => reply.url().endsWith('/auth/logout') && reply.ok());
  await page.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button', { name: 'Log out' }).click();
  await answered;
  await expectEnded({ request, start: performance.now(), token, closed });
  await page.waitForURL('**/auth/login');
  await expect(page.getByLabel('Email or username')).toBeVisible();
  await expect(page.getByText('Please login!')).toHaveCount(0);
});

test('I-1: disabling an account ends its sessions', async ({ page, request, refusals }) => {
  refusals.expectRefusal(401, apiUrl);
  const [fan, operator] = [await makeFan(request, 'Dee Disabled'), await makeFan(request, 'Vi Keeper')];
  await admin('operator', `${operator.username}@example.test`);
  const token = await logIn(page, fan.username);
  const { closed } = await openSocket(token);
  const me = await request.get(`${apiUrl}/users/me`, { headers: { authorization: token } });
  const { data } = (await me.json()) as { data: { _id: string } };
  const reply = await request.put(`${apiUrl}/admin/users/${data._id}`, {
    headers: { authorization: operator.token },
    data: { status: 'inactive' },
  });
  expect(reply.status()).toBe(200);
  await expectEnded({ request, start: performance.now(), token, closed });
  await page.waitForURL(/\/auth\/login/);
});

test('I-2: no URL that the browser requests contains the token', async ({ page, request }) => {
  const { username } = await makeFan(request, 'Tess Token');
  const addresses: string[] = [];
  page.on('request', (asked) => void addresses.push(asked.url()));
  page.on('websocket', (socket) => void addresses.push(socket.url()));
  const token = await logIn(page, username);
  await page.goto('/messages');
  await page.goto('/user/account?section=sessions');
  await expect(page.getByText('This device')).toBeVisible();
  await expect.poll(() => addresses.some((address) => address.includes('/socket.io/'))).toBe(true);
  expect(token).toHaveLength(51);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);
});

test('I-4: users see their sessions, and can end one after entering the password', async ({
  page,
  browser,
  request,
  baseURL,
  refusals,
}) => {
  refusals.expectRefusal(403, '/users/me/sessions');
  refusals.expectRefusal(422, '/auth/confirm');
  const { username, token } = await makeFan(request, 'Sia Sessions');
  const other = await openOther(browser, baseURL);
  other.expectRefusal(401, apiUrl);
  await logIn(other.page, username);
  await ageLogins(username);
  await enter(page.context(), baseURL, token);
  await page.goto('/user/account?section=sessions');
  const rows = page.getByRole('listitem').filter({ hasText: /Last used|In use now/ });
  await expect(rows).toHaveCount(2);
  const elsewhere = rows.filter({ hasText: /Chrome/ });
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  await elsewhere.getByRole('button', { name: /^Log out/ }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Current password')).toBeVisible();
  await expectAccessible(page);
  await prove(page);
  await expect(rows).toHaveCount(1);
  await other.page.waitForURL(/\/auth\/login/);
  await other.close();
  const { cookies } = await page.context().storageState();
  expect(cookies.find(({ name }) => name === 'token')?.value).not.toBe(token);
  await page.reload();
  await expect(rows).toHaveCount(1);
});

test(
  'I-5: changing the password requires the old one if the login is not recent',
  { tag: '@full' },
  async ({ page, request, baseURL, refusals }) => {
    refusals.expectRefusal(403, '/auth/users/me/password');
    refusals.expectRefusal(422, '/auth/');
    const { username, token } = await makeFan(request, 'Pat Proof');
    await ageLogins(username);
    await enter(page.context(), baseURL, token);
    await page.goto('/user/account?section=security');
    const change = async () => {
      await type(page.getByLabel('New password'), 'other words in a row');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change();
    const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(sheet).toBeHidden();
    // While the form waits for a response, its button has another label.
    await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled();
    const before = await request.post(`${apiUrl}/auth/login`, { data: { username, password } });
    expect(before.status()).toBe(200);
    await change();
    await prove(page);
    await expect(page.getByText('Changes saved')).toBeVisible();
    await awaitSent(`${username}@example.test`, /password was changed just now/);
    // Leave the page first: left open, it would notice the lost session.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await logIn(page, username, 'other words in a row');
  },
);

test('I-5: a new email requires the password, is reported to the old address, and can be undone from there', async ({
  page,
  request,
  baseURL,
  refusals,
}) => {
  refusals.expectRefusal(403, '/users');
  refusals.expectRefusal(422, '/auth/');
  refusals.expectRefusal(401, apiUrl);
  const { username, token } = await makeFan(request, 'Mo Moved');
  const [before, after] = [`${username}@example.test`, `${username}@elsewhere.test`];
  await verifyEmail(request, before);
  await ageLogins(username);
  await enter(page.context(), baseURL, token);
  await page.goto('/user/account');
  await type(page.getByLabel('Email', { exact: true }), after);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await prove(page);
  await expect(page.getByText(`Changes saved. Open the link we sent to ${after}.`)).toBeVisible();
  await expect(page.getByText(`Open the link we sent to ${after}. Until then`)).toBeVisible();
  await expectAccessible(page);
  await awaitSent(before, /will use \S+ once that address/);

  await page.goto(await awaitSent(after, /https?:\/\/\S+\/auth\/email-change\S+/));
  await page.getByRole('button', { name: 'Use this email' }).click();
  await page.waitForURL('**/auth/email-verified-success**');
  await page.goto('/user/account');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(after);

  // If the owner of the old address undoes the change, all sessions end, and the password must be reset.
  const told = await awaitSent(before, /Your account now uses[\s\S]*?https?:\/\/\S+/);
  await page.goto(/https?:\/\/\S+/.exec(told)?.[0] ?? '');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.waitForURL('**/auth/reset-password**');
  const mine = await request.get(`${apiUrl}/users/me`, { headers: { authorization: token } });
  expect(mine.status()).toBe(401);
  await type(page.getByLabel('New password'), 'mine again in a row');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await page.context().clearCookies();
  await logIn(page, before, 'mine again in a row');
});

test('I-10: the token is the only cookie, is never sent to other sites, and is set by no response', async ({
  page,
  request,
}) => {
  const { username } = await makeFan(request, 'Cora Cookie');
  const set: string[] = [];
  page.on('response', (reply) => void (reply.headers()['set-cookie'] && set.push(reply.url())));
  await logIn(page, username);
  const { cookies } = await page.context().storageState();
  const isSecure = page.url().startsWith('https:');
  expect(cookies).toEqual([
    expect.objectContaining({
      name: 'token',
      domain: new URL(page.url()).hostname,
      path: '/',
      sameSite: 'Lax',
      secure: isSecure,
      // Scripts must be able to read it, because pages send it as a header.
      httpOnly: false,
    }),
  ]);
  expect(set).toEqual([]);
});

test('I-11: a role written into the cookies by hand changes nothing', async ({ page, request, baseURL }) => {
  const { token } = await makeFan(request, 'Fay Forger');
  await enter(page.context(), baseURL, token);
  await page.context().addCookies([{ name: 'role', value: 'performer', url: baseURL ?? '' }]);
  await page.goto('/creator/earning');
  await page.waitForURL('**/home');
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Earnings' })).toHaveCount(0);
});

test('I-1: after a login or logout in another tab, a tab shows nothing of the previous account', async ({
  page,
  context,
  request,
  baseURL,
  refusals,
}) => {
  const [ada, bo] = [await makeFan(request, 'Ada Before'), await makeFan(request, 'Bo After')];
  await enter(context, baseURL, ada.token);
  await page.goto('/user/account');
  await expect(page.getByLabel('Username')).toHaveValue(ada.username);
  await waitForHydration(page);
  // Starts waiting now: the notice is visible for only some seconds, and the page may notice the change before the focus event.
  const isAnother = page.getByText('You logged in with another account in another tab.').waitFor();
  await enter(context, baseURL, bo.token);
  // In a headless browser all tabs always have focus, so the event must be sent. If the page is already navigating, the locator
  // waits.
  await page.locator('html').dispatchEvent('focus');
  await isAnother;
  await expect(page.getByLabel('Username')).toHaveValue(bo.username);
  await expect(page.getByText('Ada Before')).toHaveCount(0);

  await waitForHydration(page);
  // Requests that the page makes before it notices are rejected.
  refusals.expectRefusal(401, apiUrl);
  const tab = await context.newPage();
  await tab.goto('/user/account?section=sessions');
  const hasLeft = page.getByText('You logged out in another tab.').waitFor();
  const own = tab.getByRole('listitem').filter({ hasText: 'This device' });
  await own.getByRole('button', { name: 'Log out' }).click();
  await tab.waitForURL('**/auth/login');
  await hasLeft;
  await page.waitForURL('**/auth/login**');
  await expect(page.getByText('Bo After')).toHaveCount(0);
});
