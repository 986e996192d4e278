import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { sendDigests, type DigestDeps } from './send-digests';
import { takeMessages, takeNotifications } from './unmailed-news';

const ROWS_PER_TRANSACTION = 500;

/** Mails accounts about what happened while they were offline, if their mail preferences allow it. Ux AS-8. */
export function createEmailDigestService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  needs: Pick<DigestDeps, 'settings' | 'unsubscribe'>,
) {
  const { db, clock } = context;
  const deps: DigestDeps = { ...context, ...needs };
  return {
    /** Called by a job every minute. */
    async run(): Promise<void> {
      for (;;) {
        const taken = await inTransaction(db, async (tx) => {
          const now = clock.now();
          const notifications = await takeNotifications({ now, limit: ROWS_PER_TRANSACTION }, tx);
          const messages = await takeMessages({ now, limit: ROWS_PER_TRANSACTION }, tx);
          await sendDigests(deps, [...notifications.news, ...messages.news], tx);
          return Math.max(notifications.taken, messages.taken);
        });
        if (taken < ROWS_PER_TRANSACTION) return;
      }
    },
  };
}
