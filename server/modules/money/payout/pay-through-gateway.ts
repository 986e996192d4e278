import { cents } from '@contract/base/money';
import { AppError, requireFound } from '../../../errors';
import { PayoutPostponed, PayoutRefused, type PayoutGateway } from '../../../gateways/payout';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { decidePayout } from './decide-payout';
import { payoutAccountRepository } from './payout-account-repository';
import type { PayoutDeps } from './request-payout';

type GatewayDeps = PayoutDeps & { gateway: PayoutGateway | null };

/**
 * Sends an approved payout through the gateway. Safe to repeat: the gateway sends once per key. A rejected payout returns to
 * the creator's wallet, with the reason. If the platform's balance does not cover it yet, the job runs again later. A payout
 * that was put on hold after its approval waits for the end of the hold.
 */
export async function payThroughGateway(deps: GatewayDeps, { id }: { id: string }): Promise<void> {
  const { repository, gateway } = deps;
  const row = requireFound(await repository.find(id));
  if (row.status !== 'approved' || row.accountType !== 'stripe') return;
  if (await payoutAccountRepository.isHeld(row.performerId, deps.db)) return;
  if (!gateway) throw new AppError('PROVIDER_NOT_CONFIGURED');
  const { accountId: recipientId = '' } = row.accountInfo;
  const recipient = await gateway.readRecipient(recipientId);
  try {
    if (!recipient.isReady) throw new PayoutRefused(recipient.problem);
    const amount = cents(row.amount - row.fee);
    const payoutId = await gateway.transfer({ recipientId, amount, key: `payout:${id}`, attempt: row.attempts });
    await decideOnce(deps, id, { status: 'done', payoutId });
  } catch (error) {
    if (error instanceof PayoutPostponed) await repository.countAttempt(row);
    if (!(error instanceof PayoutRefused)) throw error;
    await decideOnce(deps, id, { status: 'rejected', reason: error.message });
  }
}

/** Returns a payout to the creator's wallet if the gateway reversed its transfer. Safe to repeat. */
export async function refreshTransfer(deps: GatewayDeps, transferId: string): Promise<void> {
  const { repository, gateway } = deps;
  const row = await repository.findSent(transferId);
  if (!row || !gateway || !(await gateway.isReversed(transferId))) return;
  await decideOnce(deps, row.id, { status: 'returned', reason: 'Stripe sent the money back.' });
}

/** Pays approved payouts whose job was lost, or ran before the platform had enough money. @throws AggregateError */
export async function payApproved(deps: GatewayDeps): Promise<void> {
  const rows = await deps.repository.listApproved('stripe');
  await eachOrThrow(rows, (row) => payThroughGateway(deps, row));
}

/** Ignores a decision that another process has made first. */
async function decideOnce(deps: PayoutDeps, id: string, decision: Parameters<typeof decidePayout>[2]): Promise<void> {
  try {
    await decidePayout(deps, id, decision);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PAYOUT_NOT_EDITABLE')) throw error;
  }
}
