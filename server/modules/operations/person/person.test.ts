import { desc, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildCard } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildTwoFactorUser } from '../../../../tests/factories/two-factor';
import { buildUser, fillWallet, PASSWORD, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';
import { operatorActs } from '../../../db/schema/operators';
import { inTransaction } from '../../../db/transaction';

const BANKING = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };

let app: TestApp;
let owner: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await buildOperator(app);
});

const as = <N extends EndpointName>(name: N, input: TestCall = {}) => app.call(name, { as: owner.token, ...input });
const read = async (id: string) => (await as('readPerson', { params: { id } })).data;
const readLog = async (id: string) =>
  app.context.db.select().from(operatorActs).where(eq(operatorActs.subjectId, id)).orderBy(desc(operatorActs.seq));
const logIn = ({ account }: BuiltPerson) =>
  app.call('login', { body: { username: account.username, password: PASSWORD } });
const readMails = async (person: BuiltPerson) => {
  await app.jobs.drain();
  return app.mails.filter(({ to }) => to === person.account.email);
};

describe('GET /admin/people', () => {
  const find = async (query: Record<string, unknown>) => (await as('searchPeople', { query })).data;

  it('finds fans and creators by name, email, username and id', async () => {
    const fan = await buildUser(app, { name: 'Juno Park_Reyes', username: 'juno.pr', email: 'jp@wide.test' });
    app.clock.advance({ minutes: 1 });
    const creator = await buildPerformer(app, { name: 'Junot Other' });
    for (const q of ['park_reyes', 'JP@wide', '@juno.pr', fan.id])
      expect(await find({ q })).toMatchObject({
        total: 1,
        data: [{ _id: fan.id, kind: 'user', email: 'jp@wide.test' }],
      });
    expect((await find({ q: 'juno' })).data.map(({ _id }) => _id)).toEqual([creator.id, fan.id]);
    expect(await find({ q: 'juno', kind: 'performer' })).toMatchObject({
      total: 1,
      data: [{ _id: creator.id, isApproved: true }],
    });
    expect((await find({ q: 'juno', status: 'inactive' })).total).toBe(0);
    expect(await find({ q: 'juno', limit: 1, offset: 1 })).toMatchObject({ total: 2, data: [{ _id: fan.id }] });
    expect((await find({ q: 'ju%o' })).total).toBe(0);
  });
});

describe('GET /admin/people/:id', () => {
  it('shows state, log-ins, sessions and reports, but neither secrets nor money', async () => {
    const fan = await buildUser(app, { googleId: 'g-1', googleLabel: 'juno@mail.test' });
    const creator = await buildPerformer(app);
    const { _id } = await buildFeed(app, creator, { isSale: true, price: 0 });
    await app.call('createReport', {
      as: fan.token,
      body: { target: 'feed', targetId: _id, performerId: creator.id, title: 'Copied work' },
    });
    await app.call('createReport', {
      as: creator.token,
      body: { target: 'user', targetId: fan.id, performerId: creator.id, title: 'Insults' },
    });
    const person = await read(fan.id);
    expect(person).toMatchObject({
      kind: 'user',
      status: 'active',
      verifiedEmail: true,
      hasTwoFactor: false,
      operatorRole: null,
      creator: null,
      logins: [{ provider: 'password' }, { provider: 'google', label: 'juno@mail.test' }],
      sessions: [{ device: 'other' }],
      reportsAbout: {
        total: 1,
        data: [{ title: 'Insults', status: 'open', other: { _id: creator.id, username: creator.account.username } }],
      },
      reportsBy: { total: 1, data: [{ title: 'Copied work', other: { _id: creator.id } }] },
    });
    expect(JSON.stringify(person)).not.toMatch(/hash|balance|wallet/i);
    expect(await read(creator.id)).toMatchObject({
      creator: { commission: null, siteCommission: 0.2, payoutHold: null },
      reportsAbout: { total: 1, data: [{ title: 'Copied work', other: { _id: fan.id } }] },
    });
    expect((await as('readPerson', { params: { id: '0'.repeat(24) } })).status).toBe(404);
  });
});

