import { buildPerformer, type BuiltPerformer } from '../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let admin: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  admin = await buildUser(app, { roles: ['user', 'admin'] });
});
afterAll(() => app.close());

describe('POST /block/users', () => {
  it('blocks a fan, and replies the first block on a repeat', async () => {
    const first = await app.call('blockUser', { as: creator.token, body: { targetId: fan.id, reason: 'rude' } });
    expect(first.data).toMatchObject({ sourceId: creator.id, targetId: fan.id, target: 'user', reason: 'rude' });
    const again = await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect(again.data).toEqual(first.data);
  });

  it('refuses to block another creator or nobody', async () => {
    const other = await buildPerformer(app);
    expect((await app.call('blockUser', { as: creator.token, body: { targetId: other.id } })).status).toBe(404);
    expect((await app.call('blockUser', { as: creator.token, body: { targetId: 'f'.repeat(24) } })).status).toBe(404);
  });

  it('refuses fans', async () => {
    expect((await app.call('blockUser', { as: fan.token, body: { targetId: fan.id } })).status).toBe(403);
  });
});

describe('GET /block/users', () => {
  it('lists whom the caller blocked, with who they are', async () => {
    const { data } = await app.call('listBlockedUsers', { as: creator.token });
    expect(data.total).toBe(1);
    expect(data.data[0]?.targetInfo).toMatchObject({ _id: fan.id, username: fan.account.username });
    const other = await buildPerformer(app);
    expect((await app.call('listBlockedUsers', { as: other.token })).data).toEqual({ data: [], total: 0 });
  });
});

describe('DELETE /block/users/:id', () => {
  it('takes the id of the fan, once', async () => {
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

  it("tells by the proxy's header, else by the address", async () => {
    expect(await check({ 'cf-ipcountry': 'GB' })).toMatchObject({ blocked: true });
    expect(await check({ 'cf-ipcountry': 'PT' }, '81.2.69.142')).toMatchObject({ blocked: false });
    expect(await check({}, '81.2.69.142')).toMatchObject({ blocked: true });
    expect(await check({ 'cf-ipcountry': 'XX' }, '::ffff:81.2.69.142')).toMatchObject({ blocked: true });
    expect(await check({}, '127.0.0.1')).toMatchObject({ blocked: false });
  });

  it('refuses every other call from there, but lets administrators work', async () => {
    const headers = { 'cf-ipcountry': 'GB' };
    const refused = await app.call('listBlockedUsers', { as: creator.token, headers });
    expect(refused.body).toMatchObject({ statusCode: 403, error: 'COUNTRY_BLOCKED' });
    expect((await app.call('getSettings', { headers })).status).toBe(200);
    const { data } = await app.call('listBlockedCountries', { as: admin.token, headers });
    expect(data.map((row) => row.countryCode)).toEqual(['GB']);
  });

  it('does not believe the header without a trusted proxy', async () => {
    const plain = await buildTestApp();
    await plain.services.block.closeSiteTo(['GB']);
    const reply = await plain.call('checkCountryBlock', { headers: { 'cf-ipcountry': 'GB' } });
    expect(reply.data).toMatchObject({ blocked: false });
    await plain.close();
  });
});

describe('GET /admin/block/countries', () => {
  it('is for administrators', async () => {
    expect((await app.call('listBlockedCountries', { as: creator.token })).status).toBe(403);
    expect((await app.call('listBlockedCountries', {})).status).toBe(401);
  });
});

describe('maintenance mode', () => {
  it('answers 503 to everyone but administrators, and keeps the settings readable', async () => {
    await app.services.settings.write('maintenanceMode', true);
    const refused = await app.call('listBlockedUsers', { as: creator.token });
    expect(refused.body).toMatchObject({ statusCode: 503, error: 'MAINTENANCE' });
    expect((await app.call('getSettings')).data.maintenanceMode).toBe(true);
    expect((await app.call('listBlockedCountries', { as: admin.token })).status).toBe(200);
    await app.services.settings.write('maintenanceMode', false);
    expect((await app.call('listBlockedUsers', { as: creator.token })).status).toBe(200);
  });
});
