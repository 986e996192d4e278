import { banners, contactMessages } from '../../../db/schema/site';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildUser } from '../../../../tests/factories/user';
import { listSubdivisions } from './places';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('places and languages', () => {
  it('GET /countries/list returns countries, with flags served here', async () => {
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

  it('GET /states/:country returns the names of its states', async () => {
    const states = async (country: string) => (await app.call('listStates', { params: { country } })).data;
    expect(await states('us')).toEqual(expect.arrayContaining(['California', 'Texas']));
    expect(await states('ZZ')).toEqual([]);
  });

  it('GET /cities/:country/:state returns cities by the local or English name of the state', async () => {
    const cities = async (country: string, state: string) =>
      (await app.call('listCities', { params: { country, state } })).data;
    expect(await cities('PT', 'Faro')).toEqual(expect.arrayContaining(['Albufeira', 'Tavira']));
    expect(await cities('US', 'California')).toEqual(expect.arrayContaining(['Los Angeles', 'San Francisco']));
    expect(await cities('DE', 'Bayern')).toEqual(await cities('DE', 'Bavaria'));
    expect(await cities('GB', 'Kent')).toContain('Canterbury');
    expect(await cities('GB', 'England')).toContain('Canterbury');
    expect(await cities('US', 'Nowhere')).toEqual([]);
    expect(await cities('ZZ', 'Faro')).toEqual([]);
  });

  it('GET /countries/details returns capital, region, currency, language and flag', async () => {
    const { data } = await app.call('listCountryDetails');
    expect(data.find((country) => country.code === 'JP')).toEqual({
      name: 'Japan',
      code: 'JP',
      capital: 'Tokyo',
      region: 'Asia',
      currency: { code: 'JPY', name: 'Japanese Yen', symbol: '¥' },
      language: { code: 'ja', name: 'Japanese' },
      flag: 'http://api.test/flags/JP.svg',
    });
    expect(data.map(({ code }) => code)).toEqual((await app.call('listCountries')).data.map(({ code }) => code));
    expect(data.filter(({ region }) => region === '')).toEqual([]);
  });

  it('GET /countries/:country/subdivisions returns each with code, type and name', async () => {
    const parts = (country: string) => app.call('listSubdivisions', { params: { country } });
    const { data } = await parts('us');
    expect(data).toMatchObject({ code: 'US', name: 'United States' });
    expect(data.subdivisions).toContainEqual({ code: 'US-CA', type: 'State', name: 'California' });
    expect((await parts('PT')).data.subdivisions).toContainEqual({ code: 'PT-08', type: 'District', name: 'Faro' });
    // This code is newer than the list of types.
    expect((await parts('FR')).data.subdivisions).toContainEqual({
      code: 'FR-NAQ',
      type: 'Metropolitan region',
      name: 'Nouvelle-Aquitaine',
    });
    expect((await parts('ZZ')).status).toBe(404);
  });

  it('every subdivision has a code that begins with its country’s, and a type', async () => {
    for (const { code } of (await app.call('listCountries')).data) {
      for (const part of listSubdivisions(code)) {
        expect(part.code).toMatch(new RegExp(`^${code}-[A-Z0-9]{1,3}$`));
        expect(part.type).not.toBe('');
      }
    }
  });

  it('GET /countries/alpha3/:code maps three letters to two', async () => {
    const find = (code: string) => app.call('findCountryByAlpha3', { params: { code } });
    expect((await find('prt')).data).toEqual({ code: 'PT', name: 'Portugal' });
    expect((await find('ZZZ')).status).toBe(404);
    expect((await find('PT')).status).toBe(400);
  });

  it('can be cached for a day by browsers and proxies', async () => {
    const reply = await app.call('listCountries');
    expect(reply.headers['cache-control']).toBe('public, max-age=86400');
    expect((await app.call('getSettings')).headers['cache-control']).toBe('private, no-store');
  });

  it('GET /languages/list and /phone-codes/list return names and codes', async () => {
    const languages = (await app.call('listLanguages')).data;
    expect(languages).toContainEqual({ name: 'Portuguese', code: 'pt' });
    expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length);
    const codes = (await app.call('listPhoneCodes')).data;
    expect(codes).toContainEqual({ name: 'Portugal', code: '+351' });
    expect(new Set(codes.map((row) => row.code)).size).toBe(codes.length);
  });
});

describe('GET /user-additional and /categories/list', () => {
  it('return the options for profiles, and the categories in order', async () => {
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

describe('GET /site-promo/search', () => {
  it('lists active banners for a position, with their images', async () => {
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
  beforeAll(() => app.services.settings.write('captchaForms', []));

  const message = { name: 'Ann', email: 'ann@example.test', message: 'Hello <b>there</b>' };

  it('stores the message and mails it to the operators, so that replies go to its sender', async () => {
    expect((await app.call('sendContactMessage', { body: message })).data).toEqual({ success: true });
    await app.jobs.drain();
    // With the sandbox, mails only go to the outbox, and need no configured address.
    expect(app.mails.splice(0)).toMatchObject([{ to: 'no-reply@localhost', replyTo: 'ann@example.test' }]);
    await app.services.settings.write('contactEmail', 'desk@example.test');
    await app.call('sendContactMessage', { body: message });
    await app.jobs.drain();
    expect(app.mails[0]).toMatchObject({
      to: 'desk@example.test',
      replyTo: 'ann@example.test',
      // Markup in messages is removed. Specification 5.
      text: expect.stringContaining('Hello there'),
    });
    expect(app.mails[0]?.html).not.toContain('<b>there');
    expect(await app.context.db.select().from(contactMessages)).toHaveLength(2);
  });

  it('rejects an empty message and an invalid address', async () => {
    expect((await app.call('sendContactMessage', { body: { ...message, message: ' ' } })).status).toBe(400);
    expect((await app.call('sendContactMessage', { body: { ...message, email: 'ann' } })).status).toBe(400);
  });
});
