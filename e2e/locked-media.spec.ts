import type { APIRequestContext } from '@playwright/test';
import { apiUrl, demoToken } from './accounts';
import { expect, test } from './fixtures';

/** Promises A-1 for web pages. `tests/contract/media-crawl.test.ts` tests the API. */

type Viewer = Record<string, string>;
type Item = { _id: string; access?: string; fileIds?: string[]; fileId?: string };

async function listAll(request: APIRequestContext, path: string, headers: Viewer): Promise<Item[]> {
  const items: Item[] = [];
  for (let total = 1; items.length < total;) {
    const reply = await request.get(`${apiUrl}${path}`, { params: { limit: 100, offset: items.length }, headers });
    // Another test has deleted the post meanwhile.
    if (reply.status() === 404) break;
    const { data } = (await reply.json()) as { data: { data: Item[]; total: number } };
    items.push(...data.data);
    total = data.data.length === 0 ? 0 : data.total;
  }
  return items;
}

async function closedFiles(request: APIRequestContext, headers: Viewer): Promise<Set<string>> {
  const isClosed = ({ access }: Item) => access !== 'open';
  const posts = await listAll(request, '/user/feeds', headers);
  const videos = await listAll(request, '/performer-assets/videos/search', headers);
  const galleries = (await listAll(request, '/performer-assets/galleries/search', headers)).filter(isClosed);
  const ids = new Set([...posts, ...videos].filter(isClosed).flatMap(({ fileIds, fileId }) => fileIds ?? fileId ?? []));
  for (const { _id } of galleries)
    for (const { fileId } of await listAll(request, `/performer-assets/photos?galleryId=${_id}`, headers))
      if (fileId) ids.add(fileId);
  return ids;
}

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => url);

for (const who of ['visitor', 'demo-fan', 'tomaszbell'])
  test(
    `A-1: no page of the site contains the URL of a file that is locked for ${who}`,
    { tag: who === 'demo-fan' ? [] : '@full' },
    async ({ request, baseURL }) => {
      test.slow();
      const token = who === 'visitor' ? undefined : await demoToken(request, who);
      const headers: Viewer = token ? { Authorization: token } : {};
      const closed = await closedFiles(request, headers);
      expect(closed.size).toBeGreaterThan(10);
      const get = async (url: string) => {
        const { pathname, search } = new URL(url, baseURL);
        const reply = await request.get(pathname + search, { headers: token ? { Cookie: `token=${token}` } : {} });
        return reply.text();
      };
      const pages = ['/', '/home', '/creator', '/search?q=the', '/user/bookmarks', '/user/purchased-content'];
      for (const part of addresses(await get('/sitemap.xml'))) pages.push(...addresses(await get(part)));
      expect(pages.length).toBeGreaterThan(100);
      const leaks: { id: string; where: string }[] = [];
      let named = 0;
      for (const page of pages) {
        const html = (await get(page)).replaceAll(/\\u002f/gi, '/').replaceAll('\\/', '/');
        for (const [address, id = '', variant] of html.matchAll(/\/media\/(?:public\/)?([0-9a-f]{24})\/(\w+)/g)) {
          named += 1;
          if (closed.has(id) && variant !== 'blurred') leaks.push({ id, where: `${page}: ${address}` });
        }
      }
      expect(named).toBeGreaterThan(500);
      // If another test has unlocked the file meanwhile, its URL is no leak.
      const stillClosed = leaks.length > 0 ? await closedFiles(request, headers) : closed;
      expect(leaks.filter(({ id }) => stillClosed.has(id))).toEqual([]);
    },
  );
