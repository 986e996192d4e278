import { ageOn } from '@contract/base/age';
import type { ErrorCode } from '@contract/base/errors';

/** State of an account that payments depend on: read from the stored account, never from a session. */
export interface PersonState {
  status: string;
  deletionAt: Date | null;
}

/** State of a fan that payments depend on. */
export interface PayerState extends PersonState {
  isAdmin: boolean;
  /** Time of the declaration to be as old as the site asks; also null for fans who were never asked. */
  ageDeclaredAt: Date | null;
  /** Their account was made by a log-in that does not ask for the age. */
  isWithoutForm: boolean;
  /** They asked their bank for the money of a payment, and the bank has not decided against them. */
  hasDispute: boolean;
}

/** State of a creator that payments depend on. */
export interface SellerState extends PersonState {
  /** An operator has approved their documents. */
  isApproved: boolean;
  /** ISO date; null for creators approved before the site asked for it. */
  dateOfBirth: string | null;
}

/**
 * Why a fan cannot pay, top up, subscribe or have a subscription renewed; null when they can. The sign-up form of another
 * front end can leave the age out, so an account made by a form pays without having declared it. Promises M-19.
 */
export function getPayerError(
  { status, deletionAt, isAdmin, ageDeclaredAt, isWithoutForm, hasDispute }: PayerState,
  { minimumAge }: { minimumAge: number },
): ErrorCode | null {
  if (status === 'closing' || (status === 'active' && deletionAt !== null)) return 'ACCOUNT_CLOSING';
  if (status !== 'active') return 'ACCOUNT_INACTIVE';
  if (hasDispute) return 'PAYMENTS_PAUSED';
  return isAgeMissing({ ageDeclaredAt, isWithoutForm, isAdmin }, { minimumAge }) ? 'AGE_NOT_DECLARED' : null;
}

/** Whether a fan has to declare their age before they pay. */
export const isAgeMissing = (
  { ageDeclaredAt, isWithoutForm, isAdmin }: Pick<PayerState, 'ageDeclaredAt' | 'isWithoutForm' | 'isAdmin'>,
  { minimumAge }: { minimumAge: number },
): boolean => minimumAge > 0 && ageDeclaredAt === null && isWithoutForm && !isAdmin;

/**
 * Why fans cannot pay a creator; null when they can. A creator who was never approved, is under age or was deleted does not
 * exist for payments, as on public pages. Promises M-19.
 */
export function getSellerError(
  { status, isApproved, dateOfBirth, deletionAt }: SellerState,
  { now, minimumAge }: { now: Date; minimumAge: number },
): ErrorCode | null {
  const isOfAge = dateOfBirth === null || ageOn(dateOfBirth, now) >= minimumAge;
  if (status !== 'active' || !isApproved || !isOfAge) return 'ENTITY_NOT_FOUND';
  return deletionAt === null ? null : 'CREATOR_LEAVING';
}
