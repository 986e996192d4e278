import type { Actor } from '../../../../access';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { AccountRow } from '../accounts/identity-repository';
import type { Sessions } from './sessions';
import { hashToken } from './tokens';

/** How long a log-in or a later proof is enough for sensitive calls. Promises I-5. */
const PROOF_MS = 10 * 60 * 1000;
/** How long the token before a proof goes on working, for pending calls and other tabs. */
const FORMER_TOKEN_MS = 60 * 1000;

/** Until when the actor's last proof is enough for sensitive calls; null when it is not. */
export async function getConfirmedUntil(deps: Sessions, actor: Actor): Promise<Date | null> {
  const provedAt = await findCurrentProof(deps, actor);
  const until = provedAt && new Date(provedAt.getTime() + PROOF_MS);
  return until && until > deps.clock.now() ? until : null;
}

/** @throws AppError FRESH_LOGIN_REQUIRED unless the actor proved their identity within the last ten minutes. */
export async function assertFresh(deps: Sessions, actor: Actor): Promise<void> {
  if (!(await getConfirmedUntil(deps, actor))) throw new AppError('FRESH_LOGIN_REQUIRED');
}

/**
 * For changes that run while the owner ends all sessions: called once the account is locked.
 *
 * @throws AppError UNAUTHORIZED when the actor's session has ended
 */
export async function assertSessionOpen({ sessions }: Sessions, { sessionId }: Actor, tx: Tx): Promise<void> {
  if (!(await sessions.findProof(sessionId, tx))) throw new AppError('UNAUTHORIZED');
}

/**
 * Locks an account for a change by its owner, who can be ending other sessions at this moment.
 *
 * @throws AppError UNAUTHORIZED when the actor's session has ended meanwhile
 */
export async function lockOwnAccount(deps: Sessions, actor: Actor, tx: Tx): Promise<AccountRow> {
  const row = await deps.identities.lock(actor.id, tx);
  if (!row) throw new AppError('UNAUTHORIZED');
  await assertSessionOpen(deps, actor, tx);
  return row;
}

/**
 * After a proof: the session continues under a new token, and sensitive calls are open for ten minutes.
 *
 * @throws AppError UNAUTHORIZED when the session has ended
 */
export async function renewSession(
  { sessions, actors, tokens, clock }: Sessions,
  actor: Actor,
): Promise<{ token: string; remember: boolean; confirmedUntil: Date }> {
  const token = tokens.issue();
  const now = clock.now();
  const previousUntil = new Date(now.getTime() + FORMER_TOKEN_MS);
  const row = await sessions.renew(actor.sessionId, { tokenHash: hashToken(token), now, previousUntil });
  if (!row) throw new AppError('UNAUTHORIZED');
  // The cached actor of the old token must not count as proved.
  actors.removeSession(actor.sessionId);
  return { token, remember: row.remember, confirmedUntil: new Date(now.getTime() + PROOF_MS) };
}

/** A later proof goes with another token, whatever this process has cached of the one at hand. */
async function findCurrentProof({ sessions }: Sessions, { sessionId, provedAt }: Actor): Promise<Date | null> {
  if (!provedAt) return null;
  const last = await sessions.findProof(sessionId);
  return last?.getTime() === provedAt.getTime() ? last : null;
}
