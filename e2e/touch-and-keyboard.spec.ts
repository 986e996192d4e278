import type { Page } from '@playwright/test';
import { apiUrl, demoToken, enter, makeFan, postPath } from './accounts';
import { beginConversation } from './conversations';
import { demoPassword, expect, test, type } from './fixtures';
import { pickFiles } from './recordings';
import { waitForHydration } from './hydration';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 760;

test('a card is typed key by key and saved', async ({ page, context, baseURL, request }) => {
  const fan = await makeFan(request, 'Noa Bright');
  await enter(context, baseURL, fan.token);
  await page.goto('/user/cards');
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  const number = page.getByLabel('Card number');
  await type(number, '4242424242424242');
  await expect(number).toHaveValue('4242 4242 4242 4242');
  await expect(number).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Noa Bright');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Visa ending 4242' })).toBeVisible();
});

test('a public image opens full size, and the page works after closing it', async ({ page, request }) => {
  await page.goto(await postPath(request, 'trail-sunday'));
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  const picture = page.locator('.yarl__slide_current img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(picture).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a creator reaches earnings from the menu, and theme and settings from the account menu', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  await page.goto('/home');
  const menu = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await menu.getByRole('link', { name: 'Earnings' }).click();
  await expect(page.getByRole('heading', { name: 'Earnings', level: 1 })).toBeVisible();
  await expect(menu.locator('[aria-current=page]')).toHaveText(/Earnings/);
  const account = page.getByRole('button', { name: /Your account/ }).filter({ visible: true });
  await account.click();
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await account.click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.waitForURL('**/creator/account');
  await expect(account).toHaveAttribute('aria-current', 'page');
});

test('a fan finds subscriptions and purchases in the account menu', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-fan'));
  await page.goto('/home');
  const account = page.getByRole('button', { name: /Your account/ }).filter({ visible: true });
  for (const name of ['Subscriptions', 'Purchases']) {
    await account.click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
});

test('the keyboard reaches Subscribe before it reaches a profile’s posts', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  await page.goto('/miraokafor');
  await waitForHydration(page);
  await page.getByRole('main').focus();
  const subscribe = page
    .getByRole('button', { name: /^Subscribe/ })
    .filter({ visible: true })
    .first();
  const focused = page.locator(':focus');
  for (;;) {
    await page.keyboard.press('Tab');
    expect(await focused.evaluate((element) => element.closest('article') === null), 'before the first post').toBe(
      true,
    );
    if (await subscribe.evaluate((element) => element === document.activeElement)) break;
  }
});

test('the skip link takes the keyboard to the content', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  await page.goto('/home');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('G-14: a fan who opens a page for creators is redirected home and told why', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  // The notice disappears after some seconds, so look for it while the page still loads.
  await page.goto('/creator/earning', { waitUntil: 'commit' });
  await expect(page.getByText(/That page is for creators/)).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test('offline, a message waits to be sent and a list says that it did not load; both continue by themselves', async ({
  page,
  context,
  baseURL,
  request,
  refusals: _quiet,
}) => {
  const { fan, path } = await beginConversation(request, ['Good morning']);
  await enter(context, baseURL, fan.token);
  await page.goto(path);
  await expect(page.getByRole('log').getByText('Good morning')).toBeVisible();
  // The page is loaded; from now on, all API calls fail.
  const api = (url: URL) => url.origin === new URL(apiUrl).origin && !url.pathname.startsWith('/socket.io');
  let isCutOff = true;
  await page.route(api, (route) => (isCutOff ? route.abort('aborted') : route.continue()));
  await type(page.getByLabel(/^Message to/), 'From the tunnel');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sends when you’re back online')).toBeVisible();
  await page.evaluate(() => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href="/notification"]')];
    link.find((one) => one.offsetParent !== null)?.click();
  });
  await expect(page.getByRole('alert').filter({ hasText: 'did not load' })).toBeVisible();
  // The conversation also shows messages not yet sent, so only the response proves that it was sent.
  const sent = page.waitForResponse(
    (reply) => reply.url().includes('/messages/conversations/') && reply.request().method() === 'POST' && reply.ok(),
  );
  isCutOff = false;
  await expect(page.getByText('No notifications yet')).toBeVisible();
  await sent;
  await page.goto(path);
  await expect(page.getByRole('log').getByText('From the tunnel')).toHaveCount(1);
});

