import { eq, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { ledgerEntries, ledgerTransfers } from '../db/schema/money';
import { inTransaction, together } from '../db/transaction';
import { newId } from '../db/columns';
import { fillWallet } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { holdWallet, keyOf, readPersonBalances } from './accounts';
import { checkBalances } from './check-balances';
import { payFromWallet, postTransfer, type TransferRequest } from './post-transfer';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const walletOf = (ownerId: string) => ({ kind: 'wallet', ownerId }) as const;
const pendingOf = (ownerId: string) => ({ kind: 'pending', ownerId }) as const;

/** A tip of which the platform keeps a fifth. */
const tip = (payer: string, receiver: string, amount: number, key: string = newId()): TransferRequest => ({
  code: 'tip',
  key,
  subject: key,
  postings: [
    { from: walletOf(payer), to: pendingOf(receiver), amount: cents(amount - amount / 5) },
    { from: walletOf(payer), to: { kind: 'revenue' }, amount: cents(amount / 5) },
  ],
});
const post = (request: TransferRequest) => inTransaction(app.context.db, (tx) => postTransfer(tx, request));

async function buildPair(wallet = 1_000) {
  const [payer, receiver] = [newId(), newId()];
  await fillWallet(app, payer, cents(wallet));
  return { payer, receiver };
}

describe('postTransfer', () => {
  it('moves money, records both sides, and tells what the accounts hold now', async () => {
    const { payer, receiver } = await buildPair();
    const { id, repeated, balances } = await post(tip(payer, receiver, 500));
    expect(repeated).toBe(false);
    expect([balances.get(keyOf(walletOf(payer))), balances.get(keyOf(pendingOf(receiver)))]).toEqual([500, 400]);
    const entries = await app.context.db.select().from(ledgerEntries).where(eq(ledgerEntries.transferId, id));
    expect(entries.map((entry) => entry.amount).toSorted((a, b) => a - b)).toEqual([-500, 100, 400]);
    expect(await readPersonBalances(app.context.db, receiver)).toEqual({ wallet: 0, pending: 400 });
    expect(await checkBalances(app.context.db)).toEqual([]);
  });

  it('moves nothing for a key that was used, also when the payer has nothing left', async () => {
    const { payer, receiver } = await buildPair(500);
    const request = tip(payer, receiver, 500);
    const first = await post(request);
    const again = await post(request);
    expect(again).toMatchObject({ id: first.id, repeated: true });
    expect(again.balances.get(keyOf(walletOf(payer)))).toBe(0);
  });

  it('refuses who cannot pay, writes nothing, and leaves the transaction usable', async () => {
    const { payer, receiver } = await buildPair(499);
    const request = tip(payer, receiver, 500);
    await inTransaction(app.context.db, async (tx) => {
      await expect(postTransfer(tx, request)).rejects.toMatchObject({
        code: 'NOT_ENOUGH_BALANCE',
        details: { account: keyOf(walletOf(payer)), missing: 1 },
      });
      expect(await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.key, request.key))).toEqual([]);
    });
  });

  it('locks nothing for who plainly cannot pay', async () => {
    const { payer, receiver } = await buildPair(5);
    const rich = await buildPair();
    let isHeld = (): void => undefined;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const done = new Promise<void>((resolve) => (letGo = resolve));
    const holding = inTransaction(app.context.db, async (tx) => {
      // Holds the platform's account, which every tip goes through.
      await postTransfer(tx, tip(rich.payer, rich.receiver, 500));
      isHeld();
      await done;
    });
    await held;
    await expect(post(tip(payer, receiver, 500))).rejects.toMatchObject({ code: 'NOT_ENOUGH_BALANCE' });
    letGo();
    await holding;
  });

  it('pays no more than there is, however many ask at once', async () => {
    const { payer, receiver } = await buildPair(1_000);
    const posts = await Promise.allSettled(Array.from({ length: 20 }, () => post(tip(payer, receiver, 300))));
    expect(posts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await readPersonBalances(app.context.db, payer)).toEqual({ wallet: 100, pending: 0 });
  });

  it('never waits in a circle where everybody pays everybody', async () => {
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

  it('opens accounts that many need first at once', async () => {
    const receiver = newId();
    const payers = await Promise.all(Array.from({ length: 8 }, () => buildPair(500)));
    await Promise.all(payers.map(({ payer }) => post(tip(payer, receiver, 500))));
    expect((await readPersonBalances(app.context.db, receiver)).pending).toBe(8 * 400);
  });
});

describe('payFromWallet', () => {
  const pay = (request: TransferRequest, payer: string, receiver: string) =>
    inTransaction(app.context.db, async (tx) => {
      const payees = [pendingOf(receiver), { kind: 'revenue' } as const];
      return payFromWallet(tx, await holdWallet(tx, payer, payees), request);
    });

  it('moves the money with the commit, and tells what is left', async () => {
    const { payer, receiver } = await buildPair();
    expect(await pay(tip(payer, receiver, 500), payer, receiver)).toBe(500);
    expect(await readPersonBalances(app.context.db, receiver)).toEqual({ wallet: 0, pending: 400 });
    expect(await checkBalances(app.context.db)).toEqual([]);
  });

  it('refuses who cannot pay', async () => {
    const { payer, receiver } = await buildPair(499);
    await expect(pay(tip(payer, receiver, 500), payer, receiver)).rejects.toMatchObject({
      code: 'NOT_ENOUGH_BALANCE',
      details: { account: keyOf(walletOf(payer)), missing: 1 },
    });
    expect(await readPersonBalances(app.context.db, payer)).toEqual({ wallet: 499, pending: 0 });
  });

  it('pays no more than there is, however many ask at once', async () => {
    const { payer, receiver } = await buildPair(1_000);
    const all = Array.from({ length: 12 }, () => pay(tip(payer, receiver, 300), payer, receiver));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await readPersonBalances(app.context.db, payer)).toEqual({ wallet: 100, pending: 0 });
  });

  it('holds no account that is paid before the commit', async () => {
    const [one, other] = [await buildPair(), await buildPair()];
    await pay(tip(one.payer, one.receiver, 100), one.payer, one.receiver);
    let isReady = (): void => undefined;
    let letGo = (): void => undefined;
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    const done = new Promise<void>((resolve) => (letGo = resolve));
    const open = inTransaction(app.context.db, async (tx) => {
      const wallet = await holdWallet(tx, one.payer, [pendingOf(one.receiver), { kind: 'revenue' }]);
      await payFromWallet(tx, wallet, tip(one.payer, one.receiver, 100));
      isReady();
      await done;
    });
    await ready;
    // Another sale of the same creator is over before this one ends.
    expect(await pay(tip(other.payer, one.receiver, 100), other.payer, one.receiver)).toBe(900);
    letGo();
    await open;
    expect((await readPersonBalances(app.context.db, one.receiver)).pending).toBe(240);
  });

  it('is refused by the database where the wallet holds less than was known', async () => {
    const { payer, receiver } = await buildPair(500);
    const work = inTransaction(app.context.db, async (tx) => {
      const wallet = await holdWallet(tx, payer, [pendingOf(receiver), { kind: 'revenue' }]);
      await payFromWallet(tx, { ...wallet, balance: cents(900) }, tip(payer, receiver, 900));
    });
    await expect(work).rejects.toMatchObject({ constraint: 'ledger_accounts_floor' });
    expect(await readPersonBalances(app.context.db, payer)).toEqual({ wallet: 500, pending: 0 });
  });
});

describe('together', () => {
  it('ends with the first failure, once all have ended', async () => {
    const ended: string[] = [];
    const work = inTransaction(app.context.db, async (tx) => {
      const fail = tx.execute(sql`select 1 / 0`).finally(() => ended.push('failing'));
      const follow = tx.execute(sql`select 1`).finally(() => ended.push('after it'));
      await together(follow, fail);
    });
    await expect(work).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(ended).toEqual(['failing', 'after it']);
    expect((await app.context.db.execute(sql`select 1 as fine`)).rows).toEqual([{ fine: 1 }]);
  });
});
