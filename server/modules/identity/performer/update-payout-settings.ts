import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { recordPayoutAccountChange } from '../../../db/payout-account-change';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { SessionService } from '../auth/session/session-service';
import type { PeopleService } from '../people/people-service';
import { keepMasked, maskBanking, type BankingView } from './banking-mask';
import type { GatewayView } from './performer-presenter';
import type { PerformerRepository } from './performer-repository';
import { canManagePerformer } from './performer-rules';

interface PayoutSettingsDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'find'>;
  session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
  repository: Pick<PerformerRepository, 'update' | 'merge'>;
}

/** @throws AppError FORBIDDEN, FRESH_LOGIN_REQUIRED */
export async function updateBanking(
  deps: PayoutSettingsDeps,
  actor: Actor,
  id: string,
  body: EndpointPart<'updateBankingSettings', 'body'>,
): Promise<BankingView> {
  assertAllowed(canManagePerformer(actor, id) && body.performerId === id);
  await deps.session.assertFresh(actor);
  const now = deps.clock.now().toISOString();
  return inTransaction(deps.db, async (tx) => {
    await deps.session.lockOwn(actor, tx);
    const before = (await getPerformer(deps, id, tx)).banking as BankingView | null;
    const banking = {
      ...keepMasked(body, before),
      _id: before?._id ?? newId(),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    } satisfies BankingView;
    await recordPayoutAccountChange(tx, id, deps.clock.now());
    await deps.repository.update(id, { banking: banking as Record<string, string> }, tx);
    return maskBanking(banking);
  });
}

/** @throws AppError FORBIDDEN, FRESH_LOGIN_REQUIRED */
export async function updateGateway(
  deps: PayoutSettingsDeps,
  actor: Actor,
  id: string,
  { performerId, key, value, status = 'active' }: EndpointPart<'updatePaymentGatewaySettings', 'body'>,
): Promise<GatewayView> {
  assertAllowed(canManagePerformer(actor, id) && (performerId ?? id) === id);
  await deps.session.assertFresh(actor);
  return inTransaction(deps.db, async (tx) => {
    await deps.session.lockOwn(actor, tx);
    const before = (await getPerformer(deps, id, tx)).payoutSettings[key] as GatewayView | undefined;
    const setting: GatewayView = { _id: before?._id ?? newId(), performerId: id, key, value, status };
    await recordPayoutAccountChange(tx, id, deps.clock.now());
    await deps.repository.merge(id, 'payoutSettings', { [key]: setting }, tx);
    return setting;
  });
}

async function getPerformer({ people }: PayoutSettingsDeps, id: string, tx: Tx) {
  return requireFound((await people.find(id, tx))?.performer);
}
