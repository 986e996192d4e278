import type { ErrorCode } from '@contract/base/errors';
import { AppError } from './errors';

/** The authenticated account, read from the session on every request, never from client input. */
export interface Actor {
  id: string;
  kind: 'user' | 'performer';
  isAdmin: boolean;
  sessionId: string;
  name: string;
  username: string | null;
  /**
   * Last proof of identity with this token. Absent for the previous token, which works a minute longer without counting as
   * proved.
   */
  provedAt?: Date;
  /** The owner requested account deletion: may read, and cancel the deletion. */
  isClosing?: boolean;
  /** The account is being deleted right now: every request is rejected with that reason. */
  isErasing?: boolean;
}

export interface Viewer {
  actor: Actor | null;
  /** Two letters; null when unknown, which counts as not blocked. */
  country: string | null;
}

export interface Caller extends Viewer {
  actor: Actor;
}

/** Accounts in these statuses keep their sessions; `erasing` keeps them to receive ACCOUNT_ERASING. */
export const openStatuses = ['active', 'closing', 'erasing'] as const;

export const canLogIn = (status: string): boolean => status === 'active' || status === 'closing';

/** @throws AppError FORBIDDEN, or the given code */
export function assertAllowed(allowed: boolean, code: ErrorCode = 'FORBIDDEN'): void {
  if (!allowed) throw new AppError(code);
}

export const isUser = (actor: Actor | null): actor is Actor => actor?.kind === 'user';
export const isPerformer = (actor: Actor | null): actor is Actor => actor?.kind === 'performer';
