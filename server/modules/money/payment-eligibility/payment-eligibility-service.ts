import { eq, inArray, sql } from 'drizzle-orm';
import type { ErrorCode } from '@contract/base/errors';
import type { ServerContext } from '../../../context';
import type { Tx, Executor } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { Db } from '../../../db/client';
import { existsIn, isBlockedBy } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { disputes } from '../../../db/schema/disputes';
import type { SiteSettings } from '../../site/settings/site-settings';
import {
  getPayerError,
  getSellerError,
  isAgeMissing,
  type PayerState,
  type SellerState,
} from './payment-eligibility-policy';

interface Payer {
  payerId: string;
  /** Settings as read before the transaction began. */
  site: Pick<SiteSettings, 'minimumAge'>;
}

export interface PaymentParties extends Payer {
  sellerId: string;
  /** Country of the request; null for a job, or if it is unknown. */
  country?: string | null;
}

export interface Seller {
  id: string;
  /** Their own commission as a fraction; null for the site's. */
  commission: number | null;
}

declare const locked: unique symbol;

/** Proof that payer and seller are locked and eligible, valid until the transaction ends. Only `open` creates it. */
export interface EligibleParties {
  readonly [locked]: true;
  readonly payerId: string;
  readonly payerName: string;
  readonly seller: Seller;
}

export type PaymentEligibility = ReturnType<typeof createPaymentEligibility>;

/** The only check that lets money move between accounts. Promises M-19. */
export function createPaymentEligibility({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  async function open(tx: Tx, { payerId, sellerId, country = null, site }: PaymentParties): Promise<EligibleParties> {
    const seller = await lockSeller(sellerId, payerId, tx);
    const payer = await lockPayer(payerId, tx);
    const payerError = payer ? getPayerError(payer, site) : 'ACCOUNT_INACTIVE';
    // Errors that can end come last: they do not matter to a fan if the payment is impossible anyway.
    const canEnd = payerError === 'AGE_NOT_DECLARED' || payerError === 'PAYMENTS_PAUSED';
    if (!canEnd) throwIfError(payerError);
    if (!seller || !payer) throw new AppError('ENTITY_NOT_FOUND');
    // A blocked payer gets the same error as for a creator who does not exist.
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
    const payer = await lockPayer(payerId, tx);
    throwIfError(payer ? getPayerError(payer, site) : 'ACCOUNT_INACTIVE');
  }

  return {
    /**
     * Locks both sides of a payment and checks that one can pay and the other can be paid.
     *
     * @throws AppError ENTITY_NOT_FOUND for a creator who is not approved, under age, deleted, or blocks the payer;
     * CREATOR_LEAVING; ACCOUNT_CLOSING, ACCOUNT_INACTIVE, PAYMENTS_PAUSED and AGE_NOT_DECLARED for the payer
     */
    open,

    /** For payments to the platform or into the payer's own wallet. @throws AppError as `open` */
    lockEligiblePayer,

    /** Like `open`. @returns null if either side is not eligible */
    tryOpen: (tx: Tx, parties: PaymentParties): Promise<EligibleParties | null> => orNull(open(tx, parties)),

    /** Like `lockEligiblePayer`. @returns false if they cannot pay */
    tryLockEligiblePayer: async (tx: Tx, payer: Payer): Promise<boolean> =>
      (await findErrorCode(lockEligiblePayer(tx, payer))) === null,

    /** Whether a fan has to declare their age before they pay. */
    async isAgeMissing({ payerId, site }: Payer): Promise<boolean> {
      const payer = await findPayer(payerId, db);
      return payer !== null && isAgeMissing(payer, site);
    },

    /** Like `open`. @returns its error code instead of throwing; null if both are eligible */
    findError: (tx: Tx, parties: PaymentParties): Promise<ErrorCode | null> => findErrorCode(open(tx, parties)),

    /** Like `lockEligiblePayer`. @returns its error code instead of throwing; null if they can pay */
    findPayerError: (tx: Tx, payer: Payer): Promise<ErrorCode | null> => findErrorCode(lockEligiblePayer(tx, payer)),
  };
}

function throwIfError(code: ErrorCode | null): void {
  if (code !== null) throw new AppError(code);
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function findErrorCode(work: Promise<unknown>): Promise<ErrorCode | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

interface PayerRow extends PayerState {
  name: string;
  username: string | null;
}

interface SellerRow extends SellerState {
  id: string;
  commission: number | null;
  countries: string[];
  isBlocking: boolean;
}

const selectPayer = (payerId: string, executor: Executor) =>
  executor
    .select({
      status: accounts.status,
      deletionAt: accounts.deletionAt,
      isAdmin: sql<boolean>`'admin' = any(${accounts.roles})`,
      ageDeclaredAt: accounts.ageDeclaredAt,
      isWithoutForm: accounts.isWithoutForm,
      hasDispute: existsIn(disputes, eq(disputes.userId, payerId), inArray(disputes.status, ['open', 'lost'])),
      name: accounts.name,
      username: accounts.username,
    })
    .from(accounts)
    .where(eq(accounts.id, payerId));

/** Both sides stay locked until the transaction ends, so that no account is closed or erased while money moves. */
const lockPayer = (payerId: string, tx: Tx): Promise<PayerRow | null> =>
  firstOrNull(selectPayer(payerId, tx).for('no key update'));

const findPayer = (payerId: string, db: Db): Promise<PayerRow | null> => firstOrNull(selectPayer(payerId, db));

/** Shared: concurrent payments to one creator do not wait for each other. A payer's lock is exclusive. */
const lockSeller = (sellerId: string, payerId: string, tx: Tx): Promise<SellerRow | null> =>
  firstOrNull(
    tx
      .select({
        id: accounts.id,
        status: accounts.status,
        deletionAt: accounts.deletionAt,
        isApproved: performers.verifiedDocument,
        dateOfBirth: performers.dateOfBirth,
        commission: performers.commission,
        countries: performers.blockedCountries,
        isBlocking: isBlockedBy(accounts.id, payerId),
      })
      .from(accounts)
      .innerJoin(performers, eq(performers.id, accounts.id))
      .where(eq(accounts.id, sellerId))
      .for('share', { of: accounts }),
  );
