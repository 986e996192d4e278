import type { Browser, Page } from '@playwright/test';
import { apiUrl, demoToken, enter, follow, makeFan } from './accounts';
import { expect, expectAccessible, logIn, openOther, test, type } from './fixtures';
import { pickTwentyFirst } from './plans';
import { pickFiles, record } from './recordings';
import { recordSocketJoins, waitForHydration } from './hydration';
import { takeShots } from './shots';

/** Not the demo creator, because other tests open that page, and posts come and go here. */
const writer = 'wenhalloran';

const made: string[] = [];

/** A unique title. The post with it is deleted after the test. */
function titleFor(words: string): string {
  const stamp = `${Date.now()}`;
  made.push(stamp);
  return `${words} ${stamp}`;
}

const fileField = (page: Page, slot: string, kind: string) => page.getByTestId(`pick-${slot}-${kind}`).first();
const getRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: title });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await getRow(page, title)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function store(page: Page, button = 'Publish now'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL('**/creator/my-post');
}

/**
 * Waits for text that is visible only briefly: checks after each change of the page, unlike `expect`, which polls. Call it
 * before the action that shows the text.
 */
const untilShown = (page: Page, words: string): Promise<void> =>
  page.evaluate(
    (text) =>
      new Promise<void>((shown) => {
        const changes = new MutationObserver(() => {
          if (!document.body.innerText.includes(text)) return;
          changes.disconnect();
          shown();
        });
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    words,
  );

async function getAddress(page: Page, title: string): Promise<string> {
  return (await getRow(page, title).getByRole('link').first().getAttribute('href')) ?? '';
}

async function openFollower(browser: Browser, baseURL: string | undefined, page: Page) {
  const fan = await makeFan(page.request);
  await follow(page.request, fan, writer);
  const other = await openOther(browser, baseURL);
  await enter(other.page.context(), baseURL, fan.token);
  return other;
}

test.beforeEach(async ({ page, baseURL }, { title }) => {
  if (title.includes('logs in')) return;
  await enter(page.context(), baseURL, await demoToken(page.request, writer));
});

test.afterEach(async ({ page, request }) => {
  // Leave the page first: it must not request what is deleted here.
  await page.goto('about:blank');
  const headers = { Authorization: await demoToken(request, writer) };
  for (const q of made.splice(0)) {
    const reply = await request.get(`${apiUrl}/performer/feeds`, { headers, params: { q } });
    const { data } = (await reply.json()) as { data: { data: { _id: string }[] } };
    for (const { _id } of data.data) await request.delete(`${apiUrl}/performer/feeds/${_id}`, { headers });
  }
});

test('a creator logs in, writes a post with an image and a price, edits it and deletes it', async ({ page }) => {
  const title = titleFor('Sketchbook');
  await logIn(page, writer);
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'Two pages from this morning.');
  await pickFiles(fileField(page, 'files', 'photo'), await record('red.png'));
  await expect(page.getByText('1 ready')).toBeVisible();
  await page.getByLabel('For sale').check();
  await type(page.getByLabel('Price'), '4.50');
  await type(page.getByLabel('What is inside'), 'Two pages, scanned');
  await expect(page.getByText('Unlock for $4.50')).toBeAttached();
  await expectAccessible(page);
  await store(page);
  await expect(getRow(page, title).getByText('For sale, $4.50')).toBeVisible();
  await expectAccessible(page);

  await choose(page, title, 'Edit');
  await page.waitForURL('**/creator/my-post/edit/*');
  await type(page.getByLabel('Price'), '5.00');
  await store(page, 'Save changes');
  await expect(getRow(page, title).getByText('For sale, $5.00')).toBeVisible();

  await choose(page, title, 'Pin to your page');
  await expect(getRow(page, title).getByText('Pinned', { exact: true })).toBeVisible();
  await choose(page, title, 'Unpin');
  await expect(getRow(page, title).getByText('Pinned', { exact: true })).toHaveCount(0);
  await choose(page, title, 'Hide');
  await expect(getRow(page, title).getByText('Hidden')).toBeVisible();
  await choose(page, title, 'Delete');
  await expect(page.getByText('Comments and likes are deleted with this post.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(getRow(page, title)).toBeVisible();
  await choose(page, title, 'Delete');
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(getRow(page, title)).toBeHidden();
});

test('a locked video shows upload progress to its creator, and only the teaser to a fan', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = titleFor('The film');
  const network = await page.context().newCDPSession(page);
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  // So slow that all checks below are done before the 54 kB video is uploaded.
  const speed = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: 5_000 });
  await pickFiles(fileField(page, 'files', 'video'), await record('film.mp4'));
  await expect(page.getByText(/^Uploading, /)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /film.mp4: \d+ percent/ })).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^This goes out once the files have uploaded\./)).toBeVisible();
  await page.getByRole('button', { name: 'Not yet' }).click();
  const isProcessed = untilShown(page, 'Uploaded, processing');
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
  await isProcessed;
  await pickFiles(fileField(page, 'teaser', 'video'), await record('teaser.mp4'));
  await pickFiles(fileField(page, 'thumbnail', 'photo'), await record('green.png'));
  await expect(page.getByRole('list', { name: 'Cover picture' }).getByText('Ready')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Ready')).toBeVisible();
  await page.getByLabel('For sale').check();
  await type(page.getByLabel('Price'), '6');
  await type(page.getByLabel('What is inside'), 'The whole film');
  await expectAccessible(page);
  await expect(page.getByRole('list', { name: 'Teaser' }).getByText('Ready')).toBeVisible();
  await store(page);
  const address = await getAddress(page, title);

  const fan = await openFollower(browser, baseURL, page);
  const asked: string[] = [];
  fan.page.on('request', (request) => void asked.push(request.url()));
  await fan.page.goto(address);
  await expect(fan.page.getByRole('button', { name: 'Unlock for $6.00' })).toBeVisible();
  await fan.page.getByRole('button', { name: /^Teaser/ }).click();
  const teaser = fan.page.getByLabel(`Teaser of ${title}`);
  await expect(teaser).toBeVisible();
  await expect.poll(() => teaser.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  const films = asked.filter((url) => url.startsWith(`${apiUrl}/media/`) && url.includes('/video'));
  expect(films.length, 'the teaser itself is fetched').toBeGreaterThan(0);
  expect(
    films.every((url) => url.includes('/media/public/')),
    films.join(' '),
  ).toBe(true);
  await expectAccessible(fan.page);
  await fan.close();

  await page.goto(address);
  await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible();
});

