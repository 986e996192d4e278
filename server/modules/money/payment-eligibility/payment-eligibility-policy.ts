import { ageOn } from '@contract/base/age';
import type { ErrorCode } from '@contract/base/errors';

/** Read from the stored account, never from a session. */
export interface PersonState {
  status: string;
  deletionAt: Date | null;
}

export interface PayerState extends PersonState {
  isAdmin: boolean;
  /** Null also for fans who were never asked. */
  ageDeclaredAt: Date | null;
  /** The account was created by a login method that does not ask for the age. */
  isWithoutForm: boolean;
  /** A dispute of theirs is open, or the bank decided it in their favor. */
  hasDispute: boolean;
}

export interface SellerState extends PersonState {
  /** An operator approved their identity documents. */
  isApproved: boolean;
  /** ISO date; null for creators approved before the site asked for it. */
  dateOfBirth: string | null;
}

/** Accounts from a sign-up form need no declared age, because the forms of other front ends lack it. Promises M-19. */
export function getPayerError(
  { status, deletionAt, isAdmin, ageDeclaredAt, isWithoutForm, hasDispute }: PayerState,
  { minimumAge }: { minimumAge: number },
): ErrorCode | null {
  if (status === 'closing' || (status === 'active' && deletionAt !== null)) return 'ACCOUNT_CLOSING';
  if (status !== 'active') return 'ACCOUNT_INACTIVE';
  if (hasDispute) return 'PAYMENTS_PAUSED';
  return isAgeMissing({ ageDeclaredAt, isWithoutForm, isAdmin }, { minimumAge }) ? 'AGE_NOT_DECLARED' : null;
}

export const isAgeMissing = (
  { ageDeclaredAt, isWithoutForm, isAdmin }: Pick<PayerState, 'ageDeclaredAt' | 'isWithoutForm' | 'isAdmin'>,
  { minimumAge }: { minimumAge: number },
): boolean => minimumAge > 0 && ageDeclaredAt === null && isWithoutForm && !isAdmin;

/** A creator who was never approved, is under age or was deleted does not exist for payments. Promises M-19. */
export function getSellerError(
  { status, isApproved, dateOfBirth, deletionAt }: SellerState,
  { now, minimumAge }: { now: Date; minimumAge: number },
): ErrorCode | null {
  const isOfAge = dateOfBirth === null || ageOn(dateOfBirth, now) >= minimumAge;
  if (status !== 'active' || !isApproved || !isOfAge) return 'ENTITY_NOT_FOUND';
  return deletionAt === null ? null : 'CREATOR_LEAVING';
}
