import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, fillWallet } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp } from '../../../../tests/stripe-double/build-stripe-app';
import { reverseTransfer, setAccountReady } from '../../../../tests/stripe-double/double-connect';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { accounts } from '../../../db/schema/accounts';
import { payoutRecipients } from '../../../db/schema/payouts';
import { sandboxTransfers } from '../../../db/schema/sandbox';
import { runAdmin } from '../../../../tests/factories/operator';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let token: string;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
});
afterAll(() => close());
beforeEach(async () => {
  double.disturb = () => undefined;
  double.state.available.set('usd', 0);
  ({ creator, token } = await buildPaidCreator(app));
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
});

async function buildPaidCreator(site: TestApp) {
  const person = await buildPerformer(site);
  await fillWallet(site, person.id, cents(8_000));
  return { creator: person, token: await site.services.session.open(person.id) };
}
async function settle() {
  await double.deliver();
  await app.jobs.drain();
}
const openLink = () => app.call('createStripeAccount', { as: token });
const getAccount = async () => (await app.call('getStripeAccount', { as: token })).data;
const request = (site = app, as = token, requestTokens = 60) =>
  site.call('createPayoutRequest', {
    as,
    body: { source: 'performer', requestTokens, paymentAccountType: 'stripe' },
  });
const getPayout = async (id: string) => (await app.call('getPayoutRequest', { as: token, params: { id } })).data;
const approve = (id: string, site = app) => runAdmin(site, 'payouts', 'approve', id);
const reject = (id: string) => runAdmin(app, 'payouts', 'reject', id, 'Not now');
const getWallet = async () => (await app.services.wallet.balances(creator.id)).wallet;
const listTransfers = (id: string) =>
  double.state.list('transfer').filter(({ transfer_group: name }) => name === `payout:${id}`);

/** Has a creator, whose Stripe account has been ready for more than a day, request $60. */
async function askReady() {
  await openLink();
  const accountId = (await getAccount()).accountId!;
  setAccountReady(double.state, accountId, true);
  await settle();
  app.clock.advance({ days: 2 });
  token = await app.services.session.open(creator.id);
  const { data } = await request();
  return { id: data._id, accountId };
}

/** The transfer is made at Stripe, but its response never arrives. */
async function sendWithLostReply() {
  const payout = await askReady();
  double.state.available.set('usd', 100_000);
  await approve(payout.id);
  double.disturb = ({ path, method }) => (method === 'POST' && path === '/v1/transfers' ? 'lost' : undefined);
  await expect(app.jobs.drain()).rejects.toThrow(/connection/i);
  double.disturb = () => undefined;
  return payout;
}

describe('a Stripe account', () => {
  it('is created once for concurrent requests, and both get a link to Stripe’s onboarding page', async () => {
    expect(await getAccount()).toEqual({
      accountId: null,
      payoutsEnabled: false,
      detailsSubmitted: false,
      problem: '',
    });
    const [one, other] = await Promise.all([openLink(), openLink()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.data).toMatchObject({
      object: 'account_link',
      url: expect.stringContaining('/double/onboarding/acct_'),
    });
    expect(one.data.expires_at - one.data.created).toBe(300);
    const mine = double.state
      .list('account')
      .filter(({ metadata }) => (metadata as { performer: string }).performer === creator.id);
    const { accountId } = await getAccount();
    expect(mine.map(({ id }) => id)).toContain(accountId);
    for (const { data } of [one, other]) expect(data.url).toContain(accountId!);
    expect((await app.call('calculatePayout', { as: token })).data.restReason).toBe('added');
    await settle();
    const mails = app.mails.filter(({ to }) => to === creator.account.email);
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('added just now: Stripe account.')]);
    await openLink();
    await settle();
    expect(app.mails.filter(({ to }) => to === creator.account.email)).toEqual(mails);
    expect(await getAccount()).toMatchObject({
      payoutsEnabled: false,
      problem: /more information/,
    });
  });

  it('becomes ready or not ready by an event from Stripe, and when the creator returns from Stripe', async () => {
    await openLink();
    const { accountId } = await getAccount();
    setAccountReady(double.state, accountId!, true);
    expect((await app.call('refreshStripeAccount', { as: token })).data.payoutsEnabled).toBe(true);
    setAccountReady(double.state, accountId!, false);
    await settle();
    expect(await getAccount()).toMatchObject({ payoutsEnabled: false, detailsSubmitted: true });
    double.state.objects.delete(accountId!);
    expect((await app.call('refreshStripeAccount', { as: token })).data).toMatchObject({
      payoutsEnabled: false,
      problem: /closed/,
    });
  });

  it('shows Stripe’s current state after a late event', async () => {
    await openLink();
    const { accountId } = await getAccount();
    setAccountReady(double.state, accountId!, true);
    const late = double.state.events.splice(0);
    setAccountReady(double.state, accountId!, false);
    await settle();
    double.state.events.push(...late);
    await settle();
    expect(await getAccount()).toMatchObject({ payoutsEnabled: false, problem: /more information/ });
  });

  it('is not created if Stripe does not pay to the creator’s country', async () => {
    await app.context.db.update(accounts).set({ country: 'BR' }).where(eq(accounts.id, creator.id));
    const reply = await openLink();
    expect([reply.status, reply.body.error]).toEqual([422, 'STRIPE_COUNTRY_UNSUPPORTED']);
    expect(await getAccount()).toMatchObject({ accountId: null });
  });

  it('cannot be created without a fresh login, or while Stripe is unavailable', async () => {
    double.disturb = () => 'unanswered';
    expect((await openLink()).body.error).toBe('PROVIDER_UNREACHABLE');
    app.clock.advance({ minutes: 11 });
    expect((await openLink()).body.error).toBe('FRESH_LOGIN_REQUIRED');
  });
});

