import type { ErrorCode } from '@contract/base/errors';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/site-settings';
import { getPayerError, getSellerError, isAgeMissing } from './payment-eligibility-policy';
import { paymentEligibilityRepository } from './payment-eligibility-repository';

/** The payer, and the terms of the site. */
interface Payer {
  payerId: string;
  /** The settings as read before the transaction began. */
  site: Pick<SiteSettings, 'minimumAge'>;
}

/** Payer and seller of one payment. */
export interface PaymentParties extends Payer {
  sellerId: string;
  /** Country of the call; null for a job, or where it is unknown. */
  country?: string | null;
}

/** The creator who gets the money of a sale. */
export interface Seller {
  id: string;
  /** Their own share for the platform as a fraction; null for the site's. */
  commission: number | null;
}

declare const locked: unique symbol;

/**
 * Proof that payer and seller are locked and eligible, valid until the transaction ends. Only `open` creates it.
 */
export interface EligibleParties {
  readonly [locked]: true;
  readonly payerId: string;
  /** Name of the payer that the creator reads. */
  readonly payerName: string;
  readonly seller: Seller;
}

export type PaymentEligibility = ReturnType<typeof createPaymentEligibility>;

/** The only check that lets money move between accounts. Promises M-19. */
export function createPaymentEligibility({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  async function open(tx: Tx, { payerId, sellerId, country = null, site }: PaymentParties): Promise<EligibleParties> {
    const seller = await paymentEligibilityRepository.lockSeller(sellerId, payerId, tx);
    const payer = await paymentEligibilityRepository.lockPayer(payerId, tx);
    const payerError = payer ? getPayerError(payer, site) : 'ACCOUNT_INACTIVE';
    // The age comes last: a fan is not asked for it where the payment is impossible in any case.
    if (payerError !== 'AGE_NOT_DECLARED') throwIfError(payerError);
    if (!seller || !payer) throw new AppError('ENTITY_NOT_FOUND');
    // A blocked payer gets the same answer as for a creator who does not exist.
    const isBlocked = seller.isBlocking || (country !== null && seller.countries.includes(country));
    throwIfError(
      isBlocked && !payer.isAdmin
        ? 'ENTITY_NOT_FOUND'
        : getSellerError(seller, { now: clock.now(), minimumAge: site.minimumAge }),
    );
    throwIfError(payerError);
    const { id, commission } = seller;
    return {
      payerId,
      payerName: payer.name || payer.username || 'Someone',
      seller: { id, commission },
    } as EligibleParties;
  }

  async function lockEligiblePayer(tx: Tx, { payerId, site }: Payer): Promise<void> {
    const payer = await paymentEligibilityRepository.lockPayer(payerId, tx);
    throwIfError(payer ? getPayerError(payer, site) : 'ACCOUNT_INACTIVE');
  }

  return {
    /**
     * Locks both sides of a payment and checks that one can pay and the other can be paid.
     *
     * @throws AppError ENTITY_NOT_FOUND for a creator who is not approved, under age, deleted, or blocks the payer;
     * CREATOR_LEAVING; ACCOUNT_CLOSING, ACCOUNT_INACTIVE and AGE_NOT_DECLARED for the payer.
     */
    open,

    /** The same for money that goes to the platform or into the payer's own wallet. @throws AppError as `open`. */
    lockEligiblePayer,

    /** As `open`, for callers that go on either way. @returns null when one of the two is not eligible. */
    tryOpen: (tx: Tx, parties: PaymentParties): Promise<EligibleParties | null> => orNull(open(tx, parties)),

    /** As `lockEligiblePayer`. @returns false when they cannot pay. */
    tryLockEligiblePayer: async (tx: Tx, payer: Payer): Promise<boolean> =>
      (await findErrorCode(lockEligiblePayer(tx, payer))) === null,

    /** Whether a fan has to declare their age before they pay. */
    async isAgeMissing({ payerId, site }: Payer): Promise<boolean> {
      const payer = await paymentEligibilityRepository.findPayer(payerId, db);
      return payer !== null && isAgeMissing(payer, site);
    },

    /** As `open`. @returns the error of the one who is not eligible; null when both are. */
    findError: (tx: Tx, parties: PaymentParties): Promise<ErrorCode | null> => findErrorCode(open(tx, parties)),

    /** As `lockEligiblePayer`. @returns why they cannot pay; null when they can. */
    findPayerError: (tx: Tx, payer: Payer): Promise<ErrorCode | null> => findErrorCode(lockEligiblePayer(tx, payer)),
  };
}

function throwIfError(code: ErrorCode | null): void {
  if (code !== null) throw new AppError(code);
}

/** The result, or null where a rule rejects the payment. Other failures stay failures. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The error of the rule that rejects the payment; null where none does. */
async function findErrorCode(work: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
