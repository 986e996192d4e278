import { eq, ne } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildCard, buildCoupon, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';
import { conversations } from '../../../db/schema/messages';
import { paymentTransactions, subscriptions } from '../../../db/schema/money';
import { endTrials } from './end-trials';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  await app.jobs.drain();
  app.mails.splice(0);
  app.clock.set('2026-01-31T10:00:00Z');
  creator = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 7 });
  fan = await buildUser(app);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const subscribe = async (body: object = {}, options: { as?: string; key?: string; on?: TestApp } = {}) => {
  const { data, ...reply } = await (options.on ?? app).call('subscribePerformer', {
    as: options.as ?? fan.token,
    body: { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)), ...body },
    headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
  });
  if (data && !('_id' in data)) throw new Error('Expected a payment');
  return { ...reply, data };
};
const current = async () => {
  const row = await app.services.subscription.find(fan.id, creator.id);
  if (!row) throw new Error('Expected a subscription');
  return row;
};
const isSubscribed = async (as = fan.token) =>
  (await app.call('getPerformer', { as, params: { id: creator.id } })).data.isSubscribed;
const renew = (on: TestApp = app) => on.jobs.run('renew-subscriptions', {});
const getSubscribers = async (id: string) =>
  (await app.call('getPerformer', { params: { id } })).data.stats.subscribers;
/** Creates a new session, since sessions last a day and the tests advance the clock further. */
const login = (person: BuiltPerson) => app.services.session.open(person.id);
const getNews = async (person: BuiltPerson) =>
  (await app.call('listNotifications', { as: await login(person), query: { type: 'payment' } })).data.data;
const by = (call: 'cancelSubscription' | 'resumeSubscription', id: string, as: string) =>
  app.call(call, { as, params: { type: 'stripe', id } });

