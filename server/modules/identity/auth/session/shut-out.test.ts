import { eq } from 'drizzle-orm';
import { buildPerformer, type BuiltPerformer } from '../../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../../tests/harness/lock-races';
import { accounts, performers, sessions } from '../../../../db/schema/accounts';
import { dataExports } from '../../../../db/schema/accounts';
import type { Tx } from '../../../../db/transaction';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Recovers the account as its owner would, which ends every session. */
const shutOut = (id: string) => async (tx: Tx) => {
  await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, id));
  await tx.delete(sessions).where(eq(sessions.accountId, id));
};

const banking = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };

describe('I-12: a session that the owner ends at the same moment', () => {
  it.each<[string, (creator: BuiltPerformer) => Promise<{ status: number }>]>([
    [
      'cannot delete the account',
      ({ account, token }) =>
        app.call('requestDeletion', { as: token, body: { confirmation: account.username ?? '', giveUpBalance: true } }),
    ],
    [
      'cannot change the bank account for payouts',
      ({ id, token }) =>
        app.call('updateBankingSettings', { as: token, params: { id }, body: { performerId: id, ...banking } }),
    ],
    [
      'cannot change the payout service',
      ({ id, token }) =>
        app.call('updatePaymentGatewaySettings', {
          as: token,
          params: { id },
          body: { performerId: id, key: 'paypal', value: { email: 'thief@example.test' } },
        }),
    ],
    ['cannot request an export', ({ token }) => app.call('requestDataExport', { as: token })],
    [
      'cannot remove a login method',
      ({ token }) => app.call('unlinkLogin', { as: token, params: { provider: 'google' } }),
    ],
  ])('%s', async (_what, act) => {
    const creator = await buildPerformer(app);
    await app.context.db.update(accounts).set({ googleId: creator.id }).where(eq(accounts.id, creator.id));
    const reply = await meanwhile(app, shutOut(creator.id), () => act(creator));
    expect(reply.status).toBe(401);
    const [row] = await app.context.db
      .select({
        deletionAt: accounts.deletionAt,
        googleId: accounts.googleId,
        banking: performers.banking,
        payouts: performers.payoutSettings,
      })
      .from(accounts)
      .innerJoin(performers, eq(performers.id, accounts.id))
      .where(eq(accounts.id, creator.id));
    expect(row).toEqual({ deletionAt: null, googleId: creator.id, banking: null, payouts: {} });
    expect(await app.context.db.$count(dataExports, eq(dataExports.accountId, creator.id))).toBe(0);
  });
});
