import { createRobotsText } from '@/composition/site-files/serve-site-file';
import { writeSitemap } from '@/composition/site-files/sitemap';
import { itemNames, getNouns } from '@/config/item-names';
import { foundKinds } from '@/features/content/search/found-kinds';
import { ApiError } from '@/services/api-error';
import { createClient, type CallApi } from '@/services/http-client';
import { eq } from 'drizzle-orm';
import axios from 'axios';
import { accounts, performers } from '../../server/db/schema/accounts';
import { buildGallery, buildProduct, buildVideo } from '../factories/assets';
import { buildFeed } from '../factories/feed';
import { buildPerformer } from '../factories/performer';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

const site = 'https://ovela.test';

describe('sitemap.xml', () => {
  let app: TestApp;
  let callApi: CallApi;
  beforeAll(async () => {
    app = await buildTestApp();
    const baseUrl = await app.http.listen({ port: 0, host: '127.0.0.1' });
    callApi = createClient({ baseUrl, getToken: () => undefined, http: async () => axios.create() });
  });
  afterAll(() => app.close());

  const read = async (part?: string) => (await writeSitemap(callApi, site, part)) ?? '';

  it('lists creators, posts and the site’s own pages by absolute URL', async () => {
    await app.services.page.addStarters();
    const creator = await buildPerformer(app, { username: 'sourdough-tom' });
    const post = await buildFeed(app, creator, { title: 'First loaf' });
    const index = await read();
    for (const part of ['pages-1', 'creators-1', 'posts-1']) expect(index).toContain(`${site}/sitemap/${part}.xml`);
    expect(await read('creators-1')).toContain(`<loc>${site}/sourdough-tom</loc>`);
    expect(await read('posts-1')).toContain(`<loc>${site}/post/${post.slug}</loc>`);
    expect(await read('pages-1')).toContain(`<loc>${site}/page/terms-of-service</loc>`);
  });

  it('has a part for each kind of page, and none for kinds that the backend lacks', async () => {
    const creator = await buildPerformer(app);
    const builders = { feed: buildFeed, video: buildVideo, gallery: buildGallery, product: buildProduct };
    for (const { kind } of foundKinds) {
      const { slug } = await builders[kind](app, creator);
      expect(await read()).toContain(`${site}/sitemap/${getNouns(kind)}-1.xml`);
      expect(await read(`${getNouns(kind)}-1`)).toContain(`<loc>${site}${itemNames[kind].path(slug)}</loc>`);
    }
    const failing = (error: ApiError) =>
      (async (...[route, input]: Parameters<CallApi>) => {
        if (route.name === 'searchVideos') throw error;
        return callApi(route, input);
      }) as CallApi;
    const older = failing(new ApiError(404, { message: 'Cannot GET /performer-assets/videos/search' }));
    const index = (await writeSitemap(older, site)) ?? '';
    expect(index).toContain('posts-1.xml');
    expect(index).not.toContain('videos-1.xml');
    await expect(writeSitemap(failing(new ApiError(500, { message: 'No' })), site)).rejects.toThrow('No');
  });

  it('excludes creators who are unapproved or hidden from search, and posts that are not public', async () => {
    const { db } = app.context;
    const hidden = await buildPerformer(app, { username: 'hidden-one', hidesFromSearch: true });
    const waiting = await buildPerformer(app, { username: 'waiting-one' });
    const gone = await buildPerformer(app, { username: 'inactive-one' });
    const open = await buildPerformer(app, { username: 'open-one' });
    const posts = [hidden, waiting, gone, open].map((who, index) => buildFeed(app, who, { title: `Post ${index}` }));
    const [ofHidden, ofWaiting, ofGone] = await Promise.all(posts);
    const draft = await buildFeed(app, open, { title: 'A draft', status: 'draft' });
    await db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, waiting.id));
    await db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, gone.id));
    const all = (await read('creators-1')) + (await read('posts-1'));
    expect(all).toContain(`${site}/open-one<`);
    for (const name of ['hidden-one', 'inactive-one']) expect(all).not.toContain(name);
    for (const feed of [ofHidden, ofGone, draft]) expect(all).not.toContain(feed?.slug);
    expect([all.includes('waiting-one'), all.includes(ofWaiting?.slug ?? '?')]).toEqual([false, false]);
  });

  it('is not found for an unknown part, or for a blocked country', async () => {
    for (const part of ['posts-0', 'posts-99', 'people-1', '../etc']) {
      expect(await writeSitemap(callApi, site, part)).toBeNull();
    }
    const closed = (async (route) => (route.name === 'checkCountryBlock' ? { blocked: true } : {})) as CallApi;
    expect(await writeSitemap(closed, site)).toBeNull();
  });

  it('continues even where a backend returns fewer rows than requested', async () => {
    const people = Array.from({ length: 23 }, (_, index) => ({ _id: `${index}`, username: `creator-${index}` }));
    const small = (async (route, input) => {
      const { offset = 0 } = (input as { query?: { offset?: number } } | undefined)?.query ?? {};
      if (route.name === 'checkCountryBlock') return { blocked: false };
      return { data: people.slice(offset, offset + 10), total: people.length };
    }) as CallApi;
    const text = (await writeSitemap(small, site, 'creators-1')) ?? '';
    expect(text.match(/<loc>/g)).toHaveLength(23);
  });
});

describe('robots.txt', () => {
  it('excludes pages that belong to one account, and names the sitemap', () => {
    const text = createRobotsText(site);
    expect(text).toContain('Disallow: /user/');
    expect(text).toContain(`Sitemap: ${site}/sitemap.xml`);
    expect(text).not.toMatch(/Disallow: \/(post|page|creator)?$/m);
  });

  it('excludes private pages, but no creator whose username begins like one', () => {
    const rules = [...createRobotsText(site).matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => rule);
    // RFC 9309: a rule is a prefix, and `$` marks the end.
    const isShut = (address: string) =>
      rules.some((rule) => (rule.endsWith('$') ? address === rule.slice(0, -1) : address.startsWith(rule)));
    const closed = [
      '/home',
      '/home?show=audio',
      '/messages/a1',
      '/user/account',
      '/creator/my-post',
      '/search?q=a',
      '/wallet',
    ];
    expect(closed.filter((address) => !isShut(address))).toEqual([]);
    const creators = [
      '/userland',
      '/messagesbymia',
      '/homemade',
      '/walletwise',
      '/searchlight',
      '/notifications',
      '/apiary',
      '/creators',
      '/authors',
      '/payments',
    ];
    expect([...creators, '/creator'].filter(isShut)).toEqual([]);
  });
});
