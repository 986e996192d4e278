import type { Page, Route } from '@playwright/test';
import { apiUrl, enter, makeCreator } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { pickFiles } from './recordings';
import { recordLong, slowDown } from './slow-line';
import { waitForHydration } from './hydration';

/** Unfinished work survives a reload, and only one tab at a time edits it. */
const uploads = '/files/uploads';
const elsewhere = 'You’re working on this in another tab.';

let token = '';
const headers = () => ({ Authorization: token });
const places = { videos: '/performer/performer-assets/videos', posts: '/performer/feeds' };

async function listOwn(page: Page, kind: keyof typeof places): Promise<{ _id: string; title?: string }[]> {
  const address = `${apiUrl}${places[kind]}${kind === 'videos' ? '/search' : ''}`;
  const reply = await page.request.get(address, { headers: headers() });
  return ((await reply.json()) as { data: { data: { _id: string; title?: string }[] } }).data.data;
}

const videoTitles = async (page: Page) =>
  (await listOwn(page, 'videos')).map(({ title = '' }) => title).toSorted((one, other) => one.localeCompare(other));

const getRow = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const percent = async (page: Page, name: string) =>
  Number(await getRow(page, name).getByRole('progressbar').getAttribute('aria-valuenow'));

test.beforeEach(async ({ page, baseURL }) => {
  ({ token } = await makeCreator(page.request));
  await enter(page.context(), baseURL, token);
});

test.afterEach(async ({ page, context }) => {
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  await page.goto('about:blank');
  for (const kind of ['videos', 'posts'] as const)
    for (const { _id } of await listOwn(page, kind))
      await page.request.delete(`${apiUrl}${places[kind]}/${_id}`, { headers: headers() });
});

async function pickTwo(page: Page): Promise<void> {
  const film = await recordLong();
  await page.goto('/creator/my-video/bulk-upload');
  const films = ['one.mp4', 'two.mp4'].map((name) => ({ ...film, name }));
  await pickFiles(page.getByTestId('pick-bulk'), films);
  await type(page.getByLabel('Title of one.mp4'), 'Crucible');
  await type(page.getByLabel('Title of two.mp4'), 'Ladle');
}

test(
  'two picked videos survive a reload and leaving the page, and are published as two',
  { tag: '@full' },
  async ({ page, refusals }) => {
    refusals.expectLost(uploads);
    const { setSpeed, untilFirstParts } = await slowDown(page, 2);
    await pickTwo(page);
    await page.getByLabel('For sale').check();
    await type(page.getByLabel('Price'), '4');
    await untilFirstParts();
    await page.reload();
    await expect(page.getByText('We restored your videos.')).toBeVisible();
    await expect(page.getByLabel('Title of one.mp4')).toHaveValue('Crucible');
    await expect(page.getByLabel('Title of two.mp4')).toHaveValue('Ladle');
    await expect(page.getByLabel('Price')).toHaveValue('4');
    await expect(getRow(page, 'one.mp4').getByText(/^Uploading, /)).toBeVisible();
    expect(await percent(page, 'one.mp4')).toBeGreaterThan(30);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL('**/creator/my-video');
    await expect(page.getByText('2 videos not saved yet')).toBeVisible();
    await expectAccessible(page);
    await setSpeed();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL('**/bulk-upload');
    await page.getByRole('button', { name: 'Publish all' }).click();
    await page.waitForURL('**/creator/my-video');
    await expect(page.getByText('not saved yet')).toBeHidden();
    expect(await videoTitles(page)).toEqual(['Crucible', 'Ladle']);
    await page.goto('/creator/my-video/bulk-upload');
    await waitForHydration(page);
    await expect(page.getByText('Drop your videos here')).toBeVisible();
  },
);

