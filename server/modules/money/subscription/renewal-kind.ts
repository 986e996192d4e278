import type { ErrorCode } from '@contract/base/errors';
import type { Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import type { TaxLocation } from '../../../gateways/tax';
import type { BlockService } from '../../identity/block/block-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { PaymentPlan } from '../payment/payment-service';
import type { AfterFailure } from './renewal-retries';

/** The columns that both kinds of subscription have. */
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

/** Columns of a subscription's renewals; absent ones are not changed. */
export type RenewalState = Partial<Omit<AfterFailure, 'status'>> & {
  status?: AfterFailure['status'] | 'active';
  cardId?: string;
  nextPrice?: Cents | null;
  nextPriceFrom?: Date | null;
};

/** `age`: the payer has to declare it first. `gone`: no seller takes the money. */
export type RenewalError = 'age' | 'gone';

/** @param code of the rule that rejects the payment; null for none */
export function toRenewalError(code: ErrorCode | null): RenewalError | null {
  if (code === null) return null;
  return code === 'AGE_NOT_DECLARED' ? 'age' : 'gone';
}

/** A page of subscriptions: at most `limit` keys behind `after`, those of one fan, or of all. */
export interface RepricedQuery {
  userId: string | undefined;
  after: string;
  limit: number;
}

/** How one kind of subscription is stored and named. */
export interface RenewalKind<Row extends Renewable> {
  /** Ids of at most `limit` that are due and have no open payment, the longest waiting first. */
  listDue(now: Date, limit: number): Promise<string[]>;
  /** Keys for `find` of renewing ones whose payer was told of another price than the present one. */
  listRepriced(query: RepricedQuery & { performerId: string | null; site: SiteSettings }): Promise<string[]>;
  find(id: string): Promise<Row | null>;
  /** The price for a new subscriber. */
  readPrice(row: Row, tx: Tx, site: SiteSettings): Promise<Cents | null>;
  /** Why it cannot be renewed; null when it can, with both sides locked. Called before the row is locked. */
  findError(row: Row, tx: Tx, site: SiteSettings): Promise<RenewalError | null>;
  /** The seller's block of the payer. */
  findBlock(row: Row, tx: Tx): Promise<UserBlock>;
  lock(row: Row, tx: Tx): Promise<Row | null>;
  /** @returns null when the actor pays for none with this id. */
  lockOwn(actor: Actor, id: string, tx: Tx): Promise<Row | null>;
  /** Stores the state of its renewals, `deactivated` included. */
  save(row: Row, state: RenewalState, tx: Tx): Promise<void>;
  /** Stops renewals; access lasts until the end of the paid period. */
  end(row: Row, tx: Tx): Promise<void>;
  describe(row: Row): Pick<PaymentPlan, 'target' | 'targetId' | 'performerId' | 'type' | 'name'>;
}

const RUNNING_STATUSES = ['active', 'past_due'];

/** Whether it renews on its date. */
export const isRenewing = ({ status }: Pick<Renewable, 'status'>): boolean => RUNNING_STATUSES.includes(status);
