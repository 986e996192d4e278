import type { ErrorCode } from '@contract/base/errors';
import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import type { TaxLocation } from '../../../gateways/tax';
import type { BlockService } from '../../identity/block/block-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { PaymentPlan } from '../payment/payment-service';
import type { AfterFailure } from './renewal-retries';

/** The columns of both kinds of subscription. */
export interface Renewable {
  id: string;
  userId: string;
  status: string;
  price: Cents;
  /** Announced to the payer; see `getRenewalPrice`. */
  nextPrice: Cents | null;
  nextPriceFrom: Date | null;
  cardId: string | null;
  taxLocation: TaxLocation | null;
  startRecurringDate: Date | null;
  expiredAt: Date | null;
  nextRecurringDate: Date | null;
  renewalAttempts: number;
}

export type UserBlock = Awaited<ReturnType<BlockService['findUserBlock']>>;

/** Absent columns do not change. */
export type RenewalState = Partial<Omit<AfterFailure, 'status'>> & {
  status?: AfterFailure['status'] | 'active';
  cardId?: string;
  nextPrice?: Cents | null;
  nextPriceFrom?: Date | null;
};

/** Can end before the next retry. `age`: the payer must declare it first. `dispute`: of one of the payer's payments. */
export type RetriedError = 'age' | 'dispute';

/** `account`: the payer's account is closing or inactive. `gone`: no seller can be paid. */
export type FinalError = 'account' | 'gone';

export type RenewalError = RetriedError | FinalError;

/** All other codes are those of the seller. */
const PAYER_ERRORS: Partial<Record<ErrorCode, RenewalError>> = {
  AGE_NOT_DECLARED: 'age',
  PAYMENTS_PAUSED: 'dispute',
  ACCOUNT_CLOSING: 'account',
  ACCOUNT_INACTIVE: 'account',
};

/** @param code of the rule that rejects the payment, or null */
export const toRenewalError = (code: ErrorCode | null): RenewalError | null =>
  code === null ? null : (PAYER_ERRORS[code] ?? 'gone');

/** Returns at most `limit` keys after `after`; `userId` undefined for all fans. */
export interface RepricedQuery {
  userId: string | undefined;
  after: string;
  limit: number;
}

export interface RenewalKind<Row extends Renewable> {
  /** At most `limit` ids without an open payment, longest due first. */
  listDue(now: Date, limit: number): Promise<string[]>;
  /** Keys for `find` of renewing subscriptions whose payer was notified of another price than the current one. */
  listRepriced(query: RepricedQuery & { performerId: string | null; site: SiteSettings }): Promise<string[]>;
  find(id: string): Promise<Row | null>;
  /** The price for new subscribers. */
  readPrice(row: Row, tx: Tx, site: SiteSettings): Promise<Cents | null>;
  /** Why it cannot be renewed; null if it can, with both sides locked. Call it before `lock`. */
  findError(row: Row, tx: Tx, site: SiteSettings): Promise<RenewalError | null>;
  findBlock(row: Row, tx: Tx): Promise<UserBlock>;
  lock(row: Row, tx: Tx): Promise<Row | null>;
  /** @returns null if the actor pays for no subscription with this id */
  lockOwn(actor: Actor, id: string, tx: Tx): Promise<Row | null>;
  save(row: Row, state: RenewalState, tx: Tx): Promise<void>;
  /** Stops renewals; access lasts until the end of the paid period. */
  end(row: Row, tx: Tx): Promise<void>;
  describe(row: Row): Pick<PaymentPlan, 'target' | 'targetId' | 'performerId' | 'type' | 'name'>;
}