test(
  'a video is saved only once if the page reloads during the save or the response is lost',
  { tag: '@full' },
  async ({ page, refusals }) => {
    refusals.expectLost(`${places.videos}/upload`);
    await pickTwo(page);
    await expect(page.getByRole('listitem').getByText(/^(Waiting|Uploading)/)).toHaveCount(0);
    // The request reaches the server, but the page never gets the response.
    let tellArrived = () => undefined as void;
    const arrived = new Promise<void>((done) => (tellArrived = done));
    const hold = async (route: Route) => {
      await route.fetch();
      tellArrived();
    };
    await page.route(`**${places.videos}/upload`, hold, { times: 1 });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Publish all' }).click();
    await arrived;
    await page.reload();
    await expect(page.getByText('1 of 2 saved')).toBeVisible();
    await page.route(`**${places.videos}/upload`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Publish all' }).click();
    await page.waitForURL('**/creator/my-video');
    expect(await videoTitles(page)).toEqual(['Crucible', 'Ladle']);
  },
);

test('a post is saved only once if the response is lost or the page reloads while publishing', async ({
  page,
  refusals,
}) => {
  const posts = '/performer/feeds';
  refusals.expectLost(posts);
  const isNew = (route: Route) => route.request().method() === 'POST';
  const rows = page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Text'), 'Glaze tests, row one');
  await page.route(`**${posts}`, async (route) => {
    if (!isNew(route)) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/creator/my-post');
  await expect(rows.filter({ hasText: 'Glaze tests, row one' })).toHaveCount(1);
  await page.unroute(`**${posts}`);

  // The request reaches the server, but the page never gets the response.
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Text'), 'Glaze tests, row two');
  let tellArrived = () => undefined as void;
  const arrived = new Promise<void>((done) => (tellArrived = done));
  await page.route(`**${posts}`, async (route) => {
    if (!isNew(route)) return route.continue();
    await route.fetch();
    tellArrived();
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Publish now' }).click();
  await arrived;
  await page.reload();
  await page.waitForURL('**/creator/my-post');
  await expect(rows.filter({ hasText: 'Glaze tests, row two' })).toHaveCount(1);
});

test('a post published or discarded in one tab is no longer a draft in the others', async ({ page, context }) => {
  const text = 'Slip casting, day one';
  const other = await context.newPage();
  await other.goto('/creator/my-post');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Text'), text);
  await expect(other.getByText('Not published yet')).toBeVisible();
  // Starts waiting now: the notice may already have disappeared when the list is shown.
  const told = other.getByText('Your unfinished post was published or deleted in another tab.').waitFor();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/creator/my-post');
  await told;
  await expect(other.getByText('Not published yet')).toBeHidden();
  for (const tab of [other, page]) {
    await tab.goto('/creator/my-post/create');
    await waitForHydration(tab);
    await expect(tab.getByLabel('Text')).toHaveValue('');
    await expect(tab.getByText('We restored')).toBeHidden();
  }
  expect(await listOwn(page, 'posts')).toHaveLength(1);

  await other.goto('/creator/my-post');
  await type(page.getByLabel('Text'), 'A thought');
  await other.getByRole('button', { name: 'Delete draft' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByLabel('Text')).toHaveValue('');
});

test(
  'only one tab at a time edits a draft: the other shows its text and can take over',
  { tag: '@full' },
  async ({ page, context }) => {
    await page.goto('/creator/my-post/create');
    await type(page.getByLabel('Text'), 'First words');
    const other = await context.newPage();
    await other.goto('/creator/my-post/create');
    await expect(other.getByText(elsewhere)).toBeVisible();
    await expect(other.getByLabel('Text')).toHaveValue('First words');
    await expect(other.getByRole('button', { name: 'Publish now' })).toHaveCount(0);
    await expectAccessible(other);
    await type(page.getByLabel('Text'), 'Second words');
    await expect(other.getByLabel('Text')).toHaveValue('Second words');
    await other.getByRole('button', { name: 'Continue here' }).click();
    await expect(other.getByRole('button', { name: 'Publish now' })).toBeVisible();
    await expect(page.getByText(elsewhere)).toBeVisible();
    await type(other.getByLabel('Text'), 'Third words');
    await expect(page.getByLabel('Text')).toHaveValue('Third words');
    await page.reload();
    await expect(page.getByLabel('Text')).toHaveValue('Third words');
    await other.close();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Publish now' })).toBeVisible();
    await expect(page.getByLabel('Text')).toHaveValue('Third words');
  },
);

test(
  'two tabs with the same video upload it only once, and either can continue',
  { tag: '@full' },
  async ({ page, context, refusals }) => {
    refusals.expectLost(uploads);
    const { untilFirstParts } = await slowDown(page);
    await page.goto('/creator/my-video/upload');
    await pickFiles(page.getByTestId('pick-files-video').first(), await recordLong());
    await expect.poll(() => percent(page, 'Files')).toBeGreaterThan(10);
    const other = await context.newPage();
    const sent: string[] = [];
    other.on('request', (request) => {
      if (request.url().includes(uploads)) sent.push(request.method());
    });
    await other.goto('/creator/my-video/upload');
    await expect(other.getByText(elsewhere)).toBeVisible();
    await expect(getRow(other, 'Files').getByText('film.mp4')).toBeVisible();
    await untilFirstParts();
    expect(sent).toEqual([]);
    await other.getByRole('button', { name: 'Continue here' }).click();
    await expect(page.getByText(elsewhere)).toBeVisible();
    await expect(getRow(other, 'Files').getByText(/^(Uploaded, processing|Ready)$/)).toBeVisible();
    expect(sent).not.toContain('POST');
    await expect(getRow(page, 'Files').getByText(/^(Uploaded, processing|Ready)$/)).toBeVisible();
    await type(other.getByLabel('Title'), 'The long pour');
    await other.getByRole('button', { name: 'Publish now' }).click();
    await other.waitForURL('**/creator/my-video');
    await expect(page.getByText(elsewhere)).toBeHidden();
    await expect(page.getByLabel('Title')).toHaveValue('');
    expect(await listOwn(page, 'videos')).toHaveLength(1);
  },
);
