import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { apiUrl, enter, makeCreator, makeFan } from './accounts';
import { expect, test } from './fixtures';

/** Promises F-4: user text is never run as code. If one of these were, it would call `ring`. */
const attacks = [
  '"><img src=x onerror=ring(1)>',
  '</script><script>ring(2)</script>',
  "<svg/onload=ring(3)>';ring(4)//",
  "{{constructor.constructor('ring(5)')()}}",
  '</textarea><iframe srcdoc="<script>parent.ring(6)</script>">',
  '[x](javascript:ring(7)) javascript:ring(8)',
];
const long = `Fern ${attacks.join(' ')}`;
const short = 'Fern "><svg/onload=ring(9)>';
const link = 'javascript:ring(10)';

async function send<T extends object>(
  request: APIRequestContext,
  token: string,
  call: string,
  fields: { data?: object; multipart?: Record<string, string | { name: string; mimeType: string; buffer: Buffer }> },
): Promise<T> {
  const [method = 'POST', path = ''] = call.split(' ');
  const reply = await request.fetch(`${apiUrl}${path}`, { method, headers: { Authorization: token }, ...fields });
  expect(reply.status(), `${call}: ${await reply.text()}`).toBe(200);
  return ((await reply.json()) as { data: T }).data;
}

test('user text is never run as code on any page that shows it', async ({ page, context, baseURL, request }) => {
  test.slow();
  const creator = await makeCreator(request, short);
  const fan = await makeFan(request, short);
  const by = creator.token;
  const photo = { name: `${short}.webp`, mimeType: 'image/webp', buffer: readFileSync('public/art/leo.webp') };
  const open = { isSale: 'true', price: '0', status: 'active' };

  const me = await send<{ _id: string }>(request, by, 'GET /performers/me', {});
  await send(request, by, `PUT /performers/${me._id}`, { data: { bio: long, headline: long.slice(0, 120) } });
  const site = await request.put(`${apiUrl}/performers/${me._id}`, {
    headers: { Authorization: by },
    data: { websiteUrl: link, facebookUrl: link },
  });
  expect(JSON.stringify(await site.json())).not.toContain('"websiteUrl":"javascript');
  const answer = await send<{ _id: string }>(request, by, 'POST /performer/feeds/polls', {
    data: { description: long.slice(0, 190) },
  });
  const other = await send<{ _id: string }>(request, by, 'POST /performer/feeds/polls', {
    data: { description: short },
  });
  const feed = await send<{ _id: string; slug: string }>(request, by, 'POST /performer/feeds', {
    data: {
      type: 'text',
      title: long.slice(0, 190),
      text: long,
      tagline: long.slice(0, 190),
      pollDescription: long.slice(0, 290),
      isSale: true,
      price: 0,
      status: 'active',
      pollIds: [answer._id, other._id],
      pollExpiredAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const gallery = await send<{ _id: string }>(request, by, 'POST /performer/performer-assets/galleries', {
    data: { title: long.slice(0, 190), description: long, isSale: true, price: 0, status: 'active' },
  });
  await send(request, by, 'POST /performer/performer-assets/photos/upload', {
    multipart: { photo, galleryId: gallery._id, title: long.slice(0, 190), description: long, status: 'active' },
  });
  const product = await send<{ _id: string }>(request, by, 'POST /performer/performer-assets/products', {
    multipart: { name: long.slice(0, 190), description: long, type: 'physical', stock: '3', ...open, image: photo },
  });
  const said = { objectId: feed._id, objectType: 'feed', content: long };
  await send(request, fan.token, 'POST /comments', { data: said });
  await send(request, fan.token, `POST /follows/${me._id}`, {});
  await send(request, fan.token, 'POST /reactions', {
    data: { objectId: feed._id, objectType: 'feed', action: 'bookmark' },
  });
  const talk = await send<{ _id: string }>(request, by, 'POST /conversations', {
    data: { source: 'user', sourceId: (await send<{ _id: string }>(request, fan.token, 'GET /users/me', {}))._id },
  });
  await send(request, by, `POST /messages/conversations/${talk._id}`, { data: { text: long } });
  await send(request, fan.token, 'POST /addresses/create', {
    data: {
      name: short,
      country: 'GB',
      city: short,
      streetNumber: '1',
      streetAddress: short,
      zipCode: 'CT1 1AA',
      state: 'Kent',
      description: long.slice(0, 190),
    },
  });

  const rung: unknown[] = [];
  await page.exposeFunction('ring', (bell: unknown) => void rung.push(bell));
  page.on('dialog', (dialog) => {
    rung.push(dialog.message());
    void dialog.dismiss();
  });
  const look = async (path: string, word: RegExp | string = /Fern/) => {
    await page.goto(path);
    await expect(page.getByText(word).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(rung, path).toEqual([]);
  };
  // Checks that the test would notice a call to `ring`.
  await page.goto('/contact');
  await page.evaluate('ring(0)');
  await expect.poll(() => rung).toEqual([0]);
  rung.length = 0;

  await look(`/${creator.username}`);
  await look(`/${creator.username}?tab=gallery`);
  await look(`/${creator.username}?tab=product`);
  await look(`/post/${feed.slug}`);
  await look(`/gallery/${gallery._id}`);
  await look(`/product/${product._id}`);
  await look(`/creator?q=${encodeURIComponent('Fern')}`);
  await look(`/search?q=${encodeURIComponent(long.slice(0, 90))}`, 'Results for');
  await enter(context, baseURL, fan.token);
  await look('/home');
  await look('/user/bookmarks');
  await look('/user/following');
  await look('/user/addresses');
  await look('/messages');
  await look(`/messages/${talk._id}`);
  await look(`/post/${feed.slug}`);
  await enter(context, baseURL, by);
  await look('/notification');
  await look('/creator/my-post');
  await look('/creator/my-follower');
  await look(`/creator/my-post/edit/${feed._id}`, /Audience|Who can see/);
  await look('/creator/account', /Fern|Profile/);
});
