import type { EndpointPart } from '@contract/schemas';
import { getSiteCurrency } from '@contract/base/currency';
import { cents, fromCents, toCents, type Cents } from '@contract/base/money';
import { payoutRestWords } from '@contract/base/payout-rest';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { writeIdempotent } from '../../../idempotency';
import { getAccountKey } from '../../../ledger/accounts';
import { postTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import type { EarningService } from '../earning/earning-service';
import { payoutAccountRepository } from './payout-account-repository';
import type { PayoutRepository, PayoutRow } from './payout-repository';
import { getPayoutRest } from './payout-rest';

export interface PayoutDeps extends Pick<ServerContext, 'db' | 'clock' | 'events' | 'jobs' | 'publisher' | 'env'> {
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
  people: Pick<PeopleService, 'find'>;
  earning: Pick<EarningService, 'payDebt'>;
  repository: PayoutRepository;
}

export interface PayoutCall {
  actor: Actor;
  key: string | undefined;
}

type PayoutBody = EndpointPart<'createPayoutRequest', 'body'>;

export const getFee = ({ payoutFee }: Pick<SiteSettings, 'payoutFee'>): Cents => toCents(payoutFee);

/** @throws AppError PAYOUT_PENDING, PAYOUT_BELOW_MINIMUM, PAYOUT_OVER_BALANCE, PAYOUT_ACCOUNT_MISSING, PAYOUT_HELD, PAYOUT_RESTS */
export async function requestPayout(
  deps: PayoutDeps,
  { actor, key }: PayoutCall,
  body: PayoutBody,
): Promise<PayoutRow> {
  assertAllowed(isPerformer(actor));
  const { db, clock, settings, repository } = deps;
  const site = await settings.read();
  const now = clock.now();
  const call = { accountId: actor.id, route: 'createPayoutRequest', key, input: body, id: newId(now.getTime()) };
  const write = async (tx: Tx) => {
    const accountType = body.paymentAccountType ?? 'banking';
    const { accountInfo, hasPending } = await readAccount(deps, tx, actor.id, accountType);
    if (hasPending) throw new AppError('PAYOUT_PENDING');
    const row: PayoutRow = {
      id: call.id,
      performerId: actor.id,
      amount: readAmount(body, site),
      fee: getFee(site),
      accountType,
      accountInfo,
      requestNote: body.requestNote ?? '',
      adminNote: '',
      status: 'pending',
      reasonCode: null,
      attempts: 0,
      sendingAt: null,
      payoutId: null,
      bankFileAt: null,
      decidedAt: null,
      paidAt: null,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await repository.insert(row, tx))) throw new AppError('PAYOUT_PENDING');
    await moveReserve(deps, tx, row, { by: row.amount, key: `payout:${row.id}:request` });
    await deps.events.emit(tx, 'webhookEvent', { type: 'payout.requested', data: toWebhookData(row) });
    return row;
  };
  return inTransaction(db, (tx) =>
    writeIdempotent(tx, call, { write: () => write(tx), read: (id) => repository.find(id, tx) }),
  );
}

/** Without where the money goes. */
export const toWebhookData = ({ id, performerId, amount, fee, status, adminNote }: PayoutRow) => ({
  id,
  creatorId: performerId,
  status,
  amount: fromCents(cents(amount)),
  fee: fromCents(cents(fee)),
  currency: getSiteCurrency().code,
  note: adminNote,
});

/** Changes a pending request. @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE, and as {@link requestPayout} */
export async function changePayout(
  deps: PayoutDeps,
  { actor, key }: PayoutCall,
  { id, ...body }: PayoutBody & { id: string },
): Promise<PayoutRow> {
  const { db, clock, settings, repository } = deps;
  const site = await settings.read();
  const call = { accountId: actor.id, route: 'updatePayoutRequest', key, input: { id, ...body }, id };
  const write = async (tx: Tx) => {
    const row = await lockPending(deps, tx, actor, id);
    const accountType = body.paymentAccountType ?? row.accountType;
    const { accountInfo } = await readAccount(deps, tx, actor.id, accountType);
    const amount = readAmount(body, site);
    const updatedAt = clock.now();
    const note = body.requestNote === undefined ? {} : { requestNote: body.requestNote ?? '' };
    const change = { amount, fee: getFee(site), accountType, accountInfo, ...note, updatedAt };
    const changed = await repository.update(id, change, tx);
    const by = cents(amount - row.amount);
    if (by !== 0) await moveReserve(deps, tx, row, { by, key: `payout:${id}:change:${newId(updatedAt.getTime())}` });
    return changed;
  };
  return inTransaction(db, (tx) =>
    writeIdempotent(tx, call, { write: () => write(tx), read: () => repository.find(id, tx) }),
  );
}

