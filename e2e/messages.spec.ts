import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { enter } from './accounts';
import { beginConversation, numbered } from './conversations';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { testCards, typeCard } from './payments';
import { waitForHydration } from './hydration';

const log = (page: Page) => page.getByRole('log');
const line = (page: Page) => page.getByLabel(/^Message to/);
/** Exact, because `Line 10` contains `Line 1`. */
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });

async function write(page: Page, text: string): Promise<void> {
  await type(line(page), text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Distance from the top of the log in pixels. Waits two frames, because scroll positions are restored in the next frame. */
const getPlace = (message: Locator): Promise<number> =>
  message.evaluate(async (element) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const frame = element.closest('[role=log]')?.getBoundingClientRect();
    return Math.round(element.getBoundingClientRect().top - (frame?.top ?? Number.NaN));
  });

/** The page must not be taller than the window. Polls, because the page adapts to changes in the next frames. */
const expectToFit = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight))
    .toBe(0);

/** Waits until the server has stored that the conversation is read; the page shows it earlier. */
const untilRead = (page: Page) =>
  page.waitForResponse((reply) => /\/messages\/read-all\//.test(reply.url()) && reply.request().method() === 'POST');

test(
  'fan and creator write to each other live, with read marks and a deleted message',
  { tag: '@machines' },
  async ({ page, context, browser, baseURL, request }) => {
    const { fan, creator, path } = await beginConversation(request, ['Good morning']);
    await enter(context, baseURL, fan.token);
    await page.goto(path);
    await expect(said(page, 'Good morning')).toBeVisible();
    await expectAccessible(page);
    const other = await openOther(browser, baseURL);
    await enter(other.page.context(), baseURL, creator.token);
    await other.page.goto(path);
    await expect(said(other.page, 'Good morning')).toBeVisible();

    await write(page, 'Is the madder dry yet?');
    await expect(said(other.page, 'Is the madder dry yet?')).toBeVisible();
    await expect(log(page).getByText(/^Seen/)).toBeVisible();
    await type(line(other.page), 'Nearly');
    await expect(page.getByRole('region', { name: 'Conversation', exact: true }).getByText('Typing…')).toBeVisible();
    await other.page.getByRole('button', { name: 'Send' }).click();
    await expect(said(page, 'Nearly')).toBeVisible();

    const mine = page.locator('[data-message]', { hasText: 'madder' });
    await (page.viewportSize()?.width === 360 ? said(page, 'Is the madder dry yet?').tap() : mine.hover());
    await mine.getByRole('button', { name: /^More/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText('It’s deleted for both of you');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete for both' }).click();
    await expect(said(page, 'Message deleted')).toBeVisible();
    await expect(said(other.page, 'Message deleted')).toBeVisible();
    await expect(log(other.page).getByText('madder')).toHaveCount(0);
    await other.close();
  },
);

test('scrolling up loads older messages in pages of 25, without the text jumping', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const { fan, path, say, read } = await beginConversation(request, numbered(60));
  await say(fan, 'The last word');
  await read(fan);
  await enter(context, baseURL, fan.token);
  await page.goto(path);
  await expect(said(page, 'The last word')).toBeInViewport();
  await expect(log(page).getByText(/^Line/)).toHaveCount(24);

  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked: string[] = [];
  await page.route(/messages\/conversations\/.*beforeSequence/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('limit') ?? '');
    await held;
    await route.continue();
  });
  // If the log resizes just now, it jumps back to its end once; so scroll again.
  await expect(async () => {
    await log(page).evaluate((element) => (element.scrollTop = 0));
    await expect.poll(() => asked, { timeout: 2_000 }).toEqual(['25']);
  }).toPass();
  const anchor = said(page, 'Line 40');
  const before = await getPlace(anchor);
  release();
  await expect(said(page, 'Line 12')).toBeAttached();
  expect(Math.abs((await getPlace(anchor)) - before)).toBeLessThanOrEqual(1);

  await log(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, -2_000);
    await expect(log(page).getByText('Your conversation begins here', { exact: false })).toBeInViewport({
      timeout: 2_000,
    });
  }).toPass();
  await expect(log(page).getByText(/^Line \d+$/)).toHaveText(numbered(60));
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(said(page, 'The last word')).toBeInViewport();
});

