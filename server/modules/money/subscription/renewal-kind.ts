import type { ErrorCode } from '@contract/base/errors';
import type { Cents } from '@contract/base/money';
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
  cardId: string | null;
  taxLocation: TaxLocation | null;
  expiredAt: Date | null;
  nextRecurringDate: Date | null;
  renewalAttempts: number;
}

export type UserBlock = Awaited<ReturnType<BlockService['findUserBlock']>>;

/** Columns that say how its renewals stand; what is absent stays. */
export type RenewalState = Partial<Omit<AfterFailure, 'status'>> & { status?: AfterFailure['status'] | 'active' };

export type RenewalRefusal = 'age' | 'gone';

/** @param code of the rule that refuses it; null for none */
export function toRenewalRefusal(code: ErrorCode | null): RenewalRefusal | null {
  if (code === null) return null;
  return code === 'AGE_NOT_DECLARED' ? 'age' : 'gone';
}

/** How one kind of subscription is stored and named. */
export interface RenewalKind<Row extends Renewable> {
  /** Ids of at most `most` that are due and have no payment under way, the longest waiting first. */
  listDue(now: Date, most: number): Promise<string[]>;
  find(id: string): Promise<Row | null>;
  /**
   * Why it is not renewed; null while both sides are there for each other, and locked so. `age`: its payer has to declare it
   * first. `gone`: nobody takes the money. Called before the row is locked.
   */
  findRefusal(row: Row, tx: Tx, site: SiteSettings): Promise<RenewalRefusal | null>;
  /** How the seller blocks the payer of one that is refused. */
  findBlock(row: Row, tx: Tx): Promise<UserBlock>;
  lock(row: Row, tx: Tx): Promise<Row | null>;
  /** Stores how its renewals stand, `deactivated` included. */
  save(row: Row, state: RenewalState, tx: Tx): Promise<void>;
  /** Stops renewals; access lasts as long as it was paid for. */
  end(row: Row, tx: Tx): Promise<void>;
  describe(row: Row): Pick<PaymentPlan, 'target' | 'targetId' | 'performerId' | 'type' | 'name'>;
}

const RUNNING_STATUSES = ['active', 'past_due'];

/** Whether it is renewed when its time comes. */
export const isRenewing = ({ status }: Pick<Renewable, 'status'>): boolean => RUNNING_STATUSES.includes(status);