describe('GET /admin/people/:id/money', () => {
  it('equals the ledger, for fans and creators', async () => {
    const fan = await buildUser(app, { wallet: cents(50_00) });
    const creator = await buildPerformer(app);
    const tip = (price: number) =>
      app.call('tipPerformer', {
        as: fan.token,
        params: { id: creator.id },
        body: { price },
      });
    const { data } = await tip(10);
    await tip(30);
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, data._id));
    const money = async (id: string) => (await as('readPersonMoney', { params: { id } })).data;
    expect(await money(creator.id)).toMatchObject({ wallet: 0, pending: 24, sold: 30, paidOut: 0, refundShare: 0.25 });
    const spent = await money(fan.id);
    expect(spent).toMatchObject({ wallet: 20, spent: 30, refundShare: null });
  });
});

describe('GET /admin/people/:id/entries', () => {
  const listEntries = async (id: string, query: TestCall['query'] = {}) =>
    (await as('listPersonEntries', { params: { id }, query })).data;
  const build = async () => ({
    fan: await buildUser(app, { name: 'Ada Fenn', wallet: cents(50_00) }),
    creator: await buildPerformer(app, { name: 'Noor Adeyemi', banking: BANKING }),
  });

  it('names the item and the other person, for both of them', async () => {
    const { fan, creator } = await build();
    const { _id } = await buildFeed(app, creator, { title: 'Morning swim', isSale: true, price: 6 });
    await app.call('buyFeed', { as: fan.token, params: { id: _id }, body: {} });
    const sale = { code: 'feed', sale: 'feed', item: { title: 'Morning swim', page: { kind: 'feed', _id } } };
    expect(await listEntries(creator.id)).toMatchObject({
      total: 1,
      data: [{ ...sale, moves: [{ account: 'pending', amount: 4.8 }], other: { _id: fan.id, name: 'Ada Fenn' } }],
    });
    const [bought, topUp] = (await listEntries(fan.id)).data;
    const noor = { _id: creator.id, name: 'Noor Adeyemi', username: creator.account.username };
    expect(bought).toMatchObject({ ...sale, moves: [{ account: 'wallet', amount: -6 }], other: noor });
    expect(topUp).toMatchObject({ moves: [{ account: 'wallet', amount: 50 }], item: null, other: null });
  });

  it('names a post without a title by its first words', async () => {
    const { fan, creator } = await build();
    const { _id } = await buildFeed(app, creator, { title: '', text: 'A letter about ink', isSale: true, price: 6 });
    await app.call('buyFeed', { as: fan.token, params: { id: _id }, body: {} });
    expect((await listEntries(creator.id)).data[0]?.item?.title).toBe('A letter about ink');
  });

  it('names them when the income becomes available, too, and shows a tip without an item', async () => {
    const { fan, creator } = await build();
    await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 10 } });
    app.clock.advance({ days: 8 });
    await app.jobs.run('release-earnings', {});
    owner = await buildOperator(app);
    const moves = [{ account: 'pending', amount: -8 }, { account: 'wallet', amount: 8 }]; // prettier-ignore
    expect((await listEntries(creator.id)).data).toMatchObject([
      { code: 'release', sale: 'tip', item: null, other: { _id: fan.id }, moves: expect.arrayContaining(moves) },
      { code: 'tip', sale: 'tip', item: null, other: { _id: fan.id }, moves: [{ account: 'pending', amount: 8 }] },
    ]);
  });

  it('has a page of a subscription’s payment, and of a payout', async () => {
    const { fan, creator } = await build();
    await fillWallet(app, creator.id, cents(100_00));
    const body = { source: 'performer', requestTokens: 60 } as const;
    const payout = (await app.call('createPayoutRequest', { as: creator.token, body })).data;
    const [requested] = (await listEntries(creator.id)).data;
    expect(requested).toMatchObject({ code: 'payout-request', payoutId: payout._id, sale: null, other: null });
    const { token: cardId } = await buildCard(app, fan);
    const subscribed = await app.call('subscribePerformer', {
      as: fan.token,
      body: { performerId: creator.id, type: 'monthly', cardId },
    });
    expect(subscribed.status).toBe(200);
    const [subscription] = (await listEntries(creator.id)).data;
    expect(subscription).toMatchObject({ code: 'subscription', other: { _id: fan.id }, paymentId: expect.any(String) });
  });

  it('adds up to the balances of the ledger over all pages', async () => {
    const { fan, creator } = await build();
    for (const price of [10, 20, 5]) {
      const { data } = await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } });
      if (price === 20) await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, data._id));
    }
    const pages = await Promise.all([0, 2, 4].map((offset) => listEntries(fan.id, { limit: 2, offset })));
    expect(pages.map(({ total, data }) => [total, data.length])).toEqual([[5, 2], [5, 2], [5, 1]]); // prettier-ignore
    const entries = pages.flatMap(({ data }) => data);
    expect(new Set(entries.map(({ _id }) => _id)).size).toBe(5);
    const sum = entries.flatMap(({ moves }) => moves).reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe((await as('readPersonMoney', { params: { id: fan.id } })).data.wallet);
  });

  it('is empty without money, and 404 for nobody', async () => {
    expect(await listEntries((await buildUser(app)).id)).toEqual({ data: [], total: 0 });
    expect((await as('listPersonEntries', { params: { id: '0'.repeat(24) } })).status).toBe(404);
  });
});

