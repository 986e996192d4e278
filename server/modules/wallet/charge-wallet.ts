import type { EndpointReply } from '@contract/schemas';
import { cents, fromCents, type Cents } from '@contract/money';
import type { ServerContext } from '../../context';
import { newId } from '../../db/columns';
import type { Tx } from '../../db/transaction';
import { AppError } from '../../errors';
import { readBalance } from '../../ledger/accounts';
import { postTransfer } from '../../ledger/post-transfer';
import type { TransferCode } from '../../ledger/transfers';
import type { EarningService } from '../earning/earning-service';
import type { SiteSettings } from '../settings/site-settings';
import type { ChargeRow, createWalletRepository } from './wallet-repository';

type ChargeView = EndpointReply<'tipPerformer'>;

/** Something to pay for from a wallet. `price` in cents, above 0. */
export interface Purchase {
  userId: string;
  performer: { id: string; commission: number | null };
  target: ChargeView['target'];
  targetId: string;
  type: Exclude<ChargeView['type'], 'gift'> & TransferCode;
  name: string;
  /** Price of one. */
  price: Cents;
  quantity?: number;
  sessionId?: string;
  /** True for what can be owned only once. */
  isOwned: boolean;
}

export type ChargeWallet = (tx: Tx, purchase: Purchase, site: SiteSettings) => Promise<ChargeRow>;

/**
 * Pays for something from a wallet, all in the caller's transaction: who owns it, the receipt, the money, the creator's
 * income. It happens as a whole or not at all. Wire contract 2.22.
 *
 * @returns a function that throws AppError ALREADY_BOUGHT, NOT_ENOUGH_BALANCE; its `site` are the settings as read before
 * the transaction.
 */
export function createChargeWallet(
  { clock }: Pick<ServerContext, 'clock'>,
  {
    repository,
    earning,
  }: { repository: ReturnType<typeof createWalletRepository>; earning: Pick<EarningService, 'record'> },
): ChargeWallet {
  return async (tx, purchase, site) => {
    const { userId, performer, target, targetId, type, name, price, quantity = 1 } = purchase;
    const now = clock.now();
    const id = newId(now.getTime());
    // First of all: a second buyer of the same waits here, and never gets to the money.
    if (purchase.isOwned) {
      const owned = { userId, target, targetId, chargeId: id, createdAt: now };
      if (!(await repository.insertPurchase(owned, tx))) throw new AppError('ALREADY_BOUGHT');
    }
    const gross = cents(price * quantity);
    // Who plainly cannot pay holds nobody up at the locks; who can is asked again under them.
    if ((await readBalance(tx, 'wallet', userId)) < gross) throw new AppError('NOT_ENOUGH_BALANCE');
    const product = {
      name,
      price: fromCents(price),
      quantity,
      productType: type,
      productId: targetId,
      performerId: performer.id,
    };
    const charge = await repository.insertCharge(
      {
        id,
        userId,
        performerId: performer.id,
        type,
        target,
        targetId,
        sessionId: purchase.sessionId,
        products: [product],
        originalPrice: gross,
        totalPrice: gross,
        status: 'success',
        createdAt: now,
        updatedAt: now,
      },
      tx,
    );
    const sale = { performer, userId, transactionId: id, sourceType: target, sourceId: targetId, type, gross } as const;
    const { net, commission } = await earning.record(tx, { ...sale, paymentGateway: 'system' }, site);
    const from = { kind: 'wallet', ownerId: userId } as const;
    await postTransfer(tx, {
      code: type,
      key: chargeKey(id),
      subject: id,
      postings: [
        { from, to: { kind: 'pending', ownerId: performer.id }, amount: net },
        { from, to: { kind: 'revenue' }, amount: commission },
      ],
    });
    return charge;
  };
}

/** The ledger's key of a charge's transfer. */
export const chargeKey = (chargeId: string): string => `charge:${chargeId}`;