describe('POST /payment/subscribe/performers', () => {
  it('grants a month, pays creator and platform, and sends the welcome message', async () => {
    await buildCard(app, fan);
    const { data } = await subscribe();
    expect(data).toMatchObject({
      status: 'success',
      type: 'monthly_subscription',
      performerId: creator.id,
      totalPrice: 9.99,
    });
    const row = await current();
    expect(row).toMatchObject({ status: 'active', subscriptionType: 'monthly', price: 999, transactionId: data._id });
    expect(row.expiredAt?.toISOString()).toBe('2026-02-28T23:59:59.999Z');
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 799 });
    expect(await getSubscribers(creator.id)).toBe(1);
    const pairKey = [creator.id, fan.id].toSorted();
    const rows = await app.context.db.select().from(conversations);
    expect(rows.some((one) => pairKey.every((id) => one.pairKey?.includes(id)))).toBe(true);
    const told = app.events.filter(({ room }) => room === `account:${creator.id}`);
    expect(told.map(({ event }) => event)).toContain('update_balance');
    expect(await isSubscribed()).toBe(true);
  });

  it('charges the yearly price to the named card', async () => {
    await buildCard(app, fan, { code: 'declinedLater' });
    const card = await buildCard(app, fan, { isDefault: false });
    const { data } = await subscribe({ type: 'yearly', cardId: card.id, expectedPrice: 99.99 });
    expect(data.totalPrice).toBe(99.99);
    expect((await current()).expiredAt?.toISOString()).toBe('2027-01-31T23:59:59.999Z');
  });

  it('charges a yearly price of up to twelve times the largest monthly price', async () => {
    await buildCard(app, fan);
    const dear = await buildPerformer(app, { monthlyPrice: cents(30_000), yearlyPrice: cents(360_000) });
    expect((await subscribe({ performerId: dear.id, type: 'yearly' })).data.totalPrice).toBe(3600);
    const dearer = await buildPerformer(app, { yearlyPrice: cents(360_001) });
    expect((await subscribe({ performerId: dearer.id, type: 'yearly' })).body.error).toBe('PRICE_OUT_OF_BOUNDS');
  });

  it('renews with the card that paid last', async () => {
    await buildCard(app, fan);
    await subscribe();
    await by('cancelSubscription', (await current()).id, fan.token);
    const other = await buildCard(app, fan, { isDefault: false });
    expect((await subscribe({ cardId: other.id })).data.status).toBe('success');
    expect((await current()).cardId).toBe(other.id);
  });

  it('rejects a missing card, a declined card, and a price other than the fan saw', async () => {
    expect((await subscribe()).body).toMatchObject({ statusCode: 422, error: 'CARD_REQUIRED' });
    await buildCard(app, fan, { code: 'declinedLater' });
    expect((await subscribe()).body.error).toBe('CARD_DECLINED');
    expect((await subscribe({ expectedPrice: 5 })).body).toMatchObject({ statusCode: 409, error: 'PRICE_CHANGED' });
    expect(await app.services.subscription.find(fan.id, creator.id)).toBeNull();
    expect(await getSubscribers(creator.id)).toBe(0);
  });

  it('rejects prices outside the bounds, unknown creators, and creators who block the fan', async () => {
    await buildCard(app, fan);
    const dear = await buildPerformer(app, { monthlyPrice: cents(30001) });
    expect((await subscribe({ performerId: dear.id })).body.error).toBe('PRICE_OUT_OF_BOUNDS');
    expect((await subscribe({ performerId: 'f'.repeat(24) })).status).toBe(404);
    expect((await subscribe({ performerId: fan.id })).status).toBe(404);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect((await subscribe()).status).toBe(404);
    expect((await subscribe({}, { as: creator.token })).status).toBe(403);
  });

  it('wire 2.13: rejects a missing card id without a charge, except for a trial', async () => {
    await buildCard(app, fan);
    for (const [name, body] of [
      ['subscribePerformer', { performerId: creator.id, type: 'monthly' }],
      ['subscribePerformer', { performerId: creator.id, type: 'yearly', cardId: null }],
      ['subscribePlatform', { type: 'monthly' }],
    ] as const) {
      const reply = await app.call(name, { as: fan.token, body });
      expect(reply.body).toMatchObject({ statusCode: 422, error: 'CARD_REQUIRED' });
    }
    expect((await app.call('searchTransactions', { as: fan.token })).data.total).toBe(0);
    const trial = await app.call('subscribePerformer', {
      as: fan.token,
      body: { performerId: creator.id, type: 'free' },
    });
    expect(trial.status).toBe(200);
  });

  it('wire 2.13: does not cancel a pending challenge if the card id is missing', async () => {
    const asking = await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await subscribe({ cardId: asking.token });
    const body = { performerId: creator.id, type: 'monthly' };
    expect((await app.call('subscribePerformer', { as: fan.token, body })).body.error).toBe('CARD_REQUIRED');
    const { data: after } = await app.call('getTransaction', { as: fan.token, params: { id: data._id } });
    expect(after.status).toBe('require_authentication');
  });

  it('rejects fans who already subscribe, without a charge', async () => {
    await buildCard(app, fan);
    await subscribe();
    expect((await subscribe()).body).toMatchObject({ statusCode: 422, error: 'ALREADY_SUBSCRIBED' });
    expect((await subscribe({ type: 'yearly' })).status).toBe(422);
    expect((await subscribe({ type: 'free' })).status).toBe(422);
    expect((await app.call('searchTransactions', { as: fan.token })).data.total).toBe(1);
  });

  it('returns the first payment if the key is repeated', async () => {
    await buildCard(app, fan);
    const first = await subscribe({}, { key: 'one' });
    expect((await subscribe({}, { key: 'one' })).data).toEqual(first.data);
    expect((await subscribe({ type: 'yearly' }, { key: 'one' })).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  // Promises M-10.
  it('subscribes once for concurrent requests from 40 tabs to two servers', async () => {
    const other = await buildTestApp({}, { beside: app });
    await buildCard(app, fan);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => subscribe({}, { key: `tab ${index}`, on: index % 2 ? app : other })),
    );
    await other.close();
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = new Set(replies.flatMap(({ body }) => body.error ?? []));
    expect([...refusals].every((code) => ['ALREADY_SUBSCRIBED', 'IDEMPOTENCY_IN_FLIGHT'].includes(code))).toBe(true);
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 799 });
    expect(await getSubscribers(creator.id)).toBe(1);
  });

  it('lets a payer with an open challenge try another card', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const visa = await buildCard(app, fan, { isDefault: false });
    const first = await subscribe();
    expect(first.data.status).toBe('require_authentication');
    expect((await subscribe({ cardId: visa.token })).data.status).toBe('success');
    const late = await app.call('confirmPayment', {
      as: fan.token,
      params: { id: first.data._id },
      body: { outcome: 'approve' },
    });
    expect(late.data.status).toBe('canceled');
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 799 });
  });

  it('M-19: takes a coupon’s discount from the commission first, and credits no more than the card paid', async () => {
    await buildCard(app, fan);
    const small = await buildCoupon(app, { value: 0.1 });
    expect((await subscribe({ couponCode: small.code })).data).toMatchObject({ originalPrice: 9.99, totalPrice: 8.99 });
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 799 });
    expect((await current()).price).toBe(999);
    for (const [value, paid] of [
      [0.5, 4.99],
      [1, 0],
    ] as const) {
      const another = await buildPerformer(app);
      const { code } = await buildCoupon(app, { value });
      expect((await subscribe({ couponCode: code, performerId: another.id })).data.totalPrice).toBe(paid);
      expect(await app.services.wallet.balances(another.id)).toMatchObject({ pending: Math.round(paid * 100) });
    }
  });
});

