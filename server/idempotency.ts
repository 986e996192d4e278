import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from './db/client';
import { idempotencyKeys } from './db/schema/money';
import type { Tx } from './db/transaction';
import { AppError } from './errors';

/** A money call as its sender marked it. Without a key every call counts as a new one. */
export interface MoneyCall {
  accountId: string;
  route: string;
  key: string | undefined;
  /** What the call asks for, ids included: the same key with other wishes is refused. */
  input: unknown;
}

/**
 * Runs a money call once: a repeat of the key gets the first reply and moves nothing. The key row is written in the
 * transaction of the money itself, so both exist or neither does; a parallel repeat waits for the first to commit.
 *
 * @param work returns the wire reply, which is stored as JSON.
 * @throws AppError IDEMPOTENCY_KEY_REUSED when the key came with other wishes before.
 */
export async function runIdempotent<T>(tx: Tx, call: MoneyCall, work: () => Promise<T>): Promise<T> {
  if (call.key === undefined) return work();
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([call.route, call.input]))
    .digest('hex');
  const { accountId, key, route } = call;
  const isCall = and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key));
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ accountId, key, route, bodyHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (taken.length === 0) {
    const [first] = await tx.select().from(idempotencyKeys).where(isCall);
    if (!first || first.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return first.reply as T;
  }
  const reply = await work();
  await tx.update(idempotencyKeys).set({ reply }).where(isCall);
  return reply;
}

/** Days a first reply is kept. Clients repeat a call for a day at most. Promises M-1, M-2. */
const KEPT_DAYS = 2;

/** Forgets keys that nobody repeats any more. By the database's time, as they were written. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