test(
  'an audio file for subscribers is processed quickly, and is locked for a follower',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    const title = titleFor('Rain on the roof');
    await page.goto('/creator/my-post/create');
    await type(page.getByLabel('Title'), title);
    const isProcessed = untilShown(page, 'Uploaded, processing');
    await pickFiles(fileField(page, 'files', 'audio'), await record('tune.mp3'));
    await isProcessed;
    await expect(page.getByRole('list', { name: 'Files' }).getByText('Ready')).toBeVisible();
    await expect(page.getByLabel('Subscribers')).toBeChecked();
    await store(page);
    const address = await getAddress(page, title);
    const fan = await openFollower(browser, baseURL, page);
    await fan.page.goto(address);
    await expect(fan.page.getByRole('region', { name: `Locked: ${title}` })).toBeVisible();
    await expect(fan.page.getByRole('button', { name: /^Subscribe for \$/ })).toBeVisible();
    await fan.close();
    await page.goto(address);
    await expect(page.getByRole('button', { name: /^Play/ }).first()).toBeVisible();
  },
);

test('three images get descriptions and are sorted, by keyboard and by mouse', async ({ page }) => {
  const title = titleFor('Three colours');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  const pictures = [await record('red.png'), await record('green.png'), await record('blue.png')];
  await pickFiles(fileField(page, 'files', 'photo'), pictures);
  await expect(page.getByText('3 ready')).toBeVisible();
  const tray = page.getByRole('list', { name: 'Files' });
  const order = async () =>
    (await tray.getByRole('listitem').allInnerTexts()).map((text) => /(red|green|blue)\.png/.exec(text)?.[1]);
  const grip = (name: string) => tray.getByRole('button', { name: new RegExp(`^Place of ${name}`) });

  await grip('red.png').press('ArrowDown');
  await expect.poll(order).toEqual(['green', 'red', 'blue']);
  await expect(page.getByText('red.png, now 2 of 3')).toBeAttached();
  await expect(grip('red.png')).toBeFocused();

  // Scrolls them away from the sticky bars, which would receive the click.
  await tray.evaluate((list) => list.scrollIntoView({ block: 'center' }));
  const from = await grip('blue.png').boundingBox();
  const to = await grip('green.png').boundingBox();
  if (!from || !to) throw new Error('The drag handles are not visible');
  await page.mouse.move(from.x + 18, from.y + 18);
  await page.mouse.down();
  await page.mouse.move(to.x + 18, to.y + 18, { steps: 8 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['blue', 'green', 'red']);
  await expect(page.getByRole('menu')).toBeHidden();

  await grip('blue.png').click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(order).toEqual(['green', 'blue', 'red']);

  for (const name of ['green', 'blue', 'red']) {
    await tray.getByRole('button', { name: new RegExp(`^describe it.*${name}`) }).click();
    await type(page.getByLabel(`Description of ${name}.png`), `All ${name}`);
    await tray.getByRole('button', { name: new RegExp(`^description added.*${name}`) }).click();
  }
  await page.getByRole('radio', { name: /^Public/ }).check();
  await expectAccessible(page);
  await store(page);
  await page.goto(await getAddress(page, title));
  const shown = page.getByRole('button', { name: /^Open \d of 3/ });
  await expect(shown).toHaveCount(3);
  await expect
    .poll(() => shown.allInnerTexts())
    .toEqual(['Open 1 of 3: All green', 'Open 2 of 3: All blue', 'Open 3 of 3: All red']);
});

test('a follower on Home sees a new poll immediately, votes, and finds it in the notifications', async ({
  page,
  browser,
  baseURL,
}) => {
  const fan = await openFollower(browser, baseURL, page);
  const untilListening = recordSocketJoins(fan.page);
  await fan.page.goto('/home');
  await expect(fan.page.getByRole('article').first()).toBeVisible();
  await untilListening();

  const title = titleFor('Which flower next?');
  await page.goto('/creator/my-post/create');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeFocused();
  await page.getByRole('button', { name: 'Write something, or add a file or a poll.' }).click();
  await expect(page.getByLabel('Text')).toBeFocused();
  await type(page.getByLabel('Text'), 'Tell me.');
  await type(page.getByLabel('Title'), title);
  await page.getByRole('button', { name: 'Poll' }).click();
  await type(page.getByLabel('Question'), 'Which one?');
  await type(page.getByLabel('Answer 1'), 'Hellebore');
  await type(page.getByLabel('Answer 2'), 'Witch hazel');
  await page.getByRole('radio', { name: /^Public/ }).check();
  await store(page);

  // The hint must come long before the page would poll, which it does once a minute.
  await fan.page.getByRole('button', { name: /^\d+ new posts?$/ }).click();
  const post = fan.page.getByRole('article').filter({ hasText: title });
  await post.getByRole('radio', { name: 'Witch hazel' }).check();
  await post.getByRole('button', { name: 'Vote' }).click();
  await expect(post.getByText('100%')).toBeVisible();
  await expect(post.getByText(/100 percent of 1 vote/)).toBeVisible();
  await fan.page.goto('/notification');
  await expect(
    fan.page.getByRole('link', { name: new RegExp(`Wen Halloran published a new post.*${title.slice(-13)}`) }),
  ).toBeVisible();
  await fan.close();
  await page.goto(await getAddress(page, title));
  await expect(page.getByText(/^1 vote/)).toBeVisible();
});

test('free posts need a site subscription', { tag: '@full' }, async ({ page, browser, baseURL }) => {
  const title = titleFor('Free for members');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'For everybody who keeps this place open.');
  await page.getByRole('radio', { name: /^Site members/ }).check();
  await store(page);
  await expect(getRow(page, title).getByText('Site members', { exact: true })).toBeVisible();
  const fan = await openFollower(browser, baseURL, page);
  await fan.page.goto(await getAddress(page, title));
  await expect(fan.page.getByText('Please subscribe to the platform to see the content for free!')).toBeVisible();
  await expect(fan.page.getByText('For everybody who keeps this place open.')).toBeHidden();
  await fan.close();
});