describe('a free trial', () => {
  it('lasts the days that the creator set, without card or income, and is granted once', async () => {
    const { data } = await subscribe({ type: 'free' });
    expect(data).toMatchObject({ type: 'free_subscription', totalPrice: 0, status: 'success' });
    expect((await current()).expiredAt?.toISOString()).toBe('2026-02-07T23:59:59.999Z');
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 0 });
    app.clock.set('2026-02-08T00:00:00Z');
    await renew();
    expect(await current()).toMatchObject({ status: 'deactivated', usedFreeSubscription: true });
    expect(await getSubscribers(creator.id)).toBe(0);
    expect((await subscribe({ type: 'free' }, { as: await login(fan) })).body.error).toBe('FREE_SUBSCRIPTION_USED');
  });

  it('M-19: requires a verified email or a saved card', async () => {
    const nobody = await buildUser(app, { verifiedEmail: false });
    const refused = await subscribe({ type: 'free' }, { as: nobody.token });
    expect(refused.body).toMatchObject({ statusCode: 422, error: 'EMAIL_NOT_VERIFIED' });
    expect(await app.services.subscription.find(nobody.id, creator.id)).toBeNull();
    await buildCard(app, nobody);
    expect((await subscribe({ type: 'free' }, { as: nobody.token })).status).toBe(200);
    const byPhone = await buildUser(app, { email: null, verifiedEmail: false });
    expect((await subscribe({ type: 'free' }, { as: byPhone.token })).body.error).toBe('EMAIL_NOT_VERIFIED');
  });

  it('M-19: is granted once per card, even on another account or after the card was removed', async () => {
    const fingerprint = 'gateway:one-card';
    const another = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 7 });
    const openAccount = async () => {
      const person = await buildUser(app, { verifiedEmail: false });
      return { ...person, card: await buildCard(app, person, { fingerprint }) };
    };
    const [first, second] = [await openAccount(), await openAccount()];
    const both = await Promise.all([first, second].map(({ token: as }) => subscribe({ type: 'free' }, { as })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const [taker, other] = both[0]?.status === 200 ? [first, second] : [second, first];
    await app.call('deleteCard', { as: taker.token, params: { id: taker.card.id } });
    const refused = await subscribe({ type: 'free' }, { as: other.token });
    expect(refused.body).toMatchObject({
      error: 'FREE_SUBSCRIPTION_USED',
      message: expect.stringContaining('You can subscribe at the full price'),
    });
    expect(await app.services.subscription.find(other.id, creator.id)).toBeNull();
    const paid = await subscribe({ cardId: other.card.id }, { as: other.token });
    expect(paid.data).toMatchObject({ status: 'success', totalPrice: 9.99 });
    expect((await subscribe({ type: 'free', performerId: another.id }, { as: other.token })).status).toBe(200);
  });

  it('ignores cards of a gateway without fingerprints', async () => {
    for (const _account of [1, 2]) {
      const person = await buildUser(app, { verifiedEmail: false });
      await buildCard(app, person, { fingerprint: '' });
      expect((await subscribe({ type: 'free' }, { as: person.token })).status).toBe(200);
    }
  });

  it('does not use up the card if the creator became inactive before the trial began', async () => {
    await buildCard(app, fan, { fingerprint: 'gateway:unspent' });
    const setStatus = (status: 'active' | 'inactive') =>
      app.context.db.update(accounts).set({ status }).where(eq(accounts.id, creator.id));
    const { settings } = app.services;
    const read = settings.read.bind(settings);
    // Settling the payment starts by reading the settings.
    const reading = vi.spyOn(settings, 'read').mockImplementation(async (...args) => {
      const mine = eq(paymentTransactions.userId, fan.id);
      if ((await app.context.db.$count(paymentTransactions, mine)) > 0) await setStatus('inactive');
      return read(...args);
    });
    expect((await subscribe({ type: 'free' })).data.status).toBe('canceled');
    reading.mockRestore();
    await setStatus('active');
    expect((await subscribe({ type: 'free' })).data.status).toBe('success');
  });

  it('is available only if site and creator offer it', async () => {
    const other = await buildPerformer(app);
    expect((await subscribe({ type: 'free', performerId: other.id })).body.error).toBe('FREE_SUBSCRIPTION_UNAVAILABLE');
    await app.services.settings.write('freeSubscriptionEnabled', false);
    expect((await subscribe({ type: 'free' })).body.error).toBe('FREE_SUBSCRIPTION_UNAVAILABLE');
    await app.services.settings.write('freeSubscriptionEnabled', true);
  });

  it('is extended from its end by a payment', async () => {
    await subscribe({ type: 'free' });
    await buildCard(app, fan);
    await subscribe();
    expect((await current()).expiredAt?.toISOString()).toBe('2026-03-07T23:59:59.999Z');
    expect(await getSubscribers(creator.id)).toBe(1);
  });

  it('that was extended by a payment is not ended with the trial', async () => {
    await subscribe({ type: 'free' });
    await buildCard(app, fan);
    await subscribe();
    const { id } = await current();
    app.clock.set('2026-02-10T10:00:00Z');
    const end = vi.fn();
    const listed = { listExpiredTrials: async () => [id] };
    await endTrials({ ...app.context, repository: listed, kind: { end } });
    expect(end).not.toHaveBeenCalled();
  });
});

