import { and, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildCard, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { googleToken, newPhone, phoneCode, twitterAnswer } from '../../../../tests/factories/social-login';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts, performers } from '../../../db/schema/accounts';
import { messages } from '../../../db/schema/messages';
import { ledgerEntries, paymentTransactions, subscriptions, walletCharges } from '../../../db/schema/money';
import { userBlocks } from '../../../db/schema/social';
import { getPayerError, getSellerError } from './payment-eligibility-policy';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-01-31T10:00:00Z');
  creator = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 3, dateOfBirth: '1990-05-04' });
  fan = await buildUser(app, { wallet: cents(5_000) });
  await buildCard(app, fan);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

/** Counts rows whose number changes if any money moves. */
async function readMoney() {
  const { db } = app.context;
  const tables = [ledgerEntries, walletCharges, paymentTransactions] as const;
  const counts = await Promise.all(tables.map((table) => db.$count(table)));
  const paid = await db.select().from(paymentTransactions).where(eq(paymentTransactions.status, 'success'));
  return { entries: counts[0], charges: counts[1], payments: counts[2], paid: paid.length };
}

async function sellMessage(): Promise<string> {
  const { data } = await app.call('createConversation', {
    as: fan.token,
    body: { source: 'performer', sourceId: creator.id },
  });
  const [row] = await app.context.db
    .insert(messages)
    .values({
      conversationId: data._id,
      senderId: creator.id,
      senderSource: 'performer',
      type: 'text',
      text: 'For sale',
      sequence: 1,
      isSale: true,
      price: cents(400),
    })
    .returning();
  return row?.id ?? '';
}

/** Requests by which a fan's money goes to a creator. */
async function listCalls() {
  const as = fan.token;
  const post = await buildSale(app, creator);
  const messageId = await sellMessage();
  const card = await byDefaultCard(app, fan);
  const subscribe = (type: string) => () =>
    app.call('subscribePerformer', { as, body: { performerId: creator.id, type, ...card } });
  return {
    tip: () => app.call('tipPerformer', { as, params: { id: creator.id }, body: { price: 5 } }),
    'unlock a post': () => app.call('buyFeed', { as, params: { id: post.id } }),
    'unlock a message': () => app.call('buyMessage', { as, params: { id: messageId } }),
    'subscribe monthly': subscribe('monthly'),
    'subscribe yearly': subscribe('yearly'),
    'start a trial': subscribe('free'),
  } satisfies Record<string, () => Promise<{ status: number; body: { error?: string } }>>;
}

const setAccount = (id: string, values: Partial<typeof accounts.$inferInsert>) =>
  app.context.db.update(accounts).set(values).where(eq(accounts.id, id));
const setPerformer = (values: Partial<typeof performers.$inferInsert>) =>
  app.context.db.update(performers).set(values).where(eq(performers.id, creator.id));
const soon = () => new Date(app.clock.now().getTime() + 14 * 24 * 3600 * 1000);

/** States in which a creator cannot be paid, with the error that all requests return. */
const closedCreators: Record<string, { close(): Promise<unknown>; error: string }> = {
  'waiting for review': {
    close: () => setPerformer({ verifiedDocument: false, idVerificationStatus: 'waiting' }),
    error: 'ENTITY_NOT_FOUND',
  },
  rejected: {
    close: () => setPerformer({ verifiedDocument: false, idVerificationStatus: 'rejected' }),
    error: 'ENTITY_NOT_FOUND',
  },
  'under age': { close: () => setPerformer({ dateOfBirth: '2010-02-01' }), error: 'ENTITY_NOT_FOUND' },
  disabled: { close: () => setAccount(creator.id, { status: 'inactive' }), error: 'ENTITY_NOT_FOUND' },
  'waiting for the email': {
    close: () => setAccount(creator.id, { status: 'pending-email-confirmation' }),
    error: 'ENTITY_NOT_FOUND',
  },
  closing: {
    close: () => setAccount(creator.id, { status: 'closing', deletionAt: soon() }),
    error: 'ENTITY_NOT_FOUND',
  },
  'serving out paid time': {
    close: () => setAccount(creator.id, { deletionAt: soon() }),
    error: 'CREATOR_LEAVING',
  },
  erased: { close: () => setAccount(creator.id, { status: 'deleted' }), error: 'ENTITY_NOT_FOUND' },
  'blocking the fan': {
    close: () =>
      app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id, createdAt: app.clock.now() }),
    error: 'ENTITY_NOT_FOUND',
  },
};

