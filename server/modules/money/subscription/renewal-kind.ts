import type { ErrorCode } from '@contract/base/errors';
import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import type { TaxLocation } from '../../../gateways/tax';
import type { BlockService } from '../../identity/block/block-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { PaymentPlan } from '../payment/payment-service';
import type { AfterFailure } from './renewal-retries';

/** The columns that subscriptions to creators and to the platform share. */
export interface Renewable {
  id: string;
  userId: string;
  status: string;
  price: Cents;
  /** A changed price that the payer was notified of; see `getRenewalPrice`. */
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

/** Absent fields do not change. */
export type RenewalState = Partial<Omit<AfterFailure, 'status'>> & {
  status?: AfterFailure['status'] | 'active';
  cardId?: string;
  nextPrice?: Cents | null;
  nextPriceFrom?: Date | null;
};

/** `age`: the payer must declare their age first. `gone`: payer or seller is not eligible. */
export type RenewalError = 'age' | 'gone';

/** @param code the error code of the eligibility check, or null */
export function toRenewalError(code: ErrorCode | null): RenewalError | null {
  if (code === null) return null;
  return code === 'AGE_NOT_DECLARED' ? 'age' : 'gone';
}

/** Selects at most `limit` keys that sort after `after`; without `userId`, of all fans. */
export interface RepricedQuery {
  userId: string | undefined;
  after: string;
  limit: number;
}

export interface RenewalKind<Row extends Renewable> {
  /** At most `limit` ids of due subscriptions without an open payment, most overdue first. */
  listDue(now: Date, limit: number): Promise<string[]>;
  /** Keys (for `find`) of renewing subscriptions whose payer knows of a price other than the current one. */
  listRepriced(query: RepricedQuery & { performerId: string | null; site: SiteSettings }): Promise<string[]>;
  find(id: string): Promise<Row | null>;
  /** The price for new subscribers. */
  readPrice(row: Row, tx: Tx, site: SiteSettings): Promise<Cents | null>;
  /** Why the subscription cannot be renewed; null if it can, in which case both sides are locked. Call it before `lock`. */
  findError(row: Row, tx: Tx, site: SiteSettings): Promise<RenewalError | null>;
  findBlock(row: Row, tx: Tx): Promise<UserBlock>;
  lock(row: Row, tx: Tx): Promise<Row | null>;
  /** @returns null if the actor does not pay for a subscription with this id */
  lockOwn(actor: Actor, id: string, tx: Tx): Promise<Row | null>;
  save(row: Row, state: RenewalState, tx: Tx): Promise<void>;
  /** Stops renewals; access lasts until the end of the paid period. */
  end(row: Row, tx: Tx): Promise<void>;
  describe(row: Row): Pick<PaymentPlan, 'target' | 'targetId' | 'performerId' | 'type' | 'name'>;
}
