import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import { cents } from '@contract/base/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { postTransfer } from '../../../ledger/post-transfer';
import { moneyText } from '../../../mail/compose-mail';
import { sendNews } from '../../conversation/notification/news-mail-service';
import type { PayoutRow } from './payout-repository';
import { payoutAccountRepository } from './payout-account-repository';
import { assertNotHeld, postToWallet, returnReserve, type PayoutDeps } from './request-payout';

/** `reason` is shown to the creator. `returned`: the bank could not pay the money in. */
export type Decision =
  | { status: 'approved' }
  | { status: 'rejected' | 'returned'; reason: string }
  | { status: 'done'; payoutId?: string };

/** Allowed transitions; there is no way back. */
const nextDecisions: Record<PayoutRow['status'], readonly Decision['status'][]> = {
  pending: ['approved', 'rejected'],
  approved: ['done', 'rejected'],
  rejected: [],
  done: ['returned'],
};

const payoutActs = {
  approved: 'payout.approved',
  rejected: 'payout.rejected',
  done: 'payout.paid',
  returned: 'payout.returned',
} as const;

/** @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE for a state that cannot follow, PAYOUT_HELD */
export async function decidePayout(
  deps: PayoutDeps,
  id: string,
  decision: Decision,
  by?: Operator,
): Promise<PayoutRow> {
  const { db, clock, repository } = deps;
  return inTransaction(db, async (tx) => {
    const row = requireFound(await repository.lock(id, tx));
    if (!nextDecisions[row.status].includes(decision.status)) throw new AppError('PAYOUT_NOT_EDITABLE');
    if (decision.status === 'approved')
      assertNotHeld(requireFound(await payoutAccountRepository.lock(row.performerId, tx)));
    const now = clock.now();
    const next = await repository.update(id, { ...toValues(decision, now), updatedAt: now }, tx);
    await notifyCreator(deps, tx, next);
    await recordAct(tx, by, {
      act: payoutActs[decision.status],
      subject: { kind: 'payout', id },
      details: { amount: row.amount, performerId: row.performerId, ...decision },
    });
    if (decision.status === 'rejected') await returnReserve(deps, tx, row);
    if (decision.status === 'returned') await takeBack(deps, tx, row);
    if (decision.status === 'approved' && row.accountType === 'stripe')
      await deps.jobs.send('pay-payout', { id }, { tx });
    if (decision.status === 'done') await payOut(tx, row);
    return next;
  });
}

function toValues(decision: Decision, now: Date): Partial<PayoutRow> {
  switch (decision.status) {
    case 'approved':
      return { status: 'approved', decidedAt: now };
    case 'rejected':
      return { status: 'rejected', reasonCode: 'rejected', adminNote: decision.reason, decidedAt: now };
    // The wire has no state for a returned payout.
    case 'returned':
      return { status: 'rejected', reasonCode: 'returned', adminNote: decision.reason };
    case 'done':
      return { status: 'done', payoutId: decision.payoutId ?? null, paidAt: now };
  }
}

async function payOut(tx: Tx, { id, performerId: ownerId, amount, fee }: PayoutRow): Promise<void> {
  const from = { kind: 'reserved', ownerId } as const;
  await postTransfer(tx, {
    code: 'payout',
    key: `payout:${id}:paid`,
    subject: id,
    postings: [
      { from, to: { kind: 'payout' }, amount: cents(amount - fee) },
      { from, to: { kind: 'revenue' }, amount: fee },
    ],
  });
}

/** The creator gets the whole amount back, with the fee: a payout that never arrived is free. */
async function takeBack(deps: PayoutDeps, tx: Tx, { id, performerId: ownerId, amount, fee }: PayoutRow): Promise<void> {
  const to = { kind: 'wallet', ownerId } as const;
  const postings = [
    { from: { kind: 'payout' }, to, amount: cents(amount - fee) },
    { from: { kind: 'revenue' }, to, amount: fee },
  ] as const;
  const transfer = { code: 'payout-returned', key: `payout:${id}:returned`, subject: id, postings } as const;
  await postToWallet(deps, tx, { ownerId, gained: amount, transfer });
}

async function notifyCreator(deps: PayoutDeps, tx: Tx, row: PayoutRow): Promise<void> {
  const { id, performerId, amount, fee, adminNote } = row;
  const action = row.reasonCode === 'returned' ? 'returned' : row.status;
  const sum = moneyText(cents(amount - fee));
  const texts = {
    approved: { title: 'Payout approved', message: `Your payout of ${sum} was approved and will be sent soon.` },
    done: { title: 'Payout sent', message: `Your payout of ${sum} is on its way to your account.` },
    rejected: {
      title: 'Payout not possible',
      message: `Your payout of ${moneyText(amount)} was not approved and is back in your balance. ${adminNote}`.trim(),
    },
    returned: {
      title: 'Payout came back',
      message:
        `Your payout of ${sum} could not be paid in, and ${moneyText(amount)} is back in your balance. ${adminNote}`.trim(),
    },
    pending: null,
  }[action];
  if (!texts) return;
  await deps.notification.add(tx, {
    userId: performerId,
    type: 'payout',
    action,
    ...texts,
    refId: id,
    refSource: 'payout',
  });
  const to = (await deps.people.find(performerId, tx))?.account.email;
  await sendNews(deps, tx, { to, ...texts, action: { label: 'View my payouts', path: '/creator/payout-request' } });
}