describe('canceling and resuming a subscription', () => {
  it('stops renewals but keeps access until the end, and starts renewals again', async () => {
    await buildCard(app, fan);
    await subscribe();
    const { id } = await current();
    expect((await by('cancelSubscription', id, fan.token)).data).toEqual({ success: true });
    expect((await by('cancelSubscription', id, fan.token)).data).toEqual({ success: true });
    expect(await current()).toMatchObject({ status: 'deactivated', nextRecurringDate: null });
    expect(await isSubscribed()).toBe(true);
    // The paid period still runs, so the fan counts as a subscriber until its end.
    expect(await getSubscribers(creator.id)).toBe(1);
    expect((await by('resumeSubscription', id, fan.token)).data).toEqual({ success: true });
    expect((await by('resumeSubscription', id, fan.token)).data).toEqual({ success: true });
    expect(await getSubscribers(creator.id)).toBe(1);
    expect((await current()).nextRecurringDate?.toISOString()).toBe('2026-02-28T10:00:00.000Z');
    // However often it is resumed, one mail says that it renews, and at which price.
    await app.jobs.drain();
    const ours = app.mails.filter(({ subject }) => /renew/.test(subject));
    expect(ours.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your subscription to .* won't renew$/),
      expect.stringMatching(/^Your subscription to .* renews again$/),
    ]);
    expect(ours.at(-1)?.text).toContain('It renews on 28 February 2026 for $9.99 plus any tax.');
    const { data } = await app.call('listNotifications', { as: fan.token });
    const title = 'Auto-renew is on';
    expect(data.data.filter((one) => one.title === title)).toMatchObject([
      { message: expect.stringContaining('for $9.99') },
    ]);
  });

  it('is possible for both sides, but only the fan can resume, and not after the end', async () => {
    await buildCard(app, fan);
    await subscribe();
    const { id } = await current();
    const stranger = await buildUser(app);
    expect((await by('cancelSubscription', id, stranger.token)).status).toBe(404);
    expect((await by('cancelSubscription', 'f'.repeat(24), fan.token)).status).toBe(404);
    expect((await by('cancelSubscription', id, creator.token)).status).toBe(200);
    expect((await by('resumeSubscription', id, stranger.token)).status).toBe(404);
    expect((await by('resumeSubscription', id, creator.token)).status).toBe(403);
    expect((await by('resumeSubscription', id, fan.token)).status).toBe(200);
    expect((await by('cancelSubscription', id, creator.token)).status).toBe(200);
    app.clock.set('2026-03-01T00:00:00Z');
    expect((await by('resumeSubscription', id, await login(fan))).status).toBe(403);
  });
});

describe('a subscription that has ended', () => {
  it('can be bought again from now on, and counts as one subscriber', async () => {
    await buildCard(app, fan);
    await subscribe();
    await by('cancelSubscription', (await current()).id, fan.token);
    app.clock.set('2026-05-10T08:00:00Z');
    const as = await login(fan);
    const ended = (await app.call('searchUserSubscriptions', { as })).data.data[0];
    expect(ended).toMatchObject({ status: 'deactivated', isActive: false });
    expect(await isSubscribed(as)).toBe(false);
    await subscribe({}, { as });
    expect(await current()).toMatchObject({ status: 'active', cancelledAt: null });
    expect((await current()).expiredAt?.toISOString()).toBe('2026-06-10T23:59:59.999Z');
    expect(await getSubscribers(creator.id)).toBe(1);
  });
});

