import type { Page } from '@playwright/test';
import { enter, makeCreator, makeFan } from './accounts';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { ask, enterAsPayer } from './payments';
import { countShown, expectChatInView, killEngine, waitForMovement, within } from './live-show';
import { takeShots } from './shots';

// A creator's own show in the web app, with the browser's fake camera.

const log = (page: Page) => page.getByRole('log', { name: 'Chat messages' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function write(page: Page, text: string): Promise<void> {
  await type(page.getByLabel('Say something'), text);
  await press(page, 'Send');
}

async function goLive(page: Page, title: string): Promise<void> {
  await page.goto('/creator/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Go live' }).click();
  await press(page, 'Turn on camera and microphone');
  await expect(page.getByRole('button', { name: 'Turn camera off' })).toBeVisible();
  await type(page.getByLabel('Title'), title);
  await press(page, 'Go live');
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

test('a creator goes live, moderates the chat, reloads, continues, and ends the show with a summary', async ({
  page,
  context,
  request,
  baseURL,
  browser,
}) => {
  const [host, fan] = [await makeCreator(request), await makeFan(request)];
  await enter(context, baseURL, host.token);
  await context.grantPermissions(['camera', 'microphone']);
  await page.goto('/creator/live');
  await expect(page.getByText('Your camera is off')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'studio-1-off');
  await press(page, 'Turn on camera and microphone');
  await expect(page.getByText(/frames a second/)).toBeVisible();
  await type(page.getByLabel('Title'), 'Sunday loops');
  await type(page.getByLabel('Goal', { exact: false }).first(), 'New strings');
  await type(page.getByLabel(/Goal amount/), '250');
  await page.getByRole('switch', { name: /Private shows/ }).click();
  await type(page.getByLabel(/Private show, price a minute/), '4');
  await expectAccessible(page);
  await takeShots(page, 'studio-2-ready');
  await press(page, 'Go live');
  await expect(page.getByRole('heading', { name: 'Sunday loops', level: 1 })).toBeVisible();
  expect(await waitForMovement(page)).toBeLessThan(within(3_000));

  const viewer = await openOther(browser, baseURL);
  await enter(viewer.page.context(), baseURL, fan.token);
  await viewer.page.goto(`/streaming/${host.username}`);
  expect(await waitForMovement(viewer.page)).toBeLessThan(within(3_000));
  await write(viewer.page, 'Is this all one cello?');
  await expect(log(page).getByText('Is this all one cello?')).toBeVisible();
  await write(page, 'Five layers');
  await expect(log(viewer.page).getByText('Five layers')).toBeVisible();
  await expect(page.getByText('1 viewer', { exact: true })).toBeAttached();
  await expectAccessible(page);
  await takeShots(page, 'studio-3-live');

  await page.getByText('Is this all one cello?', { exact: true }).hover();
  await page
    .getByRole('button', { name: /More about this message by/ })
    .first()
    .click();
  await takeShots(page, 'studio-4-menu');
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(viewer.page.getByText('Pinned:')).toBeAttached();
  await press(page, 'Chat rules');
  await page.getByLabel('Slow mode').selectOption({ label: 'One message every 10 seconds' });
  await expect(viewer.page.getByText(/Slow mode: /)).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'studio-5-rules');
  await press(page, 'Clear the chat');
  await press(page, 'Delete all messages');
  await expect(log(viewer.page).getByText('Five layers')).toHaveCount(0);

  await page.getByRole('button', { name: '1 watching: see who' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^More about / })
    .click();
  await takeShots(page, 'studio-6-viewers');
  await page.getByRole('menuitem', { name: 'Mute for 10 minutes' }).click();
  await expect(page.getByRole('dialog').getByText('Muted', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const rowan = await makeFan(request, 'Rowan Pike');
  const { _id: userId } = await ask<{ _id: string }>(request, rowan, 'GET', '/users/me');
  const show = await ask<{ _id: string }>(request, host, 'GET', '/streaming/mine');
  await ask(request, host, 'POST', `/streaming/live/${show._id}/restrictions`, { userId, kind: 'ban' });

  // Viewers keep seeing the show when the host reloads. The question that a reload asks is suppressed here.
  const before = await countShown(viewer.page);
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Turn camera off' })).toBeVisible();
  await expect.poll(() => countShown(viewer.page), { timeout: within(5_000) }).toBeGreaterThan(before + 10);
  await expect(page.getByText('1 viewer', { exact: true })).toBeAttached();

  await page.getByRole('button', { name: '1 watching: see who' }).click();
  const watchers = page.getByRole('dialog');
  await expect(watchers.getByText('Rowan Pike')).toBeVisible();
  await watchers.getByRole('button', { name: 'Let back in' }).click();
  await expect(watchers.getByText('Rowan Pike')).toHaveCount(0);
  await watchers.getByRole('button', { name: 'Close' }).click();

  await press(page, 'End');
  await takeShots(page, 'studio-7-ending');
  await press(page, 'End show');
  await expect(page.getByRole('heading', { name: /You were live for/ })).toBeVisible();
  await expect(viewer.page.getByText('The show has ended')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'studio-8-summary');
  await viewer.close();
});

test(
  'a show whose engine crashes continues by itself within ten seconds',
  { tag: '@full' },
  async ({ page, context, request, baseURL, browser }) => {
    const [host, fan] = [await makeCreator(request), await makeFan(request)];
    await enter(context, baseURL, host.token);
    await context.grantPermissions(['camera', 'microphone']);
    await goLive(page, 'Sunday loops');
    const viewer = await openOther(browser, baseURL);
    await enter(viewer.page.context(), baseURL, fan.token);
    await viewer.page.goto(`/streaming/${host.username}`);
    await waitForMovement(viewer.page);
    const readConnection = () =>
      viewer.page.evaluate(() => (document.querySelector('video')?.srcObject as MediaStream | null)?.id);
    const before = await readConnection();
    const killedAt = Date.now();
    await killEngine();
    await expect.poll(readConnection).not.toBe(before);
    await waitForMovement(viewer.page);
    expect(Date.now() - killedAt).toBeLessThan(within(10_000));
    await viewer.page.close();
    await press(page, 'End');
    await page.getByRole('dialog').getByRole('button', { name: 'End show' }).click();
    await expect(page.getByRole('heading', { name: /You were live/ })).toBeVisible();
  },
);

test(
  'a second tab takes over a show, and the first one says so',
  { tag: '@full' },
  async ({ page, context, request, baseURL }) => {
    const host = await makeCreator(request);
    await enter(context, baseURL, host.token);
    await goLive(page, 'Loops in two tabs');
    const other = await context.newPage();
    await other.goto('/creator/live');
    await expect(other.getByRole('heading', { name: 'You’re live somewhere else' })).toBeVisible();
    await expectAccessible(other);
    await takeShots(other, 'studio-elsewhere');
    await press(other, 'Take over here');
    await expect(other.getByRole('heading', { name: 'Loops in two tabs', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'You’re live somewhere else' })).toBeVisible();
    expect(await waitForMovement(other)).toBeLessThan(within(3_000));
    await press(other, 'End');
    await press(other, 'End show');
    await expect(other.getByRole('heading', { name: /You were live for/ })).toBeVisible();
  },
);

test('leaving the page asks first, and staying keeps the show', async ({ page, context, request, baseURL }) => {
  const host = await makeCreator(request);
  await enter(context, baseURL, host.token);
  await goLive(page, 'Short loops');
  await page.evaluate(() => history.back());
  const dialog = page.getByRole('dialog', { name: 'End the show and leave?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('button', { name: 'End', exact: true })).toBeVisible();
  expect(await waitForMovement(page)).toBeLessThan(within(3_000));
});

test('a blocked camera shows how to allow it', async ({ page, context, request, baseURL }) => {
  const host = await makeCreator(request);
  await enter(context, baseURL, host.token);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await page.goto('/creator/live');
  await press(page, 'Turn on camera and microphone');
  await expect(page.getByText('Your browser blocks the camera')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'studio-blocked');
});

test('a fan requests a private show and pays by the minute, while the other viewers wait', async ({
  page,
  context,
  request,
  baseURL,
  browser,
}) => {
  const host = await makeCreator(request);
  await enter(context, baseURL, host.token);
  await page.goto('/creator/live');
  await press(page, 'Turn on camera and microphone');
  await expect(page.getByRole('button', { name: 'Turn camera off' })).toBeVisible();
  await type(page.getByLabel('Title'), 'Loops for one');
  await page.getByRole('switch', { name: /Private shows/ }).click();
  await type(page.getByLabel(/Private show, price a minute/), '4');
  await press(page, 'Go live');
  await expect(page.getByRole('heading', { name: 'Loops for one', level: 1 })).toBeVisible();

  const fan = await openOther(browser, baseURL);
  await enterAsPayer({ context: fan.page.context(), baseURL, request }, { name: 'Ada Fenn', dollars: 25 });
  await fan.page.goto(`/streaming/${host.username}`);
  await fan.page.getByRole('button', { name: 'Request private show' }).click();
  await type(fan.page.getByLabel(/What would you like/), 'The one in D minor');
  await fan.page.getByRole('button', { name: /^Ask / }).click();
  await expect(page.getByText('Ada Fenn asks for a private show')).toBeVisible();
  await expect(page.getByText('“The one in D minor”')).toBeVisible();
  await expectChatInView(page);
  await expectAccessible(page);
  await takeShots(page, 'studio-9-request');
  const other = await openOther(browser, baseURL);
  await other.page.goto(`/streaming/${host.username}`);
  await press(page, 'Accept');
  await expect(page.getByText('Private show with Ada Fenn')).toBeVisible();
  await expect(page.getByText(/1 minute paid, you earned \$3\.20/)).toBeVisible();
  expect(await waitForMovement(fan.page)).toBeLessThan(within(5_000));
  await write(page, 'Hello you');
  await expect(log(fan.page).getByText('Hello you')).toBeVisible();
  await expect(log(other.page).getByText('Hello you')).toHaveCount(0);
  await expect(other.page.getByRole('heading', { name: 'Loops for one', level: 1 })).toBeVisible();
  await other.close();
  await expectAccessible(page);
  await takeShots(page, 'studio-10-private');
  await press(page, 'End private show');
  await expect(page.getByText('Private show with Ada Fenn ended')).toBeVisible();
  await takeShots(page, 'studio-11-private-over');
  await expect(fan.page.getByText(/ended the private show/)).toBeVisible();
  await expectChatInView(fan.page);
  await fan.page.setViewportSize({ width: 740, height: 360 });
  await expectChatInView(fan.page);
  await takeShots(fan.page, 'room-sideways');
  await press(page, 'End');
  await press(page, 'End show');
  await expect(page.getByRole('heading', { name: /You were live for/ })).toBeVisible();
  await fan.close();
});
