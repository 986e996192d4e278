import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import { cents } from '@contract/base/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { postTransfer } from '../../../ledger/post-transfer';
import { moneyText } from '../../../mail/compose-mail';
import { sendNews } from '../../conversation/notification/news-mail-service';
import { payoutAccountRepository } from './payout-account-repository';
import type { PayoutRow } from './payout-repository';
import { getPayoutRest } from './payout-rest';
import { assertNotHeld, postToWallet, returnReserve, toWebhookData, type PayoutDeps } from './request-payout';

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

/** @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE for a state that cannot follow, PAYOUT_RESTS, PAYOUT_HELD */
export async function decidePayout(
  deps: PayoutDeps,
  id: string,
  decision: Decision,
  by?: Operator,
): Promise<PayoutRow> {
  const [row] = await decidePayouts(deps, [{ id }], decision, by);
  return row!;
}

/** `updatedAt`, as the operator saw it: a creator can change the amount of a payout, and where it goes, until it is approved. */
export interface SeenPayout {
  id: string;
  updatedAt?: string;
}

/**
 * Decides on all payouts, or on none.
 *
 * @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE, PAYOUT_RESTS, PAYOUT_HELD, CHANGED_ELSEWHERE since it was seen
 */
export async function decidePayouts(
  deps: PayoutDeps,
  seen: readonly SeenPayout[],
  decision: Decision,
  by?: Operator,
): Promise<PayoutRow[]> {
  return inTransaction(deps.db, async (tx) => {
    const rows = await lockSeen(deps, tx, seen);
    if (!rows.every(({ status }) => nextDecisions[status].includes(decision.status)))
      throw new AppError('PAYOUT_NOT_EDITABLE');
    const now = deps.clock.now();
    if (decision.status === 'approved') await assertPayable(tx, rows, now);
    if (decision.status === 'rejected') assertNotSending(rows);
    const next: PayoutRow[] = [];
    for (const { id } of rows) {
      const row = await deps.repository.update(id, { ...toValues(decision, now), updatedAt: now }, tx);
      await notifyCreator(deps, tx, row);
      const { performerId } = row;
      await deps.events.emit(tx, 'webhookEvent', { performerId, type: 'payout.decided', data: toWebhookData(row) });
      next.push(row);
    }
    for (const { id, amount, performerId } of rows)
      await recordAct(tx, by, {
        act: payoutActs[decision.status],
        subject: { kind: 'payout', id },
        details: { amount, performerId, ...decision },
      });
    for (const row of rows) await moveMoney(deps, tx, row, decision);
    return next;
  });
}

/** In a fixed order, so that two operators who decide on the same payouts do not deadlock. */
async function lockSeen({ repository }: PayoutDeps, tx: Tx, seen: readonly SeenPayout[]): Promise<PayoutRow[]> {
  const wanted = new Map(seen.map(({ id, updatedAt }) => [id, updatedAt]));
  const rows = await repository.lockMany([...wanted.keys()], tx);
  if (rows.length < wanted.size) throw new AppError('ENTITY_NOT_FOUND');
  for (const { id, updatedAt } of rows) {
    const known = wanted.get(id);
    if (known !== undefined && known !== updatedAt.toISOString()) throw new AppError('CHANGED_ELSEWHERE');
  }
  return rows;
}

/** @throws AppError PAYOUT_NOT_EDITABLE */
function assertNotSending(rows: readonly PayoutRow[]): void {
  if (rows.some(({ sendingAt }) => sendingAt !== null))
    throw new AppError('PAYOUT_NOT_EDITABLE', {
      message: 'Stripe may already have sent this payout. The result will show here soon.',
    });
}

/** A payout asked for before the account was changed waits, too: it may go to an account that is no longer theirs. */
async function assertPayable(tx: Tx, rows: readonly PayoutRow[], now: Date): Promise<void> {
  const performerIds = [...new Set(rows.map(({ performerId }) => performerId))].sort();
  for (const id of performerIds) assertNotHeld(requireFound(await payoutAccountRepository.lock(id, tx)));
  const changes = await payoutAccountRepository.listChanges(performerIds, tx);
  if (changes.some((change) => getPayoutRest(change, now)))
    throw new AppError('PAYOUT_RESTS', {
      message: 'The creator changed where their money goes. This payout can be approved a day later.',
    });
}

async function moveMoney(deps: PayoutDeps, tx: Tx, row: PayoutRow, { status }: Decision): Promise<void> {
  if (status === 'rejected') await returnReserve(deps, tx, row);
  if (status === 'returned') await takeBack(deps, tx, row);
  if (status === 'approved' && row.accountType === 'stripe') await deps.jobs.send('pay-payout', { id: row.id }, { tx });
  if (status === 'done') await payOut(tx, row);
}

/** The wire has no state for a returned payout. */
export const toStatus = ({ status }: Decision): PayoutRow['status'] => (status === 'returned' ? 'rejected' : status);

function toValues(decision: Decision, now: Date): Partial<PayoutRow> {
  switch (decision.status) {
    case 'approved':
      return { status: 'approved', decidedAt: now };
    case 'rejected':
      return { status: 'rejected', reasonCode: 'rejected', adminNote: decision.reason, decidedAt: now };
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
