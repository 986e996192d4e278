import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let admin: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
});
afterAll(() => app.close());

describe('POST /block/users', () => {
  it('blocks a fan; a repeat returns the existing block', async () => {
    const first = await app.call('blockUser', { as: creator.token, body: { targetId: fan.id, reason: 'rude' } });
    expect(first.data).toMatchObject({ sourceId: creator.id, targetId: fan.id, target: 'user', reason: 'rude' });
    const again = await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect(again.data).toEqual(first.data);
  });

  it('rejects another creator, and unknown accounts', async () => {
    const other = await buildPerformer(app);
    expect((await app.call('blockUser', { as: creator.token, body: { targetId: other.id } })).status).toBe(404);
    expect((await app.call('blockUser', { as: creator.token, body: { targetId: 'f'.repeat(24) } })).status).toBe(404);
  });

  it('is forbidden to fans', async () => {
    expect((await app.call('blockUser', { as: fan.token, body: { targetId: fan.id } })).status).toBe(403);
  });
});

describe('GET /block/users', () => {
  it('lists the caller’s blocked fans with their views', async () => {
    const { data } = await app.call('listBlockedUsers', { as: creator.token });
    expect(data.total).toBe(1);
    expect(data.data[0]?.targetInfo).toMatchObject({ _id: fan.id, username: fan.account.username });
    const other = await buildPerformer(app);
    expect((await app.call('listBlockedUsers', { as: other.token })).data).toEqual({ data: [], total: 0 });
  });
});

describe('DELETE /block/users/:id', () => {
  it('takes the fan’s id, and succeeds only once', async () => {
    const unblock = () => app.call('unblockUser', { as: creator.token, params: { id: fan.id } });
    expect((await unblock()).data).toEqual({ unlocked: true });
    expect((await unblock()).status).toBe(404);
  });
});

describe('POST /block/countries', () => {
  it("replaces the creator's list", async () => {
    await app.call('blockCountries', { as: creator.token, body: { countryCodes: ['de', 'FR'] } });
    const { data } = await app.call('blockCountries', {
      as: creator.token,
      body: { countryCodes: ['fr', 'FR', 'es'] },
    });
    expect(data).toMatchObject({ sourceId: creator.id, countryCodes: ['ES', 'FR'] });
  });
});

