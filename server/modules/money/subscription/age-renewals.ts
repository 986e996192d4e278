import type { ServerContext } from '../../../context';
import type { Listener } from '../../../events';
import { createPlatformRepository } from './platform-repository';
import { createSubscriptionRepository } from './subscription-repository';

/** Renewals that wait for a fan's age are tried again as soon as it is declared. */
export function createAgeRenewals({ db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>) {
  const repositories = [createSubscriptionRepository(db), createPlatformRepository(db)];
  const onAgeDeclared: Listener<'ageDeclared'> = async (tx, { accountId }) => {
    let isAnyDue = false;
    for (const repository of repositories)
      isAnyDue = (await repository.retryNow(accountId, clock.now(), tx)) || isAnyDue;
    if (isAnyDue) await jobs.send('renew-subscriptions', {}, { tx });
  };
  return { onAgeDeclared };
}
