import type { ServerContext } from '../../../context';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { renewSubscription, type RenewDeps } from './renew-subscription';
import type { Renewable } from './renewal-kind';

const BATCH_SIZE = 200;
/** Renewals need a database connection only briefly, and none while they wait for the gateway. */
const MAX_CONCURRENT_RENEWALS = 4;

type RenewDueDeps<Row extends Renewable> = RenewDeps<Row> & Pick<ServerContext, 'jobs'>;

/**
 * Renews a batch of due subscriptions, and sends a job for the next one unless one waits already, such as the retry of a batch.
 *
 * @throws AggregateError of the batch, which has an AggregateError of those it postponed, and of the job that was not sent
 */
export async function renewDueSubscriptions<Row extends Renewable>(deps: RenewDueDeps<Row>): Promise<void> {
  const ids = await deps.kind.listDue(deps.clock.now(), BATCH_SIZE);
  const renew = () => eachOrThrow(ids, (id) => renewSubscription(deps, id), { atOnce: MAX_CONCURRENT_RENEWALS });
  // Also if some failed, so that the others need not wait for them.
  const goOn = async () => {
    if (ids.length === BATCH_SIZE) await deps.jobs.send('renew-subscriptions', {}, { unlessWaiting: true });
  };
  await eachOrThrow([renew, goOn], (step) => step());
}
