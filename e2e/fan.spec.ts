import type { Locator, Page } from '@playwright/test';
import { demoToken, enter, follow, makeCreator, makeFan, postPath, publish } from './accounts';
import { expect, expectAccessible, fillFanSignUp, fresh, test, type } from './fixtures';
import { ask } from './payments';
import { waitForHydration } from './hydration';

const slide = '.yarl__slide_current img';

/** Clicks and waits until the change is stored. The page shows it earlier, but loading another page would abort the request. */
async function pressStored(page: Page, button: Locator, call: string): Promise<void> {
  const isWrite = (method: string) => !['GET', 'OPTIONS'].includes(method);
  const stored = page.waitForResponse((reply) => reply.url().includes(call) && isWrite(reply.request().method()));
  await button.click();
  await stored;
}

test.describe('a fan', () => {
  test('votes in a poll and sees the result', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    await page.goto(await postPath(request, 'next-story-poll'));
    const poll = page.getByRole('group', { name: /./ }).filter({ has: page.getByRole('radio') });
    await poll.getByRole('radio').first().check();
    await poll.getByRole('button', { name: 'Vote' }).click();
    await expect(page.getByRole('status').filter({ hasText: /You voted for .+: \d+ percent of/ })).toBeVisible();
    await expect(page.getByRole('group').filter({ hasText: 'Your vote' }).first()).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText('Your vote')).toBeAttached();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test('likes a post, saves it, finds it under Saved, and removes it', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    await page.goto(await postPath(request, 'market-morning'));
    const like = page.getByRole('button', { name: /^Like, / }).first();
    const before = await like.textContent();
    await pressStored(page, like, '/reactions');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).not.toHaveText(before ?? '');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await pressStored(page, save, '/reactions');
    await expect(save).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/user/bookmarks');
    const post = page.getByRole('article');
    await expect(post).toHaveCount(1);
    await expect(post).toContainText('Mira Okafor');
    await expect(post.getByRole('button', { name: /^Like, / })).toHaveAttribute('aria-pressed', 'true');
    await pressStored(page, post.getByRole('button', { name: 'Save', exact: true }), '/reactions');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No posts saved' })).toBeVisible();
  });

  test('saves a creator and finds them under Saved', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    await page.goto('/suvilahti');
    await pressStored(page, page.getByRole('button', { name: 'Save Suvi Lahti' }), '/reactions');
    await expect(page.getByRole('button', { name: 'Saved: Suvi Lahti' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/user/bookmarks?tab=creators');
    await page.getByRole('link', { name: 'Suvi Lahti' }).click();
    await page.waitForURL('**/suvilahti');
    await pressStored(page, page.getByRole('button', { name: 'Saved: Suvi Lahti' }), '/reactions');
    await expect(page.getByRole('button', { name: 'Save Suvi Lahti' })).toHaveAttribute('aria-pressed', 'false');
  });

  test('comments, replies, edits and deletes', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    const said = fresh('Such a calm light ');
    await page.goto(await postPath(request, 'evening-street'));
    await type(page.getByLabel('Your comment'), said);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const own = page.getByRole('listitem').filter({ hasText: said });
    await expect(own.getByRole('button', { name: 'Reply' })).toBeVisible();
    await own.getByRole('button', { name: 'Reply' }).click();
    await type(own.getByLabel('Your reply'), 'And the wet stones.');
    await pressStored(page, own.getByRole('button', { name: 'Reply', exact: true }).last(), '/comments');
    await expect(own.getByRole('list', { name: 'Replies' })).toContainText('And the wet stones.');
    await expectAccessible(page);

    const menu = own.getByRole('button', { name: 'More options for this comment' });
    await menu.first().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await type(own.getByLabel('Your comment'), `${said}, really`);
    // Waits for the edit first: an edit that arrives after the deletion is rejected.
    await pressStored(page, own.getByRole('button', { name: 'Save' }), '/comments/');
    await expect(own.getByLabel('Your comment')).toHaveCount(0);
    await expect(own.getByText(`${said}, really`)).toBeVisible();
    await expect(menu.first()).toBeFocused();
    await menu.first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(own.getByRole('button', { name: 'Keep' })).toBeFocused();
    await own.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Comment deleted')).toBeVisible();
    await expect(page.getByText(said)).toHaveCount(0);
  });

  test('resends a failed comment with buttons large enough for a finger', async ({
    page,
    context,
    baseURL,
    request,
    refusals,
  }) => {
    refusals.expectLost('/comments');
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    const said = fresh('Is that the old bridge ');
    await page.goto(await postPath(request, 'evening-street'));
    await page.route('**/comments', (route) =>
      route.request().method() === 'POST' ? route.abort('failed') : route.fallback(),
    );
    await type(page.getByLabel('Your comment'), said);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const own = page.getByRole('listitem').filter({ hasText: said });
    const notice = own.getByRole('alert');
    await expect(notice).toContainText('Not sent.');
    const least = (page.viewportSize()?.width ?? 0) < 760 ? 44 : 24;
    for (const name of ['Try again', 'Delete']) {
      const { width = 0, height = 0 } = (await notice.getByRole('button', { name }).boundingBox()) ?? {};
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(least);
    }
    await expectAccessible(page);
    await page.unroute('**/comments');
    await pressStored(page, notice.getByRole('button', { name: 'Try again' }), '/comments');
    await expect(own.getByRole('button', { name: 'Reply' })).toBeVisible();
  });

  test('can comment after following, if the creator requires it', async ({
    page,
    context,
    baseURL,
    request,
    browser,
  }) => {
    const creator = await makeCreator(request, 'Wilma Seam');
    const data = { type: 'text', text: 'A quilt of sailcloth', isSale: true, price: 0, status: 'active' };
    const post = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', data);
    const writer = await browser.newContext({ baseURL });
    await enter(writer, baseURL, creator.token);
    const settings = await writer.newPage();
    await settings.goto('/creator/account?section=privacy');
    const stored = settings.waitForResponse(
      (reply) => reply.url().endsWith('/preferences') && reply.request().method() !== 'OPTIONS' && reply.ok(),
    );
    await settings.getByLabel('Who can comment on my posts').selectOption('Followers and subscribers');
    await stored;
    await writer.close();

    await enter(context, baseURL, (await makeFan(request)).token);
    await page.goto(`/post/${post._id}`);
    await expect(page.getByText('Only followers and subscribers of Wilma Seam can comment.')).toBeVisible();
    await expect(page.getByLabel('Your comment')).toBeHidden();
    await expectAccessible(page);
    await page.locator('[data-thread]').getByRole('link', { name: 'Wilma Seam' }).click();
    await page.waitForURL(`**/${creator.username}`);
    await pressStored(page, page.getByRole('button', { name: 'Follow Wilma Seam' }), '/follows/');
    await page.goBack();
    const said = fresh('Those seams ');
    await type(page.getByLabel('Your comment'), said);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    // The comment is shown immediately, but accepts replies only once it is stored.
    const own = page.getByRole('listitem').filter({ hasText: said });
    await expect(own.getByRole('button', { name: 'Reply' })).toBeVisible();
  });

  test('reports a post and returns to where the report started', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    await page.goto(await postPath(request, 'yellow-one'));
    const more = page.getByRole('button', { name: 'More actions' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect(sheet.getByRole('alert')).toHaveText('Choose the reason that fits best.');
    await expectAccessible(page);
    await sheet.getByLabel('It’s a scam or spam').check();
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect(sheet.getByText('Report sent.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect(sheet).toBeHidden();
    await expect(more).toBeFocused();
  });

  test('copies the link of a post, hides it and shows it again', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await follow(request, fan, 'ruitanabe');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await enter(context, baseURL, fan.token);
    await page.goto('/home');
    const post = page.getByRole('article').first();
    await post.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/post/');
    const text = await post.innerText();
    await post.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Hide this post' }).click();
    await expect(post).not.toHaveText(text, { useInnerText: true });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(post).toHaveText(text, { useInnerText: true });
  });

  test('mutes a creator on Home, and unmutes them on their page', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await follow(request, fan, 'ruitanabe');
    await follow(request, fan, 'leobrandt');
    await enter(context, baseURL, fan.token);
    await page.goto('/home');
    const posts = (name: string) => page.getByRole('article', { name: `Post by ${name}` });
    await expect(posts('Leo Brandt').first()).toBeVisible();
    await posts('Rui Tanabe').first().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute Rui Tanabe' }).click();
    await expect(page.getByText('You muted Rui Tanabe', { exact: true })).toBeVisible();
    await expect(posts('Rui Tanabe')).toHaveCount(0);
    await page.reload();
    await expect(posts('Leo Brandt').first()).toBeVisible();
    await expect(posts('Rui Tanabe')).toHaveCount(0);
    await page.goto('/ruitanabe');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: 'Unmute' }).click();
    await expect(page.getByText(/^You muted/)).toHaveCount(0);
    await page.goto('/home');
    await expect(posts('Rui Tanabe').first()).toBeVisible();
  });

  test('follows a creator, sees their posts on Home, and unfollows', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    await enter(context, baseURL, fan.token);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Follow creators to fill your Home' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/leobrandt');
    await pressStored(page, page.getByRole('button', { name: 'Follow Leo Brandt' }), '/follows/');
    await expect(page.getByRole('button', { name: 'Following Leo Brandt: stop' })).toBeVisible();
    await page.goto('/home');
    await expect(page.getByRole('article').first()).toContainText('Leo Brandt');
    await page.getByRole('link', { name: 'See all' }).click();
    await page.waitForURL('**/user/following');
    await pressStored(page, page.getByRole('button', { name: 'Following Leo Brandt: stop' }), '/follows/');
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You’re not following anyone yet' })).toBeVisible();
  });

  test('views images full size by keyboard alone', async ({ page, context, baseURL, request }) => {
    await enter(context, baseURL, await demoToken(request, 'demo-fan'));
    await page.goto(await postPath(request, 'kiln-thursday'));
    const second = page.getByRole('button', { name: /^Open 2 of 4/ });
    await waitForHydration(page);
    await second.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 / 4')).toBeVisible();
    await expect(page.locator(slide)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('3 / 4')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('2 / 4')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('2 / 4')).toBeHidden();
    await expect(second).toBeFocused();
  });

  test('keeps the selected kind of posts in the URL', async ({ page, context, baseURL, request }) => {
    await enter(context, baseURL, await demoToken(request, 'demo-fan'));
    await page.goto('/home');
    const audio = page.getByRole('button', { name: 'Audio', exact: true });
    await audio.click();
    await page.waitForURL('**/home?show=audio');
    await expect(audio).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article').first().getByRole('slider')).toBeVisible();
    await page.reload();
    await expect(audio).toHaveAttribute('aria-pressed', 'true');
    await waitForHydration(page);
    await page.goBack();
    await page.waitForURL(/\/home$/);
    await expect(page.getByRole('button', { name: 'Everything' })).toHaveAttribute('aria-pressed', 'true');
  });

  test(
    'reads a long Home to the end without the page growing ever longer',
    { tag: '@full' },
    async ({ page, context, baseURL, request }) => {
      const fan = await makeFan(request);
      for (const creator of ['demo-creator', 'callumreid', 'beafontana', 'inescalloway', 'tomaszbell', 'suvilahti']) {
        await follow(request, fan, creator);
      }
      await enter(context, baseURL, fan.token);
      await page.goto('/home');
      await expect(page.getByRole('article').first()).toBeVisible();
      const foot = page.getByText(/^(You’re all caught up|Show more|Could not load more.*)$/);
      await expect(async () => {
        await page.keyboard.press('End');
        await expect(foot).toHaveText('You’re all caught up', { timeout: 2_000 });
      }).toPass();
      expect(await page.getByRole('article').count()).toBeLessThanOrEqual(60);
    },
  );

  test('sees a hint about new posts, and the page does not jump', async ({ page, context, baseURL, request }) => {
    const fan = await makeFan(request);
    const creator = await makeCreator(request, 'Olaf Binder');
    const takeDowns = [await publish(request, creator.token, 'The workshop is open')];
    await follow(request, fan, creator.username);
    await enter(context, baseURL, fan.token);
    await page.goto('/home');
    const first = page.getByRole('article').first();
    await expect(first).toContainText('Olaf Binder');
    await waitForHydration(page);
    const text = fresh('A new spine today ');
    takeDowns.push(await publish(request, creator.token, text));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const pill = page.getByRole('button', { name: '1 new post' });
    await expect(pill).toBeVisible();
    await expect(first).not.toContainText(text);
    await pill.click();
    await expect(first).toContainText(text);
    await expect(pill).toBeHidden();
    for (const takeDown of takeDowns) await takeDown();
  });

  test('a video scrolled into view starts by itself, muted, unless the user prefers reduced motion', async ({
    page,
    context,
    baseURL,
    request,
  }) => {
    await enter(context, baseURL, await demoToken(request, 'demo-fan'));
    const path = await postPath(request, 'throwing-film');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(path);
    const film = page.locator('video').first();
    await expect(film).toHaveJSProperty('paused', false);
    await expect(film).toHaveJSProperty('muted', true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible();
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    await expect(film).toHaveJSProperty('paused', true);
    await page.getByRole('button', { name: /^Play/ }).click();
    await expect(film).toHaveJSProperty('muted', false);
    await expect(page.getByRole('slider', { name: 'Position in the video' })).toBeVisible();
  });
});