describe('renewals', () => {
  // Promises W-9.
  it('keep the day of the month: January 31, February 28, March 31, April 30', async () => {
    await buildCard(app, fan);
    await subscribe();
    const ends: string[] = [];
    for (const at of ['2026-02-28T10:05:00Z', '2026-03-31T10:05:00Z', '2026-04-30T10:05:00Z']) {
      app.clock.set(at);
      await renew();
      ends.push((await current()).expiredAt?.toISOString().slice(0, 10) ?? '');
    }
    expect(ends).toEqual(['2026-03-31', '2026-04-30', '2026-05-31']);
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 4 * 799 });
  });

  // Promises M-10.
  it('charge a period once, although the job runs repeatedly in two processes', async () => {
    const other = await buildTestApp({}, { beside: app });
    await buildCard(app, fan);
    await subscribe();
    app.clock.set('2026-02-28T10:05:00Z');
    await Promise.all([renew(), renew(), renew(other), renew(other)]);
    await renew();
    await other.close();
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 2 * 799 });
    expect((await current()).expiredAt?.toISOString()).toBe('2026-03-31T23:59:59.999Z');
  });

  it('charge one period from now on if several were missed', async () => {
    await buildCard(app, fan);
    await subscribe();
    app.clock.set('2026-06-15T12:00:00Z');
    await renew();
    await renew();
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 2 * 799 });
    expect((await current()).expiredAt?.toISOString()).toBe('2026-07-15T23:59:59.999Z');
  });

  it('charge once if the payer subscribes again at the same moment', async () => {
    await buildCard(app, fan);
    await subscribe();
    app.clock.set('2026-02-28T10:05:00Z');
    const as = await login(fan);
    await Promise.all([renew(), subscribe({}, { as }), renew(), subscribe({}, { as })]);
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 2 * 799 });
  });

  it('charge nothing before their date', async () => {
    await buildCard(app, fan);
    await subscribe();
    app.clock.set('2026-02-27T23:59:00Z');
    await renew();
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 799 });
  });

  it('are retried three times over seven days, with a mail each time, and then end the subscription', async () => {
    await buildCard(app, fan);
    await subscribe();
    await app.context.db.update(subscriptions).set({ cardId: null }).where(eq(subscriptions.userId, fan.id));
    await app.call('setDefaultCard', {
      as: fan.token,
      body: { cardId: (await buildCard(app, fan, { isDefault: false, code: 'declinedLater' })).id },
    });
    app.clock.set('2026-02-28T10:05:00Z');
    await app.jobs.drain();
    app.mails.length = 0;
    // Other fans' subscriptions renew in the same run, too.
    const mailed = () => app.mails.filter((mail) => mail.to === fan.account.email);
    const states: unknown[] = [];
    for (let hour = 0; hour <= 24 * 10; hour += 6) {
      await renew();
      await app.jobs.drain();
      const { status, renewalAttempts } = await current();
      const state = `${hour / 24} ${status} ${renewalAttempts} ${mailed().length}`;
      if (states.length === 0 || String(states.at(-1)).split(' ').slice(1).join() !== state.split(' ').slice(1).join())
        states.push(state);
      app.clock.advance({ hours: 6 });
    }
    expect(states).toEqual(['0 past_due 1 1', '1 past_due 2 2', '3 past_due 3 3', '7 deactivated 4 4']);
    expect(mailed().at(-1)?.subject).toContain('has ended');
    expect(await getSubscribers(creator.id)).toBe(0);
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 799 });
    const rows = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
    expect(rows.filter((row) => row.status === 'fail')).toHaveLength(4);
  });

  it('are counted for operators as paid, due, open or retried', async () => {
    const bad = await buildCard(app, fan);
    await subscribe();
    const creatorKind = async () =>
      (await app.services.subscription.readRenewals()).find(({ kind }) => kind === 'creator');
    await app.context.db.delete(subscriptions).where(ne(subscriptions.userId, fan.id));
    expect(await creatorKind()).toEqual({ kind: 'creator', paid: 1, due: 0, underWay: 0, retried: 0, nextTry: null });
    await app.call('deleteCard', { as: fan.token, params: { id: bad.id } });
    app.clock.set('2026-02-28T10:05:00Z');
    expect(await creatorKind()).toMatchObject({ paid: 0, due: 1 });
    await renew();
    expect(await creatorKind()).toMatchObject({ due: 0, retried: 1, nextTry: new Date('2026-03-01T10:05:00Z') });
  });

  it('continue from the day of a successful retry', async () => {
    const bad = await buildCard(app, fan);
    await subscribe();
    await app.call('deleteCard', { as: fan.token, params: { id: bad.id } });
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    expect((await current()).status).toBe('past_due');
    // The paid period has not ended yet, and the creator finds the fan among the failed renewals.
    const query = { status: 'past_due', isActive: true } as const;
    const found = await app.call('searchPerformerSubscriptions', { as: await login(creator), query });
    expect(found.data.data).toMatchObject([{ userInfo: { _id: fan.id }, status: 'past_due' }]);
    await buildCard(app, fan);
    app.clock.set('2026-03-01T12:00:00Z');
    await renew();
    expect(await current()).toMatchObject({ status: 'active', renewalAttempts: 0 });
    expect((await current()).expiredAt?.toISOString()).toBe('2026-04-01T23:59:59.999Z');
  });

  it('fail if the card needs a challenge, since the payer is absent', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await subscribe();
    await app.call('confirmPayment', { as: fan.token, params: { id: data._id }, body: { outcome: 'approve' } });
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    expect((await current()).status).toBe('past_due');
  });

  it('end the subscription if the creator is inactive or blocks the fan', async () => {
    await buildCard(app, fan);
    await subscribe();
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    const closed = await buildPerformer(app);
    await subscribe({ performerId: closed.id });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, closed.id));
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    expect((await current()).status).toBe('deactivated');
    expect((await app.services.subscription.find(fan.id, closed.id))?.status).toBe('deactivated');
    const rows = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
    expect(rows).toHaveLength(2);
  });

  it('notify the fan if the subscription is no longer offered, but not after a block', async () => {
    await buildCard(app, fan);
    const [closed, blocking] = [await buildPerformer(app, { name: 'Closed Creator' }), await buildPerformer(app)];
    await subscribe({ performerId: closed.id });
    await subscribe({ performerId: blocking.id });
    await app.call('subscribePlatform', { as: fan.token, body: await byDefaultCard(app, fan) });
    await app.call('blockUser', { as: blocking.token, body: { targetId: fan.id } });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, closed.id));
    await app.services.settings.write('siteMembershipEnabled', false);
    await app.jobs.drain();
    app.mails.length = 0;
    app.clock.set('2026-02-28T10:05:00Z');
    try {
      await renew();
    } finally {
      await app.services.settings.write('siteMembershipEnabled', true);
    }
    await app.jobs.drain();
    const news = (await getNews(fan)).filter(({ action }) => action === 'renewal-stopped');
    const { siteName } = await app.services.settings.read();
    const told = (name: string) =>
      `Your subscription to ${name} can’t be renewed, because it is no longer offered. You keep access until 28 February 2026. You won’t be charged again.`;
    expect(news.map(({ message }) => message).toSorted()).toEqual([told('Closed Creator'), told(siteName)].toSorted());
    const mails = app.mails.filter(({ to }) => to === fan.account.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(
      ['Closed Creator', siteName].map((name) => `Your subscription to ${name} won't renew`).toSorted(),
    );
  });

  it('M-21: leave a subscription unchanged while its block can be undone', async () => {
    await buildCard(app, fan);
    await subscribe();
    const asCreator = async () => login(creator);
    const block = async () => app.call('blockUser', { as: await asCreator(), body: { targetId: fan.id } });
    app.clock.set('2026-02-28T10:05:00Z');
    await block();
    app.clock.advance({ seconds: 14 });
    await renew();
    expect(await current()).toMatchObject({ status: 'active', renewalAttempts: 0 });
    await app.call('unblockUser', { as: await asCreator(), params: { id: fan.id } });
    await renew();
    expect((await current()).expiredAt?.toISOString()).toBe('2026-03-31T23:59:59.999Z');
    app.clock.set('2026-03-31T10:05:00Z');
    await block();
    app.clock.advance({ seconds: 15 });
    await renew();
    expect((await current()).status).toBe('deactivated');
  });

  it.each(['after the refund', 'during the refund', 'during a refund that is sent twice'])(
    'M-21: are retried later if the fan was blocked during the charge and unblocked %s',
    async (when) => {
      await buildCard(app, fan);
      await subscribe();
      const { payment } = app.context.gateways;
      const charge = payment.charge.bind(payment);
      const charging = vi.spyOn(payment, 'charge').mockImplementationOnce(async (...given) => {
        await app.call('blockUser', { as: await login(creator), body: { targetId: fan.id } });
        return charge(...given);
      });
      const unblock = async () => app.call('unblockUser', { as: await login(creator), params: { id: fan.id } });
      const refund = payment.refund.bind(payment);
      const refunding = vi.spyOn(payment, 'refund').mockImplementationOnce(async (...given) => {
        if (when !== 'after the refund') await unblock();
        if (when === 'during a refund that is sent twice') {
          app.clock.advance({ minutes: 2 });
          await app.jobs.run('settle-payments', {});
        }
        return refund(...given);
      });
      app.clock.set('2026-02-28T10:05:00Z');
      await renew();
      charging.mockRestore();
      refunding.mockRestore();
      if (when === 'after the refund') await unblock();
      const rows = await app.context.db
        .select()
        .from(paymentTransactions)
        .where(eq(paymentTransactions.userId, fan.id));
      expect(rows.map(({ status }) => status).toSorted()).toEqual(['refunded', 'success']);
      expect((await current()).status).toBe('active');
      app.clock.advance({ hours: 1 });
      await renew();
      expect((await current()).expiredAt?.toISOString()).toBe('2026-03-31T23:59:59.999Z');
    },
  );

  it('notify a fan without an email address in the app of failed tries and of the end', async () => {
    const phoneOnly = { email: null, verifiedEmail: false };
    await app.context.db.update(accounts).set(phoneOnly).where(eq(accounts.id, fan.id));
    const card = await buildCard(app, fan);
    await subscribe();
    await app.call('deleteCard', { as: fan.token, params: { id: card.id } });
    for (const day of ['02-28', '03-01', '03-03', '03-07']) {
      app.clock.set(`2026-${day}T10:05:00Z`);
      await renew();
    }
    const news = (await getNews(fan)).filter(({ action }) => action.startsWith('renewal-'));
    expect(news.map(({ action, refSource }) => [action, refSource])).toEqual([
      ['renewal-ended', 'subscription'],
      ...Array.from({ length: 3 }, () => ['renewal-failed', 'subscription']),
    ]);
    expect(news.at(-1)?.message).toContain('We’ll try again on 1 March 2026');
  });

  it('that fail state tax and total in the mail', async () => {
    const card = await buildCard(app, fan);
    await subscribe();
    await app.context.db
      .update(subscriptions)
      .set({ taxLocation: { country: 'DE' } })
      .where(eq(subscriptions.userId, fan.id));
    await app.call('deleteCard', { as: fan.token, params: { id: card.id } });
    // Send the receipt first, whose mail is a job that is created by another job.
    await app.jobs.drain();
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    await app.jobs.drain();
    const mail = app.mails.findLast(({ to }) => to === fan.account.email);
    expect(mail?.subject).toContain('could not be renewed');
    expect(mail?.text).toMatch(/Amount: \$9\.99\s+Tax: \$1\.90\s+Total: \$11\.89/);
  });

  it('are completed after a crash between the charge and its settlement', async () => {
    await buildCard(app, fan);
    await subscribe();
    app.clock.set('2026-02-28T10:05:00Z');
    const real = app.context.gateways.payment;
    app.context.gateways.payment = {
      ...real,
      charge: async (request) => {
        await real.charge(request);
        throw new Error('the process died here');
      },
    };
    await renew();
    expect((await current()).expiredAt?.toISOString()).toBe('2026-02-28T23:59:59.999Z');
    app.context.gateways.payment = real;
    await renew();
    app.clock.advance({ minutes: 2 });
    await Promise.all([app.jobs.run('settle-payments', {}), renew()]);
    expect((await current()).expiredAt?.toISOString()).toBe('2026-03-31T23:59:59.999Z');
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 2 * 799 });
  });

  it('charge the tax of the payer’s address', async () => {
    await buildCard(app, fan);
    const address = { line1: 'Rue 1', city: 'Lyon', region: '', postalCode: '69000', country: 'FR' };
    expect((await subscribe({ address })).data).toMatchObject({ taxAmount: 2, totalPrice: 11.99 });
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    const rows = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
    expect(rows.map((row) => row.totalPrice)).toEqual([1199, 1199]);
  });
});

