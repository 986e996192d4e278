import { buildCoupon } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import type { BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let owner: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildOperator(app);
});
afterAll(() => app.close());

const readLog = async () => (await app.call('searchOperatorLog', { as: owner.token })).data.data;
const savePage = (slug: string, body: object) =>
  app.call('saveSitePage', {
    as: owner.token,
    params: { slug },
    body: { title: 'Rules', content: '<p>Be kind.</p>', status: 'published', ...body },
  });
const listPages = async () => (await app.call('listSitePages', { as: owner.token })).data;

describe('pages of the site', () => {
  it('are drafts for operators alone until they are published', async () => {
    const { data } = await savePage('rules', { status: 'draft', isNew: true, content: '<p onclick="x()">Hi</p>' });
    expect(data).toMatchObject({ slug: 'rules', status: 'draft', content: '<p>Hi</p>' });
    expect((await app.call('getPost', { params: { id: 'rules' } })).status).toBe(404);
    expect((await listPages()).map(({ slug }) => slug)).toContain('rules');
    await savePage('rules', { status: 'published' });
    expect((await app.call('getPost', { params: { id: 'rules' } })).data.title).toBe('Rules');
    expect((await readLog())[0]).toMatchObject({
      act: 'page.saved',
      subjectId: 'rules',
      details: { title: 'Rules', status: 'published' },
    });
  });

  it('are not replaced by a new one', async () => {
    await savePage('terms', { title: 'Terms', isNew: true });
    const lines = (await readLog()).length;
    expect((await savePage('terms', { title: 'Other', isNew: true })).body).toMatchObject({ error: 'SLUG_TAKEN' });
    expect((await listPages()).find(({ slug }) => slug === 'terms')?.title).toBe('Terms');
    expect(await readLog()).toHaveLength(lines);
  });

  it.each(['Terms of service', 'a', '../up', 'x--y', 'ä'])('need an address: not %j', async (slug) => {
    expect((await savePage(slug, {})).status).toBe(400);
  });

  it('are previewed as the site would show them', async () => {
    const content = '<h2 id="x">Hi</h2><script>alert(1)</script>';
    const { data } = await app.call('previewPage', { as: owner.token, body: { content } });
    expect(data).toEqual({ content: '<h2>Hi</h2>' });
  });

  it('are listed, hidden and published by command', async () => {
    await savePage('house', { title: 'House rules' });
    expect(await runAdmin(app, 'page', 'hide', 'house')).toBe('/page/house is a draft.');
    expect(await runAdmin(app, 'page', 'list')).toContain('house  draft  House rules');
    expect(await runAdmin(app, 'page', 'publish', 'house')).toBe('/page/house is public.');
    expect((await app.call('getPost', { params: { id: 'house' } })).status).toBe(200);
    await expect(runAdmin(app, 'page', 'hide', 'nothing')).rejects.toThrow('There is no page nothing.');
  });
});

describe('categories', () => {
  it('are added, renamed and moved', async () => {
    const save = (slug: string, name: string, ordering: number) =>
      app.call('saveCategory', { as: owner.token, params: { slug }, body: { name, ordering } });
    await save('music', 'Music', 2);
    await save('craft', 'Craft', 3);
    await save('craft', 'Crafts', 1);
    expect((await app.call('listCategories')).data.map(({ name }) => name)).toEqual(['Crafts', 'Music']);
    expect((await readLog())[0]).toMatchObject({ act: 'category.saved', subjectId: 'craft' });
    expect((await save('craft', ' ', 1)).status).toBe(400);
  });
});

describe('coupons', () => {
  const list = async (query: Record<string, unknown> = {}) =>
    (await app.call('listCoupons', { as: owner.token, query })).data;
  const save = (code: string, body: object = {}) =>
    app.call('saveCoupon', {
      as: owner.token,
      params: { code },
      body: { value: 0.2, usesLeft: 10, lastDay: '2099-12-31', ...body },
    });

  it('are created, changed and ended', async () => {
    expect((await save('spring20', { isNew: true })).data).toEqual({ code: 'SPRING20' });
    expect((await save('Spring20', { isNew: true })).body).toMatchObject({ error: 'COUPON_TAKEN' });
    await save('SPRING20', { value: 0.5, usesLeft: 3 });
    expect((await list({ q: 'spring' })).data).toMatchObject([
      { code: 'SPRING20', value: 0.5, usesLeft: 3, used: 0, state: 'running', expiredDate: '2099-12-31T23:59:59.999Z' },
    ]);
    const end = () => app.call('endCoupon', { as: owner.token, params: { code: 'spring20' } });
    expect((await end()).data).toEqual({ code: 'SPRING20' });
    expect((await list({ q: 'spring20' })).data[0]?.state).toBe('ended');
    expect((await readLog())[0]).toMatchObject({ act: 'coupon.ended', subjectId: 'SPRING20' });
    const missing = await app.call('endCoupon', { as: owner.token, params: { code: 'NOTHING' } });
    expect(missing.status).toBe(404);
  });

  it('are listed by page, newest first, with what is over', async () => {
    app.clock.advance({ hours: 1 });
    await buildCoupon(app, { code: 'OLD1', expiredDate: new Date(0) });
    app.clock.advance({ hours: 1 });
    await buildCoupon(app, { code: 'OLD2', usesLeft: 0 });
    expect(await list({ q: 'old', limit: 1 })).toMatchObject({ total: 2, data: [{ code: expect.any(String) }] });
    const states = new Map((await list({ q: 'old' })).data.map(({ code, state }) => [code, state]));
    expect(states).toEqual(new Map([['OLD1', 'expired'], ['OLD2', 'used up']])); // prettier-ignore
    expect((await list({ q: '%' })).total).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['X', {}],
    ['SPRING 20', {}],
    ['FINE', { value: 0 }],
    ['FINE', { value: 1.2 }],
    ['FINE', { usesLeft: -1 }],
    ['FINE', { lastDay: 'soon' }],
  ])('are refused with wrong fields: %s %j', async (code, body) => {
    expect((await save(code, body)).status).toBe(400);
  });

  it('are listed and ended by command', async () => {
    await save('AUTUMN10', { value: 0.1 });
    expect(await runAdmin(app, 'coupon', 'list', 'autumn')).toBe(
      'AUTUMN10  10 %  0 used, 10 left  until 2099-12-31  running',
    );
    expect(await runAdmin(app, 'coupon', 'end', 'autumn10')).toBe('AUTUMN10 has ended.');
    await expect(runAdmin(app, 'coupon', 'end', 'nothing')).rejects.toThrow('There is no coupon nothing.');
  });
});

describe('announcements', () => {
  const add = (body: object) => app.call('addAnnouncement', { as: owner.token, body });
  const list = async () => (await app.call('listAnnouncements', { as: owner.token })).data;

  it('are shown to everyone until they are removed', async () => {
    const { data } = await add({ title: 'New: live shows', description: 'Tonight', link: '/streaming' });
    expect(await list()).toMatchObject([{ _id: data._id, title: 'New: live shows', link: '/streaming' }]);
    expect((await app.call('listBanners')).data.total).toBe(1);
    const remove = () => app.call('removeAnnouncement', { as: owner.token, params: { id: data._id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await readLog()).slice(0, 2).map(({ act }) => act)).toEqual(['announcement.removed', 'announcement.added']);
  });

  it.each([
    { title: ' ', link: '' },
    { title: 'X', link: 'javascript:alert(1)' },
    { title: 'X', link: '//evil.test' },
  ])('are refused with wrong fields: %j', async (body) => {
    expect((await add(body)).status).toBe(400);
  });
});
