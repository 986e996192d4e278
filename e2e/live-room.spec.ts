import type { BrowserContext, Locator, Page } from '@playwright/test';
import { apiUrl, enter, makeCreator, makeFan } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { countShown, sendCamera, startShow, waitForMovement, within } from './live-show';

async function openRoom(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/streaming/${username}`);
  return page;
}

/** The flag's name depends on the version of Chromium. */
const WITHOUT_UDP = ['--force-webrtc-ip-handling-policy', '--webrtc-ip-handling-policy'].map(
  (flag) => `${flag}=disable_non_proxied_udp`,
);

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelche';

async function expectCentred(page: Page, part: Locator): Promise<void> {
  const { x, width } = (await part.boundingBox())!;
  const right = page.viewportSize()!.width - x - width;
  expect(x).toBeGreaterThan(0);
  expect(Math.abs(x - right)).toBeLessThan(2);
}

test(
  'a show has moving video for fans and a guest, has a chat, and ends for all',
  { tag: '@machines' },
  async ({ browser, request, baseURL }) => {
    const host = await makeCreator(request, LONG_NAME);
    const fans = await Promise.all(['Robin Vale', 'Ida Marsh', 'Joss Fenn'].map((name) => makeFan(request, name)));
    const camera = await browser.newPage({ baseURL });
    const { streamId, socket } = await startShow(camera, { request, host });
    const enterRoom = async ({ token }: { token: string }) => {
      const inside = await browser.newContext({ baseURL });
      await enter(inside, baseURL, token);
      return openRoom(inside, host.username);
    };
    const [page, ...others] = await Promise.all(fans.map(enterRoom));
    if (!page) throw new Error('no page');
    for (const took of await Promise.all([page, ...others].map(waitForMovement)))
      expect(took).toBeLessThan(within(3_000));
    for (const other of others) await other.close();
    const late = await enterRoom(await makeFan(request));
    expect(await waitForMovement(late)).toBeLessThan(within(2_000));
    await late.close();
    await expect(page.getByText('Live', { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(page);

    // A guest gets HLS, some seconds late, and a read-only chat.
    const outside = await browser.newContext({ baseURL });
    const guest = await openRoom(outside, host.username);
    await expect(guest.getByText('Some seconds behind')).toBeVisible();
    await waitForMovement(guest);
    await type(page.getByRole('textbox', { name: 'Say something' }), 'What a bowl');
    await page.keyboard.press('Enter');
    await expect(page.getByText('What a bowl')).toBeVisible();
    await expect(guest.getByText('What a bowl')).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await type(page.getByRole('textbox', { name: 'Say something' }), LONG_NAME.repeat(3));
    await page.keyboard.press('Enter');
    await expect(page.getByText(LONG_NAME.repeat(3))).toBeVisible();
    const log = page.getByRole('log', { name: 'Chat messages' });
    expect(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect(page.getByRole('button', { name: `Follow ${LONG_NAME}` })).toBeInViewport();
    await expect(page.getByRole('link', { name: LONG_NAME, exact: true })).toBeInViewport();

    await camera.close();
    const before = await countShown(page);
    const again = await browser.newPage({ baseURL });
    await sendCamera(again, request, host, streamId);
    await expect.poll(() => countShown(page), { timeout: within(5_000) }).toBeGreaterThan(before + 10);

    await request.post(`${apiUrl}/streaming/live/${streamId}/end`, { headers: { Authorization: host.token } });
    for (const one of [page, guest]) await expect(one.getByText('The show has ended')).toBeVisible();
    await expectCentred(page, page.getByRole('link', { name: `See ${LONG_NAME}’s page` }));
    socket.close();
  },
);

// Promises A-4.
test('a viewer whom the host blocks loses video and chat within ten seconds', async ({ browser, request, baseURL }) => {
  const host = await makeCreator(request);
  const fan = await makeFan(request);
  const camera = await browser.newPage({ baseURL });
  const { socket } = await startShow(camera, { request, host });
  const inside = await browser.newContext({ baseURL });
  await enter(inside, baseURL, fan.token);
  const page = await openRoom(inside, host.username);
  await waitForMovement(page);
  const reply = await request.get(`${apiUrl}/users/me`, { headers: { Authorization: fan.token } });
  const { data } = (await reply.json()) as { data: { _id: string } };
  await request.post(`${apiUrl}/block/users`, {
    headers: { Authorization: host.token },
    data: { targetId: data._id },
  });
  await expect(page.locator('video')).toHaveCount(0, { timeout: within(10_000) });
  await expect(page.getByRole('textbox')).toHaveCount(0);
  socket.close();
});

test(
  'a viewer without UDP sees the show some seconds late, and is told so',
  { tag: '@full' },
  async ({ request, baseURL, playwright }) => {
    const host = await makeCreator(request);
    const fan = await makeFan(request);
    const { launchOptions } = test.info().project.use;
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), ...WITHOUT_UDP],
    });
    const sender = await playwright.chromium.launch(launchOptions);
    const camera = await sender.newPage({ baseURL });
    const { socket } = await startShow(camera, { request, host });
    const inside = await browser.newContext({ baseURL });
    await enter(inside, baseURL, fan.token);
    const page = await openRoom(inside, host.username);
    await expect(page.getByText('Some seconds behind')).toBeVisible();
    await waitForMovement(page);
    socket.close();
    await browser.close();
    await sender.close();
  },
);
