import type { Page } from '@playwright/test';
import { apiUrl, enter, makeCreator, makeFan } from './accounts';
import { ageShow } from './backdate-rows';
import { expect, expectAccessible, test } from './fixtures';
import { startShow } from './live-show';
import { ask, fillWallet, saveCard } from './payments';

const hasPlayed = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime > 0.5);

test(
  'a recorded show becomes a draft, is published, and plays for ticket holders',
  { tag: '@full' },
  async ({ browser, request, baseURL }) => {
    const [host, fan, other] = [await makeCreator(request), await makeFan(request), await makeFan(request)];
    await saveCard(request, fan);
    await fillWallet(request, fan, 20);
    const camera = await browser.newPage({ baseURL });
    const terms = { title: 'Bowls by lamplight', isFree: false, price: 5, isRecorded: true };
    const { streamId, socket } = await startShow(camera, { request, host, ...terms });
    await expect.poll(async () => (await request.get(`${apiUrl}/streaming/join/${host.username}`)).status()).toBe(200);
    await ask(request, fan, 'POST', `/wallet/charges/stream/${streamId}`, { expectedPrice: 5 });
    const inside = await browser.newContext({ baseURL });
    await enter(inside, baseURL, fan.token);
    const page = await inside.newPage();
    await page.goto(`/streaming/${host.username}`);
    await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(4);
    await ageShow(streamId);
    await ask(request, host, 'POST', `/streaming/live/${streamId}/end`);
    socket.close();
    await camera.close();
    await expect(page.getByText('The show has ended')).toBeVisible();

    const studio = await browser.newContext({ baseURL });
    await enter(studio, baseURL, host.token);
    const own = await studio.newPage();
    const readNews = async () => {
      const { data } = await ask<{ data: { title: string }[] }>(request, host, 'GET', '/notifications');
      return data.map(({ title }) => title);
    };
    await expect.poll(readNews, { timeout: 60_000 }).toContain('Your replay is ready as a draft');
    await own.goto('/notification');
    await own.getByRole('link', { name: /Your replay is ready as a draft/ }).click();
    await expect(own.getByRole('textbox', { name: 'Title' })).toHaveValue(/^Bowls by lamplight, \d+ \w+ \d{4}$/);
    await expectAccessible(own);
    await page.goto(`/streaming/${host.username}`);
    await expect(page.getByText(/isn’t live right now/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Watch the last show' })).toHaveCount(0);
    await own.getByRole('button', { name: 'Publish now' }).click();
    await own.waitForURL('**/creator/my-video');
    await expect(own.getByText('Bowls by lamplight').first()).toBeVisible();

    await page.goto(`/streaming/${host.username}`);
    await page.getByRole('link', { name: 'Watch the last show' }).click();
    await expect(page.getByRole('heading', { name: /Bowls by lamplight/, level: 2 })).toBeVisible();
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect.poll(() => hasPlayed(page)).toBe(true);
    await page.goto('/user/purchased-content');
    await expect(page.getByRole('article').first()).toContainText('Bowls by lamplight');

    const outside = await browser.newContext({ baseURL });
    await enter(outside, baseURL, other.token);
    const locked = await outside.newPage();
    await locked.goto(`/streaming/${host.username}`);
    await locked.getByRole('link', { name: 'Watch the last show' }).click();
    await expect(locked.getByRole('button', { name: 'Unlock for $5.00' }).first()).toBeVisible();
  },
);
