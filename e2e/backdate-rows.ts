import { eq, inArray, sql } from 'drizzle-orm';
import { openDatabase, type Db } from '../server/db/client';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres';
import { accounts, oneTimeTokens, sessions } from '../server/db/schema/accounts';
import { dataDir } from './data-dir';

/**
 * The clock of a running server cannot be moved: what has to be older is made older in its database, by the times that
 * are written there.
 */
async function inDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = openDatabase(postgres.url(), { max: 1 });
  try {
    await work(client.db);
  } finally {
    await client.close();
    await postgres.stop();
  }
}

const getId = (db: Db, username: string) =>
  db.select({ id: accounts.id }).from(accounts).where(eq(accounts.username, username));

/** Every log-in of an account was a quarter of an hour ago: too long for what wants fresh proof. */
export const ageLogins = (username: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(sessions)
      .set({ provedAt: sql`${sessions.provedAt} - interval '15 minutes'` })
      .where(inArray(sessions.accountId, getId(db, username))),
  );

/** Every link that was mailed to an account has lived its time. */
export const ageLinks = (username: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`${oneTimeTokens.createdAt}` })
      .where(inArray(oneTimeTokens.accountId, getId(db, username))),
  );
