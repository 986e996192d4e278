import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import type { PaymentService } from '../payment/payment-service';
import type { WalletService } from '../wallet/wallet-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { RefundNotifications } from './refund-notifications';
import { isOpen } from './refund-request-repository';
import { readWindow, type WindowDeps } from './refund-window';
import { toSale, type Sale } from './sale-repository';

export interface AskDeps extends WindowDeps, Pick<ServerContext, 'db' | 'clock'> {
  payment: WindowDeps['payment'] & Pick<PaymentService, 'lock'>;
  wallet: Pick<WalletService, 'lockCharge'>;
  settings: Pick<SettingsService, 'read'>;
  notifications: RefundNotifications;
}

export interface RefundCall {
  actor: Actor;
  key: string | undefined;
}

/** @returns the request's id. @throws AppError ENTITY_NOT_FOUND, also for others' sales; REFUND_ASKED, REFUND_NOT_POSSIBLE */
export async function askForRefund(
  deps: AskDeps,
  { actor, key }: RefundCall,
  body: EndpointPart<'askForRefund', 'body'>,
): Promise<{ id: string }> {
  assertAllowed(isUser(actor));
  const site = await deps.settings.read();
  const call = { accountId: actor.id, route: 'askForRefund', key, input: body };
  return inTransaction(deps.db, (tx) =>
    runIdempotent(tx, call, async () => {
      const found = await deps.saleRepository.find(body.saleId, tx);
      if (!found || found.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      // Lock the sale: a concurrent refund has either finished before, or will find this request.
      const sale = await lockSale(deps, found, tx);
      const requests = await deps.repository.listOfSale(sale.id, tx);
      if (requests.some(isOpen)) throw new AppError('REFUND_ASKED');
      const now = deps.clock.now();
      const window = await readWindow(deps, { sale, requests, site, now }, tx);
      if (!window) throw new AppError('REFUND_NOT_POSSIBLE');
      const { id: saleId, source, userId, performerId } = sale;
      const state = window.decides === 'creator' ? ('asked' as const) : ('with_operator' as const);
      const open = { answer: '', decidedBy: null, decidedAt: null, createdAt: now, updatedAt: now };
      const row = {
        id: newId(now.getTime()),
        saleId,
        source,
        userId,
        performerId,
        reason: body.reason,
        state,
        ...open,
      };
      if (!(await deps.repository.insert(row, tx))) throw new AppError('REFUND_ASKED');
      await deps.notifications.notifyAsked(tx, row, sale);
      return { id: row.id };
    }),
  );
}

export async function lockSale(
  { payment, wallet }: Pick<AskDeps, 'payment' | 'wallet'>,
  { id, source }: Pick<Sale, 'id' | 'source'>,
  tx: Tx,
): Promise<Sale> {
  const row = source === 'charge' ? await wallet.lockCharge(id, tx) : await payment.lock(id, tx);
  if (!row) throw new AppError('ENTITY_NOT_FOUND');
  return toSale(row);
}
