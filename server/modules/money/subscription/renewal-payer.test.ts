import { eq } from 'drizzle-orm';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import { closeDispute, openDispute } from '../../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { accounts } from '../../../db/schema/accounts';
import { paymentTransactions } from '../../../db/schema/money';
import { userBlocks } from '../../../db/schema/social';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let siteName: string;
/** Gateway's id of a payment that the fan can dispute. */
let gatewayId: string;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
  ({ siteName } = await app.services.settings.read());
});
beforeEach(async () => {
  app.clock.set('2026-01-31T10:00:00Z');
  creator = await buildPerformer(app, { name: 'Noor Adeyemi' });
  fan = await buildUser(app);
  const card = { cardId: await saveStripeCard(app, fan.token) };
  const as = { as: fan.token, headers: { 'cf-ipcountry': 'PT' } };
  await app.call('subscribePerformer', { ...as, body: { performerId: creator.id, type: 'monthly', ...card } });
  await app.call('subscribePlatform', { ...as, body: card });
  const post = await buildSale(app, creator);
  const { data } = await app.call('buyByCard', { ...as, body: { target: 'feed', targetId: post.id, ...card } });
  await settle();
  const isSale = eq(paymentTransactions.id, (data as { _id: string })._id);
  const [row] = await app.context.db.select().from(paymentTransactions).where(isSale);
  gatewayId = row?.gatewayId ?? '';
  app.mails.splice(0);
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
});
afterAll(() => close());

async function settle() {
  await double.deliver({ times: 2 });
  await app.jobs.drain();
}

async function disputePayment() {
  const { id } = openDispute(double.state, gatewayId);
  await settle();
  return {
    async end(status: 'won' | 'lost') {
      closeDispute(double.state, id, status);
      await settle();
    },
  };
}

async function renewAt(at: string): Promise<void> {
  app.clock.set(at);
  await app.jobs.run('renew-subscriptions', {});
  await settle();
}

const logIn = () => app.services.session.open(fan.id);

/** Status and next date of the subscriptions to creator and platform. */
async function readBoth() {
  const as = await logIn();
  const { data: list } = await app.call('searchUserSubscriptions', { as });
  const { data: platform } = await app.call('getPlatformSubscription', { as });
  return [list.data[0], platform].map((one) => [one?.status, one?.nextRecurringDate?.slice(0, 10)]);
}

async function readNews(action: string) {
  const { data } = await app.call('listNotifications', { as: await logIn() });
  return data.data.filter((one) => one.action === action).map(({ message }) => message);
}

const readMails = (subject: string) =>
  app.mails.filter((mail) => mail.to === fan.account.email && mail.subject === subject);

const countPayments = () => app.context.db.$count(paymentTransactions, eq(paymentTransactions.userId, fan.id));