describe('M-19: no money for a creator who is not approved, under age or deleted', () => {
  it.each(Object.entries(closedCreators))('%s: rejects every call and moves nothing', async (_state, closed) => {
    const calls = await listCalls();
    await closed.close();
    const before = await readMoney();
    const replies: Record<string, string | undefined> = {};
    for (const [name, call] of Object.entries(calls)) replies[name] = (await call()).body.error;
    expect(replies).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, closed.error])));
    expect(await readMoney()).toEqual(before);
  });

  it('approved, of age and active: accepts every request', async () => {
    const {
      'start a trial': trial,
      'subscribe monthly': monthly,
      'subscribe yearly': _,
      ...fromWallet
    } = await listCalls();
    const calls = [...Object.values(fromWallet), trial, monthly];
    for (const call of calls) expect((await call()).status).toBe(200);
  });

  it.each(Object.entries(closedCreators))(
    '%s: charges no renewal and ends the subscription',
    async (_state, closed) => {
      const card = await byDefaultCard(app, fan);
      const body = { performerId: creator.id, type: 'monthly', ...card };
      await app.call('subscribePerformer', { as: fan.token, body });
      await closed.close();
      const before = await readMoney();
      app.clock.set('2026-02-28T10:05:00Z');
      await app.jobs.run('renew-subscriptions', {});
      expect(await readMoney()).toEqual(before);
      const [row] = await app.context.db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
      expect(row).toMatchObject({ status: 'deactivated', nextRecurringDate: null });
    },
  );

  it.each(Object.entries(closedCreators).filter(([state]) => state !== 'blocking the fan'))(
    '%s: refunds a pending payment',
    async (_state, closed) => {
      await app.context.db.delete(subscriptions);
      const card = await buildCard(app, fan, { code: 'authenticate', isDefault: false });
      const body = { performerId: creator.id, type: 'monthly', cardId: card.id };
      const { data } = await app.call('subscribePerformer', { as: fan.token, body });
      if (!('_id' in data)) throw new Error('Expected a payment');
      await closed.close();
      const answer = { as: fan.token, params: { id: data._id }, body: { outcome: 'approve' } };
      expect((await app.call('confirmPayment', answer)).data.status).toBe('refunded');
      expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 0 });
    },
  );

  it('counts eighteen years by the calendar, and accepts approved creators without a birth date', () => {
    const seller = { status: 'active', deletionAt: null, isApproved: true };
    const at = (dateOfBirth: string | null, now: string) =>
      getSellerError({ ...seller, dateOfBirth }, { now: new Date(now), minimumAge: 18 });
    expect(at('2008-03-01', '2026-02-28T23:59:59Z')).toBe('ENTITY_NOT_FOUND');
    expect(at('2008-03-01', '2026-03-01T00:00:00Z')).toBeNull();
    expect(at('2008-02-29', '2026-02-28T12:00:00Z')).toBe('ENTITY_NOT_FOUND');
    expect(at(null, '2026-03-01T00:00:00Z')).toBeNull();
  });
});

describe('M-19: no money from a fan whose account is closed', () => {
  const closedFans: Record<string, Partial<typeof accounts.$inferInsert>> = {
    disabled: { status: 'inactive' },
    'waiting for the email': { status: 'pending-email-confirmation' },
    closing: { status: 'closing' },
    erased: { status: 'deleted' },
  };

  it.each(Object.entries(closedFans))('%s: rejects every call and moves nothing', async (_state, values) => {
    const calls = await listCalls();
    const card = await byDefaultCard(app, fan);
    const own = {
      ...calls,
      'top up': () => app.call('topUpWallet', { as: fan.token, body: { amount: 20, ...card } }),
      'platform subscription': () => app.call('subscribePlatform', { as: fan.token, body: card }),
    };
    await setAccount(fan.id, values);
    const before = await readMoney();
    for (const call of Object.values(own)) expect([401, 403]).toContain((await call()).status);
    expect(await readMoney()).toEqual(before);
  });

  it.each(Object.entries(closedFans))(
    '%s: renews no subscription to a creator or to the platform',
    async (_state, values) => {
      const card = await byDefaultCard(app, fan);
      const body = { performerId: creator.id, type: 'monthly', ...card };
      await app.call('subscribePerformer', { as: fan.token, body });
      await app.call('subscribePlatform', { as: fan.token, body: card });
      await setAccount(fan.id, values);
      const before = await readMoney();
      app.clock.set('2026-02-28T10:05:00Z');
      await app.jobs.run('renew-subscriptions', {});
      expect(await readMoney()).toEqual(before);
      expect((await app.services.subscription.find(fan.id, creator.id))?.status).toBe('deactivated');
    },
  );

  it.each(Object.entries(closedFans))('%s: refunds a pending top-up', async (_state, values) => {
    const card = await buildCard(app, fan, { code: 'authenticate', isDefault: false });
    const { data } = await app.call('topUpWallet', { as: fan.token, body: { amount: 20, cardId: card.id } });
    if (!('_id' in data)) throw new Error('Expected a payment');
    await setAccount(fan.id, values);
    const payment = await app.services.payment.confirm(fan.actor, data._id, 'approve');
    expect(payment.status).toBe('refunded');
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 5_000 });
  });

  it('getPayerError names the reason', () => {
    const now = new Date();
    const payer = { isAdmin: false, ageDeclaredAt: null, isWithoutForm: true, hasDispute: false };
    const refusal = (state: { status: string; deletionAt: Date | null }) =>
      getPayerError({ ...payer, ...state }, { minimumAge: 18 });
    expect(refusal({ status: 'active', deletionAt: null })).toBe('AGE_NOT_DECLARED');
    expect(refusal({ status: 'active', deletionAt: now })).toBe('ACCOUNT_CLOSING');
    expect(refusal({ status: 'closing', deletionAt: now })).toBe('ACCOUNT_CLOSING');
    expect(refusal({ status: 'deleted', deletionAt: null })).toBe('ACCOUNT_INACTIVE');
    const disputing = { ...payer, hasDispute: true, status: 'active', deletionAt: null };
    expect(getPayerError(disputing, { minimumAge: 18 })).toBe('PAYMENTS_PAUSED');
  });
});

