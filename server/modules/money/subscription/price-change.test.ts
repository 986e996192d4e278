import { and, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildCard, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { paymentTransactions } from '../../../db/schema/money';

const address = { line1: 'Rue 1', city: 'Lyon', region: '', postalCode: '69000', country: 'FR' };

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-10-03T10:00:00Z');
  await app.services.settings.write('monthlySubscriptionPrice', 11.99);
  const prices = { monthlyPrice: cents(800), yearlyPrice: cents(8000) };
  creator = await buildPerformer(app, { name: 'Noor Adeyemi', ...prices });
  fan = await buildUser(app);
  await buildCard(app, fan);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const asFan = () => app.services.session.open(fan.id);
const subscribe = async (type: 'monthly' | 'yearly' = 'monthly', place: object = {}) => {
  const body = { performerId: creator.id, type, ...place, ...(await byDefaultCard(app, fan)) };
  const reply = await app.call('subscribePerformer', { as: await asFan(), body });
  expect(reply.status).toBe(200);
  await app.jobs.drain();
  app.mails.splice(0);
};
const subscribeToSite = async () => {
  const body = await byDefaultCard(app, fan);
  expect((await app.call('subscribePlatform', { as: await asFan(), body })).status).toBe(200);
};
async function setPrice(prices: { monthlyPrice?: number; yearlyPrice?: number }): Promise<void> {
  const as = await app.services.session.open(creator.id);
  const { status } = await app.call('updatePerformer', { as, params: { id: creator.id }, body: prices });
  expect(status).toBe(200);
  await app.jobs.drain();
}
async function renewAt(at: string): Promise<void> {
  app.clock.set(at);
  await app.jobs.run('renew-subscriptions', {});
  await app.jobs.drain();
}
const read = async () => (await app.call('searchUserSubscriptions', { as: await asFan() })).data.data[0];
const readUpcoming = async () => (await app.call('listUpcomingCharges', { as: await asFan() })).data;
const readNews = async () => {
  const { data } = await app.call('listNotifications', { as: await asFan() });
  return data.data.filter(({ action }) => action === 'price-changed').map(({ message }) => message);
};
const listPaid = async () => {
  const own = and(eq(paymentTransactions.userId, fan.id), eq(paymentTransactions.status, 'success'));
  const rows = await app.context.db
    .select()
    .from(paymentTransactions)
    .where(own)
    .orderBy(paymentTransactions.createdAt);
  return rows.map(({ originalPrice }) => originalPrice);
};

describe('M-24: a creator who raises the price', () => {
  it('gets the new price from new subscribers immediately', async () => {
    await setPrice({ monthlyPrice: 12 });
    await subscribe();
    expect(await listPaid()).toEqual([1200]);
    expect(await read()).not.toHaveProperty('priceChange');
  });

  it('gets the new price from subscribers at the first renewal after 30 days of notice', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    // Notified on October 3: the notice period ends on November 2, before the renewal of November 3.
    expect(await read()).toMatchObject({ price: 8, priceChange: { price: 12, from: '2026-11-03T10:00:00.000Z' } });
    await renewAt('2026-11-03T10:05:00Z');
    expect(await listPaid()).toEqual([800, 1200]);
    const after = await read();
    expect(after).toMatchObject({ price: 12 });
    expect(after).not.toHaveProperty('priceChange');
  });

  it('gets the old price for a renewal within the notice period', async () => {
    await subscribe();
    app.clock.set('2026-10-20T10:00:00Z');
    await setPrice({ monthlyPrice: 12 });
    expect(await read()).toMatchObject({ price: 8, priceChange: { price: 12, from: '2026-12-03T10:00:00.000Z' } });
    await renewAt('2026-11-03T10:05:00Z');
    expect(await listPaid()).toEqual([800, 800]);
    expect(await read()).toMatchObject({ price: 8, priceChange: { price: 12, from: '2026-12-03T10:00:00.000Z' } });
    await renewAt('2026-12-03T10:05:00Z');
    expect(await listPaid()).toEqual([800, 800, 1200]);
  });

  it('has subscribers notified in the app and by mail', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    const sentence =
      'From 3 November 2026, your subscription to Noor Adeyemi costs $12.00 a month instead of $8.00, before tax.';
    expect(await readNews()).toEqual([sentence]);
    const [mail] = app.mails.filter(({ to }) => to === fan.account.email);
    expect(mail?.subject).toBe('Your subscription to Noor Adeyemi will cost more');
    expect(mail?.text).toContain(sentence);
    expect(mail?.text).toContain('cancel before 3 November 2026');
    expect(mail?.text).toContain('View my subscriptions: http://web.test/user/my-subscription');
  });

  it('has each subscriber notified once when the job repeats', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    await app.jobs.run('announce-prices', { performerId: creator.id });
    await app.jobs.run('announce-prices', { performerId: creator.id });
    expect(await readNews()).toHaveLength(1);
  });

  it('gives as many days of notice as the site settings require', async () => {
    await app.services.settings.write('priceChangeNoticeDays', 60);
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    expect((await read())?.priceChange?.from).toBe('2026-12-03T10:00:00.000Z');
    await app.services.settings.write('priceChangeNoticeDays', 30);
  });

  it('does not change the price for subscribers of the other plan', async () => {
    await subscribe('yearly');
    await setPrice({ monthlyPrice: 12 });
    expect(await readNews()).toEqual([]);
    expect(await read()).not.toHaveProperty('priceChange');
  });

  it('has a fan notified who was subscribing at that moment', async () => {
    const { token: cardId } = await buildCard(app, fan, { code: 'authenticate', isDefault: false });
    const body = { performerId: creator.id, type: 'monthly', cardId };
    const { data } = await app.call('subscribePerformer', { as: await asFan(), body });
    await setPrice({ monthlyPrice: 12 });
    const params = { id: '_id' in data ? data._id : '' };
    await app.call('confirmPayment', { as: await asFan(), params, body: { outcome: 'approve' } });
    await app.jobs.drain();
    expect(await read()).toMatchObject({ price: 8, priceChange: { price: 12, from: '2026-11-03T10:00:00.000Z' } });
    expect(await readNews()).toHaveLength(1);
  });

  it('has a fan who had canceled notified only when they resume', async () => {
    await subscribe();
    const { _id: id } = (await read()) ?? { _id: '' };
    const as = await asFan();
    await app.call('cancelSubscription', { as, params: { type: 'stripe', id } });
    await setPrice({ monthlyPrice: 12 });
    expect(await readNews()).toEqual([]);
    await app.call('resumeSubscription', { as, params: { type: 'stripe', id } });
    await app.jobs.drain();
    expect(await readNews()).toHaveLength(1);
    expect((await read())?.priceChange).toEqual({ price: 12, from: '2026-11-03T10:00:00.000Z' });
  });
});