// Promises R-2.
test('unread messages are counted in title, menu and list, are marked by a line, and reading them clears all tabs', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const { fan, creator, say } = await beginConversation(request, numbered(8));
  await enter(context, baseURL, fan.token);
  await page.goto('/messages');
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Juno/ });
  const read = untilRead(page);
  await row.click();
  await expect(said(page, 'Line 8')).toBeInViewport();
  await read;
  await page.goto('/home');
  for (const text of numbered(30, 'Fresh')) await say(creator, text);
  const menu = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .filter({ visible: true });
  await expect(menu).toHaveText(/1 unread/);
  await expect(page).toHaveTitle(/^\(1\) /);

  const tab = await context.newPage();
  await tab.goto('/messages');
  await expect(tab).toHaveTitle(/^\(1\) Messages/);
  const unread = tab.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Juno/ });
  await expect(unread).toHaveText(/30 unread/);
  await expectAccessible(tab);
  await unread.click();
  await expect(log(tab).getByText('New', { exact: true })).toBeInViewport();
  await expect(said(tab, 'Fresh 1')).toBeInViewport();
  await expect(said(tab, 'Line 8')).toBeInViewport();
  await expect(said(tab, 'Fresh 30')).not.toBeInViewport();
  await expect(tab).toHaveTitle(/^Messages/);
  await expect(page).not.toHaveTitle(/^\(/);
  await expect(menu).not.toHaveText(/unread/);

  await say(creator, 'And one more');
  const jump = tab.getByRole('button', { name: /^Jump to latest/ });
  await expect(jump).toHaveText(/31 new/);
  await expect(said(tab, 'Fresh 1')).toBeInViewport();
  await jump.click();
  await expect(said(tab, 'And one more')).toBeInViewport();
  await expect(jump).toBeHidden();
  await tab.close();
});

test('a creator sells a photo in a message; the fan tops up, unlocks it, and sees it in the conversation', async ({
  page,
  context,
  browser,
  baseURL,
  request,
}) => {
  const { fan, creator, path } = await beginConversation(request);
  const other = await openOther(browser, baseURL);
  await enter(other.page.context(), baseURL, creator.token);
  await other.page.goto(path);
  await expect(log(other.page)).toBeVisible();
  await waitForHydration(other.page);
  await other.page.locator('input[type=file]').setInputFiles({
    name: 'morning.png',
    mimeType: 'image/png',
    buffer: await other.page.screenshot(),
  });
  await other.page.getByRole('button', { name: 'Set a price' }).click();
  await type(other.page.getByLabel('Price', { exact: true }), '4.50');
  // Closing the price field keeps the price, which the button shows.
  await other.page.getByRole('button', { name: 'Set a price' }).click();
  await expect(other.page.getByRole('button', { name: 'Send for $4.50' })).toBeVisible();
  await expect(other.page.getByText('Ready')).toBeVisible();
  await expectAccessible(other.page);
  await write(other.page, 'The morning sequence, drawn by hand');
  await expect(log(other.page).getByText('Not bought yet · $4.50')).toBeVisible();

  await enter(context, baseURL, fan.token);
  await page.goto(path);
  const locked = log(page).getByRole('region', { name: /^Locked/ });
  const unlock = locked.getByRole('button', { name: 'Unlock for $4.50' });
  await expect(unlock).toBeInViewport();
  await expect(locked.getByText('1 photo')).toBeVisible();
  const caption = locked.getByText('The morning sequence, drawn by hand');
  expect(await getPlace(caption)).toBeLessThan(await getPlace(unlock));
  await expectAccessible(page);

  await unlock.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: 'Wallet, $0.00' }).check();
  await expect(sheet.getByText('You’re $4.50 short. The smallest top-up is $10.00')).toBeVisible();
  await typeCard(page, testCards.visa);
  await sheet.getByRole('button', { name: 'Top up $10.00 and unlock' }).click();
  const picture = log(page).getByRole('button', { name: /^Open picture/ });
  await expect(picture).toBeVisible();
  await expect(log(page).getByText(/^Unlocked for \$4\.50/)).toBeVisible();
  await expect(locked).toHaveCount(0);
  const getWidth = () =>
    picture.locator('img').evaluate((img: HTMLImageElement) => (img.complete ? img.naturalWidth : 0));
  await expect.poll(getWidth).toBeGreaterThan(300);
  await expect(log(other.page).getByText(/^Bought for \$4\.50/)).toBeVisible();
  await other.close();
});

