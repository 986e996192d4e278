import { cents } from '@contract/base/money';
import { AppError, requireFound } from '../../../errors';
import { PayoutPostponed, PayoutRefused, type PayoutGateway } from '../../../gateways/payout';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { decidePayout, toStatus, type Decision } from './decide-payout';
import { payoutAccountRepository } from './payout-account-repository';
import type { PayoutRow } from './payout-repository';
import type { PayoutDeps } from './request-payout';

type GatewayDeps = PayoutDeps & { gateway: PayoutGateway | null };

/**
 * Sends an approved payout through the gateway. Safe to repeat: a transfer that was made is found again. A rejected payout
 * returns to the creator's wallet, with the reason. If the platform's balance does not cover it yet, the job runs again later.
 * A payout that was put on hold after its approval waits for the end of the hold.
 *
 * Until it is known whether the gateway sent the money, operators cannot reject the payout: the creator would have it twice.
 */
export async function payThroughGateway(deps: GatewayDeps, { id }: { id: string }): Promise<void> {
  const { repository, gateway } = deps;
  const row = requireFound(await repository.find(id));
  if (row.status !== 'approved' || row.accountType !== 'stripe') return;
  if (await payoutAccountRepository.isHeld(row.performerId, deps.db)) return;
  if (!gateway) throw new AppError('PROVIDER_NOT_CONFIGURED');
  const startedAt = deps.clock.now();
  if (!(await repository.startSending(id, startedAt))) return;
  try {
    const payoutId = await send(gateway, row);
    await decideOnce(deps, id, { status: 'done', payoutId });
  } catch (error) {
    const isUnsent = error instanceof PayoutPostponed || error instanceof PayoutRefused;
    if (isUnsent) await repository.endSending(row, startedAt);
    if (!(error instanceof PayoutRefused)) throw error;
    await decideOnce(deps, id, { status: 'rejected', reason: error.message });
  }
}

/** @throws PayoutRefused, PayoutPostponed if nothing was sent */
async function send(gateway: PayoutGateway, { id, accountInfo, amount, fee, attempts }: PayoutRow): Promise<string> {
  const key = `payout:${id}`;
  const sent = await gateway.findTransfer(key);
  if (sent !== null) return sent;
  const { accountId: recipientId = '' } = accountInfo;
  const recipient = await gateway.readRecipient(recipientId);
  if (!recipient.isReady) throw new PayoutRefused(recipient.problem);
  return gateway.transfer({ recipientId, amount: cents(amount - fee), key, attempt: attempts });
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
  const rows = await deps.repository.listForGateway();
  await eachOrThrow(rows, (row) => payThroughGateway(deps, row));
}

/** Does nothing if another process has made this decision first. */
async function decideOnce(deps: PayoutDeps, id: string, decision: Decision): Promise<void> {
  try {
    await decidePayout(deps, id, decision);
  } catch (error) {
    const isDecided = error instanceof AppError && error.code === 'PAYOUT_NOT_EDITABLE';
    const row = isDecided ? await deps.repository.find(id) : null;
    if (row?.status !== toStatus(decision)) throw error;
  }
}