test('the direction of a message follows its script', async ({ page, context, baseURL, request }) => {
  const { fan, path } = await beginConversation(request, ['שלום!', 'Good morning!']);
  await enter(context, baseURL, fan.token);
  await page.goto(path);
  const marks: Record<string, boolean> = { 'שלום!': true, 'Good morning!': false };
  for (const [text, isAtLeft] of Object.entries(marks)) {
    const [first = 0, last = 0] = await page
      .getByRole('log')
      .getByText(text)
      .evaluate(({ firstChild: words }) =>
        [0, words!.textContent!.length - 1].map((place) => {
          const range = document.createRange();
          range.setStart(words!, place);
          range.setEnd(words!, place + 1);
          return range.getBoundingClientRect().x;
        }),
      );
    expect(last < first, text).toBe(isAtLeft);
  }
});

test('headings have the same vertical position on every page', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  const tops: Record<string, number> = {};
  for (const address of [
    '/creator/my-post',
    '/creator/earning',
    '/creator/account',
    '/notification',
    '/creator',
    '/search?q=bread',
  ]) {
    await page.goto(address);
    const box = await page.getByRole('heading', { level: 1 }).first().boundingBox();
    tops[address] = Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  }
  expect(new Set(Object.values(tops)).size, JSON.stringify(tops)).toBe(1);
});

test('nothing covers the menu of a creator’s own post, and a notice appears above the message field', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  await page.goto('/creator/my-post');
  const menus = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /^More for/ });
  await expect(menus.first()).toBeVisible();
  const covered = await menus.evaluateAll(
    (buttons) =>
      buttons.filter((button) => {
        const row = button.closest('li')!;
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const others = [...row.querySelectorAll('a, span, time')].filter(
          (other) => !button.contains(other) && !other.contains(button),
        );
        return others.some((other) => {
          const box = other.getBoundingClientRect();
          const isOver = box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
          return isOver && box.width > 0;
        });
      }).length,
  );
  expect(covered).toBe(0);

  const { fan, path } = await beginConversation(request, ['Good morning']);
  await context.clearCookies();
  await enter(context, baseURL, fan.token);
  await page.goto(path);
  const field = page.getByLabel(/^Message to/);
  await expect(field).toBeVisible();
  await page.getByRole('log').getByText('Good morning').click();
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
  await pickFiles(page.locator('input[type=file]'), notes);
  const notice = page.getByText('Choose a photo, video or audio file.');
  await expect(notice).toBeVisible();
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
  const [above, below] = [await notice.boundingBox(), await field.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('an empty Home has only one search field', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: /Follow creators to fill your Home/ })).toBeVisible();
  await expect(page.getByRole('searchbox').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('complementary').filter({ visible: true })).toHaveCount(isPhone(page) ? 0 : 1);
});

async function holdScripts(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('typing and clicks before hydration take effect afterwards', async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await type(page.getByLabel('Email or username'), 'demo-fan');
  await type(page.getByLabel('Password', { exact: true }), demoPassword);
  await page.keyboard.press('Enter');
  letThrough();
  await page.waitForURL('**/home');
  expect(page.url()).not.toContain(demoPassword);
});

test('every field keeps what was typed into it before hydration', async ({ page, context, request, baseURL }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/auth/fan-register', { waitUntil: 'commit' });
  await type(page.getByLabel('Your name'), 'Early Bird');
  await type(page.getByLabel('Username'), 'early-bird');
  letThrough();
  // This button works only after hydration.
  const shown = page.getByRole('button', { name: 'Show password' });
  await shown.click();
  await expect(shown).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Your name')).toHaveValue('Early Bird');
  await expect(page.getByLabel('Username')).toHaveValue('early-bird');

  // This form fills in stored values in its first effect, and must not overwrite what was typed.
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  const letOn = await holdScripts(page);
  await page.goto('/creator/account', { waitUntil: 'commit' });
  await type(page.getByLabel('What you create'), 'Woodcuts');
  await type(page.getByLabel('About you'), 'I cut birch.');
  letOn();
  await page.getByRole('button', { name: 'Add a link' }).click();
  await expect(page.getByPlaceholder('https://').last()).toBeVisible();
  await expect(page.getByLabel('What you create')).toHaveValue('Woodcuts');
  await expect(page.getByLabel('About you')).toHaveValue('I cut birch.');
});

test('a filter clicked before hydration is selected afterwards', async ({ page }) => {
  const letThrough = await holdScripts(page);
  await page.goto('/demo-creator', { waitUntil: 'commit' });
  const chip = page.getByRole('button', { name: 'Photos', exact: true });
  // An impatient second click must not undo the first.
  await chip.click();
  await chip.click();
  letThrough();
  await page.waitForURL(/\/demo-creator\?show=photo$/);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
});
