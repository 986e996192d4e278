import { ageOn } from '@contract/base/age';
import type { ErrorCode } from '@contract/base/errors';

/** Must be read from the stored account, never from a session. */
export interface PersonState {
  status: string;
  deletionAt: Date | null;
}

export interface PayerState extends PersonState {
  isAdmin: boolean;
  /** Null also for fans who were never asked. */
  ageDeclaredAt: Date | null;
  /** True if the account was created by a login method that does not ask for the age. */
  isWithoutForm: boolean;
  /** True if the payer has a dispute that is open, or that the bank decided in their favor. */
  hasDispute: boolean;
}

export interface SellerState extends PersonState {
  /** True if an operator approved the creator's identity documents. */
  isApproved: boolean;
  /** ISO date; null for creators who were approved before the site asked for it. */
  dateOfBirth: string | null;
}

/** Accounts from a sign-up form need no declared age, since the forms of other front ends do not ask for it. Promises M-19. */
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

/** Creators who were never approved, are under age or were deleted are treated as if they did not exist. Promises M-19. */
export function getSellerError(
  { status, isApproved, dateOfBirth, deletionAt }: SellerState,
  { now, minimumAge }: { now: Date; minimumAge: number },
): ErrorCode | null {
  const isOfAge = dateOfBirth === null || ageOn(dateOfBirth, now) >= minimumAge;
  if (status !== 'active' || !isApproved || !isOfAge) return 'ENTITY_NOT_FOUND';
  return deletionAt === null ? null : 'CREATOR_LEAVING';
}
