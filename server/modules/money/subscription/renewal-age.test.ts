import { and, eq } from 'drizzle-orm';
import { buildCard, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';
import { paymentTransactions, platformSubscriptions } from '../../../db/schema/money';
import { userBlocks } from '../../../db/schema/social';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-01-31T10:00:00Z');
  creator = await buildPerformer(app, { name: 'Noor Adeyemi' });
  fan = await buildUser(app, { ageDeclaredAt: null });
  await buildCard(app, fan);
  const card = await byDefaultCard(app, fan);
  await app.call('subscribePerformer', { as: fan.token, body: { performerId: creator.id, type: 'monthly', ...card } });
  await app.call('subscribePlatform', { as: fan.token, body: card });
  await app.jobs.drain();
  await app.context.db.update(accounts).set({ isWithoutForm: true }).where(eq(accounts.id, fan.id));
  app.mails.splice(0);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

async function renewAt(at: string): Promise<void> {
  app.clock.set(at);
  await app.jobs.run('renew-subscriptions', {});
  await app.jobs.drain();
}

async function readBoth() {
  const as = await app.services.session.open(fan.id);
  const { data: list } = await app.call('searchUserSubscriptions', { as });
  const { data: platform } = await app.call('getPlatformSubscription', { as });
  return [list.data[0], platform].map((one) => [one?.status, one?.nextRecurringDate?.slice(0, 10), one?.isAgeNeeded]);
}

async function readNews() {
  const as = await app.services.session.open(fan.id);
  const { data } = await app.call('listNotifications', { as });
  return data.data.filter(({ action }) => action.startsWith('renewal-'));
}

const countPaid = () => {
  const own = and(eq(paymentTransactions.userId, fan.id), eq(paymentTransactions.status, 'success'));
  return app.context.db.$count(paymentTransactions, own);
};

const failedOf = ({ id }: BuiltPerson) =>
  and(eq(paymentTransactions.userId, id), eq(paymentTransactions.status, 'fail'));

const declareAge = async () =>
  app.call('updateMe', { as: await app.services.session.open(fan.id), body: { isOfAge: true } });

describe('M-19, M-20: a renewal of a fan who must declare their age first', () => {
  it('moves no money and is retried, for subscriptions to creators and to the platform', async () => {
    await renewAt('2026-02-28T10:05:00Z');
    expect(await readBoth()).toEqual([
      ['past_due', '2026-03-01', true],
      ['past_due', '2026-03-01', true],
    ]);
    expect(await countPaid()).toBe(2);
    expect(await app.context.db.$count(paymentTransactions, eq(paymentTransactions.userId, fan.id))).toBe(2);
    const { data } = await app.call('searchPerformerSubscriptions', {
      as: await app.services.session.open(creator.id),
    });
    expect(data.data[0]).not.toHaveProperty('isAgeNeeded');
  });

  it('notifies the fan in the app and by mail, with a link to confirm the age', async () => {
    await renewAt('2026-02-28T10:05:00Z');
    const news = (await readNews()).find(({ message }) => message.includes('Noor Adeyemi'));
    expect(news).toMatchObject({ action: 'renewal-age', title: 'Confirm your age', refSource: 'subscription' });
    expect(news?.message).toMatch(/^Confirm your age to keep your subscription to Noor Adeyemi: .* on 1 March 2026\.$/);
    const mail = app.mails.find(
      ({ subject }) => subject === 'Confirm your age to keep your subscription to Noor Adeyemi',
    );
    expect(mail).toMatchObject({ to: fan.account.email });
    expect(mail?.text).toContain('Confirm my age: http://web.test/user/my-subscription');
    expect(mail?.text).toContain('You were not charged.');
  });

  it('is paid immediately when they declare it, for subscriptions to creators and to the platform', async () => {
    await renewAt('2026-02-28T10:05:00Z');
    app.clock.advance({ hours: 2 });
    expect((await declareAge()).status).toBe(200);
    await app.jobs.drain();
    expect(await readBoth()).toEqual([
      ['active', '2026-03-31', undefined],
      ['active', '2026-03-31', undefined],
    ]);
    expect(await countPaid()).toBe(4);
  });

  it('is retried three times over seven days, then ends the subscription with the reason', async () => {
    for (const day of ['02-28', '03-01', '03-03', '03-07']) await renewAt(`2026-${day}T10:06:00Z`);
    expect(await readBoth()).toEqual([
      ['deactivated', undefined, undefined],
      ['deactivated', undefined, undefined],
    ]);
    const news = (await readNews()).filter(({ message }) => message.includes('Noor Adeyemi'));
    expect(news.map(({ action }) => action)).toEqual([
      'renewal-ended',
      ...Array.from({ length: 3 }, () => 'renewal-age'),
    ]);
    expect(news[0]?.message).toContain('has ended, because your age was not confirmed');
    const last = app.mails.findLast(({ subject }) => subject === 'Your subscription to Noor Adeyemi has ended');
    expect(last?.text).toContain('because your age was not confirmed');
  });

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
  ])('ends the subscription without asking for the age if its creator %s', async (_what, close) => {
    await close();
    await renewAt('2026-02-28T10:05:00Z');
    expect((await readBoth())[0]?.[0]).toBe('deactivated');
    expect(
      (await readNews()).filter(({ message }) =>
        message.includes('Confirm your age to keep your subscription to Noor'),
      ),
    ).toEqual([]);
  });

  it('is paid when they declare it, without retrying another subscription whose card was declined', async () => {
    const { db } = app.context;
    await app.services.settings.write('minimumAge', 0);
    const declining = await buildCard(app, fan, { code: 'declinedLater', isDefault: false });
    const { data } = await app.call('searchUserSubscriptions', { as: fan.token });
    const body = { cardId: declining.id };
    const params = { type: 'stripe', id: data.data[0]?._id ?? '' };
    await app.call('changeSubscriptionCard', { as: fan.token, params, body });
    const noon = new Date('2026-02-28T12:00:00Z');
    await db
      .update(platformSubscriptions)
      .set({ nextRecurringDate: noon })
      .where(eq(platformSubscriptions.userId, fan.id));
    await renewAt('2026-02-28T10:05:00Z');
    await app.services.settings.write('minimumAge', 18);
    await renewAt('2026-02-28T12:05:00Z');
    expect(await readBoth()).toEqual([
      ['past_due', '2026-03-01', true],
      ['past_due', '2026-03-01', true],
    ]);
    expect((await declareAge()).status).toBe(200);
    await app.jobs.drain();
    expect(await readBoth()).toEqual([
      ['past_due', '2026-03-01', undefined],
      ['active', expect.any(String), undefined],
    ]);
    expect(await db.$count(paymentTransactions, failedOf(fan))).toBe(1);
  });

  it('is not retried early, which would use up a retry, when they change the card', async () => {
    await renewAt('2026-02-28T10:05:00Z');
    const before = await readBoth();
    const as = await app.services.session.open(fan.id);
    const { data } = await app.call('searchUserSubscriptions', { as });
    for (const last4Digits of ['1111', '2222', '3333']) {
      const { id: cardId } = await buildCard(app, fan, { last4Digits, isDefault: false });
      const params = { type: 'stripe', id: data.data[0]?._id ?? '' };
      expect((await app.call('changeSubscriptionCard', { as, params, body: { cardId } })).status).toBe(200);
      await app.jobs.drain();
    }
    expect(await readBoth()).toEqual(before);
    expect(before[0]).toEqual(['past_due', '2026-03-01', true]);
  });

  it('is not retried early when they declare it, if it failed for another reason', async () => {
    await app.context.db.update(accounts).set({ isWithoutForm: false }).where(eq(accounts.id, fan.id));
    const declining = await buildCard(app, fan, { code: 'declinedLater', isDefault: false });
    await app.call('setDefaultCard', { as: fan.token, body: { cardId: declining.id } });
    const as = fan.token;
    const { data } = await app.call('searchUserSubscriptions', { as });
    const body = { cardId: declining.id };
    await app.call('changeSubscriptionCard', { as, params: { type: 'stripe', id: data.data[0]?._id ?? '' }, body });
    await renewAt('2026-02-28T10:05:00Z');
    expect((await readBoth())[0]).toEqual(['past_due', '2026-03-01', undefined]);
    await declareAge();
    await app.jobs.drain();
    expect((await readBoth())[0]).toEqual(['past_due', '2026-03-01', undefined]);
  });
});
