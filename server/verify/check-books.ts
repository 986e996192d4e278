import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { inTransaction } from '../db/transaction';
import { findProblems, type Problem } from './find-problems';

/** Reading all books takes longer than calls may. */
const TIMEOUT = '15min';
const NAMED = 5;

/** Reads one snapshot, so that sales in progress do not look incomplete. */
export const checkBooks = (db: Db, now: Date): Promise<Problem[]> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql.raw(`set local statement_timeout = '${TIMEOUT}'`));
    return findProblems(tx, now);
  });

/** Job `check-books`. @throws Error with the first problems, so that the console lists it among the failed jobs */
export async function assertBooks(db: Db, now: Date): Promise<void> {
  const problems = await checkBooks(db, now);
  if (problems.length === 0) return;
  const named = problems.slice(0, NAMED).map(({ rule, subject, detail }) => `${rule}: ${subject} (${detail})`);
  throw new Error(`npm run verify finds ${problems.length} problems, such as ${named.join('; ')}`);
}