describe('M-19: no money from a fan whose login method did not ask for the age, until they declare it', () => {
  const logIns: Record<string, () => Promise<{ status: number; data: { token?: string } }>> = {
    Google: async () =>
      app.call('loginWithGoogle', { body: { tokenId: await googleToken(app, 'new@out.test'), role: 'user' } }),
    Twitter: async () =>
      app.call('finishTwitterLogin', { body: { ...(await twitterAnswer(app, 'newcomer')), role: 'user' } }),
    phone: async () => {
      const phone = newPhone();
      return app.call('loginWithPhone', { body: { phone, code: await phoneCode(app, phone) } });
    },
  };
  const undeclared = () => ({ isWithoutForm: true, passwordHash: null, verifiedPhone: true, phone: newPhone() });
  const readSubscription = () => app.services.subscription.find(fan.id, creator.id);
  async function subscribeToBoth() {
    const card = await byDefaultCard(app, fan);
    await app.call('subscribePerformer', {
      as: fan.token,
      body: { performerId: creator.id, type: 'monthly', ...card },
    });
    await app.call('subscribePlatform', { as: fan.token, body: card });
  }

  it.each(Object.entries(logIns))(
    '%s: a new account can pay after declaring the age, but not after only setting a password',
    async (_way, logIn) => {
      const as = (await logIn()).data.token ?? '';
      const { data } = await app.call('getMe', { as });
      await buildCard(app, { id: data._id });
      const topUp = async () =>
        app.call('topUpWallet', { as, body: { amount: 20, ...(await byDefaultCard(app, { id: data._id })) } });
      expect((await topUp()).body).toMatchObject({ statusCode: 403, error: 'AGE_NOT_DECLARED' });
      expect((await app.call('updateMe', { as, body: { password: 'seven brown otters' } })).status).toBe(200);
      expect((await app.call('getMe', { as })).data.hasPassword).toBe(true);
      expect((await topUp()).body.error).toBe('AGE_NOT_DECLARED');
      expect((await app.call('updateMe', { as, body: { isOfAge: true } })).status).toBe(200);
      expect((await topUp()).status).toBe(200);
    },
  );

  it('rejects every call and moves nothing', async () => {
    const card = await byDefaultCard(app, fan);
    const calls = {
      ...(await listCalls()),
      'top up': () => app.call('topUpWallet', { as: fan.token, body: { amount: 20, ...card } }),
      'platform subscription': () => app.call('subscribePlatform', { as: fan.token, body: card }),
    };
    await setAccount(fan.id, undeclared());
    const before = await readMoney();
    for (const call of Object.values(calls)) expect((await call()).body.error).toBe('AGE_NOT_DECLARED');
    expect(await readMoney()).toEqual(before);
  });

  it('rejects resuming canceled subscriptions to creators and to the platform', async () => {
    await subscribeToBoth();
    const as = fan.token;
    const { data: platform } = await app.call('getPlatformSubscription', { as });
    const ids = [(await readSubscription())?.id ?? '', platform.subscriptionId ?? ''];
    for (const id of ids) expect((await app.call('cancelSubscription', { as, params: { id } })).status).toBe(200);
    await setAccount(fan.id, undeclared());
    for (const id of ids) {
      expect((await app.call('resumeSubscription', { as, params: { id } })).body.error).toBe('AGE_NOT_DECLARED');
    }
  });

  it.each<[string, () => Promise<Partial<typeof accounts.$inferInsert>>]>([
    ['who signed up with a form that lacks the age', async () => ({})],
    ['who also logs in with their phone', async () => ({ verifiedPhone: true, phone: newPhone() })],
    ['whose password was removed after a takeover', async () => ({ passwordHash: null })],
    ['who declared the age', async () => ({ ...undeclared(), ageDeclaredAt: app.clock.now() })],
    ['who is an administrator', async () => ({ ...undeclared(), roles: ['user', 'admin', 'owner'] })],
    [
      'of a site without a minimum age',
      async () => {
        await app.services.settings.write('minimumAge', 0);
        return undeclared();
      },
    ],
  ])('accepts payments and renewals of a fan %s', async (_who, make) => {
    await setAccount(fan.id, { ageDeclaredAt: null, ...(await make()) });
    await subscribeToBoth();
    app.clock.set('2026-02-28T10:05:00Z');
    await app.jobs.run('renew-subscriptions', {});
    await app.services.settings.write('minimumAge', 18);
    const own = and(eq(paymentTransactions.userId, fan.id), eq(paymentTransactions.status, 'success'));
    expect(await app.context.db.$count(paymentTransactions, own)).toBe(4);
    expect((await readSubscription())?.status).toBe('active');
  });
});

