import { buildCard, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-01-31T10:00:00Z');
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const login = (person: BuiltPerson) => app.services.session.open(person.id);
const subscribe = async () => {
  const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) };
  return app.call('subscribePerformer', { as: fan.token, body });
};
const renew = () => app.jobs.run('renew-subscriptions', {});
const shown = async () => {
  const { data } = await app.call('searchUserSubscriptions', { as: await login(fan) });
  const [first] = data.data;
  if (!first) throw new Error('Expected a subscription');
  return first;
};
const change = async (id: string, cardId: string, as = fan) =>
  app.call('changeSubscriptionCard', { as: await login(as), params: { type: 'stripe', id }, body: { cardId } });

describe('the card of a subscription', () => {
  it('is shown to its fan: the subscription’s own card, else the default one, else none', async () => {
    const first = await buildCard(app, fan, { last4Digits: '1111' });
    await subscribe();
    const second = await buildCard(app, fan, { brand: 'Mastercard', last4Digits: '2222', isDefault: false });
    await app.call('setDefaultCard', { as: fan.token, body: { cardId: second.id } });
    expect((await shown()).card).toEqual({ brand: 'Visa', last4Digits: '1111' });
    await app.call('deleteCard', { as: fan.token, params: { id: first.id } });
    expect((await shown()).card).toEqual({ brand: 'Mastercard', last4Digits: '2222' });
    await app.call('deleteCard', { as: fan.token, params: { id: second.id } });
    expect((await shown()).card).toBeNull();
    const { data } = await app.call('searchPerformerSubscriptions', { as: creator.token });
    expect(data.data[0]).not.toHaveProperty('card');
  });

  it('can be changed by its fan to another of their own cards', async () => {
    await buildCard(app, fan);
    await subscribe();
    const other = await buildCard(app, fan, { last4Digits: '3333', isDefault: false });
    const { _id } = await shown();
    expect((await change(_id, other.token)).data).toEqual({ success: true });
    expect((await shown()).card).toMatchObject({ last4Digits: '3333' });
    const stranger = await buildUser(app);
    const theirs = await buildCard(app, stranger);
    expect((await change(_id, theirs.id)).body).toMatchObject({ error: 'CARD_REQUIRED' });
    expect((await change(_id, theirs.id, stranger)).status).toBe(404);
  });

  it('when removed, ends the subscription after the last retry, and its end is stored', async () => {
    const card = await buildCard(app, fan);
    await subscribe();
    await app.call('deleteCard', { as: fan.token, params: { id: card.id } });
    app.clock.set('2026-02-28T10:05:00Z');
    for (let day = 0; day < 9; day += 1) {
      await renew();
      app.clock.advance({ days: 1 });
    }
    const row = await app.services.subscription.find(fan.id, creator.id);
    expect(row).toMatchObject({ status: 'deactivated', nextRecurringDate: null, cancelledAt: expect.any(Date) });
  });

  it('when changed, pays for a failed renewal immediately', async () => {
    const bad = await buildCard(app, fan);
    await subscribe();
    await app.call('deleteCard', { as: fan.token, params: { id: bad.id } });
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    const { _id, status } = await shown();
    expect(status).toBe('past_due');
    const good = await buildCard(app, fan, { last4Digits: '4444' });
    await change(_id, good.id);
    await app.jobs.drain();
    expect(await shown()).toMatchObject({ status: 'active', isActive: true, card: { last4Digits: '4444' } });
  });

  it('stays the one that was chosen while a renewal charged the earlier card', async () => {
    await buildCard(app, fan, { last4Digits: '7777' });
    await subscribe();
    const other = await buildCard(app, fan, { last4Digits: '8888', isDefault: false });
    const { _id } = await shown();
    const { payment } = app.context.gateways;
    const charge = payment.charge.bind(payment);
    const charging = vi.spyOn(payment, 'charge').mockImplementationOnce(async (...given) => {
      await change(_id, other.id);
      return charge(...given);
    });
    app.clock.set('2026-02-28T10:05:00Z');
    await renew();
    expect(charging).toHaveBeenCalledTimes(1);
    charging.mockRestore();
    expect(await shown()).toMatchObject({ isActive: true, card: { last4Digits: '8888' } });
    expect((await shown()).expiredAt).toContain('2026-03-');
  });

  it.each([0, 3])(
    'is charged immediately if it was chosen while the earlier card was declined, after %s failures',
    async (failures) => {
      const declining = await buildCard(app, fan, { code: 'declinedLater', isDefault: false });
      await buildCard(app, fan);
      await subscribe();
      const { _id } = await shown();
      await change(_id, declining.id);
      for (const day of ['02-28', '03-01', '03-03'].slice(0, failures)) {
        app.clock.set(`2026-${day}T10:05:00Z`);
        await renew();
      }
      const good = await buildCard(app, fan, { last4Digits: '9999', isDefault: false });
      const { payment } = app.context.gateways;
      const charge = payment.charge.bind(payment);
      const charging = vi.spyOn(payment, 'charge').mockImplementationOnce(async (...given) => {
        await change(_id, good.id);
        return charge(...given);
      });
      app.clock.set(failures === 0 ? '2026-02-28T10:05:00Z' : '2026-03-07T10:05:00Z');
      await app.jobs.drain();
      app.mails.splice(0);
      await renew();
      charging.mockRestore();
      await app.jobs.drain();
      expect(await shown()).toMatchObject({ status: 'active', isActive: true, card: { last4Digits: '9999' } });
      const told = app.mails.filter(({ to }) => to === fan.account.email).map(({ subject }) => subject);
      expect(told).toEqual([expect.stringMatching(/^Renewal: /)]);
    },
  );

  it('can also be seen and changed for the platform subscription', async () => {
    await buildCard(app, fan, { last4Digits: '5555' });
    await app.call('subscribePlatform', { as: fan.token, body: await byDefaultCard(app, fan) });
    const { data } = await app.call('getPlatformSubscription', { as: fan.token });
    expect(data.card).toMatchObject({ last4Digits: '5555' });
    const other = await buildCard(app, fan, { last4Digits: '6666', isDefault: false });
    await change(data.subscriptionId ?? '', other.id);
    const { data: after } = await app.call('getPlatformSubscription', { as: await login(fan) });
    expect(after.card).toMatchObject({ last4Digits: '6666' });
  });
});
