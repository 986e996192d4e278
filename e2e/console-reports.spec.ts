import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { apiUrl, enter, makeCreator, makeFan, makeOperator } from './accounts';
import { chooseOption, expect, expectAccessible, test, type } from './fixtures';
import { ask } from './payments';
import { takeShots } from './shots';

/** ux.md AD-5, AD-8. */

async function publishGallery(request: APIRequestContext, creator: { token: string }, title: string): Promise<string> {
  const offer = { title, isSale: true, price: 0, status: 'active' };
  const gallery = await ask<{ _id: string }>(request, creator, 'POST', '/performer/performer-assets/galleries', offer);
  for (const name of ['leo', 'noor']) {
    const reply = await request.post(`${apiUrl}/performer/performer-assets/photos/upload`, {
      headers: { Authorization: creator.token },
      multipart: {
        photo: { name: `${name}.webp`, mimeType: 'image/webp', buffer: readFileSync(`public/art/${name}.webp`) },
        galleryId: gallery._id,
        title: `${title} ${name}`,
        status: 'active',
      },
    });
    expect(reply.ok()).toBe(true);
  }
  return gallery._id;
}

async function publishPhoto(request: APIRequestContext, creator: { token: string }, title: string): Promise<string> {
  const reply = await request.post(`${apiUrl}/performer/feeds/photo/upload`, {
    headers: { Authorization: creator.token },
    multipart: { file: { name: 'leo.webp', mimeType: 'image/webp', buffer: readFileSync('public/art/leo.webp') } },
  });
  const { data } = (await reply.json()) as { data: { _id: string } };
  const post = { type: 'photo', title, text: title, isSale: true, price: 0, status: 'active', fileIds: [data._id] };
  return (await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', post))._id;
}

test(
  'a report is answered by a removal, which another operator reverses on appeal',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    // Five accounts sign up, and take turns.
    test.slow();
    const fan = await makeFan(request, 'Ada Fenn');
    const creator = await makeCreator(request, 'Juno Quill');
    const moderator = await makeOperator(request, 'moderator', 'Sana Whitfield');
    const owner = await makeOperator(request, 'owner', 'Leo Brandt');
    const title = `Harbour ${fan.username}`;
    const postId = await publishPhoto(request, creator, title);
    const as = async (person: { token: string }) => {
      // An open page would notice the other account, and reload itself.
      await page.goto('about:blank');
      await enter(context, baseURL, person.token);
    };

    await as(fan);
    await page.goto(`/post/${postId}`);
    await page.getByRole('button', { name: /^More/ }).first().click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio', { name: 'It copies someone else’s work' }).check();
    await type(sheet.getByRole('textbox'), `I took this picture in May, says ${fan.username}.`);
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await expect(sheet.getByText(/notify you of the outcome/)).toBeVisible();

    await as(moderator);
    await page.goto('/admin/reports?target=feed');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await takeShots(page, 'reports');
    await expectAccessible(page);
    const reports = await ask<{ data: { _id: string; targetId: string }[] }>(
      request,
      moderator,
      'GET',
      '/admin/reports?status=open&limit=200',
    );
    await page.goto(`/admin/reports/${reports.data.find(({ targetId }) => targetId === postId)?._id}`);
    await expect(page.getByText(`says ${fan.username}`)).toBeVisible();
    const picture = page.getByAltText('Blurred');
    await expect(picture).toHaveCSS('filter', /blur/);
    await takeShots(page, 'report-blurred');
    await page.getByRole('button', { name: /^Show 1 file/ }).click();
    await expect(picture).toHaveCount(0);
    await page.getByRole('radio', { name: /^Remove the post/ }).check();
    await chooseOption(page, 'Rule', 'Copied work');
    await type(page.getByLabel('Reason, read by both sides'), 'The picture is someone else’s work.');
    await expect(page.getByText(/We removed your post “Harbour.*Copied work.*someone else’s work/)).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'report-decision');
    await page.getByRole('button', { name: 'Remove this post' }).click();
    await expect(page.getByText(/^Removed\. The author gets an email/)).toBeVisible();

    await as(fan);
    refusals.expectRefusal(404, `/post/${postId}`);
    await page.goto(`/post/${postId}`);
    await expect(page.getByRole('heading', { name: /not here|not found|couldn’t find/i })).toBeVisible();
    await page.goto('/notification');
    await expect(page.getByText(/We removed the post that you reported/)).toBeVisible();

    await as(creator);
    await page.goto('/creator/my-post');
    await expect(page.getByText('Removed by the site')).toBeVisible();
    await takeShots(page, 'my-post-removed');
    await page.goto(`/post/${postId}`);
    await page.getByRole('link', { name: 'See why, and appeal' }).click();
    await expect(page.getByText('The picture is someone else’s work.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Appeal' }).click();
    await type(page.getByLabel(/^Why is this a mistake/), 'It is my picture, and here is the negative.');
    await takeShots(page, 'appeal-form');
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await expect(page.getByText('A person reads your appeal.')).toBeVisible();

    await as(owner);
    await page.goto('/admin/appeals');
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText('here is the negative')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'appeal');
    await page.getByRole('button', { name: 'Restore it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this post' });
    await type(dialog.getByLabel(/read by the author/), 'The negative shows that it is yours.');
    await dialog.getByRole('button', { name: 'Restore it' }).click();
    await expect(page.getByText(/^Restored\. The author gets an email/)).toBeVisible();
    await page.goto('/admin/log');
    for (const act of ['acted on the report', 'removed', 'decided the appeal about'])
      await expect(page.getByText(act).first()).toBeVisible();

    await page.goto(`/admin/content?q=${title}`);
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText('Decisions so far')).toBeVisible();
    await takeShots(page, 'content');

    await as(fan);
    await page.goto(`/post/${postId}`);
    await expect(page.getByText(title).first()).toBeVisible();
  },
);

