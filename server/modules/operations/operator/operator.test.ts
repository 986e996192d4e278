import { cents } from '@contract/base/money';
import { payoutRequests } from '../../../db/schema/payouts';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let owner: BuiltPerson;
beforeEach(async () => {
  app = await buildTestApp();
  owner = await buildOperator(app);
});
afterEach(() => app.close());

const setRole = (body: { email: string; role: 'owner' | 'support' | null }, as = owner.token) =>
  app.call('setOperatorRole', { as, body });

describe('an owner of the site', () => {
  it('gives a fan a role, changes it and takes it away, each with a line in the log', async () => {
    const fan = await buildUser(app);
    const email = fan.account.email ?? '';
    const { data } = await setRole({ email, role: 'support' });
    expect(data).toContainEqual(expect.objectContaining({ _id: fan.id, email, role: 'support' }));
    await setRole({ email, role: 'owner' });
    expect((await setRole({ email, role: null })).data).toHaveLength(1);
    const log = await app.call('searchOperatorLog', { as: owner.token });
    expect(log.data.data).toMatchObject([
      { act: 'operator.revoked', subjectName: fan.account.name, details: { before: 'owner', after: null } },
      { act: 'operator.granted', details: { before: 'support', after: 'owner' } },
      {
        act: 'operator.granted',
        operatorName: owner.account.name,
        role: 'owner',
        via: 'console',
        details: { after: 'support' },
      },
    ]);
  });

  it('has the new operator told by email and by notification, with a link to the console', async () => {
    const fan = await buildUser(app);
    const email = fan.account.email ?? '';
    const { data } = await setRole({ email, role: 'support' });
    expect(data).toContainEqual(expect.objectContaining({ email, verifiedEmail: true, hasTwoFactor: false }));
    await app.jobs.drain();
    const mail = app.mails.find(({ to }) => to === email);
    expect(mail).toMatchObject({ subject: 'You are now an operator: support', text: expect.stringMatching(/\/admin/) });
    const news = await app.call('listNotifications', { as: fan.token, query: { type: 'account' } });
    expect(news.data.data).toMatchObject([{ action: 'role-changed', title: 'You are now an operator: support' }]);
    expect(app.mails.some(({ to }) => to === owner.account.email)).toBe(false);
  });

  it('proves who they are first', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 11 });
    const reply = await setRole({ email: fan.account.email ?? '', role: 'owner' });
    expect(reply.body).toMatchObject({ statusCode: 403, error: 'FRESH_LOGIN_REQUIRED' });
  });

  it('cannot leave the site without an owner', async () => {
    const reply = await setRole({ email: owner.account.email ?? '', role: null });
    expect(reply.body).toMatchObject({ statusCode: 422, error: 'LAST_OWNER' });
    const second = await buildOperator(app);
    const both = await Promise.all([
      setRole({ email: owner.account.email ?? '', role: null }, second.token),
      setRole({ email: second.account.email ?? '', role: null }),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });

  it('cannot give a role to a creator or a stranger', async () => {
    const creator = await buildPerformer(app);
    for (const email of [creator.account.email ?? '', 'nobody@example.test'])
      expect((await setRole({ email, role: 'support' })).status).toBe(404);
  });
});

describe('the log of operators', () => {
  it('is filtered by operator, act, subject and day, and paged', async () => {
    const second = await buildOperator(app);
    const fans = [await buildUser(app), await buildUser(app)];
    for (const { account } of fans) await setRole({ email: account.email ?? '', role: 'support' });
    await setRole({ email: fans[0]?.account.email ?? '', role: null }, second.token);
    const search = async (query: TestCall['query']) =>
      (await app.call('searchOperatorLog', { as: owner.token, query })).data;
    expect(await search({})).toMatchObject({ total: 3 });
    expect(await search({ operatorId: second.id })).toMatchObject({ total: 1, data: [{ act: 'operator.revoked' }] });
    expect(await search({ act: 'operator.granted' })).toMatchObject({ total: 2 });
    expect(await search({ subjectKind: 'account', subjectId: fans[1]?.id })).toMatchObject({ total: 1 });
    expect(await search({ fromDate: '2001-01-01', toDate: '2001-01-02' })).toMatchObject({ total: 0 });
    const page = await search({ limit: 1, offset: 1 });
    expect(page).toMatchObject({ total: 3, data: [{ _id: '2' }] });
  });

  it('of one person has the acts on what is theirs, with names and amounts', async () => {
    const fan = await buildUser(app, { name: 'Ada' });
    const creator = await buildPerformer(app, { name: 'Noor' });
    const amount = cents(6_000);
    const [payout] = await app.context.db
      .insert(payoutRequests)
      .values({ performerId: creator.id, amount, accountType: 'banking', accountInfo: {}, status: 'pending' })
      .returning();
    await inTransaction(app.context.db, (tx) =>
      recordAct(
        tx,
        { id: owner.id, role: 'owner', via: 'console' },
        { act: 'payout.approved', subject: { kind: 'payout', id: payout?.id ?? '' }, details: { amount } },
      ),
    );
    await setRole({ email: fan.account.email ?? '', role: 'support' });
    const search = async (personId: string) =>
      (await app.call('searchOperatorLog', { as: owner.token, query: { personId } })).data;
    expect(await search(creator.id)).toMatchObject({
      total: 1,
      data: [{ act: 'payout.approved', subjectName: 'Noor', amount: 60 }],
    });
    expect(await search(fan.id)).toMatchObject({ total: 1, data: [{ subjectName: 'Ada', amount: null }] });
  });

  it('says whether it is whole', async () => {
    await setRole({ email: (await buildUser(app)).account.email ?? '', role: 'support' });
    expect((await app.call('checkOperatorLog', { as: owner.token })).data).toEqual({ lines: 1, problems: [] });
  });
});