describe('GET /block/countries/check', () => {
  const check = (headers: Record<string, string>, remoteAddress?: string) =>
    app.http
      .inject({ url: '/block/countries/check', headers, ...(remoteAddress !== undefined && { remoteAddress }) })
      .then((reply) => reply.json().data as unknown);

  beforeAll(() => app.services.block.closeSiteTo(['GB']));
  afterAll(() => app.services.block.closeSiteTo([]));

  const british = '81.2.69.142';

  it("finds the country by a trusted proxy's header, or else by the address", async () => {
    expect(await check({ 'cf-ipcountry': 'GB' })).toEqual({ blocked: true, country: 'GB' });
    expect(await check({ 'cf-ipcountry': 'PT', 'x-forwarded-for': british })).toEqual({
      blocked: false,
      country: 'PT',
    });
    expect(await check({ 'cf-ipcountry': 'XX', 'x-forwarded-for': british })).toEqual({ blocked: true, country: 'GB' });
    expect(await check({}, british)).toEqual({ blocked: true, country: 'GB' });
    expect(await check({}, `::ffff:${british}`)).toEqual({ blocked: true, country: 'GB' });
    expect(await check({}, '127.0.0.1')).toEqual({ blocked: false, country: null });
  });

  // Promises A-9.
  it('ignores that header unless the proxy sends it', async () => {
    const spoofed = { 'cf-ipcountry': 'PT', 'x-forwarded-for': '192.0.2.1' };
    expect(await check(spoofed, british)).toEqual({ blocked: true, country: 'GB' });
    // The entry before the one that the proxy has appended is forged.
    expect(await check({ 'x-forwarded-for': `192.0.2.1, ${british}` })).toEqual({ blocked: true, country: 'GB' });
    expect(await check({ 'x-forwarded-for': `192.0.2.1, ${british}, 127.0.0.1` })).toMatchObject({ blocked: true });
  });

  it('reports nothing as blocked if the operators have turned off the country block', async () => {
    await app.services.settings.write('geoBlock', false);
    expect(await check({}, british)).toEqual({ blocked: false, country: 'GB' });
    await app.services.settings.write('geoBlock', true);
    expect(await check({}, british)).toEqual({ blocked: true, country: 'GB' });
  });

  // Promises A-9.
  it('rejects requests from a blocked country, except for the settings and those of administrators', async () => {
    const headers = { 'cf-ipcountry': 'GB' };
    const refused = await app.call('listBlockedUsers', { as: creator.token, headers });
    expect(refused.body).toMatchObject({ statusCode: 403, error: 'COUNTRY_BLOCKED' });
    expect((await app.call('getSettings', { headers })).status).toBe(200);
    const { data } = await app.call('listBlockedCountries', { as: admin.token, headers });
    expect(data.map((row) => row.countryCode)).toEqual(['GB']);
  });

  it('lets administrators make even requests that need no login', async () => {
    const headers = { 'cf-ipcountry': 'GB' };
    expect((await app.call('listCountries', { headers })).body).toMatchObject({ error: 'COUNTRY_BLOCKED' });
    expect((await app.call('listCountries', { headers, as: fan.token })).status).toBe(403);
    expect((await app.call('listCountries', { headers, as: admin.token })).status).toBe(200);
  });

  it('serves no media in a blocked country, whether public or signed', async () => {
    const photo = await buildStoredPhoto(app, { ownerId: creator.id, type: 'avatar', isPublic: true });
    const url = app.services.media.publicUrl(photo, 'small').replace('http://api.test', '');
    const from = async (country: string, as?: string) =>
      (await app.http.inject({ url, headers: { 'cf-ipcountry': country, ...(as && { cookie: `token=${as}` }) } }))
        .statusCode;
    expect([await from('GB'), await from('GB', fan.token), await from('GB', admin.token)]).toEqual([403, 403, 200]);
    expect(await from('PT')).toBe(200);
  });

  it('trusts no proxy if the environment says so', async () => {
    const plain = await buildTestApp({ TRUST_PROXY: '0' }, { beside: app });
    const headers = { 'cf-ipcountry': 'GB', 'x-forwarded-for': british };
    expect((await plain.call('checkCountryBlock', { headers })).data).toEqual({ blocked: false, country: null });
    await plain.close();
  });
});

describe('GET /admin/block/countries', () => {
  it('is allowed only to administrators', async () => {
    expect((await app.call('listBlockedCountries', { as: creator.token })).status).toBe(403);
    expect((await app.call('listBlockedCountries', {})).status).toBe(401);
  });
});

describe('maintenance mode', () => {
  it('responds with 503 to everyone but administrators, and settings can still be read', async () => {
    await app.services.settings.write('maintenanceMode', true);
    const refused = await app.call('listBlockedUsers', { as: creator.token });
    expect(refused.body).toMatchObject({ statusCode: 503, error: 'MAINTENANCE' });
    expect((await app.call('getSettings')).data.maintenanceMode).toBe(true);
    expect((await app.call('listBlockedCountries', { as: admin.token })).status).toBe(200);
    await app.services.settings.write('maintenanceMode', false);
    expect((await app.call('listBlockedUsers', { as: creator.token })).status).toBe(200);
  });

  it('sends the operators’ message, and when to retry', async () => {
    const { settings } = app.services;
    const until = new Date(app.clock.now().getTime() + 90_000).toISOString();
    await settings.write('maintenanceMode', true);
    await settings.write('maintenanceMessage', 'New shelves.');
    await settings.write('maintenanceUntil', until);
    const refused = await app.call('listCountries');
    expect(refused.status).toBe(503);
    expect(refused.body.message).toBe('New shelves.');
    expect(refused.headers['retry-after']).toBe('90');
    expect((await app.call('getSettings')).data).toMatchObject({
      maintenanceMessage: 'New shelves.',
      maintenanceUntil: until,
    });
    app.clock.advance({ minutes: 5 });
    expect((await app.call('listCountries')).headers['retry-after']).toBeUndefined();
    await settings.write('maintenanceMode', false);
  });
});
