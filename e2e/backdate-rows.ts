import { eq, inArray, sql } from 'drizzle-orm';
import { openDatabase, type Db } from '../server/db/client';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres';
import { accounts, oneTimeTokens, performers, sessions } from '../server/db/schema/accounts';
import { earnings, subscriptions } from '../server/db/schema/money';
import { streams, streamSeats } from '../server/db/schema/streams';
import { releaseEarnings } from '../server/modules/money/earning/release-earnings';
import { createPublisher } from '../server/realtime/publish';
import { dataDir } from './data-dir';

/** A running server's clock cannot be changed, so these functions change the times in its database. */
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

/** Makes all sessions too old for actions that require a recent login. */
export const ageLogins = (username: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(sessions)
      .set({ provedAt: sql`${sessions.provedAt} - interval '15 minutes'` })
      .where(inArray(sessions.accountId, getId(db, username))),
  );

export const ageLinks = (username: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(oneTimeTokens)
      .set({ expiresAt: sql`${oneTimeTokens.createdAt}` })
      .where(inArray(oneTimeTokens.accountId, getId(db, username))),
  );

/** Releases all pending earnings, as a job does every 15 minutes. */
export const releaseIncome = (username: string, folder = dataDir): Promise<void> =>
  inDatabase(async (db) => {
    await db
      .update(earnings)
      .set({ releaseAt: sql`${earnings.createdAt}` })
      .where(inArray(earnings.performerId, getId(db, username)));
    await releaseEarnings({ db, clock: { now: () => new Date() }, publisher: createPublisher() });
  }, folder);

/** Ends the pause in payouts that follows a change of the payout account. */
export const endPayoutRest = (username: string, folder = dataDir): Promise<void> =>
  inDatabase(
    (db) =>
      db
        .update(performers)
        .set({ payoutAccountChangedAt: sql`${performers.payoutAccountChangedAt} - interval '25 hours'` })
        .where(inArray(performers.id, getId(db, username))),
    folder,
  );

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

/** Takes 55 seconds off the current minute of all seats in a show. */
export const ageMinute = (streamId: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(streamSeats)
      .set({
        startedAt: sql`${streamSeats.startedAt} - interval '55 seconds'`,
        dueAt: sql`${streamSeats.dueAt} - interval '55 seconds'`,
      })
      .where(eq(streamSeats.streamId, streamId)),
  );

/** Tickets of shows that end too soon are refunded. */
export const ageShow = (streamId: string): Promise<void> =>
  inDatabase((db) =>
    db
      .update(streams)
      .set({ startedAt: sql`${streams.startedAt} - interval '10 minutes'` })
      .where(eq(streams.id, streamId)),
  );

/** A job that failed on every attempt, as the queue leaves it. */
export const addFailedJob = (message = 'the lamp went out'): Promise<void> =>
  inDatabase((db) =>
    db.execute(sql`insert into pgboss.job (id, name, data, state, retry_count, completed_on, output)
      values (gen_random_uuid(), 'sweep', '{}', 'failed', 2, now(), ${JSON.stringify({ message })}::jsonb)`),
  );