test(
  'a moderator removes one photo of a gallery from its page, and restores it',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const creator = await makeCreator(request, 'Ruth Amador');
    const fan = await makeFan(request, 'Ilse Kern');
    const moderator = await makeOperator(request, 'moderator', 'Tom Averill');
    const title = `Orchard ${fan.username}`;
    const galleryId = await publishGallery(request, creator, title);
    const open = page.getByRole('main').getByRole('button', { name: /^Open (picture|\d of)/ });

    await enter(context, baseURL, fan.token);
    await page.goto(`/gallery/${galleryId}`);
    await page.getByRole('button', { name: /^More/ }).first().click();
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /Remove for everyone/ })).toHaveCount(0);
    await page.goto('about:blank');

    await enter(context, baseURL, moderator.token);
    await page.goto(`/gallery/${galleryId}`);
    await page.getByRole('button', { name: /^More/ }).first().click();
    await takeShots(page, 'gallery-menu-of-a-moderator');
    await page.getByRole('menuitem', { name: 'Remove for everyone…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Remove this gallery').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await takeShots(page, 'console-gallery');
    await expectAccessible(page);

    await page.goto(`/gallery/${galleryId}`);
    await expect(open).toHaveCount(2);
    await open.first().click();
    await page.getByRole('link', { name: 'Remove for everyone…' }).focus();
    await takeShots(page, 'photo-viewer-of-a-moderator');
    await page.getByRole('link', { name: 'Remove for everyone…' }).click();
    await expect(page).toHaveURL(/admin\/content\/photo\//);
    await chooseOption(page, 'Rule', 'Copied work');
    await type(dialog.getByLabel(/^Reason/), 'It is from a book.');
    await takeShots(page, 'remove-photo');
    await dialog.getByRole('button', { name: 'Remove this photo' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Restore this photo' })).toBeVisible();
    await takeShots(page, 'console-photo-removed');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All about its gallery' }).click();
    await expect(page.getByRole('link', { name: 'Removed: see why, or restore' })).toHaveCount(1);
    await takeShots(page, 'console-gallery-without-photo');
    await page.goto('about:blank');

    await enter(context, baseURL, fan.token);
    await page.goto(`/gallery/${galleryId}`);
    await expect(open).toHaveCount(1);
  },
);
