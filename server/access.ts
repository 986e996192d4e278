import type { ErrorCode } from '@contract/base/errors';
import { AppError } from './errors';

/** Who is calling. Read from the session on every request, never from what the client says of itself. */
export interface Actor {
  id: string;
  kind: 'user' | 'performer';
  isAdmin: boolean;
  sessionId: string;
  name: string;
  username: string | null;
  /**
   * When its owner last proved who they are, as far as this token goes; absent for the token before that proof, which is good
   * for a moment more, but not for what needs proof.
   */
  provedAt?: Date;
  /** Asked to have the account deleted: may read, and take that back. */
  isClosing?: boolean;
  /** The account is being deleted at this moment: every call is told so. */
  isErasing?: boolean;
}

/** The account of a call, or a guest, and the country that the call comes from. */
export interface Viewer {
  actor: Actor | null;
  /** Two letters; null when unknown, which counts as not blocked. */
  country: string | null;
}

/** A viewer who is logged in. */
export interface Caller extends Viewer {
  actor: Actor;
}

/** Statuses of accounts whose sessions stay open; what is being deleted keeps them to be told so. */
export const openStatuses = ['active', 'closing', 'erasing'] as const;

/** Whether an account may log in: who asked for deletion sees all of theirs until the day, and may stay. */
export const canLogIn = (status: string): boolean => status === 'active' || status === 'closing';

/** Stops unless a policy said yes. @throws AppError FORBIDDEN, or the code given. */
export function assertAllowed(allowed: boolean, code: ErrorCode = 'FORBIDDEN'): void {
  if (!allowed) throw new AppError(code);
}

export const isUser = (actor: Actor | null): actor is Actor => actor?.kind === 'user';
export const isPerformer = (actor: Actor | null): actor is Actor => actor?.kind === 'performer';
