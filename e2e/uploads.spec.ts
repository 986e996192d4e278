import type { Page } from '@playwright/test';
import { demoToken, enter } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { record, type PickedFile } from './recordings';

/** Publishes nothing here; other journeys do elsewhere. */
const writer = 'wenhalloran';
const megabyte = 1024 * 1024;
const calls = '/files/uploads';

/** A film of three parts: what is behind its own boxes is room that players pass over. */
async function recordLong(): Promise<PickedFile> {
  const { buffer, ...film } = await record('film.mp4');
  const room = Buffer.alloc(18 * megabyte);
  room.writeUInt32BE(room.length, 0);
  room.write('free', 4, 'latin1');
  return { ...film, buffer: Buffer.concat([buffer, room]) };
}

const files = (page: Page) => page.getByRole('list', { name: 'Files' });
const percent = async (page: Page) => Number(await files(page).getByRole('progressbar').getAttribute('aria-valuenow'));

/** A line on which a part takes seconds. @returns the way back. */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const speed = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 4 * megabyte });
  return async () => {
    await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
  };
}

/** Picks the long film for a new post, and waits until something of it is there. */
async function pickLong(page: Page): Promise<void> {
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Text'), 'A long film');
  await page
    .getByTestId('pick-files-video')
    .first()
    .setInputFiles(await recordLong());
  await expect.poll(() => percent(page), { timeout: 20_000 }).toBeGreaterThan(45);
}

async function discard(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Cancel film.mp4' })
    .or(page.getByRole('button', { name: 'Remove film.mp4' }))
    .click();
  await expect(files(page)).toBeHidden();
}

test.beforeEach(async ({ page, baseURL }) => {
  await enter(page.context(), baseURL, await demoToken(page.request, writer));
});

test('a film goes on where it stood when the network went, and when its creator paused it', async ({
  page,
  refusals,
}) => {
  refusals.expectLost(calls);
  const speedUp = await slowDown(page);
  await pickLong(page);
  await page.route(`**${calls}/**`, (route) => route.abort('connectionfailed'));
  await expect(files(page).getByText(/^Waiting for the network, \d+ MB of 18 MB/)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(calls)) sent.push(request.method());
  });
  await page.unroute(`**${calls}/**`);
  await expect(files(page).getByText(/^Uploading, /)).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Pause film.mp4' }).click();
  await expect(files(page).getByText(/^Paused, \d+ MB of 18 MB/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Continue the upload that stopped');
  await speedUp();
  await page.getByRole('button', { name: 'Continue film.mp4' }).click();
  await expect(files(page).getByText('Ready')).toBeVisible({ timeout: 30_000 });
  // It was begun once.
  expect(sent).not.toContain('POST');
  await discard(page);
});

test('a film goes on by itself after a reload, and one that is given up is given up there, too', async ({
  page,
  refusals,
}) => {
  refusals.expectLost(calls);
  const speedUp = await slowDown(page);
  await pickLong(page);
  await page.reload();
  await expect(files(page).getByText(/^Uploading, /)).toBeVisible();
  expect(await percent(page)).toBeGreaterThan(30);
  await expect(page.getByText('had not finished uploading')).toBeHidden();
  await speedUp();
  await expect(files(page).getByText('Ready')).toBeVisible({ timeout: 30_000 });
  await discard(page);

  await slowDown(page);
  await pickLong(page);
  const given = page.waitForResponse((reply) => reply.request().method() === 'DELETE' && reply.url().includes(calls));
  await discard(page);
  expect((await given).status()).toBe(204);
});

test('a film that the browser could not keep is chosen again, and goes on', async ({ page, refusals }) => {
  refusals.expectLost(calls);
  // As in windows that keep nothing.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const speedUp = await slowDown(page);
  await pickLong(page);
  await page.getByRole('button', { name: 'Pause film.mp4' }).click();
  await expect(files(page).getByText(/^Paused/)).toBeVisible();
  await page.reload();
  await expect(files(page).getByText('Choose the file again to continue')).toBeVisible();
  expect(await percent(page)).toBeGreaterThan(30);
  await expectAccessible(page);
  await speedUp();
  const dialog = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose film.mp4 again' }).click();
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(calls)) begun.push(request.method());
  });
  await (await dialog).setFiles(await recordLong());
  await expect(files(page).getByText('Ready')).toBeVisible({ timeout: 30_000 });
  expect(begun).not.toContain('POST');
  await discard(page);
});

test('nothing of a film stays on the device once its creator logs out', async ({ page, refusals }) => {
  refusals.expectLost(calls);
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('picked-files');
          opening.addEventListener('error', () => reject(new Error('no database')));
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
  await slowDown(page);
  await pickLong(page);
  await page.getByRole('button', { name: 'Pause film.mp4' }).click();
  await expect.poll(kept).toBe(1);
  // Where nobody picks files.
  await page.goto('/creator');
  await expect(page.getByRole('main')).toBeVisible();
  expect(await kept()).toBe(1);
  await logOut(page);
  await expect.poll(kept).toBe(0);
});