describe('several price changes in a row', () => {
  it('apply the last price, and restart the notice period', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 10 });
    app.clock.set('2026-10-10T10:00:00Z');
    await setPrice({ monthlyPrice: 12 });
    expect((await read())?.priceChange).toEqual({ price: 12, from: '2026-12-03T10:00:00.000Z' });
    await renewAt('2026-11-03T10:05:00Z');
    await renewAt('2026-12-03T10:05:00Z');
    expect(await listPaid()).toEqual([800, 800, 1200]);
  });

  it('that end at the old price are withdrawn, and subscribers are notified', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    app.clock.advance({ minutes: 1 });
    await setPrice({ monthlyPrice: 8 });
    expect(await read()).not.toHaveProperty('priceChange');
    expect((await readNews())[0]).toBe(
      'Your subscription to Noor Adeyemi stays at $8.00 a month, before tax: the new price we told you about won’t apply.',
    );
    await renewAt('2026-11-03T10:05:00Z');
    expect(await listPaid()).toEqual([800, 800]);
  });

  it('do not change the price of a renewal that is being retried', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    await setPrice({ monthlyPrice: 8 });
    app.clock.set('2026-10-10T10:00:00Z');
    await setPrice({ monthlyPrice: 12 });
    const bad = await buildCard(app, fan, { code: 'declinedLater', isDefault: false });
    const { _id: id } = (await read()) ?? { _id: '' };
    const params = { type: 'stripe', id };
    await app.call('changeSubscriptionCard', { as: await asFan(), params, body: { cardId: bad.id } });
    await renewAt('2026-11-03T10:05:00Z');
    await renewAt('2026-11-04T10:06:00Z');
    expect((await read())?.status).toBe('past_due');
    // The notice period ends on November 9, before the last retry.
    const good = await byDefaultCard(app, fan);
    app.clock.set('2026-11-09T12:00:00Z');
    await app.call('changeSubscriptionCard', { as: await asFan(), params, body: { cardId: good.cardId } });
    await app.jobs.drain();
    expect(await listPaid()).toEqual([800, 800]);
    expect((await read())?.priceChange).toMatchObject({ price: 12 });
  });
});

describe('a creator who lowers the price', () => {
  it('gets the lower price from the next renewal on, and subscribers are notified', async () => {
    await subscribe();
    app.clock.set('2026-11-02T10:00:00Z');
    await setPrice({ monthlyPrice: 6 });
    expect((await read())?.priceChange).toEqual({ price: 6, from: '2026-11-03T10:00:00.000Z' });
    expect((await readNews())[0]).toContain('costs $6.00 a month instead of $8.00');
    await renewAt('2026-11-03T10:05:00Z');
    expect(await listPaid()).toEqual([800, 600]);
  });
});

describe('the price of the platform subscription', () => {
  it('changes by the same rules', async () => {
    await subscribeToSite();
    await app.services.settings.writeText('monthlySubscriptionPrice', '15');
    await app.jobs.drain();
    const { data } = await app.call('getPlatformSubscription', { as: await asFan() });
    expect(data).toMatchObject({ price: 11.99, priceChange: { price: 15, from: '2026-11-03T10:00:00.000Z' } });
    expect((await readNews())[0]).toMatch(/^From 3 November 2026, your subscription to Ovela costs \$15\.00 a month/);
    await renewAt('2026-11-03T10:05:00Z');
    expect(await listPaid()).toEqual([1199, 1500]);
  });
});

