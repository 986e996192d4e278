import type { Page, Route } from '@playwright/test';
import { demoToken, enter } from './accounts';
import { expect, expectAccessible, logIn, test, type } from './fixtures';
import { pickFiles, record, type PickedFile } from './recordings';
import { recordLong, slowDown } from './slow-line';
import { waitForHydration } from './hydration';

const writer = 'wenhalloran';
const calls = '/files/uploads';

const files = (page: Page) => page.getByRole('list', { name: 'Files' });
const percent = async (page: Page) => Number(await files(page).getByRole('progressbar').getAttribute('aria-valuenow'));

/** Picks the long video and waits until its first chunk is stored. @returns a function that changes the upload speed */
async function pickLong(page: Page): Promise<(speed?: number) => Promise<void>> {
  const { setSpeed, untilFirstParts } = await slowDown(page);
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Text'), 'A long film');
  await pickFiles(page.getByTestId('pick-files-video').first(), await recordLong());
  await untilFirstParts();
  return setSpeed;
}

const expectUp = (page: Page) => expect(files(page).getByText(/^(Uploaded, processing|Ready)$/)).toBeVisible();

async function discard(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Cancel film.mp4' })
    .or(page.getByRole('button', { name: 'Remove film.mp4' }))
    .click();
  await expect(files(page)).toBeHidden();
}

test.beforeEach(async ({ page, baseURL }, { title }) => {
  // This test logs out, so it needs a session of its own.
  if (title.includes('logs out')) return logIn(page, writer);
  await enter(page.context(), baseURL, await demoToken(page.request, writer));
});

test(
  'an upload resumes where it stopped, after a lost connection and after a pause',
  { tag: '@machines' },
  async ({ page, refusals }) => {
    refusals.expectLost(calls);
    let parts = 0;
    const cut = async (route: Route) => {
      parts += 1;
      await (parts === 1 ? route.fallback() : route.abort('connectionfailed'));
    };
    await page.route(`**${calls}/**`, cut);
    const setSpeed = await pickLong(page);
    await expect(files(page).getByText(/^Waiting for the network, [\d.]+ MB of 12 MB/)).toBeVisible();
    await expectAccessible(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(calls)) sent.push(request.method());
    });
    await page.unroute(`**${calls}/**`, cut);
    // Retries come at growing intervals of up to half a minute.
    await expect(files(page).getByText(/^Uploading, /)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Pause film.mp4' }).click();
    await expect(files(page).getByText(/^Paused, [\d.]+ MB of 12 MB/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Continue the upload that stopped');
    await setSpeed();
    await page.getByRole('button', { name: 'Continue film.mp4' }).click();
    await expectUp(page);
    expect(sent).not.toContain('POST');
    await discard(page);
  },
);

test('a text file named as a video is rejected in its row, and nothing is uploaded', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /upload/.test(request.url())) sent.push(request.url());
  });
  await page.goto('/creator/my-video/upload');
  // Browsers open a file dialog only for a real click, not for one that hydration replays.
  await waitForHydration(page);
  const choose = async (file: PickedFile) => {
    const dialog = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a video' }).first().click();
    await (await dialog).setFiles(file);
  };
  const notes = Buffer.from('Notes of a day by the sea.\n'.repeat(400_000));
  await choose({ name: 'holiday.mp4', mimeType: 'video/mp4', buffer: notes });
  const row = files(page).getByRole('listitem').filter({ hasText: 'holiday.mp4' });
  await expect(row.getByRole('alert')).toHaveText(
    'This file type is not supported. Choose a video (MP4, MOV, WebM, MKV or AVI).',
  );
  await expect(page.getByText('1 needs attention.')).toBeVisible();
  await expectAccessible(page);
  expect(sent).toEqual([]);
  await row.getByRole('button', { name: 'Remove holiday.mp4' }).click();
  await choose(await record('film.mp4'));
  await expectUp(page);
  await discard(page);
});

test('an upload resumes by itself after a reload', { tag: '@full' }, async ({ page, refusals }) => {
  refusals.expectLost(calls);
  const setSpeed = await pickLong(page);
  await page.reload();
  await expect(files(page).getByText(/^Uploading, /)).toBeVisible();
  expect(await percent(page)).toBeGreaterThan(30);
  await expect(page.getByText('had not finished uploading')).toBeHidden();
  await setSpeed();
  await expectUp(page);
  await discard(page);
});

test('a canceled upload is deleted on the server', { tag: '@full' }, async ({ page, refusals }) => {
  refusals.expectLost(calls);
  await pickLong(page);
  const given = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.url().includes(calls));
  await discard(page);
  expect((await given).status()).toBe(204);
});

test(
  'if the browser could not store a video, it must be picked again after a reload, and its upload resumes',
  { tag: '@full' },
  async ({ page, refusals }) => {
    refusals.expectLost(calls);
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    const setSpeed = await pickLong(page);
    await page.getByRole('button', { name: 'Pause film.mp4' }).click();
    await expect(files(page).getByText(/^Paused/)).toBeVisible();
    await page.reload();
    await expect(files(page).getByText('Choose the file again to continue')).toBeVisible();
    expect(await percent(page)).toBeGreaterThan(30);
    await expectAccessible(page);
    await setSpeed();
    const dialog = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose film.mp4 again' }).click();
    const begun: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(calls)) begun.push(request.method());
    });
    await (await dialog).setFiles(await recordLong());
    await expectUp(page);
    expect(begun).not.toContain('POST');
    await discard(page);
  },
);

test(
  'picked videos are deleted from the device when their creator logs out',
  { tag: '@full' },
  async ({ page, refusals }) => {
    refusals.expectLost(calls);
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open('picked-files');
            opening.addEventListener('error', () => reject(new Error('IndexedDB could not be opened')));
            opening.addEventListener('success', () => {
              const database = opening.result;
              const counting = database.transaction('files').objectStore('files').count();
              counting.addEventListener('success', () => {
                database.close();
                resolve(counting.result);
              });
            });
          }),
      );
    await pickLong(page);
    await page.getByRole('button', { name: 'Pause film.mp4' }).click();
    await expect.poll(kept).toBe(1);
    await page.goto('/creator/account');
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    expect(await kept()).toBe(1);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/auth/login');
    await expect.poll(kept).toBe(0);
  },
);
