import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from './db/client';
import { idempotencyKeys } from './db/schema/money';
import type { Tx } from './db/transaction';
import { AppError, requireFound } from './errors';

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
  const { accountId, key } = call;
  if (key === undefined) return work();
  const repeated = await takeKey(tx, { ...call, key }, null);
  if (repeated) return repeated.reply as T;
  const reply = await work();
  await tx.update(idempotencyKeys).set({ reply }).where(isCall(accountId, key));
  return reply;
}

/**
 * The same for a call that makes or changes one row, whose id is known beforehand: it is stored with the key, and a repeat reads the
 * row as it is then.
 *
 * @param work.write returns the row as it was written.
 * @throws AppError IDEMPOTENCY_KEY_REUSED, ENTITY_NOT_FOUND when a repeat finds the row gone.
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

/** @returns null for the first call with a key; else what that one replied. */
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

/** Days a first reply is kept. Clients repeat a call for a day at most. Promises M-1, M-2. */
const KEPT_DAYS = 2;

/** Forgets keys that nobody repeats any more. By the database's time, as they were written. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
