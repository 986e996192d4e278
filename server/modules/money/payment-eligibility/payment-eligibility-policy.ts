import { ageOn } from '@contract/base/age';
import type { ErrorCode } from '@contract/base/errors';

/** A person as money sees them: read from the stored account, never from a session. */
export interface PersonState {
  status: string;
  deletionAt: Date | null;
}

/** A fan as money sees them. */
export interface PayerState extends PersonState {
  isAdmin: boolean;
  /** When they declared to be as old as the site asks; null for those who were never asked, too. */
  ageDeclaredAt: Date | null;
  /** Their account was made by a log-in that does not ask for the age. */
  isWithoutForm: boolean;
}

/** A creator as money sees them. */
export interface SellerState extends PersonState {
  /** An operator has approved their documents. */
  isApproved: boolean;
  /** ISO date; null for creators approved before anybody asked for it. */
  dateOfBirth: string | null;
}

/**
 * Why somebody may not pay, top up, subscribe or have a subscription renewed; null when they may. A sign-up form of the
 * family may leave the age out, so an account made by a form pays without having declared it. Promises M-19.
 */
export function getPayerError(
  { status, deletionAt, isAdmin, ageDeclaredAt, isWithoutForm }: PayerState,
  { minimumAge }: { minimumAge: number },
): ErrorCode | null {
  if (status === 'closing' || (status === 'active' && deletionAt !== null)) return 'ACCOUNT_CLOSING';
  if (status !== 'active') return 'ACCOUNT_INACTIVE';
  return isAgeMissing({ ageDeclaredAt, isWithoutForm, isAdmin }, { minimumAge }) ? 'AGE_NOT_DECLARED' : null;
}

/** Whether a fan has to declare their age before they pay. */
export const isAgeMissing = (
  { ageDeclaredAt, isWithoutForm, isAdmin }: Pick<PayerState, 'ageDeclaredAt' | 'isWithoutForm' | 'isAdmin'>,
  { minimumAge }: { minimumAge: number },
): boolean => minimumAge > 0 && ageDeclaredAt === null && isWithoutForm && !isAdmin;

/**
 * Why nobody may pay a creator; null when they may. Whoever was never approved, is under age or is gone does not exist for
 * money, as on public pages. Promises M-19.
 */
export function getSellerError(
  { status, isApproved, dateOfBirth, deletionAt }: SellerState,
  { now, minimumAge }: { now: Date; minimumAge: number },
): ErrorCode | null {
  const isOfAge = dateOfBirth === null || ageOn(dateOfBirth, now) >= minimumAge;
  if (status !== 'active' || !isApproved || !isOfAge) return 'ENTITY_NOT_FOUND';
  return deletionAt === null ? null : 'CREATOR_LEAVING';
}