test('a failed message survives a reload, can be resent, and arrives only once', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const { fan, path } = await beginConversation(request, ['Hello']);
  await enter(context, baseURL, fan.token);
  await page.goto(path);
  await expect(said(page, 'Hello')).toBeVisible();
  const sends = /messages\/conversations\/[0-9a-f]{24}$/;
  let isLost = false;
  await page.route(sends, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('aborted');
    isLost = true;
  });
  await write(page, 'Only the answer is lost');
  await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
  await expect.poll(() => isLost).toBe(true);
  await page.unroute(sends);

  let tries = 0;
  await page.route(sends, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    tries += 1;
    return route.abort('aborted');
  });
  await write(page, 'Through the tunnel');
  await expect(log(page).getByText('Sends when you’re back online')).toBeVisible();
  await expect.poll(() => tries).toBeGreaterThan(2);
  await expect(log(page).getByText('Not sent')).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(sends);
  await expect(log(page).getByText('Sent', { exact: true })).toBeVisible();
  await expect(said(page, 'Through the tunnel')).toHaveCount(1);

  await type(line(page), 'Half a thought');
  await page.reload();
  await expect(line(page)).toHaveValue('Half a thought');
  await expect(said(page, 'Through the tunnel')).toHaveCount(1);
  await expect(said(page, 'Only the answer is lost')).toHaveCount(1);
});

test('messages missed while the connection was lost appear afterwards, in order and without duplicates', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const { fan, creator, path, say, read } = await beginConversation(request, ['Before']);
  await read(fan);
  await enter(context, baseURL, fan.token);
  let mend = () => undefined as void;
  let whole = Promise.resolve();
  const lines: WebSocketRoute[] = [];
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await whole;
    socket.connectToServer();
    lines.push(socket);
  });
  await page.goto(path);
  await expect(said(page, 'Before')).toBeVisible();
  await say(creator, 'Live');
  await expect(said(page, 'Live')).toBeVisible();
  whole = new Promise((resolve) => (mend = resolve));
  for (const socket of lines) await socket.close();
  await expect(page.getByText(/You’re offline/)).toBeVisible();
  for (const text of numbered(40, 'Missed')) await say(creator, text);
  mend();
  await expect(said(page, 'Missed 40')).toBeInViewport();
  await expect(said(page, 'Missed 1')).toBeVisible();
  await expect(page.getByText(/You’re offline/)).toBeHidden();
  expect(
    await log(page)
      .getByText(/^Missed \d+$/)
      .allTextContents(),
  ).toEqual(numbered(40, 'Missed'));
});

