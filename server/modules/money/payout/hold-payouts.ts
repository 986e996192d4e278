import type { Operator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import { sendNews } from '../../conversation/notification/news-mail-service';
import { payoutAccountRepository } from './payout-account-repository';
import type { PayoutDeps } from './request-payout';

/**
 * Held payouts can neither be requested nor approved; sales and income go on.
 *
 * @param reason the creator reads it; null ends the hold
 * @throws AppError ENTITY_NOT_FOUND unless it is a creator
 */
export async function holdPayouts(
  deps: PayoutDeps,
  performerId: string,
  reason: string | null,
  by: Operator,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { hold } = requireFound(await payoutAccountRepository.lock(performerId, tx));
    if (hold === reason) return;
    await payoutAccountRepository.setHold(performerId, reason, tx);
    const action = reason === null ? 'payouts-released' : 'payouts-held';
    const texts =
      reason === null
        ? { title: 'Payouts are possible again', message: 'The hold on your payouts has ended.' }
        : { title: 'Payouts on hold', message: `We put your payouts on hold. The reason: ${reason}` };
    await deps.notification.add(tx, { userId: performerId, type: 'payout', action, ...texts });
    const to = (await deps.people.find(performerId, tx))?.account.email;
    await sendNews(deps, tx, { to, ...texts, action: { label: 'View my payouts', path: '/creator/payout-request' } });
    await recordAct(tx, by, {
      act: reason === null ? 'payouts.released' : 'payouts.held',
      subject: { kind: 'creator', id: performerId },
      details: { reason, before: hold },
    });
  });
}
