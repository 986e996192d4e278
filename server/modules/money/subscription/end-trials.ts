import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { RenewalKind } from './renewal-kind';
import { hasAccess } from './subscription-policy';
import { subscriptionRepository, type SubscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface EndTrialsDeps extends Pick<ServerContext, 'db' | 'clock'> {
  repository: Pick<SubscriptionRepository, 'listExpiredTrials'>;
  kind: Pick<RenewalKind<SubscriptionRow>, 'end'>;
}

const BATCH_SIZE = 500;

/** Ends a batch of trials and gifts. @returns true if more may have expired. @throws AggregateError of those that failed */
export async function endTrials({ db, clock, repository, kind }: EndTrialsDeps): Promise<boolean> {
  const now = clock.now();
  const ids = await repository.listExpiredTrials(now, BATCH_SIZE);
  await eachOrThrow(ids, (id) =>
    inTransaction(db, async (tx) => {
      const row = await subscriptionRepository.lock(id, tx);
      if (row?.status === 'active' && !hasAccess(row, now)) await kind.end(row, tx);
    }),
  );
  return ids.length === BATCH_SIZE;
}