describe('GET /payment/upcoming-charges', () => {
  it('lists the renewals of the next 30 days with tax, card and their sum, soonest first', async () => {
    await subscribe('monthly', { address });
    app.clock.set('2026-10-10T10:00:00Z');
    await subscribeToSite();
    const { charges, total, until } = await readUpcoming();
    expect(charges).toMatchObject([
      {
        kind: 'subscription',
        performerInfo: { _id: creator.id },
        subscriptionType: 'monthly',
        date: '2026-11-03T10:00:00.000Z',
        price: 8,
        priceBefore: null,
        card: { brand: 'Visa', last4Digits: '4242' },
        isRetry: false,
      },
    ]);
    expect(charges[0]?.tax).toBeGreaterThan(0);
    expect(until).toBe('2026-11-09T10:00:00.000Z');
    expect(total).toBe(charges[0]?.total);
    app.clock.set('2026-10-12T10:00:00Z');
    const later = await readUpcoming();
    expect(later.charges.map(({ kind }) => kind)).toEqual(['subscription', 'platform_subscription']);
    expect(later.total).toBeCloseTo(
      later.charges.reduce((sum, charge) => sum + charge.total, 0),
      2,
    );
  });

  it('returns what the renewals charge later', async () => {
    await subscribe('monthly', { address });
    app.clock.set('2026-10-04T10:00:00Z');
    const [charge] = (await readUpcoming()).charges;
    await renewAt('2026-11-03T10:05:00Z');
    const rows = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
    expect(rows.at(-1)).toMatchObject({ totalPrice: cents(Math.round((charge?.total ?? 0) * 100)) });
  });

  it('uses an announced price from its date on', async () => {
    await subscribe();
    await setPrice({ monthlyPrice: 12 });
    app.clock.set('2026-10-04T10:00:00Z');
    expect(await readUpcoming()).toMatchObject({ charges: [{ price: 12, priceBefore: 8 }], total: 12 });
  });

  it('lists two renewals of one subscription if both are within 30 days', async () => {
    app.clock.set('2026-01-31T10:00:00Z');
    await subscribe();
    app.clock.set('2026-02-28T00:00:00Z');
    // The renewal of March 31 is 31 days away. The second fan's renewals of February 1 and March 1 are both within 30 days.
    expect((await readUpcoming()).charges.map(({ date }) => date.slice(0, 10))).toEqual(['2026-02-28']);
    fan = await buildUser(app);
    await buildCard(app, fan);
    app.clock.set('2026-01-01T10:00:00Z');
    await subscribe();
    app.clock.set('2026-01-31T12:00:00Z');
    expect((await readUpcoming()).charges.map(({ date }) => date.slice(0, 10))).toEqual(['2026-02-01', '2026-03-01']);
  });

  it('gives the date of the first charge after the 30 days', async () => {
    app.clock.set('2026-01-01T10:00:00Z');
    await subscribe();
    // January has 31 days.
    expect(await readUpcoming()).toMatchObject({ charges: [], nextDate: expect.stringMatching(/^2026-02-01/) });
    app.clock.advance({ days: 2 });
    expect(await readUpcoming()).toMatchObject({
      charges: [{ date: expect.stringMatching(/^2026-02-01/) }],
      nextDate: expect.stringMatching(/^2026-03-01/),
    });
  });

  it('leaves out trials, and subscriptions that were canceled or whose fan is blocked', async () => {
    await subscribe();
    app.clock.set('2026-10-05T10:00:00Z');
    await app.call('blockUser', { as: await app.services.session.open(creator.id), body: { targetId: fan.id } });
    const generous = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 7 });
    await app.call('subscribePerformer', { as: await asFan(), body: { performerId: generous.id, type: 'free' } });
    await subscribeToSite();
    await app.call('cancelPlatformSubscription', { as: await asFan() });
    expect(await readUpcoming()).toMatchObject({ charges: [], total: 0, nextDate: null });
  });

  it('marks a failed renewal that will be retried', async () => {
    await subscribe();
    const bad = await buildCard(app, fan, { code: 'declinedLater', isDefault: false });
    const { _id: id } = (await read()) ?? { _id: '' };
    const body = { cardId: bad.id };
    await app.call('changeSubscriptionCard', { as: await asFan(), params: { type: 'stripe', id }, body });
    await renewAt('2026-11-03T10:05:00Z');
    expect((await readUpcoming()).charges[0]).toMatchObject({ isRetry: true, date: '2026-11-04T10:05:00.000Z' });
  });

  it('rejects creators', async () => {
    expect((await app.call('listUpcomingCharges', { as: creator.token })).status).toBe(403);
  });
});
