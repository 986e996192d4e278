import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from './db/client';
import { executePrepared } from './db/execute-prepared';
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
 * @param ahead asks in the same go what `work` needs in any case; a repeat does not look at it.
 * @throws AppError IDEMPOTENCY_KEY_REUSED when the key came with other wishes before.
 */
export async function once<T, A = undefined>(
  tx: Tx,
  call: MoneyCall,
  work: (asked: A) => Promise<T>,
  ahead?: () => Promise<A>,
): Promise<T> {
  if (call.key === undefined) return work((await ahead?.()) as A);
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([call.route, call.input]))
    .digest('hex');
  const { accountId, key, route } = call;
  const taking = tx.askAlike('take key', { accountId, key, route, bodyHash }, (keys) => takeKeys(tx, keys));
  const [taken, asked] = await Promise.allSettled([taking, ahead?.()]);
  if (taken.status === 'rejected') throw taken.reason;
  if (!taken.value) {
    const [first] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.key, key)));
    if (!first || first.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
    return first.reply as T;
  }
  if (asked.status === 'rejected') throw asked.reason;
  const reply = await work(asked.value as A);
  tx.beforeCommit({
    shape: 'reply of idempotency key',
    columns: {
      account_id: { type: 'text', value: accountId },
      key: { type: 'text', value: key },
      reply: { type: 'jsonb', value: JSON.stringify(reply) },
    },
    build: (rows) => sql`update ${idempotencyKeys} k set reply = v.reply from ${rows}
      where k.account_id = v.account_id and k.key = v.key`,
  });
  return reply;
}

/** @returns of each whether it is new. */
async function takeKeys(
  tx: Tx,
  keys: readonly { accountId: string; key: string; route: string; bodyHash: string }[],
): Promise<boolean[]> {
  const taken = await executePrepared<{ accountId: string; key: string }>(tx, {
    shape: 'take idempotency keys',
    build: () => sql`insert into ${idempotencyKeys} (account_id, key, route, body_hash)
      select * from unnest(${place('accountIds')}::text[], ${place('names')}::text[], ${place('routes')}::text[],
        ${place('bodyHashes')}::text[])
      on conflict do nothing returning account_id as "accountId", key`,
    values: {
      accountIds: keys.map(({ accountId }) => accountId),
      names: keys.map(({ key }) => key),
      routes: keys.map(({ route }) => route),
      bodyHashes: keys.map(({ bodyHash }) => bodyHash),
    },
  });
  return keys.map((one) => taken.some(({ accountId, key }) => accountId === one.accountId && key === one.key));
}

/** Days a first reply is kept. Clients repeat a call for a day at most. Promises M-1, M-2. */
const KEPT_DAYS = 2;

/** Forgets keys that nobody repeats any more. By the database's time, as they were written. */
export async function sweepIdempotencyKeys(db: Db): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}

const place = sql.placeholder;