/** Withdraws a pending request. @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE */
export async function withdrawPayout(deps: PayoutDeps, { actor, key }: PayoutCall, id: string): Promise<PayoutRow> {
  const { db, clock, repository } = deps;
  const call = { accountId: actor.id, route: 'withdrawPayoutRequest', key, input: { id }, id };
  const write = async (tx: Tx) => {
    const row = await lockPending(deps, tx, actor, id);
    const updatedAt = clock.now();
    const taken = { status: 'rejected', reasonCode: 'withdrawn', decidedAt: updatedAt, updatedAt } as const;
    const withdrawn = await repository.update(id, taken, tx);
    await returnReserve(deps, tx, row);
    return withdrawn;
  };
  return inTransaction(db, (tx) =>
    writeIdempotent(tx, call, { write: () => write(tx), read: () => repository.find(id, tx) }),
  );
}

export const returnReserve = (deps: PayoutDeps, tx: Tx, row: PayoutRow): Promise<void> =>
  moveReserve(deps, tx, row, { by: cents(-row.amount), key: `payout:${row.id}:return` });

/** @param by moves from wallet to reserve; if negative, back to the wallet. @throws AppError PAYOUT_OVER_BALANCE */
async function moveReserve(
  deps: PayoutDeps,
  tx: Tx,
  { id, performerId: ownerId }: PayoutRow,
  { by, key }: { by: Cents; key: string },
): Promise<void> {
  const [wallet, reserved] = [{ kind: 'wallet', ownerId } as const, { kind: 'reserved', ownerId } as const];
  const isRequest = by > 0;
  const posting = isRequest ? { from: wallet, to: reserved } : { from: reserved, to: wallet };
  const postings = [{ ...posting, amount: cents(Math.abs(by)) }];
  const transfer = { code: isRequest ? 'payout-request' : 'payout-return', key, subject: id, postings } as const;
  await postToWallet(deps, tx, { ownerId, gained: cents(-by), transfer }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_ENOUGH_BALANCE'
      ? new AppError('PAYOUT_OVER_BALANCE')
      : error;
  });
}

/** Posts a transfer. Money that the wallet gains pays the creator's debt first. @param gained change in the wallet's balance */
export async function postToWallet(
  { publisher, earning }: PayoutDeps,
  tx: Tx,
  { ownerId, gained, transfer }: { ownerId: string; gained: Cents; transfer: TransferRequest },
): Promise<void> {
  const { balances } = await postTransfer(tx, transfer);
  const repaid = gained > 0 ? await earning.payDebt(tx, ownerId, transfer.key) : cents(0);
  const balance = fromCents(cents((balances.get(getAccountKey({ kind: 'wallet', ownerId })) ?? 0) - repaid));
  const change = { token: fromCents(cents(gained - repaid)), type: 'payout', pending: false, balance };
  tx.afterCommit(() => publisher.publish('update_balance', rooms.account(ownerId), change));
}

function readAmount({ requestTokens }: PayoutBody, site: SiteSettings): Cents {
  const amount = toCents(requestTokens);
  if (requestTokens < site.minimumPayoutAmount || amount <= getFee(site)) throw new AppError('PAYOUT_BELOW_MINIMUM');
  return amount;
}

/** @throws AppError PAYOUT_ACCOUNT_MISSING, PAYOUT_HELD, PAYOUT_RESTS */
async function readAccount(
  { clock }: PayoutDeps,
  tx: Tx,
  performerId: string,
  type: PayoutRow['accountType'],
): Promise<{ accountInfo: Record<string, string>; hasPending: boolean }> {
  const account = await payoutAccountRepository.lock(performerId, tx);
  const accountInfo = account && getAccountInfo(account, type);
  if (!account || !accountInfo) throw new AppError('PAYOUT_ACCOUNT_MISSING');
  assertNotHeld(account);
  const rest = getPayoutRest(account, clock.now());
  if (rest) throw new AppError('PAYOUT_RESTS', { message: payoutRestWords[rest.reason] });
  return { accountInfo, hasPending: account.hasPending };
}

/** @throws AppError PAYOUT_HELD */
export function assertNotHeld({ hold }: { hold: string | null }): void {
  if (hold !== null) throw new AppError('PAYOUT_HELD', { message: `Payouts of this account are on hold: ${hold}` });
}

type Account = NonNullable<Awaited<ReturnType<typeof payoutAccountRepository.lock>>>;

/** Null if this account type is not set up. */
function getAccountInfo(account: Account, type: PayoutRow['accountType']): Record<string, string> | null {
  switch (type) {
    case 'banking':
      return account.banking;
    case 'paypal':
      return readGateway(account.payoutSettings['paypal']);
    case 'stripe':
      return account.isReady && account.recipientId !== null ? { accountId: account.recipientId } : null;
  }
}

function readGateway(setting: unknown): Record<string, string> | null {
  const { status, value } = (setting ?? {}) as { status?: string; value?: Record<string, string> };
  return status === 'active' && value ? value : null;
}

/** @throws AppError ENTITY_NOT_FOUND, also for requests of other creators; PAYOUT_NOT_EDITABLE after a decision */
async function lockPending({ repository }: PayoutDeps, tx: Tx, actor: Actor, id: string): Promise<PayoutRow> {
  const row = await repository.lock(id, tx);
  if (!row || row.performerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  if (row.status !== 'pending') throw new AppError('PAYOUT_NOT_EDITABLE');
  return row;
}
