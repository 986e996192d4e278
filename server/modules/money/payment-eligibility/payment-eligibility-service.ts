import type { ErrorCode } from '@contract/base/errors';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/site-settings';
import { getPayerError, getSellerError, isAgeMissing } from './payment-eligibility-policy';
import { paymentEligibilityRepository } from './payment-eligibility-repository';

/** Who pays, and on which terms. */
interface Payer {
  payerId: string;
  /** The settings as read before the transaction began. */
  site: Pick<SiteSettings, 'minimumAge'>;
}

/** Who pays, and whom. */
export interface TradeParties extends Payer {
  sellerId: string;
  /** Where the call comes from; null where nobody calls or it cannot be told. */
  country?: string | null;
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
export interface EligibleParties {
  readonly [held]: true;
  readonly payerId: string;
  /** What they are called, as the creator reads it. */
  readonly payerName: string;
  readonly seller: Seller;
}

export type PaymentEligibility = ReturnType<typeof createPaymentEligibility>;

/** The one gate that all money passes between people. Promises M-19. */
export function createPaymentEligibility({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  function refuse(code: ErrorCode | null): void {
    if (code !== null) throw new AppError(code);
  }

  async function open(tx: Tx, { payerId, sellerId, country = null, site }: TradeParties): Promise<EligibleParties> {
    const seller = await paymentEligibilityRepository.lockSeller(sellerId, payerId, tx);
    const payer = await paymentEligibilityRepository.lockPayer(payerId, tx);
    const payerError = payer ? getPayerError(payer, site) : 'ACCOUNT_INACTIVE';
    // The age comes last: nobody is asked for it to pay what cannot be paid in any case.
    if (payerError !== 'AGE_NOT_DECLARED') refuse(payerError);
    if (!seller || !payer) throw new AppError('ENTITY_NOT_FOUND');
    // Who is kept out learns no more than of a creator who does not exist.
    const isKeptOut = seller.isBlocking || (country !== null && seller.countries.includes(country));
    refuse(
      isKeptOut && !payer.isAdmin
        ? 'ENTITY_NOT_FOUND'
        : getSellerError(seller, { now: clock.now(), minimumAge: site.minimumAge }),
    );
    refuse(payerError);
    const { id, commission } = seller;
    return {
      payerId,
      payerName: payer.name || payer.username || 'Someone',
      seller: { id, commission },
    } as EligibleParties;
  }

  async function holdPayer(tx: Tx, { payerId, site }: Payer): Promise<void> {
    const payer = await paymentEligibilityRepository.lockPayer(payerId, tx);
    refuse(payer ? getPayerError(payer, site) : 'ACCOUNT_INACTIVE');
  }

  return {
    /**
     * Holds both sides of a payment and checks that one may pay and the other be paid.
     *
     * @throws AppError ENTITY_NOT_FOUND for a creator who is not approved, under age, gone, or keeps the payer out;
     * CREATOR_LEAVING; ACCOUNT_CLOSING, ACCOUNT_INACTIVE and AGE_NOT_DECLARED for the payer.
     */
    open,

    /** The same for money that goes to the platform or into the payer's own wallet. @throws AppError as `open`. */
    holdPayer,

    /** As `open`, for who goes on either way. @returns null when one of the two may not. */
    tryOpen: (tx: Tx, parties: TradeParties): Promise<EligibleParties | null> => orNull(open(tx, parties)),

    /** As `holdPayer`. @returns false when they may not pay. */
    tryHoldPayer: async (tx: Tx, payer: Payer): Promise<boolean> => (await errorOf(holdPayer(tx, payer))) === null,

    /** Whether a fan has to declare their age before they pay. */
    async isAgeMissing({ payerId, site }: Payer): Promise<boolean> {
      const payer = await paymentEligibilityRepository.findPayer(payerId, db);
      return payer !== null && isAgeMissing(payer, site);
    },

    /** As `open`. @returns why one of the two may not; null when they may. */
    findRefusal: (tx: Tx, parties: TradeParties): Promise<ErrorCode | null> => errorOf(open(tx, parties)),

    /** As `holdPayer`. @returns why they may not pay; null when they may. */
    findPayerRefusal: (tx: Tx, payer: Payer): Promise<ErrorCode | null> => errorOf(holdPayer(tx, payer)),
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

/** The rule that refuses it; null where none does. */
async function errorOf(work: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
