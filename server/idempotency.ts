import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
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
export async function once<T>(tx: Tx, call: MoneyCall, work: () => Promise<T>): Promise<T> {
  if (call.key === undefined) return work();
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([call.route, call.input]))
    .digest('hex');
  const mine = and(eq(idempotencyKeys.accountId, call.accountId), eq(idempotencyKeys.key, call.key));
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ accountId: call.accountId, key: call.key, route: call.route, bodyHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length === 0) {
    const [first] = await tx.select().from(idempotencyKeys).where(mine);
    if (!first || first.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return first.reply as T;
  }
  const reply = await work();
  await tx.update(idempotencyKeys).set({ reply }).where(mine);
  return reply;
}
