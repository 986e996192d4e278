import type { ServerContext } from '../../../context';
import type { Listener } from '../../../events';
import { platformRepository } from './platform-repository';
import { subscriptionRepository } from './subscription-repository';

/** Retries renewals that wait for a fan's age as soon as the fan declares it. */
export function createAgeRenewals({ clock, jobs }: Pick<ServerContext, 'clock' | 'jobs'>) {
  const onAgeDeclared: Listener<'ageDeclared'> = async (tx, { accountId }) => {
    let isAnyDue = false;
    for (const { retryNow } of [subscriptionRepository, platformRepository])
      isAnyDue = (await retryNow(accountId, clock.now(), tx)) || isAnyDue;
    if (isAnyDue) await jobs.send('renew-subscriptions', {}, { tx });
  };
  return { onAgeDeclared };
}