test('a creator sees a new follower, opens one notification and marks the rest as read', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const creator = await makeCreator(request);
  const names = [fresh('Ida '), fresh('Bo ')];
  for (const name of names) await follow(request, await makeFan(request, name), creator.username);
  await enter(context, baseURL, creator.token);
  await page.goto('/notification');
  const first = page.getByRole('link', { name: new RegExp(`New: .*${names[1]} follows you`) });
  await expect(first).toBeVisible();
  await expectAccessible(page);
  await pressStored(page, first, '/notifications');
  await page.waitForURL('**/creator/my-follower');
  await expect(page.getByRole('listitem').filter({ hasText: names[1] ?? '' })).toBeVisible();
  await page.goBack();
  await page.waitForURL('**/notification');
  await expect(first).toBeHidden();
  await expect(page.getByRole('link', { name: new RegExp(`New: .*${names[0]} follows you`) })).toBeVisible();
  await pressStored(page, page.getByRole('button', { name: 'Mark all as read' }), '/notifications');
  await expect(page.getByRole('link', { name: /^New: / })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`${names[0]} follows you`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^New: / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
});

test('a guest who wants to unlock a post signs up and returns to it', async ({ page, request }) => {
  const path = await postPath(request, 'herbarium-pages');
  const username = fresh('fan');
  await page.goto(path);
  await page.getByRole('link', { name: 'Unlock for $4.50' }).click();
  await page.getByRole('link', { name: /Follow and subscribe/ }).click();
  await fillFanSignUp(page, { name: 'Robin Vale', username });
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${path}`);
  await expect(page.getByRole('button', { name: 'Unlock for $4.50' })).toBeVisible();
});
