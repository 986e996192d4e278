import type { APIRequestContext, Page } from '@playwright/test';
import { apiUrl, demoToken, enter } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { record } from './recordings';

/** @returns the post's path, and a function that deletes it */
async function publishFilm(request: APIRequestContext, token: string) {
  const headers = { Authorization: token };
  const multipart = { file: await record('long.mp4') };
  const uploaded = await request.post(`${apiUrl}/performer/feeds/video/upload`, { headers, multipart });
  const { data: file } = (await uploaded.json()) as { data: { _id: string } };
  const isReady = async () => {
    const reply = await request.get(`${apiUrl}/files/${file._id}/status`, { headers });
    return ((await reply.json()) as { data: { hls: string | null } }).data.hls !== null;
  };
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  const data = { type: 'video', title: 'A long film', text: 'Watch', fileIds: [file._id], status: 'active' };
  const created = await request.post(`${apiUrl}/performer/feeds`, { headers, data });
  const { data: post } = (await created.json()) as { data: { _id: string; slug: string } };
  const takeDown = async () => void (await request.delete(`${apiUrl}/performer/feeds/${post._id}`, { headers }));
  return { id: post._id, path: `/post/${post.slug}`, takeDown };
}

const at = (page: Page) =>
  page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);

test('a video streams, obeys keys and menus, and resumes where its viewer stopped', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const token = await demoToken(request, 'wenhalloran');
  const { path, takeDown } = await publishFilm(request, token);
  await enter(context, baseURL, token);
  const segments: string[] = [];
  page.on('response', (reply) => {
    if (/\/hls\d+[.]mp4[?]/.test(reply.url()) && reply.status() === 206) segments.push(reply.url());
  });
  await page.goto(path);
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const film = page.locator('video').first();
  await expect.poll(() => segments.length, 'segments come, each by a link').toBeGreaterThan(1);
  await expect(film).toHaveJSProperty('paused', false);
  const line = page.getByRole('slider', { name: 'Position in the video' });
  await expect(line).toBeVisible();
  // Pauses first: on a busy machine the following checks take as long as the video.
  await page.keyboard.press('k');
  await expect(film).toHaveJSProperty('paused', true);
  await expectAccessible(page);

  await page.keyboard.press('j');
  await expect.poll(() => at(page)).toBe(0);
  const before = await at(page);
  await page.keyboard.press('l');
  await expect.poll(() => at(page)).toBeCloseTo(before + 10, 0);
  await page.keyboard.press('m');
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  // Slow, so that it is stopped well before the end: only then can it be resumed.
  await page.getByLabel('Speed').selectOption('0.5×');
  await expect(film).toHaveJSProperty('playbackRate', 0.5);
  const quality = page.getByLabel('Quality');
  await expect(quality.getByRole('option')).toHaveText(['Auto', '360p', '480p']);
  await quality.selectOption('480p');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => segments.some((url) => url.includes('/hls480.mp4?'))).toBe(true);
  // The first answer may be a redirect to the bucket.
  const frame = page.waitForResponse((reply) => reply.url().includes('/sprite?') && reply.ok());
  await line.hover();
  await frame;

  await line.click();
  await expect.poll(() => at(page)).toBeGreaterThan(11);
  await page.getByRole('button', { name: 'Pause' }).click();
  const stopped = await at(page);
  expect(stopped).toBeLessThan(14);
  await page.reload();
  // Records the position at which the stream first plays: if it restarted from zero, it would pass the old position later
  // anyway.
  await film.evaluate((video: HTMLVideoElement) => {
    video.addEventListener('timeupdate', () => {
      const isStreamed = video.currentSrc.startsWith('blob:') && video.currentTime > 0;
      if (isStreamed) video.dataset['began'] ??= String(video.currentTime);
    });
  });
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect(film).toHaveAttribute('data-began', /./);
  expect(Number(await film.getAttribute('data-began'))).toBeGreaterThan(Math.floor(stopped) - 1);
  // Otherwise the player would request the deleted video and fail the test.
  await page.goto('about:blank');
  await takeDown();
});

test(
  'a video whose link expires keeps playing with a new one',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    refusals.expectRefusal(403, '/hls');
    const token = await demoToken(request, 'wenhalloran');
    const { path, takeDown } = await publishFilm(request, token);
    await enter(context, baseURL, token);
    await page.goto(path);
    // The first segments load normally; then the link counts as expired until a new one is requested.
    let renewed = 0;
    let refused = 0;
    await page.route(/\/hls\d+[.]mp4[?]/, async (route) => {
      const from = Number(/bytes=(\d+)/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0);
      if (from < 20_000 || renewed > 0) return route.continue();
      refused += 1;
      return route.fulfill({
        status: 403,
        headers: { 'access-control-allow-origin': baseURL ?? '', 'access-control-allow-credentials': 'true' },
      });
    });
    // The server returns the same link for some minutes; this makes each one different.
    await page.route('**/user/feeds/**', async (route) => {
      const reply = await route.fetch();
      if (refused > 0) renewed += 1;
      const body = (await reply.text()).replaceAll(/(\/hls[.]m3u8[?][^"]*)/g, `$1&again=${renewed}`);
      return route.fulfill({ response: reply, body });
    });
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await expect.poll(() => renewed).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    await page.keyboard.press('l');
    await expect.poll(() => at(page)).toBeGreaterThan(11);
    await page.goto('about:blank');
    await takeDown();
  },
);

test(
  'a video gets captions in the studio, which viewers can turn on',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    refusals.expectRefusal(400, '/captions');
    const token = await demoToken(request, 'wenhalloran');
    const { id, path, takeDown } = await publishFilm(request, token);
    await enter(context, baseURL, token);
    await page.goto(`/creator/my-post/edit/${id}`);
    await page.getByRole('button', { name: /^add captions/ }).click();
    await page.getByLabel(/^Captions of/).selectOption({ label: 'Portuguese' });
    const choose = (text: string) =>
      page.getByTestId('pick-captions').setInputFiles({
        name: 'words.srt',
        mimeType: 'application/x-subrip',
        buffer: Buffer.from(text),
      });
    await choose('Bom dia');
    await expect(page.getByText('These are no captions. Choose a WebVTT (.vtt) or SubRip (.srt) file.')).toBeVisible();
    // The caption lasts as long as the video, because a busy machine is slow to turn captions on.
    await choose('1\n00:00:00,000 --> 00:00:59,000\nBom dia\n');
    await expect(page.getByText('Captions added')).toBeVisible();
    await expect(page.getByRole('button', { name: /^captions in Portuguese/ })).toBeVisible();
    await expectAccessible(page);

    await page.goto(path);
    await page.getByRole('button', { name: /^Play A long film/ }).click();
    const shown = () =>
      page
        .locator('video')
        .first()
        .evaluate(({ textTracks: [track] }: HTMLVideoElement) =>
          track?.mode === 'showing' ? Array.from(track.activeCues ?? [], (cue) => (cue as VTTCue).text) : [],
        );
    await expect(page.getByRole('button', { name: 'Show captions' })).toBeVisible();
    expect(await shown()).toEqual([]);
    await page.keyboard.press('c');
    await expect.poll(shown).toEqual(['Bom dia']);
    await expect(page.getByRole('button', { name: 'Hide captions' })).toBeVisible();
    await page.goto('about:blank');
    await takeDown();
  },
);
