import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('GET /settings/public', () => {
  it('gives the defaults of the specification, false and zero included', async () => {
    const { status, data } = await app.call('getSettings');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      minimumTipPrice: 3,
      maximumTipPrice: 400,
      monthlySubscriptionPrice: 11.99,
      paymentGateway: 'stripe',
      requireEmailVerification: false,
      gaCode: '',
    });
    expect(data.menus?.map((item) => item.path)).toContain('/page/terms-of-service');
  });

  it('keeps private settings to itself', async () => {
    const { data } = await app.call('getSettings');
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['commission']));
    expect(data).not.toHaveProperty('holdingDays');
  });

  it('shows a changed setting at once, and one changed elsewhere within two seconds', async () => {
    await app.services.settings.write('siteName', 'Lantern Row');
    expect((await app.call('getSettings')).data.siteName).toBe('Lantern Row');

    await app.context.db.execute(`update settings set value = '"Tide House"' where key = 'siteName'`);
    expect((await app.call('getSettings')).data.siteName).toBe('Lantern Row');
    app.clock.advance({ seconds: 2 });
    expect((await app.call('getSettings')).data.siteName).toBe('Tide House');
  });

  it('falls back to the default when a stored value makes no sense', async () => {
    await app.context.db.execute(`insert into settings (key, value) values ('minimumTipPrice', '"many"')`);
    app.clock.advance({ seconds: 2 });
    expect((await app.call('getSettings')).data.minimumTipPrice).toBe(3);
  });
});

describe('POST /settings/keys', () => {
  it('gives the public ones of the keys asked for', async () => {
    const { data } = await app.call('getSettingValues', {
      body: { keys: ['maximumTipPrice', 'commission', 'nonsense'] },
    });
    expect(data).toEqual({ maximumTipPrice: 400 });
  });

  it('refuses a body without keys', async () => {
    expect((await app.call('getSettingValues', { body: {} })).status).toBe(400);
  });
});

describe('settings.write', () => {
  it('refuses a value out of bounds', async () => {
    await expect(app.services.settings.write('commission', 2)).rejects.toThrow('Too big');
  });

  it('has a commission for every kind of sale', async () => {
    await app.services.settings.write('commissions', { tip: 0.1 });
    expect(await app.services.settings.readCommission('tip')).toBe(0.1);
    expect(await app.services.settings.readCommission('feed')).toBe(0.2);
  });
});
