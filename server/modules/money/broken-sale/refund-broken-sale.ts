import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { OrderService } from '../order/order-service';
import type { createWalletService } from '../wallet/wallet-service';
import {
  brokenSaleRepository,
  type BrokenSaleRepository,
  type BrokenSaleRow,
  type PurchaseWindow,
  type SoldTarget,
} from './broken-sale-repository';
import { soldFileRepository } from './sold-file-repository';

export interface RefundDeps extends Pick<ServerContext, 'db' | 'clock'> {
  wallet: Pick<ReturnType<typeof createWalletService>, 'refund'>;
  order: Pick<OrderService, 'lockOfCharge' | 'refund'>;
  repository: BrokenSaleRepository;
}

const RETRY_MS = 3600 * 1000;

const REASONS = {
  item: 'Its file can’t be opened, and it wasn’t replaced in time.',
  message: 'Its file can’t be opened.',
} as const;

/**
 * Refunds the buyers of a target if its file is still broken, each in a separate transaction.
 *
 * @throws AggregateError of the refunds that failed. The others are done; the failed ones are retried in an hour.
 */
export async function refundBrokenSale(deps: RefundDeps, row: BrokenSaleRow): Promise<void> {
  let isProcessing = false;
  try {
    await eachOrThrow(await deps.repository.listPurchases(row), async ({ chargeId }) => {
      const state = await refundPurchase(deps, row, chargeId).catch(waitForBank);
      isProcessing = state === 'processing' || isProcessing;
    });
  } catch (error) {
    await deps.repository.postpone(row, new Date(deps.clock.now().getTime() + RETRY_MS));
    throw error;
  }
  if (!isProcessing) await closeBrokenSale(deps, row);
}

/** Refunds of disputed payments wait until the bank has decided, and are dropped if the bank itself refunds them. */
function waitForBank(error: unknown): 'processing' {
  if (error instanceof AppError && error.code === 'REFUND_NOT_POSSIBLE') return 'processing';
  throw error;
}

/** @returns `processing` if a replacement is not ready yet, so that the refund has to wait */
async function refundPurchase(
  { db, wallet, order: orders }: RefundDeps,
  window: PurchaseWindow,
  chargeId: string,
): Promise<'settled' | 'processing'> {
  return inTransaction(db, async (tx) => {
    // Locks the order first, as all refunds do.
    const order = await orders.lockOfCharge(chargeId, tx);
    const state = await lockState(window, tx);
    const reason = window.target === 'message' ? REASONS.message : REASONS.item;
    if (state === 'broken' && !order) await wallet.refund(tx, chargeId, { reason });
    if (state === 'broken' && order && order.deliveryStatus !== 'refunded') await orders.refund(tx, order, reason);
    return state === 'processing' ? 'processing' : 'settled';
  });
}

async function closeBrokenSale({ db }: RefundDeps, row: BrokenSaleRow): Promise<void> {
  await inTransaction(db, async (tx) => {
    const state = await lockState(row, tx);
    // Read again under the lock: another file of the target may have broken since, which affects more buyers.
    const current = await brokenSaleRepository.find(row, tx);
    if (!current || state === 'processing') return;
    const isClosed = state === 'intact' || (await brokenSaleRepository.listBuyerIds(current, tx)).length === 0;
    if (isClosed) await brokenSaleRepository.remove(row, tx);
  });
}

/** Locks a target against edits and sales. @returns the state of its files */
async function lockState(sold: SoldTarget, tx: Tx): Promise<'broken' | 'processing' | 'intact'> {
  if (!(await soldFileRepository.lock(sold, tx))) return 'intact';
  const states = await soldFileRepository.listFileStates(sold, tx);
  if (states.includes('error')) return 'broken';
  return states.includes('processing') ? 'processing' : 'intact';
}
