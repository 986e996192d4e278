import type { ErrorCode } from '@contract/base/errors';
import type { Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { TransferCode } from '../../../ledger/transfers';
import type { SiteSettings } from '../../site/settings/site-settings';
import { refusalOfPayer, refusalOfSeller } from './trade-policy';
import { tradeRepository } from './trade-repository';

/** Who pays, and whom. */
export interface TradeParties {
  payerId: string;
  sellerId: string;
  /** Where the call comes from; null where nobody calls or it cannot be told. */
  country?: string | null;
  /** The settings as read before the transaction began. */
  site: Pick<SiteSettings, 'minimumAge'>;
}

/** Who gets the money of a sale. */
export interface Seller {
  id: string;
  /** Their own share for the platform as a fraction; null for the site's. */
  commission: number | null;
}

declare const held: unique symbol;

/**
 * Leave to move money between two people, good until its transaction ends. Only `open` makes one, so whatever asks for a
 * trade cannot forget the rules.
 */
export interface Trade {
  readonly [held]: true;
  readonly payerId: string;
  /** What they are called, as the creator reads it. */
  readonly payerName: string;
  readonly seller: Seller;
}

/** Movements that somebody pays for, and trials. */
export type PaidCode = Exclude<TransferCode, 'promotion' | 'release' | 'payout' | 'refund'> | 'trial';

/** A payment that has gone through: what receipts, notifications of sales and statistics are made of. */
export interface CompletedPayment {
  kind: 'top-up' | 'trial' | 'subscription' | 'renewal' | 'unlock' | 'tip' | 'refund';
  /** The movement of the ledger that it is, or that it gives back; trials move nothing. */
  code: PaidCode;
  /** Where its receipt lies: a charge of the wallet, or a payment by card. */
  source: 'wallet_charge' | 'payment_transaction';
  id: string;
  payerId: string;
  /** What they are called, where the sale knew it. */
  payerName?: string;
  /** Null for the wallet and the platform. */
  sellerId: string | null;
  /** What it is called on the receipt. */
  name: string;
  /** What was bought: `feed`, `message`, `performer`, `platform`, `token_package`… and its id. */
  target: string;
  targetId: string | null;
  /** What the payer paid (got back, for a refund), tax included. */
  total: Cents;
  tax: Cents;
  /** The saved card it was paid with; null for the wallet and for nothing to pay. */
  cardId: string | null;
  /** What the payer wrote to the creator; empty when nothing. */
  note: string;
  /** Of a refund: why, in a sentence for both sides. */
  reason?: string;
}

/** Runs inside the payment's transaction: writes rows and jobs, nothing that could fail for another's sake. */
export type PaymentListener = (tx: Tx, payment: CompletedPayment) => Promise<void>;

export type TradeService = ReturnType<typeof createTradeService>;

/** The one gate that all money passes between people, and the one place where a completed payment is announced. Promises M-19. */
export function createTradeService({ clock }: Pick<ServerContext, 'clock'>) {
  const listeners: PaymentListener[] = [];

  function refuse(code: ErrorCode | null): void {
    if (code !== null) throw new AppError(code);
  }

  async function open(tx: Tx, { payerId, sellerId, country = null, site }: TradeParties): Promise<Trade> {
    const seller = await tradeRepository.lockSeller(sellerId, payerId, tx);
    const payer = await tradeRepository.lockPayer(payerId, tx);
    refuse(payer ? refusalOfPayer(payer) : 'ACCOUNT_INACTIVE');
    if (!seller || !payer) throw new AppError('ENTITY_NOT_FOUND');
    // Who is kept out learns no more than of a creator who does not exist.
    const isKeptOut = seller.isBlocking || (country !== null && seller.countries.includes(country));
    refuse(
      isKeptOut && !payer.isAdmin
        ? 'ENTITY_NOT_FOUND'
        : refusalOfSeller(seller, { now: clock.now(), minimumAge: site.minimumAge }),
    );
    const { id, commission } = seller;
    return { payerId, payerName: payer.name || payer.username || 'Someone', seller: { id, commission } } as Trade;
  }

  async function holdPayer(tx: Tx, payerId: string): Promise<void> {
    const payer = await tradeRepository.lockPayer(payerId, tx);
    refuse(payer ? refusalOfPayer(payer) : 'ACCOUNT_INACTIVE');
  }

  return {
    /**
     * Holds both sides of a payment and checks that one may pay and the other be paid.
     *
     * @throws AppError ENTITY_NOT_FOUND for a creator who is not approved, under age, gone, or keeps the payer out;
     * CREATOR_LEAVING; ACCOUNT_CLOSING and ACCOUNT_INACTIVE for the payer.
     */
    open,

    /** The same for money that goes to the platform or into the payer's own wallet. @throws AppError as `open`. */
    holdPayer,

    /** As `open`, for who goes on either way. @returns null when one of the two may not. */
    tryOpen: (tx: Tx, parties: TradeParties): Promise<Trade | null> => orNull(open(tx, parties)),

    /** As `holdPayer`. @returns false when they may not pay. */
    tryHoldPayer: async (tx: Tx, payerId: string): Promise<boolean> => (await orNull(holdPayer(tx, payerId))) !== null,

    /** Lets another module follow every completed payment, whatever its kind. */
    onCompleted: (listener: PaymentListener): void => void listeners.push(listener),

    /** Says that a payment went through, in the transaction that moves its money. */
    async announce(tx: Tx, payment: CompletedPayment): Promise<void> {
      for (const listener of listeners) await listener(tx, payment);
    },
  };
}

/** What was asked for, or null where a rule refuses it. Other failures stay failures. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