describe('sessions', () => {
  it('I-1: ends one, or all, at once', async () => {
    const fan = await buildUser(app);
    const other = await app.services.session.open(fan.id);
    const [first] = (await read(fan.id)).sessions.slice(-1);
    const end = (body: object) => as('endPersonSessions', { params: { id: fan.id }, body });
    const stranger = (await read(owner.id)).sessions[0]?._id;
    expect((await end({ sessionId: stranger })).status).toBe(404);
    await end({ sessionId: first?._id });
    expect((await read(fan.id)).sessions).toHaveLength(1);
    expect((await end({})).data).toEqual({ success: true });
    for (const token of [fan.token, other]) expect(await app.services.session.findActor(token)).toBeNull();
    expect((await end({})).status).toBe(404);
    expect(await readLog(fan.id)).toMatchObject([
      { act: 'sessions.ended', details: { ended: 1 } },
      { act: 'sessions.ended', details: { ended: 1 } },
    ]);
  });
});

describe('notes', () => {
  it('are read by colleagues only, newest first; the log names no text', async () => {
    const fan = await buildUser(app);
    const note = (text: string) => as('addPersonNote', { params: { id: fan.id }, body: { text } });
    await note('Asked about selling in Canada.');
    app.clock.advance({ minutes: 1 });
    await note('New bank confirmed by phone.');
    expect((await note(' ')).status).toBe(400);
    expect((await read(fan.id)).notes).toMatchObject([
      { text: 'New bank confirmed by phone.', operatorName: owner.account.name },
      { text: 'Asked about selling in Canada.' },
    ]);
    const lines = await readLog(fan.id);
    expect(lines).toMatchObject([{ act: 'note.added' }, { act: 'note.added' }]);
    expect(JSON.stringify(lines)).not.toContain('Canada');
  });
});

describe('closing an account', () => {
  const close = (id: string, reason = 'Copied pictures') => as('closeAccount', { params: { id }, body: { reason } });
  const reopen = (id: string) => as('reopenAccount', { params: { id }, body: { reason: 'Appeal granted' } });

  it('logs it out, hides its page, mails the reason, and can be undone', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(50_00) });
    const { _id: postId } = await buildFeed(app, creator, { isSale: true, price: 5 });
    await app.call('buyFeed', {
      as: fan.token,
      params: { id: postId },
      body: {},
    });
    const profile = async (token: string) =>
      (await app.call('getPerformer', { as: token, params: { id: creator.id } })).status;
    expect((await close(creator.id)).data).toEqual({ success: true });
    expect(await app.services.session.findActor(creator.token)).toBeNull();
    expect((await logIn(creator)).body.error).toBe('ACCOUNT_INACTIVE');
    expect(await profile((await buildUser(app)).token)).toBe(404);
    expect((await app.call('getFeed', { as: fan.token, params: { id: postId } })).data).toMatchObject({ _id: postId });
    const [mail] = (await readMails(creator)).slice(-1);
    expect(mail?.text).toContain('The reason: Copied pictures');
    expect(mail?.text).toContain('/contact');
    expect((await close(creator.id)).body.error).toBe('CHANGED_ELSEWHERE');
    expect((await reopen(creator.id)).data).toEqual({ success: true });
    expect((await logIn(creator)).status).toBe(200);
    expect((await reopen(creator.id)).body.error).toBe('CHANGED_ELSEWHERE');
    expect(await readLog(creator.id)).toMatchObject([
      { act: 'account.reopened', details: { reason: 'Appeal granted' } },
      { act: 'account.closed', details: { reason: 'Copied pictures', before: 'active' } },
    ]);
  });

  it('shows on the page why, when and by whom it was closed, until it is open again', async () => {
    const person = await buildUser(app);
    const read = async () => (await as('readPerson', { params: { id: person.id } })).data.closure;
    expect(await read()).toBeNull();
    await close(person.id, 'Copied pictures');
    expect(await read()).toMatchObject({ reason: 'Copied pictures', at: expect.any(String) });
    await as('reopenAccount', { params: { id: person.id }, body: { reason: 'We were wrong.' } });
    expect(await read()).toBeNull();
  });

  it('needs a reason, and never closes the account of an operator', async () => {
    const fan = await buildUser(app);
    expect((await close(fan.id, ' ')).status).toBe(400);
    const moderator = await buildOperator(app, 'moderator');
    expect((await close(moderator.id)).body.error).toBe('OPERATOR_ACCOUNT');
  });

  it('W-4: does not undo a deletion that the owner requested', async () => {
    const fan = await buildUser(app);
    await app.call('requestDeletion', { as: fan.token, body: { confirmation: fan.account.username ?? '' } });
    await close(fan.id);
    expect((await read(fan.id)).deletionAt).not.toBeNull();
    await reopen(fan.id);
    expect((await read(fan.id)).status).toBe('closing');
    await close(fan.id);
    app.clock.advance({ days: 40 });
    await app.services.deletion.deleteDue();
    const again = await buildOperator(app);
    expect((await app.call('readPerson', { as: again.token, params: { id: fan.id } })).data.status).toBe('deleted');
  });
});

