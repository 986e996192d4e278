import { eachOrThrow } from '../../../lib/each-or-throw';
import { renewSubscription, type RenewDeps } from './renew-subscription';
import type { Renewable } from './renewal-kind';

const BATCH_SIZE = 200;
/** Renewals need a database connection only briefly, and none while they wait for the gateway. */
const MAX_CONCURRENT_RENEWALS = 4;

/** Renews a batch of due subscriptions. @returns true if more may be due. @throws AggregateError of those it postponed */
export async function renewDueSubscriptions<Row extends Renewable>(deps: RenewDeps<Row>): Promise<boolean> {
  const ids = await deps.kind.listDue(deps.clock.now(), BATCH_SIZE);
  await eachOrThrow(ids, (id) => renewSubscription(deps, id), { atOnce: MAX_CONCURRENT_RENEWALS });
  return ids.length === BATCH_SIZE;
}
