import { isDeepStrictEqual } from 'node:util';
import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { recordPayoutAccountChange } from '../../../db/payout-account-change';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { PayoutAccountChanged } from '../../../events';
import type { SessionService } from '../auth/session/session-service';
import type { PeopleService } from '../people/people-service';
import { keepMasked, maskBanking, type BankingView } from './banking-mask';
import type { GatewayView } from './performer-presenter';
import type { PerformerRepository } from './performer-repository';
import { assertBankAccount, canManagePerformer } from './performer-rules';

interface PayoutSettingsDeps extends Pick<ServerContext, 'db' | 'clock' | 'events'> {
  people: Pick<PeopleService, 'find'>;
  session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
  repository: Pick<PerformerRepository, 'update' | 'merge'>;
}

/** @throws AppError FORBIDDEN, FRESH_LOGIN_REQUIRED, VALIDATION_FAILED for what cannot be an account number, or is an IBAN of another country */
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
    assertBankAccount(banking);
    if (!isSameBanking(banking, before)) {
      const { bankName, bankAccount } = banking;
      await recordChange(deps, tx, id, { type: 'banking', bankName, bankAccount });
    }
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
    if (!isDeepStrictEqual(setting, before)) await recordChange(deps, tx, id, toChangedAccount(setting));
    await deps.repository.merge(id, 'payoutSettings', { [key]: setting }, tx);
    return setting;
  });
}

async function recordChange(
  { clock, events }: PayoutSettingsDeps,
  tx: Tx,
  performerId: string,
  account: PayoutAccountChanged['account'],
): Promise<void> {
  const { isFirst } = await recordPayoutAccountChange(tx, performerId, clock.now());
  await events.emit(tx, 'payoutAccountChanged', { performerId, isFirst, account });
}

async function getPerformer({ people }: PayoutSettingsDeps, id: string, tx: Tx) {
  return requireFound((await people.find(id, tx))?.performer);
}

/** Ignores the stamps; an empty field is an absent one. */
function isSameBanking(banking: BankingView, before: BankingView | null): boolean {
  const names = ['firstName', 'lastName', 'bankName', 'bankAccount', 'SSN', 'bankRouting', 'bankSwiftCode'] as const;
  const places = ['address', 'city', 'state', 'country'] as const;
  return before !== null && [...names, ...places].every((name) => (banking[name] || '') === (before[name] || ''));
}

function toChangedAccount({ key, value }: GatewayView): PayoutAccountChanged['account'] {
  if (key === 'ccbill') return { type: key };
  const { email } = value as { email: string };
  return { type: key, email };
}