describe('two-factor and mails', () => {
  it('turns two-factor off for a lost phone, with a reason and a fresh proof', async () => {
    const fan = await buildTwoFactorUser(app);
    const reset = () =>
      as('resetTwoFactor', { params: { id: fan.id }, body: { reason: 'Showed their ID on the phone' } });
    expect((await reset()).data).toEqual({ success: true });
    expect((await read(fan.id)).hasTwoFactor).toBe(false);
    expect((await reset()).body.error).toBe('CHANGED_ELSEWHERE');
    expect(await readLog(fan.id)).toMatchObject([
      { act: 'two-step.reset', details: { reason: 'Showed their ID on the phone' } },
    ]);
    app.clock.advance({ minutes: 11 });
    expect((await reset()).body.error).toBe('FRESH_LOGIN_REQUIRED');
  });

  it('sends the mails to verify an address and to set a password again, a few times an hour', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const send = (mail: string) => as('resendPersonMail', { params: { id: fan.id }, body: { mail } });
    expect((await send('verification')).status).toBe(200);
    expect((await send('password-reset')).status).toBe(200);
    expect((await readMails(fan)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Verify your email'),
      expect.stringContaining('Set a new password'),
    ]);
    expect(await readLog(fan.id)).toMatchObject([
      { act: 'mail.resent', details: { mail: 'password-reset' } },
      { act: 'mail.resent', details: { mail: 'verification' } },
    ]);
    await send('password-reset');
    await send('password-reset');
    expect((await send('password-reset')).status).toBe(429);
    const verified = await buildUser(app);
    const reply = await as('resendPersonMail', { params: { id: verified.id }, body: { mail: 'verification' } });
    expect(reply.body.error).toBe('CHANGED_ELSEWHERE');
  });
});

