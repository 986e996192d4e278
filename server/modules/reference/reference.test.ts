import { banners, contactMessages } from '../../db/schema/site';
import { buildStoredPhoto } from '../../../tests/factories/media';
import { buildUser } from '../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('places and languages', () => {
  it('GET /countries/list names countries and points at flags this server has', async () => {
    const { data } = await app.call('listCountries');
    expect(data.length).toBeGreaterThan(240);
    const portugal = data.find((country) => country.code === 'PT');
    expect(portugal).toEqual({ name: 'Portugal', code: 'PT', flag: 'http://api.test/flags/PT.svg' });
    const flag = await app.http.inject({ url: '/flags/PT.svg' });
    expect([flag.statusCode, flag.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    for (const file of ['pt.svg', 'ZZ.svg', 'default.svg', '__proto__.svg']) {
      expect((await app.http.inject({ url: `/flags/${file}` })).statusCode).toBe(404);
    }
  });

  it('GET /states/:country gives the names of its parts', async () => {
    const states = async (country: string) => (await app.call('listStates', { params: { country } })).data;
    expect(await states('us')).toEqual(expect.arrayContaining(['California', 'Texas']));
    expect(await states('ZZ')).toEqual([]);
    expect((await app.call('listCities', { params: { country: 'PT', state: 'Faro' } })).data).toEqual([]);
  });

  it('GET /languages/list and /phone-codes/list give names and codes', async () => {
    const languages = (await app.call('listLanguages')).data;
    expect(languages).toContainEqual({ name: 'Portuguese', code: 'pt' });
    const codes = (await app.call('listPhoneCodes')).data;
    expect(codes).toContainEqual({ name: 'Portugal', code: '+351' });
    expect(new Set(codes.map((row) => row.code)).size).toBe(codes.length);
  });
});

describe('GET /user-additional and /categories/list', () => {
  it('give the choices of a profile, and the categories in order', async () => {
    const second = await app.services.reference.saveCategory({ name: 'Music', slug: 'music', ordering: 2 });
    const first = await app.services.reference.saveCategory({ name: 'Craft', slug: 'craft', ordering: 1 });
    expect(await app.services.reference.saveCategory({ name: 'Crafts', slug: 'craft', ordering: 1 })).toBe(first);
    expect((await app.call('listCategories')).data).toMatchObject([
      { _id: first, name: 'Crafts' },
      { _id: second, name: 'Music' },
    ]);
    const { data } = await app.call('getProfileOptions');
    expect(data.categories).toEqual([
      { value: first, text: 'Crafts' },
      { value: second, text: 'Music' },
    ]);
    for (const list of Object.values(data)) {
      expect(new Set(list.map((option) => option.value)).size).toBe(list.length);
      expect(list.length).toBeGreaterThan(1);
    }
  });
});

describe('POST /re-captcha/verify', () => {
  it('passes everybody and says that it is a sandbox', async () => {
    const { data } = await app.call('verifyCaptcha', { body: { token: 'anything' } });
    expect(data).toMatchObject({ success: true, hostname: 'sandbox' });
  });
});

describe('GET /site-promo/search', () => {
  it('lists active banners of a position with their picture', async () => {
    const owner = await buildUser(app);
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'banner', isPublic: true });
    await app.context.db.insert(banners).values([
      { title: 'Spring', position: 'top', fileId: file.id },
      { title: 'Plain', position: 'left' },
      { title: 'Gone', position: 'top', status: 'inactive' },
    ]);
    const { data } = await app.call('listBanners', { query: { position: 'top' } });
    expect(data).toMatchObject({
      total: 1,
      data: [{ title: 'Spring', photo: { url: expect.stringContaining('http') } }],
    });
    expect((await app.call('listBanners')).data.total).toBe(2);
  });
});

describe('POST /contact', () => {
  const message = { name: 'Ann', email: 'ann@example.test', message: 'Hello <b>there</b>' };

  it('keeps the message, and mails it where operators have named an address', async () => {
    expect((await app.call('sendContactMessage', { body: message })).data).toEqual({ success: true });
    await app.jobs.drain();
    expect(app.mails).toEqual([]);
    await app.services.settings.write('contactEmail', 'desk@example.test');
    await app.call('sendContactMessage', { body: message });
    await app.jobs.drain();
    expect(app.mails[0]).toMatchObject({
      to: 'desk@example.test',
      text: expect.stringContaining('Hello <b>there</b>'),
    });
    expect(app.mails[0]?.html).not.toContain('<b>there');
    expect(await app.context.db.select().from(contactMessages)).toHaveLength(2);
  });

  it('refuses an empty message or a bad address', async () => {
    expect((await app.call('sendContactMessage', { body: { ...message, message: ' ' } })).status).toBe(400);
    expect((await app.call('sendContactMessage', { body: { ...message, email: 'ann' } })).status).toBe(400);
  });
});