test(
  'search finds people and words, and opens a message where it stands in its conversation',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const { fan, path, say } = await beginConversation(request, [
      ...numbered(13),
      'The saffron is in the blue tin',
      ...numbered(40, 'Later'),
    ]);
    await say(fan, 'Thank you');
    await enter(context, baseURL, fan.token);
    await page.goto('/messages');
    const list = page.getByRole('region', { name: 'Conversations' });
    await type(list.getByRole('searchbox'), 'saffron BLUE');
    const hit = list.getByRole('region', { name: 'Messages found' }).getByRole('link');
    await expect(hit).toHaveCount(1);
    await expect(hit.locator('mark')).toHaveText(['saffron', 'blue']);
    await expectAccessible(page);
    await hit.click();
    await page.waitForURL(`**${path}?q=**&at=14`);
    await expect(said(page, 'The saffron is in the blue tin')).toBeInViewport();
    await expect(said(page, 'Later 40')).toHaveCount(0);
    await page.getByRole('button', { name: /^Jump to latest/ }).click();
    await expect(said(page, 'Thank you')).toBeInViewport();

    await page.goBack();
    await expect(list.getByRole('searchbox')).toHaveValue('saffron BLUE');
    await type(list.getByRole('searchbox'), 'juno');
    await expect(list.getByRole('region', { name: 'People' }).getByRole('link', { name: /Juno/ })).toBeVisible();
    await type(list.getByRole('searchbox'), 'no such words anywhere');
    await expect(list.getByText('Nothing found for “no such words anywhere”')).toBeVisible();
    await list.getByRole('button', { name: 'Clear search' }).click();
    await list.getByRole('button', { name: /^Unread/ }).click();
    await expect(list.getByText('All caught up')).toBeVisible();
    await expect(page).toHaveURL(/\?show=unread$/);
    await expectAccessible(page);
  },
);

test('the page fits the window exactly: alone, below the offline bar, above the keyboard', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const { fan, path, read } = await beginConversation(request, numbered(30));
  await read(fan);
  await enter(context, baseURL, fan.token);
  await page.goto('/messages');
  await expect(page.getByRole('link', { name: /Juno/ })).toBeVisible();
  await waitForHydration(page);
  await expectToFit(page);
  await page.goto(path);
  await expect(said(page, 'Line 30')).toBeInViewport();
  await waitForHydration(page);
  await expectToFit(page);
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    window.dispatchEvent(new Event('offline'));
  });
  await expect(page.getByText(/You’re offline/)).toBeInViewport();
  await expectToFit(page);
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  await expect(said(page, 'Line 30')).toBeInViewport();
  await expectAccessible(page);

  if (page.viewportSize()?.width !== 360) return;
  await page.evaluate(() => {
    const height = window.visualViewport?.height ?? 0;
    Object.defineProperty(window.visualViewport, 'height', { get: () => height - 300 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(async () => Math.round((await line(page).boundingBox())?.y ?? 0)).toBeLessThan(740 - 300 - 40);
  await expect(said(page, 'Line 30')).toBeInViewport();
  await expectToFit(page);
});

test(
  'the title of every page starts with the number of unread conversations',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const { fan, creator, path, say } = await beginConversation(request, ['Are you there?']);
    await enter(context, baseURL, fan.token);
    for (const [address, title] of [
      ['/home', 'Home'],
      ['/creator', 'Creators'],
      ['/junoparkreyes', 'Juno Park-Reyes'],
      ['/user/account', 'account'],
      ['/page/terms-of-service', 'Terms'],
    ] as const) {
      await page.goto(address);
      await expect(page, address).toHaveTitle(new RegExp(`^\\(1\\) .*${title}`, 'i'));
    }
    await page.goto('/home');
    for (const [link, title] of [
      ['Discover', 'Creators'],
      ['Messages', 'Messages'],
      ['Wallet', 'Wallet'],
      ['Home', 'Home'],
    ] as const) {
      await page
        .getByRole('link', { name: new RegExp(`^${link}`) })
        .filter({ visible: true })
        .first()
        .click();
      await expect(page, link).toHaveTitle(new RegExp(`^\\(1\\) .*${title}`, 'i'));
    }
    const read = untilRead(page);
    await page.goto(path);
    await read;
    await expect(page).toHaveTitle(/^(?!\()/);
    await page.goto('/home');
    await expect(page).toHaveTitle(/^Home/);
    await say(creator, 'And now?');
    await expect(page).toHaveTitle(/^\(1\) Home/);
  },
);
