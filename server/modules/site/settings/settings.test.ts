import { limits } from '@contract/base/limits';
import type { FamilyPart } from '@contract/extensions';
import { runAdmin } from '../../../../tests/factories/operator';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('GET /settings/public', () => {
  it('returns the specification’s defaults, including false and zero', async () => {
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

  it('lists the optional parts of the API that are served', async () => {
    const { extensions = [] } = (await app.call('getSettings')).data;
    const parts = { shows: true, orders: true, payouts: true } satisfies Record<FamilyPart, true>;
    expect(extensions).toEqual(expect.arrayContaining(Object.keys(parts)));
  });

  it('hides private settings', async () => {
    const { data } = await app.call('getSettings');
    expect(Object.keys(data)).not.toEqual(expect.arrayContaining(['commission']));
    expect(data).not.toHaveProperty('holdingDays');
  });

  it('shows a change immediately, and another process’s change within two seconds', async () => {
    await app.services.settings.write('siteName', 'Lantern Row');
    expect((await app.call('getSettings')).data.siteName).toBe('Lantern Row');

    await app.context.db.execute(`update settings set value = '"Tide House"' where key = 'siteName'`);
    expect((await app.call('getSettings')).data.siteName).toBe('Lantern Row');
    app.clock.advance({ seconds: 2 });
    expect((await app.call('getSettings')).data.siteName).toBe('Tide House');
  });

  it('uses the default if a stored value is invalid', async () => {
    await app.context.db.execute(`insert into settings (key, value) values ('minimumTipPrice', '"many"')`);
    app.clock.advance({ seconds: 2 });
    expect((await app.call('getSettings')).data.minimumTipPrice).toBe(3);
  });
});

/** The values from specification 9. */
const constants = [
  ['freeSubscriptionEnabled', true],
  ['freeSubscriptionDuration', 1],
  ['minimumSubscriptionPrice', 2.95],
  ['maximumSubscriptionPrice', 300],
  ['monthlySubscriptionPrice', 11.99],
  ['minimumWalletPrice', 10],
  ['maximumWalletPrice', 1000],
  ['minimumTipPrice', 3],
  ['maximumTipPrice', 400],
  ['maximumPpvPrice', 400],
  ['minimumPayoutAmount', 50],
  ['paymentGateway', 'stripe'],
] as const;

describe('the constants of the specification', () => {
  let fresh: TestApp;
  beforeAll(async () => {
    fresh = await buildTestApp();
  });
  afterAll(() => fresh.close());

  it.each(constants)('%s is %j until an operator changes it', async (key, value) => {
    expect((await fresh.call('getSettings')).data[key]).toBe(value);
    expect((await fresh.call('getSettingValues', { body: { keys: [key] } })).data).toEqual({ [key]: value });
  });

  it('there are 25 messages per page, and cookies expire after 365 days or one day', () => {
    expect(limits).toMatchObject({ messagePage: 25, rememberDays: 365, sessionDays: 1 });
    expect(limits).toMatchObject({ socketReconnectMin: 1_000, socketReconnectMax: 10_000 });
  });
});

describe('settings that pages need', () => {
  it('have defaults', async () => {
    const fresh = await buildTestApp();
    expect((await fresh.call('getSettings')).data).toMatchObject({
      siteName: expect.any(String),
      logoUrl: '',
      darkmodeLogoUrl: '',
      favicon: '',
      maintenanceMode: false,
      maintenanceMessage: '',
      maintenanceUntil: '',
      geoBlock: true,
      contentProtection: true,
      gaCode: '',
      chatWidgetUrl: '',
      chatWidgetId: '',
      affiliateUrl: '',
      affiliateId: '',
      captchaProvider: 'altcha',
      captchaForms: expect.any(Array),
    });
    await fresh.close();
  });
});

describe('npm run admin -- settings set', () => {
  const set = (...words: string[]) => runAdmin(app, 'settings', 'set', ...words);

  it('takes effect in every process within seconds', async () => {
    const second = await buildTestApp({}, { beside: app });
    expect((await second.call('getSettings')).data.homeTitle).not.toBe('Hand made');
    await set('homeTitle', 'Hand', 'made');
    app.clock.advance({ seconds: 10 });
    expect((await second.call('getSettings')).data.homeTitle).toBe('Hand made');
    await second.close();
  });

  it.each([
    ['siteName', '2026', '2026'],
    ['maintenanceMode', 'true', true],
    ['maintenanceMode', 'false', false],
    ['maintenanceUntil', '2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z'],
    ['gaCode', 'G-AB12CD34EF', 'G-AB12CD34EF'],
    ['chatWidgetUrl', 'https://chat.example.test/widget.js', 'https://chat.example.test/widget.js'],
    ['captchaForms', '["contact"]', ['contact']],
    ['captchaForms', '[]', []],
    ['logoUrl', '/logo.svg', '/logo.svg'],
    ['footerContent', '<p onclick="x()">Made here</p><script>1</script>', '<p>Made here</p>'],
    ['freeSubscriptionDuration', '7', 7],
  ])('accepts %s %s', async (key, text, value) => {
    await set(key, text);
    expect((await app.call('getSettings')).data).toMatchObject({ [key]: value });
  });

  it.each([
    ['nonsense', '1', 'no setting'],
    ['__proto__', '1', 'no setting'],
    ['minimumTipPrice', 'many', 'minimumTipPrice'],
    ['minimumTipPrice', '-1', 'minimumTipPrice'],
    ['minimumTipPrice', '1.234', 'two decimals'],
    ['minimumTipPrice', '500', 'above maximumTipPrice'],
    ['maximumSubscriptionPrice', '1', 'above maximumSubscriptionPrice'],
    ['maintenanceUntil', 'tomorrow', 'maintenanceUntil'],
    ['gaCode', "G-1');alert(1)//", 'gaCode'],
    ['chatWidgetUrl', 'javascript:alert(1)', 'chatWidgetUrl'],
    ['logoUrl', '//evil.example.test/logo.svg', 'logoUrl'],
    ['captchaForms', '["login"]', 'captchaForms'],
    ['menus', '[{"title":"X","path":"javascript:alert(1)","section":"footer"}]', 'must lead to'],
    ['freeSubscriptionDuration', '0', 'freeSubscriptionDuration'],
  ])('rejects %s %s', async (key, text, why) => {
    await expect(set(key, text)).rejects.toThrow(why);
  });
});

describe('POST /settings/keys', () => {
  it('returns those of the requested keys that are public', async () => {
    const { data } = await app.call('getSettingValues', {
      body: { keys: ['maximumTipPrice', 'commission', 'nonsense'] },
    });
    expect(data).toEqual({ maximumTipPrice: 400 });
  });

  it('rejects a body without keys', async () => {
    expect((await app.call('getSettingValues', { body: {} })).status).toBe(400);
  });
});

describe('settings.write', () => {
  it('rejects a value out of bounds', async () => {
    await expect(app.services.settings.write('commission', 2)).rejects.toThrow('must be at most 1');
  });

  it('accepts a commission for every kind of sale', async () => {
    await app.services.settings.write('commissions', { tip: 0.1 });
    expect(await app.services.settings.read()).toMatchObject({ commission: 0.2, commissions: { tip: 0.1 } });
  });
});