test('a post is scheduled in the form, edited, unscheduled, and published', async ({ page }) => {
  const title = titleFor('Later');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'Not yet.');
  await page.getByText('Later', { exact: true }).click();
  const words = await pickTwentyFirst(page);
  await expectAccessible(page);
  await store(page, 'Schedule');
  await expect(getRow(page, title).getByText(words)).toBeVisible();
  await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
  await page.waitForURL('**/creator/my-post?state=scheduled');
  await expect(getRow(page, title)).toBeVisible();
  await expectAccessible(page);

  await choose(page, title, 'Edit');
  await page.waitForURL('**/creator/my-post/edit/*');
  await type(page.getByLabel('Text'), 'Soon.');
  await store(page, 'Save changes');
  await expect(getRow(page, title).getByText(words)).toBeVisible();

  await choose(page, title, 'Unschedule');
  await expect(getRow(page, title).getByText('Draft')).toBeVisible();
  await choose(page, title, 'Publish now');
  await expect(getRow(page, title).getByText('Published')).toBeVisible();
  await choose(page, title, 'Delete');
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(getRow(page, title)).toBeHidden();
});

test('a post announces a live show, with whose start it can be edited, and fans ask to be reminded', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = titleFor('Loops');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'Requests are welcome.');
  await page.getByRole('button', { name: 'Live show', exact: true }).click();
  const everyone = page.getByRole('radio', { name: /^Public/ });
  await everyone.click();
  await expect(everyone).toBeChecked();
  await expectAccessible(page);
  await takeShots(page, 'post-announces');
  await store(page);
  await choose(page, title, 'Edit');
  await page.waitForURL('**/creator/my-post/edit/*');
  await type(page.getByLabel('Text'), 'Requests are very welcome.');
  await store(page, 'Save changes');

  const fan = await openFollower(browser, baseURL, page);
  await fan.page.goto(await getAddress(page, title));
  await expect(fan.page.getByText('Requests are very welcome.')).toBeVisible();
  await expect(fan.page.getByText(/^Live on .*18:00/)).toBeVisible();
  await takeShots(fan.page, 'post-announced');
  await fan.page.getByRole('button', { name: 'Remind me' }).click();
  await expect(fan.page.getByRole('button', { name: 'Reminder set' })).toBeVisible();
  await fan.close();
});