describe('M-20: a renewal of a fan who disputes a payment', () => {
  it('charges nothing, is retried and notifies the fan of the dispute, for both kinds', async () => {
    await disputePayment();
    await renewAt('2026-02-28T10:05:00Z');
    expect(await readBoth()).toEqual([
      ['past_due', '2026-03-01'],
      ['past_due', '2026-03-01'],
    ]);
    expect(await countPayments()).toBe(3);
    for (const name of ['Noor Adeyemi', siteName]) {
      expect(await readNews('renewal-dispute')).toContain(
        `We didn’t renew your subscription to ${name}, because a payment of yours is disputed at your bank. You were not charged. We’ll try again on 1 March 2026.`,
      );
      const [mail] = readMails(`Your subscription to ${name} was not renewed: payment disputed`);
      expect(mail?.text).toContain('because a payment of yours is disputed at your bank. You were not charged.');
      expect(mail?.text).toContain('Contact us: http://web.test/contact');
    }
    expect(await readNews('renewal-stopped')).toEqual([]);
  });

  it('is paid by the next retry after the dispute was won, for both kinds', async () => {
    const { end } = await disputePayment();
    await renewAt('2026-02-28T10:05:00Z');
    await end('won');
    await renewAt('2026-03-01T10:06:00Z');
    expect(await readBoth()).toEqual([
      ['active', '2026-04-01'],
      ['active', '2026-04-01'],
    ]);
    expect(await countPayments()).toBe(5);
  });

  it.each(['open', 'lost'] as const)(
    'ends after its retries while the dispute is %s, with the reason',
    async (status) => {
      const { end } = await disputePayment();
      if (status === 'lost') await end(status);
      for (const day of ['02-28', '03-01', '03-03', '03-07']) await renewAt(`2026-${day}T10:06:00Z`);
      expect(await readBoth()).toEqual([
        ['deactivated', undefined],
        ['deactivated', undefined],
      ]);
      expect(await readNews('renewal-dispute')).toHaveLength(6);
      for (const name of ['Noor Adeyemi', siteName]) {
        const reason = `Your subscription to ${name} has ended, because a payment of yours is disputed at your bank. You were not charged.`;
        expect(await readNews('renewal-ended')).toContain(reason);
        expect(readMails(`Your subscription to ${name} has ended`).map(({ text }) => text)).toEqual([
          expect.stringContaining(reason),
        ]);
      }
      expect(await countPayments()).toBe(3);
    },
  );

  it.each<[string, () => Promise<unknown>]>([
    [
      'is inactive',
      () => app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id)),
    ],
    [
      'blocks them',
      () =>
        app.context.db
          .insert(userBlocks)
          .values({ performerId: creator.id, userId: fan.id, createdAt: new Date('2026-02-01T00:00:00Z') }),
    ],
  ])('ends without a retry if its creator %s', async (_what, leave) => {
    await disputePayment();
    await leave();
    await renewAt('2026-02-28T10:05:00Z');
    expect((await readBoth())[0]?.[0]).toBe('deactivated');
    expect((await readNews('renewal-dispute')).filter((text) => text.includes('Noor Adeyemi'))).toEqual([]);
  });

  it('keeps its date when they declare their age', async () => {
    const isFan = eq(accounts.id, fan.id);
    await app.context.db.update(accounts).set({ isWithoutForm: true, ageDeclaredAt: null }).where(isFan);
    await disputePayment();
    await renewAt('2026-02-28T10:05:00Z');
    expect((await app.call('updateMe', { as: await logIn(), body: { isOfAge: true } })).status).toBe(200);
    await settle();
    expect(await readBoth()).toEqual([
      ['past_due', '2026-03-01'],
      ['past_due', '2026-03-01'],
    ]);
    expect(await readNews('renewal-dispute')).toHaveLength(2);
  });
});

describe('a renewal of a fan whose account', () => {
  it('is closing ends with that reason, for both kinds', async () => {
    const closing = { status: 'closing', deletionAt: new Date('2026-03-05T00:00:00Z') } as const;
    await app.context.db.update(accounts).set(closing).where(eq(accounts.id, fan.id));
    await renewAt('2026-02-28T10:05:00Z');
    expect(await readBoth()).toEqual([
      ['deactivated', undefined],
      ['deactivated', undefined],
    ]);
    for (const name of ['Noor Adeyemi', siteName]) {
      expect(await readNews('renewal-stopped')).toContain(
        `Your subscription to ${name} can’t be renewed, because your account is about to be deleted. You keep access until 28 February 2026. You won’t be charged again.`,
      );
      const [mail] = readMails(`Your subscription to ${name} won't renew`);
      expect(mail?.text).toContain('because your account is about to be deleted.');
    }
    expect(await countPayments()).toBe(3);
  });

  it('is inactive ends without a notification', async () => {
    const isFan = eq(accounts.id, fan.id);
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(isFan);
    await renewAt('2026-02-28T10:05:00Z');
    await app.context.db.update(accounts).set({ status: 'active' }).where(isFan);
    expect(await readBoth()).toEqual([
      ['deactivated', undefined],
      ['deactivated', undefined],
    ]);
    expect(await readNews('renewal-stopped')).toEqual([]);
    expect(app.mails.filter(({ to }) => to === fan.account.email)).toEqual([]);
  });
});
