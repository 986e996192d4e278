import { buildOperator } from '../../../../tests/factories/operator';
import type { BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { settingNames } from '@contract/operations/setting-forms';

let app: TestApp;
let owner: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildOperator(app);
});
afterAll(() => app.close());

const list = async () => (await app.call('listSettings', { as: owner.token })).data;
const find = async (key: string) => (await list()).find((setting) => setting.key === key);
const save = (key: string, value: unknown) =>
  app.call('saveSetting', { as: owner.token, params: { key }, body: { value } });
const readLog = async () => (await app.call('searchOperatorLog', { as: owner.token })).data.data;

describe('GET /admin/settings', () => {
  it('has every setting with its value, default and bounds', async () => {
    expect((await list()).map(({ key }) => key)).toEqual(settingNames);
    expect(await find('minimumTipPrice')).toMatchObject({
      value: 3,
      defaultValue: 3,
      since: null,
      bounds: { min: 0, atMost: 'maximumTipPrice' },
    });
    expect(await find('maximumTipPrice')).toMatchObject({ bounds: { atLeast: 'minimumTipPrice' } });
    expect((await find('commission'))?.bounds).toMatchObject({ min: 0, max: 1 });
    expect((await find('freeSubscriptionDuration'))?.bounds).toMatchObject({ min: 1, max: 365 });
    expect((await find('companyName'))?.bounds).toMatchObject({ maxLength: 200 });
  });
});

describe('PUT /admin/settings/:key', () => {
  it.each([
    ['commission', 0.15],
    ['siteName', '2026'],
    ['siteName', 'Lantern Row'],
    ['maintenanceMessage', ''],
    ['contentProtection', false],
    ['captchaForms', ['contact', 'register']],
    ['commissions', { tip: 0.1 }],
    ['menus', [{ title: 'News', path: '/page/news', section: 'footer' }]],
  ])('changes %s to %j and says since when', async (key, value) => {
    const { status, data } = await save(key, value);
    expect(status).toBe(200);
    const saved = data.find((setting) => setting.key === key);
    expect(saved).toMatchObject({ value, since: expect.stringContaining('T') });
    expect(await app.services.settings.read()).toMatchObject({ [key]: value });
  });

  it('leaves a line in the log, with the value before', async () => {
    await save('holdingDays', 7);
    await save('holdingDays', 9);
    expect((await readLog())[0]).toMatchObject({
      act: 'setting.changed',
      subjectId: 'holdingDays',
      operatorId: owner.id,
      via: 'console',
      details: { before: 7, after: 9 },
    });
  });

  it('names both settings of a contradiction, and changes nothing', async () => {
    const lines = (await readLog()).length;
    const reply = await save('minimumTipPrice', 500);
    expect(reply.body).toMatchObject({
      statusCode: 422,
      error: 'SETTING_CONFLICT',
      message: 'minimumTipPrice: minimumTipPrice would be above maximumTipPrice',
    });
    expect(await find('minimumTipPrice')).toMatchObject({ value: 3, since: null });
    expect(await readLog()).toHaveLength(lines);
  });

  it.each([
    ['commission', 2],
    ['holdingDays', -1],
    ['holdingDays', 'many'],
    ['gaCode', "G-1');alert(1)//"],
    ['companyIban', 'DE00'],
    ['menus', [{ title: 'X', path: 'javascript:alert(1)', section: 'footer' }]],
  ])('refuses %s = %j', async (key, value) => {
    const reply = await save(key, value);
    expect(reply.body).toMatchObject({ statusCode: 422, error: 'SETTING_REFUSED' });
    expect(reply.body.message).toContain(key);
  });

  it('knows no other settings', async () => {
    expect((await save('demoSeeded', true)).status).toBe(400);
    expect((await save('__proto__', {})).status).toBe(400);
  });
});

describe('PUT /admin/countries', () => {
  it('closes the site to exactly these countries', async () => {
    const close = (countryCodes: string[]) => app.call('closeCountries', { as: owner.token, body: { countryCodes } });
    expect((await close(['pt', 'GB'])).data).toEqual({ countryCodes: ['PT', 'GB'] });
    const closed = await app.call('listPosts', { headers: { 'cf-ipcountry': 'PT' } });
    expect(closed.body).toMatchObject({ error: 'COUNTRY_BLOCKED' });
    const listed = (await app.call('listBlockedCountries', { as: owner.token })).data;
    expect(listed.map(({ countryCode }) => countryCode).toSorted()).toEqual(['GB', 'PT']);
    expect((await readLog())[0]).toMatchObject({ act: 'countries.changed', details: { closedTo: ['PT', 'GB'] } });
    expect((await close(['Portugal'])).status).toBe(400);
    await close([]);
    expect((await app.call('listPosts', { headers: { 'cf-ipcountry': 'PT' } })).status).toBe(200);
  });
});
