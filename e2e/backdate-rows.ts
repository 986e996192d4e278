import { eq, inArray, sql } from 'drizzle-orm';
import { openDatabase, type Db } from '../server/db/client';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres';
import { accounts, oneTimeTokens, performers, sessions } from '../server/db/schema/accounts';
import { earnings, subscriptions } from '../server/db/schema/money';
import { streams } from '../server/db/schema/streams';
import { releaseEarnings } from '../server/modules/money/earning/release-earnings';
import { createPublisher } from '../server/realtime/publish';
import { dataDir } from './data-dir';

/**
 * The clock of a running server cannot be moved: what has to be older is made older in its database, by the times that
 * are written there.
 */
async function inDatabase(work: (db: Db) => Promise<unknown>, folder = dataDir): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
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

/** All that a creator earned is a week older, and available: as the job does every quarter of an hour. */
export const releaseIncome = (username: string, folder = dataDir): Promise<void> =>
  inDatabase(async (db) => {
    await db
      .update(earnings)
      .set({ releaseAt: sql`${earnings.createdAt}` })
      .where(inArray(earnings.performerId, getId(db, username)));
    await releaseEarnings({ db, clock: { now: () => new Date() }, publisher: createPublisher() });
  }, folder);

/** A creator said more than a day ago where their money goes: payouts rest no longer. */
export const endPayoutRest = (username: string, folder = dataDir): Promise<void> =>
  inDatabase(
    (db) =>
      db
        .update(performers)
        .set({ payoutAccountChangedAt: sql`${performers.payoutAccountChangedAt} - interval '25 hours'` })
        .where(inArray(performers.id, getId(db, username))),
    folder,
  );

/** Whatever a fan subscribes to was paid ten days earlier, and renews ten days sooner. */
export const ageSubscriptions = (username: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(subscriptions)
      .set({
        nextRecurringDate: sql`${subscriptions.nextRecurringDate} - interval '10 days'`,
        expiredAt: sql`${subscriptions.expiredAt} - interval '10 days'`,
      })
      .where(inArray(subscriptions.userId, getId(db, username))),
  );

/** A show began ten minutes earlier: of one that was over sooner its tickets would be paid back. */
export const ageShow = (streamId: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(streams)
      .set({ startedAt: sql`${streams.startedAt} - interval '10 minutes'` })
      .where(eq(streams.id, streamId)),
  );