describe('GET /subscriptions/…/search', () => {
  it('returns the other side of each subscription, and a lapsed one as suspended', async () => {
    await buildCard(app, fan);
    await subscribe();
    const mine = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(mine.data.data).toMatchObject([
      { performerInfo: { _id: creator.id, isSubscribed: true }, status: 'active', isActive: true, price: 9.99 },
    ]);
    const theirs = await app.call('searchPerformerSubscriptions', {
      as: creator.token,
      query: { q: fan.account.username },
    });
    expect(theirs.data.data).toMatchObject([{ userInfo: { _id: fan.id } }]);
    const none = await app.call('searchPerformerSubscriptions', { as: creator.token, query: { q: 'nobody' } });
    expect(none.data.total).toBe(0);
    app.clock.set('2026-03-02T00:00:00Z');
    const as = await login(fan);
    const search = (query: object) => app.call('searchUserSubscriptions', { as, query: { ...query } });
    expect((await search({ status: 'active' })).data.total).toBe(0);
    expect((await search({ status: 'suspended' })).data.data).toMatchObject([{ status: 'suspended', isActive: false }]);
    expect((await search({ performerId: creator.id, subscriptionType: 'monthly' })).data.total).toBe(1);
  });

  it('M-21: returns no renewal date to either side while the fan is blocked', async () => {
    await buildCard(app, fan);
    await subscribe();
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    const theirs = await app.call('searchPerformerSubscriptions', { as: creator.token });
    expect(theirs.data.data).toMatchObject([{ status: 'active', nextRecurringDate: null, blockedUser: true }]);
    const mine = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(mine.data.data).toMatchObject([
      { status: 'active', isActive: true, nextRecurringDate: null, blockedUser: true },
    ]);
    await app.call('unblockUser', { as: creator.token, params: { id: fan.id } });
    const [again] = (await app.call('searchUserSubscriptions', { as: fan.token })).data.data;
    expect(again).not.toHaveProperty('blockedUser');
    expect(again?.nextRecurringDate).not.toBeNull();
  });
});