describe('completed payments', () => {
  it('emit one event each, whatever their kind', async () => {
    const told: string[] = [];
    const beside = await buildTestApp({}, { beside: app });
    beside.context.events.on('paymentCompleted', async (_tx, { kind, target, total, note }) => {
      told.push(`${kind} ${target} ${total} ${note}`.trim());
    });
    const as = fan.token;
    const post = await buildSale(app, creator);
    const params = { id: creator.id };
    const tip = { as, params, body: { price: 5, userNote: '  For the roses ' }, headers: { 'idempotency-key': 'tip' } };
    await beside.call('tipPerformer', tip);
    await beside.call('tipPerformer', tip);
    await beside.call('buyFeed', { as, params: { id: post.id } });
    await beside.call('buyFeed', { as, params: { id: post.id } });
    const card = await byDefaultCard(app, fan);
    await beside.call('topUpWallet', { as, body: { amount: 20, ...card } });
    await beside.call('subscribePerformer', { as, body: { performerId: creator.id, type: 'free' } });
    await beside.call('subscribePerformer', { as, body: { performerId: creator.id, type: 'monthly', ...card } });
    await beside.call('subscribePlatform', { as, body: card });
    app.clock.set('2026-03-03T10:05:00Z');
    await beside.jobs.run('renew-subscriptions', {});
    await beside.close();
    expect(told).toEqual([
      'tip performer 500 For the roses',
      'unlock feed 500',
      'top-up token_package 2000',
      'trial performer 0',
      'subscription performer 999',
      'subscription platform 1199',
      expect.stringMatching(/^renewal /),
      expect.stringMatching(/^renewal /),
    ]);
  });
});

describe('M-17: a payment that was committed', () => {
  it('returns success even if what follows the commit fails, and its jobs still run', async () => {
    const calls = await listCalls();
    const card = await byDefaultCard(app, fan);
    const {
      'start a trial': _trial,
      'subscribe yearly': _yearly,
      ...paying
    } = { ...calls, 'top up': () => app.call('topUpWallet', { as: fan.token, body: { amount: 20, ...card } }) };
    await app.jobs.drain();
    app.mails.length = 0;
    const silenced = vi.spyOn(app.context.publisher, 'publish').mockImplementation(() => {
      throw new Error('publishing failed');
    });
    const statuses: Record<string, number> = {};
    for (const [name, call] of Object.entries(paying)) statuses[name] = (await call()).status;
    expect(statuses).toEqual(Object.fromEntries(Object.keys(paying).map((name) => [name, 200])));
    // All work after the commits failed and was reported.
    expect(silenced.mock.calls.length).toBeGreaterThanOrEqual(Object.keys(paying).length);
    const failed = app.failures.splice(0);
    expect(new Set(failed.map(({ kind }) => kind))).toEqual(new Set(['effect']));
    expect(failed.length).toBeGreaterThanOrEqual(Object.keys(paying).length);
    silenced.mockRestore();
    await app.jobs.drain();
    const receipts = app.mails.filter(({ to, subject }) => to === fan.account.email && subject.startsWith('Receipt'));
    expect(receipts).toHaveLength(Object.keys(paying).length);
  });
});
