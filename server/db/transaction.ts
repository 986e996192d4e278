import { inOpenTransaction } from '../lib/open-transaction';
import { causesOf } from '../lib/error';
import { currentScope } from '../log/scope';
import { transactionOn, type Db, type DrizzleTransaction } from './client';
import { sayPrepared } from './execute-prepared';
import { joinWrites, type Write } from './write';

/** An open transaction. Effects on the outside (events, mails, jobs' wake-ups) go through `afterCommit`. */
export type Tx = DrizzleTransaction & {
  /**
   * A write of which nobody waits for the outcome. All of them go out as one statement, together with the commit: rows that
   * many want are held no longer than the database needs, and nothing that is asked before sees them. One that the database
   * refuses takes the whole transaction back. No two may write the same row.
   */
  beforeCommit(write: Write): void;
  /**
   * Asks what works that share the transaction ask alike, for all of them at once. Questions of a moment go out in the order in
   * which the first of each shape came.
   *
   * @param ask answers many, in their order.
   */
  askAlike<Q, A>(shape: string, question: Q, ask: (questions: readonly Q[]) => Promise<readonly A[]>): Promise<A>;
  /**
   * Runs once the transaction has committed, in order; never when it was rolled back. The call is done by then: an effect
   * that throws is reported, the others run all the same. What must not get lost is a job sent with `tx` instead.
   */
  afterCommit(effect: () => void | Promise<void>): void;
};

/** Where a query may run: the pool or an open transaction. */
export type Executor = Db | Tx;

const retryable = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction; its effects leave only after commit. Whatever `work` asks goes through its `tx`: while it
 * is open, asking the pool is refused.
 * Deadlocks and serialisation failures are tried again, at most three times in all.
 *
 * @returns what `work` returns.
 * @throws what `work` throws; nothing of it is stored then.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, attempt = 1): Promise<T> {
  const { outcomes, error } = await attemptAll(db, [(tx) => inOpenTransaction(db.$onMisuse, () => doInTime(tx, work))]);
  if (outcomes) return finish(db, outcomes[0] as Outcome<T>);
  if (attempt < 3 && retryable.has(postgresCode(error) ?? '')) return inTransaction(db, work, attempt + 1);
  throw error;
}

/**
 * Does a work of a transaction, and takes it back when the call that wants it has been answered meanwhile for its time: its sender
 * tries again, and must not get twice what cannot be told to be the same. Promises R-10.
 */
export async function doInTime<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await work(tx);
  if (currentScope()?.beginStoring?.() === false)
    throw new Error('the call was answered for its time before this could be stored');
  return result;
}

/** What came of a work that was committed, and what is still to be done for it. */
export interface Outcome<T> {
  result: T;
  effects: readonly (() => void | Promise<void>)[];
}

interface Attempt<T> {
  /** In the order of the works; undefined when it failed, for the reason of `error`. */
  outcomes?: Outcome<T>[];
  error?: unknown;
  /** False where the connection broke: then nobody knows whether the commit was done. */
  isTakenBack: boolean;
}

/** Does what was to be done after a commit, on behalf of whoever asks for it. */
export async function finish<T>(db: Db, { result, effects }: Outcome<T>): Promise<T> {
  for (const effect of effects) await runEffect(db, effect);
  return result;
}

/** What was committed is done, whatever comes after it. Promises M-17. */
async function runEffect(db: Db, effect: () => void | Promise<void>): Promise<void> {
  try {
    await effect();
  } catch (error) {
    db.$failures.report('effect', 'after commit', error);
  }
}

/**
 * Does works in one transaction. Neither its begin nor its end is a round trip of its own. The query builder's own way keeps
 * the connection for ever when `begin` fails, as it does where the database dies at that moment: some of those, and the
 * pool has none left. Promises R-9.
 *
 * @param options `lockMs` is how many milliseconds a lock is waited for; the connection's own limit where it is left out.
 */
export async function attemptAll<T>(
  db: Db,
  works: readonly ((tx: Tx) => Promise<T>)[],
  { lockMs }: { lockMs?: number } = {},
): Promise<Attempt<T>> {
  const connection = await db.$client.connect();
  const writes: Write[] = [];
  const askAlike = createAskAlike();
  const begin = async (work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> => {
    const effects: (() => void | Promise<void>)[] = [];
    const tx = Object.assign(transactionOn(db, connection), {
      askAlike,
      beforeCommit: (write: Write) => void writes.push(write),
      afterCommit: (effect: () => void | Promise<void>) => void effects.push(effect),
    });
    return { result: await work(tx), effects };
  };
  /** Whether it ended outside of any transaction; a connection of which that is not known is closed, not used again. */
  let isClean = false;
  try {
    const begun = connection.query(lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockMs}`);
    const [, ...outcomes] = await together<[unknown, ...Outcome<T>[]]>(begun, ...works.map(begin));
    const last = writes.length > 0 ? [sayPrepared(joinWrites(writes))] : [];
    // Behind a write that was refused, the commit takes everything back.
    await together(...[...last, 'commit'].map((text) => connection.query(text)));
    isClean = true;
    return { outcomes, isTakenBack: false };
  } catch (error) {
    // What failed first is what went wrong.
    await connection.query('rollback').then(
      () => (isClean = true),
      () => undefined,
    );
    return { error, isTakenBack: isClean };
  } finally {
    connection.release(!isClean);
  }
}

function createAskAlike(): Tx['askAlike'] {
  const open = new Map<string, { questions: unknown[]; answers: Promise<readonly unknown[]> }>();
  return async <Q, A>(
    shape: string,
    question: Q,
    ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  ): Promise<A> => {
    let entry = open.get(shape);
    if (!entry) {
      const questions: Q[] = [];
      const answers = new Promise<void>((resolve) => process.nextTick(resolve)).then(() => {
        open.delete(shape);
        return ask(questions);
      });
      entry = { questions, answers };
      open.set(shape, entry);
    }
    const place = entry.questions.push(question) - 1;
    return (await entry.answers)[place] as A;
  };
}

/**
 * Waits for all that was begun at once in a transaction, which goes out without waiting for each answer.
 *
 * @throws what failed first, once all have ended: nothing may still be asked when the transaction is taken back.
 */
export async function together<T extends readonly unknown[]>(...work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const failures: unknown[] = [];
  const results = await Promise.all(work.map((one) => one.catch((error: unknown) => void failures.push(error))));
  if (failures.length > 0) throw failures[0];
  return results as unknown as T;
}

/** The SQLSTATE of a database error, also when a driver layer wrapped it. */
function postgresCode(error: unknown): string | undefined {
  for (const e of causesOf(error)) {
    const code = (e as { code?: unknown }).code;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

/** Name of the constraint a row ran into, when that is why it was refused. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const e of causesOf(error)) {
    const constraint = (e as { constraint?: unknown }).constraint;
    if (typeof constraint === 'string') return constraint;
  }
  return undefined;
}