describe('subscribing', () => {
  const isFollowed = async () =>
    (await app.call('getPerformer', { as: fan.token, params: { id: creator.id } })).data.isFollowed;

  it('follows the creator, even for a trial, but not again after an unfollow', async () => {
    await buildCard(app, fan);
    await subscribe({ type: 'free' });
    expect(await isFollowed()).toBe(true);
    const creatorNews = await app.call('listNotifications', { as: creator.token });
    expect(creatorNews.data.data.map(({ action }) => action)).not.toContain('follow');
    await app.call('unfollowPerformer', { as: fan.token, params: { id: creator.id } });
    await subscribe();
    expect(await isFollowed()).toBe(false);
  });

  it('notifies the fan, as does canceling', async () => {
    await buildCard(app, fan);
    await subscribe();
    const { data } = await app.call('searchUserSubscriptions', { as: fan.token });
    const params = { type: 'stripe', id: data.data[0]?._id ?? '' };
    await app.call('cancelSubscription', { as: fan.token, params });
    const news = (await app.call('listNotifications', { as: fan.token, query: { type: 'payment' } })).data.data;
    expect(
      news
        .map(({ action, refSource }) => [action, refSource])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([
      ['cancelled', 'subscription'],
      ['subscribed', 'payment_transaction'],
    ]);
  });
});

describe('the platform subscription', () => {
  const read = async (as = fan.token) => (await app.call('getPlatformSubscription', { as })).data;
  const card = {
    token: 'tok_visa',
    last4Digits: '4242',
    brand: 'Visa',
    month: '12',
    year: '2040',
    paymentGateway: 'stripe',
  };

  it('lasts a month at the site’s price, and can be canceled and resumed', async () => {
    expect(await read()).toEqual({ isSubscribed: false });
    await buildCard(app, fan);
    const saved = await byDefaultCard(app, fan);
    const { data } = await app.call('subscribePlatform', { as: fan.token, body: { expectedPrice: 11.99, ...saved } });
    expect(data).toMatchObject({
      type: 'platform_subscription',
      target: 'platform',
      totalPrice: 11.99,
      status: 'success',
    });
    const now = await read();
    expect(now).toMatchObject({
      isSubscribed: true,
      status: 'active',
      expiredAt: '2026-02-28T23:59:59.999Z',
      price: 11.99,
    });
    expect((await app.call('subscribePlatform', { as: fan.token, body: saved })).body.error).toBe('ALREADY_SUBSCRIBED');
    expect((await app.call('cancelPlatformSubscription', { as: fan.token })).data).toEqual({ success: true });
    expect(await read()).toMatchObject({ isSubscribed: true, status: 'deactivated', nextRecurringDate: null });
    expect((await by('resumeSubscription', now.subscriptionId ?? '', fan.token)).data).toEqual({ success: true });
    expect((await by('cancelSubscription', now.subscriptionId ?? '', fan.token)).data).toEqual({ success: true });
    const other = await buildUser(app);
    expect((await by('resumeSubscription', now.subscriptionId ?? '', other.token)).status).toBe(404);
    expect((await app.call('cancelPlatformSubscription', { as: other.token })).status).toBe(404);
  });

  it('is neither sold nor renewed while it is disabled, but lasts until its end', async () => {
    await buildCard(app, fan);
    const saved = await byDefaultCard(app, fan);
    await app.call('subscribePlatform', { as: fan.token, body: saved });
    const { subscriptionId } = await read();
    await app.services.settings.write('siteMembershipEnabled', false);
    try {
      expect((await app.call('getSettings', {})).data.extensions).not.toContain('siteMembers');
      const other = await buildUser(app);
      await buildCard(app, other);
      const refused = await app.call('subscribePlatform', { as: other.token, body: await byDefaultCard(app, other) });
      expect(refused.status).toBe(403);
      expect(await read()).toMatchObject({ isSubscribed: true, status: 'active' });
      app.clock.set('2026-02-28T10:05:00Z');
      await renew();
      const as = await login(fan);
      expect(await read(as)).toMatchObject({ isSubscribed: true, status: 'deactivated', nextRecurringDate: null });
      expect((await by('resumeSubscription', subscriptionId ?? '', as)).status).toBe(403);
      app.clock.set('2026-03-01T00:00:00Z');
      expect(await read(await login(fan))).toMatchObject({ isSubscribed: false });
    } finally {
      await app.services.settings.write('siteMembershipEnabled', true);
    }
    expect((await app.call('getSettings', {})).data.extensions).toContain('siteMembers');
  });

  it('renews once a month, and ends after the last retry', async () => {
    await buildCard(app, fan);
    await app.call('subscribePlatform', { as: fan.token, body: await byDefaultCard(app, fan) });
    app.clock.set('2026-02-28T10:05:00Z');
    await Promise.all([renew(), renew()]);
    expect(await read(await login(fan))).toMatchObject({ expiredAt: '2026-03-31T23:59:59.999Z' });
    const { data: cards } = await app.call('listCards', { as: await login(fan) });
    await app.call('deleteCard', { as: await login(fan), params: { id: cards.data[0]?._id ?? '' } });
    // Send the receipts of the first months first, since they are composed in a job.
    await app.jobs.drain();
    app.clock.set('2026-03-31T10:05:00Z');
    for (let day = 0; day < 9; day += 1) {
      await renew();
      app.clock.advance({ days: 1 });
    }
    expect(await read(await login(fan))).toMatchObject({ isSubscribed: false, status: 'deactivated' });
    await app.jobs.drain();
    const subjects = app.mails.filter((mail) => mail.to === fan.account.email).map(({ subject }) => subject);
    expect(subjects.map((subject) => /^Receipt|^Renewal|could not be renewed|has ended/.exec(subject)?.[0])).toEqual([
      'Receipt',
      'Renewal',
      'could not be renewed',
      'could not be renewed',
      'could not be renewed',
      'has ended',
    ]);
  });

  it('can be bought with a new card in one request, which can be repeated', async () => {
    const call = () =>
      app.call('addCardAndSubscribe', { as: fan.token, body: card, headers: { 'idempotency-key': 'both' } });
    const [first, second] = await Promise.all([call(), call()]);
    expect(first.data).toMatchObject({
      card: { last4Digits: '4242', isDefault: true },
      transaction: { status: 'success' },
    });
    expect(second.data.transaction._id).toBe(first.data.transaction._id);
    expect(second.data.card._id).toBe(first.data.card._id);
    expect((await read()).isSubscribed).toBe(true);
    expect((await app.call('listCards', { as: fan.token })).data.total).toBe(1);
  });

  it('is not bought if the bank declines the new card', async () => {
    const body = { ...card, token: 'tok_insufficientFunds' };
    expect((await app.call('addCardAndSubscribe', { as: fan.token, body })).body.error).toBe('CARD_DECLINED');
    expect((await read()).isSubscribed).toBe(false);
  });
});