describe('a payout through Stripe', () => {
  it('cannot be requested before the account is ready, or within a day of creating it', async () => {
    expect((await request()).body.error).toBe('PAYOUT_ACCOUNT_MISSING');
    await openLink();
    expect((await request()).body.error).toBe('PAYOUT_ACCOUNT_MISSING');
    setAccountReady(double.state, (await getAccount()).accountId!, true);
    await settle();
    expect((await request()).body.error).toBe('PAYOUT_RESTS');
  });

  it('cannot be requested below the site minimum', async () => {
    const { id } = await askReady();
    await app.call('withdrawPayoutRequest', { as: token, params: { id } });
    expect((await request(app, token, 49)).body.error).toBe('PAYOUT_BELOW_MINIMUM');
    expect((await request(app, token, 50)).status).toBe(200);
  });

  it('is sent once by concurrent processes', async () => {
    const { id } = await askReady();
    double.state.available.set('usd', 100_000);
    await approve(id);
    await Promise.all(Array.from({ length: 5 }, () => app.jobs.run('pay-payout', { id })));
    expect(listTransfers(id)).toHaveLength(1);
    expect(await getPayout(id)).toMatchObject({ status: 'done', payoutId: listTransfers(id)[0]!.id });
  });

  it('is sent once, even if the response was lost', async () => {
    const { id, accountId } = await sendWithLostReply();
    app.clock.advance({ days: 2 });
    token = await app.services.session.open(creator.id);
    await Promise.all([app.jobs.run('pay-payouts', {}), app.jobs.run('pay-payout', { id })]);
    expect(listTransfers(id)).toMatchObject([{ amount: 6000, destination: accountId }]);
    expect(await getPayout(id)).toMatchObject({ status: 'done', payoutId: listTransfers(id)[0]!.id });
  });

  it('cannot be rejected while it is unknown whether Stripe sent it', async () => {
    const { id } = await sendWithLostReply();
    await expect(reject(id)).rejects.toThrow(/may already have sent/);
    await app.jobs.run('pay-payouts', {});
    expect([(await getPayout(id)).status, await getWallet()]).toEqual(['done', 2000]);
  });

  it('cannot be rejected during its transfer, and can be while it waits for the platform’s balance', async () => {
    const { id } = await askReady();
    await approve(id);
    const answers: unknown[] = [];
    double.disturb = async ({ path, method }) => {
      if (method === 'POST' && path === '/v1/transfers') answers.push(await reject(id).catch(String));
      return undefined;
    };
    await expect(app.jobs.drain()).rejects.toThrow(/insufficient available funds/);
    expect(answers).toEqual([expect.stringContaining('may already have sent')]);
    double.disturb = () => undefined;
    await reject(id);
    expect([(await getPayout(id)).status, await getWallet()]).toEqual(['rejected', 8000]);
  });

  it('that was sent before a crash counts as sent, even if the account was closed since', async () => {
    const { id, accountId } = await sendWithLostReply();
    setAccountReady(double.state, accountId, false);
    await app.jobs.run('pay-payouts', {});
    expect([(await getPayout(id)).status, await getWallet()]).toEqual(['done', 2000]);
  });

  it('waits until the platform’s balance at Stripe covers it', async () => {
    const { id } = await askReady();
    await approve(id);
    await expect(app.jobs.drain()).rejects.toThrow(/insufficient available funds/);
    expect((await getPayout(id)).status).toBe('approved');
    double.state.available.set('usd', 6_000);
    await app.jobs.run('pay-payouts', {});
    expect((await getPayout(id)).status).toBe('done');
  });

  it('waits for the end of a hold that began after its approval', async () => {
    const { id } = await askReady();
    double.state.available.set('usd', 100_000);
    await approve(id);
    const owner = { id: (await buildUser(app)).id, role: 'owner', via: 'console' } as const;
    await app.services.payout.hold(creator.id, 'Chargebacks', owner);
    await app.jobs.drain();
    await app.jobs.run('pay-payouts', {});
    expect(listTransfers(id)).toEqual([]);
    await app.services.payout.hold(creator.id, null, owner);
    await app.jobs.run('pay-payouts', {});
    expect((await getPayout(id)).status).toBe('done');
  });

  it('returns to the wallet with the reason if it cannot be sent, and is not retried', async () => {
    const { id, accountId } = await askReady();
    double.state.available.set('usd', 100_000);
    setAccountReady(double.state, accountId, false);
    await approve(id);
    await app.jobs.drain();
    expect(await getPayout(id)).toMatchObject({
      status: 'rejected',
      reasonCode: 'rejected',
      adminNote: /more information/,
    });
    expect(await getWallet()).toBe(8000);
    const mails = app.mails.filter(({ subject }) => subject === 'Payout not possible').length;
    await app.jobs.run('pay-payouts', {});
    await settle();
    expect(app.mails.filter(({ subject }) => subject === 'Payout not possible')).toHaveLength(mails);
    expect(listTransfers(id)).toEqual([]);
  });

  it.each([
    [
      'has its payouts paused by Stripe, but accepts transfers',
      /checking what you told/,
      (id: string) => void Object.assign(double.state.get('account', id), { payouts_enabled: false }),
    ],
    [
      'can no longer receive transfers',
      /checking what you told/,
      (id: string) => void Object.assign(double.state.get('account', id), { capabilities: { transfers: 'inactive' } }),
    ],
    ['was closed at Stripe', /closed/, (id: string) => void double.state.objects.delete(id)],
    [
      'is restricted in the moment of the transfer',
      /more information/,
      (id: string) => {
        double.disturb = ({ path, method }) => {
          if (method === 'POST' && path === '/v1/transfers') setAccountReady(double.state, id, false);
          return undefined;
        };
      },
    ],
  ])('returns to the wallet if the account %s', async (_what, reason, change) => {
    const { id, accountId } = await askReady();
    double.state.available.set('usd', 100_000);
    change(accountId);
    await approve(id);
    await app.jobs.drain();
    expect(await getPayout(id)).toMatchObject({ status: 'rejected', adminNote: reason });
    expect([await getWallet(), listTransfers(id)]).toEqual([8000, []]);
  });

  it('returns to the wallet if Stripe does not send such small amounts', async () => {
    await app.services.settings.write('minimumPayoutAmount', 0.5);
    const { id: other } = await askReady();
    await app.call('withdrawPayoutRequest', { as: token, params: { id: other } });
    const { data } = await request(app, token, 0.6);
    double.state.available.set('usd', 100_000);
    await approve(data._id);
    await app.jobs.drain();
    expect(await getPayout(data._id)).toMatchObject({ status: 'rejected', adminNote: /sums this small/ });
    expect(await getWallet()).toBe(8000);
    await app.services.settings.write('minimumPayoutAmount', 50);
  });

  it('returns to the wallet once if Stripe reversed it', async () => {
    const { id } = await askReady();
    double.state.available.set('usd', 100_000);
    await approve(id);
    await settle();
    expect(await getWallet()).toBe(2000);
    reverseTransfer(double.state, (await getPayout(id)).payoutId!);
    await double.deliver({ times: 3 });
    await app.jobs.drain();
    expect(await getPayout(id)).toMatchObject({ status: 'rejected', reasonCode: 'returned' });
    expect(await getWallet()).toBe(8000);
  });
});

it('the payout sandbox pays as soon as an account exists', async () => {
  const site = await buildTestApp();
  const { creator: person, token: as } = await buildPaidCreator(site);
  const { data: link } = await site.call('createStripeAccount', { as });
  expect(link.url).toBe('http://web.test/creator/banking?stripe=return');
  expect((await site.call('getStripeAccount', { as })).data.payoutsEnabled).toBe(true);
  site.clock.advance({ days: 2 });
  const later = await site.services.session.open(person.id);
  const { data } = await request(site, later);
  await approve(data._id, site);
  await site.jobs.drain();
  expect((await site.call('getPayoutRequest', { as: later, params: { id: data._id } })).data.status).toBe('done');
  expect(await site.context.db.select().from(sandboxTransfers)).toMatchObject([{ amount: 6000 }]);
  const [row] = await site.context.db
    .select()
    .from(payoutRecipients)
    .where(eq(payoutRecipients.performerId, person.id));
  expect(row?.isReady).toBe(true);
  expect(await listProblems(site)).toEqual([]);
  await site.close();
});
