import { eq } from 'drizzle-orm';
import { posts } from '../../db/schema/site';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const { save } = app.services.post;
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
  it('lists published texts in their order, by type and words', async () => {
    expect(await titles({})).toEqual(['News', 'Terms', 'Old']);
    expect(await titles({ type: 'post' })).toEqual(['News']);
    expect(await titles({ q: 'term' })).toEqual(['Terms']);
    expect(await titles({ sortBy: 'title', sort: 'asc' })).toEqual(['News', 'Old', 'Terms']);
    expect(await titles({ status: 'draft' })).toEqual([]);
  });
});

describe('GET /posts/:id', () => {
  const get = (id: string) => app.call('getPost', { params: { id } });

  it('finds a text by id or slug', async () => {
    const { data } = await get('terms-of-service');
    expect(data).toMatchObject({ title: 'Terms', type: 'page', content: '<p>Be kind.</p>' });
    expect((await get(data._id)).data.slug).toBe('terms-of-service');
  });

  it('hides drafts and unknown texts', async () => {
    expect((await get('draft')).status).toBe(404);
    expect((await get('nothing')).status).toBe(404);
  });

  it('cleans texts when they are read, however they came in', async () => {
    expect((await get('old')).data.content).toBe('<h2>Hi</h2>');
  });
});

describe('post.save', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer">a</a>'],
    ['<svg><script>alert(1)</script></svg><p style="x">ok</p>', '<p>ok</p>'],
    ['<iframe src="https://evil.test"></iframe><em>ok</em>', '<em>ok</em>'],
    ['<a href="//evil.test">a</a>', '<a rel="noopener noreferrer">a</a>'],
  ])('cleans %s', async (content, clean) => {
    await app.services.post.save({ type: 'page', title: 'T', slug: 'trap', content }, { replace: true });
    const [stored] = await app.context.db.select().from(posts).where(eq(posts.slug, 'trap'));
    expect(stored?.content).toBe(clean);
  });

  it('keeps a text that is there unless told to replace it', async () => {
    const page = { type: 'page' as const, title: 'Mine', slug: 'terms-of-service', content: '' };
    expect(await app.services.post.save(page)).toBe(false);
    expect((await app.call('getPost', { params: { id: 'terms-of-service' } })).data.title).toBe('Terms');
  });
});