describe('money of a creator', () => {
  const hold = (id: string, reason: string | null) => as('setPayoutHold', { params: { id }, body: { reason } });

  it('M-13: held payouts can neither be requested nor approved; the creator reads why', async () => {
    const creator = await buildPerformer(app, { banking: BANKING });
    await fillWallet(app, creator.id, cents(500_00));
    const request = () =>
      app.call('createPayoutRequest', {
        as: creator.token,
        body: { source: 'performer', requestTokens: 100 },
      });
    const payout = (await request()).data;
    expect((await hold(creator.id, 'The bank asks who owns this account.')).data).toEqual({ success: true });
    const by = { id: owner.id, role: 'owner', via: 'console' } as const;
    await expect(app.services.payout.decide(payout._id, { status: 'approved' }, by)).rejects.toMatchObject({
      code: 'PAYOUT_HELD',
    });
    await app.services.payout.decide(payout._id, { status: 'rejected', reason: 'On hold' }, by);
    app.clock.advance({ seconds: 1 });
    expect((await request()).body).toMatchObject({
      error: 'PAYOUT_HELD',
      message: expect.stringContaining('The bank asks who owns this account.'),
    });
    expect((await read(creator.id)).creator?.payoutHold).toBe('The bank asks who owns this account.');
    await hold(creator.id, null);
    app.clock.advance({ seconds: 1 });
    expect((await request()).status).toBe(200);
    expect((await readLog(creator.id)).map(({ act }) => act)).toEqual(['payouts.released', 'payouts.held']);
    expect((await hold((await buildUser(app)).id, 'x')).status).toBe(404);
  });

  it('says until when payouts are paused, as the creator reads it', async () => {
    const creator = await buildPerformer(app);
    const readRest = async () => (await read(creator.id)).creator?.payoutRest;
    expect(await readRest()).toBeNull();
    const save = async (bankAccount: string) => {
      const body = { performerId: creator.id, ...BANKING, bankAccount };
      const reply = await app.call('updateBankingSettings', { as: creator.token, params: { id: creator.id }, body });
      expect(reply.status).toBe(200);
    };
    const readOwn = async () => (await app.call('calculatePayout', { as: creator.token })).data;
    await save('123456');
    const { restsUntil } = await readOwn();
    expect(restsUntil).toEqual(expect.any(String));
    expect(await readRest()).toEqual({ until: restsUntil, reason: 'added' });
    await save('654321');
    expect(await readRest()).toMatchObject({ reason: 'changed' });
    app.clock.advance({ days: 1, seconds: 1 });
    owner = await buildOperator(app);
    expect(await readRest()).toBeNull();
  });

  it('shows the commission of each kind of sale, unless the creator has their own', async () => {
    const creator = await buildPerformer(app);
    await app.services.settings.write('commissions', { subscription: 0.15 });
    const readCreator = async () => (await as('readPerson', { params: { id: creator.id } })).data.creator;
    expect(await readCreator()).toMatchObject({
      siteCommission: 0.2,
      siteCommissions: [{ kind: 'subscription', commission: 0.15 }],
    });
    await as('setCommission', { params: { id: creator.id }, body: { commission: 0.1, reason: 'Founding creator' } });
    expect(await readCreator()).toMatchObject({ commission: 0.1, siteCommissions: [] });
    await app.services.settings.write('commissions', {});
  });

  it('changes the commission of later sales, and mails the creator', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(50_00) });
    const set = (commission: number | null) =>
      as('setCommission', { params: { id: creator.id }, body: { commission, reason: 'Founding creator' } });
    expect((await set(1.2)).status).toBe(400);
    expect((await set(0.1)).data).toEqual({ success: true });
    await app.call('tipPerformer', {
      as: fan.token,
      params: { id: creator.id },
      body: { price: 10 },
    });
    const { data } = await as('readPersonMoney', { params: { id: creator.id } });
    expect(data.pending).toBe(9);
    expect((await readMails(creator)).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('10%'));
    expect(await readLog(creator.id)).toMatchObject([
      { act: 'commission.changed', details: { before: null, after: 0.1, reason: 'Founding creator' } },
    ]);
  });
});

describe('npm run admin', () => {
  it('closes and reopens accounts, ends sessions, holds payouts and sets commissions', async () => {
    const creator = await buildPerformer(app);
    const username = creator.account.username ?? '';
    const run = (...words: string[]) => runAdmin(app, ...words);
    expect(await run('note', username, 'Asked', 'twice.')).toContain('is saved');
    expect(await run('sessions', 'end', creator.account.email ?? '')).toContain('logged out everywhere');
    await expect(run('sessions', 'end', username)).rejects.toThrow('not logged in');
    await run('payouts', 'hold', username, 'Bank', 'asks');
    await run('payouts', 'release', username);
    expect(await run('commission', username, '12.5', 'Agreed')).toContain('12.5 %');
    await run('commission', username, 'site', 'Over');
    await expect(run('commission', username, '120', 'Agreed')).rejects.toThrow('<percent|site>');
    await expect(run('resend', 'verification', username)).rejects.toThrow('can’t get this email');
    expect(await run('resend', 'password-reset', username)).toContain('was sent');
    await run('close', creator.id, 'Spam');
    expect((await read(creator.id)).status).toBe('inactive');
    await run('reopen', username, 'Mistake');
    await expect(run('close', username)).rejects.toThrow('<reason>');
    await expect(run('close', 'nobody-here', 'Spam')).rejects.toThrow('There is no account');
    expect((await readLog(creator.id)).map(({ act, via }) => [act, via])).toEqual(
      [
        'account.reopened', 'account.closed', 'mail.resent', 'commission.changed', 'commission.changed',
        'payouts.released', 'payouts.held', 'sessions.ended', 'note.added',
      ].map((act) => [act, 'command']), // prettier-ignore
    );
  });
});