test(
  'a scheduled post is published by itself, and its creator’s open page shows that',
  { tag: '@full' },
  async ({ page }) => {
    const title = titleFor('By itself');
    const token = await demoToken(page.request, writer);
    // This list does not include the post, so only the request at its scheduled time can show it.
    await page.goto('/creator/my-post?state=hidden');
    await waitForHydration(page);
    await page.request.post(`${apiUrl}/performer/feeds`, {
      headers: { Authorization: token },
      data: {
        type: 'text',
        title,
        text: 'On time.',
        isSchedule: true,
        scheduleAt: new Date(Date.now() + 6_000).toISOString(),
      },
    });
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(getRow(page, title).getByText(/^Scheduled for|^Going out now/)).toBeVisible();
    await expect(getRow(page, title).getByText('Published')).toBeVisible();
  },
);

test('a draft survives other pages and a reload, and can be discarded', async ({ page }) => {
  const title = titleFor('Unfinished');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'Half a thought');
  await pickFiles(fileField(page, 'files', 'photo'), await record('blue.png'));
  await expect(page.getByText('1 ready')).toBeVisible();
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();

  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'My posts' })).toBeVisible();
  await expect(page.getByRole('main').getByText(title)).toBeVisible();
  await expect(page.getByText('1 of 1 file ready')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/create');
  await expect(page.getByLabel('Text')).toHaveValue('Half a thought');

  await type(page.getByLabel('Text'), 'Half a thought, and more');
  await page.reload();
  await expect(page.getByText('We restored your unsaved draft.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Text')).toHaveValue('Half a thought, and more');
  await expect(page.getByText('1 ready')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText('We restored your unsaved draft.')).toBeHidden();
});

