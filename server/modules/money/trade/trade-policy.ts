import { ageOn } from '@contract/base/age';
import type { ErrorCode } from '@contract/base/errors';

/** A person as money sees them: read from the stored account, never from a session. */
export interface Trader {
  status: string;
  deletionAt: Date | null;
}

/** A creator as money sees them. */
export interface SellingTrader extends Trader {
  /** An operator has approved their documents. */
  isApproved: boolean;
  /** ISO date; null for creators approved before anybody asked for it. */
  dateOfBirth: string | null;
}

/**
 * Why somebody may not pay, top up, subscribe or have a subscription renewed; null when they may. Promises M-19.
 */
export function refusalOfPayer({ status, deletionAt }: Trader): ErrorCode | null {
  if (status === 'closing' || (status === 'active' && deletionAt !== null)) return 'ACCOUNT_CLOSING';
  return status === 'active' ? null : 'ACCOUNT_INACTIVE';
}

/**
 * Why nobody may pay a creator; null when they may. Whoever was never approved, is under age or is gone does not exist for
 * money, as on public pages. Promises M-19.
 */
export function refusalOfSeller(
  { status, isApproved, dateOfBirth, deletionAt }: SellingTrader,
  { now, minimumAge }: { now: Date; minimumAge: number },
): ErrorCode | null {
  const isOfAge = dateOfBirth === null || ageOn(dateOfBirth, now) >= minimumAge;
  if (status !== 'active' || !isApproved || !isOfAge) return 'ENTITY_NOT_FOUND';
  return deletionAt === null ? null : 'CREATOR_LEAVING';
}
