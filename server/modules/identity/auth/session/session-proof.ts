import type { Actor } from '../../../../access';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { AccountRow } from '../accounts/identity-repository';
import type { Sessions } from './sessions';
import { hashToken } from './tokens';

/** For how long a login, or a later confirmation of it, permits sensitive requests. Promises I-5. */
const PROOF_MS = 10 * 60 * 1000;
/** How long the old token stays valid after a confirmation, for pending requests and other tabs. */
const FORMER_TOKEN_MS = 60 * 1000;

export async function getConfirmedUntil(deps: Sessions, actor: Actor): Promise<Date | null> {
  const provedAt = await findCurrentProof(deps, actor);
  const until = provedAt && new Date(provedAt.getTime() + PROOF_MS);
  return until && until > deps.clock.now() ? until : null;
}

/** @throws AppError FRESH_LOGIN_REQUIRED unless the actor has logged in or confirmed it within the last ten minutes */
export async function assertFresh(deps: Sessions, actor: Actor): Promise<void> {
  if (!(await getConfirmedUntil(deps, actor))) throw new AppError('FRESH_LOGIN_REQUIRED');
}

/** Call it while the account is locked. @throws AppError UNAUTHORIZED if the actor's session has ended */
export async function assertSessionOpen({ sessions }: Sessions, { sessionId }: Actor, tx: Tx): Promise<void> {
  if (!(await sessions.findProof(sessionId, tx))) throw new AppError('UNAUTHORIZED');
}

/** Locks the account before checking the session. @throws AppError UNAUTHORIZED if the actor's session has ended */
export async function lockOwnAccount(deps: Sessions, actor: Actor, tx: Tx): Promise<AccountRow> {
  const row = await deps.identities.lock(actor.id, tx);
  if (!row) throw new AppError('UNAUTHORIZED');
  await assertSessionOpen(deps, actor, tx);
  return row;
}

/** Records a confirmation, and gives the session a new token. @throws AppError UNAUTHORIZED if the session has ended */
export async function renewSession(
  { sessions, actors, tokens, clock }: Sessions,
  actor: Actor,
): Promise<{ token: string; remember: boolean; confirmedUntil: Date }> {
  const token = tokens.issue();
  const now = clock.now();
  const previousUntil = new Date(now.getTime() + FORMER_TOKEN_MS);
  const row = await sessions.renew(actor.sessionId, { tokenHash: hashToken(token), now, previousUntil });
  if (!row) throw new AppError('UNAUTHORIZED');
  // Otherwise, requests with the old token would be permitted what only the new one is.
  actors.removeSession(actor.sessionId);
  return { token, remember: row.remember, confirmedUntil: new Date(now.getTime() + PROOF_MS) };
}

/** Null if there has been a later confirmation, because that permits only the newer token. */
async function findCurrentProof({ sessions }: Sessions, { sessionId, provedAt }: Actor): Promise<Date | null> {
  if (!provedAt) return null;
  const last = await sessions.findProof(sessionId);
  return last?.getTime() === provedAt.getTime() ? last : null;
}
