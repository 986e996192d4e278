import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from './db/client';
import { idempotencyKeys } from './db/schema/money';
import type { Tx } from './db/transaction';
import { AppError, requireFound } from './errors';

/** A money request. Without a key, every request counts as a new one. */
export interface MoneyCall {
  accountId: string;
  route: string;
  key: string | undefined;
  /** All parameters, including ids. A key that is used again with other input is rejected. */
  input: unknown;
}

/**
 * Runs `work`, or returns the first response if the key is repeated. The key is stored in the transaction that moves the money,
 * so a concurrent repeat waits for its commit. `work` returns the wire response, which is stored as JSON. @throws AppError
 * IDEMPOTENCY_KEY_REUSED
 */
export async function runIdempotent<T>(tx: Tx, call: MoneyCall, work: () => Promise<T>): Promise<T> {
  const { accountId, key } = call;
  if (key === undefined) return work();
  const repeated = await takeKey(tx, { ...call, key }, null);
  if (repeated) return repeated.reply as T;
  const reply = await work();
  await tx.update(idempotencyKeys).set({ reply }).where(isCall(accountId, key));
  return reply;
}

/**
 * For a request that writes one row. Only the row's id is stored, so it must be known beforehand; a repeat returns the row's
 * current state. @throws AppError IDEMPOTENCY_KEY_REUSED; ENTITY_NOT_FOUND if the row was deleted before a repeat
 */
export async function writeIdempotent<Row>(
  tx: Tx,
  call: MoneyCall & { id: string },
  work: { write(): Promise<Row>; read(id: string): Promise<Row | null> },
): Promise<Row> {
  const { id, key } = call;
  const repeated = key === undefined ? null : await takeKey(tx, { ...call, key }, { id });
  return repeated ? requireFound(await work.read((repeated.reply as { id: string }).id)) : work.write();
}

const isCall = (accountId: string, key: string) =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key));

/** @returns null for the first request with this key, otherwise the stored response */
async function takeKey(
  tx: Tx,
  { accountId, key, route, input }: MoneyCall & { key: string },
  reply: unknown,
): Promise<{ reply: unknown } | null> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([route, input]))
    .digest('hex');
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ accountId, key, route, bodyHash, reply })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (taken.length > 0) return null;
  const [first] = await tx.select().from(idempotencyKeys).where(isCall(accountId, key));
  if (!first || first.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return { reply: first.reply };
}

/** Twice as long as clients repeat a request. Promises M-1, M-2. */
const KEPT_DAYS = 2;

/** Uses the database's clock, because that also set `createdAt`. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
