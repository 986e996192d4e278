import { eq, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { ledgerEntries, ledgerTransfers } from '../db/schema/money';
import { inTransaction } from '../db/transaction';
import { newId } from '../db/columns';
import { fillWallet } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { getAccountKey, readPersonBalances } from './accounts';
import { checkBalances } from './check-balances';
import { postTransfer, reverseTransfer, type TransferRequest } from './post-transfer';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const getWallet = (ownerId: string) => ({ kind: 'wallet', ownerId }) as const;
const getPending = (ownerId: string) => ({ kind: 'pending', ownerId }) as const;

/** A tip with a commission of a fifth. */
const tip = (payer: string, receiver: string, amount: number, key: string = newId()): TransferRequest => ({
  code: 'tip',
  key,
  subject: key,
  postings: [
    { from: getWallet(payer), to: getPending(receiver), amount: cents(amount - amount / 5) },
    { from: getWallet(payer), to: { kind: 'revenue' }, amount: cents(amount / 5) },
  ],
});
const post = (request: TransferRequest) => inTransaction(app.context.db, (tx) => postTransfer(tx, request));

async function buildPair(wallet = 1_000) {
  const [payer, receiver] = [newId(), newId()];
  await fillWallet(app, payer, cents(wallet));
  return { payer, receiver };
}

// Promises M-5.
describe('postTransfer', () => {
  it('rejects a posting that the transfer code does not list, and a transfer without postings', async () => {
    const { payer, receiver } = await buildPair();
    const request = tip(payer, receiver, 500);
    const unlisted = { from: { kind: 'payout' }, to: getWallet(receiver), amount: cents(500) } as const;
    for (const postings of [[...request.postings, unlisted], []])
      await expect(post({ ...request, postings })).rejects.toThrow('not on the allow-list');
    expect(await readPersonBalances(app.context.db, receiver)).toMatchObject({ wallet: 0 });
  });

  it('moves money, records its entries and returns the new balances', async () => {
    const { payer, receiver } = await buildPair();
    const { id, repeated, balances } = await post(tip(payer, receiver, 500));
    expect(repeated).toBe(false);
    expect([balances.get(getAccountKey(getWallet(payer))), balances.get(getAccountKey(getPending(receiver)))]).toEqual([
      500, 400,
    ]);
    const entries = await app.context.db.select().from(ledgerEntries).where(eq(ledgerEntries.transferId, id));
    expect(entries.map((entry) => entry.amount).toSorted((a, b) => a - b)).toEqual([-500, 100, 400]);
    expect(await readPersonBalances(app.context.db, receiver)).toEqual({ wallet: 0, pending: 400 });
    expect(await checkBalances(app.context.db)).toEqual([]);
  });

  it('returns the first transfer for a used key, even if the payer has no balance left', async () => {
    const { payer, receiver } = await buildPair(500);
    const request = tip(payer, receiver, 500);
    const first = await post(request);
    const again = await post(request);
    expect(again).toMatchObject({ id: first.id, repeated: true });
    expect(again.balances.get(getAccountKey(getWallet(payer)))).toBe(0);
  });

  it('throws NOT_ENOUGH_BALANCE, writes nothing and leaves the transaction usable', async () => {
    const { payer, receiver } = await buildPair(499);
    const request = tip(payer, receiver, 500);
    await inTransaction(app.context.db, async (tx) => {
      await expect(postTransfer(tx, request)).rejects.toMatchObject({
        code: 'NOT_ENOUGH_BALANCE',
        details: { account: getAccountKey(getWallet(payer)), missing: 1 },
      });
      expect(await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, request.key))).toEqual([]);
    });
  });

  it('moves money once for concurrent calls with the same key', async () => {
    const { payer, receiver } = await buildPair();
    const request = tip(payer, receiver, 500);
    const transfers = await Promise.all(Array.from({ length: 10 }, () => post(request)));
    expect(transfers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(transfers.map(({ id }) => id)).size).toBe(1);
    expect(await readPersonBalances(app.context.db, receiver)).toEqual({ wallet: 0, pending: 400 });
  });

  // Promises M-7.
  it('never overdraws a wallet, even for concurrent payments', async () => {
    const { payer, receiver } = await buildPair(1_000);
    const posts = await Promise.allSettled(Array.from({ length: 20 }, () => post(tip(payer, receiver, 300))));
    expect(posts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await readPersonBalances(app.context.db, payer)).toEqual({ wallet: 100, pending: 0 });
  });

  it('does not deadlock when accounts pay each other concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => buildPair(100_000)));
    const ids = people.map(({ payer }) => payer);
    await app.context.db.execute(sql`select pg_stat_reset()`);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => post(tip(ids[n % 4] ?? '', ids[(n * 3 + 1) % 4] ?? '', 500))),
    );
    await app.context.db.execute(sql`select pg_stat_force_next_flush()`);
    const { rows } = await app.context.db.execute<{ deadlocks: string }>(
      sql`select deadlocks from pg_stat_database where datname = current_database()`,
    );
    expect(Number(rows[0]?.deadlocks)).toBe(0);
    expect(await checkBalances(app.context.db)).toEqual([]);
  });

  it('creates a missing ledger account once for concurrent transfers to it', async () => {
    const receiver = newId();
    const payers = await Promise.all(Array.from({ length: 8 }, () => buildPair(500)));
    await Promise.all(payers.map(({ payer }) => post(tip(payer, receiver, 500))));
    expect((await readPersonBalances(app.context.db, receiver)).pending).toBe(8 * 400);
  });
});

// Promises M-5.
describe('reverseTransfer', () => {
  const reverse = (key: string) =>
    inTransaction(app.context.db, (tx) => reverseTransfer(tx, { key, reverseKey: `back:${key}` }));

  it('returns the money once for concurrent calls', async () => {
    const { payer, receiver } = await buildPair();
    const request = tip(payer, receiver, 500);
    await post(request);
    const reversals = await Promise.all(Array.from({ length: 5 }, () => reverse(request.key)));
    expect(reversals.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await readPersonBalances(app.context.db, payer)).toEqual({ wallet: 1_000, pending: 0 });
    expect(await readPersonBalances(app.context.db, receiver)).toEqual({ wallet: 0, pending: 0 });
    expect(await checkBalances(app.context.db)).toEqual([]);
  });

  it('throws if the receiver no longer has the money, or if the key is unknown', async () => {
    const { payer, receiver } = await buildPair();
    const request = tip(payer, receiver, 500);
    await post(request);
    const release = [{ from: getPending(receiver), to: getWallet(receiver), amount: cents(400) }];
    await post({ code: 'release', key: newId(), subject: '', postings: release });
    await expect(reverse(request.key)).rejects.toMatchObject({ code: 'NOT_ENOUGH_BALANCE' });
    await expect(reverse(newId())).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
  });
});
