import type { ErrorCode } from '@contract/base/errors';
import type { KeyScope } from '@contract/base/key-scopes';
import { roleMay, type OperatorRole, type Permission } from '@contract/base/operator-roles';
import { AppError } from './errors';

/** The authenticated account, read from the session on every request, never from client input. */
export interface Actor {
  id: string;
  kind: 'user' | 'performer';
  /** Null unless the account is an operator. */
  operatorRole: OperatorRole | null;
  sessionId: string;
  name: string;
  username: string | null;
  /**
   * Last proof of identity with this token. Absent for the previous token, which works a minute longer without counting as
   * proved.
   */
  provedAt?: Date;
  /** Set if the request was made with an API key: `sessionId` is then its id. */
  keyScopes?: readonly KeyScope[];
  /** The owner requested account deletion: may read, and cancel the deletion. */
  isClosing?: boolean;
  /** The account is being deleted right now: every request is rejected with that reason. */
  isErasing?: boolean;
}

/** An account that acts for the site: it has logged in to the console, or has access to the machine. */
export interface Operator {
  id: string;
  role: OperatorRole;
  via: 'console' | 'command';
}

/** @throws AppError FORBIDDEN_ROLE */
export function requireOperator({ id, operatorRole: role }: Actor): Operator {
  if (role === null) throw new AppError('FORBIDDEN_ROLE');
  return { id, role, via: 'console' };
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

/** False for guests. */
export const may = (actor: Pick<Actor, 'operatorRole'> | null, permission: Permission): boolean =>
  roleMay(actor?.operatorRole ?? null, permission);

export const isOperator = (actor: Pick<Actor, 'operatorRole'> | null): boolean =>
  actor !== null && actor.operatorRole !== null;

export const isUser = (actor: Actor | null): actor is Actor => actor?.kind === 'user';
export const isPerformer = (actor: Actor | null): actor is Actor => actor?.kind === 'performer';