test('a rejected file shows the reason, and typed text is kept', { tag: '@full' }, async ({ page, refusals }) => {
  refusals.expectRefusal(400, '/files/uploads');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), 'Kept');
  await type(page.getByLabel('Text'), 'Also kept');
  const good = await record('green.png');
  await pickFiles(fileField(page, 'files', 'photo'), [
    { name: 'scan.tiff', mimeType: 'image/tiff', buffer: good.buffer },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(26 * 1024 * 1024) },
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><p>no picture') },
    // Only the server can tell that this is not an image.
    { name: 'noise.png', mimeType: 'image/png', buffer: Buffer.alloc(100, 1) },
    good,
  ]);
  const tray = page.getByRole('list', { name: 'Files' });
  const advice = 'This file type is not supported. Choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC).';
  for (const name of ['scan.tiff', 'page.png', 'noise.png']) {
    await expect(tray.getByRole('listitem').filter({ hasText: name }).getByText(advice)).toBeVisible();
  }
  await expect(tray.getByText('This file is too large: 26 MB of at most 25 MB.')).toBeVisible();
  await expect(page.getByText('1 ready, 4 need attention.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Kept');
  await expect(page.getByLabel('Text')).toHaveValue('Also kept');
  await expectAccessible(page);
  for (const name of ['scan.tiff', 'huge.png', 'page.png', 'noise.png']) {
    await tray.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await expect(page.getByText('1 ready.')).toBeVisible();
  await expect(page.getByText(/^Saved on this device/)).toBeVisible();
});

test('a failed upload continues after a retry', async ({ page, refusals }) => {
  refusals.expectRefusal(500, '/files/uploads');
  await page.goto('/creator/my-post/create');
  await page.route(
    '**/files/uploads',
    (route) => route.fulfill({ status: 500, json: { statusCode: 500, message: 'Try again in a moment.' } }),
    { times: 1 },
  );
  await pickFiles(fileField(page, 'files', 'photo'), await record('red.png'));
  await expect(page.getByText('Try again in a moment.')).toBeVisible();
  await page.getByRole('button', { name: 'Try red.png again' }).click();
  await expect(page.getByText('1 ready.')).toBeVisible();
});

test('leaving with unsaved changes asks for confirmation', async ({ page }) => {
  const title = titleFor('Guarded');
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'As it was');
  await store(page, 'Save draft');
  await choose(page, title, 'Edit');
  await page.waitForURL('**/creator/my-post/edit/*');
  await type(page.getByLabel('Text'), 'As it is now');
  await expect(page.getByText('Changes not saved yet')).toBeVisible();
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' });

  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Stay' }).click();
  await expect(ask).toBeHidden();
  await expect(page.getByLabel('Text')).toHaveValue('As it is now');

  await page.goBack();
  await expect(ask).toBeVisible();
  await expect(page).toHaveURL(/\/edit\//);
  await ask.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/creator/my-post');
  await choose(page, title, 'Edit');
  await expect(page.getByLabel('Text')).toHaveValue('As it was');
});

test('earnings show totals that agree, and a table beside the chart', async ({ page }) => {
  await enter(page.context(), undefined, await demoToken(page.request, 'creator@demo.test'));
  await page.goto('/creator/earning?period=90');
  await expect(page.getByText('Yours in the last 90 days')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See as a table' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
});
